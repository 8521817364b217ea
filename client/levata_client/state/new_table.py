"""A table to be opened: from the words of a command line or a form to a request."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from levata.bots.levels import DEFAULT_LEVEL, LEVELS
from levata.errors import OptionError
from levata.game import CHANCE, Action, AnyGame, Deal
from levata.games import find_game
from levata.match import Match
from levata.options import Options, Scalar, parse_options
from levata.protocol.documents import PACES, WATCHES

DEFAULT_GAME: Final = "whist"
SHORT_PRESETS: Final = {"whist": "short"}
"""The preset of a match that starts at once, where a whole match takes long."""
DEFAULT_PACE: Final = next(iter(PACES))
SECONDS_PER_ACTION: Final = 3.0
"""How long people take for a card or a bid, watching the others' included."""


class NewTable(Struct, frozen=True):
    """A table as `CreateTable` describes it; it is valid."""

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
    seats: int | None = None,
    preset: str | None = None,
    changes: Mapping[str, Scalar] | None = None,
    level: str = "",
    pace: str = "",
) -> NewTable:
    """Return the table of these words; what is not said has its default.

    Raises:
        OptionError: something is unknown, out of range or contradicts something else.
    """
    rules = find_game(game)
    info = rules.info
    seats = info.default_seats if seats is None else seats
    if seats not in info.seats:
        raise OptionError("bad_seats", seats, ", ".join(map(str, info.seats)))
    if preset is not None and preset not in info.presets:
        raise OptionError("unknown_preset", preset[:40], ", ".join(info.presets))
    if level and level not in LEVELS:
        raise OptionError("unknown_level", level[:40], ", ".join(LEVELS))
    if pace and pace not in PACES:
        raise OptionError("unknown_pace", pace[:40], ", ".join(PACES))
    options = {**(info.presets[preset] if preset is not None else {}), **(changes or {})}
    parse_options(info.options_type, options, seats)
    return NewTable(info.key, seats, options, level or DEFAULT_LEVEL, pace or DEFAULT_PACE)


def parse_changes(words: Sequence[str]) -> dict[str, Scalar]:
    """Return the options of words such as ``scoring=2n+1``.

    Raises:
        OptionError: ``bad_option``, a word has no ``=``.
    """
    changes: dict[str, Scalar] = {}
    for word in words:
        name, separator, value = word.partition("=")
        if not separator or not name:
            raise OptionError("bad_option", "--set", word[:40], "NAME=VALUE")
        changes[name.strip()] = value.strip()
    return changes


def table_to_play(
    game: str = DEFAULT_GAME,
    seats: int | None = None,
    preset: str | None = None,
    changes: Mapping[str, Scalar] | None = None,
    level: str = "",
    pace: str = "none",
) -> NewTable:
    """Return the table of a match that starts at once, as `describe_table`.

    Against the computer nobody waits, so there is no clock, and a match is a short one unless
    something else is asked for.

    Raises:
        OptionError: as `describe_table`.
    """
    if preset is None and not changes:
        preset = SHORT_PRESETS.get(game)
    return describe_table(game, seats, preset, changes, level, pace)


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
