"""A finished match on the table where it was played, wound forwards and backwards."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.timer import Timer

from levata.cards import HandOrder
from levata_client.shown.places.replay import ReplayPosition, ReplayTimeline
from levata_client.shown.table.scene import Scene
from levata_client.shown.text.language import _
from levata_client.terminal.drawing.motion import MotionPace
from levata_client.terminal.screens.frame import bind
from levata_client.terminal.table.table_frame import TableFrame
from levata_client.terminal.widgets.bars import FooterBar, FooterKey

SECONDS_PER_STEP: Final = 1.4
"""How long a moment is shown at the usual speed."""


class ReplayScreen(TableFrame):
    """Plays a match again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("space", "run"),
        bind("right", "step(1)"),
        bind("left", "step(-1)"),
        bind("down", "trick(1)"),
        bind("up", "trick(-1)"),
        bind("pagedown", "deal(1)"),
        bind("pageup", "deal(-1)"),
        bind("home", "go(0)"),
        bind("end", "go(-1)"),
        bind("plus,equals_sign", "speed(1)"),
        bind("minus", "speed(-1)"),
        bind("s", "sheet"),
        bind("escape,q", "close"),
    ]

    def __init__(self, timeline: ReplayTimeline, order: HandOrder, pace: MotionPace) -> None:
        self.position = ReplayPosition(timeline)
        self._timer: Timer | None = None
        super().__init__(self.position.model(), order=order, pace=pace)

    @property
    def is_going_on(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer is not None

    @property
    def _seats(self) -> int:
        return len(self.position.timeline.players)

    def footer_keys(self, scene: Scene) -> tuple[FooterKey, ...]:
        if self.panels.is_grid_open:
            return (FooterKey("s", _("Close"), "sheet"),)
        label = _("Stop") if self._timer is not None else _("Go on")
        return (
            FooterKey("Space", label, "run"),
            FooterKey("←→", _("Card"), "step(1)"),
            FooterKey("↑↓", _("Trick"), "trick(1)"),
            FooterKey("PgUp/PgDn", _("Hand"), "deal(1)"),
            FooterKey(f"1-{self._seats}", _("Seat"), "seat"),
            FooterKey("+-", _("Speed"), "speed(1)"),
            FooterKey("s", _("Scores"), "sheet"),
            FooterKey("Esc", _("Close"), "close"),
        )

    # --- winding -------------------------------------------------------------------------------

    def _go(self, index: int, is_smooth: bool = False) -> None:
        """Show another moment; a smooth step tells and moves what happened."""
        if not self.position.go(index):
            self._stop()
            return
        self.felt.skip()
        self.show(self.position.model(), self.position.moment.events if is_smooth else ())

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.show(self.position.model())

    def _start(self) -> None:
        self._timer = self.set_interval(
            SECONDS_PER_STEP / self.position.speed, lambda: self.action_step(1)
        )
        self.show(self.position.model())

    def on_key(self, event: events.Key) -> None:
        key = event.character
        if key is not None and key.isdecimal() and 0 < int(key) <= self._seats:
            event.stop()
            self.position.seat = int(key) - 1
            self.show(self.position.model())

    def action_seat(self) -> None:
        self.position.change_seat()
        self.show(self.position.model())

    def action_run(self) -> None:
        if self._timer is not None:
            self._stop()
        else:
            self._start()

    def action_step(self, step: int) -> None:
        self._go(self.position.index + step, is_smooth=step > 0)

    def action_trick(self, step: int) -> None:
        self._go(self.position.timeline.next_trick(self.position.index, step))

    def action_deal(self, step: int) -> None:
        self._go(self.position.timeline.next_deal(self.position.index, step))

    def action_go(self, index: int) -> None:
        self._go(index if index >= 0 else self.position.last)

    def action_speed(self, step: int) -> None:
        self.position.change_speed(step)
        if self._timer is not None:
            self._timer.stop()
            self._start()
        else:
            self.show(self.position.model())

    def action_sheet(self) -> None:
        self.panels.toggle_grid()
        self.redraw()

    def action_close(self) -> None:
        if self.panels.is_grid_open:
            self.action_sheet()
            return
        self._stop()
        self.dismiss()

    async def on_footer_bar_key_clicked(self, event: FooterBar.KeyClicked) -> None:
        event.stop()
        await self.run_action(event.action)
