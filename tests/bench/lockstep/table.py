"""A table whose matches are played in lock-step: nobody acts before everything else has settled."""

from __future__ import annotations

import random
from typing import Any, Final

from tests.bench.lockstep.house import House
from tests.bench.lockstep.person import Person
from tests.bench.lockstep.transcript import Stuck
from tests.bench.lockstep.wire import (
    AWAY,
    BOT,
    CARDS,
    HANDS_OPEN,
    LENT,
    PASSED_CARDS,
    PASSING,
    PRESENT,
    TAKEN_OVER,
    Ask,
    Channel,
    Game,
    Phase,
    Seat,
    Table,
    Tell,
)

ACTS_A_BREATH: Final = 16
"""After so many acts some time passes, or the server would take the people for machines."""
BREATH_SECONDS: Final = 0.5
NAPS: Final = 3
"""So many decisions in a row the first player sleeps through: then a bot takes his seat."""


class PlayedTable:
    """A table of a house, and the chooser of what its people do."""

    def __init__(self, house: House, number: int, game: str, seed: str) -> None:
        self.house = house
        self.number = number
        self.rng = random.Random(seed)
        self._game = game
        self._acts = 0
        self._known: dict[str, None] = {}
        """Actions that were legal here at some time, in the order in which they first were."""

    # --- who is here ---------------------------------------------------------------------------

    @property
    def people(self) -> list[Person]:
        """Return who is connected here."""
        return self.house.at(self.number)

    @property
    def seated(self) -> list[Person]:
        """Return who is connected here and has a seat."""
        return [person for person in self.people if person.seat >= 0]

    @property
    def players(self) -> list[Person]:
        """Return who is connected here and plays himself."""
        return [person for person in self.seated if person.presence_of(person) == PRESENT]

    @property
    def watchers(self) -> list[Person]:
        """Return who is connected here and has no seat."""
        return [person for person in self.people if person.seat < 0]

    @property
    def phase(self) -> int:
        """Return the phase that everybody here sees."""
        return self.people[0].phase

    # --- playing -------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin a match."""
        owner_number = self.people[0].documents.field(Channel.TABLE, Table.OWNER)
        owner = next(person for person in self.people if person.number == owner_number)
        await self.ask(owner, Ask.START)

    async def ask(self, person: Person, tag: Ask, *fields: object) -> None:
        """Let somebody ask for something; time passes when all has settled that it leads to."""
        await person.ask(tag, *fields)
        await self.house.hear_all()
        await self.settle()
        await self.house.wait()

    async def leave(self, person: Person) -> None:
        """Let somebody go back to the lobby; no time passes."""
        await person.ask(Ask.LEAVE)
        if self.people:
            await self.house.until_agreed(
                f"{person} gone",
                self.number,
                lambda other: not other.sees(person) or other.presence_of(person) == TAKEN_OVER,
            )
            await self.settle()
        await self.house.hear_all()

    async def settle(self) -> None:
        """Return once the server waits for people and for nothing else.

        Raises:
            Stuck: it waits for nobody.
        """
        await self.house.news.until(f"somebody's turn at table {self.number}", self._is_settled)

    def _is_settled(self) -> bool:
        people = self.people
        if len({person.documents.version(Channel.TABLE) for person in people}) != 1:
            return False
        if people[0].phase != Phase.PLAYING:
            return True
        if len({person.documents.version(Channel.GAME) for person in people}) != 1:
            return False
        return any(person.is_to_act for person in people) and self._have_bots_acted()

    def _have_bots_acted(self) -> bool:
        """Whether no computer player thinks where several seats act at once, as in Hearts."""
        documents = self.people[0].documents
        if self._game != "hearts" or documents.field(Channel.GAME, Game.PHASE) != PASSING:
            return True
        chosen = documents.field(Channel.GAME, Game.CHOSEN)
        return all(
            chosen[number] == PASSED_CARDS
            for number, row in enumerate(documents.field(Channel.TABLE, Table.SEATS))
            if row[Seat.KIND] == BOT or row[Seat.PRESENCE] in (LENT, TAKEN_OVER)
        )

    async def act(self) -> None:
        """Let somebody whose turn it is do something legal."""
        person = self.rng.choice(self._actors())
        legal = self._legal(person)
        self._known |= dict.fromkeys(legal)
        action = self.rng.choice(legal)
        answer = await person.ask(Ask.ACT, person.documents.decision, action)
        if answer[0] not in (Tell.SYNC, Tell.UPDATE):
            raise Stuck(f"{person} may not {action}: {answer}")
        await self.settle()
        self._acts += 1
        if self._acts % ACTS_A_BREATH == 0:
            await self.house.wait(BREATH_SECONDS)

    async def play(self, acts: int | None = None, mischief: float = 0.0) -> None:
        """Play until the match is over, or for so many acts; now and then people do other things.

        ``mischief`` is how often, from 0 to 1.
        """
        while self.phase == Phase.PLAYING and acts != 0:
            if self.rng.random() < mischief:
                await self.misbehave()
                continue
            await self.act()
            acts = None if acts is None else acts - 1

    async def stop(self) -> None:
        """Let all who have a seat vote to stop, if the match goes on."""
        for voter in self.seated:
            if self.phase == Phase.PLAYING:
                await self.ask(voter, Ask.VOTE, "stop")

    async def play_by_the_clock(self, thoughts: tuple[float, ...]) -> None:
        """Play until the match is over; every act takes some of these seconds, if there are any.

        Whoever has not so many seconds left lets his time run out. Not for games in which several
        seats act at once.
        """
        naps = [self.players[0]] * NAPS
        while self.phase == Phase.PLAYING:
            person = self._actors()[0]
            await person.ask(Ask.ASK_SYNC, int(Channel.GAME))
            left = sum(person.documents.clock) / 1000
            thought = self.rng.choice(thoughts)
            if person in naps:
                naps.remove(person)
            elif thought < left:
                await self.house.wait(thought)
                await self.act()
                continue
            await self.run_out_of_time(person)

    async def run_out_of_time(self, person: Person) -> None:
        """Let somebody whose turn it is think for too long."""
        decision = person.documents.decision
        await self.house.wait(sum(person.documents.clock) / 1000)
        await self.house.news.until(
            f"the end of {person}'s time",
            lambda: person.documents.decision != decision or person.phase != Phase.PLAYING,
        )
        await self.wake_up()

    async def wake_up(self) -> None:
        """Let whoever fell asleep take his seat back, once no bot thinks."""
        await self.house.hear_all()
        await self.settle()
        for person in self.seated:
            if person.presence_of(person) == TAKEN_OVER:
                await self.ask(person, Ask.TAKE_BACK)

    # --- anything else -------------------------------------------------------------------------

    async def misbehave(self) -> None:
        """Let somebody do something else than play; it is always the table's turn afterwards."""
        person = self.rng.choice(self.people)
        deed = self.rng.choice(
            (
                self.chat,
                self.ask_for_documents,
                self.act_wrongly,
                self.send_rubbish,
                self.ask_in_vain,
                self.fall_off,
                self.lend,
                self.pause,
                self.open_hands,
                self.rename,
            )
        )
        await deed(person)
        await self.settle()

    async def chat(self, person: Person) -> None:
        """Say something, short or long."""
        lines = ("Noroc!", "  a\tb\u202ec \u200b ", "ăîșț 🂡 " * 12, "x" * 300, "", "x" * 301)
        await self.ask(person, Ask.SAY, self.rng.choice(lines))

    async def ask_for_documents(self, person: Person) -> None:
        """Ask for every document, and for one that is not there."""
        for channel in (*Channel, 4):
            if channel == 4:
                await person.send_unreadable(_asked_for(channel))
            else:
                await self.ask(person, Ask.ASK_SYNC, int(channel))

    async def act_wrongly(self, person: Person) -> None:
        """Act out of turn, too late, and against the rules."""
        for each in {person: None, **dict.fromkeys(self._actors())}:
            documents = each.documents
            decision = documents.decision
            right = self._legal(each)
            for number, action in (
                *((decision, action) for action in self._wrong_actions(each)),
                (decision, "dance"),
                (decision, ""),
                (max(0, decision - 1), next(iter(right), "play AS")),
                (decision + 1, next(iter(right), "play AS")),
            ):
                await self.ask(each, Ask.ACT, number, action)

    def _actors(self) -> list[Person]:
        return [person for person in self.people if person.is_to_act]

    def _legal(self, person: Person) -> list[str]:
        if not person.documents.has(Channel.GAME):
            return []
        legal: list[str] = person.documents.field(Channel.GAME, Game.LEGAL)
        return legal

    def _wrong_actions(self, person: Person) -> list[str]:
        """Return some actions that the rules refuse: with own cards, with others, without any."""
        right = self._legal(person)
        held: list[int] = []
        if person.documents.has(Channel.GAME):
            held = person.documents.field(Channel.GAME, Game.HAND)
        own = [f"play {CARDS[card]}" for card in held]
        others = [f"play {card}" for card in CARDS if f"play {card}" not in own]
        chosen: list[str] = []
        for actions in (own, others, list(self._known)):
            wrong = [action for action in actions if action not in right]
            chosen += self.rng.sample(wrong, min(len(wrong), 2))
        return chosen

    async def send_rubbish(self, person: Person) -> None:
        """Send a frame that is no message; not so many that the server hangs up."""
        if person.unread < 6:
            await person.send_unreadable(self.rng.choice(RUBBISH))
            await self.house.wait()

    async def ask_in_vain(self, person: Person) -> None:
        """Ask for what cannot be had now, and for what may be."""
        for tag, *fields in (
            (Ask.NUDGE,),
            (Ask.NUDGE,),
            (Ask.START,),
            (Ask.SIT, 0),
            (Ask.SIT, 77),
            (Ask.ADD_BOT, 0, "easy"),
            (Ask.FREE_SEAT, 0),
            (Ask.TAKE_BACK,),
            (Ask.VOTE, "dance"),
            (Ask.VOTE, "resume"),
            (Ask.GIVE_OWNERSHIP, 99),
            (Ask.ARRANGE, self.rng.choice(("suits", "ranks", "trumps", "colour"))),
            (Ask.JOIN, 99, ""),
            (Ask.HELLO, 1, "Nobody"),
            (Ask.RENAME, ""),
        ):
            if tag == Ask.FREE_SEAT and person.number == self._owner():
                continue
            await self.ask(person, tag, *fields)

    def _owner(self) -> Any:
        return self.people[0].documents.field(Channel.TABLE, Table.OWNER)

    async def fall_off(self, person: Person) -> None:
        """Lose the connection and come back, while somebody else is there to see it."""
        if person not in self.players or len(self.people) < 2:
            return
        await self.drop(person, is_cut=self.rng.random() < 0.5)
        await self.house.wait(self.rng.choice((1.0, 7.5)))
        await self.house.enter(person)

    async def drop(self, person: Person, is_cut: bool = False) -> None:
        """Let somebody with a seat lose or close his connection, while somebody else is here."""
        line = person.open_line()
        if is_cut:
            line.cut()
        else:
            line.close()
        await person.until_closed()
        await self.house.until_agreed(
            f"{person} gone", self.number, lambda other: other.presence_of(person) == AWAY
        )

    async def lend(self, person: Person) -> None:
        """Let a bot play for a while, where somebody else plays too."""
        if person not in self.players or len(self.players) < 2:
            return
        await self.ask(person, Ask.LEND)
        await self.settle()
        await self.play(acts=2)
        await self.ask(person, Ask.TAKE_BACK)

    async def pause(self, person: Person) -> None:
        """Stop the match for a while by vote."""
        for voter in self.seated:
            if self.phase == Phase.PLAYING:
                await self.ask(voter, Ask.VOTE, "pause")
        await self.act_wrongly(person)
        await self.ask(person, Ask.VOTE, "resume", False)
        for voter in self.seated:
            if self.phase == Phase.PAUSED:
                await self.ask(voter, Ask.VOTE, "resume", True)

    async def open_hands(self, person: Person) -> None:
        """Let watchers see all hands for a while."""
        for voter in (*self.seated, self.seated[0]):
            await self.ask(voter, Ask.VOTE, "open_hands")
        for watcher in self.watchers:
            await self.ask(watcher, Ask.ASK_SYNC, int(Channel.HANDS))
        await self.play(acts=3)
        if self.people[0].documents.field(Channel.TABLE, Table.HANDS) == HANDS_OPEN:
            await self.ask(person, Ask.VOTE, "close_hands")
            await self.ask(self.seated[-1], Ask.VOTE, "open_hands", False)

    async def rename(self, person: Person) -> None:
        """Take another name."""
        name = f"{person.name[:12]} {self.rng.randrange(1000)}"
        await person.ask(Ask.RENAME, name)
        await self.house.until_agreed(
            f"{person} renamed", self.number, lambda other: name in other.names
        )
        await self.house.wait()


def _asked_for(channel: int) -> bytes:
    return bytes((0x93, Ask.ASK_SYNC, 1, channel))


RUBBISH: Final = (
    "text",
    b"",
    b"\xc1",
    b"\x93\x0d\x01",
    b"\x90",
    b"\xc0",
    b"\x92\x63\x01",
    b"\x93\x05\x01\x02",
    b"\x92\x05\x00",
    b"\x92\x0a\x01",
    b"\x93\x0a\x01\x07",
    b"\x91" * 600,
    b"\xdd\xff\xff\xff\xff",
    b"\x93\x0a\x01\xa2\xff\xfe",
)
"""Frames that are no messages: cut off, of unknown tags, with fields too few, too many or wrong."""
