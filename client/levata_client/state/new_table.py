"""A table to be opened: the one way from words, typed or chosen in a form, to what is asked for."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from levata.bots.levels import DEFAULT_LEVEL, LEVELS
from levata.errors import OptionError
from levata.game import CHANCE, Action, AnyGame, Deal, Info
from levata.games import find_game
from levata.match import Match
from levata.options import Options, Scalar, format_options, parse_options
from levata.protocol.documents import PACES, WATCHES

DEFAULT_GAME: Final = "whist"
SHORT_PRESETS: Final = {"whist": "short"}
"""The preset of a match that starts at once, where a whole match takes long."""
DEFAULT_PACE: Final = next(iter(PACES))
NO_CLOCK: Final = "none"
"""The pace at which nobody is hurried."""
SECONDS_PER_ACTION: Final = 3.0
"""How long people take for a card or a bid, watching the others' included."""


class NewTable(Struct, frozen=True, kw_only=True):
    """A table as `CreateTable` describes it, made by `describe_table`, so it is valid."""

    game: str
    seats: int
    options: dict[str, Scalar]
    """Only what differs from the defaults."""
    level: str
    pace: str
    name: str = ""
    password: str = ""
    watch: str = WATCHES[0]
    """What watchers see of the hands."""

    @property
    def rules(self) -> AnyGame:
        """The rules of the game."""
        return find_game(self.game)

    @property
    def resolved(self) -> Options:
        """Every option in force."""
        return parse_options(self.rules.info.options_type, self.options, self.seats)


class Estimate(Struct, frozen=True):
    """About how long a match takes."""

    deals: int
    minutes: int


def describe_table(
    game: str = DEFAULT_GAME,
    *,
    seats: int | str = "",
    preset: str = "",
    changes: Mapping[str, Scalar] | None = None,
    level: str = "",
    pace: str = "",
    watch: str = "",
    name: str = "",
    password: str = "",
) -> NewTable:
    """Return the table that somebody describes in words; what is left empty has its default.

    Args:
        game: its key.
        seats: the number of players, as it was typed or as a number.
        preset: a named set of the game's options.
        changes: options by name; they stand over those of the preset.
        level: that of the computer players who fill seats and take over.
        pace: how long a decision may take, a key of `PACES`.
        watch: what watchers see of the hands, one of `WATCHES`.
        name: what the table is called, empty for the server to name it.
        password: who knows it may come, empty for everybody.

    Raises:
        OptionError: something is unknown, out of range or contradicts something else.
    """
    info = find_game(game).info
    count = _count(info, seats)
    if preset and preset not in info.presets:
        raise OptionError("unknown_preset", *_instead(preset, info.presets))
    if level and level not in LEVELS:
        raise OptionError("unknown_level", *_instead(level, LEVELS))
    if pace and pace not in PACES:
        raise OptionError("unknown_pace", *_instead(pace, PACES))
    if watch and watch not in WATCHES:
        raise OptionError("unknown_watch", *_instead(watch, WATCHES))
    options = {**(info.presets[preset] if preset else {}), **(changes or {})}
    resolved = format_options(parse_options(info.options_type, options, count))
    return NewTable(
        game=info.key,
        seats=count,
        options={option: resolved[option] for option in options},
        level=level or DEFAULT_LEVEL,
        pace=pace or DEFAULT_PACE,
        name=name,
        password=password,
        watch=watch or WATCHES[0],
    )


def table_to_play(
    game: str = DEFAULT_GAME,
    *,
    seats: int | str = "",
    preset: str = "",
    changes: Mapping[str, Scalar] | None = None,
    level: str = "",
    pace: str = "",
) -> NewTable:
    """Return the table of a match that starts at once, in the words of `describe_table`.

    Against the computer nobody waits, so there is no clock, and a match is a short one unless
    something else is asked for.

    Raises:
        OptionError: as `describe_table`.
    """
    if not preset and not changes:
        preset = SHORT_PRESETS.get(game, "")
    return describe_table(
        game,
        seats=seats,
        preset=preset,
        changes=changes,
        level=level,
        pace=pace or NO_CLOCK,
    )


def _count(info: Info, seats: int | str) -> int:
    """Return the number of players that was asked for."""
    if seats == "":
        return info.default_seats
    for count in info.seats:
        if str(seats).strip() == str(count):
            return count
    raise OptionError("bad_seats", *_instead(str(seats), map(str, info.seats)))


def _instead(word: str, allowed: Iterable[str]) -> tuple[str, str]:
    """Return what was said, cut where it is long, and what can be said instead."""
    return word[:40], ", ".join(allowed)


def estimate(table: NewTable) -> Estimate:
    """Return how long a match takes, by playing one at random."""
    match = Match(table.rules, table.resolved, table.seats)
    rng = random.Random(table.game)
    while acting := match.to_act():
        if acting == (CHANCE,):
            order = list(match.pack())
            rng.shuffle(order)
            match.deal(match.deal_of(Deal(tuple(order))))
        else:
            seat = acting[0]
            match.act(seat, _any(match.legal(seat), rng).text)
    actions = match.steps - match.deals
    return Estimate(match.deals, max(1, round(actions * SECONDS_PER_ACTION / 60)))


def _any(legal: Sequence[Action], rng: random.Random) -> Action:
    # Whoever doubles at random ends a match much sooner than people do.
    calm = [action for action in legal if "double" not in action.text]
    return rng.choice(calm or legal)
