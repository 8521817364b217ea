"""The rows that are always there: header, status line, footer; and what is shown instead of a
table in a terminal too small for one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from textual import events
from textual.message import Message

from levata_client.cells import pad, spread, width_of
from levata_client.shown.table.scene import HeaderItem
from levata_client.shown.table.table_model import Connection, ConnectionState, ShownClock
from levata_client.shown.text.glyphs import EMPTY_PIP, FILLED_PIP, SLOW_LINK, TURN_MARK
from levata_client.shown.text.language import _
from levata_client.shown.text.words import (
    ACCENT,
    ALERT,
    BAD,
    GOOD,
    MUTED,
    STRONG,
    TITLE,
    Part,
    Words,
    fill,
    join,
    words,
)
from levata_client.terminal.drawing.arrange import MIN_HEIGHT, MIN_WIDTH
from levata_client.terminal.widgets.painted import Painted, app_of

TICK: Final = 0.25
"""Seconds between looks at the clock."""
HURRY_AT: Final = 10
"""Seconds left from which the clock is an alarm."""


def clock_text(seconds: float) -> str:
    """Return a time left, minutes and seconds, the begun second counted.

    >>> clock_text(61.2), clock_text(0)
    ('1:02', '0:00')
    """
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"


class HeaderBar(Painted):
    """What is being played, the time left and the connection."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic, id: str | None = None) -> None:
        super().__init__(id=id)
        self._now = now
        self._items: tuple[HeaderItem, ...] = ()
        self._clock: ShownClock | None = None
        self._connection: Connection | None = None
        self._is_turn = False
        self._shown_clock: Words = ()

    def show(
        self,
        items: tuple[HeaderItem, ...],
        clock: ShownClock | None = None,
        connection: Connection | None = None,
        is_turn: bool = False,
    ) -> None:
        """Show the facts of the game; ``is_turn`` is whether the clock is the viewer's."""
        self._items, self._clock, self._connection = items, clock, connection
        self._is_turn = is_turn
        self.refresh()

    def on_mount(self) -> None:
        self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        if self._clock is not None and self._clock_words() != self._shown_clock:
            self.refresh()

    def _clock_words(self) -> Words:
        if self._clock is None:
            return ()
        left = self._clock.deadline - self._now()
        if left >= 0 or not self._clock.reserve:
            is_late = left <= HURRY_AT
            role = ALERT if is_late and self._is_turn else TITLE if self._is_turn else MUTED
            return words(Part(clock_text(left), role))
        # The time of the decision is used up: the reserve of the match runs.
        return words(Part(f"+{clock_text(self._clock.reserve + left)}", ALERT))

    def _connection_words(self, width: int) -> Words:
        connection = self._connection
        if connection is None:
            return ()
        dot, role = {
            ConnectionState.OK: (FILLED_PIP, GOOD),
            ConnectionState.SLOW: (SLOW_LINK, ACCENT),
            ConnectionState.LOST: (EMPTY_PIP, BAD),
        }[connection.state]
        mark = Part(dot, role)
        if connection.milliseconds is None or (
            width < 100 and connection.state is not ConnectionState.SLOW
        ):
            return (mark,)
        return words(mark, Part(f" {connection.milliseconds} ms", MUTED))

    def paint(self, width: int, height: int) -> Sequence[Words]:
        self._shown_clock = self._clock_words()
        ends = [text for text in (self._shown_clock, self._connection_words(width)) if text]
        right = words(join("  ", ends), " ")
        room = width - width_of(right) - 3
        return [spread(words(" ", fit_header(self._items, room)), right, width)]


def fit_header(items: Sequence[HeaderItem], width: int) -> Words:
    """Return the facts that fit: those of little weight get shorter first, then they go."""
    texts = [item.text for item in items]
    order = sorted(range(len(items)), key=lambda index: (items[index].weight, index))
    steps = [(index, items[index].short) for index in order if items[index].short]
    steps.extend((index, ()) for index in order)
    for index, shorter in steps:
        if width_of(_joined(texts)) <= width:
            break
        texts[index] = shorter
    return _joined(texts)


def _joined(texts: Sequence[Words]) -> Words:
    title, *facts = texts
    row = join(Part("  ·  ", MUTED), [fact for fact in facts if fact])
    return words(title, "  " if title and row else "", row)


class StatusLine(Painted):
    """The instruction: whose turn it is, what may be done, why not."""

    class StatusPressed(Message):
        """The status line was clicked."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text: Words = ()
        self._is_turn = False

    @property
    def text(self) -> Words:
        """What it says now."""
        return self._text

    def show(self, text: Words, is_turn: bool = False) -> None:
        """Say something; ``is_turn`` is whether the viewer must act."""
        self._text, self._is_turn = text, is_turn
        self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        mark = f" {TURN_MARK} " if self._is_turn else "   "
        if width < width_of(self._text) + 3:
            mark = mark.strip() + " " if self._is_turn else " "
        return [pad(words(Part(mark, TITLE), self._text), width)]

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.StatusPressed())


class FooterKey(NamedTuple):
    """A key that does something now."""

    key: str
    """As it is shown."""
    label: str
    action: str
    """What a click on it does."""


class FooterBar(Painted):
    """The keys that do something now; clicking one does the same."""

    class KeyClicked(Message):
        """A key of the footer was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._keys: tuple[FooterKey, ...] = ()

    @property
    def keys(self) -> tuple[FooterKey, ...]:
        """The keys shown."""
        return self._keys

    def show(self, keys: Sequence[FooterKey]) -> None:
        """Show keys, the most useful first; those without room are left out."""
        self._keys = tuple(keys)
        self.refresh()

    def _cells(self) -> list[tuple[Words, int, FooterKey]]:
        """Return text, column and key of everything that fits."""
        cells: list[tuple[Words, int, FooterKey]] = []
        x = 1
        gap = 2 if self._full_width(2) <= self.size.width else 1
        for key in self._keys:
            text = words(Part(key.key, TITLE), " ", key.label)
            if x + width_of(text) > self.size.width:
                break
            cells.append((text, x, key))
            x += width_of(text) + gap
        return cells

    def _full_width(self, gap: int) -> int:
        return sum(width_of(words(key.key, " ", key.label)) + gap for key in self._keys)

    def paint(self, width: int, height: int) -> Sequence[Words]:
        row: Words = ()
        for text, x, _key in self._cells():
            row = words(row, " " * (x - width_of(row)), text)
        return [pad(row, width)]

    def on_click(self, event: events.Click) -> None:
        event.stop()
        for text, x, key in self._cells():
            if x <= event.x < x + width_of(text):
                self.post_message(self.KeyClicked(key.action))


class TooSmall(Painted):
    """Says what is missing when the terminal is too small, and whose turn it is."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._status: Words = ()

    def show(self, status: Words) -> None:
        """Show the status line of the table below the sizes."""
        self._status = status
        self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        size = app_of(self).size
        lines = (
            words(Part(_("This window is too small"), STRONG)),
            fill(
                _("{width}x{height} now, {need} needed, {best} is good"),
                MUTED,
                width=size.width,
                height=size.height,
                need=f"{MIN_WIDTH}x{MIN_HEIGHT}",
                best="80x24",
            ),
            (),
            self._status,
        )
        above = max(0, (height - len(lines)) // 2)
        return [()] * above + [pad(line, width, "center") for line in lines]
