"""What the client shows of Hearts."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from levata.cards import (
    HEARTS,
    SUIT_MASKS,
    Card,
    HandOrder,
    Mask,
    arrange_hand,
    format_card,
    mask_of,
    suit_of,
)
from levata.events import Event, TrickTaken
from levata.game import Seat
from levata.games.hearts import (
    CardChosen,
    CardsPassed,
    DealScored,
    HeartsOptions,
    HeartsView,
    Phase,
)
from levata.games.hearts.model import (
    HEART_CARDS,
    JACK_OF_DIAMONDS,
    PASS_SIZE,
    QUEEN_OF_SPADES,
    lowest_club,
    points_of,
)
from levata.tricks import TrickRules
from levata_client.shown.games.game_display import GameDisplay
from levata_client.shown.games.hearts.sheet import hearts_awards, hearts_curves, hearts_sheet
from levata_client.shown.games.hearts.status import play_status
from levata_client.shown.games.hearts.words import WORDS
from levata_client.shown.games.trick_layout import trick_before, trick_in_play
from levata_client.shown.games.trick_words import refused_words, scores_words, your_turn
from levata_client.shown.table.scene import (
    Board,
    Cell,
    Hand,
    HandCard,
    HeaderItem,
    Middle,
    Narration,
    Plate,
    Scene,
    TableInfo,
    Trick,
)
from levata_client.shown.table.sheet import Sheet
from levata_client.shown.text.glyphs import EMPTY_PIP, FILLED_PIP, MADE
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.messages import explain
from levata_client.shown.text.phrases import RuleCard
from levata_client.shown.text.words import (
    BAD,
    GOOD,
    MUTED,
    TITLE,
    Part,
    Words,
    card_words,
    fill,
    join,
    suit_words,
    tinted,
    words,
)

_TRICKS: Final = TrickRules()
_RECEIVED: Final = "+"
"""Beside a card that was passed to the viewer."""
_MOON_FROM: Final = 14
"""Points from which a seat that took all so far seems to shoot the moon."""


class HeartsDisplay(GameDisplay[HeartsView]):
    """The display of Hearts."""

    key: ClassVar[str] = "hearts"
    words = WORDS

    def scene(
        self, view: HeartsView, table: TableInfo, order: HandOrder = HandOrder.SUITS
    ) -> Scene:
        viewer = max(view.seat, 0)
        return Scene(
            header=self._header(view, table),
            plates=self.plates(view, table),
            status=self._status(view, table),
            middle=self._middle(view, table),
            hand=self._hand(view, order),
            viewer=viewer,
            is_turn=bool(view.legal),
            last_trick=trick_before(view, self.name(view.last_winner, view, table), _TRICKS),
            is_over=view.phase == Phase.OVER,
        )

    def narrate(self, event: Event, view: HeartsView, table: TableInfo) -> Narration | None:
        match event:
            case CardChosen(seat):
                texts = _("You choose a card to pass"), _("{name} chooses a card to pass")
                return Narration(self.told(seat, texts, view, table), is_minor=True)
            case CardsPassed(step):
                return Narration(self._passed_words(step, view, table))
            case TrickTaken(seat) if seat == view.last_winner and view.last_trick:
                return Narration(self._taken_words(seat, view, table))
            case DealScored():
                return Narration(self._deal_words(event, view, table))
            case _:
                return super().narrate(event, view, table)

    def sheet(self, view: HeartsView, table: TableInfo) -> Sheet:
        seats, names = self.columns(view, table), self.column_names(view, table)
        return hearts_sheet(view, seats, names)

    def curves(self, view: HeartsView) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
        return hearts_curves(view)

    def awards(self, view: HeartsView, table: TableInfo) -> tuple[Words, ...]:
        return hearts_awards(view, self.names(view, table))

    def standing_remark(self, seat: Seat, view: HeartsView, table: TableInfo) -> Words:
        clean = sum(not row.points[seat] for row in view.rows)
        worst = max((row.points[seat] for row in view.rows), default=0)
        text = _("clean {clean}/{deals}  worst {worst}")
        return fill(text, MUTED, clean=clean, deals=len(view.rows), worst=worst)

    def write_rules(self, card: RuleCard, options: HeartsOptions, seats: int) -> None:
        # It is long and seldom read, so it is loaded when somebody wants it.
        from levata_client.shown.games.hearts.rule_card import write

        write(card, options, seats)

    def glossary(self) -> tuple[tuple[str, str], ...]:
        return (
            (_("broken"), _("hearts are broken once one was thrown: then they may be led")),
            (_("the moon"), _("taking all hearts and the queen of spades in one deal")),
        )

    def refusal(self, card: Card, view: HeartsView) -> Words:
        trick = view.trick
        if trick and mask_of(view.hand) & SUIT_MASKS[suit_of(trick[0])]:
            return refused_words(view, trick, card)
        code, facts = "hearts_not_broken", tuple[str, ...]()
        if trick:
            code, facts = "no_points_yet", (format_card(card),)
        elif not view.tricks:
            code, facts = "must_lead", (format_card(lowest_club(len(view.counts))),)
        return tinted(explain(code, facts, WORDS))

    def _header(self, view: HeartsView, table: TableInfo) -> tuple[HeaderItem, ...]:
        items = [
            HeaderItem((Part(self.title, TITLE),), weight=5),
            HeaderItem(fill(_("Deal {number}"), number=_deal_number(view)), weight=3),
        ]
        if view.phase == Phase.PASS:
            name = self.name(_receiver(view.seat, view), view, table)
            text = (
                words(_direction(view)) if view.seat < 0 else fill(_("pass to {name}"), name=name)
            )
            items.append(HeaderItem(text, weight=4))
        elif view.phase == Phase.PLAY:
            state = _("{suit} broken") if view.is_broken else _("{suit} not broken")
            items.append(HeaderItem(fill(state, suit=suit_words(HEARTS)), weight=4))
        target = fill(_("ends at {score}"), MUTED, score=-_options(table).target)
        items.append(HeaderItem(target, weight=1))
        return tuple(items)

    def plate(self, seat: Seat, view: HeartsView, table: TableInfo) -> Plate:
        progress: Words = ()
        figure: Words = ()
        remark: Words = ()
        if view.phase == Phase.PASS:
            chosen = view.chosen[seat]
            progress = words(
                Part(FILLED_PIP * chosen, GOOD), Part(EMPTY_PIP * (PASS_SIZE - chosen), MUTED)
            )
            if chosen == PASS_SIZE:
                remark = words(Part(_("has chosen"), MUTED))
        elif view.phase in (Phase.PLAY, Phase.DEAL):
            taken = view.taken[seat]
            lost = points_of(taken)
            progress = _taken_cards(taken)
            figure = words(Part(str(lost), BAD)) if lost else ()
            remark = words(Part(_loss_text(seat, view), MUTED))
        is_choosing = view.phase == Phase.PASS and view.chosen[seat] < PASS_SIZE
        plate = super().plate(seat, view, table)
        return replace(
            plate,
            is_turn=plate.is_turn or is_choosing,
            progress=progress,
            figure=figure,
            remark=remark,
        )

    def _status(self, view: HeartsView, table: TableInfo) -> Words:
        if view.phase == Phase.OVER:
            return self.final_result(view, table)
        if view.phase == Phase.PASS:
            return self._pass_status(view, table)
        if view.phase == Phase.PLAY and view.turn < 0 and not view.legal:
            card = card_words(lowest_club(len(view.counts)))
            return fill(_("{card} leads the first trick"), card=card)
        if view.phase == Phase.DEAL:
            return self.waiting(view, table)
        if not view.legal:
            name = self.name(view.turn, view, table)
            return fill(_("Waiting for {name} to play"), name=name)
        return play_status(view)

    def _pass_status(self, view: HeartsView, table: TableInfo) -> Words:
        if view.legal:
            missing = PASS_SIZE - view.chosen[view.seat]
            text = ngettext(
                "choose {count} card for {name}", "choose {count} cards for {name}", missing
            )
            name = self.name(_receiver(view.seat, view), view, table)
            return your_turn(fill(text, count=missing, name=name))
        waited = [seat for seat, count in enumerate(view.chosen) if count < PASS_SIZE]
        if len(waited) > 2:
            text = ngettext(
                "Waiting for the cards of {count} player",
                "Waiting for the cards of {count} players",
                len(waited),
            )
            return fill(text, count=len(waited))
        names = join(", ", [self.name(seat, view, table) for seat in waited])
        return fill(_("Waiting for the cards of {names}"), names=names)

    def _middle(self, view: HeartsView, table: TableInfo) -> Middle:
        if view.phase == Phase.PASS and view.seat >= 0:
            missing = PASS_SIZE - len(view.passed)
            cells = (*(Cell(card) for card in view.passed), *(Cell(),) * missing)
            name = self.name(_receiver(view.seat, view), view, table)
            return Board((cells,), above=fill(_("for {name}"), name=name))
        is_next = bool(view.legal) and view.phase == Phase.PLAY
        return Trick(trick_in_play(view, _TRICKS), is_next)

    def _hand(self, view: HeartsView, order: HandOrder) -> Hand:
        if view.phase == Phase.PASS:
            return _passing_hand(view, order)
        notes = dict.fromkeys(view.received, _RECEIVED) if not view.tricks else {}
        return self.hand(view, order, can_queue=view.phase == Phase.PLAY, notes=notes)

    def _passed_words(self, step: int, view: HeartsView, table: TableInfo) -> Words:
        if view.seat < 0 or not view.received:
            return words(_direction(view))
        giver = (view.seat - step) % len(view.counts)
        cards = join(" ", [card_words(card) for card in view.received])
        return fill(_("{name} passes you {cards}"), name=self.name(giver, view, table), cards=cards)

    def _taken_words(self, seat: Seat, view: HeartsView, table: TableInfo) -> Words:
        lost = points_of(mask_of(view.last_trick))
        texts = _("You take the trick"), _("{name} takes the trick")
        if lost:
            texts = (
                ngettext(
                    "You take the trick and {count} point",
                    "You take the trick and {count} points",
                    lost,
                ),
                ngettext(
                    "{name} takes the trick and {count} point",
                    "{name} takes the trick and {count} points",
                    lost,
                ),
            )
        return self.told(seat, texts, view, table, count=Part(str(lost), BAD))

    def _deal_words(self, event: DealScored, view: HeartsView, table: TableInfo) -> Words:
        row = event.row
        results = scores_words(self.names(view, table), row.scores)
        if row.moon < 0:
            return fill(_("Deal over: {results}"), results=results)
        texts = _("You shoot the moon: {results}"), _("{name} shoots the moon: {results}")
        return self.told(row.moon, texts, view, table, results=results)


def _options(table: TableInfo) -> HeartsOptions:
    assert isinstance(table.options, HeartsOptions)
    return table.options


def _deal_number(view: HeartsView) -> int:
    """Return the number of the deal, that of the last one after the end."""
    return max(len(view.rows), 1) if view.phase == Phase.OVER else len(view.rows) + 1


def _receiver(seat: Seat, view: HeartsView) -> Seat:
    return (max(seat, 0) + view.passing) % len(view.counts)


def _direction(view: HeartsView) -> str:
    """Return in words where the cards go."""
    if view.passing == 1:
        return _("cards go to the left")
    if view.passing == len(view.counts) - 1:
        return _("cards go to the right")
    return _("cards go across")


def _taken_cards(taken: Mask) -> Words:
    """Return the cards that count and that a seat took: how many hearts, and the others."""
    hearts = (taken & HEART_CARDS).bit_count()
    pieces: list[Words] = []
    if hearts:
        pieces.append(words(suit_words(HEARTS), str(hearts)))
    pieces.extend(
        card_words(card) for card in (QUEEN_OF_SPADES, JACK_OF_DIAMONDS) if taken >> card & 1
    )
    return join(" ", pieces)


def _loss_text(seat: Seat, view: HeartsView) -> str:
    lost = points_of(view.taken[seat])
    if lost >= _MOON_FROM and lost == sum(points_of(taken) for taken in view.taken):
        return _("all points so far")
    return ""


def _passing_hand(view: HeartsView, order: HandOrder) -> Hand:
    """Return the hand while cards are chosen; those chosen are still in it, ticked."""
    is_choosing = bool(view.legal)
    cards: list[HandCard] = []
    for card in arrange_hand(view.hand, order):
        is_chosen = card in view.passed
        text = format_card(card)
        cards.append(
            HandCard(
                card,
                f"pass {text}" if is_choosing else None,
                is_legal=not (is_choosing and is_chosen),
                reason=tinted(explain("already_passed", (text,), WORDS)) if is_chosen else (),
                note=MADE if is_chosen else "",
            )
        )
    return Hand(tuple(cards), is_choosing=is_choosing)
