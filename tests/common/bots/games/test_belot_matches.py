"""The easy player of Belot over whole matches: legal, blind, better than chance."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from levata.bots.bot import Bot, Choice, Question
from levata.bots.games.belot import BelotBot
from levata.bots.levels import RandomBot
from levata.cards import Card, cards_of, mask_of, top_ranks
from levata.events import Event
from levata.game import CHANCE, Deal
from levata.games.belot import BelotOptions, BelotState, BelotView
from levata.games.belot.state import Phase
from tests.support.belot import BELOT, step
from tests.support.self_play import decisions, final_state

BOT = BelotBot()


PACK = top_ranks(8)


def question_of(state: BelotState, history: tuple[Event, ...]) -> Question[BelotView]:
    seat = state.turn
    return Question("belot", state.options, 4, BELOT.view(state, seat), history)


def answer(question: Question[BelotView]) -> str:
    return BOT.choose(question, random.Random(0)).action


MANY_OPTIONS = (
    BelotOptions(),
    BelotOptions(shuffle="cut_only", auto_belot=False, quint_compare="class", eight_run=120),
    BelotOptions(run_from_double=False, capot_rule="none", target=51),
)


@pytest.mark.parametrize("options", MANY_OPTIONS, ids=["default", "traditional", "short"])
def test_answers_are_legal_and_always_the_same(options: BelotOptions) -> None:
    for players in ([BOT] * 4, [BOT, RandomBot()] * 2):
        for state, question, text in decisions(BELOT, options, players, "fuzz"):
            assert text in question.view.legal
            if players[state.turn] is BOT:
                assert answer(question) == text


@pytest.mark.slow
def test_many_answers_are_legal() -> None:
    asked = 0
    for seed in range(300):
        options = MANY_OPTIONS[seed % len(MANY_OPTIONS)]
        for _, question, text in decisions(BELOT, options, [BOT, RandomBot()] * 2, str(seed)):
            assert text in question.view.legal
            asked += 1
    assert asked > 50_000


def test_hidden_cards_change_no_answer() -> None:
    """Field report A7: other hands that look the same from here lead to the same action."""
    rng = random.Random(17)
    changed = 0
    for state, question, text in decisions(BELOT, BelotOptions(), [BOT] * 4, "redeal"):
        seat = state.turn
        hidden = [
            *[card for other in range(4) if other != seat for card in cards_of(state.hands[other])],
            *state.talon,
        ]
        rng.shuffle(hidden)
        hands = list(state.hands)
        for other in set(range(4)) - {seat}:
            count = state.hands[other].bit_count()
            hands[other], hidden = mask_of(hidden[:count]), hidden[count:]
        other_state = replace(state, hands=tuple(hands), talon=tuple(hidden))
        changed += other_state != state
        view = BELOT.view(other_state, seat)
        assert view == question.view
        assert answer(replace(question, view=view)) == text
    assert changed > 100


def play_deal(players: Mapping[int, Bot[BelotView]], order: list[Card], seed: int) -> int:
    """Return by how many tens side 0 comes out ahead in one deal."""
    done = BELOT.apply(BELOT.setup(4, BelotOptions()), CHANCE, Deal(tuple(order), seed % 4))
    state, history = done.state, done.events
    rng = random.Random(seed)
    while not state.rows:
        choice = players[state.turn % 2].choose(question_of(state, history), rng)
        done = step(state, choice.action)
        state, history = done.state, history + done.events
    recorded = state.rows[0].recorded
    return recorded[0] - recorded[1]


def mirrored(players: tuple[Bot[BelotView], Bot[BelotView]], deals: int) -> float:
    """Return by how many tens a deal the first player is ahead, both sides being played."""
    rng = random.Random(23)
    first, second = players
    ahead = 0
    for seed in range(deals):
        order = rng.sample(PACK, len(PACK))
        ahead += play_deal({0: first, 1: second}, order, seed)
        ahead -= play_deal({0: second, 1: first}, order, seed)
    return ahead / (2 * deals)


class RandomCards(Bot[BelotView]):
    """Calls as the easy player does, but plays any card."""

    def choose(self, question: Question[BelotView], rng: random.Random) -> Choice:
        if question.view.phase == Phase.AUCTION:
            return BOT.choose(question, rng)
        return Choice(rng.choice(question.view.legal))


def test_it_beats_random_play_clearly() -> None:
    assert mirrored((BOT, RandomBot()), 60) > 10


def test_its_cards_beat_random_cards_after_the_same_calls() -> None:
    assert mirrored((BOT, RandomCards()), 100) > 2


@pytest.mark.slow
def test_matches_against_random_play_are_won() -> None:
    won = 0
    for seed in range(40):
        players = [BOT if seat % 2 == seed % 2 else RandomBot() for seat in range(4)]
        totals = final_state(BELOT, BelotOptions(), players, f"match {seed}").totals
        won += totals[seed % 2] > totals[1 - seed % 2]
    assert won >= 38
