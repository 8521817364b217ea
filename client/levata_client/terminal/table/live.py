"""The table of a session: what the user wants goes to the server, and its answers come back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, cast

from levata.protocol.messages import Act, Arrange, Lend, Nudge, Request, Say, Start, TakeBack, Vote
from levata_client.shown.table.hints import find_hint
from levata_client.shown.table.scene import Scene
from levata_client.shown.table.view_model import can_take_seat, table_model
from levata_client.shown.text import messages
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, fill, tinted, words
from levata_client.state.model import ChatLine, GameChanged, Model, NoticeLine
from levata_client.terminal.table import requests
from levata_client.terminal.table.table import TableScreen
from levata_client.terminal.widgets.bars import FooterKey

if TYPE_CHECKING:
    from levata_client.terminal.app import LevataApp

P = ParamSpec("P")
SAID_SECONDS: Final = 3.0
"""How long the status line says something that is not of the game."""


class LiveTable(TableScreen):
    """A table that is played or watched now."""

    @property
    def levata(self) -> LevataApp:
        """The application."""
        return cast("LevataApp", self.app)  # pyright: ignore[reportUnknownMemberType] - left open

    @property
    def session_model(self) -> Model:
        """What the client knows."""
        model = self.levata.model
        assert model is not None, "a table without a session"
        return model

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
        if isinstance(line, NoticeLine):
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

    # --- what the user wants -------------------------------------------------------------------

    def _ask(
        self, kind: Callable[Concatenate[int, P], Request], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        self.levata.ask(kind, *args, **kwargs)

    def on_act_requested(self, event: requests.ActRequested) -> None:
        event.stop()
        self._ask(Act, decision=event.decision or 0, action=event.action)

    def on_say_requested(self, event: requests.SayRequested) -> None:
        event.stop()
        self._ask(Say, text=event.text)

    def on_nudge_requested(self, event: requests.NudgeRequested) -> None:
        event.stop()
        self._ask(Nudge)

    def on_order_changed(self, event: requests.OrderChanged) -> None:
        event.stop()
        self.levata.change_setting("hand_order", str(event.order))
        self._ask(Arrange, order=str(event.order))

    def on_side_changed(self, event: requests.SideChanged) -> None:
        event.stop()

    def on_turn_came(self, event: requests.TurnCame) -> None:
        event.stop()
        self.levata.ring()

    def on_take_seat_requested(self, event: requests.TakeSeatRequested) -> None:
        event.stop()
        self._ask(TakeBack)

    def on_hint_requested(self, event: requests.HintRequested) -> None:
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
        return tinted(messages.action_text(action.removeprefix("play ")))

    def on_help_requested(self, event: requests.HelpRequested) -> None:
        event.stop()
        self.levata.show_help()

    def on_rematch_requested(self, event: requests.RematchRequested) -> None:
        event.stop()
        if self.session_model.is_owner:
            self._ask(Start)
        else:
            self._ask(Say, text=_("Another match?"))

    def on_export_requested(self, event: requests.ExportRequested) -> None:
        event.stop()
        self.levata.export(self)

    def on_leave_requested(self, event: requests.LeaveRequested) -> None:
        event.stop()
        self.levata.leave_table()

    def on_replay_requested(self, event: requests.ReplayRequested) -> None:
        event.stop()
        self.levata.watch_last()

    def on_menu_requested(self, event: requests.MenuRequested) -> None:
        event.stop()
        self.levata.show_menu()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "replay":
            return self.levata.has_record and super().check_action(action, parameters)
        return super().check_action(action, parameters)

    def footer_keys(self, scene: Scene) -> tuple[FooterKey, ...]:
        keys = super().footer_keys(scene)
        if self.levata.has_record:
            return keys
        return tuple(key for key in keys if key.action != "replay")

    # --- the menu ------------------------------------------------------------------------------

    def menu_rows(self) -> list[tuple[str, str]]:
        """Return what the menu offers at a table."""
        model = self.session_model
        rows: list[tuple[str, str]] = []
        if model.seat >= 0 and model.is_playing:
            if can_take_seat(model):
                rows.append(("take_back", _("Take my seat back")))
            else:
                rows.append(("lend", _("Let a bot play for me")))
            if model.is_paused:
                rows.append(("resume", _("Ask to go on")))
            else:
                rows.append(("pause", _("Ask for a pause")))
            rows.append(("stop", _("Ask to stop the match")))
            rows += _hands_rows(model)
        rows.append(("leave", _("Leave the table")))
        return rows

    def menu_picked(self, key: str) -> None:
        """Do what was picked in the menu."""
        match key:
            case "take_back":
                self._ask(TakeBack)
            case "lend":
                self._ask(Lend)
            case "pause" | "resume" | "stop" | "open_hands" | "close_hands":
                self._ask(Vote, motion=key)
            case _:
                self.levata.ask_leave_table()


def _hands_rows(model: Model) -> list[tuple[str, str]]:
    """Return what somebody seated can do about all cards being shown to those who watch."""
    agreed = model.votes_for("open_hands")
    if model.are_hands_open:
        return [("close_hands", _("Hide the cards from watchers"))]
    if model.person in agreed:
        return [("close_hands", _("No longer agree to show all cards"))]
    if agreed:
        return [("open_hands", _("Agree to show watchers all cards"))]
    if model.table is not None and model.table.watchers:
        return [("open_hands", _("Ask to show watchers all cards"))]
    return []
