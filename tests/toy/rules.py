"""Toy, a game for tests: three cards each, one card a trick, the highest takes it.

Equal ranks: the card played first. The table says how many deals there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from levata.cards import Card, HandOrder, Mask, cards_of, mask_of, rank_of
from levata.errors import IllegalAction
from levata.events import CardPlayed, Dealt, Event, MatchEnded, TrickTaken
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
    View,
    check_deal,
    check_facts,
    places_of,
)
from levata.options import Options


class ToyOptions(Options, frozen=True):
    """What a table of Toy can choose."""

    HELP: ClassVar = {"deals": "How often the cards are dealt."}

    deals: Literal[1, 2, 3] = 2


class DealDone(Event, frozen=True, tag=32):
    """The cards of a deal are all played."""

    totals: tuple[int, ...]


class ToyState(Struct, frozen=True):
    """A match; tuples are by seat."""

    options: ToyOptions
    totals: tuple[int, ...]
    hands: tuple[Mask, ...]
    turn: int = 0
    trick: tuple[tuple[Seat, Card], ...] = ()
    deal: int = 0


class Toy(Game[ToyState, View]):
    """The rules."""

    info = Info(
        key="toy",
        title="Toy",
        seats=(2, 3, 4),
        default_seats=2,
        options_type=ToyOptions,
        presets={"classic": {}, "long": {"deals": 3}},
    )
    view_type = View
    actions: ClassVar = {action.text: action for action in PLAYS}
    event_types = (Dealt, CardPlayed, TrickTaken, DealDone, MatchEnded)

    def setup(self, seats: int, options: Options) -> ToyState:
        assert isinstance(options, ToyOptions)
        return ToyState(options, (0,) * seats, (0,) * seats)

    def to_act(self, state: ToyState) -> tuple[Seat, ...]:
        if any(state.hands) or state.trick:
            return (state.turn,)
        return (CHANCE,) if state.deal < state.options.deals else ()

    def legal(self, state: ToyState, seat: Seat) -> tuple[Action, ...]:
        is_turn = self.to_act(state) == (seat,)
        return tuple([PLAYS[card] for card in cards_of(state.hands[seat])]) if is_turn else ()

    def apply(self, state: ToyState, seat: Seat, action: Action | Deal) -> Step[ToyState]:
        seats = len(state.hands)
        if isinstance(action, Deal):
            check_deal(self.pack(state), action, seats)
            cards = action.order
            hands = tuple([mask_of(cards[3 * each : 3 * each + 3]) for each in range(seats)])
            turn = action.first if state.deal == 0 else state.turn
            after = replace(state, hands=hands, turn=turn, deal=state.deal + 1)
            return Step(after, (Dealt(3, turn),))
        if not isinstance(action, PlayCard) or action not in self.legal(state, seat):
            raise IllegalAction("not_yours")
        hands = tuple(hand & ~(1 << action.card) for hand in state.hands)
        trick = (*state.trick, (seat, action.card))
        played: tuple[Event, ...] = (CardPlayed(seat, action.card),)
        if len(trick) < seats:
            return Step(replace(state, hands=hands, trick=trick, turn=(seat + 1) % seats), played)
        winner, _ = max(trick, key=lambda laid: rank_of(laid[1]))
        totals = tuple(total + (each == winner) for each, total in enumerate(state.totals))
        after = replace(state, hands=hands, trick=(), turn=winner, totals=totals)
        events: tuple[Event, ...] = (*played, TrickTaken(winner))
        if not any(hands):
            events = (*events, DealDone(totals))
            if after.deal == state.options.deals:
                events = (*events, MatchEnded(totals, places_of(totals)))
        return Step(after, events)

    def public(self, state: ToyState) -> View:
        acting = self.to_act(state)
        counts = tuple(hand.bit_count() for hand in state.hands)
        return View(-1, acting[0] if acting else -1, (), (), counts, state.totals)

    def own(self, state: ToyState, seat: Seat) -> tuple[Any, ...]:
        texts = tuple(action.text for action in self.legal(state, seat))
        return seat, texts, cards_of(state.hands[seat])

    def outcome(self, state: ToyState) -> Outcome | None:
        return None if self.to_act(state) else Outcome(state.totals, places_of(state.totals))

    def pack(self, state: ToyState) -> tuple[Card, ...]:
        return tuple(range(52))

    def timeout_action(
        self, state: ToyState, seat: Seat, order: HandOrder = HandOrder.SUITS
    ) -> Action:
        return self.legal(state, seat)[0]

    def facts(self, state: ToyState) -> Facts:
        hands = tuple(cards_of(hand) for hand in state.hands)
        return Facts(first=state.turn, hands=hands)

    def deal_from(self, state: ToyState, facts: Facts) -> Deal:
        dealt = [card for hand in facts.hands for card in hand]
        rest = [card for card in self.pack(state) if card not in dealt]
        return Deal(check_facts(self.pack(state), (*dealt, *rest)), facts.first)

    def deal_result(self, events: Sequence[Event]) -> dict[str, Any] | None:
        done = next((event for event in events if isinstance(event, DealDone)), None)
        return None if done is None else {"totals": list(done.totals)}

    def scores(self, state: ToyState) -> tuple[int, ...]:
        return state.totals
