"""Hands of more than ten cards: every card has its key, and its edge where cards touch."""

from __future__ import annotations

import pytest

from levata.cards import NO_CARD
from levata_client.cells import width_of
from levata_client.shown.games import find_display
from levata_client.shown.table.moves import PlayerInput, SendAction
from levata_client.shown.table.scene import Hand, HandCard, Scene, TableInfo
from levata_client.shown.text.words import plain, rank_text
from levata_client.terminal.drawing.arrange import arrange
from levata_client.terminal.drawing.faces import SIZES, CardLook, Size, draw_edge
from levata_client.terminal.table.panels import Panels
from levata_client.terminal.table.table_keys import footer_keys
from levata_client.terminal.widgets.hand import CARD_KEYS, HandView
from tests.support.game_models import EasyMatch

LATER = 10.0


def passing() -> tuple[EasyMatch, Scene]:
    """Return a match of Hearts in which the viewer chooses among thirteen cards."""
    match = EasyMatch("hearts", 4, 3).until(lambda view: bool(view.legal))
    model = match.model()
    scene = find_display("hearts").scene(match.view(), TableInfo(model.options, model.players))
    assert len(scene.hand.cards) == len(CARD_KEYS) == 13
    return match, scene


def test_every_card_has_a_key() -> None:
    _match, scene = passing()
    for index, key in enumerate(CARD_KEYS):
        play = PlayerInput(CARD_KEYS)
        play.see(scene, 7, 0.0)
        assert play.means(key) is not key.isdecimal()
        assert play.press_key(key, LATER) == SendAction(scene.hand.cards[index].action or "", 7)


def test_letters_mean_no_cards_in_smaller_hands() -> None:
    _match, scene = passing()
    hand = Hand(tuple(HandCard(card) for card in range(11)), is_choosing=True)
    play = PlayerInput(CARD_KEYS)
    play.see(Scene(scene.header, scene.plates, scene.status, scene.middle, hand), 1, 0.0)
    assert play.means("a")
    assert not play.means("b")
    assert play.press_key("b", LATER) is None


def test_keys_stand_below_the_cards_and_in_the_footer() -> None:
    match, scene = passing()
    widget = HandView()
    widget.show(scene.hand, arrange(80, 24, 4, hand=13))
    keys = [key for key in plain(widget.paint(56, 5)[-1]).split() if key]
    assert keys == list(CARD_KEYS)
    assert footer_keys(scene, match.model(), {}, Panels())[0].key == "1-c"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", CardLook)
def test_edge_has_the_size_of_the_card_and_names_it(size: Size, look: CardLook) -> None:
    for card in (NO_CARD, *range(52)):
        rows = draw_edge(card, size, look)
        assert len(rows) == size.height
        assert all(width_of(row) == size.width for row in rows)
        if card != NO_CARD and size.width >= 4:
            assert rank_text(card) in plain(rows[0])
