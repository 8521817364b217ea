"""The rules of Septica on the contract of all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from levata.cards import CARD_TEXTS, Card, HandOrder, arrange_hand, cards_of, mask_of, sizes_of
from levata.errors import IllegalAction, OptionError, RecordError
from levata.events import CardPlayed, Dealt, Event, MatchEnded, TrickTaken
from levata.game import (
    CHANCE,
    PLAYS,
    Action,
    Deal,
    EndReason,
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
from levata.games.septica.model import (
    HAND_SIZE,
    LEAVE,
    TAKE,
    CardsLeft,
    GameRow,
    GameScored,
    LeaveTrick,
    Phase,
    Refilled,
    SepticaOptions,
    SepticaState,
    SepticaView,
    TakeTrick,
    count_points,
    cutting_cards,
    septica_pack,
)
from levata.games.septica.scoring import leaver_scores, seat_scores
from levata.options import Options


class Septica(Game[SepticaState, SepticaView]):
    """The rules of Septica."""

    info = Info(
        key="septica",
        title="Septica",
        seats=(2, 3, 4),
        default_seats=4,
        options_type=SepticaOptions,
        presets={
            "classic": {},
            "pairs": {"partners": "on"},
            "match": {"games": 4},
            "hidden": {"show_points": "off"},
            "continue": {"continue_when_winning": "on"},
        },
    )
    view_type = SepticaView
    actions: ClassVar = {action.text: action for action in (*PLAYS, LEAVE, TAKE)}
    event_types = (Dealt, CardPlayed, TrickTaken, CardsLeft, Refilled, GameScored, MatchEnded)

    def setup(self, seats: int, options: Options) -> SepticaState:
        """Return the state before the first deal."""
        if seats not in self.info.seats:
            raise OptionError("bad_seats", seats, "2 to 4")
        assert isinstance(options, SepticaOptions)
        options.check(seats)
        nothing = (0,) * seats
        return SepticaState(
            options=options, seats=seats, hands=nothing, points=nothing, totals=nothing
        )

    def to_act(self, state: SepticaState) -> tuple[Seat, ...]:
        """Return who must act now."""
        if state.phase == Phase.DEAL:
            return (CHANCE,)
        return () if state.phase == Phase.OVER else (state.turn,)

    def legal(self, state: SepticaState, seat: Seat) -> tuple[Action, ...]:
        """Return the cards open to a seat, ascending, and last of all ``leave`` or ``take``."""
        phase = state.phase
        if seat != state.turn or phase in (Phase.DEAL, Phase.OVER):
            return ()
        hand = state.hands[seat]
        actions: list[Action] = []
        if phase == Phase.DECIDE:
            if _must_take(state):
                return (TAKE,)
            hand &= state.cutters
        while hand:
            low = hand & -hand
            actions.append(PLAYS[low.bit_length() - 1])
            hand ^= low
        if phase == Phase.DECIDE:
            actions.append(LEAVE)
        return tuple(actions)

    def apply(self, state: SepticaState, seat: Seat, action: Action | Deal) -> Step[SepticaState]:
        """Return what a deal, a card or leaving the cards leads to."""
        if isinstance(action, PlayCard):
            return _play(state, seat, action.card)
        if isinstance(action, LeaveTrick | TakeTrick):
            return _end_trick(state, seat, action)
        if isinstance(action, Deal):
            return _deal(state, seat, action)
        raise IllegalAction("unknown_action", type(action).__name__)

    def public(self, state: SepticaState) -> SepticaView:
        """Return what everybody may know: of points nothing where the table hides them."""
        return SepticaView(
            seat=-1,
            turn=state.turn if state.phase in (Phase.PLAY, Phase.DECIDE) else -1,
            legal=(),
            hand=(),
            counts=sizes_of(state.hands),
            totals=state.totals,
            phase=state.phase,
            game=state.game,
            games_in_all=state.options.games,
            first=state.first,
            leader=state.leader,
            holder=state.holder,
            pile=state.pile,
            stock=len(state.stock),
            points=(-1,) * state.seats if _are_points_hidden(state) else state.points,
            last_pile=state.last_pile,
            last_leader=state.last_leader,
            last_taker=state.last_taker,
            games=state.games,
        )

    def own(self, state: SepticaState, seat: Seat) -> tuple[Any, ...]:
        """Return a seat's cards, and whether it has anything to cut with (S-A24).

        Where the table hides points a seat sees its own, with partners those of its side.
        """
        points = state.points
        if _are_points_hidden(state):
            step = 2 if state.options.partners else state.seats
            points = tuple(
                [count if (owner - seat) % step == 0 else -1 for owner, count in enumerate(points)]
            )
        texts = tuple([action.text for action in self.legal(state, seat)])
        return seat, texts, cards_of(state.hands[seat]), points

    def outcome(self, state: SepticaState) -> Outcome | None:
        """Return the result of a finished match; accounts change by the scores (S-A20)."""
        if state.phase != Phase.OVER:
            return None
        return _outcome(state.totals, EndReason.COMPLETED)

    def stopped_outcome(
        self, state: SepticaState, reason: EndReason, left: Sequence[Seat]
    ) -> Outcome:
        """Return the result of a match that ends early (S-A23).

        The game in play counts as `leaver_scores` unless the server voids the match.
        """
        if reason is EndReason.VOID:
            return super().stopped_outcome(state, reason, left)
        totals = state.totals
        if state.phase in (Phase.PLAY, Phase.DECIDE):
            totals = _add(totals, leaver_scores(state.seats, state.options.partners, left))
        return _outcome(totals, reason)

    def scores(self, state: SepticaState) -> tuple[int, ...]:
        """Return the totals."""
        return state.totals

    def pack(self, state: SepticaState) -> tuple[Card, ...]:
        """Return the cards in play."""
        return septica_pack(state.seats, state.options.removed_eights)

    def timeout_action(
        self, state: SepticaState, seat: Seat, order: HandOrder = HandOrder.SUITS
    ) -> Action:
        """Return the leftmost card (S-A17), or leaving the cards (S-A18)."""
        if state.phase == Phase.DECIDE:
            return TAKE if _must_take(state) else LEAVE
        return PLAYS[arrange_hand(cards_of(state.hands[seat]), order)[0]]

    def forced(self, state: SepticaState) -> Forced | None:
        """Return what a leader does who has nothing to go on with.

        Others must not learn that he has no choice (S-A24), unless all hands are empty.
        """
        if state.phase != Phase.DECIDE or state.hands[state.turn] & state.cutters:
            return None
        action = TAKE if _must_take(state) else LEAVE
        return Forced(state.turn, action, masked=state.hands[state.turn] != 0)

    def unrecorded(
        self, state: SepticaState, seat: Seat, upcoming: Action
    ) -> tuple[Seat, Action] | None:
        """Return the taking of a trick by an uncut leader who cannot go on."""
        return (state.turn, TAKE) if _must_take(state) else None

    def facts(self, state: SepticaState) -> Facts:
        """Return the hands and the stock in the order in which it is drawn."""
        return Facts(
            first=state.first,
            hands=tuple(cards_of(hand) for hand in state.hands),
            stock=state.stock,
        )

    def deal_from(self, state: SepticaState, facts: Facts) -> Deal:
        """Return the deal that leads to these facts."""
        seats = state.seats
        if [len(hand) for hand in facts.hands] != [HAND_SIZE] * seats or facts.turned is not None:
            raise RecordError("bad_deal")
        match_first = (facts.first - state.game) % seats
        if not 0 <= facts.first < seats or (state.game and match_first != state.match_first):
            raise RecordError("bad_deal")
        by_turn = [
            card for step in range(seats) for card in facts.hands[(facts.first + step) % seats]
        ]
        return Deal(check_facts(self.pack(state), (*by_turn, *(facts.stock or ()))), match_first)

    def deal_result(self, events: Sequence[Event]) -> dict[str, Any] | None:
        """Return the result of the game that the events end; totals in a match of several."""
        for event in events:
            if isinstance(event, GameScored):
                row = event.row
                result: dict[str, Any] = {"points": row.points, "scores": row.scores}
                is_only_game = row.game == 0 and isinstance(events[-1], MatchEnded)
                return result if is_only_game else {**result, "totals": row.totals}
        return None


def _are_points_hidden(state: SepticaState) -> bool:
    return not state.options.show_points and state.phase != Phase.OVER


def _outcome(totals: tuple[int, ...], reason: EndReason) -> Outcome:
    return Outcome(totals, places_of(totals), reason, tuple(float(total) for total in totals))


def _add(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(left, right, strict=True))


def _deal(state: SepticaState, seat: Seat, deal: Deal) -> Step[SepticaState]:
    if seat != CHANCE or state.phase != Phase.DEAL:
        raise IllegalAction("wrong_phase")
    seats = state.seats
    check_deal(septica_pack(seats, state.options.removed_eights), deal, seats)
    match_first = state.match_first if state.game else deal.first
    first = (match_first + state.game) % seats
    hands = [0] * seats
    for step in range(seats):
        dealt = deal.order[step * HAND_SIZE : (step + 1) * HAND_SIZE]
        hands[(first + step) % seats] = mask_of(dealt)
    after = replace(
        state,
        phase=Phase.PLAY,
        match_first=match_first,
        first=first,
        leader=first,
        holder=first,
        turn=first,
        hands=tuple(hands),
        stock=deal.order[seats * HAND_SIZE :],
        pile=(),
        points=(0,) * seats,
        last_pile=(),
        last_taker=-1,
    )
    return Step(after, (Dealt(HAND_SIZE, first),))


def _check_turn(state: SepticaState, seat: Seat, is_open: bool) -> None:
    if not is_open:
        raise IllegalAction("wrong_phase")
    if seat != state.turn:
        raise IllegalAction("not_your_turn")


def _play(state: SepticaState, seat: Seat, card: Card) -> Step[SepticaState]:
    # The hottest function of the game: simulations come here for every card.
    phase = state.phase
    _check_turn(state, seat, phase in (Phase.PLAY, Phase.DECIDE))
    hands, pile, cutters, holder = state.hands, state.pile, state.cutters, state.holder
    hand = hands[seat]
    bit = 1 << card
    if not hand & bit:
        raise IllegalAction("not_in_hand", CARD_TEXTS[card])
    if not pile:
        cutters, holder = cutting_cards(card, state.seats), seat
    elif cutters & bit:
        holder = seat
    elif phase == Phase.DECIDE:
        raise IllegalAction("must_cut", CARD_TEXTS[card])
    hands = (*hands[:seat], hand ^ bit, *hands[seat + 1 :])
    pile = (*pile, card)
    leader = state.leader
    turn = seat + 1
    if turn == state.seats:
        turn = 0
    is_round_over = turn == leader
    # With an option an uncut leader decides too, even if he alone knows that he cannot go on.
    may_decide = holder != leader or (state.options.continue_when_winning and hands[leader])
    after = replace(
        state,
        phase=Phase.DECIDE if is_round_over else Phase.PLAY,
        hands=hands,
        pile=pile,
        cutters=cutters,
        holder=holder,
        turn=turn,
    )
    if may_decide or not is_round_over:
        return Step(after, (CardPlayed(seat, card),))
    return _take(after, (CardPlayed(seat, card),))


def _must_take(state: SepticaState) -> bool:
    """Return whether an uncut leader has come to decide, but has nothing to go on with."""
    leader = state.leader
    return (
        state.phase == Phase.DECIDE
        and state.holder == leader
        and not state.hands[leader] & state.cutters
    )


def _end_trick(
    state: SepticaState, seat: Seat, action: LeaveTrick | TakeTrick
) -> Step[SepticaState]:
    _check_turn(state, seat, state.phase == Phase.DECIDE)
    if isinstance(action, TakeTrick) != _must_take(state):
        raise IllegalAction("must_leave" if isinstance(action, TakeTrick) else "must_take")
    return _take(state, (CardsLeft(seat),))


def _take(state: SepticaState, events: tuple[Event, ...]) -> Step[SepticaState]:
    """Give the pile to the holder and fill up the hands, one card at a time from him on."""
    seats, taker, stock = state.seats, state.holder, state.stock
    hands = list(state.hands)
    events = (*events, TrickTaken(taker))
    # Hands are equally long and the stock holds a multiple of the seats, so that nothing is left.
    drawn = min(HAND_SIZE - hands[taker].bit_count(), len(stock) // seats)
    if drawn:
        for index in range(drawn * seats):
            hands[(taker + index) % seats] |= 1 << stock[index]
        events = (*events, Refilled(drawn))
    points = list(state.points)
    points[taker] += count_points(state.pile)
    after = replace(
        state,
        phase=Phase.PLAY,
        hands=tuple(hands),
        stock=stock[drawn * seats :],
        leader=taker,
        turn=taker,
        pile=(),
        cutters=0,
        points=tuple(points),
        last_pile=state.pile,
        last_leader=state.leader,
        last_taker=taker,
    )
    return Step(after, events) if hands[taker] else _end_game(after, events)


def _end_game(state: SepticaState, events: tuple[Event, ...]) -> Step[SepticaState]:
    scores = seat_scores(state.points, state.options.partners)
    totals = _add(state.totals, scores)
    row = GameRow(state.game, state.first, state.points, scores, totals)
    events = (*events, GameScored(row))
    is_over = state.game + 1 == state.options.games
    if is_over:
        events = (*events, MatchEnded(totals, places_of(totals)))
    after = replace(
        state,
        phase=Phase.OVER if is_over else Phase.DEAL,
        game=state.game if is_over else state.game + 1,
        totals=totals,
        games=(*state.games, row),
    )
    return Step(after, events)
