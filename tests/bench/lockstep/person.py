"""Somebody who talks to the server, and all that he was told."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from tests.bench.lockstep.line import Line
from tests.bench.lockstep.transcript import Heard, News, Stuck, Transcript
from tests.bench.lockstep.wire import (
    VERSION,
    Ask,
    Channel,
    Documents,
    Lobby,
    Message,
    Phase,
    Seat,
    Table,
    Tell,
    pack,
    ref_of,
    unpack,
)

Request: TypeAlias = tuple[Ask, *tuple[object, ...]]
"""What somebody may ask for: its tag and fields."""


class Person:
    """A person over any number of connections, one at a time."""

    def __init__(self, name: str, transcript: Transcript, news: News) -> None:
        self.name = name
        self.token = ""
        self.number = 0
        self.documents = Documents()
        self.line: Line | None = None
        self.unread = 0
        """Frames that were answered with ``ref`` 0 on this connection: they could not be read."""
        self.notices: list[str] = []
        """Codes of what he was told on this connection that is not part of a game."""
        self._transcript = transcript
        self._news = news
        self._lines = 0
        self._ref = 0
        self._answers: dict[int, Message] = {}

    def __repr__(self) -> str:
        return self.name

    # --- connections ---------------------------------------------------------------------------

    async def connect(self, port: int) -> None:
        """Open a connection without saying anything; an earlier one is not listened to any more."""
        self._lines += 1
        stream = self._transcript.streams.setdefault(f"{self.name} {self._lines}", [])
        self.documents, self.unread, self.notices = Documents(), 0, []
        line = Line(port, partial(self._hear, stream, self._lines), lambda: self._end(stream, line))
        self.line = line
        await line.open()

    @property
    def is_open(self) -> bool:
        """Whether there is a connection."""
        return self.line is not None and self.line.is_open

    @property
    def is_here(self) -> bool:
        """Whether the server knows who this is, and listens."""
        return self.is_open and bool(self.number)

    def open_line(self) -> Line:
        """Return the connection.

        Raises:
            Stuck: there is none.
        """
        if self.line is None or not self.line.is_open:
            raise Stuck(f"{self.name} has no connection")
        return self.line

    async def until_closed(self) -> None:
        """Return once the connection is closed."""
        line = self.line
        await self._news.until(
            f"the end of {self.name}'s connection", lambda: line is None or line.is_lost
        )

    def _hear(self, stream: list[Heard], line: int, frame: bytes) -> None:
        stream.append(Heard(self._transcript.step, frame))
        if line == self._lines:
            self._take(unpack(frame))
        self._news.note()

    def _end(self, stream: list[Heard], line: Line) -> None:
        closed = pack(["closed", *line.farewell])
        stream.append(Heard(self._transcript.step, closed))
        self._news.note()

    def _take(self, message: Message) -> None:
        ref = ref_of(message)
        if ref:
            self._answers[ref] = message
        match message[0]:
            case Tell.WELCOME:
                self.token, self.number = message[3], message[4]
            case Tell.REJECTED if not ref:
                self.unread += 1
            case Tell.NOTICE:
                self.notices.append(message[1])
            case Tell.SYNC | Tell.UPDATE | Tell.DEPARTED:
                self.documents.take(message)
            case _:
                pass

    # --- requests ------------------------------------------------------------------------------

    def post(self, tag: Ask, *fields: object) -> int:
        """Send a request; return its number."""
        self._ref += 1
        self._transcript.step += 1
        self.open_line().send(pack([tag, self._ref, *fields]))
        return self._ref

    async def ask(self, tag: Ask, *fields: object) -> Message:
        """Send a request; return its answer, or the farewell where the server hangs up instead."""
        ref = self.post(tag, *fields)
        await self.until_answered(ref)
        return self._answers.pop(ref, [Tell.BYE])

    async def hello(
        self, name: str, token: str = "", password: str = "", version: int = VERSION
    ) -> Message:
        """Say hello on the connection that there is; return the answer."""
        return await self.ask(Ask.HELLO, version, name, token, "lockstep 1", password)

    async def send_unreadable(self, frame: bytes | str) -> None:
        """Send what is no message, and wait for the answer to it."""
        self._transcript.step += 1
        before = self.unread
        if isinstance(frame, str):
            self.open_line().send_text(frame)
        else:
            self.open_line().send(frame)
        await self._news.until(
            f"the refusal of a frame of {self.name}",
            lambda: self.unread > before or not self.is_open,
        )

    async def until_answered(self, ref: int) -> None:
        """Return once a request was answered."""
        await self._news.until(
            f"answer {ref} to {self.name}", lambda: ref in self._answers or not self.is_open
        )

    async def until_has(self, channel: Channel) -> None:
        """Return once a document has come."""
        what = f"document {channel.name} of {self.name}"
        await self._news.until(what, lambda: self.documents.has(channel))

    async def until_told(self, code: str) -> None:
        """Return once he was told something on this connection."""
        await self._news.until(f"{code!r} told to {self.name}", lambda: code in self.notices)

    # --- what he sees --------------------------------------------------------------------------

    @property
    def table(self) -> int:
        """Return the number of the table he is at, 0 for none."""
        documents = self.documents
        if not self.is_open or not documents.has(Channel.TABLE):
            return 0
        number: int = documents.field(Channel.TABLE, Table.NUMBER)
        return number

    @property
    def phase(self) -> int:
        """Return the phase of the table he is at."""
        phase: int = self.documents.field(Channel.TABLE, Table.PHASE)
        return phase

    @property
    def is_to_act(self) -> bool:
        """Whether he must act now."""
        return self.is_open and bool(self.documents.decision) and self.phase == Phase.PLAYING

    @property
    def seat(self) -> int:
        """Return the number of his seat, -1 for none."""
        return self.seat_of(self)

    def seat_of(self, other: Person) -> int:
        """Return the number of somebody's seat at his table, -1 for none."""
        rows = self.documents.field(Channel.TABLE, Table.SEATS)
        persons = [row[Seat.PERSON] for row in rows]
        return persons.index(other.number) if other.number in persons else -1

    def presence_of(self, other: Person) -> int:
        """Return who plays somebody's seat at his table, -1 where he has none."""
        number = self.seat_of(other)
        if number < 0:
            return -1
        presence: int = self.documents.field(Channel.TABLE, Table.SEATS)[number][Seat.PRESENCE]
        return presence

    @property
    def names(self) -> list[str]:
        """Return the names of those who sit and watch at his table."""
        seats = self.documents.field(Channel.TABLE, Table.SEATS)
        watchers = self.documents.field(Channel.TABLE, Table.WATCHERS)
        return [*(row[Seat.NAME] for row in seats), *(name for _, name in watchers)]

    def sees(self, other: Person) -> bool:
        """Answer whether somebody is at his table, as he sees it."""
        watchers = self.documents.field(Channel.TABLE, Table.WATCHERS)
        return self.seat_of(other) >= 0 or other.number in [number for number, _ in watchers]

    def sees_table(self, number: int) -> bool:
        """Answer whether a table is in his lobby document."""
        tables = self.documents.field(Channel.LOBBY, Lobby.TABLES)
        return number in [row[0] for row in tables]

    def sees_in_lobby(self, other: Person) -> bool:
        """Answer whether somebody is in his lobby document."""
        people = self.documents.field(Channel.LOBBY, Lobby.PEOPLE)
        return other.number in [row[0] for row in people]
