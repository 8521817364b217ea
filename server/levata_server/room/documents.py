"""What the people at a table see: the table and the game document of each audience."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from levata.events import Event
from levata.protocol.documents import Channel, TableDocument
from levata.protocol.messages import Sync, Update
from levata.protocol.mirror import SharedPart, Source
from levata_server.room.effects import Send
from levata_server.room.match import Match
from levata_server.room.table import TableData

SPECTATOR: Final = -1
"""The audience of all who have no seat."""


class Documents(TableData):
    """Publishes the documents of a room."""

    __slots__ = ()

    def _publish_table(self) -> None:
        view = TableDocument(
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
        part = self._game_part
        if part is None:
            part = self._game_part = SharedPart(match.public(), match.own_keys)
        else:
            part.step(match.public())
        sources = self._game_sources
        actor, ref = answered
        clock = self._reading()
        facts = list(events)
        audiences = self._audiences()
        touched = match.touched()
        for audience, persons in audiences:
            decision = self._decision_of(audience)
            # A seat has one person, so the answer to his request goes with what he is told.
            answer = ref if actor in persons else 0
            source = sources.get(audience)
            message: Update | Sync
            if source is None:
                source = sources[audience] = Source(Channel.GAME, part, _own(match, part, audience))
                message = source.sync(decision, clock, facts, answer)
            else:
                is_touched = touched is None or audience == SPECTATOR or audience in touched
                own = _own(match, part, audience) if is_touched else source.own
                message = source.tell(own, facts, decision, clock, answer)
            for person in persons:
                self._effects.append(Send(person, message))
        if len(sources) > len(audiences):
            # What nobody sees is not kept up to date.
            here = dict(audiences)
            self._game_sources = {each: sources[each] for each in sources if each in here}

    def _audiences(self) -> list[tuple[int, Sequence[int]]]:
        """Return who is here: every seat with its person, and the spectators."""
        numbers = self._seat_numbers
        found: list[tuple[int, Sequence[int]]] = []
        watchers: list[int] = []
        for person in self._present:
            number = numbers.get(person)
            if number is None:
                watchers.append(person)
            else:
                found.append((number, (person,)))
        if watchers:
            found.append((SPECTATOR, watchers))
        return found

    def _send_game(self, person: int) -> None:
        """Send the whole game document to a person, if a match is or was played."""
        match = self._match
        if match is None:
            return
        audience = self._audience(person)
        source = self._game_sources.get(audience)
        if source is None:
            part = self._game_part
            if part is None:
                part = self._game_part = SharedPart(match.public(), match.own_keys)
            source = self._game_sources[audience] = Source(
                Channel.GAME, part, _own(match, part, audience)
            )
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


def _own(match: Match, part: SharedPart, audience: int) -> tuple[Any, ...]:
    """Return the own fields of an audience; a spectator has none."""
    return part.nobodys if audience == SPECTATOR else match.own(audience)
