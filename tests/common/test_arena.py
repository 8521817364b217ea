"""Computer players against each other: repeatable matches, duplicate sets, their statistics."""

from __future__ import annotations

import random
from typing import Any

import pytest

from levata import arena
from levata.arena import BotFault, SetResult, compare, match_seed, play_match, play_set, seatings
from levata.bots.bot import Bot, Choice, Question
from levata.bots.levels import RandomBot
from levata.errors import OptionError
from levata.game import CHANCE
from levata.games import find_game
from levata.games.whist import Whist, WhistOptions
from levata.options import parse_options
from levata.records.record import format_record, load_record
from levata.records.replay import Replay, verify
from tests.support.records import default_tables
from tests.support.rules import Table

each_table = pytest.mark.parametrize("table", default_tables(), ids=lambda table: table.name)
RANDOM = ("random",) * 3
SHORT = WhistOptions(sequence="1-4-1")


class Spy(Bot[Any]):
    """A random player that remembers what it was asked."""

    def __init__(self) -> None:
        self.questions: list[Question[Any]] = []

    def choose(self, question: Question[Any], rng: random.Random) -> Choice:
        self.questions.append(question)
        return RandomBot().choose(question, rng)


class Cheat(Bot[Any]):
    """A player that answers with what is not open to it."""

    def choose(self, question: Question[Any], rng: random.Random) -> Choice:
        return Choice("bid 8" if question.view.phase == 1 else "play 2C")


class Highest(Bot[Any]):
    """A player that always takes the last of its legal actions."""

    def choose(self, question: Question[Any], rng: random.Random) -> Choice:
        return Choice(question.view.legal[-1])


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> dict[str, Bot[Any]]:
    """Return the players that matches find by the name of their level; tests add theirs."""
    found: dict[str, Bot[Any]] = {"random": RandomBot()}

    def find(_game: str, level: str) -> Bot[Any]:
        return found[level]

    monkeypatch.setattr(arena, "find_bot", find)
    return found


@each_table
def test_a_match_is_repeatable_and_its_record_is_right(table: Table) -> None:
    levels = ["random"] * table.seats
    match = play_match(table.game, table.options, levels, "s")
    assert play_match(table.game, table.options, levels, "s") == match
    record = load_record(format_record(match.document))
    verify(record)
    assert record.seed == "s"
    assert record.result is not None
    assert record.result.scores == match.scores
    assert record.result.places == match.places
    assert len(record.deals) == match.deals
    assert match.actions >= sum(len(deal.actions) for deal in record.deals)
    assert [label.level for label in record.seats] == levels
    assert {label.kind for label in record.seats} == {"bot"}


def test_other_seeds_give_other_matches() -> None:
    documents = {
        format_record(play_match(Whist(), SHORT, RANDOM, match_seed("7", number)).document)
        for number in range(1, 6)
    }
    assert len(documents) == 5


def test_every_seat_begins_a_match_now_and_then() -> None:
    firsts = {
        play_match(Whist(), SHORT, RANDOM, str(seed)).document["deals"][0]["first"]
        for seed in range(20)
    }
    assert firsts == {0, 1, 2}


def test_forced_cards_are_marked_and_nobody_is_asked_for_them(bots: dict[str, Bot[Any]]) -> None:
    spy = bots["spy"] = Spy()
    options = WhistOptions(sequence="1-4-1", forehead=True)
    match = play_match(Whist(), options, ("spy",) * 3, "1")
    for deal in match.document["deals"]:
        is_forehead = deal["result"]["cards"] == 1
        plays = [line for line in deal["actions"] if line["action"].startswith("play")]
        assert all(line.get("auto") == ("forced" if is_forehead else None) for line in plays)
    asked = len(spy.questions)
    forced = sum("auto" in line for deal in match.document["deals"] for line in deal["actions"])
    assert asked + forced == match.actions


@each_table
def test_players_get_their_view_and_the_public_events_of_the_deal(
    table: Table, bots: dict[str, Bot[Any]]
) -> None:
    """What a player is asked is exactly what the rules show a person in its seat."""
    spy = bots["spy"] = Spy()
    match = play_match(table.game, table.options, ["spy"] * table.seats, "5")
    questions = iter(spy.questions)
    history: tuple[Any, ...] = ()
    game = table.game
    state: Any = game.setup(table.seats, table.options)
    for step in Replay(load_record(format_record(match.document))):
        if step.seat == CHANCE:
            history = step.events
        else:
            forced = game.forced(state)
            if forced is None:
                question = next(questions)
                assert question.game == game.info.key
                assert question.options == table.options
                assert question.seats == table.seats
                assert question.view == game.view(state, step.seat)
                assert question.history == history
            history += step.events
        state = step.state
    assert next(questions, None) is None


def test_an_illegal_choice_is_a_fault_of_the_player(bots: dict[str, Bot[Any]]) -> None:
    bots["cheat"] = Cheat()
    with pytest.raises(BotFault) as fault:
        play_match(Whist(), SHORT, ("random", "cheat", "random"), "1")
    assert (fault.value.code, fault.value.facts[0]) == ("illegal_choice", "cheat")


