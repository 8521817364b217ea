"""What the client shows of Belot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from levata.cards import Card, HandOrder
from levata.events import Event, TrickTaken
from levata.game import Seat
from levata.games.belot import BelotOptions, BelotView
from levata.games.belot.auction import DOUBLE, REDOUBLE
from levata.games.belot.cards import NO_CONTRACT, TRICKS, arrange_cards
from levata.games.belot.declarations import Declaration
from levata.games.belot.scoring import pot_of
from levata.games.belot.state import (
    AuctionEnded,
    BelotSaid,
    CombinationDeclared,
    CombinationsShown,
    ContractBid,
    DealRow,
    DealScored,
    Doubled,
    Phase,
    Redoubled,
)
from levata.tricks import NO_TRUMP
from levata_client.shown.games.belot.choices import belot_choices
from levata_client.shown.games.belot.sheet import belot_curves, belot_sheet
from levata_client.shown.games.belot.status import duty_words, trump_of
from levata_client.shown.games.belot.terms import (
    announced_names,
    call_words,
    combination_name,
    combination_words,
    contract_name,
    contract_words,
    last_call,
    short_contract,
    trump_label,
)
from levata_client.shown.games.belot.words import WORDS
from levata_client.shown.games.game_display import GameDisplay
from levata_client.shown.games.trick_layout import trick_before, trick_in_play
from levata_client.shown.games.trick_words import refused_words, your_turn
from levata_client.shown.table.scene import (
    Hand,
    HeaderItem,
    Narration,
    Plate,
    Scene,
    TableInfo,
    Trick,
)
from levata_client.shown.table.sheet import Sheet
from levata_client.shown.text.language import _
from levata_client.shown.text.phrases import RuleCard
from levata_client.shown.text.words import (
    ACCENT,
    GOOD,
    MUTED,
    STRONG,
    TITLE,
    Part,
    Words,
    fill,
    join,
    words,
)


class BelotDisplay(GameDisplay[BelotView]):
    """The display of Belot."""

    key: ClassVar[str] = "belot"
    words = WORDS

    def scene(self, view: BelotView, table: TableInfo, order: HandOrder = HandOrder.SUITS) -> Scene:
        is_turn = bool(view.legal)
        trump, winner = trump_of(view), self.name(view.last_winner, view, table)
        is_playing = view.phase == Phase.PLAY
        return Scene(
            header=self._header(view, table),
            plates=self.plates(view, table),
            status=self._status(view, table),
            middle=Trick(trick_in_play(view, TRICKS, trump), is_turn and is_playing),
            hand=self._hand(view, order),
            viewer=max(view.seat, 0),
            is_turn=is_turn,
            choices=belot_choices(view, _options(table)) if is_turn else None,
            trump_label=trump_label(view) if is_playing else (),
            last_trick=trick_before(view, winner, TRICKS, trump),
            counter_clockwise=True,
            is_over=view.phase == Phase.OVER,
        )

    def narrate(self, event: Event, view: BelotView, table: TableInfo) -> Narration | None:
        match event:
            case ContractBid(seat, contract):
                texts = _("You bid {detail}"), _("{name} bids {detail}")
                return self._said(seat, texts, contract_words(contract), view, table)
            case Doubled(seat):
                texts = _("You double"), _("{name} doubles")
                return self._said(seat, texts, call_words(DOUBLE), view, table)
            case Redoubled(seat):
                texts = _("You redouble"), _("{name} redoubles")
                return self._said(seat, texts, call_words(REDOUBLE), view, table)
            case CombinationDeclared(seat, kind):
                texts = _("You declare: {detail}"), _("{name} declares: {detail}")
                name = words(Part(combination_name(kind), STRONG))
                return self._said(seat, texts, name, view, table)
            case BelotSaid(seat):
                texts = _("You say belot"), _("{name} says belot")
                return self._said(seat, texts, words(_("belot")), view, table)
            case AuctionEnded(seat, contract, multiplier):
                return Narration(
                    fill(
                        _("The contract is {contract}, bid by {name}"),
                        contract=contract_words(contract, multiplier),
                        name=self.name(seat, view, table),
                    )
                )
            case CombinationsShown(declarations):
                return Narration(self._shown_words(declarations, view, table))
            case DealScored(row):
                return Narration(self._deal_words(row, view, table))
            case TrickTaken(seat) if not view.hand and view.phase != Phase.PLAY:
                texts = _("You take the last trick"), _("{name} takes the last trick")
                return Narration(self.told(seat, texts, view, table))
            case _:
                return super().narrate(event, view, table)

    def _said(
        self,
        seat: Seat,
        texts: tuple[str, str],
        detail: Words,
        view: BelotView,
        table: TableInfo,
    ) -> Narration:
        """Return an announcement of a seat, in the second person for the viewer."""
        line = self.told(seat, texts, view, table, detail=detail)
        return Narration(line, seat=seat, bubble=detail)

    def sheet(self, view: BelotView, table: TableInfo) -> Sheet:
        own = max(view.seat, 0) % 2
        sides = own, 1 - own
        names = self.side_name(own, view, table), self.side_name(1 - own, view, table)
        return belot_sheet(view, _options(table).target, sides, names)

    def side_name(self, side: int, view: BelotView, table: TableInfo) -> str:
        """Return what a side is called: us and them for players, names for spectators."""
        if view.seat >= 0:
            return _("Us") if view.seat % 2 == side else _("Them")
        return " + ".join(self.plain_name(seat, view, table) for seat in (side, side + 2))

    def curves(self, view: BelotView) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
        return belot_curves(view)

    def awards(self, view: BelotView, table: TableInfo) -> tuple[Words, ...]:
        played = [row for row in view.rows if row.contract != NO_CONTRACT]
        if not played:
            return ()
        awards: list[Words] = []
        best = max(played, key=lambda row: max(row.recorded))
        side = 0 if best.recorded[0] >= best.recorded[1] else 1
        awards.append(
            fill(
                _("Best deal: {side} +{score} in {contract}"),
                side=self.side_name(side, view, table),
                score=max(best.recorded),
                contract=contract_words(best.contract, best.multiplier),
            )
        )
        for text, count in (
            (_("Capots: {count}"), sum(row.capot_side >= 0 for row in played)),
            (
                _("Inside: {count}"),
                sum(row.raw[row.by % 2] < row.raw[1 - row.by % 2] for row in played),
            ),
            (_("Doubled: {count}"), sum(row.multiplier > 1 for row in played)),
        ):
            if count:
                awards.append(fill(text, count=count))
        return tuple(awards)

    def standing_remark(self, seat: Seat, view: BelotView, table: TableInfo) -> Words:
        bids = [row for row in view.rows if row.by == seat]
        made = sum(row.raw[seat % 2] > row.raw[1 - seat % 2] for row in bids)
        return fill(_("contracts made {made}/{bids}"), MUTED, made=made, bids=len(bids))

    def result_words(
        self, scores: Sequence[int], places: Sequence[int], view: BelotView, table: TableInfo
    ) -> Words:
        winners = [seat for seat, place in enumerate(places) if place == 1]
        if len(winners) != 2:
            return words(_("The match is over"))
        side = winners[0] % 2
        result = Part(f"{scores[side]} – {scores[1 - side]}", STRONG)
        if view.seat in winners:
            return fill(_("Your side wins the match {score}"), score=result)
        names = join(", ", [self.name(seat, view, table) for seat in winners])
        return fill(_("{names} win the match {score}"), names=names, score=result)

    def write_rules(self, card: RuleCard, options: BelotOptions, seats: int) -> None:
        # It is long and seldom read, so it is loaded when somebody wants it.
        from levata_client.shown.games.belot.rule_card import write

        write(card, options, seats)

    def glossary(self) -> tuple[tuple[str, str], ...]:
        return (
            (_("inside"), _("the side that bid has fewer points: the others take all")),
            (_("hanging"), _("both sides have as many points: those of the bid wait for a winner")),
            (_("capot"), _("one side took every trick")),
            (_("carre"), _("four cards of one rank")),
            (_("belot"), _("king and queen of trumps in one hand, 20 points")),
        )

    def refusal(self, card: Card, view: BelotView) -> Words:
        return refused_words(view, view.trick or (card,), card, trump_of(view))

    def _hand(self, view: BelotView, order: HandOrder) -> Hand:
        is_playing = view.phase == Phase.PLAY
        # The hand is laid out anew once, when the contract is known and the last cards are there.
        trump = trump_of(view) if is_playing else NO_TRUMP
        hand = self.hand(view, order, trump, can_queue=is_playing)
        places = {card: place for place, card in enumerate(arrange_cards(view.hand, order, trump))}
        cards = tuple(sorted(hand.cards, key=lambda held: places[held.card]))
        return replace(hand, cards=cards)

    def _header(self, view: BelotView, table: TableInfo) -> tuple[HeaderItem, ...]:
        own = max(view.seat, 0) % 2
        first, second = view.sides[own], view.sides[1 - own]
        short = words(Part(f"{first} – {second}", STRONG))
        score = fill(
            _("{us} {first} – {them} {second}"),
            us=self.side_name(own, view, table).lower() if view.seat >= 0 else "",
            them=self.side_name(1 - own, view, table).lower() if view.seat >= 0 else "",
            first=Part(str(first), STRONG),
            second=Part(str(second), STRONG),
        )
        items = [HeaderItem((Part(self.title, TITLE),), weight=5)]
        if view.phase in (Phase.AUCTION, Phase.PLAY) and view.contract != NO_CONTRACT:
            contract = contract_words(view.contract, view.multiplier)
            name = self.name(view.by, view, table)
            text = fill(_("{contract} by {name}"), contract=contract, name=name)
            items.append(HeaderItem(text, contract, weight=4))
        items.append(HeaderItem(score if view.seat >= 0 else short, short, weight=3))
        if view.hanging:
            hanging = fill(_("{count} hanging"), ACCENT, count=view.hanging)
            items.append(HeaderItem(hanging, weight=2))
        items.append(HeaderItem(fill(_("to {target}"), MUTED, target=view.barrier), weight=1))
        return tuple(items)

    def plate(self, seat: Seat, view: BelotView, table: TableInfo) -> Plate:
        progress: Words = ()
        announced: tuple[str, ...] = ()
        remark: Words = ()
        is_live = view.phase in (Phase.AUCTION, Phase.PLAY)
        if view.phase == Phase.AUCTION:
            progress = last_call(view, seat)
            if not progress and seat == view.turn:
                progress = words(Part("…", MUTED))
        elif view.phase == Phase.PLAY:
            announced = announced_names(view, seat)
            bid = seat == view.by
            contract = short_contract(view.contract, view.multiplier)
            if bid and not announced:
                progress = contract
            elif bid:
                remark = fill(_("bid {contract}"), MUTED, contract=contract)
        if not remark and view.seat >= 0 and seat == (view.seat + 2) % 4:
            remark = words(Part(_("your partner"), MUTED))
        return replace(
            super().plate(seat, view, table),
            is_dealer=is_live and seat == view.dealer,
            progress=progress,
            announced=announced,
            remark=remark,
            team=seat % 2,
        )

    def _status(self, view: BelotView, table: TableInfo) -> Words:
        if view.phase == Phase.OVER:
            return self.final_result(view, table)
        if view.phase == Phase.DEAL:
            return self.waiting(view, table)
        if not view.legal:
            name = self.name(view.turn, view, table)
            text = _("Waiting for {name} to play")
            if view.phase == Phase.AUCTION:
                text = _("Waiting for {name} to bid")
            return fill(text, name=name)
        if view.phase == Phase.PLAY:
            return duty_words(view)
        if view.contract == NO_CONTRACT:
            return your_turn(_("bid, or pass"))
        if "redouble" in view.legal:
            return your_turn(_("redouble, pass or bid higher"))
        contract = contract_name(view.contract)
        if "double" in view.legal:
            return your_turn(
                fill(_("bid higher than {contract}, double or pass"), contract=contract)
            )
        return your_turn(fill(_("bid higher than {contract}, or pass"), contract=contract))

    def _shown_words(
        self, declarations: tuple[Declaration, ...], view: BelotView, table: TableInfo
    ) -> Words:
        lines = [
            fill(
                "{name} {combination} {points}",
                name=self.name(item.seat, view, table),
                combination=combination_words(item.kind, item.cards),
                points=Part(
                    f"+{item.points}" if item.points else "0", GOOD if item.points else MUTED
                ),
            )
            for item in declarations
        ]
        return fill(_("Declared: {combinations}"), combinations=join(", ", lines))

    def _deal_words(self, row: DealRow, view: BelotView, table: TableInfo) -> Words:
        """Return how a deal ended, with the step from points to what is recorded."""
        if row.contract == NO_CONTRACT:
            return words(_("Everybody passed: the next player deals"))
        own = max(view.seat, 0) % 2
        bidding = row.by % 2
        sides = [self.side_name(side, view, table) for side in (0, 1)]
        contract = contract_words(row.contract, row.multiplier)
        won = fill(
            _("{contract}: {us} {first} points, {them} {second}."),
            contract=contract,
            us=sides[own],
            first=row.raw[own],
            them=sides[1 - own],
            second=row.raw[1 - own],
        )
        recorded = fill(
            _("Recorded: {us} {first}, {them} {second}."),
            us=sides[own],
            first=Part(f"+{row.recorded[own]}", STRONG),
            them=sides[1 - own],
            second=Part(f"+{row.recorded[1 - own]}", STRONG),
        )
        return join(" ", [won, *self._reasons(row, sides, bidding), recorded])

    def _reasons(self, row: DealRow, sides: Sequence[str], bidding: int) -> list[Words]:
        """Return why the record is not simply the points in tens."""
        reasons: list[Words] = []
        if row.capot_side >= 0:
            reasons.append(fill(_("{side} took every trick."), side=sides[row.capot_side]))
        pot = pot_of(row.raw)
        if row.raw[0] == row.raw[1]:
            reasons.append(fill(_("As many points: {count} hang."), count=row.hanging))
        elif row.raw[bidding] < row.raw[1 - bidding]:
            text = _("{side} inside: all {pot} to the others.")
            reasons.append(fill(text, side=sides[bidding], pot=pot))
        if row.factor > 1:
            text = _("Doubled: {pot} x {factor}.")
            reasons.append(fill(text, pot=pot, factor=row.factor))
        if row.claimed:
            reasons.append(fill(_("{count} that hung are added."), count=row.claimed))
        return reasons


def _options(table: TableInfo) -> BelotOptions:
    assert isinstance(table.options, BelotOptions)
    return table.options
