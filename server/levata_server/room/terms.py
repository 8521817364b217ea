"""On what terms a table plays: how it was created, and how patient its room is."""

from __future__ import annotations

import hashlib
from typing import Final

from msgspec import Struct

from levata.games import find_game
from levata.options import Scalar, format_options, option_fields, parse_options
from levata.protocol.documents import PACES, HandsShown


class TableConfig(Struct, frozen=True):
    """How a table was created. The store keeps it beside the log."""

    number: int
    name: str
    game: str
    seats: int
    options: dict[str, Scalar]
    pace: str
    level: str
    """Of computer players that are added without one, or take over."""
    owner: int
    seed: str
    """Secret of the table from which the seeds of its matches are made."""
    password: str = ""
    """Hash, empty for none."""
    watch: str = "closed"
    """What watchers see of the hands: one of `levata.protocol.documents.WATCHES`."""


class RoomPolicy(Struct, frozen=True):
    """How patient rooms are; seconds throughout."""

    grace: float = 60.0
    """A lost person's seat waits so long before a bot takes over."""
    open_grace: float = 20.0
    """The same before a match has begun; then the seat is free."""
    idle_close: float = 1800.0
    """A match that nobody attends is abandoned after so long."""
    open_close: float = 60.0
    """A table without people and without a match is closed after so long."""
    timeouts_in_a_row: int = 3
    """So many, and a bot takes over for a person who seems to be asleep."""
    bot_delay: float = 0.7
    """A computer player seems to think so long."""
    masked_delay: float = 1.5
    """A forced action that must look like a decision takes so long."""
    nudge_interval: float = 5.0
    is_kept_without_people: bool = False
    """Whether matches go on with nobody there, as benchmarks want."""


class Terms:
    """Configuration and policy of a table, and what follows from them. Nothing here changes."""

    __slots__ = (
        "config",
        "game",
        "hands_shown",
        "options",
        "options_changed",
        "options_in_force",
        "pace",
        "policy",
    )

    def __init__(self, config: TableConfig, policy: RoomPolicy) -> None:
        """Read a configuration.

        Raises:
            LevataError: there is no such game, or it has no such options.
        """
        self.config: Final = config
        self.policy: Final = policy
        self.game: Final = find_game(config.game)
        options_type = self.game.info.options_type
        self.options: Final = parse_options(options_type, dict(config.options), config.seats)
        self.options_in_force: Final = format_options(self.options)
        defaults = {field.name: field.default for field in option_fields(options_type)}
        self.options_changed: Final = {
            name: value for name, value in self.options_in_force.items() if value != defaults[name]
        }
        """Those that are not at their default."""
        self.pace: Final = PACES[config.pace]
        self.hands_shown: Final = (
            HandsShown.DELAYED if config.watch == "delayed" else HandsShown.CLOSED
        )
        """What watchers see of the hands unless all seats agree to more."""

    def match_seed(self, number: int) -> str:
        """Return the seed of a match of this table."""
        return self._secret(number)

    def masked_delay(self, decision: int) -> float:
        """Return the seconds that a forced action takes which must look like a person's decision.

        Nobody can tell beforehand how many, but it is the same however often it is asked.
        """
        share = int(self._secret(decision)[:4], 16) / 0x10000
        return self.policy.masked_delay * (1 + share)

    def _secret(self, number: int) -> str:
        text = f"{self.config.seed}|{number}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]
