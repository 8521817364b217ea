"""Fuzz what reads bytes of strangers: ``python tests/fuzz/decoder.py [libFuzzer arguments]``.

Frames of clients and servers are decoded and, if they are messages, must survive the wire; changes
are applied to a mirror; texts are loaded as match records and checked. Whatever comes, the answer
is a value or the error that belongs to it, never another exception. Start it with a time, such as
``-max_total_time=60``, and a folder for what it finds if the next run shall go on from there.

Atheris is no dependency: ``pip install atheris`` into the environment that runs this.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root / part) for part in ("common", "server", "client")]

from levata.errors import ProtocolError
from levata.protocol.codec import decode_client, decode_server, encode, hello_version
from levata.protocol.documents import Channel
from levata.protocol.messages import Sync, Update
from levata.protocol.mirror import Mirror
from levata.records.record import RecordFault, load_record
from levata.records.replay import verify


def read_frame(data: bytes) -> None:
    """Decode a frame from either side; what is a message must survive the wire."""
    hello_version(data)
    decoders: tuple[Callable[[bytes], Any], ...] = (decode_client, decode_server)
    for decode in decoders:
        try:
            message = decode(data)
        except ProtocolError:
            continue
        assert decode(encode(message)) == message
        if isinstance(message, Sync | Update):
            mirror = Mirror(Channel.GAME)
            mirror.sync(Sync(Channel.GAME, 1, 0, [0, [], "", [[1]]]))
            if isinstance(message, Sync):
                mirror.sync(message)
            else:
                mirror.update(message)


def read_record(data: bytes) -> None:
    """Load a record and check it by the rules."""
    with suppress(RecordFault):
        verify(load_record(data))


def read(data: bytes) -> None:
    """Read bytes as a frame and as a record."""
    read_frame(data)
    read_record(data)


def main() -> None:
    """Run the fuzzer with the arguments of the command line."""
    try:
        fuzzer: Any = import_module("atheris")
    except ImportError:
        sys.exit("Fuzzing needs Atheris: pip install atheris (no dependency of Levata).")
    fuzzer.instrument_all()
    fuzzer.Setup(sys.argv, read)
    fuzzer.Fuzz()


if __name__ == "__main__":
    main()
