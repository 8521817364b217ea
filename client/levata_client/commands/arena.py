"""``levata arena``: how much one level of computer player is better than another."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from statistics import fmean
from typing import Any, Final, TextIO

from levata.arena import Comparison, SetResult, compare, match_seed, play_set
from levata.bots.levels import LEVELS, find_bot
from levata_client.commands.support.processes import spread
from levata_client.commands.support.running import DONE, command, number
from levata_client.commands.support.table_arguments import (
    add_game_option,
    add_table_arguments,
    read_jobs,
    read_table,
)
from levata_client.shown.text.language import _
from levata_client.state.new_table import NewTable

MOST_SETS: Final = 100_000


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "arena",
        help=_("measure one computer player against another"),
        description=_(
            "Measure level A against level B in duplicate sets: the same deals are played with A "
            "in each seat in turn and B in all others; partners sit together."
        ),
    )
    levels = ", ".join(LEVELS)
    parser.add_argument("tested", metavar="A", help=_("one of {levels}").format(levels=levels))
    parser.add_argument("others", metavar="B", help=_("one of {levels}").format(levels=levels))
    add_game_option(parser)
    add_table_arguments(parser)
    parser.add_argument("--sets", metavar="N", default="20", help=_("number of duplicate sets"))
    parser.add_argument("--seed", metavar="TEXT", default="1", help=_("any text"))
    parser.add_argument("--jobs", metavar="N", default="1", help=_("number of processes"))
    parser.set_defaults(run=run)


def _arena(arguments: argparse.Namespace, out: TextIO) -> int:
    table = read_table(arguments)
    for level in (arguments.tested, arguments.others):
        find_bot(table.game, level)
    sets = number("--sets", arguments.sets, 2, MOST_SETS)
    jobs = read_jobs(arguments.jobs)
    play = partial(_play, table, arguments.tested, arguments.others, arguments.seed)
    results = list(spread(play, range(1, sets + 1), jobs))
    figures = compare(results)
    out.write(_report(table, arguments.tested, arguments.others, arguments.seed, figures))
    out.write(_times([seconds for result in results for seconds in result.tested_thinking]))
    return DONE


run = command("arena", _arena)


def _play(table: NewTable, tested: str, others: str, seed: str, number: int) -> SetResult:
    """Play a set; runs in other processes too."""
    return play_set(
        table.rules,
        table.resolved,
        table.seats,
        tested,
        others,
        match_seed(seed, number),
        stopwatch=time.process_time,
    )


def _report(table: NewTable, tested: str, others: str, seed: str, figures: Comparison) -> str:
    lines = [
        _("{tested} against {others}: {game}, {players} players, seed {seed}").format(
            tested=tested,
            others=others,
            game=table.game,
            players=table.seats,
            seed=seed,
        ),
        _("{sets} sets, {matches} matches").format(sets=figures.sets, matches=figures.matches),
        _("difference {difference} ± {margin} points a match (95 %)").format(
            difference=f"{figures.difference:+.2f}", margin=f"{figures.margin:.2f}"
        ),
        _("mean score {tested}, others {others}").format(
            tested=f"{figures.tested:.2f}", others=f"{figures.others:.2f}"
        ),
        _("matches won {won} % (fair share {fair} %)").format(
            won=f"{100 * figures.win_share:.1f}", fair=f"{100 * figures.fair_share:.1f}"
        ),
    ]
    return "\n".join(lines) + "\n"


def _times(seconds: Sequence[float]) -> str:
    every = sorted(1000 * value for value in seconds) or [0.0]
    return (
        _("CPU a decision: mean {mean} ms, 99 % within {most} ms, longest {longest} ms").format(
            mean=f"{fmean(every):.2f}",
            most=f"{every[int(0.99 * (len(every) - 1))]:.2f}",
            longest=f"{every[-1]:.2f}",
        )
        + "\n"
    )
