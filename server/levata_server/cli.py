"""The command ``levata-server``."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import platformdirs

import levata
from levata.errors import RequestError
from levata.text import clean_name
from levata_server.app import Server, StartError
from levata_server.config import DEFAULT_PORT, Limits, ServerConfig
from levata_server.table import RoomPolicy

_FAILED = 1
_USAGE = 2
_BOT_DELAYS = {
    "none": RoomPolicy(bot_delay=0.0, masked_delay=0.0),
    "fast": RoomPolicy(bot_delay=0.25, masked_delay=0.6),
    "normal": RoomPolicy(),
    "slow": RoomPolicy(bot_delay=1.6, masked_delay=2.5),
}
_EXAMPLES = """\
examples:
  levata-server                            host for everybody on this network
  levata-server --name "Dan" --password x  only for those who know the password
  levata-server --host 127.0.0.1 --db :memory:  on this machine, leaving no trace
  levata-server --records matches          keep a file of every finished match

Exit status: 0 stopped on request, 1 failed while running, 2 could not start.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a server until it is told to stop; return the exit status."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(
        level=options.log_level.upper(),
        format="%(asctime)s %(levelname)-8s %(message)s",
        datefmt="%H:%M:%S",
        stream=sys.stderr,
    )
    try:
        return asyncio.run(_run(_config(options), options.stop_with_stdin))
    except StartError as error:
        print(f"levata-server: {error}", file=sys.stderr)
        return _USAGE
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="levata-server",
        description="Host tables of Whist, Rentz, Septica and Belot for this network.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"levata {levata.__version__}")
    network = parser.add_argument_group("network")
    network.add_argument(
        "--host", default="", metavar="ADDRESS", help="listen here only (default: everywhere)"
    )
    network.add_argument(
        "--port",
        type=_port,
        default=DEFAULT_PORT,
        help="default %(default)s; 0 takes any free one and tells which",
    )
    network.add_argument(
        "--name", type=_name, default="Levata", help="what others see (default %(default)s)"
    )
    network.add_argument("--password", default="", help="only who knows it may come in")
    network.add_argument(
        "--max-connections",
        type=_count,
        default=Limits().connections,
        metavar="N",
        help="people at a time (default %(default)s)",
    )
    tables = parser.add_argument_group("tables")
    tables.add_argument(
        "--max-tables",
        type=_count,
        default=Limits().tables,
        metavar="N",
        help="tables at a time (default %(default)s)",
    )
    tables.add_argument(
        "--bot-workers",
        type=_count,
        default=1,
        metavar="N",
        help="processes in which computer players think (default %(default)s)",
    )
    tables.add_argument(
        "--bot-delay",
        choices=tuple(_BOT_DELAYS),
        default="normal",
        help="how long they seem to think (default %(default)s)",
    )
    storage = parser.add_argument_group("storage")
    storage.add_argument(
        "--db",
        default=None,
        metavar="PATH",
        help="SQLite file, :memory: to keep nothing, or a database URL "
        "(default: server.db in your data folder)",
    )
    storage.add_argument(
        "--records",
        type=Path,
        default=None,
        metavar="DIR",
        help="write a file of every finished match here",
    )
    operation = parser.add_argument_group("operation")
    operation.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="default %(default)s",
    )
    operation.add_argument(
        "--stop-with-stdin",
        action="store_true",
        help="stop when the standard input ends, as it does when the program that started "
        "this one is gone",
    )
    return parser


def _config(options: argparse.Namespace) -> ServerConfig:
    database = options.db or str(platformdirs.user_data_path("levata", False) / "server.db")
    return ServerConfig(
        host=options.host,
        port=options.port,
        database=database,
        records=options.records,
        name=options.name,
        password=options.password,
        bot_workers=options.bot_workers,
        limits=Limits(tables=options.max_tables, connections=options.max_connections),
        room=_BOT_DELAYS[options.bot_delay],
    )


async def _run(config: ServerConfig, is_stdin_watched: bool) -> int:
    server = Server(config)
    stop = asyncio.Event()
    _stop_on_signals(stop)
    if is_stdin_watched:
        _stop_with_stdin(stop)
    await server.start()
    # One line for programs that start this one; everything for people goes to the other stream.
    print(f"levata-server ready {server.port}", flush=True)
    waits = [asyncio.create_task(stop.wait()), asyncio.create_task(server.failed.wait())]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    await server.stop()
    if server.failure is not None:
        print(f"levata-server: {server.failure}", file=sys.stderr)
        return _FAILED
    return 0


def _stop_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()

    def wake(_number: int, _frame: object) -> None:
        loop.call_soon_threadsafe(stop.set)

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:
            # Windows: the handler runs between two steps of the main thread, so wake the loop.
            signal.signal(number, wake)


def _stop_with_stdin(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()

    def watch() -> None:
        with contextlib.suppress(OSError, ValueError):
            while sys.stdin.buffer.read(1024):
                pass
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=watch, name="levata-stdin", daemon=True).start()


def _port(text: str) -> int:
    return _number(text, 0, 65535)


def _count(text: str) -> int:
    return _number(text, 1, 100_000)


def _number(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and low <= int(text[:10]) <= high):
        raise argparse.ArgumentTypeError(f"a number from {low} to {high}, not {text[:20]!r}")
    return int(text)


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except RequestError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


if __name__ == "__main__":
    sys.exit(main())
