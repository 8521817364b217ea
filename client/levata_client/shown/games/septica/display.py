"""What the client shows of Septica."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from levata.cards import Card, HandOrder, format_card, iter_cards, rank_of
from levata.events import Event, TrickTaken
from levata.game import Seat
from levata.games.septica import (
    CardsLeft,
    GameScored,
    Phase,
    Refilled,
    SepticaOptions,
    SepticaView,
    count_points,
    cutting_cards,
)
from levata_client.shown.games.game_display import GameDisplay
from levata_client.shown.games.septica.choices import septica_choices
from levata_client.shown.games.septica.sheet import (
    HIDDEN,
    septica_awards,
    septica_curves,
    septica_sheet,
)
from levata_client.shown.games.septica.status import cutters, turn_status
from levata_client.shown.games.septica.words import WORDS
from levata_client.shown.games.trick_layout import lay_trick
from levata_client.shown.table.scene import (
    Board,
    Cell,
    Hand,
    HeaderItem,
    LastTrick,
    Mark,
    Middle,
    Narration,
    Plate,
    Scene,
    TableInfo,
    Trick,
)
from levata_client.shown.table.seating import Mode
from levata_client.shown.table.sheet import Sheet
from levata_client.shown.text.glyphs import POINT, WINNER_MARK
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.messages import explain
from levata_client.shown.text.numbers import signed
from levata_client.shown.text.phrases import RuleCard
from levata_client.shown.text.words import (
    ACCENT,
    MUTED,
    STRONG,
    TITLE,
    Part,
    Words,
    card_words,
    fill,
    join,
    rank_text,
    tinted,
    words,
)

_CUTS: Final = "x"
"""Beside a card that would cut."""


class SepticaDisplay(GameDisplay[SepticaView]):
    """The display of Septica."""

    key: ClassVar[str] = "septica"
    words = WORDS

    def scene(
        self, view: SepticaView, table: TableInfo, order: HandOrder = HandOrder.SUITS
    ) -> Scene:
        return Scene(
            header=self._header(view, table),
            plates=self.plates(view, table),
            status=self._status(view, table),
            middle=self._middle(view, table),
            hand=self._hand(view, order),
            viewer=max(view.seat, 0),
            is_turn=bool(view.legal),
            choices=septica_choices(view, self.name(view.holder, view, table)),
            last_trick=self._last_trick(view, table),
            mode=Mode.STRIP,
            is_over=view.phase == Phase.OVER,
        )

    def narrate(self, event: Event, view: SepticaView, table: TableInfo) -> Narration | None:
        match event:
            case CardsLeft(seat):
                texts = _("You leave the cards"), _("{name} leaves the cards")
                line = self.told(seat, texts, view, table)
                return Narration(line, seat=seat, bubble=words(_("leaves")))
            case TrickTaken(seat) if seat == view.last_taker:
                return Narration(self._taken_words(seat, view, table))
            case Refilled(count):
                text = ngettext(
                    "Everybody draws {count} card", "Everybody draws {count} cards", count
                )
                return Narration(fill(text, count=count), is_minor=True)
            case GameScored():
                return Narration(self._game_words(event, view, table))
            case _:
                return super().narrate(event, view, table)

    def sheet(self, view: SepticaView, table: TableInfo) -> Sheet:
        seats, names = self.columns(view, table), self.column_names(view, table)
        return septica_sheet(view, _options(table), seats, names)

    def curves(self, view: SepticaView) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
        return septica_curves(view)

    def awards(self, view: SepticaView, table: TableInfo) -> tuple[Words, ...]:
        return septica_awards(view, self.names(view, table))

    def standing_remark(self, seat: Seat, view: SepticaView, table: TableInfo) -> Words:
        taken = sum(row.points[seat] for row in view.games)
        text = ngettext("{count} ten or ace", "{count} tens and aces", taken)
        return fill(text, MUTED, count=taken)

    def write_rules(self, card: RuleCard, options: SepticaOptions, seats: int) -> None:
        # It is long and seldom read, so it is loaded when somebody wants it.
        from levata_client.shown.games.septica.rule_card import write

        write(card, options, seats)

    def glossary(self) -> tuple[tuple[str, str], ...]:
        return (
            (_("cut"), _("a seven or a card of the rank of the first one: it holds the cards")),
            (_("talon"), _("the cards not dealt yet, from which all draw after every trick")),
            (POINT, _("a ten or an ace that was taken: one of eight points")),
        )

    def refusal(self, card: Card, view: SepticaView) -> Words:
        return tinted(explain("must_cut", (format_card(card),), WORDS))

    def _header(self, view: SepticaView, table: TableInfo) -> tuple[HeaderItem, ...]:
        items = [HeaderItem((Part(self.title, TITLE),), weight=5)]
        if view.games_in_all > 1:
            number = min(view.game + 1, view.games_in_all)
            text = fill(_("Game {number}/{of}"), number=number, of=view.games_in_all)
            items.append(HeaderItem(text, weight=2))
        if view.phase in (Phase.PLAY, Phase.DECIDE):
            items.append(HeaderItem(fill(_("talon {count}"), count=view.stock), weight=4))
            on_table = fill(
                _("on the table {points}"), points=_point_words(count_points(view.pile))
            )
            items.append(HeaderItem(on_table, weight=3))
        return tuple(items)

    def plate(self, seat: Seat, view: SepticaView, table: TableInfo) -> Plate:
        count = view.points[seat]
        is_live = view.phase in (Phase.PLAY, Phase.DECIDE)
        is_holder = is_live and bool(view.pile) and seat == view.holder
        progress = words(Part(POINT * count, ACCENT))
        if count == HIDDEN and view.phase != Phase.DEAL:
            progress = words(Part("?", MUTED))
        remark = words(Part(_("holds the cards"), MUTED)) if is_holder else ()
        if not remark and is_live and count > 0:
            text = ngettext("{count} point", "{count} points", count)
            remark = fill(text, MUTED, count=count)
        plate = super().plate(seat, view, table)
        return replace(
            plate,
            is_dealer=is_live and seat == view.first,
            progress=progress,
            figure=words(Part(WINNER_MARK, TITLE)) if is_holder else (),
            remark=remark,
            score=plate.score if view.games else "",
            team=seat % 2 if _options(table).partners else None,
        )

    def _status(self, view: SepticaView, table: TableInfo) -> Words:
        if view.phase == Phase.OVER:
            return self.final_result(view, table)
        if view.phase == Phase.DEAL:
            return self.waiting(view, table)
        if view.legal:
            return turn_status(view)
        name = self.name(view.turn, view, table)
        if view.phase == Phase.PLAY:
            return fill(_("Waiting for {name} to play"), name=name)
        if view.holder == view.turn:
            return fill(_("Waiting for {name} to go on or to take the cards"), name=name)
        return fill(_("Waiting for {name} to go on or to leave the cards"), name=name)

    def _middle(self, view: SepticaView, table: TableInfo) -> Middle:
        """Return the pile, a row per round; before a trick is led, the pile taken last."""
        if view.pile:
            return self._pile(view, table)
        if view.last_pile and view.phase != Phase.OVER:
            cells = [Cell(card) for card in view.last_pile]
            above = self._taken_words(view.last_taker, view, table)
            return Board(_rows(cells, len(view.counts)), above=above)
        return Trick()

    def _pile(self, view: SepticaView, table: TableInfo) -> Board:
        seats = len(view.counts)
        winning = _latest_cut(view.pile, seats)
        cells: list[Cell] = []
        for index, card in enumerate(view.pile):
            mark = Mark.WINNING if index == winning else Mark.NONE if index else Mark.FRAMED
            seat = (view.leader + index) % seats
            label = self.name(seat, view, table)
            cells.append(Cell(card, mark=mark, label=label))
        first = view.pile[0]
        text = _("first card {card}: cuts with {ranks}")
        above = fill(text, card=card_words(first), ranks=_cutting_ranks(first, seats))
        return Board(_rows(cells, seats), above=above)

    def _hand(self, view: SepticaView, order: HandOrder) -> Hand:
        cuts = cutters(view) if view.pile else 0
        notes = {card: _CUTS for card in view.hand if cuts >> card & 1}
        return self.hand(view, order, can_queue=view.phase == Phase.PLAY, notes=notes)

    def _last_trick(self, view: SepticaView, table: TableInfo) -> LastTrick | None:
        if not view.last_pile:
            return None
        seats = len(view.counts)
        best = _latest_cut(view.last_pile, seats)
        cards = lay_trick(view.last_pile, view.last_leader, seats, best)
        return LastTrick(cards, self.name(view.last_taker, view, table))

    def _taken_words(self, seat: Seat, view: SepticaView, table: TableInfo) -> Words:
        count = count_points(view.last_pile)
        texts = _("You take the cards"), _("{name} takes the cards")
        if count:
            texts = (
                ngettext(
                    "You take the cards: {count} point", "You take the cards: {count} points", count
                ),
                ngettext(
                    "{name} takes the cards: {count} point",
                    "{name} takes the cards: {count} points",
                    count,
                ),
            )
        return self.told(seat, texts, view, table, count=Part(str(count), STRONG))

    def _game_words(self, event: GameScored, view: SepticaView, table: TableInfo) -> Words:
        row = event.row
        results = [
            fill(
                "{name} {points}: {score}",
                name=self.name(seat, view, table),
                points=_point_words(row.points[seat]),
                score=signed(row.scores[seat]),
            )
            for seat in range(len(row.points))
        ]
        return fill(_("Game over: {results}"), results=join(", ", results))


def _options(table: TableInfo) -> SepticaOptions:
    assert isinstance(table.options, SepticaOptions)
    return table.options


def _latest_cut(pile: Sequence[Card], seats: int) -> int:
    """Return the index of the card that takes a pile: the last one that cuts, or the first one."""
    cuts = cutting_cards(pile[0], seats)
    return max(index for index, card in enumerate(pile) if cuts >> card & 1)


def _cutting_ranks(first: Card, seats: int) -> Words:
    """Return the ranks that cut a first card, its own first: ``10 or 7``."""
    ranks = {rank_of(card): card for card in iter_cards(cutting_cards(first, seats))}
    own = ranks.pop(rank_of(first))
    texts = [rank_text(own), *(rank_text(card) for card in ranks.values())]
    parts = [words(Part(text, STRONG)) for text in texts]
    if len(parts) == 1:
        return parts[0]
    return fill(_("{cards} or {last}"), cards=join(", ", parts[:-1]), last=parts[-1])


def _point_words(count: int) -> Words:
    return words(Part(str(count), STRONG), Part(POINT, ACCENT))


def _rows(cells: Sequence[Cell], seats: int) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells in rows of one round each, the last one filled up with open places."""
    missing = -len(cells) % seats
    filled = (*cells, *(Cell(),) * missing)
    return tuple(filled[start : start + seats] for start in range(0, len(filled), seats))
