"""The rules of Hearts on the contract of all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from levata.cards import (
    CARD_TEXTS,
    HEARTS,
    SUIT_MASKS,
    Card,
    HandOrder,
    Mask,
    arrange_hand,
    cards_of,
    mask_of,
    sizes_of,
)
from levata.errors import IllegalAction, OptionError, RecordError
from levata.events import CardPlayed, Dealt, Event, MatchEnded, TrickTaken
from levata.game import (
    CHANCE,
    PLAYS,
    Action,
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
from levata.games.hearts.model import (
    HEART_CARDS,
    JACK_OF_DIAMONDS,
    MOON_POINTS,
    PASS_SIZE,
    PASSES,
    POINT_CARDS,
    CardChosen,
    CardsPassed,
    DealRow,
    DealScored,
    HeartsOptions,
    HeartsState,
    HeartsView,
    PassCard,
    Phase,
    deal_scores,
    hearts_pack,
    lowest_club,
    passing_steps,
    points_of,
)
from levata.options import Options
from levata.tricks import NO_TRUMP, TrickRules, refuse_card

TRICKS: Final = TrickRules()


class Hearts(Game[HeartsState, HeartsView]):
    """The rules of Hearts."""

    info = Info(
        key="hearts",
        title="Hearts",
        seats=(3, 4, 5),
        default_seats=4,
        options_type=HeartsOptions,
        presets={
            "classic": {},
            "short": {"target": 50},
            "omnibus": {"jack_of_diamonds": "on"},
            "no-passing": {"passing": "off"},
        },
    )
    view_type = HeartsView
    actions: ClassVar = {action.text: action for action in (*PASSES, *PLAYS)}
    event_types = (
        Dealt, CardPlayed, TrickTaken, CardChosen, CardsPassed, DealScored, MatchEnded,
    )  # fmt: skip

    def setup(self, seats: int, options: Options) -> HeartsState:
        """Return the state before the first deal."""
        if seats not in self.info.seats:
            raise OptionError("bad_seats", seats, "3 to 5")
        assert isinstance(options, HeartsOptions)
        nothing = (0,) * seats
        return HeartsState(
            options=options,
            seats=seats,
            hands=nothing,
            passed=nothing,
            received=nothing,
            taken=nothing,
            totals=nothing,
        )

    def to_act(self, state: HeartsState) -> tuple[Seat, ...]:
        """Return who must act now; in the passing everybody who has not chosen three cards."""
        if state.phase == Phase.PLAY:
            return (state.turn,)
        if state.phase == Phase.PASS:
            return tuple(
                seat for seat, cards in enumerate(state.passed) if cards.bit_count() < PASS_SIZE
            )
        return (CHANCE,) if state.phase == Phase.DEAL else ()

    def legal(self, state: HeartsState, seat: Seat) -> tuple[Action, ...]:
        """Return the cards that a seat may pass or play, ascending."""
        actions: Sequence[Action] = PLAYS
        if state.phase == Phase.PLAY and seat == state.turn:
            cards = _playable(state, state.hands[seat])
        elif state.phase == Phase.PASS and seat in self.to_act(state):
            cards = state.hands[seat] & ~state.passed[seat]
            actions = PASSES
        else:
            return ()
        return tuple([actions[card] for card in cards_of(cards)])

    def apply(self, state: HeartsState, seat: Seat, action: Action | Deal) -> Step[HeartsState]:
        """Return what a deal, a passed or a played card leads to."""
        if isinstance(action, PlayCard):
            return _play(state, seat, action.card)
        if isinstance(action, PassCard):
            return _pass(state, seat, action.card)
        if isinstance(action, Deal):
            return _deal(state, seat, action)
        raise IllegalAction("unknown_action", type(action).__name__)

    def public(self, state: HeartsState) -> HeartsView:
        """Return what everybody may know.

        Who holds the lowest club shows only when it is on the table (H-A3).
        """
        has_leader = state.phase == Phase.PLAY and not _is_first_lead(state)
        return HeartsView(
            seat=-1,
            turn=state.turn if has_leader else -1,
            legal=(),
            hand=(),
            counts=sizes_of(state.hands),
            totals=state.totals,
            phase=state.phase,
            deal=state.deal,
            passing=state.passing,
            chosen=sizes_of(state.passed),
            passed=(),
            received=(),
            trick=state.trick,
            trick_leader=state.trick_leader if has_leader else -1,
            tricks=state.tricks,
            is_broken=state.is_broken,
            taken=state.taken,
            last_trick=state.last_trick,
            last_leader=state.last_leader,
            last_winner=state.last_winner,
            rows=state.rows,
        )

    def own(self, state: HeartsState, seat: Seat) -> tuple[Any, ...]:
        """Return a seat's cards, and of the passing those it gave and was given."""
        texts = tuple([action.text for action in self.legal(state, seat)])
        masks = state.hands[seat], state.passed[seat], state.received[seat]
        return seat, texts, *map(cards_of, masks)

    def outcome(self, state: HeartsState) -> Outcome | None:
        """Return the result of a finished match; Hearts has no rating of its own (H-R16)."""
        if state.phase != Phase.OVER:
            return None
        return Outcome(state.totals, places_of(state.totals))

    def scores(self, state: HeartsState) -> tuple[int, ...]:
        """Return the totals."""
        return state.totals

    def pack(self, state: HeartsState) -> tuple[Card, ...]:
        """Return the cards in play."""
        return hearts_pack(state.seats)

    def timeout_action(
        self, state: HeartsState, seat: Seat, order: HandOrder = HandOrder.SUITS
    ) -> Action:
        """Return the leftmost card that may be passed or played (H-R14)."""
        if state.phase == Phase.PASS:
            return PASSES[arrange_hand(cards_of(state.hands[seat] & ~state.passed[seat]), order)[0]]
        return PLAYS[arrange_hand(cards_of(_playable(state, state.hands[seat])), order)[0]]

    def forced(self, state: HeartsState) -> Forced | None:
        """Return the lead of the lowest club (H-R5)."""
        if state.phase == Phase.PLAY and _is_first_lead(state):
            return Forced(state.turn, PLAYS[lowest_club(state.seats)])
        return None

    def facts(self, state: HeartsState) -> Facts:
        """Return the hands as dealt."""
        return Facts(first=state.first, hands=tuple(cards_of(hand) for hand in state.hands))

    def deal_from(self, state: HeartsState, facts: Facts) -> Deal:
        """Return the deal that leads to these facts."""
        seats = state.seats
        size = len(hearts_pack(seats)) // seats
        match_first = (facts.first - state.deal) % seats
        if (
            [len(hand) for hand in facts.hands] != [size] * seats
            or not 0 <= facts.first < seats
            or (state.deal and match_first != state.match_first)
            or facts.turned is not None
            or facts.stock
        ):
            raise RecordError("bad_deal")
        by_turn = [
            card for step in range(seats) for card in facts.hands[(facts.first + step) % seats]
        ]
        return Deal(check_facts(self.pack(state), by_turn), match_first)

    def deal_result(self, events: Sequence[Event]) -> dict[str, Any] | None:
        """Return the result of the deal that the events end."""
        for event in events:
            if isinstance(event, DealScored):
                row = event.row
                result: dict[str, Any] = {
                    "passing": row.passing,
                    "points": row.points,
                    "scores": row.scores,
                    "totals": row.totals,
                }
                return result if row.moon < 0 else {**result, "moon": row.moon}
        return None


