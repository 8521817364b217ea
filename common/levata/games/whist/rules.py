"""The rules of Whist: deal, bid, play, score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, cast

from msgspec.structs import replace

from levata.cards import (
    NO_CARD,
    SUIT_MASKS,
    Card,
    HandOrder,
    Mask,
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
from levata.games.whist.model import Phase, Round, RoundScored, WhistOptions, WhistState, WhistView
from levata.games.whist.scoring import barred_bid, next_streak, round_points, schedule
from levata.options import Options
from levata.tricks import NO_TRUMP, TrickRules, VoidDuty, refuse_card

TRICKS: Final = TrickRules(void_duty=VoidDuty.ALWAYS)
BIDS: Final = tuple(Bid(count) for count in range(9))
BIG_ROUND: Final = 8
"""The round in which the whole pack is dealt, so that no card is left to turn up as trump."""


_DEAL, _BID, _PLAY = int(Phase.DEAL), int(Phase.BID), int(Phase.PLAY)
"""Plain numbers for what is asked at every card: members of an enum are slow to look up."""


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
        if _BID <= phase <= _PLAY:
            return (state.turn,)
        return (CHANCE,) if phase == _DEAL else ()

    def legal(self, state: WhistState, seat: Seat) -> tuple[Action, ...]:
        """Return the bids or cards open to a seat, ascending."""
        if seat != state.turn:
            return ()
        if state.phase == _PLAY:
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
        if state.phase == _BID:
            bids = BIDS[: state.size + 1]
            barred = _barred(state, seat)
            return bids if barred < 0 else (*bids[:barred], *bids[barred + 1 :])
        return ()

    def apply(self, state: WhistState, seat: Seat, action: Action | Deal) -> Step[WhistState]:
        """Return what a deal, a bid or a card leads to."""
        if isinstance(action, PlayCard):
            return _play(state, seat, action.card)
        if isinstance(action, Bid):
            return _bid(state, seat, action.count)
        if isinstance(action, Deal):
            return self._deal(state, seat, action)
        raise IllegalAction("unknown_action", type(action).__name__)

    def public(self, state: WhistState) -> WhistView:
        """Return what everybody may know: all but the cards held."""
        return WhistView(
            seat=-1,
            turn=state.turn if _BID <= state.phase <= _PLAY else -1,
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
        if _BID <= phase <= _PLAY and _is_forehead(state):
            foreheads = tuple(
                hand.bit_length() - 1 if owner != seat else NO_CARD
                for owner, hand in enumerate(state.hands)
            )
            legal = self.legal(state, seat) if phase == _BID else ()
            return seat, tuple([action.text for action in legal]), (), foreheads
        texts = tuple([action.text for action in self.legal(state, seat)])
        return seat, texts, cards_of(state.hands[seat]), ()

    def touched(self, before: WhistState, after: WhistState) -> Sequence[Seat] | None:
        """Return who acted and who is next, while a round lasts; foreheads are for all to see."""
        is_same_round = _BID <= before.phase <= _PLAY and _BID <= after.phase <= _PLAY
        return (before.turn, after.turn) if is_same_round and not _is_forehead(after) else None

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
        if state.phase == _PLAY and _is_forehead(state):
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


def _is_forehead(state: WhistState) -> bool:
    return state.options.forehead and state.size == 1


def _barred(state: WhistState, seat: Seat) -> int:
    """Return the bid that the hook forbids this seat, -1 for none."""
    if (seat + 1) % state.seats != state.first:
        return -1
    others = [bid for owner, bid in enumerate(state.bids) if owner != seat]
    return barred_bid(state.size, others, state.options.hook)


def _check_turn(state: WhistState, seat: Seat, phase: Phase) -> None:
    if state.phase != phase:
        raise IllegalAction("wrong_phase")
    if seat != state.turn:
        raise IllegalAction("not_your_turn")


def _bid(state: WhistState, seat: Seat, count: int) -> Step[WhistState]:
    _check_turn(state, seat, Phase.BID)
    if not 0 <= count <= state.size:
        raise IllegalAction("bid_out_of_range", 0, state.size)
    if count == _barred(state, seat):
        raise IllegalAction("bid_barred", count, state.size)
    bids = (*state.bids[:seat], count, *state.bids[seat + 1 :])
    turn = (seat + 1) % state.seats
    phase = Phase.PLAY if turn == state.first else Phase.BID
    return Step(replace(state, phase=phase, bids=bids, turn=turn), (BidMade(seat, count),))


def _play(state: WhistState, seat: Seat, card: Card) -> Step[WhistState]:
    # The hottest function of the game: simulations come here for every card.
    if state.phase != _PLAY:
        raise IllegalAction("wrong_phase")
    if seat != state.turn:
        raise IllegalAction("not_your_turn")
    hands, trick, trump = state.hands, state.trick, state.trump
    hand = hands[seat]
    bit = 1 << card
    if not hand & bit:
        raise refuse_card(hand, card, trick or (card,), trump)
    if trick:
        led = trick[0] & 3
        if card & 3 != led and (
            hand & SUIT_MASKS[led]
            or (trump != NO_TRUMP and card & 3 != trump and hand & SUIT_MASKS[trump])
        ):
            raise refuse_card(hand, card, trick, trump)
    held = list(hands)
    held[seat] = hand ^ bit
    hands = tuple(held)
    trick = (*trick, card)
    seats = state.seats
    if len(trick) < seats:
        turn = seat + 1 if seat + 1 < seats else 0
        return Step(replace(state, hands=hands, trick=trick, turn=turn), (CardPlayed(seat, card),))
    return _end_trick(state, hands, trick, CardPlayed(seat, card))


def _end_trick(
    state: WhistState, hands: tuple[Mask, ...], trick: tuple[Card, ...], played: CardPlayed
) -> Step[WhistState]:
    leader = state.trick_leader
    winner = (leader + TRICKS.winner(trick, state.trump)) % state.seats
    took = state.took
    took = (*took[:winner], took[winner] + 1, *took[winner + 1 :])
    after = replace(
        state,
        hands=hands,
        took=took,
        trick=(),
        trick_leader=winner,
        turn=winner,
        last_trick=trick,
        last_leader=leader,
        last_winner=winner,
    )
    if hands[winner]:
        return Step(after, (played, TrickTaken(winner)))
    return _end_round(after, (played, TrickTaken(winner)))


def _end_round(state: WhistState, events: tuple[Event, ...]) -> Step[WhistState]:
    options = state.options
    made = [bid == took for bid, took in zip(state.bids, state.took, strict=True)]
    void = (
        options.repeat_if_all_fail
        and not any(made)
        and (options.max_repeats is None or state.repeats < options.max_repeats)
    )
    points = [
        round_points(options.scoring, bid, took)
        for bid, took in zip(state.bids, state.took, strict=True)
    ]
    bonus = [0] * state.seats
    streaks = state.streaks
    if void:
        if not options.repeat_keep_scores:
            points = [0] * state.seats
    else:
        stepped = [
            next_streak(options, state.size, streak, is_made)
            for streak, is_made in zip(streaks, made, strict=True)
        ]
        streaks = tuple(streak for streak, _ in stepped)
        bonus = [extra for _, extra in stepped]
    scores = tuple(base + extra for base, extra in zip(points, bonus, strict=True))
    totals = tuple(total + score for total, score in zip(state.totals, scores, strict=True))
    row = Round(
        cards=state.size,
        trump=state.trump,
        first=state.first,
        bids=state.bids,
        took=state.took,
        scores=scores,
        bonus=tuple(bonus),
        totals=totals,
        void=void,
    )
    next_round = state.round if void else state.round + 1
    is_over = next_round == len(schedule(state.seats, options.sequence))
    events = (*events, RoundScored(row))
    if is_over:
        events = (*events, MatchEnded(totals, places_of(totals)))
    after = replace(
        state,
        phase=Phase.OVER if is_over else Phase.DEAL,
        round=state.round if is_over else next_round,
        repeats=state.repeats + 1 if void else 0,
        streaks=streaks,
        totals=totals,
        rounds=(*state.rounds, row),
    )
    return Step(after, events)
