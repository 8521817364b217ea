"""Run ``levata-server`` of a checkout with time and chance that repeat themselves.

    python -P clockwork.py CHECKOUT SALT [arguments of the command ...]

Time stands still but for what is asked for: each number on the standard input lets so many seconds
pass, which is answered with a line ``passed`` once all that was due has been done. What the server
draws at random is made from the salt. Where the command begins is read in the checkout's
``pyproject.toml``; nothing else is known of how its packages are laid out.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import importlib
import os
import random
import secrets
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from contextvars import Context
from functools import partial
from pathlib import Path
from typing import Final

COMMAND: Final = "levata-server"
PACKAGES: Final = ("levata", "levata_server")
STEP_SECONDS: Final = 0.25
"""Time passes in steps of so much at most. All times of a run are multiples of a power of two, so
that sums and differences of them are exact."""
TURNS: Final = 4
"""Turns of the event loop that a call may take with all that it posts, but for writing and
thinking."""
WALL_SECONDS: Final = 1_700_000_000.0
"""What the clock on the wall says all the time."""
USUAL_BYTES: Final = 32
"""So many are drawn where nobody says how many."""
NO_DRIVER: Final = 3
"""Exit status of a server whose driver has gone."""


class Clock:
    """The time of the event loop, moved from outside."""

    def __init__(self) -> None:
        self._now = 1024.0
        self._asked = b""
        self._is_wired = False

    def install(self) -> None:
        """Let every event loop of this process go by this clock."""
        run_forever = asyncio.BaseEventLoop.run_forever
        call_soon_threadsafe = asyncio.BaseEventLoop.call_soon_threadsafe

        def run_wired(loop: asyncio.BaseEventLoop) -> None:
            if not self._is_wired:
                self._is_wired = True
                loop.add_reader(sys.stdin.fileno(), self._listen, loop)
            run_forever(loop)

        def call_from_thread(
            loop: asyncio.BaseEventLoop,
            call: Callable[..., object],
            *arguments: object,
            context: Context | None = None,
        ) -> asyncio.Handle:
            # How soon a thread is done is a matter of luck, and whether that is before or after
            # what the loop is about to do. So it always is after.
            then = partial(call, *arguments)
            return call_soon_threadsafe(loop, self._after, loop, TURNS, then, context=context)

        def now(_loop: asyncio.BaseEventLoop) -> float:
            return self._now

        replace(
            asyncio.BaseEventLoop,
            {
                "time": now,
                "run_forever": run_wired,
                "call_soon_threadsafe": call_from_thread,
            },
        )
        replace(time, {"time": lambda: WALL_SECONDS})

    def _listen(self, loop: asyncio.BaseEventLoop) -> None:
        data = os.read(sys.stdin.fileno(), 4096)
        if not data:
            os._exit(NO_DRIVER)
        *lines, self._asked = (self._asked + data).split(b"\n")
        for line in lines:
            self._pass(loop, float(line))

    def _pass(self, loop: asyncio.BaseEventLoop, seconds: float) -> None:
        step = min(seconds, STEP_SECONDS)
        self._now += step
        left = seconds - step
        # A timer of its own comes after all that are due, and then what they have posted.
        then: Callable[[], None] = (lambda: self._pass(loop, left)) if left else self._answer
        loop.call_later(0, self._after, loop, TURNS, then)

    def _after(self, loop: asyncio.BaseEventLoop, turns: int, then: Callable[[], object]) -> None:
        if turns:
            loop.call_soon(self._after, loop, turns - 1, then)
        else:
            then()

    def _answer(self) -> None:
        print("passed", flush=True)


class Chance:
    """Draws that depend on the salt, on what is asked for, and on how often it was."""

    def __init__(self, salt: str) -> None:
        self._salt = salt
        self._draws: Counter[str] = Counter()

    def install(self) -> None:
        """Take the place of every source of chance that the server has."""
        random.seed(self._salt)
        replace(
            secrets,
            {
                "token_bytes": self._bytes,
                "token_hex": self._hex,
                "token_urlsafe": self._text,
                "randbelow": self._below,
                "randbits": self._number,
            },
        )
        replace(os, {"urandom": self._urandom})

        def fraction(_: random.SystemRandom) -> float:
            return self._number(53) / 2**53

        def number(_: random.SystemRandom, bits: int) -> int:
            return self._number(bits)

        def some_bytes(_: random.SystemRandom, size: int) -> bytes:
            return self._urandom(size)

        replace(
            random.SystemRandom,
            {"random": fraction, "getrandbits": number, "randbytes": some_bytes},
        )

    def _bytes(self, size: int | None = None) -> bytes:
        return self._draw("bytes", size or USUAL_BYTES)

    def _hex(self, size: int | None = None) -> str:
        return self._draw("hex", size or USUAL_BYTES).hex()

    def _text(self, size: int | None = None) -> str:
        drawn = self._draw("text", size or USUAL_BYTES)
        return base64.urlsafe_b64encode(drawn).rstrip(b"=").decode()

    def _urandom(self, size: int) -> bytes:
        return self._draw("urandom", size)

    def _below(self, bound: int) -> int:
        return self._number(64) % bound

    def _number(self, bits: int) -> int:
        size = (bits + 7) // 8
        return int.from_bytes(self._draw("number", size), "big") >> (8 * size - bits)

    def _draw(self, kind: str, size: int) -> bytes:
        # Each kind and size has a row of its own, so that one draw more does not change all others.
        row = f"{kind} {size}"
        self._draws[row] += 1
        text = f"{self._salt}|{row}|{self._draws[row]}"
        return hashlib.shake_256(text.encode()).digest(size)


def replace(owner: object, attributes: Mapping[str, Callable[..., object]]) -> None:
    """Give a module or class other functions."""
    for name, function in attributes.items():
        setattr(owner, name, function)


def find_command(checkout: Path) -> Callable[[], int | None]:
    """Return what the command of a checkout runs.

    Raises:
        SystemExit: the packages that would be run are not those of the checkout.
    """
    with (checkout / "pyproject.toml").open("rb") as file:
        module, _, name = tomllib.load(file)["project"]["scripts"][COMMAND].partition(":")
    command: Callable[[], int | None] = getattr(importlib.import_module(module), name)
    for package in PACKAGES:
        found = sys.modules[package].__file__
        if found is None or checkout not in Path(found).resolve().parents:
            sys.exit(f"{package} is taken from {found} and not from {checkout}")
    return command


def main() -> int | None:
    """Run the command."""
    checkout, salt, *arguments = sys.argv[1:]
    Clock().install()
    Chance(salt).install()
    command = find_command(Path(checkout).resolve())
    sys.argv = [COMMAND, *arguments]
    return command()


if __name__ == "__main__":
    sys.exit(main())
