"""Metrics and health: right numbers, and nothing that is anybody's secret."""

from __future__ import annotations

import asyncio
import re
import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families

from levata.cards import RANKS, SUITS
from levata.protocol.documents import Channel
from levata.protocol.messages import AskSync, Rename, Say
from levata_server.app import Server
from levata_server.config import Limits
from levata_server.operate import console
from tests.support.clients import Client, play
from tests.support.console import fetch, fetch_now, watched
from tests.support.server import QUIET, VirtualClock, config_of, running

NAME = "Zsuzsanna the Unmistakable"[:24]
PASSWORD = "open-sesame"
Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


async def scrape(server: Server) -> Samples:
    page = await fetch(server.console_port, "/metrics")
    assert page.status == 200
    assert page.kind.startswith("text/plain")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(page.text)
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples[name, tuple(sorted(labels.items()))]


async def test_metrics_tell_what_happens_on_the_server() -> None:
    async with running(watched()) as server, Client(server.port) as ana:
        before = await scrape(server)
        await ana.hello(NAME)
        await ana.create(level="random")
        await ana.start()
        actions = await play(ana, 1, stop_after=5)
        assert await ana.refused(Rename(900, "")) == "name_empty"
        await ana.done(AskSync(901, Channel.GAME))
        await ana.ask(AskSync(902, Channel.LOBBY))
        async with Client(server.port) as boris:
            await boris.hello("Boris")
            now = await scrape(server)
        await play(ana, 2)
        after = await scrape(server)
    assert value(before, "levata_people", place="lobby") == 0
    assert value(now, "levata_connections") == 2
    assert value(now, "levata_people", place="lobby") == 1
    assert value(now, "levata_people", place="table") == 1
    assert value(now, "levata_tables", game="whist", phase="playing") == 1
    assert value(after, "levata_tables", game="whist", phase="over") == 1
    assert ("levata_tables", (("game", "whist"), ("phase", "playing"))) not in after
    assert value(now, "levata_action_seconds_count") == actions
    chosen = value(after, "levata_actions_total", game="whist", how="chosen")
    assert chosen > value(after, "levata_action_seconds_count") > actions
    thoughts = value(after, "levata_bot_thinking_seconds_count", level="random")
    assert thoughts == server.bots.counts.answered
    assert chosen == thoughts + value(after, "levata_action_seconds_count")
    assert value(after, "levata_bot_faults_total", kind="late") == 0
    assert value(after, "levata_refusals_total", code="name_empty") == 1
    assert value(after, "levata_resyncs_total", channel="game") == 1
    assert value(after, "levata_resyncs_total", channel="lobby") == 1
    assert value(after, "levata_commit_seconds_count") > chosen
    jobs = value(after, "levata_commit_jobs_sum")
    assert jobs >= value(after, "levata_commit_jobs_count")
    assert value(after, "levata_uptime_seconds") >= value(before, "levata_uptime_seconds")
    assert value(after, "levata_draining") == 0


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
async def test_metrics_tell_the_memory_in_use() -> None:
    async with running(watched()) as server:
        samples = await scrape(server)
    assert value(samples, "process_resident_memory_bytes") > 10_000_000


async def test_metrics_count_slow_clients_that_were_dropped() -> None:
    limits = Limits(lobby_interval=0.0, outbox_messages=40, frame_rate=1e9)
    async with (
        running(watched(config_of(limits=limits))) as server,
        Client(server.port) as fast,
        Client(server.port, buffer=4096) as slow,
    ):
        await fast.hello("Fast")
        await slow.hello("Slow")
        await fast.until(lambda: len(fast.lobby.people) == 2)
        assert value(await scrape(server), "levata_farewells_total", code="too_slow") == 0
        slow.stop_reading()
        while len(fast.lobby.people) == 2:
            await fast.done(Say(fast.next_ref(), "ț" * 300))
        assert value(await scrape(server), "levata_farewells_total", code="too_slow") == 1
        slow.resume_reading()
        await slow.until_closed()


async def test_metrics_hold_no_card_no_name_no_token_and_no_address() -> None:
    async with running(watched(config_of(password=PASSWORD))) as server, Client(server.port) as ana:
        token = (await ana.hello(NAME, password=PASSWORD)).token
        await ana.create(password="another-secret")
        await ana.start()
        await play(ana, 3, stop_after=9)
        pages = [(await fetch(server.console_port, path)).text for path in ("/metrics", "/healthz")]
        samples = await scrape(server)
    for page in pages:
        for secret in (NAME, token, PASSWORD, "another-secret"):
            assert secret not in page
        assert not re.search(rf"\b[{RANKS}][{SUITS}]\b", page)
    labels = {label for _, pairs in samples for label, _ in pairs}
    assert labels <= {
        "channel",
        "code",
        "game",
        "how",
        "kind",
        "le",
        "level",
        "phase",
        "place",
        "version",
        "implementation",
    }
    values = {
        text for _, pairs in samples for label, text in pairs if label not in ("le", "version")
    }
    # Bounded: words of the rules and the protocol, whatever people send.
    assert all(re.fullmatch("[a-z_]+", text) for text in values)


async def test_refusal_codes_are_never_text_of_others() -> None:
    async with running(watched()) as server, Client(server.port) as client:
        await client.hello("Ana")
        for number in range(5):
            await client.send_frame(f"junk {number}")
        await client.until(lambda: len(client.messages) > 5)
        samples = await scrape(server)
    assert value(samples, "levata_refusals_total", code="text_frame") == 5


# --- health --------------------------------------------------------------------------------------


async def test_healthy_server_says_so() -> None:
    async with running(watched()) as server:
        page = await fetch(server.console_port, "/healthz")
    assert (page.status, page.kind) == (200, "application/json")
    assert page.json["status"] == "ok"
    assert page.json["store_seconds"] > 0


async def test_health_needs_a_store_that_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(watched()) as server:

        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("levata_server.store.schema.touch", fail)
        page = await fetch(server.console_port, "/healthz")
        assert page.status == 503
        assert "No space left on device" in page.json["status"]
        monkeypatch.undo()
        assert (await fetch(server.console_port, "/healthz")).status == 200


async def test_health_needs_a_store_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = VirtualClock()
    async with running(watched(), clock) as server:
        asked = asyncio.Event()

        async def never() -> None:
            asked.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(server.store, "probe", never)
        asking = asyncio.create_task(fetch(server.console_port, "/healthz"))
        await asked.wait()
        clock.advance(3.1)
        page = await asking
    assert (page.status, page.json["status"]) == (503, "the store does not answer")


async def test_health_needs_an_event_loop_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_LOOP_SECONDS", 0.05)
    async with running(watched()) as server:
        # Asked from the loop itself, which can do nothing else meanwhile.
        page = fetch_now(server.console_port, "/healthz")
        assert (page.status, page.json["status"]) == (503, "the event loop does not answer")
        assert fetch_now(server.console_port, "/metrics").status == 503


async def test_nothing_is_told_unless_asked_for() -> None:
    async with running(config_of(limits=QUIET)) as server:
        with pytest.raises(AssertionError, match="there is none"):
            _ = server.console_port
