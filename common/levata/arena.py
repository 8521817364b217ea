"""Computer players against each other: matches, duplicate sets, and how sure their figures are.

Nothing here reads a clock or uses several processes: whoever wants the time that players take
passes a `Stopwatch`, whoever has several processors spreads matches or sets over them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, stdev
from typing import Any, Final, TypeAlias

from msgspec import Struct

from levata.bots.bot import Budget
from levata.bots.levels import bot_rng, find_bot
from levata.errors import LevataError
from levata.game import CHANCE, AnyGame
from levata.match import Match
from levata.options import Options
from levata.records.record import SeatLabel

Stopwatch: TypeAlias = Callable[[], float]
"""Returns seconds since any moment, such as `time.process_time`; only differences count."""

UNHURRIED: Final = Budget(seconds=math.inf)
"""Iterations alone decide, so that a match comes out the same on any machine."""


class BotFault(LevataError):
    """A computer player answered with something that was not open to it."""


class PlayedMatch(Struct, frozen=True):
    """A match between computer players."""

    document: dict[str, Any]
    """The match record."""
    scores: tuple[int, ...]
    places: tuple[int, ...]
    deals: int
    actions: int
    """Of the seats, forced ones included."""
    thinking: tuple[tuple[float, ...], ...] = ()
    """Seconds of each decision of each seat; empty without a stopwatch."""


def match_seed(seed: str, number: int) -> str:
    """Return the seed of one match of a series; numbers count from 1.

    >>> match_seed("evening", 2)
    'evening|2'
    """
    return f"{seed}|{number}"


def play_match(
    game: AnyGame,
    options: Options,
    levels: Sequence[str],
    seed: str,
    budget: Budget = UNHURRIED,
    stopwatch: Stopwatch | None = None,
) -> PlayedMatch:
    """Return a match of computer players, one level per seat.

    The same arguments give the same match. A player learns its view and the public events of the
    deal, nothing else.

    >>> from levata.games.septica import Septica, SepticaOptions
    >>> match = play_match(Septica(), SepticaOptions(), ["easy", "random"], seed="7")
    >>> match.scores, match.places, match.document["result"]["reason"]
    ((16, -16), (1, 2), 'completed')

    Raises:
        OptionError: ``bad_seats``, ``unknown_level`` or what else the game refuses.
        BotFault: ``illegal_choice``, with the level and what it chose.
    """
    labels = [SeatLabel(f"Bot {seat + 1}", "bot", level) for seat, level in enumerate(levels)]
    match = Match(game, options, len(levels), seed=seed, labels=labels)
    bots = [find_bot(game.info.key, level) for level in levels]
    thinking: list[list[float]] = [[] for _ in levels]
    decisions = 0
    while acting := match.to_act():
        forced = match.forced()
        if acting == (CHANCE,):
            match.deal(match.draw())
        elif forced is not None:
            match.act(forced.seat, forced.action.text, "forced")
        else:
            seat = acting[0]
            decisions += 1
            question = match.question(seat, budget)
            rng = bot_rng(seed, seat, decisions, levels[seat])
            start = stopwatch() if stopwatch is not None else 0.0
            action = bots[seat].choose(question, rng).action
            if stopwatch is not None:
                thinking[seat].append(stopwatch() - start)
            if action not in question.view.legal:
                raise BotFault("illegal_choice", levels[seat], action[:40])
            match.act(seat, action)
    outcome = match.outcome()
    return PlayedMatch(
        document=match.record(outcome),
        scores=outcome.scores,
        places=outcome.places,
        deals=match.deals,
        actions=match.steps - match.deals,
        thinking=tuple(map(tuple, thinking)) if stopwatch is not None else (),
    )


# --- duplicate sets ----------------------------------------------------------------------------


class SetResult(Struct, frozen=True):
    """The same deals played once for each seating of the tested player."""

    difference: float
    """Mean score of the tested player above that of the others, in points a match."""
    tested: float
    """Mean score of the tested player."""
    others: float
    wins: float
    """Matches won by the tested player or his side; a shared first place counts its part."""
    matches: int
    tested_thinking: tuple[float, ...] = ()
    """Seconds of each of his decisions; empty without a stopwatch."""


class Comparison(Struct, frozen=True):
    """How much a tested player is better than the others, over many sets."""

    sets: int
    matches: int
    difference: float
    """Points a match."""
    margin: float
    """Half the width of the 95 % confidence interval of ``difference``."""
    tested: float
    others: float
    win_share: float
    """Part of the matches won by the tested player or his side."""
    fair_share: float
    """Part that an equal player would win."""


def seatings(game: AnyGame, options: Options, seats: int) -> tuple[tuple[bool, ...], ...]:
    """Return where the tested player sits in each match of a set: each seat, or side, in turn.

    >>> from levata.games.hearts import Hearts, HeartsOptions
    >>> seatings(Hearts(), HeartsOptions(), 3)
    ((True, False, False), (False, True, False), (False, False, True))
    """
    if game.info.partnerships or getattr(options, "partners", False):
        return (True, False) * 2, (False, True) * 2
    return tuple(tuple(seat == taken for seat in range(seats)) for taken in range(seats))


def play_set(
    game: AnyGame,
    options: Options,
    seats: int,
    tested: str,
    others: str,
    seed: str,
    budget: Budget = UNHURRIED,
    stopwatch: Stopwatch | None = None,
) -> SetResult:
    """Return a duplicate set: the deals of one seed with the tested level in each seat in turn.

    Raises:
        OptionError: as `play_match`.
        BotFault: as `play_match`.
    """
    differences: list[float] = []
    scores: tuple[list[int], list[int]] = ([], [])
    wins = 0.0
    thinking: list[float] = []
    every_seating = seatings(game, options, seats)
    for seating in every_seating:
        levels = [tested if is_tested else others for is_tested in seating]
        match = play_match(game, options, levels, seed, budget, stopwatch)
        own = [score for score, is_own in zip(match.scores, seating, strict=True) if is_own]
        rest = [score for score, is_own in zip(match.scores, seating, strict=True) if not is_own]
        differences.append(fmean(own) - fmean(rest))
        scores[0].extend(own)
        scores[1].extend(rest)
        won = [is_own for place, is_own in zip(match.places, seating, strict=True) if place == 1]
        wins += sum(won) / len(won)
        for seconds, is_own in zip(match.thinking, seating, strict=False):
            thinking.extend(seconds if is_own else ())
    return SetResult(
        difference=fmean(differences),
        tested=fmean(scores[0]),
        others=fmean(scores[1]),
        wins=wins,
        matches=len(every_seating),
        tested_thinking=tuple(thinking),
    )


def compare(results: Iterable[SetResult]) -> Comparison:
    """Return the mean over sets with its confidence interval.

    Raises:
        ValueError: there are fewer than two sets.
    """
    every = tuple(results)
    count = len(every)
    if count < 2:
        raise ValueError("a confidence interval needs at least two sets")
    differences = [result.difference for result in every]
    matches = sum(result.matches for result in every)
    return Comparison(
        sets=count,
        matches=matches,
        difference=fmean(differences),
        margin=_t_quantile(count - 1) * stdev(differences) / math.sqrt(count),
        tested=fmean(result.tested for result in every),
        others=fmean(result.others for result in every),
        win_share=sum(result.wins for result in every) / matches,
        fair_share=1 / every[0].matches,
    )


_T_QUANTILES: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
)  # fmt: skip


def _t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's distribution, within 0.01."""
    return _T_QUANTILES[freedom - 1] if freedom <= len(_T_QUANTILES) else 1.96 + 2.5 / freedom
