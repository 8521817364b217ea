"""How a hand of Rentz begins: the chooser names a subgame, and the layout may be refused."""

from __future__ import annotations

from msgspec.structs import replace

from levata.errors import IllegalAction
from levata.game import Action, Seat, Step
from levata.games.rentz.options import KEYS, REFUSING_ENDS, Subgame, end_cards
from levata.games.rentz.state import (
    ACCEPT,
    BLIND_CHOICES,
    CHOICES,
    LOOK,
    REFUSE,
    Choose,
    HandAccepted,
    HandLooked,
    HandRefused,
    Phase,
    RentzState,
    SubgameChosen,
)


def unused_subgames(state: RentzState) -> list[Subgame]:
    """Return the subgames that the chooser may choose, in the order of the rules."""
    used = state.used[state.chooser]
    return [subgame for subgame in state.options.subgames if not used >> subgame & 1]


def legal_choices(state: RentzState) -> tuple[Action, ...]:
    """Return what the chooser may do."""
    unused = unused_subgames(state)
    choices = [CHOICES[subgame] for subgame in unused]
    if state.looked:
        return tuple(choices)
    return (*choices, *(BLIND_CHOICES[subgame] for subgame in unused), LOOK)


def choose_subgame(state: RentzState, action: Choose) -> Step[RentzState]:
    """Return what choosing a subgame leads to; the phase and the turn have been checked.

    Raises:
        IllegalAction: ``subgame_absent``, ``subgame_used``, ``blind_off``, ``blind_last`` or
            ``already_looked``.
    """
    subgame, options = Subgame(action.subgame), state.options
    if subgame not in options.subgames:
        raise IllegalAction("subgame_absent", KEYS[subgame])
    if subgame not in unused_subgames(state):
        raise IllegalAction("subgame_used", KEYS[subgame])
    if action.blind and state.looked:
        if not options.nv:
            raise IllegalAction("blind_off")
        raise IllegalAction("blind_last" if is_last_choice(state) else "already_looked")
    phase = Phase.TRICKS
    if subgame is Subgame.RENTZ:
        may_refuse = options.refuse_rentz != "off" and state.refusals < options.refuse_rentz
        phase = Phase.REFUSE if may_refuse else Phase.LAYOUT
    after = replace(
        state,
        phase=phase,
        looked=True,
        subgame=subgame,
        blind=action.blind,
        used=_toggled(state, subgame),
    )
    return Step(after, (SubgameChosen(state.chooser, subgame, action.blind),))


def look_at_cards(state: RentzState) -> Step[RentzState]:
    """Return what looking leads to; the phase and the turn have been checked.

    Raises:
        IllegalAction: ``already_looked``.
    """
    if state.looked:
        raise IllegalAction("already_looked")
    return Step(replace(state, looked=True), (HandLooked(state.chooser),))


def is_last_choice(state: RentzState) -> bool:
    """Return whether the chooser has one subgame left: no choice, and no risk to take blind."""
    return len(unused_subgames(state)) == 1


def can_refuse(state: RentzState, seat: Seat) -> bool:
    """Return whether a seat holds enough end cards to refuse the layout."""
    return end_cards(state.hands[seat], state.seats) >= REFUSING_ENDS


def legal_answers(state: RentzState) -> tuple[Action, ...]:
    """Return what the seat that is asked may say to the layout subgame."""
    return (ACCEPT, REFUSE) if can_refuse(state, state.turn) else (ACCEPT,)


def accept_hand(state: RentzState) -> Step[RentzState]:
    """Return what accepting the layout leads to; the phase and the turn have been checked."""
    turn = (state.turn + 1) % state.seats
    phase = Phase.LAYOUT if turn == state.chooser else Phase.REFUSE
    return Step(replace(state, phase=phase, turn=turn), (HandAccepted(state.turn),))


def refuse_hand(state: RentzState) -> Step[RentzState]:
    """Return what refusing the layout leads to; the phase and the turn have been checked.

    Raises:
        IllegalAction: ``too_few_ends``.
    """
    if not can_refuse(state, state.turn):
        raise IllegalAction("too_few_ends", REFUSING_ENDS)
    after = replace(
        state,
        phase=Phase.DEAL,
        refusals=state.refusals + 1,
        hands=(0,) * state.seats,
        used=_toggled(state, Subgame.RENTZ),
    )
    return Step(after, (HandRefused(state.turn, state.blind, state.totals),))


def _toggled(state: RentzState, subgame: Subgame) -> tuple[int, ...]:
    """Return the subgames used, with one of the chooser's entered or taken back."""
    used, seat = state.used, state.chooser
    return (*used[:seat], used[seat] ^ 1 << subgame, *used[seat + 1 :])
