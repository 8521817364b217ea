"""The easy player of Whist in whole matches: legal, honest, always the same, and good enough."""

from __future__ import annotations

import random
from functools import cache

import pytest
from msgspec.structs import replace

from levata.arena import Comparison, compare, play_set
from levata.bots.games.whist import WhistBot
from levata.bots.levels import EASY, RANDOM, RandomBot
from levata.cards import NO_CARD, cards_of, mask_of
from levata.games.whist import WhistState
from tests.support.rules import Table, mixed_tables, preset_tables
from tests.support.self_play import Decision, decisions, final_state
from tests.support.whist import GAME, options_of

BOT = WhistBot()
TABLES = [
    table
    for table in preset_tables() + mixed_tables(3, "easy")
    if table.game.info.key == GAME.info.key
]

each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


@cache
def asked(table: Table) -> tuple[Decision, ...]:
    """Return every question put to the player in a match against itself and random players."""
    bots = [BOT if seat % 3 else RandomBot() for seat in range(table.seats)]
    return tuple(
        decision
        for decision in decisions(table.game, table.options, bots, "asked")
        if isinstance(bots[decision.question.view.seat], WhistBot)
    )


@each_table
def test_answers_are_legal_and_do_not_depend_on_luck(table: Table) -> None:
    assert len(asked(table)) > 20
    for _, question, text in asked(table):
        assert text in question.view.legal
        assert WhistBot().choose(question, random.Random(2)).action == text


def redealt(state: WhistState, seat: int, rng: random.Random) -> WhistState:
    """Return the state with everything that a seat cannot see dealt anew."""
    view = GAME.view(state, seat)
    shown = mask_of(card for card in (*view.hand, *view.foreheads) if card != NO_CARD)
    hidden = [card for mask in (*state.hands, state.stock) for card in cards_of(mask & ~shown)]
    rng.shuffle(hidden)
    hands: list[int] = []
    for hand in state.hands:
        count = (hand & ~shown).bit_count()
        hands.append(hand & shown | mask_of(hidden[:count]))
        hidden = hidden[count:]
    return replace(state, hands=tuple(hands), stock=mask_of(hidden))


@each_table
def test_answers_do_not_depend_on_hidden_cards(table: Table) -> None:
    rng = random.Random(table.name)
    changed = 0
    for state, question, text in asked(table):
        other = redealt(state, question.view.seat, rng)
        changed += other != state
        view = GAME.view(other, question.view.seat)
        assert BOT.choose(replace(question, view=view), random.Random(1)).action == text
    assert changed > 10


@each_table
def test_answers_need_no_history(table: Table) -> None:
    """A player asked out of the blue, with the view alone, still answers legally."""
    for _, question, _ in asked(table):
        bare = replace(question, history=())
        assert BOT.choose(bare, random.Random(1)).action in question.view.legal


def comparison(sets: int, seed: str, seats: int = 4, **options: str) -> Comparison:
    chosen = options_of(seats, **options)
    return compare(
        play_set(GAME, chosen, seats, EASY, RANDOM, f"{seed}{number}") for number in range(sets)
    )


def test_is_far_better_than_a_random_player() -> None:
    """Measured over 200 sets of four matches: 91 points a match above the others' mean."""
    result = comparison(10, "strength")
    assert result.difference > 80
    assert result.win_share > 0.9


@pytest.mark.parametrize(("seats", "floor"), [(3, 55), (5, 90), (6, 105)])
def test_is_far_better_at_other_tables(seats: int, floor: int) -> None:
    assert comparison(5, "seats", seats).difference > floor


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "options", "floor"),
    [
        (4, {}, 85),
        (4, {"sequence": "8-1-8"}, 95),
        (4, {"scoring": "2n+1"}, 55),
        (4, {"forehead": "on"}, 80),
        (4, {"sequence": "1-4-1"}, 40),
    ],
    ids=str,
)
def test_is_far_better_with_other_options(seats: int, options: dict[str, str], floor: int) -> None:
    assert comparison(40, "options", seats, **options).difference > floor


def test_meets_most_of_its_bids_among_its_like() -> None:
    met = rounds = 0
    for number in range(6):
        for row in final_state(GAME, options_of(), [BOT] * 4, f"likes{number}").rounds:
            met += sum(bid == took for bid, took in zip(row.bids, row.took, strict=True))
            rounds += 4
    assert met / rounds > 0.6
