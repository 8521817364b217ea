"""The table at which somebody plays: keys and clicks become what the user wants.

It knows no network. What should happen it posts as the messages of
`levata_client.terminal.table.requests`; what has happened it is told with `TableScreen.show`, what
was refused with `TableScreen.refuse`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.timer import Timer

from levata.cards import HandOrder
from levata_client.shown.table.moves import (
    REFUSAL_SHOWN,
    InputResult,
    QueueDropped,
    Refused,
    SendAction,
)
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, card_words, fill
from levata_client.terminal.drawing.motion import MotionPace
from levata_client.terminal.table import requests
from levata_client.terminal.table.table_frame import TableFrame
from levata_client.terminal.table.table_keys import TABLE_BINDINGS
from levata_client.terminal.widgets.bars import FooterBar, StatusLine
from levata_client.terminal.widgets.chat import ChatPanel
from levata_client.terminal.widgets.choices import ChoicePanel
from levata_client.terminal.widgets.corners import LastTrickView
from levata_client.terminal.widgets.hand import HandView
from levata_client.terminal.widgets.painted import app_of
from levata_client.terminal.widgets.plate import SeatPlate
from levata_client.terminal.widgets.trick import TrickArea

PAGE_ROWS: Final = 8
"""Rows by which a page key scrolls the score sheet."""
_ORDERS: Final = tuple(HandOrder)


class TableScreen(TableFrame):
    """The table of one game, for somebody who plays or watches."""

    BINDINGS: ClassVar[list[BindingType]] = TABLE_BINDINGS

    _was_turn = False
    _refusal_end: Timer | None = None

    # --- what the application tells ------------------------------------------------------------

    def scene_changed(self, answer: InputResult | None) -> None:
        is_turn = self.scene.is_turn
        if is_turn and not self._was_turn:
            self.post_message(requests.TurnCame())
        self._was_turn = is_turn
        self._follow(answer)

    def refuse(self, reason: Words) -> None:
        """Take back what the user did last, because the server refused it, and say why."""
        self.player_input.refuse(reason, self.now())
        self._refused(None)

    def hint(self, action: str, reason: Words) -> None:
        """Show the answer to a hint: what to do, and one sentence why."""
        self.advice = reason
        cards = self.scene.hand.cards
        choices = self.scene.choices.choices if self.scene.choices is not None else ()
        actions = [held.action for held in cards] + [choice.action for choice in choices]
        if action in actions:
            self.player_input.cursor = actions.index(action)
        self.redraw()

    # --- keys ----------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if self.panels.is_typing:
            return
        self.felt.skip()
        key = event.character
        if key is None or not event.is_printable or self.panels.is_grid_open:
            return
        if self.player_input.means(key) or key.isdecimal():
            event.stop()
            event.prevent_default()
            self._follow(self.player_input.press_key(key, self.now()))

    def on_click(self) -> None:
        self.felt.skip()

    def action_previous(self) -> None:
        self._move(-1)

    def action_next(self) -> None:
        self._move(1)

    def action_up(self) -> None:
        self._scroll_or_move(-1)

    def action_down(self) -> None:
        self._scroll_or_move(1)

    def action_sheet_up(self) -> None:
        self.widgets.grid.scroll_rows(-PAGE_ROWS)

    def action_sheet_down(self) -> None:
        self.widgets.grid.scroll_rows(PAGE_ROWS)

    def _scroll_or_move(self, step: int) -> None:
        if self.panels.is_grid_open:
            self.widgets.grid.scroll_rows(step)
        else:
            self._move(step)

    def _move(self, step: int) -> None:
        if self.scene.is_over:
            self.panels.move_end_cursor(step)
        else:
            self.player_input.move(step)
        self.redraw()

    def action_act(self) -> None:
        if self.model.can_take_seat:
            self.post_message(requests.TakeSeatRequested())
            return
        self._follow(self.player_input.press_cursor(self.now()))

    def action_skip(self) -> None:
        self.felt.skip()

    def action_last_trick(self) -> None:
        self.panels.peek(self.scene.last_trick is not None)
        self.redraw()

    def action_sheet(self) -> None:
        self.panels.toggle_grid()
        self.redraw()

    def action_talk(self) -> None:
        self.panels.start_typing()
        self.redraw()
        self.chat.input.focus()

    def action_leave_chat(self) -> None:
        self.panels.stop_typing()
        self.set_focus(None)
        self.redraw()

    def action_send(self) -> None:
        self.chat.send()

    def action_hint(self) -> None:
        if self.model.are_hints_allowed and self.scene.is_turn:
            self.post_message(requests.HintRequested())

    def action_order(self) -> None:
        self.order = _ORDERS[(_ORDERS.index(self.order) + 1) % len(_ORDERS)]
        self.show(self.model)
        self.post_message(requests.OrderChanged(self.order))

    def action_side(self) -> None:
        if self.scene.is_over:
            self.panels.toggle_end()
            self.redraw()
            return
        self.panels.change_side(app_of(self).size.width)
        self.redraw()
        self.post_message(requests.SideChanged(self.panels.side))

    def action_nudge(self) -> None:
        turn = self.model.view.turn
        if not self.scene.is_turn and turn >= 0:
            self.post_message(requests.NudgeRequested(turn))

    def action_help(self) -> None:
        self.post_message(requests.HelpRequested())

    def action_menu(self) -> None:
        self.post_message(requests.MenuRequested())

    def action_back(self) -> None:
        """Close what is open, one thing after the other; with nothing open, ask for the menu."""
        if self.panels.close_one():
            pass
        elif self.player_input.queued is not None:
            self.player_input.queued = None
        elif self.player_input.cursor is not None:
            self.player_input.cursor = None
        elif self.scene.is_over:
            self.post_message(requests.LeaveRequested())
            return
        else:
            self.post_message(requests.MenuRequested())
            return
        self.redraw()

    def action_rematch(self) -> None:
        self.post_message(requests.RematchRequested())

    def action_replay(self) -> None:
        self.post_message(requests.ReplayRequested())

    def action_export(self) -> None:
        self.post_message(requests.ExportRequested())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("rematch", "replay"):
            return self.scene.is_over
        if action == "export":
            return self.scene.is_over or self.panels.is_grid_open
        return True

    # --- clicks --------------------------------------------------------------------------------

    def on_hand_view_card_pressed(self, event: HandView.CardPressed) -> None:
        self.felt.skip()
        self._follow(self.player_input.press_card(event.index, self.now()))

    def on_choice_panel_choice_pressed(self, event: ChoicePanel.ChoicePressed) -> None:
        self._follow(self.player_input.press_choice(event.index, self.now()))

    def on_trick_area_place_pressed(self, event: TrickArea.PlacePressed) -> None:
        self._follow(self.player_input.press_action(event.action, self.now()))

    def on_trick_area_felt_pressed(self) -> None:
        self.felt.skip()
        if self.panels.close_peek():
            self.redraw()

    def on_trick_area_motion_ended(self) -> None:
        if self.scene.is_over:
            self.redraw()

    def on_last_trick_view_last_trick_pressed(self, event: LastTrickView.LastTrickPressed) -> None:
        self.action_last_trick()

    def on_seat_plate_seat_pressed(self, event: SeatPlate.SeatPressed) -> None:
        self.felt.skip()

    def on_status_line_status_pressed(self, event: StatusLine.StatusPressed) -> None:
        if self.model.can_take_seat:
            self.post_message(requests.TakeSeatRequested())

    async def on_footer_bar_key_clicked(self, event: FooterBar.KeyClicked) -> None:
        await self.run_action(event.action)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if event.widget is self.chat.input and self.panels.start_typing():
            self.redraw()

    def on_chat_panel_text_said(self, event: ChatPanel.TextSaid) -> None:
        self.post_message(requests.SayRequested(event.text))

    def on_chat_panel_chat_left(self, event: ChatPanel.ChatLeft) -> None:
        self.action_leave_chat()

    # --- answers -------------------------------------------------------------------------------

    def _follow(self, answer: InputResult | None) -> None:
        """Draw and post what an input or a marked card led to."""
        if answer is None:
            return
        if isinstance(answer, SendAction):
            self.advice = ()
            self.post_message(requests.ActRequested(answer.action, answer.decision))
        elif isinstance(answer, Refused):
            self._refused(answer.card)
            return
        elif isinstance(answer, QueueDropped):
            text = _("{card} could not be played: choose another card")
            self.chat.add_event(fill(text, card=card_words(answer.card)))
        self.redraw()

    def _refused(self, card: int | None) -> None:
        if card is not None and self.effective_pace is not MotionPace.NONE:
            self.widgets.hand.shake(card)
        if self._refusal_end is not None:
            self._refusal_end.stop()
        # A little later than the refusal ends, so that it is over when we look again.
        self._refusal_end = self.set_timer(REFUSAL_SHOWN + 0.05, self.redraw)
        self.redraw()
