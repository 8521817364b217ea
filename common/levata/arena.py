"""Computer players against each other, through the rules contract alone.

Nothing here reads a clock or uses several processes: whoever wants the time that players take
passes a clock, whoever has several processors spreads matches or sets over them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, stdev
from typing import Any, Final, TypeAlias

from msgspec import Struct

from levata.bots.bot import Bot, Budget, Question
from levata.bots.levels import bot_rng, find_bot
from levata.dealing import draw_deal
from levata.errors import LevataError
from levata.events import Event
from levata.game import CHANCE, Action, AnyGame, Seat, Step
from levata.options import Options
from levata.records.record import RecordBuilder, SeatLabel

Stopwatch: TypeAlias = Callable[[], float]
"""Returns seconds; only differences count."""

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
    """Seconds of each decision of each seat; empty without a clock."""


def match_seed(seed: str, number: int) -> str:
    """Return the seed of one match of a series; numbers count from 1."""
    return f"{seed}|{number}"


def play_match(
    game: AnyGame,
    options: Options,
    levels: Sequence[str],
    seed: str,
    budget: Budget = UNHURRIED,
    clock: Stopwatch | None = None,
) -> PlayedMatch:
    """Return a match of computer players, one level per seat.

    The same arguments give the same match. A player learns its view and the public events of the
    deal, nothing else.

    Raises:
        OptionError: ``bad_seats``, ``unknown_level`` or what else the game refuses.
        BotFault: ``illegal_choice``, with the level and what it chose.
    """
    table = _Table(game, options, levels, seed)
    thinking: list[list[float]] = [[] for _ in levels]
    while acting := game.to_act(table.state):
        if acting == (CHANCE,):
            table.deal()
            continue
        forced = game.forced(table.state)
        if forced is not None:
            table.act(forced.seat, forced.action, "forced")
            continue
        seat = acting[0]
        start = clock() if clock is not None else 0.0
        action = table.decide(seat, budget)
        if clock is not None:
            thinking[seat].append(clock() - start)
        table.act(seat, action)
    return table.finish(tuple(map(tuple, thinking)) if clock is not None else ())


class _Table:
    """One match while it is played."""

    def __init__(self, game: AnyGame, options: Options, levels: Sequence[str], seed: str) -> None:
        labels = [SeatLabel(f"Bot {seat + 1}", "bot", level) for seat, level in enumerate(levels)]
        self.state: Any = game.setup(len(levels), options)
        self._game = game
        self._options = options
        self._levels = levels
        self._bots: list[Bot[Any]] = [find_bot(game.info.key, level) for level in levels]
        self._seed = seed
        self._builder = RecordBuilder(game, options, labels, seed)
        self._history: tuple[Event, ...] = ()
        self._deals = 0
        self._actions = 0
        self._decisions = 0

    def deal(self) -> None:
        """Shuffle and deal."""
        game, seats = self._game, len(self._levels)
        self._deals += 1
        drawn = draw_deal(game.pack(self.state), seats, self._seed, self._deals)
        deal = game.deal_of(self.state, drawn.order, drawn.first)
        step: Step[Any] = game.apply(self.state, CHANCE, deal)
        self.state, self._history = step.state, step.events
        self._builder.dealt(self.state)

    def decide(self, seat: Seat, budget: Budget) -> Action:
        """Ask the player of a seat."""
        level = self._levels[seat]
        view = self._game.view(self.state, seat)
        question = Question(
            game=self._game.info.key,
            options=self._options,
            seats=len(self._levels),
            view=view,
            history=self._history,
            budget=budget,
        )
        self._decisions += 1
        rng = bot_rng(self._seed, seat, self._decisions, level)
        text = self._bots[seat].choose(question, rng).action
        if text not in view.legal:
            raise BotFault("illegal_choice", level, text[:40])
        return self._game.parse_action(text)

    def act(self, seat: Seat, action: Action, auto: str = "") -> None:
        """Carry out an action."""
        step: Step[Any] = self._game.apply(self.state, seat, action)
        self.state = step.state
        self._history += step.events
        self._actions += 1
        self._builder.acted(seat, action, step.events, auto)

    def finish(self, thinking: tuple[tuple[float, ...], ...]) -> PlayedMatch:
        """Return the match, which is over."""
        outcome = self._game.outcome(self.state)
        assert outcome is not None, "somebody must act as long as there is no outcome"
        return PlayedMatch(
            self._builder.finish(outcome),
            outcome.scores,
            outcome.places,
            self._deals,
            self._actions,
            thinking,
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
    """Seconds of each of his decisions; empty without a clock."""


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
    """Return where the tested player sits in each match of a set: each seat, or side, in turn."""
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
    clock: Stopwatch | None = None,
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
        match = play_match(game, options, levels, seed, budget, clock)
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
        fmean(differences),
        fmean(scores[0]),
        fmean(scores[1]),
        wins,
        len(every_seating),
        tuple(thinking),
    )


def compare(results: Iterable[SetResult]) -> Comparison:
    """Return the mean over sets with its confidence interval; at least two sets are needed."""
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
