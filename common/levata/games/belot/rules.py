"""The rules of Belot on the contract of all games, over the parts of this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from msgspec.structs import replace

from levata.cards import Card, HandOrder, cards_of, sizes_of
from levata.errors import IllegalAction, OptionError
from levata.events import CardPlayed, Dealt, Event, MatchEnded, Passed, TrickTaken
from levata.game import (
    CHANCE,
    PLAYS,
    Action,
    Deal,
    Facts,
    Game,
    Info,
    Outcome,
    PlayCard,
    Seat,
    Step,
    places_of,
)
from levata.games.belot.auction import CALLS, DOUBLE, PASS, REDOUBLE, Call, check_call, legal_calls
from levata.games.belot.cards import CONTRACTS, NO_CONTRACT, arrange_cards
from levata.games.belot.declarations import DECLARES, Declare, best_plan
from levata.games.belot.options import BelotOptions
from levata.games.belot.pack import (
    PACK,
    cut,
    deal_cards,
    deal_from_facts,
    deal_rest,
    facts_of,
    four_totals,
    pack_of,
    throw_in,
)
from levata.games.belot.play import (
    BELOT_PLAYS,
    PlayWithBelot,
    check_turn,
    declarable_now,
    declare,
    free_now,
    legal_in_play,
    play,
)
from levata.games.belot.scoring import add_pairs
from levata.games.belot.state import (
    AuctionEnded,
    BelotSaid,
    BelotState,
    BelotView,
    CombinationDeclared,
    CombinationsShown,
    ContractBid,
    DealRow,
    DealScored,
    Doubled,
    Phase,
    Redoubled,
)
from levata.options import Options


class Belot(Game[BelotState, BelotView]):
    """The rules of Bulgarian Belot."""

    info = Info(
        key="belot",
        title="Belot",
        seats=(4,),
        default_seats=4,
        options_type=BelotOptions,
        presets={
            "classic": {},
            "short": {"target": 75},
            "traditional": {
                "shuffle": "cut_only",
                "capot_rule": "one_more_deal",
                "quint_compare": "class",
                "auto_belot": "off",
            },
        },
        counter_clockwise=True,
        partnerships=True,
    )
    view_type = BelotView
    actions: ClassVar = {
        action.text: action
        for action in (
            *CALLS.values(),
            *DECLARES,
            *(PLAYS[card] for card in PACK),
            *BELOT_PLAYS.values(),
        )
    }
    event_types = (
        Dealt,
        Passed,
        ContractBid,
        Doubled,
        Redoubled,
        AuctionEnded,
        CombinationDeclared,
        CardPlayed,
        BelotSaid,
        TrickTaken,
        CombinationsShown,
        DealScored,
        MatchEnded,
    )

    def setup(self, seats: int, options: Options) -> BelotState:
        """Return the state before the first deal."""
        if seats not in self.info.seats:
            raise OptionError("bad_seats", seats, "4")
        assert isinstance(options, BelotOptions)
        options.check(seats)
        return BelotState(options, barrier=options.target)

    def to_act(self, state: BelotState) -> tuple[Seat, ...]:
        """Return who must act now."""
        if state.phase == Phase.DEAL:
            return (CHANCE,)
        return () if state.phase == Phase.OVER else (state.turn,)

    def legal(self, state: BelotState, seat: Seat) -> tuple[Action, ...]:
        """Return the calls, or the combinations and cards, open to a seat."""
        if seat != state.turn:
            return ()
        if state.phase == Phase.PLAY:
            return legal_in_play(state)
        if state.phase == Phase.AUCTION:
            return legal_calls(state.auction, seat, state.options.run_from_double)
        return ()

    def apply(self, state: BelotState, seat: Seat, action: Action | Deal) -> Step[BelotState]:
        """Return what a deal, a call, a declaration or a card leads to."""
        if isinstance(action, PlayCard):
            return play(state, seat, action.card, isinstance(action, PlayWithBelot))
        if isinstance(action, Call):
            return _call(state, seat, action.call)
        if isinstance(action, Declare):
            return declare(state, seat, action)
        if isinstance(action, Deal):
            return deal_cards(state, seat, action)
        raise IllegalAction("unknown_action", type(action).__name__)

    def public(self, state: BelotState) -> BelotView:
        """Return what everybody may know: of combinations only the kind while they are played."""
        is_open = state.phase in (Phase.AUCTION, Phase.PLAY)
        auction = state.auction
        return BelotView(
            seat=-1,
            turn=state.turn if is_open else -1,
            legal=(),
            hand=(),
            counts=sizes_of(state.hands),
            totals=four_totals(state.totals),
            phase=state.phase,
            number=state.number,
            dealer=state.dealer,
            calls=auction.calls,
            contract=auction.contract,
            by=auction.by,
            multiplier=auction.multiplier,
            trick=state.trick,
            trick_leader=state.trick_leader,
            last_trick=state.last_trick,
            last_leader=state.last_leader,
            last_winner=state.last_winner,
            tricks=(len(state.piles[0]) // 4, len(state.piles[1]) // 4),
            announced=tuple((item.seat, item.kind) for item in state.declarations),
            own=(),
            belots=state.belots,
            shown=() if is_open else state.declarations,
            sides=state.totals,
            hanging=state.hanging,
            barrier=state.barrier,
            rows=state.rows,
        )

    def own(self, state: BelotState, seat: Seat) -> tuple[Any, ...]:
        """Return a seat's cards and the combinations it declared."""
        texts = tuple([action.text for action in self.legal(state, seat)])
        combinations = tuple([item.cards for item in state.declarations if item.seat == seat])
        return seat, texts, cards_of(state.hands[seat]), combinations

    def outcome(self, state: BelotState) -> Outcome | None:
        """Return the result of a finished match; partners share it."""
        if state.phase != Phase.OVER:
            return None
        scores = self.scores(state)
        return Outcome(scores, places_of(scores))

    def scores(self, state: BelotState) -> tuple[int, ...]:
        """Return the total of each seat's side."""
        return four_totals(state.totals)

    def pack(self, state: BelotState) -> tuple[Card, ...]:
        """Return the 32 cards from seven to ace; with ``cut_only`` as they were gathered."""
        return pack_of(state)

    def is_pack_kept(self, options: Options) -> bool:
        """Return whether nobody shuffles: hands thrown in are gathered as they were (B-A3)."""
        assert isinstance(options, BelotOptions)
        return options.shuffle == "cut_only"

    def deal_of(self, state: BelotState, order: Sequence[Card], first: Seat) -> Deal:
        """Return a deal of the shuffled pack, or with ``cut_only`` of the gathered one, cut."""
        return Deal(cut(state, order), first)

    def timeout_action(
        self, state: BelotState, seat: Seat, order: HandOrder = HandOrder.SUITS
    ) -> Action:
        """Return a pass, the combinations that score most, then the leftmost legal card (B-A46).

        Belot is said when it can be, whatever the option `auto_belot`.
        """
        if state.phase == Phase.AUCTION:
            return CALLS[PASS]
        if declarable_now(state):
            return best_plan(free_now(state))[0]
        cards = {
            action.card: action for action in cast("tuple[PlayCard, ...]", legal_in_play(state))
        }
        return cards[arrange_cards(cards, order, state.trump)[0]]

    def facts(self, state: BelotState) -> Facts:
        """Return the dealer and the hands, the five cards of the auction first."""
        return facts_of(state)

    def deal_from(self, state: BelotState, facts: Facts) -> Deal:
        """Return the deal that leads to these facts."""
        return deal_from_facts(state, facts)

    def deal_result(self, events: Sequence[Event]) -> dict[str, Any] | None:
        """Return the result of the deal that the events end."""
        for event in events:
            if isinstance(event, DealScored):
                return _result_of(event.row)
        return None


