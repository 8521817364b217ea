"""Small questions in front of a screen: a line of text, yes or no, a menu, a text to read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input

from levata.errors import LevataError
from levata_client.cells import pad, wrap
from levata_client.shown.text import messages
from levata_client.shown.text.language import _
from levata_client.shown.text.words import ALERT, MUTED, TITLE, Words, words
from levata_client.terminal.screens.frame import bind
from levata_client.terminal.widgets.bars import FooterBar, FooterKey
from levata_client.terminal.widgets.painted import Painted
from levata_client.terminal.widgets.rows import ListRow, RowList, TextBlock, TextRow

Check = Callable[[str], Awaitable[None]]


class Dialog(ModalScreen[str | None]):
    """A box in front of a screen; its result is None when it was left."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [bind("escape", "leave")]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield TextRow(id="box-title")
            yield from self.compose_box()
            yield FooterBar(id="box-keys")

    def compose_box(self) -> ComposeResult:
        """Yield what stands in the box."""
        yield TextBlock(id="box-text")

    def box_keys(self) -> Sequence[FooterKey]:
        """Return the keys of the box."""
        return (FooterKey("Esc", _("Back"), "leave"),)

    def on_mount(self) -> None:
        self.query_one("#box-title", TextRow).show(words(self._title, role=TITLE))
        self.query_one("#box-keys", FooterBar).show(self.box_keys())

    def action_leave(self) -> None:
        self.dismiss(None)

    async def on_footer_bar_key_clicked(self, event: FooterBar.KeyClicked) -> None:
        event.stop()
        await self.run_action(event.action)


class TextDialog(Dialog):
    """Asks for a line of text; what is wrong with it is said below the line."""

    def __init__(
        self,
        title: str,
        value: str = "",
        hint: str = "",
        check: Check | None = None,
        is_secret: bool = False,
        limit: int = 100,
    ) -> None:
        super().__init__(title)
        self._value = value
        self._hint = hint
        self._check = check
        self._is_secret = is_secret
        self._limit = limit

    def compose_box(self) -> ComposeResult:
        yield Input(
            self._value,
            password=self._is_secret,
            compact=True,
            max_length=self._limit,
            id="box-input",
        )
        yield TextBlock(id="box-text")

    def box_keys(self) -> Sequence[FooterKey]:
        return (
            FooterKey("Enter", _("OK"), "accept"),
            FooterKey("Esc", _("Back"), "leave"),
        )

    def on_mount(self) -> None:
        self._say(words(self._hint, role=MUTED))
        self.query_one(Input).focus()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        await self.action_accept()

    async def action_accept(self) -> None:
        value = self.query_one(Input).value.strip()
        try:
            if self._check is not None:
                await self._check(value)
        except LevataError as error:
            self._say(words(messages.explain(error.code, error.facts), role=ALERT))
        else:
            self.dismiss(value)

    def _say(self, text: Words) -> None:
        self.query_one("#box-text", TextBlock).show(wrap(text, 50))


class MenuDialog(Dialog):
    """Lets one of some rows be picked; the result is its key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("up", "move(-1)"),
        bind("down", "move(1)"),
        bind("enter", "pick"),
        bind("f10,q", "leave"),
    ]

    def __init__(self, title: str, rows: Sequence[tuple[str, str]], text: str = "") -> None:
        super().__init__(title)
        self._text = text
        self._rows = [
            ListRow(key, words(label), (), str(number) if number < 10 else "")
            for number, (key, label) in enumerate(rows, 1)
        ]

    def compose_box(self) -> ComposeResult:
        if self._text:
            yield TextBlock(id="box-text")
        rows = RowList(id="box-rows")
        rows.styles.height = len(self._rows)
        yield rows

    def box_keys(self) -> Sequence[FooterKey]:
        return (
            FooterKey("Enter", _("Choose"), "pick"),
            FooterKey("Esc", _("Back"), "leave"),
        )

    def on_mount(self) -> None:
        if self._text:
            block = self.query_one("#box-text", TextBlock)
            rows = wrap(words(self._text), 50)
            block.styles.height = len(rows) + 1
            block.show(rows)
        self.query_one(RowList).show(self._rows)

    def on_key(self, event: object) -> None:
        character = getattr(event, "character", None)
        if isinstance(character, str) and character.isdecimal():
            self.query_one(RowList).pick_number(character)

    def action_move(self, step: int) -> None:
        self.query_one(RowList).move(step)

    def action_pick(self) -> None:
        self.query_one(RowList).pick()

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        event.stop()
        self.dismiss(event.row.key)

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        event.stop()


class Page(Painted):
    """A text of any length, broken to the width of the box."""

    def __init__(self, text: Sequence[Words], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = text

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self._broken(width))

    def _broken(self, width: int) -> list[Words]:
        rows: list[Words] = []
        for line in self._text:
            rows += wrap(line, max(width - 2, 10)) or [()]
        return rows

    def paint(self, width: int, height: int) -> Sequence[Words]:
        return [pad(words(" ", row), width) for row in self._broken(width)]


class PageDialog(Dialog):
    """A text to read, such as the help."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("up", "scroll(-1)"),
        bind("down", "scroll(1)"),
        bind("pageup", "scroll(-10)"),
        bind("pagedown,space", "scroll(10)"),
        bind("question_mark,f1,q,enter", "leave"),
    ]

    def __init__(self, title: str, text: Sequence[Words]) -> None:
        super().__init__(title)
        self._text = text

    def compose_box(self) -> ComposeResult:
        with VerticalScroll(id="box-scroll", can_focus=False):
            yield Page(self._text, id="box-page")

    def box_keys(self) -> Sequence[FooterKey]:
        return (
            FooterKey("↑↓", _("Scroll"), "scroll(3)"),
            FooterKey("Esc", _("Close"), "leave"),
        )

    def on_mount(self) -> None:
        self.add_class("-page")

    def action_scroll(self, step: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)
