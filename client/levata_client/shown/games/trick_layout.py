"""How tricks lie on the table, in all games that have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from levata.cards import Card
from levata.game import Seat
from levata.tricks import NO_TRUMP, TrickRules
from levata_client.shown.table.scene import LaidCard, LastTrick, Mark
from levata_client.shown.text.words import Words


class TrickView(Protocol):
    """What the view of a game with tricks tells of them."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards held by each seat."""
        ...

    @property
    def trick(self) -> tuple[Card, ...]:
        """Cards of the trick in play, in the order they were played."""
        ...

    @property
    def trick_leader(self) -> Seat:
        """Who played its first card."""
        ...

    @property
    def last_trick(self) -> tuple[Card, ...]:
        """Cards of the trick before it, empty if there is none."""
        ...

    @property
    def last_leader(self) -> Seat:
        """Who played the first card of that one."""
        ...


def lay_trick(
    trick: Sequence[Card], leader: Seat, seats: int, best: int | None = None
) -> tuple[LaidCard, ...]:
    """Return the cards of a trick before the seats that played them, the best one marked."""
    return tuple(
        LaidCard((leader + step) % seats, card, Mark.WINNING if step == best else Mark.NONE)
        for step, card in enumerate(trick)
    )


def trick_in_play(
    view: TrickView, rules: TrickRules, trump: int = NO_TRUMP
) -> tuple[LaidCard, ...]:
    """Return the cards of the trick in play, the one that wins so far marked."""
    best = rules.winner(view.trick, trump) if view.trick else None
    return lay_trick(view.trick, view.trick_leader, len(view.counts), best)


def trick_before(
    view: TrickView, winner: Words, rules: TrickRules, trump: int = NO_TRUMP
) -> LastTrick | None:
    """Return the trick before the one in play with the name of its winner, if there is one."""
    if not view.last_trick:
        return None
    best = rules.winner(view.last_trick, trump)
    return LastTrick(lay_trick(view.last_trick, view.last_leader, len(view.counts), best), winner)
