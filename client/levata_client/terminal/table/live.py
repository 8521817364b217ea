"""The table of a session: what the user wants goes to the server, and its answers come back."""

from __future__ import annotations

import asyncio
from typing import Final

from levata.protocol.messages import Act, Arrange, Nudge, Say, Start, TakeBack
from levata_client.shown.table.hints import find_hint
from levata_client.shown.table.menu import TableAction, menu_request
from levata_client.shown.table.scene import Scene
from levata_client.shown.table.table_model import TableModel
from levata_client.shown.table.view_model import table_model
from levata_client.shown.text import messages
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, fill, tinted, words
from levata_client.state.model import ChatLine, GameChanged, Model, NoticeLine
from levata_client.terminal.services import (
    Bell,
    Leaving,
    MatchRecords,
    Menus,
    Requests,
    TableQuestions,
    TableSettings,
)
from levata_client.terminal.table import requests as wanted
from levata_client.terminal.table.table import TableScreen
from levata_client.terminal.widgets.bars import FooterKey

SAID_SECONDS: Final = 3.0
"""How long the status line says something that is not of the game."""


class LiveTable(TableScreen):
    """A table that is played or watched now."""

    def __init__(
        self,
        model: Model,
        shown: TableModel,
        *,
        menus: Menus,
        records: MatchRecords,
        requests: Requests,
        leaving: Leaving,
        questions: TableQuestions,
        settings: TableSettings,
        bell: Bell,
    ) -> None:
        super().__init__(shown, order=settings.hand_order, pace=settings.pace)
        self.session_model = model
        """What the client knows."""
        self._menus = menus
        self._records = records
        self._requests = requests
        self._leaving = leaving
        self._questions = questions
        self._settings = settings
        self._bell = bell

    # --- what the application tells ------------------------------------------------------------

    def take(self, change: GameChanged | None = None) -> None:
        """Show what the client knows; with a change, how it came about."""
        shown = table_model(self.session_model)
        if shown is None:
            return
        is_smooth = change is not None and not change.is_whole
        self.show(shown, change.events if change is not None and is_smooth else ())

    def hear(self, line: ChatLine | NoticeLine) -> None:
        """Add a line about the table to the log; what people say comes with the model."""
        if isinstance(line, NoticeLine) and self.is_ready:
            self.chat.add_event(words(messages.notice(line.code, line.facts)))
        self.take()

    def say(self, text: str, is_bad: bool = False) -> None:
        """Say something in the status line."""
        if is_bad:
            self.refuse(words(text))
        else:
            self.advice = said = words(text)
            self.redraw()
            self.set_timer(SAID_SECONDS, lambda: self._unsay(said))

    def _unsay(self, said: Words) -> None:
        if self.advice is said:
            self.advice = ()
            self.redraw()

    def retell(self) -> None:
        """Say everything again, after a setting has changed."""
        self.pace = self._settings.pace
        self.order = self._settings.hand_order
        super().retell()

    # --- what the user wants -------------------------------------------------------------------

    def on_act_requested(self, event: wanted.ActRequested) -> None:
        event.stop()
        self._requests.ask(Act, decision=event.decision or 0, action=event.action)

    def on_say_requested(self, event: wanted.SayRequested) -> None:
        event.stop()
        self._requests.ask(Say, text=event.text)

    def on_nudge_requested(self, event: wanted.NudgeRequested) -> None:
        event.stop()
        self._requests.ask(Nudge)

    def on_order_changed(self, event: wanted.OrderChanged) -> None:
        event.stop()
        self._settings.change_setting("hand_order", str(event.order))
        self._requests.ask(Arrange, order=str(event.order))

    def on_side_changed(self, event: wanted.SideChanged) -> None:
        event.stop()

    def on_turn_came(self, event: wanted.TurnCame) -> None:
        event.stop()
        self._bell.ring()

    def on_take_seat_requested(self, event: wanted.TakeSeatRequested) -> None:
        event.stop()
        self._requests.ask(TakeBack)

    def on_hint_requested(self, event: wanted.HintRequested) -> None:
        event.stop()
        self.run_worker(self._find_hint(), group="hint", exclusive=True)

    async def _find_hint(self) -> None:
        model = self.session_model
        decision = model.decision
        action = await asyncio.to_thread(find_hint, model)
        if model.decision != decision:
            return
        if action is None:
            self.say(_("No hint: too little of this hand was seen."), is_bad=True)
            return
        text = fill(_("A good player would choose {action}"), action=self._called(action))
        self.hint(action, text)

    def _called(self, action: str) -> Words:
        """Return what an action is called on the table."""
        choices = self.scene.choices.choices if self.scene.choices is not None else ()
        for choice in choices:
            if choice.action == action:
                return choice.label
        return tinted(messages.written_cards(action.removeprefix("play ")))

    def on_help_requested(self, event: wanted.HelpRequested) -> None:
        event.stop()
        self._menus.show_help()

    def on_rematch_requested(self, event: wanted.RematchRequested) -> None:
        event.stop()
        if self.session_model.is_owner:
            self._requests.ask(Start)
        else:
            self._requests.ask(Say, text=_("Another match?"))

    def on_export_requested(self, event: wanted.ExportRequested) -> None:
        event.stop()
        self._records.export_sheet(self.game_display, self.model.view, self.table)

    def on_leave_requested(self, event: wanted.LeaveRequested) -> None:
        event.stop()
        self._leaving.leave_table()

    def on_replay_requested(self, event: wanted.ReplayRequested) -> None:
        event.stop()
        self._records.watch_last()

    def on_menu_requested(self, event: wanted.MenuRequested) -> None:
        event.stop()
        self._menus.show_menu()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "replay":
            return self._records.has_record and super().check_action(action, parameters)
        return super().check_action(action, parameters)

    def footer_keys(self, scene: Scene) -> tuple[FooterKey, ...]:
        keys = super().footer_keys(scene)
        if self._records.has_record:
            return keys
        return tuple(key for key in keys if key.action != "replay")

    def choose(self, action: TableAction) -> None:
        """Do what was picked in the menu."""
        request = menu_request(action)
        if request is None:
            self._questions.ask_leave_table()
        else:
            self._requests.ask(request)
