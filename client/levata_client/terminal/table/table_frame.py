"""The table as it is drawn: a `TableModel` on the widgets, where `arrange` puts them.

A frame takes no keys. It is all that a replay needs; `TableScreen`
adds what a player does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Region
from textual.screen import Screen

from levata.cards import HandOrder
from levata.events import Event
from levata.game import Seat
from levata_client.shown.games import AnyGameDisplay, find_display
from levata_client.shown.table.moves import InputResult, PlayerInput
from levata_client.shown.table.scene import HeaderItem, Scene, TableInfo
from levata_client.shown.table.sheet import Sheet
from levata_client.shown.table.status import status_words
from levata_client.shown.table.table_model import TableModel
from levata_client.shown.text.language import _
from levata_client.shown.text.words import ALERT, TITLE, Words, words
from levata_client.terminal.drawing.arrange import SIDE_FROM, Arrangement, Side, arrange
from levata_client.terminal.drawing.motion import MotionPace
from levata_client.terminal.table.table_keys import footer_keys
from levata_client.terminal.widgets.bars import (
    FooterBar,
    FooterKey,
    HeaderBar,
    StatusLine,
    TooSmall,
)
from levata_client.terminal.widgets.chat import ChatPanel
from levata_client.terminal.widgets.choices import ChoicePanel, panel_rows
from levata_client.terminal.widgets.corners import LastTrickView, TrumpCard
from levata_client.terminal.widgets.end import EndView
from levata_client.terminal.widgets.hand import HandView
from levata_client.terminal.widgets.open_hands import OpenHandsView
from levata_client.terminal.widgets.painted import app_of, place
from levata_client.terminal.widgets.plate import SeatPlate
from levata_client.terminal.widgets.sheet import ScoreGrid, ScoreSheet
from levata_client.terminal.widgets.trick import Places, TrickArea

MOST_SEATS: Final = 6
BUBBLE_SHOWN: Final = 2.0
"""Seconds for which a plate shows what its player announced."""


class TableFrame(Screen[None]):
    """The table of one game, drawn."""

    AUTO_FOCUS = ""

    def __init__(
        self,
        model: TableModel,
        *,
        order: HandOrder = HandOrder.SUITS,
        pace: MotionPace = MotionPace.NORMAL,
        side: Side = Side.SPLIT,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.order = order
        self.pace = pace
        self.side = side
        self.now = now
        self.play = PlayerInput()
        self.is_typing = False
        self.is_peeking = False
        """Whether the last trick is shown in place of this one."""
        self.is_grid_open = False
        self.is_end_hidden = False
        """Whether the table is shown although the match is over."""
        self.end_cursor: int | None = None
        """The round marked on the chart at the end."""
        self.is_side_open = False
        """Whether the side panel covers the felt of a narrow terminal."""
        self.advice: Words = ()
        """The sentence of a hint."""
        self._model = model
        self._scene: Scene | None = None
        self._bubbles: dict[Seat, Words] = {}
        self._is_ready = False
        """Whether the widgets are there."""

    @property
    def model(self) -> TableModel:
        """What is shown."""
        return self._model

    @property
    def view(self) -> AnyGameDisplay:
        """The table view of the game."""
        return find_display(self._model.game)

    @property
    def table(self) -> TableInfo:
        """What is known of the table besides the view of the game."""
        return TableInfo(self._model.options, self._model.players, self._model.owner)

    @property
    def scene(self) -> Scene:
        """What the table shows of the game."""
        if self._scene is None:
            self._scene = self.view.scene(self._model.view, self.table, self.order)
        return self._scene

    @property
    def felt(self) -> TrickArea:
        """The felt."""
        return self.query_one("#felt", TrickArea)

    @property
    def chat(self) -> ChatPanel:
        """The chat."""
        return self.query_one("#chat", ChatPanel)

    @property
    def effective_pace(self) -> MotionPace:
        """How fast cards move, as the user and the terminal have it."""
        return MotionPace.NONE if app_of(self).animation_level == "none" else self.pace

    def compose(self) -> ComposeResult:
        yield TrickArea(now=self.now, id="felt")
        for number in range(MOST_SEATS):
            yield SeatPlate(id=f"plate-{number}")
        yield TrumpCard(id="trump")
        yield LastTrickView(id="last")
        yield StatusLine(id="status")
        yield HandView(id="hand")
        yield OpenHandsView(id="open-hands")
        yield ChoicePanel(id="panel")
        yield EndView(id="end")
        yield ScoreSheet(id="sheet")
        yield ChatPanel(id="chat")
        yield ScoreGrid(id="grid")
        yield HeaderBar(now=self.now, id="header")
        yield FooterBar(id="footer")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        self._is_ready = True
        self.show(self._model)

    def on_resize(self) -> None:
        self.redraw()

    def show(self, model: TableModel, happened: Sequence[Event] = ()) -> None:
        """Show a new model; ``happened`` are the events that led to it, for motion and log.

        Without events, as after a reconnection, everything stands at once as it is.
        """
        self._model, self._scene = model, None
        if not self._is_ready:
            return
        if happened:
            self.is_peeking = False
            self.advice = ()
            self._narrate(happened)
        if not self.scene.is_over:
            self.is_end_hidden = False
            self.end_cursor = None
        answer = self.play.see(self.scene, model.decision, self.now())
        self.redraw(happened)
        self.scene_changed(answer)

    def scene_changed(self, answer: InputResult | None) -> None:
        """Do what follows from a new scene; ``answer`` is what a marked card led to."""

    def retell(self) -> None:
        """Say everything again, after the language, the order or the pace has changed."""
        self.chat.retell()
        self.show(self._model)

    def _narrate(self, happened: Sequence[Event]) -> None:
        """Write the log and put announcements on the plates."""
        for event in happened:
            narration = self.view.narrate(event, self._model.view, self.table)
            if narration is None:
                continue
            if not narration.is_minor:
                self.chat.add_event(narration.text)
            if narration.seat is not None and narration.bubble:
                seat = narration.seat
                self._bubbles[seat] = narration.bubble
                self.set_timer(BUBBLE_SHOWN, lambda seat=seat: self._burst(seat))

    def _burst(self, seat: Seat) -> None:
        if self._bubbles.pop(seat, None) is not None:
            self.redraw()

    # --- drawing -------------------------------------------------------------------------------

    def redraw(self, happened: Sequence[Event] = ()) -> None:
        """Put everything where it belongs and let it show what it should."""
        if not self._is_ready:
            return
        self.felt.pace = self.effective_pace
        scene = self.play.shown() if self.play.pending is not None else self.scene
        sheet = self.view.sheet(self._model.view, self.table)
        arrangement = self._arrange(scene, sheet)
        places = Places.of(arrangement, scene.viewer, len(scene.plates))
        is_peeking = self.is_peeking and scene.last_trick is not None
        peeked = scene.last_trick.cards if is_peeking and scene.last_trick is not None else None
        self.felt.show(scene.middle, places, happened, peeked)
        self._draw_plates(scene, arrangement)
        self._draw_player(scene, arrangement)
        self._draw_frame(scene, sheet)
        self._place(arrangement, scene)

    def _draw_plates(self, scene: Scene, arrangement: Arrangement) -> None:
        seats = len(scene.plates)
        for step in range(seats):
            seat = (scene.viewer + step) % seats
            plate = self.query_one(f"#plate-{step}", SeatPlate)
            plate.show(seat, scene.plates[seat], self._bubbles.get(seat, ()))
        trump = self.query_one("#trump", TrumpCard)
        trump.show(scene.trump, scene.trump_label, arrangement.trump_card)
        self.query_one("#last", LastTrickView).show(scene.last_trick)

    def _draw_player(self, scene: Scene, arrangement: Arrangement) -> None:
        status = status_words(
            scene,
            self._model,
            refusal=self.play.refusal(self.now()),
            advice=self.advice,
            queued=self.play.queued,
            is_peeking=self.is_peeking,
        )
        self.query_one("#status", StatusLine).show(status, scene.is_turn)
        self.query_one("#too-small", TooSmall).show(status)
        queued = self.play.queued
        cards = [held.card for held in scene.hand.cards]
        self.query_one("#hand", HandView).show(
            scene.hand,
            arrangement,
            self.play.card_cursor(),
            cards.index(queued) if queued is not None and queued in cards else None,
            not self.play.has_digit_choices(),
        )
        hands, names = self._model.open_hands, [plate.name for plate in scene.plates]
        self.query_one("#open-hands", OpenHandsView).show(hands, names)
        panel = self.query_one("#panel", ChoicePanel)
        panel.show(scene.choices, self.play.choice_cursor(), self.play.refused_choice)

    def _draw_frame(self, scene: Scene, sheet: Sheet) -> None:
        model = self._model
        header = self.query_one("#header", HeaderBar)
        facts = scene.header
        if scene.is_over:
            summary = self.view.summary(model.view, self.table)
            if self.end_cursor is not None:
                self.end_cursor %= max(len(summary.rounds), 1)
            self.query_one("#end", EndView).show(summary, self.end_cursor)
            facts = (HeaderItem(words(summary.title, role=TITLE)),)
        if model.are_hands_open:
            mark = words(_("watchers see all cards"), role=ALERT)
            facts = (*facts, HeaderItem(mark, words(_("cards open"), role=ALERT), weight=6))
        header.show(facts, model.clock, model.connection, scene.is_turn)
        self.query_one("#sheet", ScoreSheet).show(sheet)
        self.query_one("#grid", ScoreGrid).show(sheet, self.view.title)
        self.chat.show(model.chat)
        self.query_one("#footer", FooterBar).show(self.footer_keys(scene))

    def footer_keys(self, scene: Scene) -> tuple[FooterKey, ...]:
        """Return the keys that the footer shows."""
        app = app_of(self)
        shown: dict[str, str] = {}
        for active in self.active_bindings.values():
            shown.setdefault(active.binding.action, _key_text(app.get_key_display(active.binding)))
        return footer_keys(scene, self._model, shown, self.is_grid_open, self.is_typing)

    def keys_shown(self) -> Sequence[FooterKey]:
        """Return the keys that do something now, for the help."""
        return self.footer_keys(self.scene)

    def _arrange(self, scene: Scene, sheet: Sheet) -> Arrangement:
        size = app_of(self).size
        side = self.side
        if size.width < SIDE_FROM and not self.is_side_open:
            side = Side.OFF
        if self.is_typing and side in (Side.SHEET, Side.OFF):
            side = Side.CHAT
        return arrange(
            size.width,
            size.height,
            len(scene.plates),
            mode=scene.mode,
            side=side,
            hand=max(8, len(scene.hand.cards)),
            # One row more explains what the cursor stands on.
            panel_rows=panel_rows(scene.choices) + 1 if scene.choices is not None else 0,
            sheet_rows=len(sheet.rows) + 2,
            counter_clockwise=scene.counter_clockwise,
        )

    def _place(self, arrangement: Arrangement, scene: Scene) -> None:
        """Give every widget its region; those without one are hidden."""
        regions = dict(arrangement.regions)
        width, height = arrangement.width, arrangement.height
        whole = Region(0, 1, width, max(height - 2, 1))
        if scene.is_over and not self.is_end_hidden and not self.felt.is_moving:
            side = regions.get("side")
            if self.is_typing and side is not None:
                regions["end"] = Region(0, 1, width - side.width, whole.height)
            else:
                regions["end"] = whole
                regions.pop("sheet", None)
                regions.pop("chat", None)
        if self._model.open_hands is not None:
            regions["open-hands"] = regions.pop("hand")
        if self.is_grid_open:
            regions["grid"] = whole
        if arrangement.is_too_small:
            regions = {"too-small": Region(0, 0, width, height)}
        if scene.choices is None:
            regions.pop("panel", None)
        for widget in self.children:
            place(widget, regions.get(widget.id or ""))


def _key_text(text: str) -> str:
    """Return a key as the footer writes it: ``F10``, ``Esc``, ``l``.

    >>> _key_text("f10"), _key_text("esc"), _key_text("l")
    ('F10', 'Esc', 'l')
    """
    return text if len(text) == 1 else text.capitalize()
