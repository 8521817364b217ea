"""The command ``levata-server``."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import platformdirs

import levata
from levata.errors import RequestError
from levata.protocol.messages import DEFAULT_PORT, PASSWORD_VARIABLE
from levata.text import clean_name
from levata_server.app import Server, StartError, tune_memory
from levata_server.config import Limits, ServerConfig
from levata_server.operate import admin_cli
from levata_server.operate.admin import default_file
from levata_server.room.terms import RoomPolicy
from levata_server.runtime import logs

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
  levata-server --tls-cert home.pem        encrypt everything; players join wss://HOST
  levata-server --metrics-port 9464 --log-format json  for those who watch over it

Ctrl-C stops the server at once, SIGTERM after the running matches or --drain-timeout, a second
one at once. No match is lost: it goes on after the next start with the same --db.
To look after a running server: levata-server admin --help.

Exit status: 0 stopped on request, 1 failed while running, 2 could not start.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a server until it is told to stop; return the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["admin"]:
        return admin_cli.main(words[1:])
    parser = _parser()
    options = parser.parse_args(words)
    if options.tls_key is not None and options.tls_cert is None:
        parser.error("--tls-key needs the certificate too: --tls-cert FILE")
    logs.set_up(options.log_level, options.log_format)
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
    network.add_argument(
        "--password",
        default=os.environ.get(PASSWORD_VARIABLE, ""),
        help=f"only who knows it may come in; as {PASSWORD_VARIABLE} in the environment it cannot "
        "be read in the list of processes",
    )
    network.add_argument(
        "--max-connections",
        type=_count,
        default=Limits().connections,
        metavar="N",
        help="people at a time (default %(default)s)",
    )
    network.add_argument(
        "--tls-cert",
        type=Path,
        default=None,
        metavar="FILE",
        help="PEM file of a certificate: encrypt everything; players then join wss://HOST",
    )
    network.add_argument(
        "--tls-key",
        type=Path,
        default=None,
        metavar="FILE",
        help="PEM file of its key (default: it is in the same file)",
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
        "--metrics-port",
        type=_port,
        default=None,
        metavar="PORT",
        help="answer http://127.0.0.1:PORT/metrics (for Prometheus) and /healthz "
        "(default: neither)",
    )
    operation.add_argument(
        "--admin-file",
        type=Path,
        default=None,
        metavar="FILE",
        help='where "levata-server admin" finds this server and its secret, readable by you '
        "alone (default: admin-PORT.json in your data folder; none with --port 0)",
    )
    operation.add_argument(
        "--no-admin", action="store_true", help='take no commands of "levata-server admin"'
    )
    operation.add_argument(
        "--drain-timeout",
        type=_seconds,
        default=ServerConfig().drain_seconds,
        metavar="SECONDS",
        help="on SIGTERM running matches may go on so long before they are parked "
        "(default %(default)g)",
    )
    operation.add_argument(
        "--log-format",
        choices=logs.FORMATS,
        default="text",
        help="one line per event, for people or for programs (default %(default)s)",
    )
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
        tls_certificate=options.tls_cert,
        tls_key=options.tls_key,
        metrics_port=options.metrics_port,
        admin_file=_admin_file(options),
        drain_seconds=options.drain_timeout,
        limits=Limits(tables=options.max_tables, connections=options.max_connections),
        room=_BOT_DELAYS[options.bot_delay],
    )


def _admin_file(options: argparse.Namespace) -> Path | None:
    if options.no_admin:
        return None
    if options.admin_file is not None or not options.port:
        file: Path | None = options.admin_file
        return file
    return default_file(options.port)


async def _run(config: ServerConfig, is_stdin_watched: bool) -> int:
    asyncio.get_running_loop().set_exception_handler(logs.tell_loop_failure)
    server = Server(config)
    stop = asyncio.Event()

    def terminate() -> None:
        """Drain first; at once when that was asked for already or cannot be done."""
        if server.is_running and not server.is_draining:
            server.begin_drain()
        else:
            stop.set()

    _on_signal(signal.SIGINT, stop.set)
    _on_signal(signal.SIGTERM, terminate)
    if is_stdin_watched:
        _stop_with_stdin(stop)
    await server.start()
    tune_memory()
    # One line for programs that start this one; everything for people goes to the other stream.
    print(f"levata-server ready {server.port}", flush=True)
    ends = (stop, server.failed, server.drained)
    waits = [asyncio.create_task(end.wait()) for end in ends]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    await server.stop()
    if server.failure is not None:
        print(f"levata-server: {server.failure}", file=sys.stderr)
        return _FAILED
    return 0


def _on_signal(number: signal.Signals, call: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    if sys.platform != "win32":
        loop.add_signal_handler(number, call)
        return

    def wake(_number: int, _frame: object) -> None:
        # It runs between two steps of the main thread, which may be asleep in the loop.
        loop.call_soon_threadsafe(call)

    signal.signal(number, wake)


def _stop_with_stdin(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()

    def watch() -> None:
        with contextlib.suppress(OSError, ValueError):
            # Not through `sys.stdin`: a thread that waits inside it makes the interpreter abort
            # when the server ends for another reason.
            while os.read(sys.stdin.fileno(), 1024):
                pass
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=watch, name="levata-stdin", daemon=True).start()


def _port(text: str) -> int:
    return _number(text, 0, 65535)


def _count(text: str) -> int:
    return _number(text, 1, 100_000)


def _seconds(text: str) -> float:
    return float(_number(text, 0, 86_400))


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
