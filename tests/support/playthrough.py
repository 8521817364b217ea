"""Golden playthroughs: one whole match of every game, told in text.

Lines that begin with ``>`` are what was done, all others follow from the rules. The first deals are
told in full, the later ones by their actions and results. A digest pins every state and view.

``python -m tests.support.playthrough --write [GAME ...]`` (with ``common`` on the path) plays new
ones; without ``--write`` it only says which ones are no longer true.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from levata.cards import NO_CARD, format_card, format_cards, parse_cards
from levata.game import CHANCE, AnyGame, Deal, Seat
from levata.games import GAMES, find_game
from levata.match import Match
from levata.options import Scalar, format_options, parse_options
from tests.support.rules import card_fields, random_deal

FOLDER = Path(__file__).parents[1] / "common" / "playthroughs"
DEALS_IN_FULL = 2
ACTIONS_A_LINE = 8


def path_of(game: AnyGame) -> Path:
    """Return the file of a game's playthrough."""
    return FOLDER / f"{game.info.key}.txt"


class Chooser(ABC):
    """Where the deals and actions of a playthrough come from."""

    @abstractmethod
    def deal(self, match: Match) -> Deal:
        """Return the next deal."""

    @abstractmethod
    def action(self, match: Match) -> tuple[Seat, str]:
        """Return who does what next."""


class RandomChooser(Chooser):
    """Draws deals and actions."""

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    def deal(self, match: Match) -> Deal:
        """Return a shuffled pack."""
        return random_deal(match, self._rng)

    def action(self, match: Match) -> tuple[Seat, str]:
        """Return any legal action."""
        seat = self._rng.choice(match.to_act())
        return seat, self._rng.choice(match.legal(seat)).text


class RecordedChooser(Chooser):
    """Repeats the deals and actions of a text."""

    def __init__(self, text: str) -> None:
        inputs = [line[2:] for line in text.splitlines() if line.startswith("> ")]
        self._deals = iter([line for line in inputs if line.startswith("deal ")])
        self._actions = iter(
            [part for line in inputs if not line.startswith("deal ") for part in line.split("; ")]
        )

    def deal(self, match: Match) -> Deal:
        """Return the next deal of the text."""
        _, first, *order = next(self._deals).split()
        return Deal(parse_cards(" ".join(order)), int(first))

    def action(self, match: Match) -> tuple[Seat, str]:
        """Return the next action of the text."""
        seat, text = next(self._actions).split(" ", 1)
        return int(seat), text


def tell(game: AnyGame, seats: int, options: dict[str, Scalar], chooser: Chooser) -> str:
    """Return the text of a whole match."""
    return "\n".join(_lines(game, seats, options, chooser)) + "\n"


def retell(text: str) -> str:
    """Return the text of a match with everything but its inputs told anew."""
    header = dict(line.split(": ", 1) for line in text.splitlines()[1:4])
    options: dict[str, Scalar] = json.loads(header["options"])
    game = find_game(header["game"])
    return tell(game, int(header["seats"]), options, RecordedChooser(text))


def describe(value: Struct) -> str:
    """Return a struct as text, its cards as cards."""
    kinds = dict(card_fields(type(value)))
    parts = [
        f"{name}={_describe(getattr(value, name), kinds.get(name))}"
        for name in value.__struct_fields__
    ]
    return f"{type(value).__name__}({', '.join(parts)})"


def _describe(value: Any, kind: str | None) -> str:
    if isinstance(value, Struct):
        return describe(value)
    if isinstance(value, tuple):
        return f"({' '.join(_describe(part, kind) for part in value)})"  # pyright: ignore[reportUnknownVariableType] # any nesting of tuples
    if kind == "Card" and value != NO_CARD:
        return format_card(value)
    return str(value)


def _lines(
    game: AnyGame, seats: int, options: dict[str, Scalar], chooser: Chooser
) -> Iterator[str]:
    parsed = parse_options(game.info.options_type, options, seats)
    match = Match(game, parsed, seats)
    yield "# Written by tests/support/playthrough.py; checked by tests/common/test_playthroughs.py"
    yield f"game: {game.info.key}"
    yield f"seats: {seats}"
    yield f"options: {json.dumps(format_options(parsed))}"
    actions: list[str] = []
    digest = hashlib.sha256()
    while acting := match.to_act():
        is_deal = acting == (CHANCE,)
        if is_deal:
            deal = chooser.deal(match)
            yield ""
            yield f"deal {match.deals + 1}"
            yield f"> deal {deal.first} {format_cards(deal.order)}"
            events = match.deal(deal)
        else:
            seat, text = chooser.action(match)
            if match.deals <= DEALS_IN_FULL:
                legal = ", ".join(choice.text for choice in match.legal(seat))
                yield f"legal for {seat}: {legal}"
                yield f"> {seat} {text}"
            else:
                actions.append(f"{seat} {text}")
            events = match.act(seat, text)
        is_full = match.deals <= DEALS_IN_FULL
        if is_full:
            yield from (f"event {describe(event)}" for event in events)
        views = [match.view(viewer) for viewer in (None, *range(seats))]
        digest.update(msgspec.msgpack.encode([match.state, *views]))
        if is_full and is_deal:
            yield from (f"view {describe(view)}" for view in views)
        result = game.deal_result(events)
        if result is not None:
            for start in range(0, len(actions), ACTIONS_A_LINE):
                yield "> " + "; ".join(actions[start : start + ACTIONS_A_LINE])
            actions.clear()
            yield f"result {json.dumps(result)}"
            yield f"digest {digest.hexdigest()[:16]}"
    yield ""
    yield f"view {describe(match.public())}"
    yield f"outcome {describe(match.outcome())}"


def main() -> None:
    """Write or check playthroughs."""
    parser = argparse.ArgumentParser(description="Golden playthroughs of the games.")
    parser.add_argument("games", nargs="*", help="keys such as whist; all if none is named")
    parser.add_argument("--write", action="store_true", help="play new ones")
    arguments = parser.parse_args()
    for game in [find_game(key) for key in arguments.games] or GAMES:
        path = path_of(game)
        if arguments.write:
            preset = dict(next(iter(game.info.presets.values())))
            chooser = RandomChooser(f"playthrough {game.info.key}")
            FOLDER.mkdir(exist_ok=True)
            path.write_text(tell(game, game.info.default_seats, preset, chooser), "utf-8")
            sys.stdout.write(f"wrote {path.name}\n")
        else:
            text = path.read_text("utf-8")
            sys.stdout.write(f"{path.name} {'holds' if retell(text) == text else 'DIFFERS'}\n")


if __name__ == "__main__":
    main()
