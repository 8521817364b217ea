"""Positions of Whist made for tests: chosen hands, rigged rounds, tricks in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from levata.bots.bot import Question
from levata.cards import SUITS, Card, mask_of, parse_card, parse_cards, top_ranks
from levata.events import CardPlayed, Event, TrickTaken
from levata.game import CHANCE, PLAYS, Deal, Facts, PlayCard, Seat
from levata.games.whist import BIDS, Phase, Whist, WhistOptions, WhistState, WhistView, schedule
from levata.options import Scalar, parse_options
from levata.tricks import NO_TRUMP

GAME = Whist()


def options_of(seats: int = 4, **texts: Scalar) -> WhistOptions:
    """Return options from texts, as a table is created with them."""
    options = parse_options(WhistOptions, texts, seats)
    assert isinstance(options, WhistOptions)
    return options


def texts_of(state: WhistState, seat: Seat) -> str:
    """Return the legal actions of a seat in one text, such as ``bid 0, bid 2``."""
    return ", ".join(action.text for action in GAME.legal(state, seat))


def at_size(seats: int, size: int, **options: Scalar) -> WhistState:
    """Return a match that waits for the deal of its first round of that size."""
    state = GAME.setup(seats, options_of(seats, **options))
    return replace(state, round=schedule(seats, state.options.sequence).index(size))


def dealt(
    seats: int,
    hands: Mapping[Seat, str],
    *,
    first: Seat = 0,
    turned: str | None = None,
    **options: Scalar,
) -> WhistState:
    """Return a round after its deal, ready for the bids.

    Seats that are not named get the lowest cards left, in turn; the size is that of the hands.
    """
    given = {seat: parse_cards(text) for seat, text in hands.items()}
    size = len(next(iter(given.values())))
    before = at_size(seats, size, **options)
    up = () if turned is None else (parse_card(turned),)
    used = {card for hand in given.values() for card in hand} | set(up)
    rest = [card for card in top_ranks(2 * seats) if card not in used]
    for seat in range(seats):
        if seat not in given:
            given[seat], rest = tuple(rest[:size]), rest[size:]
    facts = Facts(
        first=first,
        hands=tuple(given[seat] for seat in range(seats)),
        turned=up[0] if up else None,
        stock=tuple(rest),
    )
    return GAME.apply(before, CHANCE, GAME.deal_from(before, facts)).state


def position(
    hands: Sequence[str],
    *,
    trick: str = "",
    leader: Seat = 0,
    trump: str = "",
    size: int = 3,
    bids: Sequence[int] | None = None,
    **fields: Any,
) -> WhistState:
    """Return a round in play; ``hands`` are without the cards of ``trick``."""
    seats = len(hands)
    on_table = parse_cards(trick)
    return replace(
        GAME.setup(seats, WhistOptions()),
        phase=Phase.PLAY,
        size=size,
        hands=tuple(mask_of(parse_cards(hand)) for hand in hands),
        trick=on_table,
        trick_leader=leader,
        turn=(leader + len(on_table)) % seats,
        trump=SUITS.index(trump) if trump else NO_TRUMP,
        bids=tuple(bids) if bids is not None else (0,) * seats,
        **fields,
    )


def run(state: WhistState, *texts: str) -> tuple[WhistState, list[Event]]:
    """Return what actions lead to, each done by the seat whose turn it is."""
    events: list[Event] = []
    for text in texts:
        step = GAME.apply(state, state.turn, GAME.parse_action(text))
        state = step.state
        events += step.events
    return state, events


def sweep_deal(state: WhistState, sweeper: Seat) -> Deal:
    """Return a deal in which `best_card` takes every trick for one seat, whatever others do."""
    seats = state.seats
    size = schedule(seats, state.options.sequence)[state.round]
    pack = top_ranks(2 * seats)
    high_first = list(reversed(pack))
    if size == 8:
        turned: Card | None = None
        hand = high_first[:8]  # ace and king of each suit
    else:
        spades = [card for card in high_first if card & 3 == 3]
        turned = spades.pop()
        aces = [card for card in high_first[:4] if card & 3 != 3]
        hand = [*spades, *aces][:size]
    rest = [card for card in pack if card not in hand and card != turned]
    first = (state.match_first + state.round) % seats
    order: list[Card] = []
    for step in range(seats):
        if (first + step) % seats == sweeper:
            order += hand
        else:
            order += rest[:size]
            rest = rest[size:]
    return Deal((*order, *(() if turned is None else (turned,)), *rest))


def best_card(state: WhistState) -> Card:
    """Return the highest trump, else the highest card, that the seat in turn may play."""
    legal = [a.card for a in GAME.legal(state, state.turn) if isinstance(a, PlayCard)]
    return max(legal, key=lambda card: (card & 3 == state.trump, card))


def rigged_round(
    state: WhistState, sweeper: Seat, bids: Mapping[Seat, int]
) -> tuple[WhistState, list[Event]]:
    """Play a round in which one seat takes every trick.

    Seats without a bid bid as high as they may, which is more than one of them can take.
    """
    step = GAME.apply(state, CHANCE, sweep_deal(state, sweeper))
    events = list(step.events)
    state = step.state
    while state.phase in (Phase.BID, Phase.PLAY):
        seat = state.turn
        if state.phase == Phase.PLAY:
            action: Any = PLAYS[best_card(state)]
        elif seat in bids:
            action = BIDS[bids[seat]]
        else:
            action = GAME.legal(state, seat)[-1]
        step = GAME.apply(state, seat, action)
        events += step.events
        state = step.state
    assert state.rounds[-1].took[sweeper] == state.rounds[-1].cards
    return state, events


def question_of(
    state: WhistState, seat: Seat, history: Sequence[Event] = ()
) -> Question[WhistView]:
    view = GAME.view(state, seat)
    return Question("whist", state.options, state.seats, view, tuple(history))


def in_play(
    hand: str,
    trick: str = "",
    *,
    needs: int,
    trump: str = "S",
    gone: str = "",
    others: Sequence[int] = (1, 1, 1),
    after: int | None = None,
) -> tuple[WhistState, tuple[Event, ...]]:
    """Return a position of seat 0 of four and its history.

    ``others`` is what the other seats still need. The other hands hold as many cards as they must,
    the lowest ones; ``gone`` cards were played before.
    """
    on_table = parse_cards(trick)
    used = {*parse_cards(hand), *on_table, *parse_cards(gone)}
    rest = [card for card in top_ranks(8) if card not in used]
    size = len(parse_cards(hand))
    leader = -len(on_table) % 4
    hands = [mask_of(parse_cards(hand))]
    for seat in (1, 2, 3):
        has_played = leader and seat >= leader
        count = size - 1 if has_played else size
        hands.append(mask_of(rest[:count]))
        rest = rest[count:]
    state = replace(
        position([hand, "", "", ""], trick=trick, leader=leader, trump=trump, size=8),
        hands=tuple(hands),
        stock=mask_of(rest),
        bids=(needs, *others) if needs >= 0 else (0, *others),
        took=(0, 0, 0, 0) if needs >= 0 else (-needs, 0, 0, 0),
    )
    history = [CardPlayed(seat % 4, card) for seat, card in enumerate(parse_cards(gone))]
    return state, (*history, *([TrickTaken(0)] if gone else []))
