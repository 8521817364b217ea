"""A WebSocket connection that reads and writes whole messages without waking a task.

**What it is for.** A move comes in one short frame and goes out in four. On the library's own way
each of them is queued and a task is woken for it, which is most of what a server under load does.
Here a frame is handed over in the call that brings it, and written in the call that makes it;
`server/MEASURED.md` says what each of the three shortcuts saves:

* `PlayerConnection.process_event`: a message is handed over as soon as it is read, not queued;
* `PlayerConnection.data_received`: one that came short, whole and alone is read without the parser;
* `PlayerConnection.push`: a message is written at once, with a head made here.

Everything else stays with the library: the handshake, fragments, text, control frames, closing,
messages that come before somebody listens, and every message that the socket does not take at once.

**What it relies on**, beyond the documented interface of websockets: that `ServerConnection` is an
asyncio protocol which is given what arrives in `data_received` and gives each event of its sans-I/O
``protocol`` to `process_event`; that ``protocol.reader.buffer`` is empty between whole frames, and
``protocol.state`` is `State.OPEN` while messages may pass; that ``transport`` is the asyncio
transport; that no extension is in use (the listener turns compression off). ``pyproject.toml``
therefore bounds the library from above: a new major version is let in when the tests pass with it.

**How it is proved equal.** ``tests/server/door/test_frames.py`` writes messages of every kind of
length and compares the bytes with `Frame.serialize`; and it cuts random streams of frames (binary,
text, fragments, pings; before and after somebody listens) anywhere, feeds them to this class and to
the library's, and compares what each of them makes of it, in its order, and what it answers.
"""

from __future__ import annotations

from collections.abc import Callable

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import Event, State

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

_CONTROL = (Opcode.CLOSE, Opcode.PING, Opcode.PONG)
_FINAL_BINARY = b"\x82"
_SHORT_HEADS = tuple([_FINAL_BINARY + bytes([size]) for size in range(126)])
_SHORT_MASKED = 6
"""Bytes of head and mask before a short message of a client."""


class PlayerConnection(ServerConnection):
    """A connection that needs no task to be woken for a whole message, in or out.

    What comes in pieces, as text, or before somebody listens goes the library's own way, and then
    so does everything after it, or the order would be lost.
    """

    listen: Callable[[bytes], None] | None = None
    """Takes the messages that need no task; the others are received as the library has it."""
    _is_queueing = False

    def data_received(self, data: bytes) -> None:
        """Read what came; a short message that came whole and alone needs no parser."""
        size = len(data) - _SHORT_MASKED
        if (
            0 <= size < len(_SHORT_HEADS)
            and data[0] == _FINAL_BINARY[0]
            and data[1] == 0x80 | size
            and self.listen is not None
            and not self._is_queueing
            and not self.protocol.reader.buffer
            and self.protocol.state is State.OPEN
        ):
            self.listen(apply_mask(data[_SHORT_MASKED:], data[2:_SHORT_MASKED]))
        else:
            super().data_received(data)

    def process_event(self, event: Event) -> None:
        """Hand a message over as soon as it is read."""
        if isinstance(event, Frame) and event.opcode not in _CONTROL:
            if self.listen is None or event.opcode is not Opcode.BINARY or not event.fin:
                self._is_queueing = True
            if not self._is_queueing:
                assert self.listen is not None
                self.listen(bytes(event.data))
                return
        super().process_event(event)

    def push(self, frame: bytes) -> bool:
        """Send a message if the socket takes it at once, or answer False.

        One that is closing takes nothing any more, which is as good as sent.
        """
        if self.transport.get_write_buffer_size():
            return False
        if self.protocol.state is State.OPEN:
            self.transport.write(head_of(len(frame)) + frame)
        return True


def head_of(size: int) -> bytes:
    """Return the head of a whole, unmasked binary message of so many bytes (RFC 6455, 5.2)."""
    if size < 126:
        return _SHORT_HEADS[size]
    if size < 1 << 16:
        return _FINAL_BINARY + b"\x7e" + size.to_bytes(2, "big")
    return _FINAL_BINARY + b"\x7f" + size.to_bytes(8, "big")