def test_unknown_levels_and_numbers_of_seats_are_refused() -> None:
    with pytest.raises(OptionError, match="unknown_level"):
        play_match(Whist(), SHORT, ("random", "genius", "random"), "1")
    with pytest.raises(OptionError, match="bad_seats"):
        play_match(Whist(), SHORT, ("random",) * 2, "1")


def test_thinking_is_measured_with_the_clock_that_is_given(bots: dict[str, Bot[Any]]) -> None:
    spy = bots["spy"] = Spy()
    ticks = iter(range(1_000_000))
    match = play_match(Whist(), SHORT, ("spy",) * 3, "1", stopwatch=lambda: float(next(ticks)))
    assert sum(map(len, match.thinking)) == len(spy.questions)
    assert {seconds for seat in match.thinking for seconds in seat} == {1.0}
    assert play_match(Whist(), SHORT, ("spy",) * 3, "1").thinking == ()


# Duplicate sets.


def test_the_tested_player_sits_in_each_seat_once() -> None:
    assert seatings(Whist(), SHORT, 3) == (
        (True, False, False),
        (False, True, False),
        (False, False, True),
    )


@pytest.mark.parametrize(("key", "texts"), [("belot", {}), ("septica", {"partners": "on"})])
def test_partners_are_tested_together(key: str, texts: dict[str, str]) -> None:
    game = find_game(key)
    options = parse_options(game.info.options_type, texts, 4)
    assert seatings(game, options, 4) == ((True, False, True, False), (False, True, False, True))


def test_a_set_deals_the_same_cards_at_every_seating(
    bots: dict[str, Bot[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    bots["high"] = Highest()
    played: list[Any] = []

    def remember(*arguments: Any) -> Any:
        played.append(play_match(*arguments))
        return played[-1]

    monkeypatch.setattr(arena, "play_match", remember)
    result = play_set(Whist(), SHORT, 3, "high", "random", "9")
    assert len(played) == result.matches == 3
    hands = [[deal["hands"] for deal in match.document["deals"]] for match in played]
    assert hands[0] == hands[1] == hands[2]
    levels = [[seat["level"] for seat in match.document["seats"]] for match in played]
    assert levels == [
        ["high" if seat == own else "random" for seat in range(3)] for own in range(3)
    ]
    own = [match.scores[seat] for seat, match in enumerate(played)]
    rest = [
        score
        for taken, match in enumerate(played)
        for seat, score in enumerate(match.scores)
        if seat != taken
    ]
    assert result.tested == pytest.approx(sum(own) / 3)
    assert result.others == pytest.approx(sum(rest) / 6)
    assert result.difference == pytest.approx(result.tested - result.others)


def test_a_player_against_itself_differs_by_nothing() -> None:
    result = play_set(Whist(), SHORT, 3, "random", "random", "9")
    assert result.difference == pytest.approx(0)
    assert result.wins == pytest.approx(1)


def test_only_the_tested_player_is_timed() -> None:
    ticks = iter(range(1_000_000))
    result = play_set(
        Whist(), SHORT, 3, "random", "random", "9", stopwatch=lambda: float(next(ticks))
    )
    match = play_match(Whist(), SHORT, RANDOM, "9")
    assert len(result.tested_thinking) == match.actions


# The figures.


def set_of(difference: float, wins: float = 1.0) -> SetResult:
    return SetResult(difference, 10 + difference, 10.0, wins, 4)


def test_the_mean_has_a_confidence_interval() -> None:
    """Four sets of mean 3 and standard deviation 2: 3 +- 3.182 * 2 / sqrt(4)."""
    figures = compare(set_of(value) for value in (3 - 6**0.5, 3, 3, 3 + 6**0.5))
    assert figures.difference == pytest.approx(3)
    assert figures.margin == pytest.approx(3.182)
    assert (figures.sets, figures.matches) == (4, 16)
    assert figures.tested == pytest.approx(13)
    assert figures.win_share == pytest.approx(0.25)
    assert figures.fair_share == pytest.approx(0.25)


@pytest.mark.parametrize(("sets", "quantile"), [(2, 12.706), (21, 2.086), (31, 2.042), (121, 1.98)])
def test_the_interval_is_wider_with_few_sets(sets: int, quantile: float) -> None:
    """The quantiles are those of Student's distribution in the usual tables."""
    values = [float(number % 2) for number in range(sets)]
    mean = sum(values) / sets
    deviation = (sum((value - mean) ** 2 for value in values) / (sets - 1)) ** 0.5
    margin = compare(map(set_of, values)).margin
    assert margin == pytest.approx(quantile * deviation / sets**0.5, rel=0.005)


@pytest.mark.parametrize("values", [(), (1.0,)])
def test_one_set_says_nothing(values: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="two sets"):
        compare(map(set_of, values))


def test_a_better_player_is_found_better(bots: dict[str, Bot[Any]]) -> None:
    """Bidding all tricks loses against chance; the interval excludes equality."""
    bots["high"] = Highest()
    figures = compare(
        play_set(Whist(), SHORT, 3, "high", "random", str(seed)) for seed in range(12)
    )
    assert figures.difference + figures.margin < 0
    assert figures.win_share < figures.fair_share
