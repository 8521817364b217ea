"""The easy player of Rentz over whole matches: legal, repeatable, blind, better than chance."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from levata.bots.bot import Bot
from levata.bots.games.rentz import RentzBot
from levata.bots.levels import RandomBot
from levata.cards import iter_cards
from levata.events import Event
from levata.game import Action
from levata.games.rentz.options import Subgame
from levata.games.rentz.state import Phase, RentzState, RentzView
from levata.options import Scalar
from tests.support.rentz import RENTZ, chosen, options_of, question_of
from tests.support.self_play import decisions, final_state

BOT = RentzBot()


TABLES: list[dict[str, Scalar]] = [
    {},
    {"preset": "online8", "nv": "on", "refuse_rentz": 2, "ace_extra": "forced"},
    {"layout_start": "median", "early_end": "off", "hearts_lead": "not_while_other_suit"},
    {"preset": "classic7", "values": "0/0/0/0/0", "rentz_payout": "0"},
]


@pytest.mark.parametrize("table", TABLES, ids=["standard", "blind", "median", "worthless"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_answers_are_legal_and_repeatable(seats: int, table: dict[str, Scalar]) -> None:
    asked = 0
    options = options_of(seats, **table)
    for _, question, text in decisions(RENTZ, options, [BOT] * seats, str(seats)):
        assert text in question.view.legal
        asked += 1
        if asked % 10 == 0:
            again = {BOT.choose(question, random.Random(3)).action for _ in range(3)}
            assert len(again) == 1, "the same generator, the same answer"
    assert asked >= 21


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_hidden_cards_do_not_change_an_answer(seats: int) -> None:
    """Deal others' cards anew: the same public record and own hand, the same answer."""
    rng = random.Random(seats)
    compared = 0
    for subgame in Subgame:
        start = chosen(subgame, seats, rng, preset="online8")
        history: tuple[Event, ...] = ()
        actions: list[tuple[int, Action]] = []
        state = start
        while state.phase in (Phase.TRICKS, Phase.LAYOUT):
            seat = state.turn
            question = question_of(state, history)
            text = BOT.choose(question, random.Random(1)).action
            other = redealt(start, state, seat, actions, rng)
            if other is not None:
                again = question_of(other, history)
                assert BOT.choose(again, random.Random(1)).action == text
                compared += 1
            action = RENTZ.parse_action(text)
            step = RENTZ.apply(state, seat, action)
            actions.append((seat, action))
            state, history = step.state, history + step.events
    assert compared >= 40


def redealt(
    start: RentzState,
    state: RentzState,
    seat: int,
    actions: list[tuple[int, Action]],
    rng: random.Random,
) -> RentzState | None:
    """Return another state that looks the same to a seat: two others swapped a hidden card."""
    others = [other for other in range(state.seats) if other != seat and state.hands[other]]
    if len(others) < 2:
        return None
    one, two = rng.sample(others, 2)
    gives = 1 << rng.choice(list(iter_cards(state.hands[one])))
    takes = 1 << rng.choice(list(iter_cards(state.hands[two])))
    hands = list(start.hands)
    hands[one] ^= gives | takes
    hands[two] ^= gives | takes
    other = replace(start, hands=tuple(hands))
    for actor, action in actions:
        if action not in RENTZ.legal(other, actor):
            return None
        other = RENTZ.apply(other, actor, action).state
    return other if other != state else None


def lead_over_random(subgame: Subgame, seats: int, deals: int) -> float:
    """Return how many points a hand the bot scores above random players, in every seat."""
    gained = 0.0
    for deal in range(deals):
        start = chosen(subgame, seats, random.Random(deal), preset="online8")
        for seat in range(seats):
            bots: list[Bot[RentzView]] = [RandomBot()] * seats
            bots[seat] = BOT
            rng = random.Random(deal)
            history: tuple[Event, ...] = ()
            state = start
            while state.phase in (Phase.TRICKS, Phase.LAYOUT):
                mover = state.turn
                text = bots[mover].choose(question_of(state, history), rng).action
                step = RENTZ.apply(state, mover, RENTZ.parse_action(text))
                state, history = step.state, history + step.events
            scores = state.rows[0].scores
            gained += scores[seat] - (sum(scores) - scores[seat]) / (seats - 1)
    return gained / deals / seats


@pytest.mark.parametrize(
    ("subgame", "floor"),
    [
        (Subgame.KING, 15),
        (Subgame.QUEENS, 12),
        (Subgame.DIAMONDS, 18),
        (Subgame.TRICKS, 20),
        (Subgame.TOTALS, 60),
        (Subgame.TEN_CLUBS, 5),
        (Subgame.WHIST, 25),
        (Subgame.RENTZ, 25),
    ],
)
def test_the_bot_beats_random_players_in_every_subgame(subgame: Subgame, floor: int) -> None:
    """Over 100 deals it was +41 +31 +43 +54 +155 +25 +69 +60 on the average."""
    assert lead_over_random(subgame, 4, 30) > floor


def test_the_bot_wins_matches_against_random_players() -> None:
    wins = 0
    for seed in range(4):
        bots: list[Bot[RentzView]] = [BOT, *[RandomBot()] * 3]
        outcome = RENTZ.outcome(final_state(RENTZ, options_of(4), bots, str(seed)))
        assert outcome is not None
        wins += outcome.places[0] == 1
    assert wins >= 3
