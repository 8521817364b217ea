"""``levata simulate``: matches of computer players, repeatable, with a record of each."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any, Final, NamedTuple, TextIO

from levata.arena import match_seed, play_match
from levata.files import write_atomically
from levata.records.record import format_record
from levata_client.commands.support.processes import spread
from levata_client.commands.support.running import DONE, CommandError, cannot, command, number
from levata_client.commands.support.table_arguments import (
    add_game_argument,
    add_table_arguments,
    read_jobs,
    read_levels,
    read_table,
)
from levata_client.plain.columns import written
from levata_client.shown.text.language import _, ngettext
from levata_client.state.new_table import NewTable

MOST_MATCHES: Final = 1_000_000


class Result(NamedTuple):
    """What is kept of a match that was played."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    deals: int
    actions: int


def add_parser(subparsers: Any) -> None:
    """Add the command to the subparsers of `levata`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "simulate",
        help=_("let computer players play matches"),
        description=_(
            "Let computer players play matches. The same seed gives the same matches, and the same "
            "records byte for byte."
        ),
    )
    add_game_argument(parser)
    add_table_arguments(parser)
    parser.add_argument("--matches", metavar="N", default="1", help=_("number of matches"))
    parser.add_argument("--seed", metavar="TEXT", default="1", help=_("any text"))
    parser.add_argument(
        "--first",
        metavar="N",
        default="1",
        help=_("number of the first match: plays a part of a series again"),
    )
    parser.add_argument(
        "--bots", metavar="LEVELS", help=_("a level for all, or one for each seat: easy,random,…")
    )
    parser.add_argument("--records", metavar="DIR", help=_("write a record of each match there"))
    parser.add_argument("--jobs", metavar="N", default="1", help=_("number of processes"))
    parser.set_defaults(run=run)


def _simulate(arguments: argparse.Namespace, out: TextIO) -> int:
    table = read_table(arguments)
    levels = read_levels(table, arguments.bots)
    matches = number("--matches", arguments.matches, 1, MOST_MATCHES)
    first = number("--first", arguments.first, 1, MOST_MATCHES)
    jobs = read_jobs(arguments.jobs)
    folder = None if arguments.records is None else _folder(Path(arguments.records))
    play = partial(_play, table, levels, arguments.seed, folder)
    start = perf_counter()
    results = list(_written(folder, spread(play, range(first, first + matches), jobs)))
    out.write(_summary(table, levels, arguments.seed, results, perf_counter() - start))
    if folder is not None:
        out.write(_("Records: {folder}").format(folder=folder) + "\n")
    return DONE


run = command("simulate", _simulate)


def _folder(path: Path) -> Path:
    """Return a folder that exists and can be written to."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return path
    except OSError as error:
        raise cannot(_("--records: {path} cannot be written: {reason}"), path, error) from None


def _play(
    table: NewTable, levels: Sequence[str], seed: str, folder: Path | None, match: int
) -> Result | str:
    """Play a match and write its record; return why that failed, if it did.

    Runs in other processes too.
    """
    played = play_match(table.rules, table.resolved, levels, match_seed(seed, match))
    if folder is not None:
        name = f"{table.game}-{match:04d}.json"
        try:
            write_atomically(folder / name, format_record(played.document))
        except OSError as error:
            return error.strerror or type(error).__name__
    return Result(played.scores, played.places, played.deals, played.actions)


def _written(folder: Path | None, results: Iterator[Result | str]) -> Iterator[Result]:
    for result in results:
        if isinstance(result, str):
            raise CommandError(
                _("--records: {path} cannot be written: {reason}").format(
                    path=folder, reason=result
                )
            )
        yield result


def _summary(
    table: NewTable, levels: Sequence[str], seed: str, results: Sequence[Result], seconds: float
) -> str:
    title = _("{game}, {players} players, {matches}, seed {seed}").format(
        game=table.game,
        players=table.seats,
        matches=ngettext("{count} match", "{count} matches", len(results)).format(
            count=len(results)
        ),
        seed=seed,
    )
    rows = [[_("seat"), _("bot"), _("mean"), _("wins"), _("best"), _("worst")]]
    for seat, level in enumerate(levels):
        scores = [result.scores[seat] for result in results]
        wins = sum(result.places[seat] == 1 for result in results)
        figures = [f"{fmean(scores):.2f}", wins, max(scores), min(scores)]
        rows.append([str(seat), level, *map(str, figures)])
    total = _("deals {deals}, actions {actions}, {seconds} s").format(
        deals=sum(result.deals for result in results),
        actions=sum(result.actions for result in results),
        seconds=f"{seconds:.1f}",
    )
    return "\n".join([title, *written(rows, left=(1,)), total]) + "\n"