def _result_of(row: DealRow) -> dict[str, Any]:
    after = {
        "recorded": row.recorded,
        "hanging": row.hanging,
        "totals": row.totals,
        "barrier": row.barrier,
    }
    if row.contract == NO_CONTRACT:
        return {"contract": None, **after}
    return {
        "contract": CONTRACTS[row.contract],
        "by": row.by,
        "multiplier": row.multiplier,
        "raw": row.raw,
        "declared": add_pairs(row.combinations, row.belot),
        "capot": None if row.capot_side < 0 else row.capot_side,
        **after,
    }


def _call(state: BelotState, seat: Seat, call: int) -> Step[BelotState]:
    check_turn(state, seat, Phase.AUCTION)
    check_call(state.auction, seat, call, state.options.run_from_double)
    auction = state.auction.after(seat, call)
    events: tuple[Event, ...] = (_event_of(seat, call),)
    after = replace(state, auction=auction, turn=(seat + 1) % 4)
    if not auction.is_over:
        return Step(after, events)
    if auction.contract == NO_CONTRACT:
        return throw_in(after, events)
    events = (*events, AuctionEnded(auction.by, auction.contract, auction.multiplier))
    return deal_rest(after, events)


def _event_of(seat: Seat, call: int) -> Event:
    if call == PASS:
        return Passed(seat)
    if call == DOUBLE:
        return Doubled(seat)
    return Redoubled(seat) if call == REDOUBLE else ContractBid(seat, call)
