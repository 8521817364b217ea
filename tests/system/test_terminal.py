"""The whole program in a real terminal: keys in, frames out, processes that end as they should."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from tests.support.terminal import PATIENCE, Terminal, is_alive, until_gone

pytestmark = pytest.mark.slow
PLAY = ("play", "--name", "Ana", "--animation", "none")
AGAIN = 1.0
"""Seconds after which a key that changed nothing is pressed again."""


class Asked:
    """The question last answered in a terminal, and when to answer again.

    A key that comes within a moment of its question is not taken for an answer, by design; a
    person who sees nothing happen presses it again.
    """

    def __init__(self) -> None:
        self._seen = ""
        self._at = 0.0

    def is_due(self, seen: str) -> bool:
        """Whether what is seen wants an answer now."""
        if "Your turn:" not in seen:
            return False
        return seen != self._seen or time.monotonic() > self._at + AGAIN

    def answered(self, seen: str) -> None:
        """Note that what was seen has been answered."""
        self._seen, self._at = seen, time.monotonic()


def answer(terminal: Terminal, seen: str) -> None:
    """Give the first answer there is to the question in a frame."""
    if "How many tricks?" in seen:
        terminal.keys("1" if "not 0" in seen else "0")
    else:
        keys = re.findall(r"^ *(?:·|\d)(?: +(?:·|\d))* *", seen, re.MULTILINE)[-1]
        terminal.keys(re.findall(r"\d", keys)[0])


def play_until(terminal: Terminal, text: str) -> str:
    """Answer every question until a text is shown."""
    asked = Asked()
    while True:
        seen = terminal.until(lambda now: text in now or asked.is_due(now))
        if text in seen:
            return seen
        answer(terminal, seen)
        asked.answered(seen)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_a_round_is_played_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    with Terminal(tmp_path, *PLAY, size=size) as terminal:
        seen = terminal.until_shows("Your turn:")
        assert "Whist 1-4-1" in seen
        assert "Hand 1/16" in seen
        assert "Score sheet" in seen
        assert all(len(line) <= size[0] for line in seen.splitlines())
        seen = play_until(terminal, "Hand 2/16")
        terminal.keys("s")
        terminal.until_shows("Ana" if "Ana" in seen else "You")
        terminal.keys("s", "C-q")
        terminal.until_shows("Quit Levata?")
        terminal.keys("2")
        terminal.until_shows("ended with 0")


def test_the_table_follows_the_size_of_the_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY) as terminal:
        terminal.until_shows("Your turn:", "Score sheet")
        terminal.resize(60, 20)
        terminal.until(lambda seen: "Your turn:" in seen and "Score sheet" not in seen)
        terminal.resize(50, 15)
        terminal.until_shows("too small", "50x15")
        terminal.resize(120, 38)
        seen = terminal.until_shows("Your turn:", "Score sheet")
        assert max(len(line.rstrip()) for line in seen.splitlines()) > 100


def test_a_server_that_is_killed_comes_back_with_the_same_hand(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY) as terminal:
        before = terminal.until_shows("Your turn:")
        server = terminal.server
        terminal.kill(server)
        terminal.until_shows("Connection lost")
        terminal.until_shows("The connection is back.")
        after = terminal.until_shows("Your turn:")
        assert _hand(after) == _hand(before)
        assert terminal.server != server
        play_until(terminal, "Hand 2/16")


def test_a_client_that_is_killed_takes_its_server_along_and_resumes(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY) as terminal:
        before = terminal.until_shows("Your turn:")
        server = terminal.server
        terminal.kill(terminal.client)
        terminal.until_shows("ended with 137")
        until_gone(server)
    with Terminal(tmp_path, "--animation", "none") as terminal:
        terminal.until_shows("1 Resume my seat", "Whist 1-4-1 · Hand 1/16")
        terminal.keys("Enter")
        after = terminal.until_shows("Your turn:")
        assert _hand(after) == _hand(before)


def test_leaving_the_program_ends_its_server(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY) as terminal:
        terminal.until_shows("Your turn:")
        server = terminal.server
        terminal.keys("C-q")
        terminal.until_shows("Quit Levata?")
        terminal.keys("2")
        terminal.until_shows("ended with 0")
        assert not is_alive(server)


def test_without_colours_and_with_plain_characters_nothing_is_lost(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY, "--ascii", environment={"NO_COLOR": "1"}) as terminal:
        seen = terminal.until_shows("Your turn:")
        assert seen.isascii()
        assert re.search(r"\b(?:[2-9JQKA]|10)\b", seen)
        play_until(terminal, "Hand 2/16")
        assert not _hues(terminal.codes)


def test_a_terminal_that_cannot_be_drawn_on_is_told_what_works(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY, environment={"TERM": "dumb"}) as terminal:
        terminal.until_shows("levata plain play", "ended with 2")


def test_a_match_is_hosted_joined_and_played(tmp_path: Path) -> None:
    (tmp_path / "host").mkdir()
    (tmp_path / "guest").mkdir()
    hosting = ("host", "--listen", "127.0.0.1", "--port", "0", "--name", "Ana")
    with Terminal(tmp_path / "host", *hosting, "--animation", "none") as ana:
        seen = ana.until_shows("No tables yet", "levata join 127.0.0.1")
        address = re.findall(r"levata join (\S+)", seen)[0]
        with Terminal(
            tmp_path / "guest", "join", address, "--name", "Dan", "--animation", "none"
        ) as dan:
            dan.until_shows("No tables yet")
            ana.keys("Enter")
            ana.until_shows("[ Create ]")
            ana.keys("Enter")
            ana.until_shows("Ana (you)")
            dan.until_shows("Ana", "3 free")
            dan.keys("Up")
            dan.keys("1")
            dan.until_shows("Dan (you)")
            ana.until_shows("Dan")
            dan.keys("t")
            dan.type("salut [b]")
            dan.keys("Enter")
            ana.until_shows("Dan salut [b]")
            ana.keys("s")
            for terminal in (ana, dan):
                terminal.until_shows("Hand 1/24")
            _play_both(ana, dan)
            # The host closes: the guest is told, and told how it goes on.
            ana.keys("C-q")
            ana.until_shows("Quit Levata?", "Others are on your server")
            ana.keys("2")
            ana.until_shows("ended with 0")
            dan.until_shows("The host closed the game")


def _play_both(first: Terminal, second: Terminal) -> None:
    """Let both answer until the first hand is over."""
    everybody = {first: Asked(), second: Asked()}
    end = time.monotonic() + PATIENCE
    while not any("Hand 2/24" in terminal.text for terminal in everybody):
        assert time.monotonic() < end, "the first hand is not played"
        for terminal, asked in everybody.items():
            seen = terminal.text
            if asked.is_due(seen):
                answer(terminal, seen)
                asked.answered(seen)


def _hand(seen: str) -> list[str]:
    """Return the rows of the hand, without the side panel."""
    return [line[:56].rstrip() for line in seen.splitlines()[-6:-1]]


def _hues(codes: str) -> list[str]:
    """Return the colours in a frame that are no shade of grey."""
    found: list[str] = []
    for red, green, blue in re.findall(r"[34]8;2;(\d+);(\d+);(\d+)", codes):
        if not red == green == blue:
            found.append(f"{red},{green},{blue}")
    return found
