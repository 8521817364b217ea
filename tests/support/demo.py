"""A match of Whist for tests and pictures of the client: played by the rules, with known cards."""

from __future__ import annotations

import random
from dataclasses import replace

from levata.cards import cards_of, mask_of, parse_card, parse_cards, top_ranks
from levata.events import Event
from levata.game import CHANCE, Bid, Deal
from levata.games.whist import Whist, WhistOptions, WhistState, WhistView
from levata_client.shown.table.scene import Player
from levata_client.shown.table.table_model import Connection, OpenHands, ShownLine, TableModel

RULES = Whist()
NAMES = ("Maria", "Ioana", "Mihai", "Dănuț", "Ștefania", "Radu")
CHAT = (
    ShownLine("Ioana", "hi all"),
    ShownLine("Dănuț", "three again? brave :)"),
    ShownLine("Mihai", "zero for me, as always"),
)


def players(seats: int) -> tuple[Player, ...]:
    """Return players of whom the second is a computer."""
    return tuple(Player(NAMES[seat], is_bot=seat == 1) for seat in range(seats))


CLASSIC = WhistOptions()


def played_rounds(rounds: int, seats: int = 4, options: WhistOptions = CLASSIC) -> WhistState:
    """Return a match after some rounds in which everybody plays at random."""
    rng = random.Random(7)
    state = RULES.setup(seats, options)
    while len(state.rounds) < rounds and (actors := RULES.to_act(state)):
        if actors == (CHANCE,):
            state = deal(state, rng)
            continue
        (seat,) = actors
        legal = RULES.legal(state, seat)
        wanted = [bid for bid in legal if isinstance(bid, Bid) and bid.count <= 2]
        state = RULES.apply(state, seat, rng.choice(wanted or legal)).state
    return state


def dealt(rounds: int, seats: int = 4) -> WhistState:
    """Return a match after some rounds, dealt once more."""
    return deal(played_rounds(rounds, seats), random.Random(rounds))


def deal(state: WhistState, rng: random.Random) -> WhistState:
    """Return the state after a deal at random."""
    order = list(RULES.pack(state))
    rng.shuffle(order)
    return RULES.apply(state, CHANCE, Deal(tuple(order), 0)).state


def deal_known(state: WhistState, hands: dict[int, str], turned: str | None) -> WhistState:
    """Return the state after a deal in which some seats hold known cards."""
    seats = state.seats
    size = len(parse_cards(next(iter(hands.values()))))
    first = (state.match_first + state.round) % seats
    known = mask_of(card for text in hands.values() for card in parse_cards(text))
    known |= 0 if turned is None else 1 << parse_card(turned)
    rest = [card for card in top_ranks(2 * seats) if not known >> card & 1]
    order: list[int] = []
    for step in range(seats):
        text = hands.get((first + step) % seats)
        order.extend(parse_cards(text) if text is not None else [rest.pop() for _ in range(size)])
    order.extend([parse_card(turned)] if turned is not None else [])
    order.extend(rest)
    return RULES.apply(state, CHANCE, Deal(tuple(order), state.match_first)).state


def act(state: WhistState, *texts: str) -> tuple[WhistState, tuple[Event, ...]]:
    """Return what actions of whoever's turn it is lead to."""
    events: list[Event] = []
    for text in texts:
        (seat,) = RULES.to_act(state)
        step = RULES.apply(state, seat, RULES.parse_action(text))
        state = step.state
        events.extend(step.events)
    return state, tuple(events)


def view_of(state: WhistState, seat: int | None = 0) -> WhistView:
    """Return the view of a seat."""
    return RULES.view(state, seat)


def model_of(state: WhistState, seat: int | None = 0, decision: int = 1) -> TableModel:
    """Return what a table screen is told of a state."""
    view = view_of(state, seat)
    return TableModel(
        game="whist",
        options=state.options,
        view=view,
        players=players(state.seats),
        decision=decision if view.legal else None,
        chat=CHAT,
        connection=Connection(milliseconds=3),
    )


def watched(state: WhistState, is_over: bool = False) -> TableModel:
    """Return what a table screen is told of a state by a watcher who may see the hands."""
    hands = tuple(cards_of(hand) for hand in state.hands)
    shown = OpenHands(hands, (0,) * state.seats, state.round + 1, is_over)
    return replace(model_of(state, None), open_hands=shown, are_hands_open=not is_over)


HANDS_OF_FIVE = {0: "KH TH AS JC 9S", 1: "QH 8D 8C 9C 7C", 2: "AH TS 7H JH QC", 3: "9H KS KD QD AD"}


def five_cards() -> WhistState:
    """Return the eighth hand, five cards each, before the first bid; seat 3 bids first."""
    return deal_known(played_rounds(7), HANDS_OF_FIVE, "7D")


def first_bid_made() -> WhistState:
    """Return a state in which seat 0 bids second."""
    return act(five_cards(), "bid 3")[0]


def last_bid_open() -> WhistState:
    """Return a state in which seat 2 bids last and may not say 1."""
    return act(five_cards(), "bid 3", "bid 1", "bid 0")[0]


def trick_begun() -> WhistState:
    """Return a state in which seat 0 plays last and must follow hearts with two of four cards."""
    state = act(five_cards(), "bid 3", "bid 2", "bid 1", "bid 0")[0]
    state = act(state, "play KS", "play 9S", "play 8D", "play TS")[0]
    return act(state, "play QH", "play AH", "play 9H")[0]


def forehead() -> WhistState:
    """Return a hand of one on the forehead in which seat 0 bids last."""
    state = played_rounds(1, options=WhistOptions(forehead=True))
    hands = {0: "JS", 1: "KC", 2: "9S", 3: "AH"}
    return act(deal_known(state, hands, "7D"), "bid 1", "bid 0", "bid 1")[0]


def last_hand(seats: int = 4) -> WhistState:
    """Return a finished match."""
    return played_rounds(99, seats)
