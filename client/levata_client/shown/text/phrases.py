"""Sentences that are translated where they are shown: a message, and facts to fill it with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias, Union

from msgspec import Struct

Fact: TypeAlias = Union[str, int, "Phrase", tuple["Fact", ...]]
"""A text or number shown as it is, a phrase to be translated, or several of these."""


class Phrase(Struct, frozen=True):
    """A message with ``{names}``; the message is the key of its translations."""

    message: str
    facts: Mapping[str, Fact] = {}


class ParagraphKind(StrEnum):
    """How a paragraph is set."""

    HEADING = "heading"
    TEXT = "text"


class Paragraph(Struct, frozen=True):
    """One paragraph of a rule card."""

    kind: ParagraphKind
    phrase: Phrase


def N_(message: str) -> str:
    """Mark a message for translation and return it as it is."""
    return message


def fill(phrase: Phrase, translate: Callable[[str], str] = N_) -> str:
    """Return the text of a phrase in the language that ``translate`` speaks.

    >>> fill(Phrase("{count} cards: {names}", {"count": 2, "names": (Phrase("ace"), "7")}))
    '2 cards: ace, 7'
    """

    def text_of(fact: Fact) -> str:
        if isinstance(fact, Phrase):
            return fill(fact, translate)
        if isinstance(fact, tuple):
            return ", ".join(map(text_of, fact))
        return str(fact)

    return translate(phrase.message).format(
        **{name: text_of(fact) for name, fact in phrase.facts.items()}
    )


class RuleCard:
    """Collects the paragraphs of a rule card."""

    def __init__(self) -> None:
        self._paragraphs: list[Paragraph] = []

    def heading(self, message: str) -> None:
        """Begin a section."""
        self._paragraphs.append(Paragraph(ParagraphKind.HEADING, Phrase(message)))

    def text(self, message: str, **facts: Fact) -> None:
        """Add a paragraph."""
        self._paragraphs.append(Paragraph(ParagraphKind.TEXT, Phrase(message, facts)))

    def paragraphs(self) -> Sequence[Paragraph]:
        """Return what was collected."""
        return tuple(self._paragraphs)


def ranks_of(seats: int) -> str:
    """Return the ranks of the pack of the eight-card games, high to low, as people write them.

    >>> ranks_of(4)
    'A K Q J 10 9 8 7'
    """
    return " ".join(["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"][: 2 * seats])
