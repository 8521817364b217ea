"""Where a session takes place: a server of one's own, or somebody else's.

A target holds the user's identity there, the server's process if it is his own, and what of the
session outlives the program.
"""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path
from typing import Final, Self

from msgspec.structs import replace

from levata.errors import RequestError
from levata.protocol.messages import DEFAULT_PORT
from levata_client.net import saved_seats
from levata_client.net.address import Address, lan_addresses, parse_address
from levata_client.net.saved_seats import SavedSeat, SeatFolder, TargetKind
from levata_client.net.server_process import LOOPBACK, ServerPlan, ServerProcess, server_log
from levata_client.state.link_events import Identity, LinkError
from levata_client.state.model import Model

_DATABASE_FILES: Final = ("", "-wal", "-shm", "-journal")


class ServerTarget:
    """A server to play at; `close` it in the end, whatever happened."""

    def __init__(
        self,
        kind: TargetKind,
        folder: SeatFolder | None,
        *,
        server: ServerProcess | None = None,
        address: Address | None = None,
        token: str = "",
        password: str = "",
    ) -> None:
        self.kind = kind
        self.folder = folder
        """Where the identity is kept, None where nothing is."""
        self.server = server
        """The server's process, if it is the user's own."""
        self.since = datetime.now()
        """When the user came here."""
        self._address = address
        self._token = token
        self._password = password

    # --- ways to get one -----------------------------------------------------------------------

    @classmethod
    def play(cls, bot_delay: str = "normal") -> Self:
        """Start a server for this user alone, on this machine; it is not waited for.

        Raises:
            LinkError: the server cannot be started.
        """
        folder = saved_seats.take(TargetKind.PLAY)
        # A folder that is free holds nothing to come back to, so its match makes room.
        _forget(folder)
        return cls._start(folder, bot_delay=bot_delay)

    @classmethod
    def host(
        cls,
        port: int = DEFAULT_PORT,
        name: str = "",
        password: str = "",
        bot_delay: str = "normal",
        listen: str = "",
    ) -> Self:
        """Start a server for everybody on the network; it is not waited for.

        ``listen`` is the only address to listen on, empty for all of them.

        Raises:
            LinkError: the server cannot be started.
        """
        folder = saved_seats.take(TargetKind.HOST)
        return cls._start(folder, listen, port, name, password, bot_delay)

    @classmethod
    def join(cls, address: Address, password: str = "") -> Self:
        """Go to somebody else's server."""
        folder = saved_seats.take(TargetKind.JOIN, address.text)
        return cls(TargetKind.JOIN, folder, address=address, password=password)

    @classmethod
    def visit(cls, address: Address, token: str = "", password: str = "") -> Self:
        """Go to somebody else's server without keeping anything of it; for programs.

        ``token`` is that of an earlier `Welcome`, for those who keep it themselves.
        """
        return cls(TargetKind.JOIN, None, address=address, token=token, password=password)

    @classmethod
    def resume(cls, kind: TargetKind, folder: Path, bot_delay: str = "normal") -> Self:
        """Go back to a seat of `saved_seats.open_seats`.

        Raises:
            LinkError: another client has it by now, or the server cannot be started.
        """
        taken = saved_seats.take_folder(kind, folder)
        if taken is None or taken.seat is None:
            raise LinkError("replaced")
        if kind is TargetKind.PLAY:
            return cls._start(taken, bot_delay=bot_delay)
        if kind is TargetKind.HOST:
            return cls._start(taken, "", DEFAULT_PORT, bot_delay=bot_delay)
        try:
            address = parse_address(taken.seat.address)
            return cls(kind, taken, address=replace(address, authority=taken.seat.authority))
        except RequestError as error:
            taken.release()
            raise LinkError(error.code, *error.facts) from None

    @classmethod
    def _start(
        cls,
        folder: SeatFolder,
        host: str = LOOPBACK,
        port: int = 0,
        name: str = "",
        password: str = "",
        bot_delay: str = "normal",
    ) -> Self:
        plan = ServerPlan(
            database=str(folder.database),
            log=server_log(folder.kind),
            host=host,
            port=port,
            name=name,
            password=password,
            bot_delay=bot_delay,
        )
        try:
            server = ServerProcess.start(plan)
        except LinkError:
            folder.release()
            raise
        return cls(folder.kind, folder, server=server, password=password)

    # --- using it ------------------------------------------------------------------------------

    @property
    def is_own(self) -> bool:
        """Whether the server is this user's own and ends with this program."""
        return self.server is not None

    @property
    def is_hosted(self) -> bool:
        """Whether the server is this user's own and open to others."""
        return self.kind is TargetKind.HOST

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
        seat = self.folder.seat if self.folder is not None else None
        return Identity(name, seat.token if seat is not None else self._token, self._password)

    def remember(self, model: Model, title: str = "") -> None:
        """Keep what a later run needs to come back to the seat, if there is one."""
        welcome, table = model.welcome, model.table
        if welcome is None or self.folder is None:
            return
        seated = table if model.seat >= 0 and not model.is_over else None
        address = None if self.is_own else self._address
        self.folder.remember(
            SavedSeat(
                token=welcome.token,
                name=welcome.name,
                address=address.text if address is not None else "",
                authority=address.authority if address is not None else "",
                server=welcome.server,
                table=seated.number if seated is not None else 0,
                title=title if seated is not None else "",
                game=seated.game if seated is not None else "",
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
        """Stop the server, if it is one's own, and let go of the folder."""
        if self.server is not None:
            await self.server.stop()
        self._release()

    def close_now(self) -> None:
        """As `close`, blocking."""
        if self.server is not None:
            self.server.stop_now()
        self._release()

    def _release(self) -> None:
        if self.folder is not None:
            self.folder.release()


def _forget(folder: SeatFolder) -> None:
    folder.seat = None
    for ending in _DATABASE_FILES:
        with contextlib.suppress(OSError):
            Path(f"{folder.database}{ending}").unlink()
