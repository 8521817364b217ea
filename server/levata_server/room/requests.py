"""What people at a table may ask for besides acting in the match, and when it is refused."""

from __future__ import annotations

from levata.bots.levels import LEVELS
from levata.cards import HandOrder
from levata.errors import RequestError
from levata.game import EndReason
from levata.protocol.documents import Channel, Presence, SeatKind, TablePhase
from levata.protocol.messages import (
    AddBot,
    Arrange,
    AskSync,
    FreeSeat,
    GiveOwnership,
    Lend,
    Nudge,
    Request,
    Said,
    Say,
    Sit,
    Stand,
    Start,
    TakeBack,
    Vote,
)
from levata.text import clean_chat
from levata_server.room.effects import Effects
from levata_server.room.matches import Matches
from levata_server.room.people import People
from levata_server.room.publisher import Publisher
from levata_server.room.running import RunningMatch
from levata_server.room.seating import Seating
from levata_server.room.terms import Terms
from levata_server.room.votes import Motion, parse_motion


class Requests:
    """Owns when everybody nudged last; whatever else a request changes belongs to other parts."""

    __slots__ = (
        "_effects",
        "_matches",
        "_nudged_at",
        "_people",
        "_publisher",
        "_seating",
        "_terms",
    )

    def __init__(
        self,
        *,
        terms: Terms,
        seating: Seating,
        matches: Matches,
        publisher: Publisher,
        people: People,
        effects: Effects,
    ) -> None:
        self._terms = terms
        self._seating = seating
        self._matches = matches
        self._publisher = publisher
        self._people = people
        self._effects = effects
        self._nudged_at: dict[int, float] = {}

    def carry_out(self, person: int, request: Request) -> None:
        """Do what a person who is here asks for.

        Raises:
            LevataError: it is refused; nothing has changed.
        """
        match request:
            case Sit():
                self._sit(person, request.seat)
            case Stand():
                self._people.stand(person, self._seating.own_seat(person))
            case AddBot():
                self._add_bot(person, request.seat, request.level)
            case FreeSeat():
                self._free_seat(person, request.seat)
            case Start():
                self._start(person)
            case Say():
                self._say(person, request.text)
            case Nudge():
                self._nudge(person)
            case AskSync():
                self._ask_sync(person, request.channel)
            case TakeBack():
                self._take_back(person)
            case Lend():
                self._lend(person)
            case Arrange():
                self._arrange(person, request.order)
            case Vote():
                self._vote(person, request.motion, request.agree)
            case GiveOwnership():
                self._give_ownership(person, request.person)
            case _:
                raise RequestError("not_at_a_table")

    # --- seats and ownership -------------------------------------------------------------------

    def _sit(self, person: int, number: int) -> None:
        seat = self._seating.seat(number)
        self._matches.check_none()
        if seat.kind == SeatKind.PERSON:
            raise RequestError("seat_taken", number)
        self._people.sit(person, number)

    def _add_bot(self, person: int, number: int, level: str) -> None:
        self._seating.check_owner(person)
        self._matches.check_none()
        if self._seating.seat(number).kind == SeatKind.PERSON:
            raise RequestError("seat_taken", number)
        level = level or self._terms.config.level
        if level not in LEVELS:
            raise RequestError("unknown_level", level[:40], ", ".join(LEVELS))
        self._people.seat_bot(number, level)

    def _free_seat(self, person: int, number: int) -> None:
        self._seating.check_owner(person)
        seat = self._seating.seat(number)
        if seat.kind == SeatKind.EMPTY:
            raise RequestError("seat_empty", number)
        if (
            seat.kind == SeatKind.PERSON
            and seat.presence in (Presence.PRESENT, Presence.LENT)
            and seat.person != person
        ):
            raise RequestError("seat_in_use", number)
        if seat.kind == SeatKind.BOT:
            self._matches.check_none()
        self._people.vacate(number)
        if self._matches.phase.is_in_match:
            self._people.notify("seat_freed", seat.name)

    def _give_ownership(self, person: int, heir: int) -> None:
        self._seating.check_owner(person)
        if heir not in self._seating.present:
            raise RequestError("not_here")
        self._people.give_ownership(heir)

    def _take_back(self, person: int) -> None:
        number = self._seating.own_seat(person)
        if self._seating.seats[number].presence != Presence.PRESENT:
            self._people.set_presence(number, Presence.PRESENT)
            self._people.notify("took_back", self._seating.present[person])

    def _lend(self, person: int) -> None:
        number = self._seating.own_seat(person)
        self._matches.in_progress()
        if self._seating.seats[number].presence == Presence.PRESENT:
            self._people.set_presence(number, Presence.LENT)
            self._people.notify("lent", self._seating.present[person])

    def _arrange(self, person: int, text: str) -> None:
        try:
            order = HandOrder(text)
        except ValueError:
            raise RequestError("unknown_order", text[:40], ", ".join(HandOrder)) from None
        self._seating.arrange(self._seating.own_seat(person), order)

    # --- the match -----------------------------------------------------------------------------

    def _start(self, person: int) -> None:
        self._seating.check_owner(person)
        self._matches.check_none()
        self._people.fill_seats()
        self._matches.start()

    def _nudge(self, person: int) -> None:
        running, now = self._matches.in_progress(), self._effects.now
        last = self._nudged_at.get(person)
        if last is not None and now - last < self._terms.policy.nudge_interval:
            raise RequestError("too_soon")
        self._nudged_at[person] = now
        name = self._seating.present[person]
        for number in running.decisions.pending:
            self._people.notify("nudged", name, self._seating.seats[number].name)

    # --- talk and documents --------------------------------------------------------------------

    def _say(self, person: int, text: str) -> None:
        present = self._seating.present
        said = Said(person, present[person], clean_chat(text))
        for other in present:
            self._effects.send(other, said)

    def _ask_sync(self, person: int, channel: Channel) -> None:
        if channel == Channel.TABLE:
            self._publisher.send_table(person)
        elif channel == Channel.GAME:
            self._publisher.send_game(person)
        elif channel == Channel.HANDS and self._seating.seat_of(person) is None:
            self._publisher.hands.send(person)
        else:
            raise RequestError("no_such_document", Channel.LOBBY)

    # --- votes ---------------------------------------------------------------------------------

    def _vote(self, person: int, text: str, is_agreed: bool) -> None:
        self._seating.own_seat(person)
        running = self._matches.in_progress()
        motion = parse_motion(text)
        if motion in (Motion.OPEN_HANDS, Motion.CLOSE_HANDS):
            self._vote_on_hands(running, person, is_agreed and motion == Motion.OPEN_HANDS)
            return
        is_paused = running.phase == TablePhase.PAUSED
        if motion == (Motion.PAUSE if is_paused else Motion.RESUME):
            raise RequestError("paused" if is_paused else "not_paused")
        if is_agreed:
            running.votes.agree(person, motion)
            self._people.notify("voted", self._seating.present[person], motion.value)
        else:
            running.votes.withdraw(person, [motion])
        # Only those who are here count: an absent person can neither agree nor block.
        if 2 * len(running.votes.voters(motion)) > len(self._seating.electorate):
            self._carry(running, motion)

    def _carry(self, running: RunningMatch, motion: Motion) -> None:
        running.votes.clear()
        if motion == Motion.STOP:
            self._people.notify("stopped")
            running.close(EndReason.STOPPED)
        elif motion == Motion.PAUSE:
            self._people.notify("paused")
            running.set_pause(True)
        else:
            self._people.notify("resumed")
            running.set_pause(False)

    def _vote_on_hands(self, running: RunningMatch, person: int, is_agreed: bool) -> None:
        name, votes = self._seating.present[person], running.votes
        if not is_agreed:
            votes.withdraw(person, [Motion.OPEN_HANDS])
            if running.are_hands_open:
                running.close_hands(name)
            return
        if running.are_hands_open:
            raise RequestError("hands_open")
        votes.agree(person, Motion.OPEN_HANDS)
        self._people.notify("hands_agreed", name)
        # Those who are away count too: nobody's cards are shown who did not agree to it.
        if votes.voters(Motion.OPEN_HANDS).issuperset(self._seating.seated):
            running.open_hands()
            self._people.notify("hands_opened")
            self._people.warn_of_addresses()
