"""The rules of Rentz on the contract of all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from levata.cards import HandOrder, Mask, arrange_hand, cards_of, mask_of, sizes_of, top_ranks
from levata.errors import IllegalAction, OptionError, RecordError
from levata.events import CardPlayed, Dealt, Event, MatchEnded, Passed, TrickTaken
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
from levata.games.rentz.choosing import (
    accept_hand,
    can_refuse,
    choose_subgame,
    is_last_choice,
    legal_answers,
    legal_choices,
    look_at_cards,
    refuse_hand,
    unused_subgames,
)
from levata.games.rentz.layout import decline_move, lay_card, layable, pass_turn
from levata.games.rentz.options import HAND_SIZE, KEYS, RentzOptions, Subgame, hands_in_all
from levata.games.rentz.play import play_card, playable
from levata.games.rentz.state import (
    ACCEPT,
    BLIND_CHOICES,
    CHOICES,
    LOOK,
    PASS,
    REFUSE,
    STOP,
    Accept,
    Choose,
    HandAccepted,
    HandLooked,
    HandRefused,
    HandScored,
    LookAtHand,
    MoveDeclined,
    MoveGranted,
    Pass,
    Phase,
    Refuse,
    RentzState,
    RentzView,
    SeatFinished,
    Stop,
    SubgameChosen,
    TurnSkipped,
)
from levata.options import Options
from levata.ratings import rentz_ratings


class Rentz(Game[RentzState, RentzView]):
    """The rules of Rentz.

    Two answers stay out of records (`Action.is_recorded`): ``look``, with which a chooser at a
    table that allows blind choices turns up his cards, and ``accept``. Where the layout subgame
    may be refused every seat is asked in turn, whatever it holds: one that cannot refuse is made
    to accept after a while (`Forced.masked`), so nobody learns who could have refused.
    """

    info = Info(
        key="rentz",
        title="Rentz",
        seats=(3, 4, 5, 6),
        default_seats=4,
        options_type=RentzOptions,
        presets={
            "standard": {},
            "classic7": {"preset": "classic7"},
            "online8": {"preset": "online8"},
        },
    )
    view_type = RentzView
    actions: ClassVar = {
        action.text: action
        for action in (*CHOICES, *BLIND_CHOICES, LOOK, REFUSE, ACCEPT, *PLAYS, PASS, STOP)
    }
    event_types = (
        Dealt,
        CardPlayed,
        TrickTaken,
        Passed,
        MatchEnded,
        HandLooked,
        SubgameChosen,
        HandAccepted,
        HandRefused,
        MoveGranted,
        MoveDeclined,
        TurnSkipped,
        SeatFinished,
        HandScored,
    )

    def setup(self, seats: int, options: Options) -> RentzState:
        """Return the state before the first deal."""
        if seats not in self.info.seats:
            raise OptionError("bad_seats", seats, "3 to 6")
        assert isinstance(options, RentzOptions)
        options = options.resolve(seats)
        options.check(seats)
        nothing = (0,) * seats
        return RentzState(
            options=options,
            seats=seats,
            used=nothing,
            hands=nothing,
            tricks=nothing,
            taken=nothing,
            places=nothing,
            totals=nothing,
        )

    def to_act(self, state: RentzState) -> tuple[Seat, ...]:
        """Return who must act now."""
        if state.phase in (Phase.DEAL, Phase.OVER):
            return (CHANCE,) if state.phase == Phase.DEAL else ()
        return (state.turn,)

    def legal(self, state: RentzState, seat: Seat) -> tuple[Action, ...]:
        """Return the subgames in the order of the rules, or the cards ascending and ``stop``."""
        phase = state.phase
        if seat != state.turn:
            return ()
        if phase == Phase.TRICKS:
            return tuple(_plays(playable(state, seat)))
        if phase == Phase.LAYOUT:
            plays = _plays(layable(state, seat))
            if state.again and state.options.ace_extra == "optional":
                return (*plays, STOP)
            return tuple(plays) or (PASS,)
        if phase == Phase.CHOOSE:
            return legal_choices(state)
        return legal_answers(state) if phase == Phase.REFUSE else ()

    def apply(self, state: RentzState, seat: Seat, action: Action | Deal) -> Step[RentzState]:
        """Return what a deal or an action leads to."""
        if isinstance(action, Deal):
            return self._deal(state, seat, action)
        phase = state.phase
        if phase in (Phase.DEAL, Phase.OVER):
            raise IllegalAction("wrong_phase")
        if seat != state.turn:
            raise IllegalAction("not_your_turn")
        if isinstance(action, PlayCard):
            if phase == Phase.TRICKS:
                return play_card(state, seat, action.card)
            if phase == Phase.LAYOUT:
                return lay_card(state, seat, action.card)
        elif phase == Phase.LAYOUT:
            if isinstance(action, Pass):
                return pass_turn(state, seat)
            if isinstance(action, Stop):
                return decline_move(state, seat)
        elif phase == Phase.CHOOSE:
            if isinstance(action, Choose):
                return choose_subgame(state, action)
            if isinstance(action, LookAtHand):
                return look_at_cards(state)
        elif phase == Phase.REFUSE:
            if isinstance(action, Accept):
                return accept_hand(state)
            if isinstance(action, Refuse):
                return refuse_hand(state)
        raise IllegalAction("wrong_phase")

    def public(self, state: RentzState) -> RentzView:
        """Return what everybody may know: what lies open."""
        phase = state.phase
        return RentzView(
            seat=-1,
            turn=-1 if phase in (Phase.DEAL, Phase.OVER) else state.turn,
            legal=(),
            hand=(),
            counts=sizes_of(state.hands),
            totals=state.totals,
            phase=phase,
            hand_index=state.hand_index,
            hands_in_all=hands_in_all(state.seats, state.options),
            refusals=state.refusals,
            chooser=state.chooser,
            looked=state.looked,
            subgame=state.subgame,
            blind=state.blind,
            used=state.used,
            trick=state.trick,
            trick_leader=state.trick_leader,
            last_trick=state.last_trick,
            last_leader=state.last_leader,
            last_winner=state.last_winner,
            tricks=state.tricks,
            taken=state.taken,
            laid=state.laid,
            again=state.again,
            skipped=state.skipped,
            places=state.places,
            rows=state.rows,
        )

    def own(self, state: RentzState, seat: Seat) -> tuple[Any, ...]:
        """Return a seat's cards, once it may look."""
        is_blind = state.phase == Phase.CHOOSE and seat == state.chooser and not state.looked
        texts = tuple([action.text for action in self.legal(state, seat)])
        return seat, texts, () if is_blind else cards_of(state.hands[seat])

    def outcome(self, state: RentzState) -> Outcome | None:
        """Return the result of a finished match, rated as one that nobody left."""
        is_over = state.phase == Phase.OVER
        return self.stopped_outcome(state, EndReason.COMPLETED, ()) if is_over else None

    def stopped_outcome(
        self, state: RentzState, reason: EndReason, left: Sequence[Seat]
    ) -> Outcome:
        """Return the result of a match that ends now; ``left`` seats abandoned it.

        The hand in progress is dropped (R-A25). Seats that left are rated -20, the others by the
        part of the match that was played, nobody if the server ended it (R-A24 to R-A27). A match
        played to its end may be rated here as well, with those who left it.
        """
        ratings = None
        if reason != EndReason.VOID:
            exact = rentz_ratings(
                state.totals,
                hands=state.hand_index,
                hands_in_all=hands_in_all(state.seats, state.options),
                left=left,
                pool_present=state.options.rating_pool == "present",
            )
            ratings = tuple(round(float(rating), 2) for rating in exact)
        return Outcome(state.totals, places_of(state.totals), reason, ratings)

    def scores(self, state: RentzState) -> tuple[int, ...]:
        """Return the totals."""
        return state.totals

    def pack(self, state: RentzState) -> tuple[int, ...]:
        """Return the eight cards per player of the highest ranks."""
        return top_ranks(2 * state.seats)

    def timeout_action(
        self, state: RentzState, seat: Seat, order: HandOrder = HandOrder.SUITS
    ) -> Action:
        """Return the first unused subgame, not blind, else the answer or card of common rule 6.

        Second moves are declined where they may be, refusing always (R-A28).
        """
        if state.phase == Phase.CHOOSE:
            return CHOICES[unused_subgames(state)[0]]
        if state.phase == Phase.REFUSE:
            return ACCEPT
        legal = self.legal(state, seat)
        cards = [action.card for action in legal if isinstance(action, PlayCard)]
        if len(cards) < len(legal):
            return legal[-1]
        return PLAYS[arrange_hand(cards, order)[0]]

    def forced(self, state: RentzState) -> Forced | None:
        """Return the last subgame's choice, a pass, or the answer of a seat that cannot refuse."""
        if state.phase == Phase.CHOOSE:
            unused = unused_subgames(state)
            return Forced(state.turn, CHOICES[unused[0]]) if len(unused) == 1 else None
        if state.phase == Phase.LAYOUT:
            return None if layable(state, state.turn) else Forced(state.turn, PASS)
        if state.phase == Phase.REFUSE and not can_refuse(state, state.turn):
            return Forced(state.turn, ACCEPT, masked=True)
        return None

    def unrecorded(
        self, state: RentzState, seat: Seat, upcoming: Action
    ) -> tuple[Seat, Action] | None:
        """Return the acceptance of the seat that is asked, unless it is the one that refuses."""
        if state.phase != Phase.REFUSE or (seat == state.turn and isinstance(upcoming, Refuse)):
            return None
        return state.turn, ACCEPT

    def facts(self, state: RentzState) -> Facts:
        """Return the chooser and the hands."""
        return Facts(first=state.chooser, hands=tuple(cards_of(hand) for hand in state.hands))

    def deal_from(self, state: RentzState, facts: Facts) -> Deal:
        """Return the deal that leads to these facts."""
        seats = state.seats
        match_first = (facts.first - state.hand_index) % seats
        if (
            not 0 <= facts.first < seats
            or [len(hand) for hand in facts.hands] != [HAND_SIZE] * seats
            or facts.turned is not None
            or facts.stock
            or (not _is_first_deal(state) and match_first != state.match_first)
        ):
            raise RecordError("bad_deal")
        by_turn = [
            card for step in range(seats) for card in facts.hands[(facts.first + step) % seats]
        ]
        return Deal(check_facts(self.pack(state), by_turn), match_first)

    def deal_result(self, events: Sequence[Event]) -> dict[str, Any] | None:
        """Return the result of the hand that the events end.

        A refused hand scores nothing and is marked ``refused``.
        """
        for event in events:
            if isinstance(event, HandScored):
                row = event.row
                result: dict[str, Any] = {
                    "subgame": KEYS[row.subgame],
                    "blind": row.blind,
                    "scores": row.scores,
                    "totals": row.totals,
                }
                return result | ({"places": row.places} if row.places else {})
            if isinstance(event, HandRefused):
                return {
                    "subgame": KEYS[Subgame.RENTZ],
                    "blind": event.blind,
                    "scores": (0,) * len(event.totals),
                    "totals": event.totals,
                    "refused": True,
                }
        return None

    def _deal(self, state: RentzState, seat: Seat, deal: Deal) -> Step[RentzState]:
        if seat != CHANCE or state.phase != Phase.DEAL:
            raise IllegalAction("wrong_phase")
        check_deal(self.pack(state), deal, state.seats)
        seats = state.seats
        match_first = deal.first if _is_first_deal(state) else state.match_first
        chooser = (match_first + state.hand_index) % seats
        hands = [0] * seats
        for step in range(seats):
            start = step * HAND_SIZE
            hands[(chooser + step) % seats] = mask_of(deal.order[start : start + HAND_SIZE])
        nothing = (0,) * seats
        dealt = replace(
            state,
            phase=Phase.CHOOSE,
            match_first=match_first,
            chooser=chooser,
            subgame=-1,
            blind=False,
            turn=chooser,
            hands=tuple(hands),
            trick=(),
            trick_leader=chooser,
            last_trick=(),
            last_leader=chooser,
            last_winner=-1,
            tricks=nothing,
            taken=nothing,
            laid=0,
            again=False,
            skipped=-1,
            places=nothing,
        )
        # A last subgame is no risk to choose blind, so its cards are seen at once.
        looked = not state.options.nv or is_last_choice(dealt)
        return Step(replace(dealt, looked=looked), (Dealt(HAND_SIZE, chooser),))


def _is_first_deal(state: RentzState) -> bool:
    return not state.hand_index and not state.refusals


def _plays(cards: Mask) -> list[Action]:
    plays: list[Action] = []
    while cards:
        low = cards & -cards
        plays.append(PLAYS[low.bit_length() - 1])
        cards ^= low
    return plays
