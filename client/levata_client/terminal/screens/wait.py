"""What is shown while a server starts or answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult

from levata_client.shown.text.language import _
from levata_client.shown.text.words import MUTED, Words, words
from levata_client.terminal.screens.frame import FramedScreen
from levata_client.terminal.services import Menus, Sessions
from levata_client.terminal.widgets.bars import FooterKey
from levata_client.terminal.widgets.rows import TextBlock

PATIENCE: Final = 0.3
"""Seconds before anything is said: most waits are over by then, and nothing flashes."""


class WaitScreen(FramedScreen[None]):
    """Nothing but what is waited for."""

    def __init__(self, text: str, sessions: Sessions, menus: Menus) -> None:
        super().__init__(menus)
        self._sessions = sessions
        self._text = text
        self._is_late = False

    def title_words(self) -> tuple[Words, Words]:
        return words("Levata"), ()

    def compose_body(self) -> ComposeResult:
        yield TextBlock(id="wait")

    def footer_keys(self) -> Sequence[FooterKey]:
        return (FooterKey("Esc", _("Cancel"), "back"),)

    def on_mount(self) -> None:
        self.set_timer(PATIENCE, self._tell)

    def _tell(self) -> None:
        self._is_late = True
        self.redraw()

    def redraw(self) -> None:
        super().redraw()
        if self.is_ready and self._is_late:
            self.query_one("#wait", TextBlock).show([(), words(self._text, role=MUTED)])

    def action_move(self, step: int) -> None:
        pass

    def action_pick(self) -> None:
        pass

    def action_back(self) -> None:
        self._sessions.leave_server()
