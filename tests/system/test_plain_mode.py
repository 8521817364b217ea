"""The line mode with real servers: whole matches of every game, and the command in a pipe.

``python -m tests.system.test_plain_mode`` writes the transcript anew.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from levata.games import GAMES
from levata_client.net.address import Address
from levata_client.net.session import Session
from levata_client.plain.client import PlainClient
from levata_client.plain.texts import WIDTH
from levata_client.shown.text.language import activate
from tests.support.server import ROOT, child_environment

TRANSCRIPT = Path(__file__).parent / "transcripts" / "whist.txt"


class FirstChoices:
    """Types some lines, then plays the first choice of every decision, then types the rest."""

    is_typed = False

    def __init__(self, session: Session, *before: str) -> None:
        self.told: list[str] = []
        self.client = PlainClient(session, self.told.append)
        self._model = session.model
        self._before = list(before)
        self._after = ["scores", "last", "quit"]

    async def next(self) -> str:
        """Return the next line."""
        if self._model.is_my_turn:
            line = self.client.choices[0].key
        else:
            line = (self._before or self._after).pop(0)
        self.told.append(f"> {line}")
        return line


async def play_match(game: str) -> list[str]:
    """Return all that is told and, behind ``>``, typed in a match of one person."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.support.seeded_server",
        *("--host", "127.0.0.1", "--port", "0", "--db", ":memory:"),
        *("--bot-delay", "none", "--stop-with-stdin"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=child_environment(),
        cwd=ROOT,
    )
    try:
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        address = Address("127.0.0.1", int(line.split()[-1]))
        lines = FirstChoices(Session.at(address, "Ana"), "?", f"new {game}", "start")
        async with asyncio.timeout(120):
            assert await lines.client.run(lines) == 0
        return lines.told
    finally:
        process.kill()
        await process.communicate()


async def whist_transcript() -> str:
    activate("en")
    return "\n".join(await play_match("whist 3 short easy")) + "\n"


async def test_a_match_of_whist_is_told_as_it_was_before() -> None:
    assert await whist_transcript() == TRANSCRIPT.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
async def test_every_game_is_played_to_its_end_in_narrow_lines(game: str) -> None:
    activate("en")
    told = await play_match(game)
    assert any(line.startswith("1. ") for line in told)
    assert [line for line in told if len(line) > WIDTH] == []
    assert told[-1] == "> quit"


def run(*arguments: str, typed: str = "", home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "levata_client.cli", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**child_environment(), "LEVATA_HOME": str(home), "LANG": "C.UTF-8", "LC_ALL": ""},
        timeout=60,
        check=False,
    )


def test_the_command_plays_in_a_pipe_and_ends_with_it(tmp_path: Path) -> None:
    done = run("plain", "--name", "Ana", typed="scores\n?\n", home=tmp_path)
    assert done.returncode == 0
    assert "Type ? for help." in done.stdout
    assert "Score sheet" in done.stdout
    assert done.stderr == ""


def test_the_command_draws_plain_characters_where_nothing_else_is_wanted(tmp_path: Path) -> None:
    done = run("plain", "--ascii", "--lang", "ro", typed="scores\n", home=tmp_path)
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "Foaia de scor" in done.stdout


if __name__ == "__main__":
    TRANSCRIPT.parent.mkdir(exist_ok=True)
    TRANSCRIPT.write_text(asyncio.run(whist_transcript()), encoding="utf-8")
