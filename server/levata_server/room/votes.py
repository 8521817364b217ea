"""The votes of a match: what its seats may agree to, and who has."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from levata.errors import RequestError


class Motion(StrEnum):
    """What the seats of a match can agree to; the texts are those of the wire."""

    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    OPEN_HANDS = "open_hands"
    """Let watchers see what all seats hold. It takes every person who has a seat, here or not."""
    CLOSE_HANDS = "close_hands"
    """The contrary. It takes one."""


class Votes:
    """Owns the open motions of a match: those that somebody has agreed to and that are not carried.

    Who may vote and what follows from it is not known here.
    """

    __slots__ = ("_voters", "cast")

    cast: tuple[tuple[str, int], ...]
    """Every open motion with each person who agreed to it, as in the table document."""

    def __init__(self) -> None:
        self._voters: dict[Motion, frozenset[int]] = {}
        self._put({})

    def _put(self, voters: dict[Motion, frozenset[int]]) -> None:
        self._voters = {motion: persons for motion, persons in voters.items() if persons}
        self.cast = tuple(
            [
                (motion.value, person)
                for motion, persons in self._voters.items()
                for person in sorted(persons)
            ]
        )

    def voters(self, motion: Motion) -> frozenset[int]:
        """Return who has agreed to a motion."""
        return self._voters.get(motion, frozenset())

    def agree(self, person: int, motion: Motion) -> None:
        """Let a person agree to a motion."""
        self._put({**self._voters, motion: self.voters(motion) | {person}})

    def withdraw(self, person: int, motions: Collection[Motion] = tuple(Motion)) -> None:
        """Let a person not agree to some motions any more."""
        self._put(
            {
                motion: persons - {person} if motion in motions else persons
                for motion, persons in self._voters.items()
            }
        )

    def drop(self, motion: Motion) -> None:
        """Let nobody have agreed to a motion."""
        self._put({each: voters for each, voters in self._voters.items() if each != motion})

    def clear(self) -> None:
        """Let nobody have agreed to anything."""
        self._put({})


def parse_motion(text: str) -> Motion:
    """Return the motion of a text.

    Raises:
        RequestError: ``unknown_motion``.
    """
    try:
        return Motion(text)
    except ValueError:
        raise RequestError("unknown_motion", text[:40], ", ".join(Motion)) from None
