"""What the people at a table see: the table and the game document of each audience."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from levata.events import Event
from levata.protocol.messages import (
    GAME,
    TableView,
)
from levata.protocol.mirror import Changes, Source
from levata_server.match import Match
from levata_server.table import TableData

SPECTATOR: Final = -1
"""The audience of all who have no seat."""


class Documents(TableData):
    """Publishes the documents of a room."""

    __slots__ = ()

    def _publish_table(self) -> None:
        view = TableView(
            number=self.config.number,
            name=self.config.name,
            game=self.config.game,
            options=self._options_in_force,
            pace=self.config.pace,
            level=self.config.level,
            phase=self._phase,
            owner=self._owner,
            seats=tuple([seat.row() for seat in self._seats]),
            watchers=self._watchers(),
            match=self._matches,
            votes=tuple(
                (motion, voter)
                for motion, voters in self._votes.items()
                for voter in sorted(voters)
            ),
            hands=self._hands,
        )
        if view == self._table_view:
            return
        self._table_view = view
        message = self._table_source.publish(view)
        for person in self._present:
            if person in self._table_viewers:
                self._send(person, message)

    def _send_table(self, person: int) -> None:
        self._table_viewers.add(person)
        self._send(person, self._table_source.sync())

    def _publish_game(
        self, match: Match, events: tuple[Event, ...], answered: tuple[int, int]
    ) -> None:
        audiences: dict[int, list[int]] = {}
        sources, viewers = self._game_sources, self._game_viewers
        for person in self._present:
            audiences.setdefault(self._audience(person), []).append(person)
        for audience in sources.keys() - audiences.keys():
            del sources[audience]
        actor, ref = answered
        clock = self._reading()
        changes = Changes(match.public())
        for audience, persons in audiences.items():
            source = sources.get(audience)
            if source is None:
                source = sources[audience] = Source(GAME, match.own_keys)
            decision = self._decision_of(audience)
            own = _own(match, audience, changes)
            message = source.publish(changes, events, decision, clock, own)
            for person in persons:
                mine = message
                if viewers.get(person) != audience:
                    viewers[person] = audience
                    mine = replace(source.sync(decision, clock), events=list(events))
                if person == actor:
                    mine = replace(mine, ref=ref)
                self._send(person, mine)

    def _send_game(self, person: int) -> None:
        """Send the whole game document to a person, if a match is or was played."""
        match = self._match
        if match is None:
            return
        audience = self._audience(person)
        source = self._game_sources.get(audience)
        if source is None:
            source = self._game_sources[audience] = Source(GAME, match.own_keys)
            changes = Changes(match.public())
            source.publish(changes, own=_own(match, audience, changes))
        self._game_viewers[person] = audience
        self._send(person, source.sync(self._decision_of(audience), self._reading()))

    def _audience(self, person: int) -> int:
        return self._seat_numbers.get(person, SPECTATOR)

    def _decision_of(self, audience: int) -> int:
        decision = self._decisions.get(audience)
        if decision is None or decision.is_masked or self._seats[audience].is_bot_driven:
            return 0
        return decision.number

    def _reading(self) -> tuple[int, ...]:
        for decision in self._decisions.values():
            reading = decision.clock.reading(self._now)
            if reading:
                return reading
        return ()


def _own(match: Match, audience: int, changes: Changes) -> tuple[Any, ...]:
    """Return the own fields of an audience; those of a spectator stand among the public ones."""
    if audience != SPECTATOR:
        return match.own(audience)
    return tuple([changes.fields[key] for key in match.own_keys])
