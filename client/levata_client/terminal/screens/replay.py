"""A finished match on the table where it was played, wound forwards and backwards."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.timer import Timer

from levata.cards import HandOrder
from levata_client.shown.places.replay import ReplayTimeline
from levata_client.shown.table.scene import Scene
from levata_client.shown.table.table_model import TableModel
from levata_client.shown.text.language import _
from levata_client.shown.text.words import STRONG, TITLE, Part, fill
from levata_client.terminal.screens.frame import bind
from levata_client.terminal.table.table_frame import TableFrame
from levata_client.terminal.widgets.bars import FooterBar, FooterKey
from levata_client.terminal.widgets.motion import MotionPace

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
SECONDS_PER_STEP: Final = 1.4


class ReplayScreen(TableFrame):
    """Plays a tape."""

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

    def __init__(self, tape: ReplayTimeline, order: HandOrder, pace: MotionPace) -> None:
        self.tape = tape
        self.index = 0
        """The moment that is shown."""
        self.seat = tape.first_person
        self.speed = 1.0
        self._timer: Timer | None = None
        super().__init__(self._model_now(), order=order, pace=pace)

    @property
    def is_going_on(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer is not None

    def _model_now(self) -> TableModel:
        model = self.tape.model(self.index, self.seat)
        return TableModel(
            game=model.game,
            options=model.options,
            view=model.view,
            players=model.players,
            notice=self._notice(),
            are_hints_allowed=False,
        )

    def _notice(self) -> tuple[Part, ...]:
        text = _("{replay} hand {deal} of {deals}, seen by {name}, speed {speed}")
        return fill(
            text,
            replay=Part(_("Replay:"), TITLE),
            deal=self.tape.frames[self.index].deal,
            deals=self.tape.deals,
            name=Part(self.tape.players[self.seat].name, STRONG),
            speed=f"{self.speed:g}",
        )

    def footer_keys(self, scene: Scene) -> tuple[FooterKey, ...]:
        if self.is_grid_open:
            return (FooterKey("s", _("Close"), "sheet"),)
        label = _("Stop") if self._timer is not None else _("Go on")
        return (
            FooterKey("Space", label, "run"),
            FooterKey("←→", _("Card"), "step(1)"),
            FooterKey("↑↓", _("Trick"), "trick(1)"),
            FooterKey("PgUp/PgDn", _("Hand"), "deal(1)"),
            FooterKey(f"1-{len(self.tape.players)}", _("Seat"), "seat"),
            FooterKey("+-", _("Speed"), "speed(1)"),
            FooterKey("s", _("Scores"), "sheet"),
            FooterKey("Esc", _("Close"), "close"),
        )

    # --- winding -------------------------------------------------------------------------------

    def _go(self, index: int, is_smooth: bool = False) -> None:
        """Show another moment; a smooth step tells and moves what happened."""
        index = min(max(index, 0), len(self.tape.frames) - 1)
        if index == self.index:
            self._stop()
            return
        self.index = index
        self.felt.skip()
        self.show(self._model_now(), self.tape.frames[index].events if is_smooth else ())

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.show(self._model_now())

    def _start(self) -> None:
        self._timer = self.set_interval(
            SECONDS_PER_STEP / self.speed, lambda: self._go(self.index + 1, is_smooth=True)
        )
        self.show(self._model_now())

    def on_key(self, event: events.Key) -> None:
        key = event.character
        if key is not None and key.isdecimal() and 0 < int(key) <= len(self.tape.players):
            event.stop()
            self.seat = int(key) - 1
            self.show(self._model_now())

    def action_seat(self) -> None:
        self.seat = (self.seat + 1) % len(self.tape.players)
        self.show(self._model_now())

    def action_run(self) -> None:
        if self._timer is not None:
            self._stop()
        else:
            self._start()

    def action_step(self, step: int) -> None:
        self._go(self.index + step, is_smooth=step > 0)

    def action_trick(self, step: int) -> None:
        self._go(self.tape.next_trick(self.index, step))

    def action_deal(self, step: int) -> None:
        self._go(self.tape.next_deal(self.index, step))

    def action_go(self, index: int) -> None:
        self._go(index if index >= 0 else len(self.tape.frames) - 1)

    def action_speed(self, step: int) -> None:
        place = min(max(SPEEDS.index(self.speed) + step, 0), len(SPEEDS) - 1)
        self.speed = SPEEDS[place]
        if self._timer is not None:
            self._timer.stop()
            self._start()
        else:
            self.show(self._model_now())

    def action_sheet(self) -> None:
        self.is_grid_open = not self.is_grid_open
        self.redraw()

    def action_close(self) -> None:
        if self.is_grid_open:
            self.action_sheet()
            return
        self._stop()
        self.dismiss()

    async def on_footer_bar_key_clicked(self, event: FooterBar.KeyClicked) -> None:
        event.stop()
        await self.run_action(event.action)
