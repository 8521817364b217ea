"""What all screens but the table have in common: title, body, a row for news, footer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from levata_client.shown.text.language import _
from levata_client.shown.text.words import ALERT, MUTED, PLAIN, TITLE, Words, words
from levata_client.terminal.drawing.arrange import MIN_HEIGHT, MIN_WIDTH
from levata_client.terminal.services import Menus
from levata_client.terminal.widgets.bars import FooterBar, FooterKey, TooSmall
from levata_client.terminal.widgets.rows import RowList, TextRow

ResultT = TypeVar("ResultT")


def bind(keys: str, action: str) -> Binding:
    """Return a binding that the footer row, which is our own, shows if it should."""
    return Binding(keys, action, show=False, id=f"screen.{action}")


FRAME_BINDINGS: Final[list[BindingType]] = [
    bind("up", "move(-1)"),
    bind("down", "move(1)"),
    bind("pageup", "move(-8)"),
    bind("pagedown", "move(8)"),
    bind("enter", "pick"),
    bind("question_mark,f1", "help"),
    bind("f10", "menu"),
    bind("escape,q", "back"),
]


class FramedScreen(Screen[ResultT], Generic[ResultT]):
    """A screen with a title row, a body, a row for news and a footer."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = FRAME_BINDINGS

    def __init__(self, menus: Menus) -> None:
        super().__init__()
        self._menus = menus
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]
        self._note: Words = ()

    # --- what a screen fills in ----------------------------------------------------------------

    def title_words(self) -> tuple[Words, Words]:
        """Return what stands at the two ends of the title row."""
        return (), ()

    def compose_body(self) -> ComposeResult:
        """Yield the widgets between title and footer."""
        yield RowList(id="rows")

    def footer_keys(self) -> Sequence[FooterKey]:
        """Return the keys that do something now."""
        return ()

    def redraw(self) -> None:
        """Show everything as it is now."""
        if not self.is_ready:
            return
        left, right = self.title_words()
        self.query_one("#title", TextRow).show(words(left, role=TITLE), words(right, role=MUTED))
        self.query_one("#note", TextRow).show(self._note)
        self.query_one("#footer", FooterBar).show(self.footer_keys())

    # --- the frame -----------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """Whether there is something to draw on: not before the screen came, nor as it goes."""
        return self.is_mounted and self.display

    @property
    def rows(self) -> RowList:
        """The list that the cursor keys move in."""
        return self.query_one("#rows", RowList)

    @property
    def note(self) -> Words:
        """What the row for news says."""
        return self._note

    def say(self, text: str, is_bad: bool = False) -> None:
        """Say something in the row for news."""
        self._note = words(text, role=ALERT if is_bad else PLAIN)
        self.redraw()

    def retell(self) -> None:
        """Say everything again, after a setting has changed."""
        self.redraw()

    def keys_shown(self) -> Sequence[FooterKey]:
        """Return the keys that do something now, for the help."""
        return self.footer_keys()

    def compose(self) -> ComposeResult:
        yield TextRow(id="title")
        yield from self.compose_body()
        yield TextRow(id="note")
        yield FooterBar(id="footer")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        self._fit()
        self.redraw()

    def on_resize(self) -> None:
        self._fit()
        self.redraw()

    def on_screen_resume(self) -> None:
        self._fit()
        self.redraw()

    def _fit(self) -> None:
        """Show the size that is missing instead of the screen, while it does not fit."""
        size = self.size
        is_too_small = size.width < MIN_WIDTH or size.height < MIN_HEIGHT
        self.set_class(is_too_small, "-too-small")
        self.query_one(TooSmall).show(self._note)

    # --- keys ----------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        key = event.character
        is_typing = self.focused is not None
        if key is None or is_typing or not key.isdecimal() or not self.query("#rows"):
            return
        if self.rows.pick_number(key):
            event.stop()

    def action_move(self, step: int) -> None:
        self.rows.move(step)

    def action_pick(self) -> None:
        self.rows.pick()

    def action_help(self) -> None:
        self._menus.show_help()

    def action_menu(self) -> None:
        self._menus.show_menu()

    def action_back(self) -> None:
        self.dismiss()

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        event.stop()
        self.redraw()

    async def on_footer_bar_key_clicked(self, event: FooterBar.KeyClicked) -> None:
        event.stop()
        await self.run_action(event.action)


def back_key() -> FooterKey:
    """Return the footer's way back."""
    return FooterKey("Esc", _("Back"), "back")


def common_keys() -> tuple[FooterKey, ...]:
    """Return the keys that every screen has."""
    return FooterKey("?", _("Help"), "help"), FooterKey("F10", _("Menu"), "menu")
