"""The operator's door: ``/metrics``, ``/healthz`` and ``/admin`` over HTTP, on loopback only.

It runs in a thread of its own, so that it can say so when the event loop does not answer. Anything
it tells is asked for in the loop.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import sys
import threading
from collections.abc import Coroutine
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from typing import Any, Final, Protocol, TypeVar, cast

import msgspec
from msgspec import Struct

from levata_server.hall.credentials import is_same_secret
from levata_server.operate.admin import ADMIN_PATH, MAX_REQUEST, AdminAnswer, AdminCommand, Refusal
from levata_server.runtime.measures import Snapshot

T = TypeVar("T")
LOOPBACK: Final = "127.0.0.1"
_LOOP_SECONDS: Final = 5.0
"""An event loop that takes longer is stuck."""
_CLIENT_SECONDS: Final = 5.0
"""A client that takes longer to send its request is hung up on."""
_POLL_SECONDS: Final = 0.1


class Health(Struct, frozen=True, omit_defaults=True):
    """How the server is."""

    status: str
    """``ok``, or what is wrong."""
    uptime_seconds: float = 0.0
    store_seconds: float = 0.0
    """How long it took to write to the store and have it on disk."""
    is_draining: bool = False
    tables: int = 0
    connections: int = 0


class Site(Protocol):
    """What the console tells, asked in the event loop."""

    def snapshot(self) -> Snapshot: ...

    async def health(self) -> Health: ...

    def carry_out(self, command: AdminCommand) -> AdminAnswer: ...


class Console:
    """Answers the operator from `start` to `stop`."""

    def __init__(self, site: Site, port: int, token: str, is_telling: bool) -> None:
        """Listen on ``port``, 0 for any free one; ``is_telling`` opens metrics and health."""
        self.site = site
        self.token = token
        self.is_telling = is_telling
        self._loop = asyncio.get_running_loop()
        self._server = _HttpServer(port, self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_SECONDS,), name="levata-console"
        )
        self._thread.daemon = True

    @property
    def port(self) -> int:
        """Return the port listened on."""
        port: int = self._server.server_address[1]
        return port

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    async def stop(self) -> None:
        """Answer nobody any more."""
        await asyncio.to_thread(self._server.shutdown)
        self._server.server_close()

    # --- asked from the threads of requests ----------------------------------------------------

    def ask(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of work done in the event loop.

        Raises:
            TimeoutError: the loop is stuck, or gone.
        """
        try:
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
        except RuntimeError:
            work.close()
            raise TimeoutError from None
        try:
            return future.result(_LOOP_SECONDS)
        except TimeoutError:
            future.cancel()
            raise

    def metrics(self) -> tuple[str, bytes]:
        """Return content type and text of the page for Prometheus."""
        # Only who asks for it pays for loading it.
        from levata_server.operate.metrics import CONTENT_TYPE, render

        async def look() -> Snapshot:
            return self.site.snapshot()

        return CONTENT_TYPE, render(self.ask(look()))

    def health(self) -> Health:
        """Return how the server is."""
        try:
            return self.ask(self.site.health())
        except TimeoutError:
            return Health("the event loop does not answer")

    def carry_out(self, body: bytes) -> AdminAnswer:
        """Carry out a command.

        Raises:
            Refusal: it cannot be carried out.
        """
        try:
            command = msgspec.json.decode(body, type=AdminCommand)
        except (msgspec.MsgspecError, RecursionError):
            raise Refusal("no such command") from None

        async def act() -> AdminAnswer:
            return self.site.carry_out(command)

        try:
            return self.ask(act())
        except TimeoutError:
            raise Refusal("the event loop does not answer") from None


class _HttpServer(ThreadingTCPServer):
    daemon_threads = True
    # Elsewhere it would let two servers have one port.
    allow_reuse_address = sys.platform != "win32"

    def __init__(self, port: int, console: Console) -> None:
        self.console = console
        super().__init__((LOOPBACK, port), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep silent about clients that hang up in the middle."""


class _Handler(BaseHTTPRequestHandler):
    timeout = _CLIENT_SECONDS

    @property
    def _console(self) -> Console:
        return cast(_HttpServer, self.server).console

    def do_GET(self) -> None:
        console = self._console
        if not self._is_for_us():
            return
        if self.path == "/healthz" and console.is_telling:
            health = console.health()
            is_well = health.status == "ok"
            status = HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE
            self._answer(status, "application/json", msgspec.json.encode(health))
        elif self.path == "/metrics" and console.is_telling:
            try:
                kind, page = console.metrics()
            except TimeoutError:
                self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "the event loop does not answer")
            else:
                self._answer(HTTPStatus.OK, kind, page)
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing here")

    def do_POST(self) -> None:
        if not self._is_for_us():
            return
        if self.path != ADMIN_PATH:
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing here")
            return
        given = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if not is_same_secret(given, self._console.token):
            self._refuse(HTTPStatus.UNAUTHORIZED, "this needs the secret of the admin file")
            return
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,5}", length) or int(length) > MAX_REQUEST:
            self._refuse(HTTPStatus.BAD_REQUEST, "the request has no length, or is too long")
            return
        try:
            answer = self._console.carry_out(self.rfile.read(int(length)))
        except Refusal as refusal:
            self._refuse(HTTPStatus.CONFLICT, str(refusal))
        else:
            self._answer(HTTPStatus.OK, "application/json", msgspec.json.encode(answer))

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: scrapes are no events."""

    def version_string(self) -> str:
        return "levata"

    def _is_for_us(self) -> bool:
        """Answer whether the request names this machine, and refuse it where not.

        A page on the web can point a name of its own to loopback, and a browser would follow.
        """
        host = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host", "")
        if _is_loopback(host.strip("[]")):
            return True
        self._refuse(HTTPStatus.FORBIDDEN, "this is for programs on this machine only")
        return False

    def _refuse(self, status: HTTPStatus, text: str) -> None:
        self._answer(status, "application/json", msgspec.json.encode(AdminAnswer(text)))

    def _answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)


def _is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
