"""Addresses of servers as people type, paste and read them."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from msgspec import Struct

from levata.errors import RequestError
from levata.protocol.messages import DEFAULT_PORT


class Address(Struct, frozen=True):
    """Where a server listens."""

    host: str
    port: int = DEFAULT_PORT
    is_secure: bool = False
    authority: str = ""
    """File of the certificates to trust; empty for those that the system trusts."""

    @property
    def text(self) -> str:
        """The short form for people: the port is left out where it is the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        short = host if self.port == DEFAULT_PORT else f"{host}:{self.port}"
        return f"wss://{short}" if self.is_secure else short

    @property
    def url(self) -> str:
        """The address of the WebSocket."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'wss' if self.is_secure else 'ws'}://{host}:{self.port}/"


def parse_address(text: str) -> Address:
    """Return the address of ``host``, ``host:port``, ``[v6]:port`` or a URL.

    >>> parse_address("192.168.1.20:9000")
    Address(host='192.168.1.20', port=9000, is_secure=False, authority='')

    Raises:
        RequestError: ``bad_address`` with the text.
    """
    text = text.strip()
    wrong = RequestError("bad_address", text[:60])
    if text.count(":") > 1 and "[" not in text and "//" not in text:
        text = f"[{text}]"
    try:
        parts = urlsplit(text if "//" in text else f"//{text}")
        port = parts.port
    except ValueError:
        raise wrong from None
    host = parts.hostname
    if parts.scheme not in ("", "ws", "wss", "http", "https", "levata") or not host:
        raise wrong
    if any(character.isspace() or not character.isprintable() for character in host):
        raise wrong
    is_secure = parts.scheme in ("wss", "https")
    return Address(host, port or DEFAULT_PORT, is_secure)


def lan_addresses(port: int = DEFAULT_PORT) -> list[str]:
    """Return how others on the network reach a server on this machine, the likeliest first."""
    found: list[str] = []
    for target in ("192.168.255.254", "10.255.255.254", "172.31.255.254", "192.0.2.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                # Nothing is sent: connecting only asks which interface would be used.
                probe.connect((target, 9))
                host = str(probe.getsockname()[0])
            except OSError:
                continue
        text = Address(host, port).text
        if not host.startswith(("127.", "0.")) and text not in found:
            found.append(text)
    return found or [Address(socket.gethostname(), port).text]
