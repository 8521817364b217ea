"""What the client shows of Rentz."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from levata.cards import CLUBS, DIAMONDS, HEARTS, RANKS, SPADES, Card, HandOrder, format_card
from levata.events import Event, Passed
from levata.game import Seat
from levata.games.rentz.options import RentzOptions, Subgame, place_points
from levata.games.rentz.state import (
    HandAccepted,
    HandLooked,
    HandRefused,
    HandScored,
    MoveDeclined,
    MoveGranted,
    Phase,
    RentzView,
    SeatFinished,
    SubgameChosen,
    TurnSkipped,
)
from levata.tricks import TrickRules
from levata_client.shown.games.game_display import GameDisplay, card_actions, hidden_hand
from levata_client.shown.games.rentz.choices import rentz_choices
from levata_client.shown.games.rentz.sheet import rentz_awards, rentz_curves, rentz_sheet
from levata_client.shown.games.rentz.status import layout_status, trick_status
from levata_client.shown.games.rentz.terms import (
    end_cards_words,
    price_words,
    running_score,
    running_words,
    subgame_name,
    taken_words,
)
from levata_client.shown.games.rentz.words import WORDS
from levata_client.shown.games.trick_layout import trick_before, trick_in_play
from levata_client.shown.games.trick_words import refused_words, scores_words, your_turn
from levata_client.shown.table.scene import (
    Board,
    Cell,
    Hand,
    HeaderItem,
    Middle,
    Narration,
    Plate,
    Scene,
    TableInfo,
    Trick,
)
from levata_client.shown.table.seating import Mode
from levata_client.shown.table.sheet import Sheet
from levata_client.shown.text.glyphs import EMPTY_PIP, FILLED_PIP
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.messages import explain
from levata_client.shown.text.phrases import RuleCard
from levata_client.shown.text.words import (
    ACCENT,
    CHIP,
    GOOD,
    MUTED,
    STRONG,
    TITLE,
    Part,
    Piece,
    Words,
    fill,
    how_to,
    tinted,
    words,
)

_TRICKS: Final = TrickRules()
_ROWS: Final = (SPADES, HEARTS, DIAMONDS, CLUBS)


class RentzDisplay(GameDisplay[RentzView]):
    """The display of Rentz."""

    key: ClassVar[str] = "rentz"
    words = WORDS

    def scene(self, view: RentzView, table: TableInfo, order: HandOrder = HandOrder.SUITS) -> Scene:
        is_turn = bool(view.legal)
        return Scene(
            header=self._header(view, table),
            plates=self.plates(view, table),
            status=self._status(view, table),
            middle=_middle(view),
            hand=self._hand(view, order),
            viewer=max(view.seat, 0),
            is_turn=is_turn,
            choices=rentz_choices(view, _options(table)) if is_turn else None,
            last_trick=trick_before(view, self.name(view.last_winner, view, table), _TRICKS),
            # The layout needs the whole width, and nobody moves from one hand to the next.
            mode=Mode.STRIP,
            is_over=view.phase == Phase.OVER,
        )

    def narrate(self, event: Event, view: RentzView, table: TableInfo) -> Narration | None:
        match event:
            case SubgameChosen(seat, subgame, blind):
                return self._chosen(seat, subgame, blind, view, table)
            case HandScored():
                return Narration(self._hand_words(event, view, table))
            case SeatFinished(seat, place):
                return self._said(
                    seat,
                    (_("You are out: place {detail}"), _("{name} is out: place {detail}")),
                    view,
                    table,
                    detail=place,
                )
            case _:
                return self._announced(event, view, table) or super().narrate(event, view, table)

    def _announced(self, event: Event, view: RentzView, table: TableInfo) -> Narration | None:
        match event:
            case HandLooked(seat):
                texts = _("You look at your cards"), _("{name} looks at the cards")
                return self._said(seat, texts, view, table, _("looks"))
            case HandAccepted(seat):
                texts = _("You accept"), _("{name} accepts")
                return self._said(seat, texts, view, table, _("accepts"))
            case HandRefused(seat):
                texts = (
                    _("You refuse: the hand is dealt again"),
                    _("{name} refuses: the hand is dealt again"),
                )
                return self._said(seat, texts, view, table, _("refuses"))
            case MoveGranted(seat):
                texts = _("You may play again"), _("{name} may play again")
                return self._said(seat, texts, view, table, _("again"))
            case MoveDeclined(seat):
                texts = _("You do not play again"), _("{name} does not play again")
                return self._said(seat, texts, view, table, _("stops"))
            case TurnSkipped(seat):
                texts = _("You lose your turn"), _("{name} loses the turn")
                return self._said(seat, texts, view, table, _("skipped"))
            case Passed(seat):
                texts = _("You cannot play"), _("{name} cannot play")
                return self._said(seat, texts, view, table, _("cannot play"))
            case _:
                return None

    def _said(
        self,
        seat: Seat,
        texts: tuple[str, str],
        view: RentzView,
        table: TableInfo,
        bubble: str = "",
        detail: Piece = "",
    ) -> Narration:
        """Return a line about a seat, in the second person for the viewer."""
        line = self.told(seat, texts, view, table, detail=detail)
        return Narration(line, seat=seat, bubble=words(bubble))

    def _chosen(
        self, seat: Seat, subgame: int, blind: bool, view: RentzView, table: TableInfo
    ) -> Narration:
        name = Part(subgame_name(subgame), STRONG)
        texts = _("You choose {detail}"), _("{name} chooses {detail}")
        if blind:
            texts = (
                _("You choose {detail} blind: points count twice"),
                _("{name} chooses {detail} blind: points count twice"),
            )
        return self._said(seat, texts, view, table, subgame_name(subgame), name)

    def sheet(self, view: RentzView, table: TableInfo) -> Sheet:
        seats, names = self.columns(view, table), self.column_names(view, table)
        return rentz_sheet(view, _options(table), seats, names)

    def curves(self, view: RentzView) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
        return rentz_curves(view)

    def awards(self, view: RentzView, table: TableInfo) -> tuple[Words, ...]:
        return rentz_awards(view, self.names(view, table))

    def standing_remark(self, seat: Seat, view: RentzView, table: TableInfo) -> Words:
        scores = [row.scores[seat] for row in view.rows]
        text = _("best {best}  worst {worst}")
        best, worst = max(scores, default=0), min(scores, default=0)
        return fill(text, MUTED, best=f"{best:+d}", worst=f"{worst:+d}")

    def write_rules(self, card: RuleCard, options: RentzOptions, seats: int) -> None:
        # It is long and seldom read, so it is loaded when somebody wants it.
        from levata_client.shown.games.rentz.rule_card import write

        write(card, options, seats)

    def glossary(self) -> tuple[tuple[str, str], ...]:
        return (
            (_("subgame"), _("what a hand is about; everybody chooses each one once")),
            (_("low end"), _("the lowest card of a row; after it the next player is skipped")),
            (_("blind"), _("chosen before looking at the cards: all points count twice")),
        )

    def refusal(self, card: Card, view: RentzView) -> Words:
        if view.phase == Phase.LAYOUT:
            return tinted(explain("no_neighbour", (format_card(card),), WORDS))
        if view.trick:
            return refused_words(view, view.trick, card)
        return tinted(explain("hearts_barred", (), WORDS))

    def _header(self, view: RentzView, table: TableInfo) -> tuple[HeaderItem, ...]:
        number = min(view.hand_index + 1, view.hands_in_all)
        items = [
            HeaderItem((Part(self.title, TITLE),), weight=5),
            HeaderItem(
                fill(_("Hand {number}/{of}"), number=number, of=view.hands_in_all), weight=2
            ),
        ]
        if view.phase in (Phase.TRICKS, Phase.LAYOUT, Phase.REFUSE):
            factor = 2 if view.blind else 1
            seats = len(table.players)
            price = price_words(_options(table), view.subgame, seats, factor)
            items.append(HeaderItem(words(Part(subgame_name(view.subgame), STRONG)), weight=4))
            items.append(HeaderItem(price, weight=3))
            if view.blind:
                items.append(HeaderItem(words(Part(_("blind"), ACCENT)), weight=3))
            chooser = self.name(view.chooser, view, table)
            text = _("your choice")
            if view.chooser != view.seat:
                text = _("chosen by {name}")
            items.append(HeaderItem(fill(text, MUTED, name=chooser), weight=1))
        return tuple(items)

    def plate(self, seat: Seat, view: RentzView, table: TableInfo) -> Plate:
        progress: Words = ()
        figure: Words = ()
        remark: Words = ()
        things: tuple[Words, ...] = ()
        is_layout = view.subgame == Subgame.RENTZ
        if view.phase == Phase.CHOOSE:
            progress, remark = self._choices_left(seat, view, table)
        elif is_layout:
            progress, figure = self._layout_state(seat, view, table)
        elif view.subgame >= 0:
            taken, tricks = view.taken[seat], view.tricks[seat]
            things = taken_words(view.subgame, taken, tricks)
            score = running_score(_options(table), view.subgame, taken, tricks, view.blind)
            figure = running_words(score)
            text = ngettext("{count} trick", "{count} tricks", tricks)
            remark = fill(text, MUTED, count=tricks) if tricks else ()
        return replace(
            super().plate(seat, view, table),
            is_dealer=seat == view.chooser and view.phase not in (Phase.DEAL, Phase.OVER),
            progress=progress,
            taken=things,
            figure=figure,
            remark=remark,
        )

    def _choices_left(self, seat: Seat, view: RentzView, table: TableInfo) -> tuple[Words, Words]:
        used = view.used[seat].bit_count()
        left = len(_options(table).subgames) - used
        pips = words(Part(FILLED_PIP * used, MUTED), Part(EMPTY_PIP * left, ACCENT))
        text = ngettext("{count} to choose", "{count} to choose", left)
        return pips, fill(text, MUTED, count=left)

    def _layout_state(self, seat: Seat, view: RentzView, table: TableInfo) -> tuple[Words, Words]:
        place = view.places[seat]
        if place:
            score = place_points(_options(table), tuple(range(1, len(view.places) + 1)))[place - 1]
            score *= 2 if view.blind else 1
            gained = words(Part(f"+{score}", GOOD)) if score else ()
            return fill(_("place {place}"), STRONG, place=place), gained
        count = view.counts[seat]
        cards = fill(ngettext("{count} card", "{count} cards", count), MUTED, count=count)
        if view.phase != Phase.LAYOUT:
            return cards, ()
        if view.again and seat == view.turn:
            return (Part(f" {_('again')} ", CHIP),), ()
        if seat == view.skipped:
            return (Part(f" {_('skipped')} ", CHIP),), ()
        return cards, ()

    def _status(self, view: RentzView, table: TableInfo) -> Words:
        if view.phase == Phase.OVER:
            return self.final_result(view, table)
        if view.phase == Phase.DEAL:
            return self.waiting(view, table)
        if not view.legal:
            return self._waiting_status(view, table)
        if view.phase == Phase.CHOOSE:
            if "look" in view.legal:
                how = how_to("look", _(" with {key}"), role=STRONG)
                return your_turn(_("choose blind, or look first"), how)
            return your_turn(_("choose your subgame"))
        if view.phase == Phase.REFUSE:
            if "refuse" in view.legal:
                return your_turn(_("accept the hand, or refuse it"))
            return your_turn(_("accept the hand"))
        return layout_status(view) if view.phase == Phase.LAYOUT else trick_status(view)

    def _waiting_status(self, view: RentzView, table: TableInfo) -> Words:
        name = self.name(view.turn, view, table)
        if view.phase == Phase.CHOOSE:
            return fill(_("Waiting for {name} to choose a subgame"), name=name)
        if view.phase == Phase.REFUSE:
            return fill(_("Waiting for {name} to accept the hand"), name=name)
        if view.seat >= 0 and view.places[view.seat]:
            text = _("You are out: place {place}. {name} plays")
            return fill(text, place=view.places[view.seat], name=name)
        return fill(_("Waiting for {name} to play"), name=name)

    def _hand(self, view: RentzView, order: HandOrder) -> Hand:
        if view.seat >= 0 and not view.hand and view.counts[view.seat]:
            return hidden_hand(view.counts[view.seat])
        return self.hand(view, order, can_queue=view.phase in (Phase.TRICKS, Phase.LAYOUT))

    def _hand_words(self, event: HandScored, view: RentzView, table: TableInfo) -> Words:
        results = scores_words(self.names(view, table), event.row.scores)
        subgame = Part(subgame_name(event.row.subgame), STRONG)
        return fill(_("{subgame}: {results}"), subgame=subgame, results=results)


def _options(table: TableInfo) -> RentzOptions:
    options = table.options
    assert isinstance(options, RentzOptions)
    return options.resolve(len(table.players))


def _middle(view: RentzView) -> Middle:
    is_layout = view.subgame == Subgame.RENTZ and view.phase not in (Phase.CHOOSE, Phase.REFUSE)
    if is_layout:
        return _board(view)
    is_next = bool(view.legal) and view.phase == Phase.TRICKS
    return Trick(trick_in_play(view, _TRICKS), is_next)


def _board(view: RentzView) -> Board:
    """Return a row per suit, low cards left; the viewer's legal cards stand at their places."""
    plays = card_actions(view.legal)
    lowest = len(RANKS) - 2 * len(view.counts)

    def cell(card: Card) -> Cell:
        if view.laid >> card & 1:
            return Cell(card)
        return Cell(card, plays[card]) if card in plays else Cell()

    rows = tuple(
        tuple(cell(rank * 4 + suit) for rank in range(lowest, len(RANKS))) for suit in _ROWS
    )
    return Board(rows, above=end_cards_words(RANKS[lowest]))
