"""The middle of the felt: the trick or the board, and the cards that fly over it.

The area is as large as the felt and lies below all plates, so cards come from under a plate and
vanish under one. It shows a state at once if it is asked to; events only decorate the change.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.timer import Timer

from levata.cards import Card
from levata.events import CardPlayed, Dealt, Event, TrickTaken
from levata.game import Seat
from levata_client.shown.table.scene import Board, LaidCard, Mark, Middle, Trick
from levata_client.shown.text.words import ACCENT, Words
from levata_client.terminal.drawing.arrange import Arrangement
from levata_client.terminal.drawing.board import BoardPlan, draw_board, plan_board
from levata_client.terminal.drawing.faces import SMALL, CardLook, Size, draw_card, draw_slot
from levata_client.terminal.drawing.grid import Grid
from levata_client.terminal.drawing.motion import (
    TIMINGS,
    Flight,
    Motion,
    MotionPace,
    Point,
    Sprite,
    Stage,
    deal_stage,
)
from levata_client.terminal.widgets.painted import Painted

_LOOKS = {Mark.WINNING: CardLook.WINNER, Mark.FRAMED: CardLook.WARM}


@dataclass(frozen=True)
class Places:
    """Where cards lie, seen from the top left corner of the felt."""

    size: Size
    slots: Mapping[Seat, Point]
    sources: Mapping[Seat, Point]
    """Where the cards of a seat come from and go to."""
    middle: Region
    viewer: Seat

    @classmethod
    def of(cls, arrangement: Arrangement, viewer: Seat, seats: int) -> Places:
        """Return the places of an arrangement for the seats as the rules number them."""
        felt = arrangement.regions["felt"]
        size = arrangement.trick_card
        slots: dict[Seat, Point] = {}
        sources: dict[Seat, Point] = {}
        for step in range(seats):
            seat = (viewer + step) % seats
            slot = arrangement.regions[f"slot-{step}"]
            plate = arrangement.regions[f"plate-{step}"]
            slots[seat] = Point(slot.x - felt.x, slot.y - felt.y)
            sources[seat] = Point(
                plate.x - felt.x + (plate.width - size.width) // 2,
                plate.y - felt.y + (plate.height - size.height) // 2,
            )
        middle = arrangement.regions["middle"]
        panel = arrangement.regions.get("panel")
        if panel is not None:
            # A board stands above the choices: what is chosen depends on it.
            covered = max(0, min(middle.bottom - panel.y, middle.height - 1))
            middle = middle.shrink((0, 0, covered, 0))
        return cls(size, slots, sources, middle.translate((-felt.x, -felt.y)), viewer)


_NOWHERE = Places(SMALL, {}, {}, Region(0, 0, 1, 1), 0)


class TrickArea(Painted):
    """The felt with the cards on it."""

    class PlacePressed(Message):
        """An open place of a board was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    class FeltPressed(Message):
        """The felt was clicked beside everything."""

    class MotionEnded(Message):
        """The last motion is over, or was skipped: the table is shown as it is."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic, id: str | None = None) -> None:
        super().__init__(id=id)
        self._now = now
        self._middle: Middle = Trick()
        self._places = _NOWHERE
        self._peeked: tuple[LaidCard, ...] | None = None
        self._motion = Motion()
        self._timer: Timer | None = None
        self._was_moving = False
        self.pace = MotionPace.NORMAL

    @property
    def is_moving(self) -> bool:
        """Whether a motion is being shown."""
        return self._motion.is_running

    def show(
        self,
        middle: Middle,
        places: Places,
        happened: Sequence[Event] = (),
        peeked: tuple[LaidCard, ...] | None = None,
    ) -> None:
        """Show what lies on the felt, and how it came about if that is known.

        ``peeked`` are cards of the last trick, shown in place of this one.
        """
        if places != self._places:
            self._motion.skip()
        before, self._middle, self._places = self._middle, middle, places
        self._peeked = peeked
        if happened and isinstance(before, Trick):
            self._motion.add(self._stages(before, happened), self._now())
        self._advance()

    def skip(self) -> None:
        """Show the table as it is, without any motion."""
        self._motion.skip()
        self._advance()

    def _advance(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        pause = self._motion.next_frame(self._now())
        if pause is not None:
            self._timer = self.set_timer(max(pause, 0.001), self._advance)
        if self._was_moving and pause is None:
            self.post_message(self.MotionEnded())
        self._was_moving = pause is not None
        self.refresh()

    def _stages(self, before: Trick, happened: Sequence[Event]) -> list[Stage]:
        """Return the stages that lead through the events from the trick shown before them."""
        timing, places = TIMINGS[self.pace], self._places
        lying = [card for card in before.cards if card.mark is not Mark.SHOWN]
        stages: list[Stage] = []
        for event in happened:
            if isinstance(event, CardPlayed) and event.seat in places.slots:
                stages.append(self._flight(lying, event.seat, event.card, timing.flight))
                lying = _with_card(lying, event.seat, event.card)
            elif isinstance(event, TrickTaken) and event.seat in places.sources:
                lying = [
                    replace(card, mark=Mark.WINNING if card.seat == event.seat else Mark.NONE)
                    for card in lying
                ]
                stages.append(Stage(timing.hold, self._sprites(lying)))
                stages.append(self._collect(lying, event.seat, timing.collect))
                lying = []
            elif isinstance(event, Dealt):
                stages.extend(self._deal(event.count, event.first))
        return stages

    def _flight(self, lying: Sequence[LaidCard], seat: Seat, card: Card, duration: float) -> Stage:
        if any(laid.seat == seat for laid in lying):
            # The viewer's own card lies there since the key was pressed.
            return Stage(0)
        flight = Flight(card, self._places.sources[seat], self._places.slots[seat])
        return Stage(duration, self._sprites(lying), (flight,), duration)

    def _collect(self, lying: Sequence[LaidCard], winner: Seat, duration: float) -> Stage:
        end = self._places.sources[winner]
        flights = tuple(
            Flight(card.card, self._places.slots[card.seat], end, look=_look(card))
            for card in lying
            if card.seat in self._places.slots
        )
        return Stage(duration, flights=flights, flight_time=duration)

    def _deal(self, count: int, first: Seat) -> list[Stage]:
        sources = self._places.sources
        middle = self._places.middle
        size = self._places.size
        start = Point(
            middle.x + (middle.width - size.width) // 2,
            middle.y + (middle.height - size.height) // 2,
        )
        seats = len(sources)
        ends = [sources[(first + step) % seats] for step in range(seats)]
        stage = deal_stage(TIMINGS[self.pace], start, ends, count)
        return [stage] if stage is not None else []

    def _sprites(self, cards: Sequence[LaidCard]) -> tuple[Sprite, ...]:
        return tuple(
            Sprite(card.card, self._places.slots[card.seat], _look(card))
            for card in cards
            if card.seat in self._places.slots
        )

    def paint(self, width: int, height: int) -> Sequence[Words]:
        grid = Grid(width, height)
        if self._peeked is not None:
            self._lay(grid, self._sprites(self._peeked))
            return grid.rows()
        if isinstance(self._middle, Board):
            draw_board(grid, self._middle, self._plan())
            return grid.rows()
        current = self._motion.stage(self._now())
        if current is not None:
            stage, elapsed = current
            self._lay(grid, stage.sprites(elapsed))
            return grid.rows()
        trick = self._middle
        viewer = self._places.viewer
        if trick.is_viewer_next and viewer in self._places.slots:
            place = self._places.slots[viewer]
            grid.lay(*place, draw_slot(self._places.size, ACCENT))
        self._lay(grid, self._sprites(trick.cards))
        return grid.rows()

    def _lay(self, grid: Grid, sprites: Sequence[Sprite]) -> None:
        for sprite in sprites:
            grid.lay(*sprite.place, draw_card(sprite.card, self._places.size, sprite.look))

    def _plan(self) -> BoardPlan:
        assert isinstance(self._middle, Board)
        return plan_board(self._middle, self._places.middle)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if isinstance(self._middle, Board) and self._peeked is None:
            cell = self._plan().cell_at(event.x, event.y)
            if cell is not None and (action := self._middle.rows[cell[0]][cell[1]].action):
                self.post_message(self.PlacePressed(action))
                return
        self.post_message(self.FeltPressed())


def _look(card: LaidCard) -> CardLook:
    return _LOOKS.get(card.mark, CardLook.PLAIN)


def _with_card(cards: Sequence[LaidCard], seat: Seat, card: Card) -> list[LaidCard]:
    others = [replace(laid, mark=Mark.NONE) for laid in cards if laid.seat != seat]
    return [*others, LaidCard(seat, card)]
