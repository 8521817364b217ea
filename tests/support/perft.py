"""Counts of action sequences from fixed deals, as chess programs count moves.

A file of counts holds lines ``name; seats; options; round; pack; counts``: from the state after
the deal, how many sequences of 1, 2, 3 ... actions there are. A finished round counts as one.
``python -m tests.support.perft`` (with ``common`` on the path) prints the counts of a file anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from levata.cards import parse_cards
from levata.game import CHANCE, AnyGame, Deal
from levata.games import find_game
from levata.options import Scalar, parse_options

FOLDER = Path(__file__).parents[1] / "common" / "perft"


class Count(NamedTuple):
    """One line of a file of counts."""

    name: str
    seats: int
    options: str
    """Such as ``hook=off``, separated by blanks."""
    round: int
    pack: str
    counts: tuple[int, ...]


def read_counts(path: Path) -> Iterator[Count]:
    """Yield the lines of a file of counts; those that begin with ``#`` are comments."""
    for line in path.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, seats, options, number, pack, counts = (part.strip() for part in line.split(";"))
            numbers = tuple(int(count) for count in counts.split())
            yield Count(name, int(seats), options, int(number), pack, numbers)


def start_of(game: AnyGame, count: Count) -> Any:
    """Return the state after the deal that a line names."""
    pairs = [pair.split("=", 1) for pair in count.options.split()]
    texts: dict[str, Scalar] = {name: value for name, value in pairs}
    options = parse_options(game.info.options_type, texts, count.seats)
    state = replace(game.setup(count.seats, options), round=count.round)
    return game.apply(state, CHANCE, Deal(parse_cards(count.pack))).state


def count_sequences(game: AnyGame, state: Any, depth: int) -> int:
    """Return in how many ways the next ``depth`` actions can go, deals not counted."""
    acting = game.to_act(state)
    if depth == 0 or acting in ((), (CHANCE,)):
        return 1
    return sum(
        count_sequences(game, game.apply(state, seat, action).state, depth - 1)
        for seat in acting
        for action in game.legal(state, seat)
    )


def divide(game: AnyGame, state: Any, depth: int) -> str:
    """Return the count that lies behind each first action, to find where two counts part."""
    lines: list[str] = []
    for seat in game.to_act(state):
        for action in game.legal(state, seat):
            after = game.apply(state, seat, action).state
            lines.append(f"{seat} {action.text}: {count_sequences(game, after, depth - 1)}")
    return "\n".join(lines)


def main() -> None:
    """Print every file of counts with its counts computed anew."""
    for path in sorted(FOLDER.glob("*.txt")):
        game = find_game(path.stem)
        for count in read_counts(path):
            state = start_of(game, count)
            depths = range(1, len(count.counts) + 1)
            counts = " ".join(str(count_sequences(game, state, depth)) for depth in depths)
            start = "; ".join(str(part) for part in count[:-1])
            sys.stdout.write(f"{start}; {counts}\n")


if __name__ == "__main__":
    main()
