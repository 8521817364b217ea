"""The operator's side in tests: HTTP on loopback, away from the event loop."""

from __future__ import annotations

import asyncio
import http.client
import json
from typing import Any, NamedTuple

from msgspec.structs import replace

from levata_server.config import ServerConfig
from tests.support.server import config_of


class Page(NamedTuple):
    """What came back."""

    status: int
    kind: str
    text: str

    @property
    def json(self) -> Any:
        """Return the page as data."""
        return json.loads(self.text)


def watched(config: ServerConfig | None = None, **changes: Any) -> ServerConfig:
    """Return the settings of a server that tells its metrics on a free port."""
    return replace(config or config_of(), **{"metrics_port": 0, **changes})


def fetch_now(
    port: int,
    path: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> Page:
    """Ask for a page; this holds up the event loop."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET" if body is None else "POST", path, body, headers or {})
        response = connection.getresponse()
        kind = response.headers.get("Content-Type", "")
        return Page(response.status, kind, response.read().decode())
    finally:
        connection.close()


async def fetch(
    port: int, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> Page:
    """Ask for a page while the event loop goes on."""
    return await asyncio.to_thread(fetch_now, port, path, body, headers)
