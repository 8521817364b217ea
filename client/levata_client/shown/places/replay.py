"""A finished match, moment by moment, to be wound forwards and backwards."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from levata.events import Dealt, Event, TrickTaken
from levata.game import Seat, View
from levata.records.record import Record
from levata.records.replay import Replay
from levata.text import clean_text
from levata_client.shown.table.scene import Player
from levata_client.shown.table.table_model import TableModel
from levata_client.shown.text.language import _
from levata_client.shown.text.words import STRONG, TITLE, Part, Words, fill

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
"""How many times faster than usual a match goes on by itself."""


class ReplayMoment(Struct, frozen=True):
    """A moment of a match."""

    deal: int
    events: tuple[Event, ...]
    """What led to it."""
    state: Any


class ReplayTimeline:
    """A match, moment by moment.

    Raises:
        LevataError: the record breaks the rules, or lacks what cannot be seen without.
    """

    def __init__(self, record: Record) -> None:
        replay = Replay(record)
        self.game = replay.game
        self.options = replay.options
        self.players = tuple(
            Player(clean_text(seat.name), seat.kind == "bot") for seat in record.seats
        )
        self.moments = tuple(ReplayMoment(step.deal, step.events, step.state) for step in replay)
        self.deals = len(record.deals)

    @property
    def first_person(self) -> Seat:
        """The seat whose view is shown first: that of a person."""
        return next((s for s, player in enumerate(self.players) if not player.is_bot), 0)

    def model(self, index: int, seat: Seat) -> TableModel:
        """Return a moment as a seat saw it, with nothing to decide."""
        view: View = self.game.view(self.moments[index].state, seat)
        return TableModel(
            game=self.game.info.key,
            options=self.options,
            view=replace(view, legal=()),
            players=self.players,
            are_hints_allowed=False,
        )

    def next_trick(self, index: int, step: int) -> int:
        """Return the moment at which the next trick was taken, or the one before (``-1``)."""
        return self._find(index, step, TrickTaken)

    def next_deal(self, index: int, step: int) -> int:
        """Return the moment at which the next deal was made, or the one before."""
        return self._find(index, step, Dealt)

    def _find(self, index: int, step: int, kind: type[Event]) -> int:
        last = len(self.moments) - 1
        place = index + step
        while 0 < place < last:
            if any(isinstance(event, kind) for event in self.moments[place].events):
                break
            place += step
        return min(max(place, 0), last)


class ReplayPosition:
    """Where somebody is in a match that he watches again, whose view he sees, and how fast."""

    def __init__(self, timeline: ReplayTimeline) -> None:
        self.timeline = timeline
        self.index = 0
        """The moment that is shown."""
        self.seat = timeline.first_person
        self.speed = 1.0
        """One of `SPEEDS`."""

    @property
    def last(self) -> int:
        """The last moment."""
        return len(self.timeline.moments) - 1

    @property
    def moment(self) -> ReplayMoment:
        """The moment that is shown."""
        return self.timeline.moments[self.index]

    def go(self, index: int) -> bool:
        """Go to a moment, or to the end that lies before it; return whether it is another one."""
        before, self.index = self.index, min(max(index, 0), self.last)
        return self.index != before

    def change_speed(self, step: int) -> None:
        """Take the next speed, or the one before, as far as there is one."""
        place = min(max(SPEEDS.index(self.speed) + step, 0), len(SPEEDS) - 1)
        self.speed = SPEEDS[place]

    def change_seat(self) -> None:
        """See what the next seat saw."""
        self.seat = (self.seat + 1) % len(self.timeline.players)

    def model(self) -> TableModel:
        """Return what a table shows now."""
        return dataclasses.replace(
            self.timeline.model(self.index, self.seat), notice=self._notice()
        )

    def _notice(self) -> Words:
        return fill(
            _("{replay} hand {deal} of {deals}, seen by {name}, speed {speed}"),
            replay=Part(_("Replay:"), TITLE),
            deal=self.moment.deal,
            deals=self.timeline.deals,
            name=Part(self.timeline.players[self.seat].name, STRONG),
            speed=f"{self.speed:g}",
        )
