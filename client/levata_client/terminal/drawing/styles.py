"""What the roles of texts look like in a terminal, and the grounds that only a terminal has.

A style is a text in Textual's notation whose ``$names`` are variables of the theme, see
`levata_client.terminal.themes.card_variables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from levata_client.shown.text.words import OwnStyle, Part, Role, Words

STYLES: Final[Mapping[str, str]] = {
    Role.PLAIN: "",
    Role.STRONG: "bold",
    Role.MUTED: "$muted",
    Role.FAINT: "$faint",
    Role.ACCENT: "$accent",
    Role.TITLE: "bold $accent",
    Role.CHIP: "bold $chip-ink on $accent",
    Role.GOOD: "$good",
    Role.BAD: "$bad",
    Role.ALERT: "bold $bad",
    Role.STRUCK: "strike $muted",
    Role.LOG: "italic $muted",
    Role.NAME: "bold $name",
    Role.BACKS: "$backs",
    Role.CLUBS: "bold $glow-clubs",
    Role.DIAMONDS: "bold $glow-diamonds",
    Role.HEARTS: "bold $glow-hearts",
    Role.SPADES: "bold $glow-spades",
    Role.SERIES_0: "$series-0",
    Role.SERIES_1: "$series-1",
    Role.SERIES_2: "$series-2",
    Role.SERIES_3: "$series-3",
    Role.SERIES_4: "$series-4",
    Role.SERIES_5: "$series-5",
}
"""The style of every role, on the dark grounds of the table."""

PLATE: Final = "$plate"
"""The ground of headings."""
TURN: Final = "$plate-turn"
"""The ground of the row that is meant now."""
GROUNDS: Final = (PLATE, TURN)
"""Grounds that a whole row may stand on."""


def style_of(role: Role | OwnStyle) -> str:
    """Return the style of a role; a style of the terminal's own is one already.

    >>> style_of(Role.TITLE), style_of(OwnStyle("$ink-hearts on $card-paper"))
    ('bold $accent', '$ink-hearts on $card-paper')
    """
    return STYLES.get(role, role)


def bold(role: Role) -> OwnStyle:
    """Return the style of a role in bold letters."""
    return OwnStyle(f"bold {style_of(role)}")


def on_ground(text: Words, ground: str) -> Words:
    """Return the text on a ground of its own; what has one keeps it.

    >>> [part.role for part in on_ground((Part("Chat", Role.TITLE),), PLATE)]
    ['bold $accent on $plate']
    """
    return tuple(
        part
        if " on " in (style := style_of(part.role))
        else Part(part.text, OwnStyle(f"{style} on {ground}".strip()))
        for part in text
    )
