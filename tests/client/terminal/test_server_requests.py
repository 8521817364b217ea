"""What is asked of a server, and how a refusal reaches the user."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest

from levata.errors import RequestError
from levata.protocol.documents import SeatKind, SeatRow, TableRow
from levata.protocol.messages import Join, Request, Say, Sit, Start
from levata_client.net.session import Session
from levata_client.state.model import Model
from levata_client.terminal.server_requests import ServerRequests
from tests.support.documents import table_row


class RecordedSession:
    """A session that refuses what it is told to, and the requests that go there."""

    def __init__(self, refused: dict[type[Request], str] | None = None) -> None:
        self.asked: list[Request] = []
        self.said: list[tuple[str, bool]] = []
        self.wanted: list[tuple[TableRow, bool]] = []
        self.has_session = True
        self.model = Model()
        self._refused = refused or {}
        self._tasks: list[asyncio.Task[None]] = []
        self.requests = ServerRequests(
            self._session,
            self,
            say=lambda text, is_bad: self.said.append((text, is_bad)),
            ask_password=lambda table, is_sitting: self.wanted.append((table, is_sitting)),
        )

    def _session(self) -> Session | None:
        return cast("Session", self) if self.has_session else None

    async def request(self, kind: Callable[..., Request], *args: Any, **kwargs: Any) -> int:
        request = kind(1, *args, **kwargs)
        self.asked.append(request)
        code = self._refused.get(type(request))
        if code is not None:
            raise RequestError(code)
        return 0

    def run_worker(
        self, work: Coroutine[Any, Any, None], *, group: str = "", exclusive: bool = False
    ) -> object:
        assert (group, exclusive) == ("requests", False)
        self._tasks.append(asyncio.ensure_future(work))
        return self._tasks[-1]

    async def settled(self) -> None:
        await asyncio.gather(*self._tasks)


async def test_a_request_is_sent() -> None:
    session = RecordedSession()
    session.requests.ask(Sit, seat=2)
    session.requests.say_line("hello")
    await session.settled()
    assert session.asked == [Sit(1, 2), Say(1, "hello")]
    assert session.said == []


async def test_a_refusal_is_said() -> None:
    session = RecordedSession({Start: "not_owner"})
    session.requests.ask(Start)
    await session.settled()
    assert session.said == [("Only the owner of the table may do that.", True)]


async def test_without_a_session_nothing_is_asked() -> None:
    session = RecordedSession()
    session.has_session = False
    session.requests.ask(Start)
    await session.settled()
    assert session.asked == []


@pytest.mark.parametrize(
    ("seats", "asked"),
    [
        ((SeatRow(SeatKind.PERSON, "Dan", 9), SeatRow(SeatKind.EMPTY)), [Join(1, 4), Sit(1, 1)]),
        ((SeatRow(SeatKind.PERSON, "Dan", 9),), [Join(1, 4)]),
    ],
)
async def test_who_comes_to_a_table_takes_a_seat_if_there_is_one(
    seats: tuple[SeatRow, ...], asked: list[Request]
) -> None:
    session = RecordedSession()
    session.requests.join_table(table_row(4, seats=seats), is_sitting=True)
    await session.settled()
    assert session.asked == asked


async def test_who_only_watches_takes_no_seat() -> None:
    session = RecordedSession()
    session.requests.join_table(table_row(4), is_sitting=False)
    await session.settled()
    assert session.asked == [Join(1, 4)]


async def test_a_table_that_wants_a_password_is_asked_about_once() -> None:
    session = RecordedSession({Join: "wrong_password"})
    table = table_row(4, has_password=True)
    session.requests.join_table(table, is_sitting=True)
    await session.settled()
    assert (session.wanted, session.said) == ([(table, True)], [])
    session.requests.join_table(table, is_sitting=True, password="x")
    await session.settled()
    assert len(session.wanted) == 1
    assert session.said == [("The password is wrong.", True)]
    assert not any(isinstance(request, Sit) for request in session.asked)
