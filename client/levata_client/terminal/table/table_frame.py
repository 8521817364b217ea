"""The table as it is drawn: a `TableModel` on the widgets, where `arrange` puts them.

A frame takes no keys. It is all that a replay needs; `TableScreen` adds what a player does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.screen import Screen

from levata.cards import HandOrder
from levata.events import Event
from levata.game import Seat
from levata_client.shown.games import AnyGameDisplay, find_display
from levata_client.shown.table.moves import InputResult, PlayerInput
from levata_client.shown.table.scene import HeaderItem, Scene, TableInfo, choice_keys
from levata_client.shown.table.sheet import Sheet
from levata_client.shown.table.status import status_words
from levata_client.shown.table.table_model import TAKE_SEAT, TableModel
from levata_client.shown.text.language import _
from levata_client.shown.text.words import ALERT, TITLE, Words, with_keys, words
from levata_client.terminal.drawing.arrange import Arrangement, Side, arrange
from levata_client.terminal.drawing.motion import MotionPace
from levata_client.terminal.table.panels import Panels
from levata_client.terminal.table.table_keys import footer_keys
from levata_client.terminal.table.table_widgets import TableWidgets
from levata_client.terminal.widgets.bars import FooterKey
from levata_client.terminal.widgets.chat import ChatPanel
from levata_client.terminal.widgets.choices import panel_rows
from levata_client.terminal.widgets.hand import CARD_KEYS
from levata_client.terminal.widgets.painted import app_of
from levata_client.terminal.widgets.trick import Places, TrickArea

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
        self.now = now
        self.panels = Panels(side)
        self.player_input = PlayerInput(CARD_KEYS)
        self.advice: Words = ()
        """What the status line says in place of the instruction: a hint, or something said."""
        self.widgets = TableWidgets(now)
        self._model = model
        self._scene: Scene | None = None
        self._bubbles: dict[Seat, Words] = {}
        """What each player announced a moment ago."""
        self._has_widgets = False

    @property
    def model(self) -> TableModel:
        """What is shown."""
        return self._model

    @property
    def game_display(self) -> AnyGameDisplay:
        """What is shown of the game."""
        return find_display(self._model.game)

    @property
    def table(self) -> TableInfo:
        """What is known of the table besides the view of the game."""
        return TableInfo(self._model.options, self._model.players, self._model.owner)

    @property
    def scene(self) -> Scene:
        """What the table shows of the game."""
        if self._scene is None:
            self._scene = self.game_display.scene(self._model.view, self.table, self.order)
        return self._scene

    @property
    def felt(self) -> TrickArea:
        """The felt."""
        return self.widgets.felt

    @property
    def chat(self) -> ChatPanel:
        """The chat."""
        return self.widgets.chat

    @property
    def is_ready(self) -> bool:
        """Whether there is something to draw on: not before the screen came, nor as it goes."""
        return self._has_widgets and self.display

    @property
    def effective_pace(self) -> MotionPace:
        """How fast cards move, as the user and the terminal have it."""
        return MotionPace.NONE if app_of(self).animation_level == "none" else self.pace

    def compose(self) -> ComposeResult:
        yield from self.widgets

    def on_mount(self) -> None:
        self._has_widgets = True
        self.show(self._model)

    def on_resize(self) -> None:
        self.redraw()

    def show(self, model: TableModel, happened: Sequence[Event] = ()) -> None:
        """Show a new model; ``happened`` are the events that led to it, for motion and log.

        Without events, as after a reconnection, everything stands at once as it is.
        """
        self._model, self._scene = model, None
        if not self.is_ready:
            return
        if happened:
            self.panels.close_peek()
            self.advice = ()
            self._narrate(happened)
        if not self.scene.is_over:
            self.panels.match_goes_on()
        answer = self.player_input.see(self.scene, model.decision, self.now())
        self.redraw(happened)
        self.scene_changed(answer)

    def scene_changed(self, answer: InputResult | None) -> None:
        """Do what follows from a new scene; ``answer`` is what a marked card led to."""

    def retell(self) -> None:
        """Say everything again, after the language, the order or the pace has changed."""
        if self.is_ready:
            self.chat.retell()
        self.show(self._model)

    def _narrate(self, happened: Sequence[Event]) -> None:
        """Write the log and put announcements on the plates."""
        for event in happened:
            narration = self.game_display.narrate(event, self._model.view, self.table)
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
        if not self.is_ready:
            return
        self.felt.pace = self.effective_pace
        scene = self.player_input.shown() if self.player_input.pending is not None else self.scene
        sheet = self.game_display.sheet(self._model.view, self.table)
        arrangement = self._arrange(scene, sheet)
        places = Places.of(arrangement, scene.viewer, len(scene.plates))
        peeked = None
        if self.panels.is_peeking and scene.last_trick is not None:
            peeked = scene.last_trick.cards
        self.felt.show(scene.middle, places, happened, peeked)
        self._draw_plates(scene, arrangement)
        self._draw_player(scene, arrangement)
        self._draw_frame(scene, sheet)
        self.widgets.place(
            self.panels.regions(
                arrangement,
                is_end_shown=scene.is_over and not self.felt.is_moving,
                has_choices=scene.choices is not None,
                has_open_hands=self._model.open_hands is not None,
            )
        )

    def _draw_plates(self, scene: Scene, arrangement: Arrangement) -> None:
        widgets, seats = self.widgets, len(scene.plates)
        for step in range(seats):
            seat = (scene.viewer + step) % seats
            widgets.plates[step].show(seat, scene.plates[seat], self._bubbles.get(seat, ()))
        widgets.trump.show(scene.trump, scene.trump_label, arrangement.trump_card)
        widgets.last_trick.show(scene.last_trick)

    def _draw_player(self, scene: Scene, arrangement: Arrangement) -> None:
        widgets, player_input = self.widgets, self.player_input
        queued = player_input.queued
        status = status_words(
            scene,
            self._model,
            refusal=player_input.refusal(self.now()),
            advice=self.advice,
            queued=queued,
            is_peeking=self.panels.is_peeking,
        )
        status = with_keys(status, {**choice_keys(scene), TAKE_SEAT: "Enter"})
        widgets.status.show(status, scene.is_turn)
        widgets.too_small.show(status)
        cards = [held.card for held in scene.hand.cards]
        widgets.hand.show(
            scene.hand,
            arrangement,
            player_input.card_cursor(),
            cards.index(queued) if queued is not None and queued in cards else None,
            not player_input.has_digit_choices(),
        )
        names = [plate.name for plate in scene.plates]
        widgets.open_hands.show(self._model.open_hands, names)
        cursor, refused = player_input.choice_cursor(), player_input.refused_choice
        widgets.choices.show(scene.choices, cursor, refused)

    def _draw_frame(self, scene: Scene, sheet: Sheet) -> None:
        model, widgets = self._model, self.widgets
        facts = scene.header
        if scene.is_over:
            summary = self.game_display.summary(model.view, self.table)
            widgets.end.show(summary, self.panels.marked_round(len(summary.rounds)))
            facts = (HeaderItem(words(summary.title, role=TITLE)),)
        if model.are_hands_open:
            mark = words(_("watchers see all cards"), role=ALERT)
            facts = (*facts, HeaderItem(mark, words(_("cards open"), role=ALERT), weight=6))
        widgets.header.show(facts, model.clock, model.connection, scene.is_turn)
        widgets.sheet.show(sheet)
        widgets.grid.show(sheet, self.game_display.title)
        widgets.chat.show(model.chat)
        widgets.footer.show(self.footer_keys(scene))

    def footer_keys(self, scene: Scene) -> tuple[FooterKey, ...]:
        """Return the keys that the footer shows."""
        app = app_of(self)
        shown: dict[str, str] = {}
        for active in self.active_bindings.values():
            shown.setdefault(active.binding.action, _key_text(app.get_key_display(active.binding)))
        return footer_keys(scene, self._model, shown, self.panels)

    def keys_shown(self) -> Sequence[FooterKey]:
        """Return the keys that do something now, for the help."""
        return self.footer_keys(self.scene)

    def _arrange(self, scene: Scene, sheet: Sheet) -> Arrangement:
        size = app_of(self).size
        return arrange(
            size.width,
            size.height,
            len(scene.plates),
            mode=scene.mode,
            side=self.panels.side_shown(size.width),
            hand=max(8, len(scene.hand.cards)),
            # One row more explains what the cursor stands on.
            panel_rows=panel_rows(scene.choices) + 1 if scene.choices is not None else 0,
            sheet_rows=len(sheet.rows) + 2,
            counter_clockwise=scene.counter_clockwise,
        )


def _key_text(text: str) -> str:
    """Return a key as the footer writes it: ``F10``, ``Esc``, ``l``.

    >>> _key_text("f10"), _key_text("esc"), _key_text("l")
    ('F10', 'Esc', 'l')
    """
    return text if len(text) == 1 else text.capitalize()
