"""What the status line of a table says, out of all that might be said."""

from __future__ import annotations

from levata.cards import Card
from levata_client.shown.table.scene import Scene
from levata_client.shown.table.table_model import TAKE_SEAT, ConnectionState, TableModel
from levata_client.shown.text.language import _
from levata_client.shown.text.words import ALERT, Words, card_words, fill, how_to, words


def status_words(
    scene: Scene,
    model: TableModel,
    *,
    refusal: Words = (),
    advice: Words = (),
    queued: Card | None = None,
    is_peeking: bool = False,
) -> Words:
    """Return what matters most now: trouble, then what the user just did, then the game.

    ``refusal`` is why something was not allowed a moment ago, ``advice`` the answer to a hint,
    ``queued`` the card to be played when the turn comes, and ``is_peeking`` whether the last trick
    is shown in place of this one. How actions are done is left to the front end, see `with_keys`.
    """
    if model.connection.state is ConnectionState.LOST:
        return _lost(model)
    if refusal:
        return words(refusal, role=ALERT)
    if model.can_take_seat:
        how = how_to(TAKE_SEAT, _(" {key} takes your seat back"))
        return model.notice or words(_("A bot plays for you."), how)
    if is_peeking and scene.last_trick is not None:
        return fill(_("Last trick: taken by {name}"), name=scene.last_trick.winner)
    if advice:
        return advice
    if queued is not None and not scene.is_turn:
        text = _("{card} will be played when your turn comes")
        return fill(text, card=card_words(queued))
    return model.notice or scene.status


def _lost(model: TableModel) -> Words:
    if model.notice:
        return words(model.notice, role=ALERT)
    retry = model.connection.retry
    if retry is None:
        return words(_("Connection lost, trying again"), role=ALERT)
    return fill(_("Connection lost, trying again in {seconds} s"), ALERT, seconds=retry)
