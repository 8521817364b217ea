"""The styles of the terminal: what roles look like, and grounds."""

from __future__ import annotations

from levata_client.shown.text.words import STRONG, OwnStyle, Part
from levata_client.terminal.drawing.styles import PLATE, on_ground


def test_ground_is_added_to_every_style_but_a_card() -> None:
    card = Part("K♥", OwnStyle("bold $ink-hearts on $card-paper"))
    assert on_ground((Part("x"), Part("y", STRONG), card), PLATE) == (
        Part("x", OwnStyle("on $plate")),
        Part("y", OwnStyle("bold on $plate")),
        card,
    )
