"""What the operator may ask of a running server, and how the two find each other.

`levata-server` writes where it can be asked, and a secret made for this run, into a file that only
its user can read; ``levata-server admin`` reads it there. Requests are JSON over HTTP on loopback,
see `levata_server.operate.console`.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec
import platformdirs
from msgspec import Meta, Struct

from levata.files import write_atomically

ADMIN_PATH: Final = "/admin"
MAX_REQUEST: Final = 16 * 1024
"""Longest request body in bytes."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Base of every command."""


class ListTables(_Command, frozen=True, tag="list"):
    """Tell which tables there are."""


class ListPeople(_Command, frozen=True, tag="people"):
    """Tell who is connected or has a seat."""


class Announce(_Command, frozen=True, tag="announce"):
    """Say a line to everybody."""

    text: Annotated[str, Meta(max_length=2000)]


class CloseTable(_Command, frozen=True, tag="close"):
    """Close a table; a running match ends without a result."""

    table: Number


class Kick(_Command, frozen=True, tag="kick"):
    """Send a person away from table and server, and refuse him for a while."""

    person: Annotated[str, Meta(min_length=1, max_length=64)]
    """Number or name."""


class StartDrain(_Command, frozen=True, tag="drain"):
    """Stop once the running matches are over."""

    seconds: Annotated[float, Meta(ge=0, le=86_400)] | None = None
    """Wait no longer than this; None for as long as the server was told at its start."""


AdminCommand: TypeAlias = ListTables | ListPeople | Announce | CloseTable | Kick | StartDrain


class TableFacts(Struct, frozen=True):
    """A table as the operator sees it: what the lobby shows to everybody."""

    table: int
    name: str
    game: str
    phase: str
    pace: str
    seats: tuple[str, ...]
    watchers: int


class PersonFacts(Struct, frozen=True):
    """A person as the operator sees him."""

    person: int
    name: str
    table: int
    """0 for the lobby."""
    address: str
    """Empty while he is not connected."""


class AdminAnswer(Struct, frozen=True, omit_defaults=True):
    """What a command led to."""

    text: str = ""
    """One line for people."""
    tables: tuple[TableFacts, ...] = ()
    people: tuple[PersonFacts, ...] = ()


class Refusal(Exception):
    """A command that cannot be carried out; the text says why in one line."""


class NoServer(Refusal):
    """There is no server to be asked."""


class Access(Struct, frozen=True):
    """Where a running server can be asked, and with which secret."""

    port: int
    token: str


def new_access_token() -> str:
    """Return a secret that nobody can guess."""
    return secrets.token_urlsafe(32)


def default_file(port: int) -> Path:
    """Return where the server of a port leaves its `Access`."""
    return platformdirs.user_data_path("levata", False) / f"admin-{port}.json"


def write_access(path: Path, access: Access) -> None:
    """Write the file, readable by its owner only.

    Raises:
        OSError: that is not possible.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, msgspec.json.encode(access), is_private=True)


def read_access(path: Path) -> Access:
    """Return what a server has written.

    Raises:
        NoServer: there is no such file, or it is damaged.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Access)
    except FileNotFoundError:
        raise NoServer(f"no server has left {path}; is it running?") from None
    except OSError as error:
        raise NoServer(f"cannot read {path}: {error.strerror}") from error
    except msgspec.MsgspecError:
        raise NoServer(f"{path} is not what a server writes") from None


def remove_access(path: Path, access: Access) -> None:
    """Remove the file, unless another server has taken its place."""
    with suppress(OSError, Refusal):
        if read_access(path) == access:
            path.unlink()
