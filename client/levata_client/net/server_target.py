"""Where a session takes place: a server of one's own, or somebody else's.

A venue holds the slot with the user's identity there, the server's process if it is his own, and
what of the session outlives the program.
"""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from levata.errors import RequestError
from levata.protocol.messages import DEFAULT_PORT
from levata_client.net import saved_seats
from levata_client.net.address import Address, lan_addresses, parse_address
from levata_client.net.saved_seats import SavedSeat, SeatSummary, TargetKind
from levata_client.net.server_process import LOOPBACK, ServerPlan, ServerProcess, server_log
from levata_client.state.link_events import Identity, LinkError
from levata_client.state.model import Model

_DATABASE_FILES: Final = ("", "-wal", "-shm", "-journal")


class ServerTarget:
    """A place to play; `close` it in the end, whatever happened."""

    def __init__(
        self,
        slot: SavedSeat,
        server: ServerProcess | None = None,
        address: Address | None = None,
        password: str = "",
    ) -> None:
        self.slot = slot
        self.server = server
        """The server's process, if it is the user's own."""
        self._address = address
        self._password = password
        self.since = datetime.now()
        """When the user came here."""

    # --- ways to get one -----------------------------------------------------------------------

    @classmethod
    def play(cls, bot_delay: str = "normal") -> ServerTarget:
        """Start a server for this user alone, on this machine; it is not waited for.

        Raises:
            LinkError: the server cannot be started.
        """
        slot = saved_seats.take("play")
        # A slot that is free holds nothing to come back to, so its match makes room.
        _forget(slot)
        return cls._start(slot, bot_delay=bot_delay)

    @classmethod
    def host(
        cls,
        port: int = DEFAULT_PORT,
        name: str = "",
        password: str = "",
        bot_delay: str = "normal",
        listen: str = "",
    ) -> ServerTarget:
        """Start a server for everybody on the network; it is not waited for.

        ``listen`` is the only address to listen on, empty for all of them.

        Raises:
            LinkError: the server cannot be started.
        """
        slot = saved_seats.take("host")
        return cls._start(slot, listen, port, name, password, bot_delay)

    @classmethod
    def join(cls, address: Address, password: str = "") -> ServerTarget:
        """Go to somebody else's server."""
        return cls(saved_seats.take("join", address.text), None, address, password)

    @classmethod
    def resume(cls, kind: TargetKind, folder: Path, bot_delay: str = "normal") -> ServerTarget:
        """Go back to a seat of `saved_seats.open_seats`.

        Raises:
            LinkError: another client has it by now, or the server cannot be started.
        """
        slot = saved_seats.take_folder(kind, folder)
        if slot is None or slot.seat is None:
            raise LinkError("replaced")
        if kind == "play":
            return cls._start(slot, bot_delay=bot_delay)
        if kind == "host":
            return cls._start(slot, "", DEFAULT_PORT, bot_delay=bot_delay)
        try:
            address = parse_address(slot.seat.address)
            return cls(slot, None, replace(address, authority=slot.seat.authority))
        except RequestError as error:
            slot.release()
            raise LinkError(error.code, *error.facts) from None

    @classmethod
    def _start(
        cls,
        slot: SavedSeat,
        host: str = LOOPBACK,
        port: int = 0,
        name: str = "",
        password: str = "",
        bot_delay: str = "normal",
    ) -> ServerTarget:
        plan = ServerPlan(
            database=str(slot.database),
            log=server_log(slot.kind),
            host=host,
            port=port,
            name=name,
            password=password,
            bot_delay=bot_delay,
        )
        try:
            return cls(slot, ServerProcess.start(plan), None, password)
        except LinkError:
            slot.release()
            raise

    # --- using it ------------------------------------------------------------------------------

    @property
    def is_own(self) -> bool:
        """Whether the server is this user's own and ends with this program."""
        return self.server is not None

    @property
    def is_hosted(self) -> bool:
        """Whether the server is this user's own and open to others."""
        return self.slot.kind == "host"

    def invitations(self) -> list[str]:
        """Return the addresses at which others find a server of one's own."""
        if not self.is_hosted or self.server is None or self._address is None:
            return []
        listen = self.server.plan.host
        if listen:
            return [Address(listen, self._address.port).text]
        return lan_addresses(self._address.port)

    async def address(self) -> Address:
        """Return where the server listens, as soon as it does.

        Raises:
            LinkError: ``no_server``, it could not be started.
        """
        if self._address is None:
            assert self.server is not None
            host = self.server.plan.host or LOOPBACK
            self._address = Address(host, await self.server.ready())
        return self._address

    def identity(self, name: str) -> Identity:
        """Return who this user is here."""
        seat = self.slot.seat
        return Identity(name, seat.token if seat is not None else "", self._password)

    def remember(self, model: Model, title: str = "") -> None:
        """Keep what a later run needs to come back to the seat, if there is one."""
        welcome, table = model.welcome, model.table
        if welcome is None:
            return
        is_seated = table is not None and model.seat >= 0 and not model.is_over
        address = None if self.is_own else self._address
        self.slot.remember(
            SeatSummary(
                token=welcome.token,
                name=welcome.name,
                address=address.text if address is not None else "",
                authority=address.authority if address is not None else "",
                server=welcome.server,
                table=table.number if table is not None and is_seated else 0,
                title=title if is_seated else "",
                game=table.game if table is not None and is_seated else "",
                saved=saved_seats.now(),
            )
        )

    async def revive(self) -> bool:
        """Start a server of one's own again if it is gone; answer whether it was.

        It listens where it did before and goes on from its database, so that links come back.

        Raises:
            LinkError: it cannot be started again.
        """
        server = self.server
        if server is None or self._address is None or not server.has_ended:
            return False
        server.stop_now()
        self.server = ServerProcess.start(replace(server.plan, port=self._address.port))
        await self.server.ready()
        return True

    async def close(self) -> None:
        """Stop the server, if it is one's own, and let go of the slot."""
        if self.server is not None:
            await self.server.stop()
        self.slot.release()

    def close_now(self) -> None:
        """As `close`, blocking."""
        if self.server is not None:
            self.server.stop_now()
        self.slot.release()


def _forget(slot: SavedSeat) -> None:
    slot.seat = None
    for ending in _DATABASE_FILES:
        with contextlib.suppress(OSError):
            Path(f"{slot.database}{ending}").unlink()
