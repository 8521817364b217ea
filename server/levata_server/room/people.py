"""The people of a room: who comes and goes, who sits where, who owns the table."""

from __future__ import annotations

from levata.protocol.documents import Presence, SeatKind, TablePhase
from levata.protocol.messages import Departed
from levata_server.room.effects import SetTimer
from levata_server.room.entries import OwnerSet, SeatSet
from levata_server.room.hands import OPEN_HANDS
from levata_server.room.play import Play
from levata_server.room.seats import bot_name


class People(Play):
    """Seats the people and computer players of a room."""

    __slots__ = ()

    def _join(self, person: int, name: str, address: str) -> None:
        is_new = person not in self._present
        self._present[person] = name
        self._addresses[person] = address
        self._table_viewers.discard(person)
        self._hands_viewers.discard(person)
        number = self.seat_of(person)
        if number is not None:
            seat = self._seats[number]
            seat.name = name
            if seat.is_away:
                seat.presence = Presence.PRESENT
                self._effects.append(SetTimer(f"grace:{number}", None))
        if not self._owner:
            self._set_owner(person)
        self._wake()
        if is_new:
            self._notice("joined" if number is None else "returned", name, but=person)
        self._publish_table()
        self._send_table(person)
        self._send_game(person)
        self._warn_of_addresses(person)

    def _rename(self, person: int, name: str) -> None:
        self._present[person] = name
        number = self.seat_of(person)
        if number is not None:
            seat = self._seats[number]
            seat.name = name
            self._record(SeatSet(number, SeatKind.PERSON, person, name))

    def _drop(self, person: int) -> None:
        name = self._present.pop(person, None)
        if name is None:
            return
        # What he agreed to for his seat, that its hand is shown, stands while it is his.
        self._withdraw_votes(person, self._votes.keys() - {OPEN_HANDS})
        number = self.seat_of(person)
        if number is not None and self._seats[number].presence == Presence.PRESENT:
            self._seats[number].presence = Presence.AWAY
            self._start_grace(number)
            self._notice("away", name)
            return
        if number is None:
            self._forget_address(person)
            self._notice("left", name)
        self._pass_ownership_from(person)

    def _leave(self, person: int) -> None:
        number = self.seat_of(person)
        name = self._present.pop(person, None)
        if number is not None:
            name = self._seats[number].name
            if self._phase in (TablePhase.PLAYING, TablePhase.PAUSED):
                # The seat stays his: he may come back before the match is over.
                self._take_over(number)
                self._end_agreement(name)
            else:
                self._free(number)
        if name is not None:
            self._send(person, Departed(self.config.number, "left"))
            self._notice("left", name)
        self._withdraw_votes(person, list(self._votes))
        self._forget_address(person)
        self._pass_ownership_from(person)

    def _start_grace(self, number: int) -> None:
        grace = (
            self.policy.grace
            if self._phase in (TablePhase.PLAYING, TablePhase.PAUSED)
            else self.policy.open_grace
        )
        self._effects.append(SetTimer(f"grace:{number}", self._now + grace))

    def _grace_over(self, number: int) -> None:
        seat = self._seats[number]
        if not seat.is_away:
            return
        person = seat.person
        if self._phase in (TablePhase.PLAYING, TablePhase.PAUSED):
            self._take_over(number)
        else:
            self._notice("left", seat.name)
            self._free(number)
        self._pass_ownership_from(person)

    def _set_owner(self, person: int) -> None:
        self._owner = person
        self._record(OwnerSet(person))

    def _pass_ownership_from(self, person: int) -> None:
        """Hand the table to somebody who is here, if its owner is not any more."""
        if person != self._owner or person in self._present:
            return
        seated = [
            seat.person
            for seat in self._seats
            if seat.kind == SeatKind.PERSON and seat.person in self._present
        ]
        heir = next(iter([*seated, *self._present]), 0)
        self._set_owner(heir)
        if heir:
            self._notice("owner", self._present[heir])

    def _occupy(self, number: int, kind: SeatKind, person: int, name: str, level: str = "") -> None:
        self._vacate(number)
        self._to_resync.add(person)
        seat = self._seats[number]
        seat.kind, seat.person, seat.name, seat.level = kind, person, name, level
        if kind == SeatKind.PERSON:
            self._seat_numbers[person] = number
        self._record(SeatSet(number, kind, person, name, level))

    def _seat_bot(self, number: int, level: str) -> None:
        taken = [seat.name for seat in self._seats]
        name = bot_name(taken, f"{self.config.seed}|{number}")
        self._occupy(number, SeatKind.BOT, 0, name, level)

    def _hand_to_bot(self, number: int) -> None:
        """Give a person's seat to a bot for good, in the middle of a match."""
        self._end_agreement(self._seats[number].name)
        self._gone.add(number)
        self._set_presence(number, Presence.TAKEN_OVER)
        self._occupy(number, SeatKind.BOT, 0, self._seats[number].name, self.config.level)

    def _free(self, number: int) -> None:
        self._effects.append(SetTimer(f"grace:{number}", None))
        self._vacate(number)
        self._record(SeatSet(number, SeatKind.EMPTY))

    def _vacate(self, number: int) -> None:
        seat = self._seats[number]
        if seat.kind == SeatKind.PERSON:
            del self._seat_numbers[seat.person]
            # He sees the game from somewhere else now, also when it is over.
            self._to_resync.add(seat.person)
            self._forget_address(seat.person)
        seat.clear()

    def _forget_address(self, person: int) -> None:
        if person not in self._present and self.seat_of(person) is None:
            self._addresses.pop(person, None)

    def _wake(self) -> None:
        if self._is_idle:
            self._is_idle = False
            self._effects.append(SetTimer("idle", None))
