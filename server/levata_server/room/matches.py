"""The matches of a table, one after the other."""

from __future__ import annotations

from levata.errors import RequestError
from levata.protocol.documents import HandsShown, TablePhase
from levata_server.room.effects import Effects
from levata_server.room.entries import MatchStarted
from levata_server.room.running import RunningMatch
from levata_server.room.seating import Seating
from levata_server.room.terms import Terms


class Matches:
    """Owns which match of a table is the last begun, and thereby how far the table is."""

    __slots__ = ("_effects", "_seating", "_terms", "running")

    def __init__(self, terms: Terms, seating: Seating, effects: Effects) -> None:
        self._terms = terms
        self._seating = seating
        self._effects = effects
        self.running: RunningMatch | None = None
        """The match begun last, also when it is over; None before the first."""

    @property
    def phase(self) -> TablePhase:
        """Return how far the table is."""
        return TablePhase.OPEN if self.running is None else self.running.phase

    @property
    def number(self) -> int:
        """Return how many matches have begun here."""
        return 0 if self.running is None else self.running.match.number

    @property
    def votes(self) -> tuple[tuple[str, int], ...]:
        """Return every open motion with each person who agreed to it."""
        return () if self.running is None else self.running.votes.cast

    @property
    def hands_shown(self) -> HandsShown:
        """Return what watchers see of the hands now."""
        is_open = self.running is not None and self.running.are_hands_open
        return HandsShown.OPEN if is_open else self._terms.hands_shown

    @property
    def current(self) -> RunningMatch | None:
        """Return the match that is played or paused now, if there is one."""
        running = self.running
        return running if running is not None and running.phase.is_in_match else None

    def in_progress(self) -> RunningMatch:
        """Return the match that is played or paused now.

        Raises:
            RequestError: ``no_match``.
        """
        running = self.current
        if running is None:
            raise RequestError("no_match")
        return running

    def check_none(self) -> None:
        """Refuse what cannot be done during a match.

        Raises:
            RequestError: ``match_running``.
        """
        if self.current is not None:
            raise RequestError("match_running")

    def start(self) -> None:
        """Begin the next match."""
        number = self.number + 1
        entry = MatchStarted(number, self._terms.match_seed(number))
        self._effects.record(entry)
        self.take(entry)

    def take(self, entry: MatchStarted) -> None:
        """Begin a match as the log says."""
        self.running = RunningMatch(
            entry,
            steps_before=0 if self.running is None else self.running.steps,
            terms=self._terms,
            seating=self._seating,
            effects=self._effects,
        )

    def halt(self) -> None:
        """Let no clock run and nothing happen by itself."""
        if self.running is None:
            self._effects.set_timer("masked", None)
        else:
            self.running.halt()
