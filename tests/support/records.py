"""Match records of random matches, and edits of their text, for the tests of records."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from levata.arena import play_match
from levata.game import CHANCE, PLAYS, AnyGame, Deal, EndReason
from levata.games import GAMES, find_game
from levata.games.whist import BIDS, Whist, WhistOptions
from levata.match import Match
from levata.options import Options, parse_options
from levata.records.builder import RecordBuilder
from levata.records.record import Record, RecordFault, SeatLabel, format_record, load_record
from levata.records.replay import verify
from tests.support.rules import Table, random_deal


@cache
def whist_text() -> str:
    """Return the record of a short match of Whist for three."""
    return record_text("whist", 3, (("sequence", "1-4-1"),))


@cache
def record_text(key: str, seats: int, texts: tuple[tuple[str, str], ...] = ()) -> str:
    """Return the record of a random match of a game."""
    game = find_game(key)
    options = parse_options(game.info.options_type, dict(texts), seats)
    return format_record(play_match(game, options, ["random"] * seats, f"{key}{seats}").document)


@cache
def record_of(table: Table, seed: str = "0") -> Record:
    """Return the record of a random match at a table."""
    match = play_match(table.game, table.options, ["random"] * table.seats, seed)
    return load_record(format_record(match.document))


def stopped_record(
    game: AnyGame, options: Options, seats: int, steps: int, reason: EndReason
) -> Record:
    """Return the record of a match that was stopped after a number of steps; seat 0 left."""
    rng = random.Random(f"{game.info.key}{steps}")
    labels = [SeatLabel(f"P{seat}", "person") for seat in range(seats)]
    match = Match(game, options, seats, labels=labels)
    for _ in range(steps):
        acting = match.to_act()
        if acting == (CHANCE,):
            match.deal(random_deal(match, rng))
        elif acting:
            match.act(acting[0], rng.choice(match.legal(acting[0])).text)
    left = (0,)
    return load_record(format_record(match.record(match.outcome(left, reason), left)))


LABELS = (
    SeatLabel("Ana", "person"),
    SeatLabel("Șerban ♠", "person"),
    SeatLabel("Bot 1", "bot", "easy"),
)


def one_round() -> RecordBuilder:
    """Return a builder that has seen one round of Whist for three."""
    game, options = Whist(), WhistOptions(sequence="1-4-1")
    builder = RecordBuilder(game, options, LABELS, "7")
    state = game.setup(3, options)
    state = game.apply(state, -1, Deal(game.pack(state), 1)).state
    builder.dealt(state)
    for seat, action, auto in (
        (1, BIDS[1], ""),
        (2, BIDS[0], ""),
        (0, BIDS[1], "timeout"),
        (1, PLAYS[28], ""),
        (2, PLAYS[29], "takeover"),
        (0, PLAYS[30], ""),
    ):
        step = game.apply(state, seat, action)
        builder.acted(seat, action, step.events, auto)
        state = step.state
    return builder


def default_tables() -> list[Table]:
    """Return every game with each number of players and the default options."""
    return [
        Table(
            game,
            seats,
            parse_options(game.info.options_type, {}, seats),
            f"{game.info.key}-{seats}",
        )
        for game in GAMES
        for seats in game.info.seats
    ]


def line_with(text: str, part: str, number: int = 1) -> int:
    """Return the line, from 1, of the n-th occurrence of a part."""
    lines = [index for index, line in enumerate(text.splitlines(), 1) if part in line]
    return lines[number - 1]


def with_line(text: str, line: int, old: str, new: str) -> str:
    """Return a text with something replaced in one of its lines."""
    lines = text.splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines)


def without_line(text: str, line: int) -> str:
    """Return a text without one of its lines."""
    lines = text.splitlines()
    del lines[line - 1]
    return "\n".join(lines)


def edited(deal: int, edit: Callable[[Any], object]) -> tuple[str, Record]:
    """Return the text and the record of Whist with one deal changed by a function."""
    document = json.loads(whist_text())
    edit(document["deals"][deal])
    text = format_record(document)
    return text, load_record(text)


def fault_of(record: Record) -> RecordFault:
    """Return why the rules refuse a record."""
    with pytest.raises(RecordFault) as fault:
        verify(record)
    return fault.value


def refused(text: str) -> RecordFault:
    """Return why the rules refuse the record of a text."""
    return fault_of(load_record(text))