def _is_first_lead(state: HeartsState) -> bool:
    return not state.trick and state.tricks == 0


def _playable(state: HeartsState, hand: Mask) -> Mask:
    trick = state.trick
    if trick:
        follow = hand & SUIT_MASKS[trick[0] & 3]
        if follow:
            return follow
        return (hand & ~POINT_CARDS or hand) if state.tricks == 0 else hand
    if _is_first_lead(state):
        return 1 << lowest_club(state.seats)
    return hand if state.is_broken else hand & ~HEART_CARDS or hand


def _refusal(state: HeartsState, hand: Mask, card: Card) -> IllegalAction:
    """Return the reason why a card is not among those of `_playable`."""
    trick = state.trick
    if not hand >> card & 1 or (trick and hand & SUIT_MASKS[trick[0] & 3]):
        return refuse_card(hand, card, trick or (card,), NO_TRUMP)
    if trick:
        return IllegalAction("no_points_yet", CARD_TEXTS[card])
    if _is_first_lead(state):
        return IllegalAction("must_lead", CARD_TEXTS[lowest_club(state.seats)])
    return IllegalAction("hearts_not_broken")


def _deal(state: HeartsState, seat: Seat, deal: Deal) -> Step[HeartsState]:
    if seat != CHANCE or state.phase != Phase.DEAL:
        raise IllegalAction("wrong_phase")
    seats = state.seats
    pack = hearts_pack(seats)
    check_deal(pack, deal, seats)
    match_first = state.match_first if state.deal else deal.first
    first = (match_first + state.deal) % seats
    size = len(pack) // seats
    hands = [0] * seats
    for step in range(seats):
        hands[(first + step) % seats] = mask_of(deal.order[step * size : (step + 1) * size])
    steps = passing_steps(seats)
    nothing = (0,) * seats
    after = replace(
        state,
        phase=Phase.PASS,
        match_first=match_first,
        first=first,
        passing=steps[state.deal % len(steps)] if state.options.passing else 0,
        hands=tuple(hands),
        passed=nothing,
        received=nothing,
        trick=(),
        tricks=0,
        is_broken=False,
        taken=nothing,
        last_trick=(),
        last_winner=-1,
    )
    events = (Dealt(size, first),)
    return Step(after if after.passing else _lead_lowest_club(after), events)


