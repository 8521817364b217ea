"""The rules of Whist on the contract of all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, cast

from msgspec.structs import replace

from levata.cards import (
    NO_CARD,
    SUIT_MASKS,
    Card,
    HandOrder,
    arrange_hand,
    cards_of,
    mask_of,
    sizes_of,
    top_ranks,
)
from levata.errors import IllegalAction, OptionError, RecordError
from levata.events import BidMade, CardPlayed, CardTurned, Dealt, Event, MatchEnded, TrickTaken
from levata.game import (
    CHANCE,
    PLAYS,
    Action,
    Bid,
    Deal,
    Facts,
    Forced,
    Game,
    Info,
    Outcome,
    PlayCard,
    Seat,
    Step,
    check_deal,
    check_facts,
    places_of,
)
from levata.games.whist.model import Phase, RoundScored, WhistOptions, WhistState, WhistView
from levata.games.whist.play import BID, DEAL, PLAY, barred_for, is_forehead, make_bid, play_card
from levata.games.whist.scoring import schedule
from levata.options import Options
from levata.tricks import NO_TRUMP

BIDS: Final = tuple(Bid(count) for count in range(9))
BIG_ROUND: Final = 8
"""The round in which the whole pack is dealt, so that no card is left to turn up as trump."""


class Whist(Game[WhistState, WhistView]):
    """The rules of Romanian Whist."""

    info = Info(
        key="whist",
        title="Whist",
        seats=(3, 4, 5, 6),
        default_seats=4,
        options_type=WhistOptions,
        presets={
            "classic": {},
            "short": {"sequence": "1-4-1"},
            "eights-first": {"sequence": "8-1-8"},
            "forehead": {"forehead": "on"},
        },
    )
    view_type = WhistView
    actions: ClassVar = {action.text: action for action in (*BIDS, *PLAYS)}
    event_types = (Dealt, CardTurned, BidMade, CardPlayed, TrickTaken, RoundScored, MatchEnded)

    def setup(self, seats: int, options: Options) -> WhistState:
        """Return the state before the first deal."""
        if seats not in self.info.seats:
            raise OptionError("bad_seats", seats, "3 to 6")
        assert isinstance(options, WhistOptions)
        options.check(seats)
        nothing = (0,) * seats
        return WhistState(
            options=options,
            seats=seats,
            size=schedule(seats, options.sequence)[0],
            hands=nothing,
            bids=(-1,) * seats,
            took=nothing,
            streaks=nothing,
            totals=nothing,
        )

    def to_act(self, state: WhistState) -> tuple[Seat, ...]:
        """Return who must act now."""
        phase = state.phase
        if BID <= phase <= PLAY:
            return (state.turn,)
        return (CHANCE,) if phase == DEAL else ()

    def legal(self, state: WhistState, seat: Seat) -> tuple[Action, ...]:
        """Return the bids or cards open to a seat, ascending."""
        if seat != state.turn:
            return ()
        if state.phase == PLAY:
            hand, trick, trump = state.hands[seat], state.trick, state.trump
            if trick:
                # What `TRICKS.playable` says, for the hottest question of the game.
                follow = hand & SUIT_MASKS[trick[0] & 3]
                hand = follow or (trump >= 0 and hand & SUIT_MASKS[trump]) or hand
            actions: list[Action] = []
            while hand:
                low = hand & -hand
                actions.append(PLAYS[low.bit_length() - 1])
                hand ^= low
            return tuple(actions)
        if state.phase == BID:
            bids = BIDS[: state.size + 1]
            barred = barred_for(state, seat)
            return bids if barred < 0 else (*bids[:barred], *bids[barred + 1 :])
        return ()

    def apply(self, state: WhistState, seat: Seat, action: Action | Deal) -> Step[WhistState]:
        """Return what a deal, a bid or a card leads to."""
        if isinstance(action, PlayCard):
            return play_card(state, seat, action.card)
        if isinstance(action, Bid):
            return make_bid(state, seat, action.count)
        if isinstance(action, Deal):
            return self._deal(state, seat, action)
        raise IllegalAction("unknown_action", type(action).__name__)

    def public(self, state: WhistState) -> WhistView:
        """Return what everybody may know: all but the cards held."""
        return WhistView(
            seat=-1,
            turn=state.turn if BID <= state.phase <= PLAY else -1,
            legal=(),
            hand=(),
            counts=sizes_of(state.hands),
            totals=state.totals,
            phase=state.phase,
            round=state.round,
            rounds_in_all=len(schedule(state.seats, state.options.sequence)),
            size=state.size,
            first=state.first,
            trump=state.trump,
            turned=state.turned,
            bids=state.bids,
            took=state.took,
            trick=state.trick,
            trick_leader=state.trick_leader,
            last_trick=state.last_trick,
            last_leader=state.last_leader,
            last_winner=state.last_winner,
            streaks=state.streaks,
            foreheads=(),
            rounds=state.rounds,
        )

    def own(self, state: WhistState, seat: Seat) -> tuple[Any, ...]:
        """Return a seat's cards; in a forehead round everybody's but its own."""
        phase = state.phase
        if BID <= phase <= PLAY and is_forehead(state):
            foreheads = tuple(
                hand.bit_length() - 1 if owner != seat else NO_CARD
                for owner, hand in enumerate(state.hands)
            )
            legal = self.legal(state, seat) if phase == BID else ()
            return seat, tuple([action.text for action in legal]), (), foreheads
        texts = tuple([action.text for action in self.legal(state, seat)])
        return seat, texts, cards_of(state.hands[seat]), ()

    def hands(self, views: Sequence[WhistView]) -> tuple[tuple[Card, ...], ...]:
        """Return what every seat holds; a card on a forehead is seen by the seat beside it."""
        seats = len(views)
        if not views[0].foreheads:
            return tuple([view.hand for view in views])
        cards = [views[(owner + 1) % seats].foreheads[owner] for owner in range(seats)]
        return tuple([() if card == NO_CARD else (card,) for card in cards])

    def outcome(self, state: WhistState) -> Outcome | None:
        """Return the result of a finished match; Whist has no rating (W-A16)."""
        if state.phase != Phase.OVER:
            return None
        return Outcome(state.totals, places_of(state.totals))

    def scores(self, state: WhistState) -> tuple[int, ...]:
        """Return the totals."""
        return state.totals

    def pack(self, state: WhistState) -> tuple[Card, ...]:
        """Return the eight cards per player of the highest ranks."""
        return top_ranks(2 * state.seats)

    def timeout_action(
        self, state: WhistState, seat: Seat, order: HandOrder = HandOrder.SUITS
    ) -> Action:
        """Return the lowest legal bid or the leftmost legal card (W-A22)."""
        legal = self.legal(state, seat)
        if state.phase == Phase.BID:
            return legal[0]
        cards = [cast(PlayCard, action).card for action in legal]
        return PLAYS[arrange_hand(cards, order, state.trump)[0]]

    def forced(self, state: WhistState) -> Forced | None:
        """Return the card of a forehead round: its owner, who cannot see it, has no choice."""
        if state.phase == PLAY and is_forehead(state):
            return Forced(state.turn, PLAYS[state.hands[state.turn].bit_length() - 1])
        return None

    def facts(self, state: WhistState) -> Facts:
        """Return the hands, the turned card and the rest of the pack."""
        return Facts(
            first=state.first,
            hands=tuple(cards_of(hand) for hand in state.hands),
            turned=None if state.turned == NO_CARD else state.turned,
            stock=cards_of(state.stock),
        )

    def deal_from(self, state: WhistState, facts: Facts) -> Deal:
        """Return the deal that leads to these facts."""
        size = schedule(state.seats, state.options.sequence)[state.round]
        if not 0 <= facts.first < state.seats:
            raise RecordError("bad_deal")
        if [len(hand) for hand in facts.hands] != [size] * state.seats:
            raise RecordError("bad_deal")
        match_first = (facts.first - state.round) % state.seats
        if state.rounds and match_first != state.match_first:
            raise RecordError("bad_deal")
        by_turn = [
            card
            for step in range(state.seats)
            for card in facts.hands[(facts.first + step) % state.seats]
        ]
        turned = () if facts.turned is None else (facts.turned,)
        order = check_facts(self.pack(state), (*by_turn, *turned, *(facts.stock or ())))
        if (facts.turned is None) != (not self._has_trump(state, size)):
            raise RecordError("bad_deal")
        return Deal(order, match_first)

    def deal_result(self, events: Sequence[Event]) -> dict[str, Any] | None:
        """Return the result of the round that the events end."""
        for event in events:
            if isinstance(event, RoundScored):
                row = event.row
                return {
                    "cards": row.cards,
                    "bids": row.bids,
                    "took": row.took,
                    "scores": row.scores,
                    "bonus": row.bonus,
                    "totals": row.totals,
                    "void": row.void,
                }
        return None

    def _has_trump(self, state: WhistState, size: int) -> bool:
        return size < BIG_ROUND and (size > 1 or state.options.one_card_trump)

    def _deal(self, state: WhistState, seat: Seat, deal: Deal) -> Step[WhistState]:
        if seat != CHANCE or state.phase != Phase.DEAL:
            raise IllegalAction("wrong_phase")
        check_deal(self.pack(state), deal, state.seats)
        seats = state.seats
        size = schedule(seats, state.options.sequence)[state.round]
        match_first = state.match_first if state.rounds else deal.first
        first = (match_first + state.round) % seats
        hands = [0] * seats
        for step in range(seats):
            hands[(first + step) % seats] = mask_of(deal.order[step * size : (step + 1) * size])
        rest = deal.order[seats * size :]
        has_trump = self._has_trump(state, size)
        turned = rest[0] if has_trump else NO_CARD
        events: list[Event] = [Dealt(size, first)]
        if has_trump:
            events.append(CardTurned(turned))
        dealt = replace(
            state,
            phase=Phase.BID,
            match_first=match_first,
            size=size,
            first=first,
            turn=first,
            trump=turned & 3 if has_trump else NO_TRUMP,
            turned=turned,
            hands=tuple(hands),
            stock=mask_of(rest[1:] if has_trump else rest),
            bids=(-1,) * seats,
            took=(0,) * seats,
            trick=(),
            trick_leader=first,
            last_trick=(),
            last_winner=-1,
        )
        return Step(dealt, tuple(events))
