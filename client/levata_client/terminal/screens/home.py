"""Where everything starts: play at once, go back to a seat, host, join."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical

from levata import __version__
from levata.cards import CLUBS, DIAMONDS, HEARTS, SPADES, parse_cards
from levata.games import GAMES
from levata_client.net import saved_seats
from levata_client.net.saved_seats import OpenSeat, TargetKind
from levata_client.shown.places.home import HomeAction, home_rows, resume_text
from levata_client.shown.text.language import LANGUAGE_NAMES, _, current_language
from levata_client.shown.text.words import MUTED, STRONG, Part, Words, join, suit_words, words
from levata_client.state.new_table import NewTable, table_to_play
from levata_client.state.saved_matches import has_matches
from levata_client.terminal.drawing.faces import GIANT, HUGE, LARGE, SMALL, draw_card
from levata_client.terminal.screens.frame import FramedScreen, bind, common_keys
from levata_client.terminal.services import HomePages, HomeQuestions, Sessions, SettingsService
from levata_client.terminal.widgets.bars import FooterKey
from levata_client.terminal.widgets.rows import ListRow, RowList, TextBlock

_CARDS: Final = parse_cards("AS KH QD JC")
_CARD_SIZES: Final = ((40, GIANT), (32, HUGE), (27, LARGE), (0, SMALL))
"""The cards at the top by the rows that the terminal has at least."""


class HomeScreen(FramedScreen[None]):
    """The first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("left", "game(-1)"),
        bind("right", "game(1)"),
        bind("n", "name"),
        bind("escape,q", "quit"),
    ]

    def __init__(
        self,
        *,
        pages: HomePages,
        sessions: Sessions,
        questions: HomeQuestions,
        settings: SettingsService,
    ) -> None:
        super().__init__(pages)
        self._pages = pages
        self._sessions = sessions
        self._questions = questions
        self._settings = settings
        self._game = 0
        self._seats: list[OpenSeat] = []
        self._has_replays = False

    def compose_body(self) -> ComposeResult:
        with Container(id="middle"), Vertical(id="home"):
            yield TextBlock(id="cards")
            yield RowList(id="rows")

    def title_words(self) -> tuple[Words, Words]:
        suits = [suit_words(suit) for suit in (SPADES, HEARTS, DIAMONDS, CLUBS)]
        name = self._settings.user_name
        language = LANGUAGE_NAMES[current_language()]
        return words(join(" ", suits), "  Levata"), words(f"{name} · {language} · {__version__}")

    def on_screen_resume(self) -> None:
        self.refresh_seats()

    def refresh_seats(self) -> None:
        """Look again which seats can be taken again."""
        self._has_replays = has_matches()
        before, self._seats = self._seats, saved_seats.open_seats()
        if self._seats and not before and self.is_ready:
            self.rows.show(self._make_rows(), HomeAction.RESUME)
        self.redraw()

    @property
    def table(self) -> NewTable:
        """The table that the first row starts."""
        return table_to_play(GAMES[self._game].info.key)

    def redraw(self) -> None:
        super().redraw()
        if not self.is_ready:
            return
        size = next(size for rows, size in _CARD_SIZES if self.size.height >= rows)
        faces = [draw_card(card, size) for card in _CARDS]
        cards = self.query_one("#cards", TextBlock)
        cards.styles.height = size.height + 1
        cards.show(words("   ", join("  ", row)) for row in zip(*faces, strict=True))
        rows = self._make_rows()
        self.rows.styles.height = len(rows)
        self.rows.show(rows)

    def _make_rows(self) -> list[ListRow]:
        resume = ""
        if self._seats:
            kind, _folder, seat = self._seats[0]
            resume = resume_text(
                seat.title, seat.server or seat.address if kind is TargetKind.JOIN else ""
            )
        return [
            ListRow(
                row.action,
                words(Part(row.label, STRONG)),
                words(row.detail, role=MUTED),
                str(number),
            )
            for number, row in enumerate(home_rows(self.table, resume, self._has_replays), 1)
        ]

    def footer_keys(self) -> Sequence[FooterKey]:
        row = self.rows.current
        keys = [FooterKey("Enter", _("Open"), "pick")]
        if row is not None and row.key == HomeAction.PLAY:
            keys = [FooterKey("Enter", _("Play"), "pick"), FooterKey("←→", _("Game"), "game(1)")]
        return (*keys, FooterKey("n", _("Name"), "name"), *common_keys())

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        event.stop()
        self._note = ()
        match HomeAction(event.row.key):
            case HomeAction.PLAY:
                self._sessions.play(self.table)
            case HomeAction.RESUME:
                kind, folder, _seat = self._seats[0]
                self._sessions.resume(kind, folder)
            case HomeAction.HOST:
                self._sessions.host()
            case HomeAction.JOIN:
                self._questions.ask_address()
            case HomeAction.REPLAYS:
                self._pages.show_matches()
            case HomeAction.SETTINGS:
                self._pages.show_settings()
            case HomeAction.RULES:
                self._pages.show_rules()
            case HomeAction.QUIT:
                self.action_quit()

    def action_game(self, step: int) -> None:
        self._game = (self._game + step) % len(GAMES)
        self.rows.show(self._make_rows(), HomeAction.PLAY)
        self.redraw()

    def action_name(self) -> None:
        self._questions.ask_name()

    def action_quit(self) -> None:
        self._questions.ask_quit()