def _lead_lowest_club(state: HeartsState) -> HeartsState:
    bit = 1 << lowest_club(state.seats)
    leader = next(seat for seat, hand in enumerate(state.hands) if hand & bit)
    return replace(state, phase=Phase.PLAY, turn=leader, trick_leader=leader)


def _pass(state: HeartsState, seat: Seat, card: Card) -> Step[HeartsState]:
    if state.phase != Phase.PASS:
        raise IllegalAction("wrong_phase")
    seats, passed = state.seats, state.passed
    if not 0 <= seat < seats or passed[seat].bit_count() == PASS_SIZE:
        raise IllegalAction("not_your_turn")
    bit = 1 << card
    if not state.hands[seat] & bit:
        raise IllegalAction("not_in_hand", CARD_TEXTS[card])
    if passed[seat] & bit:
        raise IllegalAction("already_passed", CARD_TEXTS[card])
    passed = (*passed[:seat], passed[seat] | bit, *passed[seat + 1 :])
    after = replace(state, passed=passed)
    if any(cards.bit_count() < PASS_SIZE for cards in passed):
        return Step(after, (CardChosen(seat),))
    received = tuple(passed[(owner - state.passing) % seats] for owner in range(seats))
    hands = tuple(
        hand & ~gone | new for hand, gone, new in zip(state.hands, passed, received, strict=True)
    )
    after = _lead_lowest_club(replace(after, hands=hands, received=received))
    return Step(after, (CardChosen(seat), CardsPassed(state.passing)))


def _play(state: HeartsState, seat: Seat, card: Card) -> Step[HeartsState]:
    # The hottest function of the game: simulations come here for every card.
    if state.phase != Phase.PLAY:
        raise IllegalAction("wrong_phase")
    if seat != state.turn:
        raise IllegalAction("not_your_turn")
    hands = state.hands
    hand = hands[seat]
    bit = 1 << card
    if not _playable(state, hand) & bit:
        raise _refusal(state, hand, card)
    hands = (*hands[:seat], hand ^ bit, *hands[seat + 1 :])
    trick = (*state.trick, card)
    after = replace(
        state,
        hands=hands,
        trick=trick,
        turn=(seat + 1) % state.seats,
        is_broken=state.is_broken or card & 3 == HEARTS,
    )
    played = CardPlayed(seat, card)
    return Step(after, (played,)) if len(trick) < state.seats else _end_trick(after, played)


def _end_trick(state: HeartsState, played: CardPlayed) -> Step[HeartsState]:
    leader, trick, taken = state.trick_leader, state.trick, state.taken
    winner = (leader + TRICKS.winner(trick, NO_TRUMP)) % state.seats
    counting = POINT_CARDS | state.options.jack_of_diamonds << JACK_OF_DIAMONDS
    won = taken[winner] | mask_of(trick) & counting
    after = replace(
        state,
        taken=(*taken[:winner], won, *taken[winner + 1 :]),
        trick=(),
        trick_leader=winner,
        turn=winner,
        tricks=state.tricks + 1,
        last_trick=trick,
        last_leader=leader,
        last_winner=winner,
    )
    events = (played, TrickTaken(winner))
    return Step(after, events) if after.hands[winner] else _end_deal(after, events)


def _end_deal(state: HeartsState, events: tuple[Event, ...]) -> Step[HeartsState]:
    points = tuple(points_of(cards) for cards in state.taken)
    moon = points.index(MOON_POINTS) if MOON_POINTS in points else -1
    scores = deal_scores(state.options, state.taken)
    totals = tuple(total + score for total, score in zip(state.totals, scores, strict=True))
    row = DealRow(state.passing, points, moon, scores, totals)
    events = (*events, DealScored(row))
    is_over = min(totals) <= -state.options.target
    if is_over:
        events = (*events, MatchEnded(totals, places_of(totals)))
    after = replace(
        state,
        phase=Phase.OVER if is_over else Phase.DEAL,
        deal=state.deal if is_over else state.deal + 1,
        totals=totals,
        rows=(*state.rows, row),
    )
    return Step(after, events)
