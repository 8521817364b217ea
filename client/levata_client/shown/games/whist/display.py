"""What the client shows of Romanian Whist."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from levata.cards import NO_CARD, Card, HandOrder
from levata.events import Event
from levata.game import Seat
from levata.games.whist import (
    TRICKS,
    Phase,
    RoundScored,
    WhistOptions,
    WhistView,
    barred_bid,
    schedule,
)
from levata.tricks import NO_TRUMP
from levata_client.shown.games.game_display import GameDisplay, hidden_hand
from levata_client.shown.games.trick_layout import trick_before, trick_in_play
from levata_client.shown.games.trick_words import (
    refused_words,
    scores_words,
)
from levata_client.shown.games.whist.choices import NO_BID, bid_choices
from levata_client.shown.games.whist.sheet import best_run, whist_awards, whist_curves, whist_sheet
from levata_client.shown.games.whist.status import bid_status, play_status
from levata_client.shown.games.whist.words import WORDS
from levata_client.shown.table.scene import (
    Hand,
    HeaderItem,
    LaidCard,
    Mark,
    Narration,
    Plate,
    Scene,
    TableInfo,
    Trick,
)
from levata_client.shown.table.sheet import Sheet
from levata_client.shown.text.glyphs import EMPTY_PIP, FILLED_PIP, MISSED
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.phrases import RuleCard
from levata_client.shown.text.words import (
    ACCENT,
    BAD,
    GOOD,
    MUTED,
    STRONG,
    TITLE,
    Part,
    Words,
    fill,
    suit_words,
    words,
)


class WhistDisplay(GameDisplay[WhistView]):
    """The display of Whist."""

    key: ClassVar[str] = "whist"
    words = WORDS

    def scene(self, view: WhistView, table: TableInfo, order: HandOrder = HandOrder.SUITS) -> Scene:
        viewer = max(view.seat, 0)
        is_turn = bool(view.legal)
        winner = self.name(view.last_winner, view, table)
        return Scene(
            header=self._header(view, table),
            plates=self.plates(view, table),
            status=self._status(view, table),
            middle=_middle(view, viewer),
            hand=self._hand(view, order),
            viewer=viewer,
            is_turn=is_turn,
            choices=bid_choices(view, _options(table), self.names(view, table))
            if is_turn and _is_bidding(view)
            else None,
            trump=None if view.turned == NO_CARD else view.turned,
            trump_label=words(_("Trump") if view.trump != NO_TRUMP else _("No trump")),
            last_trick=trick_before(view, winner, TRICKS, view.trump),
            is_over=view.phase == Phase.OVER,
        )

    def narrate(self, event: Event, view: WhistView, table: TableInfo) -> Narration | None:
        if isinstance(event, RoundScored):
            return Narration(self._round_words(event, view, table))
        return super().narrate(event, view, table)

    def sheet(self, view: WhistView, table: TableInfo) -> Sheet:
        seats, names = self.columns(view, table), self.column_names(view, table)
        return whist_sheet(view, _options(table), seats, names)

    def curves(self, view: WhistView) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
        return whist_curves(view)

    def awards(self, view: WhistView, table: TableInfo) -> tuple[Words, ...]:
        return whist_awards(view, self.names(view, table))

    def table_title(self, table: TableInfo) -> str:
        return f"{self.title} {_options(table).sequence}"

    def standing_remark(self, seat: Seat, view: WhistView, table: TableInfo) -> Words:
        made = [row.bids[seat] == row.took[seat] for row in view.rounds if not row.void]
        text = _("exact {made}/{rounds}  best run {best}")
        return fill(text, MUTED, made=sum(made), rounds=len(made), best=best_run(made))

    def write_rules(self, card: RuleCard, options: WhistOptions, seats: int) -> None:
        # It is long and seldom read, so it is loaded when somebody wants it.
        from levata_client.shown.games.whist.rule_card import write

        write(card, options, seats)

    def glossary(self) -> tuple[tuple[str, str], ...]:
        return (
            (_("trick"), _("one card from every player")),
            (_("trump"), _("the suit that beats all others in this hand")),
            (_("hook"), _("what the last bidder is not allowed to say")),
        )

    def refusal(self, card: Card, view: WhistView) -> Words:
        return refused_words(view, view.trick or (card,), card, view.trump)

    def _header(self, view: WhistView, table: TableInfo) -> tuple[HeaderItem, ...]:
        name = Part(self.table_title(table), TITLE)
        number = fill(_("Hand {number}/{of}"), number=view.round + 1, of=view.rounds_in_all)
        size = view.size
        if view.phase == Phase.DEAL:
            size = schedule(len(table.players), _options(table).sequence)[view.round]
        cards = ngettext("{count} card", "{count} cards", size)
        items = [
            HeaderItem((name,), words(Part(self.title, TITLE)), 5),
            HeaderItem(number, weight=3),
            HeaderItem(fill(cards, count=size), weight=1),
        ]
        if view.phase in (Phase.BID, Phase.PLAY):
            suit = suit_words(view.trump)
            label = fill(_("Trump {suit}"), suit=suit)
            if view.trump == NO_TRUMP:
                label = suit = words(Part(_("No trump"), STRONG))
            items.append(HeaderItem(label, suit, weight=4))
            items.append(_bid_sum(view))
        return tuple(items)

    def plate(self, seat: Seat, view: WhistView, table: TableInfo) -> Plate:
        bid, took = view.bids[seat], view.took[seat]
        progress: Words = ()
        figure: Words = ()
        remark: Words = ()
        if bid != NO_BID:
            progress = bid_pips(bid, took)
            figure = words(Part(f"{took}/{bid}", STRONG))
            remark = words(Part(need_text(bid, took), MUTED))
            if _is_bidding(view):
                figure = words(Part(str(bid), STRONG))
                remark = words(Part(_("bids {count}").format(count=bid), MUTED))
        elif seat == view.turn and _is_bidding(view):
            progress = words(Part("…", MUTED))
        is_live = view.phase in (Phase.BID, Phase.PLAY)
        return replace(
            super().plate(seat, view, table),
            is_dealer=is_live and (seat + 1) % len(view.counts) == view.first,
            progress=progress,
            figure=figure,
            remark=remark,
        )

    def _status(self, view: WhistView, table: TableInfo) -> Words:
        if view.phase == Phase.OVER:
            return self.final_result(view, table)
        if view.phase == Phase.DEAL:
            return self.waiting(view, table)
        if view.foreheads and view.phase == Phase.PLAY:
            return words(_("The cards on the foreheads are played"))
        if not view.legal:
            return self._waiting_status(view, table)
        if _is_bidding(view):
            return bid_status(view)
        return play_status(view)

    def _waiting_status(self, view: WhistView, table: TableInfo) -> Words:
        name = self.name(view.turn, view, table)
        if not _is_bidding(view):
            return fill(_("Waiting for {name} to play"), name=name)
        barred = _barred(view, _options(table))
        if barred >= 0:
            text = _("Waiting for {name} to bid: {bid} is not allowed")
            return fill(text, name=name, bid=barred)
        return fill(_("Waiting for {name} to bid"), name=name)

    def _hand(self, view: WhistView, order: HandOrder) -> Hand:
        if view.foreheads and view.seat >= 0:
            return hidden_hand(view.counts[view.seat])
        return self.hand(view, order, view.trump, can_queue=view.phase == Phase.PLAY)

    def _round_words(self, event: RoundScored, view: WhistView, table: TableInfo) -> Words:
        row = event.row
        if row.void:
            return words(_("Nobody met the bid: the hand is played again"))
        results = scores_words(self.names(view, table), row.scores)
        return fill(_("Hand over: {results}"), results=results)


def bid_pips(bid: int, took: int) -> Words:
    """Return a bid as pips: filled for tricks taken, a cross for every one too many.

    >>> from levata_client.shown.text.words import plain
    >>> plain(bid_pips(3, 1)), plain(bid_pips(1, 3))
    ('●○○', '●✗✗')
    """
    return words(
        Part(FILLED_PIP * min(bid, took), GOOD),
        Part(EMPTY_PIP * max(bid - took, 0), MUTED),
        Part(MISSED * max(took - bid, 0), BAD),
    )


def need_text(bid: int, took: int) -> str:
    """Return in words how far a seat is from its bid."""
    if took == bid:
        return _("exact — no more")
    if took < bid:
        return ngettext("{count} more to go", "{count} more to go", bid - took).format(
            count=bid - took
        )
    return ngettext("{count} too many", "{count} too many", took - bid).format(count=took - bid)


def _options(table: TableInfo) -> WhistOptions:
    assert isinstance(table.options, WhistOptions)
    return table.options


def _is_bidding(view: WhistView) -> bool:
    return view.phase == Phase.BID


def _barred(view: WhistView, options: WhistOptions) -> int:
    """Return the bid that is forbidden to the seat whose turn it is, -1 for none."""
    if (view.turn + 1) % len(view.bids) != view.first:
        return -1
    others = [bid for seat, bid in enumerate(view.bids) if seat != view.turn]
    return barred_bid(view.size, others, options.hook)


def _bid_sum(view: WhistView) -> HeaderItem:
    total = sum(bid for bid in view.bids if bid != NO_BID)
    excess = total - view.size
    balance = _("{count} over") if excess > 0 else _("{count} under")
    over = fill(balance, count=abs(excess)) if excess else words(_("even"))
    text = fill(_("bids {total} of {cards}"), total=total, cards=view.size)
    balance_part = words("(", over, ")", role=ACCENT)
    short = words(Part(f"{total}/{view.size} ", STRONG), balance_part)
    return HeaderItem(words(text, " ", balance_part), short, weight=2)


def _middle(view: WhistView, viewer: Seat) -> Trick:
    cards = trick_in_play(view, TRICKS, view.trump)
    shown = {card.seat for card in cards}
    foreheads = tuple(
        LaidCard(seat, card, Mark.SHOWN)
        for seat, card in enumerate(view.foreheads)
        if card != NO_CARD and seat not in shown and view.counts[seat]
    )
    return Trick((*cards, *foreheads), view.phase == Phase.PLAY and view.turn == viewer)
