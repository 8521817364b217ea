"""Where a session takes place; real servers of one's own are started in `tests.system`."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from levata.protocol.documents import Channel, TablePhase
from levata.protocol.messages import DEFAULT_PORT, Welcome
from levata_client import paths
from levata_client.net import saved_seats, server_target
from levata_client.net.address import Address
from levata_client.net.saved_seats import OpenSeat, SavedSeat, TargetKind
from levata_client.net.server_process import ServerPlan, ServerProcess
from levata_client.net.server_target import ServerTarget
from levata_client.state.link_events import Changed, Identity, LinkError, Welcomed
from levata_client.state.model import Model
from tests.support.documents import ME, table_view

THERE = Address("192.0.2.7", 9000)


class FakeProcess:
    """A server that is ready at once and never runs."""

    started: list[FakeProcess]

    def __init__(self, plan: ServerPlan) -> None:
        self.plan = plan
        self.has_ended = False

    @classmethod
    def start(cls, plan: ServerPlan) -> FakeProcess:
        """Start one."""
        cls.started.append(cls(plan))
        return cls.started[-1]

    async def ready(self) -> int:
        """Return a port."""
        return self.plan.port or 7000 + len(self.started)

    async def stop(self) -> None:
        """End."""
        self.stop_now()

    def stop_now(self) -> None:
        """End."""
        self.has_ended = True


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[FakeProcess]:
    """Return the servers that are started, which are none."""
    FakeProcess.started = []
    monkeypatch.setattr(server_target, "ServerProcess", FakeProcess)
    return FakeProcess.started


def at_table(phase: TablePhase = TablePhase.PLAYING) -> Model:
    """Return what is known at a running match."""
    model = Model()
    welcome = Welcome(
        ref=1, version=1, token="secret", person=ME, name="Ana", server="Dan's laptop", table=3
    )
    model.apply(Welcomed(welcome, is_back=False))
    document = list(to_builtins(table_view(phase)))
    model.apply(
        Changed(
            channel=Channel.TABLE,
            document=document,
            events=[],
            decision=0,
            clock=(),
            is_whole=True,
        )
    )
    return model


async def test_a_seat_on_somebody_else_s_server_is_kept_with_its_address() -> None:
    there = replace(THERE, is_secure=True, authority="/etc/ca.pem")
    target = ServerTarget.join(there, "hush")
    assert (target.is_own, target.is_hosted, target.invitations()) == (False, False, [])
    assert await target.address() == there
    assert target.identity("Ana") == Identity("Ana", "", "hush")
    target.remember(at_table(), "Whist")
    await target.close()
    ((kind, folder, seat),) = saved_seats.open_seats()
    assert kind is TargetKind.JOIN
    assert (seat.token, seat.table, seat.title, seat.game) == ("secret", 3, "Whist", "whist")
    assert (seat.address, seat.server) == (there.text, "Dan's laptop")
    again = ServerTarget.resume(kind, folder)
    assert await again.address() == there
    assert again.identity("Ana") == Identity("Ana", "secret", "")
    with pytest.raises(LinkError) as caught:
        ServerTarget.resume(kind, folder)
    assert caught.value.code == "replaced"
    again.close_now()


@pytest.mark.parametrize("phase", [TablePhase.OVER, None])
def test_of_a_match_that_is_over_only_the_identity_is_kept(phase: TablePhase | None) -> None:
    target = ServerTarget.join(THERE)
    model = at_table(phase or TablePhase.PLAYING)
    if phase is None:
        model.forget_table()
    target.remember(model, "Whist")
    assert target.folder is not None
    assert target.folder.seat is not None
    seat = replace(target.folder.seat, saved=0.0)
    assert seat == SavedSeat(token="secret", name="Ana", address=THERE.text, server="Dan's laptop")
    target.close_now()


def test_nothing_is_kept_before_the_welcome_or_of_a_visit() -> None:
    target = ServerTarget.join(THERE)
    target.remember(Model())
    assert target.folder is not None
    assert target.folder.seat is None
    target.close_now()
    visit = ServerTarget.visit(THERE, "mine", "hush")
    visit.remember(at_table())
    assert visit.identity("Ana") == Identity("Ana", "mine", "hush")
    visit.close_now()
    assert saved_seats.open_seats() == []


async def test_a_server_for_oneself_listens_on_this_machine_only(
    started: list[FakeProcess],
) -> None:
    target = ServerTarget.play("fast")
    (server,) = started
    assert (server.plan.host, server.plan.port, server.plan.bot_delay) == ("127.0.0.1", 0, "fast")
    assert (target.is_own, target.is_hosted) == (True, False)
    assert await target.address() == Address("127.0.0.1", 7001)
    assert target.invitations() == []
    await target.close()
    assert server.has_ended


async def test_a_hosted_server_says_how_others_get_there(started: list[FakeProcess]) -> None:
    target = ServerTarget.host(9000, "Ana", "hush", listen="192.0.2.9")
    (server,) = started
    assert (server.plan.name, server.plan.password) == ("Ana", "hush")
    assert target.is_hosted
    assert target.invitations() == []
    assert await target.address() == Address("192.0.2.9", 9000)
    assert target.invitations() == ["192.0.2.9:9000"]
    await target.close()


async def test_a_match_on_a_server_of_one_s_own_goes_on_from_its_database(
    started: list[FakeProcess],
) -> None:
    for target in (ServerTarget.play(), ServerTarget.host()):
        target.remember(at_table(), "Whist")
        await target.close()
    for kind, folder, _seat in saved_seats.open_seats():
        database = folder / "levata.sqlite"
        database.write_text("")
        target = ServerTarget.resume(kind, folder)
        assert started[-1].plan.database == str(database)
        assert started[-1].plan.port == (DEFAULT_PORT if kind is TargetKind.HOST else 0)
        await target.close()
        assert database.exists()


def test_a_new_game_forgets_the_last_one_and_its_database(
    started: list[FakeProcess],
) -> None:
    target = ServerTarget.play()
    target.remember(at_table(TablePhase.OVER))
    assert target.folder is not None
    database = target.folder.database
    for ending in ("", "-wal"):
        Path(f"{database}{ending}").write_text("")
    target.close_now()
    target = ServerTarget.play()
    assert target.folder is not None
    assert target.folder.database == database
    assert target.identity("Ana").token == ""
    assert not database.exists()
    target.close_now()


async def test_a_server_that_is_gone_is_started_again_where_it_was(
    started: list[FakeProcess],
) -> None:
    target = ServerTarget.play()
    assert not await target.revive()
    address = await target.address()
    assert not await target.revive()
    started[0].has_ended = True
    assert await target.revive()
    assert len(started) == 2
    assert started[1].plan == replace(started[0].plan, port=address.port)
    assert await target.address() == address
    await target.close()


def test_a_server_that_cannot_be_started_leaves_its_folder_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(plan: ServerPlan) -> FakeProcess:
        raise LinkError("no_server", "no")

    monkeypatch.setattr(ServerProcess, "start", fail)
    for _time in range(2):
        with pytest.raises(LinkError):
            ServerTarget.play()
    assert [path.name for path in (paths.data_dir() / "play").iterdir()] == ["0"]


def test_a_saved_address_that_is_none_is_told(tmp_path: Path) -> None:
    folder = saved_seats.take(TargetKind.JOIN, "x")
    folder.remember(SavedSeat(token="secret", address="a b", table=3))
    folder.release()
    (seat,) = saved_seats.open_seats()
    assert isinstance(seat, OpenSeat)
    with pytest.raises(LinkError) as caught:
        ServerTarget.resume(seat.kind, seat.folder)
    assert caught.value.code == "bad_address"
    assert len(saved_seats.open_seats()) == 1
