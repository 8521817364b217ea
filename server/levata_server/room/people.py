"""Who comes to a table, leaves it, takes a seat, gives it up or lets somebody else play there."""

from __future__ import annotations

from typing import assert_never

from levata.protocol.documents import HandsShown, Presence, SeatKind
from levata.protocol.messages import Departed
from levata_server.room.effects import Effects
from levata_server.room.entries import ControlSet, OwnerSet, SeatSet
from levata_server.room.matches import Matches
from levata_server.room.publisher import Publisher
from levata_server.room.seating import Seating, bot_name
from levata_server.room.terms import Terms
from levata_server.room.votes import Motion


class People:
    """Owns whether the room is idle, and carries out what people do besides playing.

    It changes the seating and what depends on it, logs that, sets the timers of those who are
    awaited, ``grace:<seat>`` and ``idle``, and tells the others by notices.
    """

    __slots__ = ("_effects", "_matches", "_publisher", "_seating", "_terms", "is_idle")

    def __init__(
        self,
        terms: Terms,
        seating: Seating,
        matches: Matches,
        publisher: Publisher,
        effects: Effects,
    ) -> None:
        self._terms = terms
        self._seating = seating
        self._matches = matches
        self._publisher = publisher
        self._effects = effects
        self.is_idle = False
        """Whether everything waits because nobody is here."""

    def take(self, entry: SeatSet | OwnerSet | ControlSet) -> None:
        """Do what the log says was done."""
        running = self._matches.current
        match entry:
            case SeatSet():
                if entry.kind == SeatKind.BOT and running is not None:
                    running.surrender(entry.seat)
                self._seating.occupy(entry)
            case OwnerSet():
                self._seating.set_owner(entry.person)
            case ControlSet():
                self._seating.set_presence(entry.seat, entry.presence)
                if running is not None:
                    running.decisions.renew(entry.seat)
            case _:
                assert_never(entry)

    def _log(self, entry: SeatSet | OwnerSet | ControlSet) -> None:
        self._effects.record(entry)
        self.take(entry)

    # --- coming and going ----------------------------------------------------------------------

    def join(self, person: int, name: str, address: str) -> None:
        """Let a person come, or come back on another connection."""
        seating = self._seating
        number, is_new = seating.seat_of(person), person not in seating.present
        is_awaited = number is not None and seating.seats[number].is_away
        seating.come(person, name, address)
        if is_awaited:
            self._effects.set_timer(f"grace:{number}", None)
        if not seating.owner:
            self._log(OwnerSet(person))
        self._wake()
        if is_new:
            self.notify("joined" if number is None else "returned", name, but=person)
        self._publisher.welcome(person)
        self.warn_of_addresses(person)

    def rename(self, person: int, name: str) -> None:
        """Give a person another name."""
        self._seating.rename(person, name)
        number = self._seating.seat_of(person)
        if number is not None:
            self._effects.record(SeatSet(number, SeatKind.PERSON, person, name))

    def drop(self, person: int) -> None:
        """Let a person be gone whose connection is lost."""
        seating = self._seating
        name = seating.present.get(person)
        if name is None:
            return
        seating.go(person)
        # What he agreed to for his seat, that its hand is shown, stands while it is his.
        self._withdraw(person, but=Motion.OPEN_HANDS)
        number = seating.seat_of(person)
        if number is not None and seating.seats[number].presence == Presence.PRESENT:
            seating.set_presence(number, Presence.AWAY)
            self.await_person(number)
            self.notify("away", name)
            return
        if number is None:
            self.notify("left", name)
        self._pass_ownership_from(person)

    def leave(self, person: int) -> None:
        """Let a person go on purpose."""
        seating, running = self._seating, self._matches.current
        number, name = seating.seat_of(person), seating.present.get(person)
        seating.go(person)
        if number is not None:
            name = seating.seats[number].name
            if running is not None:
                # The seat stays his: he may come back before the match is over.
                self.take_over(number)
                running.close_hands(name)
            else:
                self.free(number)
        if name is not None:
            self._effects.send(person, Departed(self._terms.config.number, "left"))
            self.notify("left", name)
        self._withdraw(person)
        self._pass_ownership_from(person)

    def dismiss(self) -> None:
        """Let everybody go because the table is closed."""
        for person in self._seating.present:
            self._effects.send(person, Departed(self._terms.config.number, "closed"))
            self._seating.go(person)

    def await_all(self) -> None:
        """Wait for everybody who has a seat, after a restart of the server."""
        for number, seat in enumerate(self._seating.seats):
            if seat.is_away:
                self.await_person(number)

    def await_person(self, number: int) -> None:
        """Wait for the person of a seat, but not for ever."""
        policy = self._terms.policy
        grace = policy.grace if self._matches.phase.is_in_match else policy.open_grace
        self._effects.set_timer(f"grace:{number}", self._effects.now + grace)

    def grace_over(self, number: int) -> None:
        """Do not wait any longer for the person of a seat, unless he has come back."""
        seat = self._seating.seats[number]
        if not seat.is_away:
            return
        if self._matches.phase.is_in_match:
            self.take_over(number)
        else:
            self.notify("left", seat.name)
            self.free(number)
        self._pass_ownership_from(seat.person)

    def rest_without_people(self) -> None:
        """Let everything wait while nobody is here, and the table be closed if nobody comes."""
        if self._seating.present or self.is_idle:
            return
        policy = self._terms.policy
        if policy.is_kept_without_people:
            return
        self.is_idle = True
        self._matches.halt()
        patience = policy.idle_close if self._matches.phase.is_in_match else policy.open_close
        self._effects.set_timer("idle", self._effects.now + patience)

    def _wake(self) -> None:
        if self.is_idle:
            self.is_idle = False
            self._effects.set_timer("idle", None)

    # --- ownership -----------------------------------------------------------------------------

    def give_ownership(self, heir: int) -> None:
        """Give the table to another person, who is here."""
        self._log(OwnerSet(heir))
        self.notify("owner", self._seating.present[heir])

    def _pass_ownership_from(self, person: int) -> None:
        """Give the table to somebody who is here, if its owner is not any more."""
        seating = self._seating
        if person != seating.owner or person in seating.present:
            return
        if seating.heir:
            self.give_ownership(seating.heir)
        else:
            self._log(OwnerSet(0))

    # --- seats ---------------------------------------------------------------------------------

    def sit(self, person: int, number: int) -> None:
        """Let a person who is here take a seat, and give up the one that he had."""
        former = self._seating.seat_of(person)
        if former is not None:
            self.free(former)
        name = self._seating.present[person]
        self._log(SeatSet(number, SeatKind.PERSON, person, name))
        self.notify("sat", name)

    def stand(self, person: int, number: int) -> None:
        """Let a person give up his seat for good."""
        name = self._seating.seats[number].name
        self.vacate(number)
        self.notify("stood", name)
        self._withdraw(person)

    def vacate(self, number: int) -> None:
        """Free a seat; during a match a bot takes it over for good."""
        running, name = self._matches.current, self._seating.seats[number].name
        if running is not None:
            running.close_hands(name)
            self.set_presence(number, Presence.TAKEN_OVER)
            self._log(SeatSet(number, SeatKind.BOT, 0, name, self._terms.config.level))
        else:
            self.free(number)

    def free(self, number: int) -> None:
        """Let nobody have a seat any more."""
        self._effects.set_timer(f"grace:{number}", None)
        self._log(SeatSet(number, SeatKind.EMPTY))

    def seat_bot(self, number: int, level: str) -> None:
        """Put a computer player on a seat."""
        taken = [seat.name for seat in self._seating.seats]
        name = bot_name(taken, f"{self._terms.config.seed}|{number}")
        self._log(SeatSet(number, SeatKind.BOT, 0, name, level))

    def fill_seats(self) -> None:
        """Let a match begin: bots take the seats of nobody, all others are played by their own."""
        for number, seat in enumerate(self._seating.seats):
            if seat.kind == SeatKind.EMPTY or self._seating.is_deserted(number):
                self.seat_bot(number, self._terms.config.level)
            elif seat.kind == SeatKind.PERSON and seat.is_bot_driven:
                self.set_presence(number, Presence.PRESENT)

    def take_over(self, number: int) -> None:
        """Let a bot play a person's seat, for all to know, until he takes it back."""
        self._effects.set_timer(f"grace:{number}", None)
        self.set_presence(number, Presence.TAKEN_OVER)
        self.notify("bot_took_over", self._seating.seats[number].name)

    def set_presence(self, number: int, presence: Presence) -> None:
        """Let somebody else play a person's seat."""
        self._log(ControlSet(number, presence))

    # --- what they are told --------------------------------------------------------------------

    def notify(self, code: str, *facts: str, but: int = 0) -> None:
        """Send a notice to everybody here, but one."""
        persons = [person for person in self._seating.present if person != but]
        self._effects.notify(persons, code, *facts)

    def warn_of_addresses(self, newcomer: int = 0) -> None:
        """Tell everybody which watchers come from where somebody seated comes from.

        Only while hands are open, and of a newcomer only what has to do with him.
        """
        if self._matches.hands_shown == HandsShown.OPEN:
            for watcher, seated in self._seating.shared_addresses(newcomer):
                self.notify("same_address", watcher, ", ".join(seated))

    def _withdraw(self, person: int, but: Motion | None = None) -> None:
        running = self._matches.current
        if running is not None:
            running.votes.withdraw(person, [motion for motion in Motion if motion != but])
