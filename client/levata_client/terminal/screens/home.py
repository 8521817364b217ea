"""Where everything starts: play at once, go back to a seat, host, join."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical

from levata import __version__
from levata.cards import parse_cards
from levata.games import GAMES
from levata_client.net import saved_seats
from levata_client.net.saved_seats import OpenSeat, TargetKind
from levata_client.shown.games import find_display
from levata_client.shown.places.replay import has_records
from levata_client.shown.text.language import LANGUAGE_NAMES, _, current_language, ngettext
from levata_client.shown.text.words import ACCENT, MUTED, STRONG, Part, Words, fill, join, words
from levata_client.state.new_table import NewTable, estimate, table_to_play
from levata_client.terminal.faces import GIANT, HUGE, LARGE, SMALL, draw_card
from levata_client.terminal.screens.frame import FramedScreen, TextBlock, bind, common_keys
from levata_client.terminal.screens.rows import ListRow, RowList
from levata_client.terminal.widgets.bars import FooterKey

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

    def __init__(self) -> None:
        super().__init__()
        self._game = 0
        self._seats: list[OpenSeat] = []
        self._has_replays = False

    def compose_body(self) -> ComposeResult:
        with Container(id="middle"), Vertical(id="home"):
            yield TextBlock(id="cards")
            yield RowList(id="rows")

    def title_words(self) -> tuple[Words, Words]:
        suits = [Part(suit, f"bold {style}") for suit, style in _SUITS]
        name = self.levata.user_name
        language = LANGUAGE_NAMES[current_language()]
        return words(join(" ", suits), "  Levata"), words(f"{name} · {language} · {__version__}")

    def on_screen_resume(self) -> None:
        self.refresh_seats()

    def refresh_seats(self) -> None:
        """Look again which seats can be taken again."""
        self._has_replays = has_records()
        before, self._seats = self._seats, saved_seats.open_seats()
        if self._seats and not before and self.is_mounted:
            self.rows.show(self._make_rows(), "resume")
        self.redraw()

    @property
    def table(self) -> NewTable:
        """The table that the first row starts."""
        return table_to_play(GAMES[self._game].info.key)

    def redraw(self) -> None:
        super().redraw()
        if not self.is_mounted:
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
        rows = [("play", _("Play now"), self._play_detail())]
        if self._seats:
            rows.insert(0, ("resume", _("Resume my seat"), self._resume_detail()))
        rows += [
            ("host", _("Host a game here"), words(_("others on this network can join"))),
            ("join", _("Join a game"), words(_("by the address that the host sees"))),
            *self._replays(),
            ("settings", _("Settings"), words(_("name, language, colours, cards, motion"))),
            ("rules", _("Rules"), words(_("of every game, in short"))),
            ("quit", _("Quit"), ()),
        ]
        return [
            ListRow(key, words(Part(text, STRONG)), words(detail, style=MUTED), str(number))
            for number, (key, text, detail) in enumerate(rows, 1)
        ]

    def _replays(self) -> list[tuple[str, str, Words]]:
        if not self._has_replays:
            return []
        return [("replays", _("Replays"), words(_("watch finished matches again")))]

    def _play_detail(self) -> Words:
        table = self.table
        length = estimate(table)
        bots = ngettext("{count} bot", "{count} bots", table.seats - 1)
        minutes = ngettext("about {count} minute", "about {count} minutes", length.minutes)
        game = Part(f"‹ {find_display(table.game).title} ›", ACCENT)
        return fill(
            _("{game} against {bots}, {minutes}"),
            game=game,
            bots=bots.format(count=table.seats - 1),
            minutes=minutes.format(count=length.minutes),
        )

    def _resume_detail(self) -> Words:
        kind, _folder, seat = self._seats[0]
        where = (
            _("on this computer") if kind is not TargetKind.JOIN else seat.server or seat.address
        )
        return words(f"{seat.title} · {where}")

    def footer_keys(self) -> Sequence[FooterKey]:
        row = self.rows.current
        keys = [FooterKey("Enter", _("Open"), "pick")]
        if row is not None and row.key == "play":
            keys = [FooterKey("Enter", _("Play"), "pick"), FooterKey("←→", _("Game"), "game(1)")]
        return (*keys, FooterKey("n", _("Name"), "name"), *common_keys())

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        event.stop()
        self._note = ()
        match event.row.key:
            case "play":
                self.levata.play(self.table)
            case "resume":
                kind, folder, _seat = self._seats[0]
                self.levata.resume(kind, folder)
            case "host":
                self.levata.host()
            case "join":
                self.levata.ask_address()
            case "replays":
                self.levata.show_matches()
            case "settings":
                self.levata.show_settings()
            case "rules":
                self.levata.show_rules()
            case _:
                self.action_quit()

    def action_game(self, step: int) -> None:
        self._game = (self._game + step) % len(GAMES)
        self.rows.show(self._make_rows(), "play")
        self.redraw()

    def action_name(self) -> None:
        self.levata.ask_name()

    def action_quit(self) -> None:
        self.levata.ask_quit()


_SUITS: Final = (
    ("♠", "$glow-spades"),
    ("♥", "$glow-hearts"),
    ("♦", "$glow-diamonds"),
    ("♣", "$glow-clubs"),
)
