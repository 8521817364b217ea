"""What lobby and waiting room share: a list, what is known of its row, and the chat."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from levata.text import clean_text
from levata_client.shown.places.lobby import invitation
from levata_client.shown.table import table_model as shown
from levata_client.shown.table.view_model import connection_of
from levata_client.shown.text import messages
from levata_client.shown.text.glyphs import EMPTY_PIP, FILLED_PIP, SLOW_LINK
from levata_client.shown.text.language import _
from levata_client.shown.text.words import ACCENT, BAD, GOOD, MUTED, Part, Words, words
from levata_client.state.model import ChatLine, Model, NoticeLine
from levata_client.terminal.screens.frame import FramedScreen, bind
from levata_client.terminal.services import Invitations, Menus, Talk
from levata_client.terminal.widgets.bars import FooterKey
from levata_client.terminal.widgets.chat import ChatPanel
from levata_client.terminal.widgets.rows import RowList, TextBlock


class PlaceScreen(FramedScreen[None]):
    """A screen on which people are together."""

    BINDINGS: ClassVar[list[BindingType]] = [bind("t,slash", "talk")]
    COLUMN: ClassVar[int] = 22
    """Where the second column of the list begins."""

    def __init__(self, model: Model, *, menus: Menus, talk: Talk, invitations: Invitations) -> None:
        super().__init__(menus)
        self.model = model
        """What the client knows."""
        self._talk = talk
        self._invitations = invitations
        self._said: list[shown.ShownLine] = []

    @property
    def chat(self) -> ChatPanel:
        """The chat."""
        return self.query_one(ChatPanel)

    def compose_body(self) -> ComposeResult:
        with Container(id="upper"):
            yield RowList(id="rows", column=self.COLUMN)
            yield TextBlock(id="detail")
        yield ChatPanel(id="chat")

    def connection_words(self) -> Words:
        """Return the dot that tells how the connection is."""
        connection = connection_of(self.model)
        glyph, role = {
            shown.ConnectionState.OK: (FILLED_PIP, GOOD),
            shown.ConnectionState.SLOW: (SLOW_LINK, ACCENT),
            shown.ConnectionState.LOST: (EMPTY_PIP, BAD),
        }[connection.state]
        time = "" if connection.milliseconds is None else f" {connection.milliseconds} ms"
        return words(Part(glyph, role), Part(time, MUTED))

    def invitation_words(self) -> list[Words]:
        """Return how others come here, if the server is the user's own."""
        return invitation(self._invitations.invitations())

    def hear(self, line: ChatLine | NoticeLine) -> None:
        """Add a line to the chat."""
        if not self.is_ready:
            return
        if isinstance(line, ChatLine):
            self._said.append(shown.ShownLine(clean_text(line.name), clean_text(line.text)))
            self.chat.show(tuple(self._said))
        else:
            self.chat.add_event(words(messages.notice(line.code, line.facts)))

    def talk_key(self) -> FooterKey:
        """Return the footer's key to talk."""
        return FooterKey("t", _("Message"), "talk")

    def typing_keys(self) -> tuple[FooterKey, ...]:
        """Return the footer while somebody types."""
        return (
            FooterKey("Enter", _("Send"), "send"),
            FooterKey("Esc", _("Back"), "leave_chat"),
        )

    def action_talk(self) -> None:
        self.chat.input.focus()
        self.redraw()

    def action_send(self) -> None:
        self.chat.send()

    def action_leave_chat(self) -> None:
        self.set_focus(None)
        self.redraw()

    def on_chat_panel_text_said(self, event: ChatPanel.TextSaid) -> None:
        self._talk.say_line(event.text)

    def on_chat_panel_chat_left(self, event: ChatPanel.ChatLeft) -> None:
        self.action_leave_chat()

    def on_descendant_focus(self) -> None:
        self.redraw()
