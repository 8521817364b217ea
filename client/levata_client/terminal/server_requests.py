"""What the user asks the server for; a refusal is said where he looks."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, Protocol

from levata.errors import RequestError
from levata.protocol.documents import TableRow
from levata.protocol.messages import Join, Request, Say, Sit
from levata_client.net.session import Session
from levata_client.shown.places.lobby import first_seat
from levata_client.shown.places.option_words import game_words
from levata_client.shown.text import messages

P = ParamSpec("P")


class Workers(Protocol):
    """Runs what takes time beside the keys."""

    def run_worker(
        self, work: Coroutine[Any, Any, None], *, group: str = ..., exclusive: bool = ...
    ) -> object:
        """Run something; one that is exclusive ends what runs in its group."""


class ServerRequests:
    """Sends requests to the server of the session that is open, if one is.

    ``say`` is called with why something was refused, ``ask_password`` where a table wants one.
    """

    def __init__(
        self,
        session: Callable[[], Session | None],
        workers: Workers,
        *,
        say: Callable[[str, bool], None],
        ask_password: Callable[[TableRow, bool], None],
    ) -> None:
        self._session = session
        self._workers = workers
        self._say = say
        self._ask_password = ask_password

    def ask(
        self, kind: Callable[Concatenate[int, P], Request], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Send a request; if it is refused, say why where the user looks."""
        self.send(lambda session: session.request(kind, *args, **kwargs))

    def say_line(self, text: str) -> None:
        """Say something to the table or the lobby."""
        self.ask(Say, text=text)

    def join_table(self, table: TableRow, is_sitting: bool, password: str = "") -> None:
        """Come to a table of the lobby, and take its first free seat if wanted."""
        self.send(lambda session: self._join(session, table, is_sitting, password))

    async def _join(
        self, session: Session, table: TableRow, is_sitting: bool, password: str
    ) -> None:
        try:
            await session.request(Join, table=table.number, password=password)
        except RequestError as error:
            if error.code != "wrong_password" or password:
                raise
            self._ask_password(table, is_sitting)
            return
        seat = first_seat(table)
        if is_sitting and seat is not None:
            await session.request(Sit, seat=seat)

    def send(self, work: Callable[[Session], Coroutine[Any, Any, object]]) -> None:
        """Do something that sends requests, and say if one of them is refused."""
        self._workers.run_worker(self._send(work), group="requests")

    async def _send(self, work: Callable[[Session], Coroutine[Any, Any, object]]) -> None:
        session = self._session()
        if session is None:
            return
        try:
            await work(session)
        except RequestError as error:
            self._say(messages.refusal(error, game_words(session.model)), True)
