"""The operator's door: who may come in, and what is answered."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from levata.protocol.documents import Channel, Presence, TablePhase
from levata.protocol.messages import Departed, Hello, Notice, Sync
from levata_server.app import Server, StartError
from levata_server.operate import admin_cli
from levata_server.operate.admin import (
    Access,
    NoServer,
    default_file,
    read_access,
    remove_access,
    write_access,
)
from tests.support.clients import Client, play
from tests.support.console import Page, fetch, watched
from tests.support.server import VirtualClock, running

BAD_BODIES = {
    "nothing": b"",
    "no JSON": b"{",
    "no command": b"{}",
    "unknown command": b'{"do": "format"}',
    "a field too many": b'{"do": "list", "x": 1}',
    "wrong type": b'{"do": "close", "table": "one"}',
    "out of range": b'{"do": "close", "table": -1}',
    "deeply nested": b"[" * 5000,
    "text not UTF-8": b'{"do": "kick", "person": "\xff"}',
    "nobody": b'{"do": "kick", "person": ""}',
    "for ever": b'{"do": "drain", "seconds": 1e99}',
}


class Operated:
    """A server with an operator."""

    def __init__(self, server: Server, file: Path, clock: VirtualClock) -> None:
        self.server = server
        self.file = file
        self.clock = clock
        self.access = read_access(file)

    async def post(self, body: bytes, token: str | None = None) -> Page:
        secret = self.access.token if token is None else token
        headers = {"Authorization": f"Bearer {secret}"}
        return await fetch(self.access.port, "/admin", body, headers)

    async def ask(self, do: str, **values: object) -> Page:
        return await self.post(json.dumps({"do": do, **values}).encode())


@asynccontextmanager
async def operated(folder: Path) -> AsyncGenerator[Operated]:
    clock = VirtualClock()
    file = folder / "new" / "admin.json"
    async with running(watched(admin_file=file), clock) as server:
        yield Operated(server, file, clock)


@asynccontextmanager
async def seated(server: Server, name: str = "Ana") -> AsyncGenerator[Client]:
    async with Client(server.port) as client:
        await client.hello(name)
        await client.create()
        await client.start()
        await client.until(lambda: client.is_to_act)
        yield client


# --- the door ------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such modes")
async def test_secret_is_for_the_owner_alone_and_goes_with_the_server(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        async with operated(tmp_path) as operator:
            mode = stat.S_IMODE(operator.file.stat().st_mode)
            assert mode == 0o600
            assert len(operator.access.token) >= 40
    finally:
        os.umask(old)
    assert not operator.file.exists()


async def test_every_run_has_a_secret_of_its_own(tmp_path: Path) -> None:
    async with operated(tmp_path) as operator:
        first = operator.access
    async with operated(tmp_path) as operator:
        assert operator.access.token != first.token
        assert (await operator.post(b'{"do": "list"}', first.token)).status == 401


async def test_commands_need_the_secret(tmp_path: Path) -> None:
    async with operated(tmp_path) as operator, seated(operator.server) as ana:
        for token in ("", "x" * 43, operator.access.token[:-1], operator.access.token + "x"):
            page = await operator.post(b'{"do": "close", "table": 1}', token)
            assert page.status == 401
            assert operator.access.token not in page.text
        assert (await fetch(operator.access.port, "/admin", b'{"do": "list"}')).status == 401
        assert (await fetch(operator.access.port, "/admin")).status == 404
        assert ana.table.phase == TablePhase.PLAYING


@pytest.mark.parametrize("path", ["/metrics", "/healthz", "/admin"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "192.168.1.5", "", "[::2]:1"])
async def test_page_of_the_web_cannot_get_in_by_a_name_of_its_own(
    host: str, path: str, tmp_path: Path
) -> None:
    async with operated(tmp_path) as operator:
        body = b'{"do": "list"}' if path == "/admin" else None
        headers = {"Host": host, "Authorization": f"Bearer {operator.access.token}"}
        assert (await fetch(operator.access.port, path, body, headers)).status == 403


@pytest.mark.parametrize("host", ["localhost", "localhost:9464", "127.0.0.1", "[::1]:9464"])
async def test_names_of_this_machine_are_let_in(host: str, tmp_path: Path) -> None:
    async with operated(tmp_path) as operator:
        page = await fetch(operator.access.port, "/healthz", headers={"Host": host})
        assert page.status == 200


async def test_console_listens_on_loopback_only(tmp_path: Path) -> None:
    async with operated(tmp_path) as operator:
        # Who listens everywhere answers here too.
        with pytest.raises(OSError, match=r"refused|unreachable|assign"):
            socket.create_connection(("127.0.0.2", operator.access.port), 5)


async def test_without_a_metrics_port_there_are_commands_only(tmp_path: Path) -> None:
    async with running(watched(metrics_port=None, admin_file=tmp_path / "admin.json")):
        access = read_access(tmp_path / "admin.json")
        for path in ("/metrics", "/healthz"):
            assert (await fetch(access.port, path)).status == 404
        headers = {"Authorization": f"Bearer {access.token}"}
        assert (await fetch(access.port, "/admin", b'{"do": "list"}', headers)).status == 200


@pytest.mark.parametrize("body", BAD_BODIES.values(), ids=BAD_BODIES)
async def test_command_that_is_none_is_refused(body: bytes, tmp_path: Path) -> None:
    async with operated(tmp_path) as operator:
        page = await operator.post(body)
        assert (page.status, page.json) == (409, {"text": "no such command"})


async def test_long_request_is_not_even_read(tmp_path: Path) -> None:
    async with operated(tmp_path) as operator:
        headers = {"Authorization": f"Bearer {operator.access.token}"}
        for length in ("99999999999", "16385", "-1", "x", "1e3"):
            page = await fetch(
                operator.access.port, "/admin", b"{}", {**headers, "Content-Length": length}
            )
            assert page.status == 400


async def test_console_port_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = Server(watched(metrics_port=port))
        with pytest.raises(StartError) as refused:
            await server.start()
    assert str(refused.value) == (
        f"127.0.0.1, port {port} is in use by another program; "
        "choose another one with --metrics-port"
    )


async def test_server_without_a_place_for_the_secret_runs_without_an_operator(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    async with (
        running(watched(admin_file=tmp_path / "file" / "admin.json")) as server,
        Client(server.port) as ana,
    ):
        await ana.hello("Ana")
    assert "levata-server admin will not work" in caplog.text


def test_file_of_another_server_stays(tmp_path: Path) -> None:
    file = tmp_path / "admin.json"
    write_access(file, Access(1, "one"))
    write_access(file, Access(2, "two"))
    remove_access(file, Access(1, "one"))
    assert read_access(file) == Access(2, "two")
    assert [path.name for path in tmp_path.iterdir()] == ["admin.json"]


@pytest.mark.parametrize("content", [None, b"", b"{}", b'{"port": 1}', b"\xff"])
def test_file_that_no_server_wrote_is_told(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "admin.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(NoServer):
        read_access(file)


def test_servers_of_two_ports_have_two_files() -> None:
    assert default_file(1) != default_file(2)


# --- the commands --------------------------------------------------------------------------------


async def test_operator_sees_tables_and_people(tmp_path: Path) -> None:
    async with (
        operated(tmp_path) as operator,
        seated(operator.server) as ana,
        Client(operator.server.port) as boris,
    ):
        await boris.hello("Boris")
        (table,) = (await operator.ask("list")).json["tables"]
        assert (table["table"], table["game"], table["phase"]) == (1, "whist", "playing")
        assert table["seats"][0] == "Ana"
        assert table["seats"][1].endswith(" (random)")
        people = (await operator.ask("people")).json["people"]
        assert people == [
            {"person": 1, "name": "Ana", "table": 1, "address": "127.0.0.1"},
            {"person": 2, "name": "Boris", "table": 0, "address": "127.0.0.1"},
        ]
        await ana.cut()
        await boris.until(lambda: len(boris.lobby.people) == 1)
        people = (await operator.ask("people")).json["people"]
        assert people[0] == {"person": 1, "name": "Ana", "table": 1, "address": ""}


async def test_operator_sees_no_card_and_no_secret(tmp_path: Path) -> None:
    async with operated(tmp_path) as operator, seated(operator.server) as ana:
        text = (await operator.ask("list")).text + (await operator.ask("people")).text
        assert ana.welcome.token not in text
        assert not any(action.split()[-1] in text.split() for action in ana.game.legal)


async def test_announcement_reaches_everybody_and_is_cleaned(tmp_path: Path) -> None:
    async with (
        operated(tmp_path) as operator,
        seated(operator.server) as ana,
        Client(operator.server.port) as boris,
    ):
        await boris.hello("Boris")
        page = await operator.ask("announce", text="Tea \x1b[31mis\u202e ready\n[b]now[/b]")
        assert page.json == {"text": "announced to 2 people"}
        for client in (ana, boris):
            notice = await client.receive(Notice, lambda notice: notice.code == "announced")
            assert notice.facts == ("Tea [31mis ready [b]now[/b]",)
        for text in ("", "\u200b", "x" * 400):
            assert (await operator.ask("announce", text=text)).status == 409


async def test_closed_table_is_gone_for_all(tmp_path: Path) -> None:
    """Field report E2: a game whose bot never ends its turn can be closed."""
    async with operated(tmp_path) as operator, seated(operator.server) as ana:
        assert (await operator.ask("close", table=7)).json == {"text": "there is no table 7"}
        before = len(ana.messages)
        assert (await operator.ask("close", table=1)).status == 200
        assert (await ana.receive(Departed)).code == "closed"
        # The lobby comes once the table is closed in the store as well.
        lobby = await ana.receive(Sync, lambda sync: sync.channel == Channel.LOBBY, before)
        assert lobby.view[1] == []
        assert (await operator.ask("list")).json == {}


@pytest.mark.parametrize("who", ["1", "ana", " Ana "])
async def test_kicked_person_is_gone_and_stays_away_for_a_while(who: str, tmp_path: Path) -> None:
    async with (
        operated(tmp_path) as operator,
        seated(operator.server) as ana,
        Client(operator.server.port) as boris,
    ):
        await boris.hello("Boris")
        await boris.join(1)
        page = await operator.ask("kick", person=who)
        assert page.json == {"text": "Ana (person 1) is sent away"}
        assert (await ana.bye()).code == "kicked"
        await boris.until(lambda: boris.table.seats[0].presence == Presence.TAKEN_OVER)
        async with Client(operator.server.port) as again:
            await again.post(Hello(1, 1, "Ana", ana.welcome.token))
            assert (await again.bye()).code == "kicked"
        assert boris.table.seats[0].presence == Presence.TAKEN_OVER
        operator.clock.advance(601)
        async with Client(operator.server.port) as again:
            assert (await again.hello(token=ana.welcome.token)).person == 1


async def test_kick_needs_one_person(tmp_path: Path) -> None:
    async with operated(tmp_path) as operator, Client(operator.server.port) as ana:
        await ana.hello("Ana")
        for who in ("Boris", "7", "-1"):
            page = await operator.ask("kick", person=who)
            assert page.json == {"text": "there is nobody of this name or number"}
        assert (await operator.ask("kick", person="Ana")).status == 200


async def test_kicked_person_who_is_away_cannot_come_back(tmp_path: Path) -> None:
    async with operated(tmp_path) as operator, Client(operator.server.port) as boris:
        await boris.hello("Boris")
        async with seated(operator.server) as ana:
            pass
        operator.clock.advance(1)
        await boris.until(lambda: len(boris.lobby.people) == 1)
        assert (await operator.ask("kick", person="Ana")).status == 200
        async with Client(operator.server.port) as again:
            await again.post(Hello(1, 1, "Ana", ana.welcome.token))
            assert (await again.bye()).code == "kicked"


# --- the command line ----------------------------------------------------------------------------


async def test_command_line_shows_tables_and_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with operated(tmp_path) as operator:

        async def run(*arguments: str) -> tuple[int, str, str]:
            words = ["--admin-file", str(operator.file), *arguments]
            status = await asyncio.to_thread(admin_cli.main, words)
            output = capsys.readouterr()
            return status, output.out, output.err

        assert await run("list") == (0, "no tables\n", "")
        assert await run("people") == (0, "nobody\n", "")
        async with seated(operator.server) as ana:
            status, text, _ = await run("list")
            heads, row = text.splitlines()
            assert status == 0
            assert " ".join(heads.split()) == "table game phase pace watching name seats"
            assert row.startswith("1      whist  playing  none  0         Ana   Ana, ")
            assert (await run("people"))[1].splitlines()[1] == "1       Ana   table 1  127.0.0.1"
            status, text, _ = await run("--json", "people")
            assert json.loads(text)["people"][0]["name"] == "Ana"
            assert (await run("announce", "good", "night"))[1] == "announced to 1 person\n"
            assert (await ana.receive(Notice, lambda n: n.code == "announced")).facts == (
                "good night",
            )
            assert (await run("close", "9"))[::2] == (1, "levata-server: there is no table 9\n")
            assert await play(ana, 1, stop_after=1) == 1
            assert (await run("kick", "Ana"))[1] == "Ana (person 1) is sent away\n"
            assert (await ana.bye()).code == "kicked"
        assert (await run("drain", "0"))[0] == 0
        assert operator.server.drained.is_set()


def test_command_line_says_when_no_server_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "admin.json"
    assert admin_cli.main(["--admin-file", str(file), "list"]) == 2
    assert "is it running?" in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as freed:
        port = freed.getsockname()[1]
    write_access(file, Access(port, "x"))
    assert admin_cli.main(["--admin-file", str(file), "list"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("levata-server: the server does not answer: ")
