"""What was said and what happened, and the row to say something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from levata.text import CHAT_LENGTH, clean_text
from levata_client.cells import pad
from levata_client.glyph_modes import translate
from levata_client.shown.table.table_model import ShownLine
from levata_client.shown.text.language import _
from levata_client.shown.text.words import LOG, NAME, TITLE, Part, Words, words
from levata_client.terminal.drawing.styles import PLATE, on_ground
from levata_client.terminal.widgets.painted import Painted, content_of, glyph_mode

MOST_LINES: Final = 200


class ChatTitle(Painted):
    """The heading of the chat."""

    def paint(self, width: int, height: int) -> Sequence[Words]:
        return [on_ground(pad(words(" ", _("Chat"), role=TITLE), width), PLATE)]


class ChatLog(Widget):
    """The lines; they can be selected and copied."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Words] = []

    @property
    def lines(self) -> tuple[Words, ...]:
        """All lines, oldest first."""
        return tuple(self._lines)

    def add(self, line: Words) -> None:
        """Add a line; the oldest ones are forgotten."""
        self._lines.append(line)
        del self._lines[:-MOST_LINES]
        self.refresh(layout=True)

    def clear(self) -> None:
        """Forget all lines."""
        self._lines.clear()
        self.refresh(layout=True)

    def render(self) -> Content:
        mode = glyph_mode(self)
        return Content("\n").join(content_of(line, mode) for line in self._lines)


class ChatInput(Input):
    """The row to say something; Escape leaves it."""

    BINDINGS = [("escape", "leave", "")]  # noqa: RUF012 - Textual reads it, nothing writes it.

    class Left(Message):
        """The user is done with talking."""

    def action_leave(self) -> None:
        self.post_message(self.Left())


class ChatPanel(Vertical):
    """The chat of a table, with the log of the game between what people say."""

    class TextSaid(Message):
        """The user said something; the text is cleaned and not empty."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class ChatLeft(Message):
        """The user went back to playing."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._said: tuple[ShownLine, ...] = ()

    def compose(self) -> ComposeResult:
        yield ChatTitle(id="chat-title")
        with VerticalScroll(id="chat-scroll", can_focus=False):
            yield ChatLog(id="chat-log")
        yield ChatInput(
            compact=True,
            max_length=CHAT_LENGTH,
            select_on_focus=False,
            id="chat-input",
        )

    @property
    def _log(self) -> ChatLog:
        return self.query_one("#chat-log", ChatLog)

    @property
    def lines(self) -> tuple[Words, ...]:
        """All lines, oldest first."""
        return self._log.lines

    @property
    def input(self) -> ChatInput:
        """The row to type in."""
        return self.query_one("#chat-input", ChatInput)

    def on_mount(self) -> None:
        self.query_one("#chat-scroll", VerticalScroll).anchor()
        self.retell()

    def show(self, said: tuple[ShownLine, ...]) -> None:
        """Show everything said so far; what is shown already stays where it is."""
        if said[: len(self._said)] != self._said:
            self._log.clear()
            self._said = ()
        for line in said[len(self._said) :]:
            self._log.add(words(Part(line.author, NAME), f" {line.text}"))
        self._said = said

    def add_event(self, text: Words) -> None:
        """Add a line about the game."""
        self._log.add(words(text, role=LOG))

    def retell(self) -> None:
        """Say what is ours again, after the language or the glyphs have changed."""
        self.input.placeholder = translate(_("Say…"), glyph_mode(self))
        self.query_one(ChatTitle).refresh()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.send()

    def send(self) -> None:
        """Say what stands in the row, and go back to playing."""
        text = clean_text(self.input.value)
        self.input.clear()
        if text:
            self.post_message(self.TextSaid(text))
        self.post_message(self.ChatLeft())

    def on_chat_input_left(self, event: ChatInput.Left) -> None:
        event.stop()
        self.post_message(self.ChatLeft())
