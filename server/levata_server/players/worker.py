"""The process in which computer players think: ``python -m levata_server.players.worker``.

It reads jobs from its standard input and writes answers to its standard output until the input
ends, so it never outlives its server. It has no other way in or out.
"""

from __future__ import annotations

import signal
import sys
from typing import BinaryIO

from levata.bots.levels import bot_rng, find_bot
from levata_server.players.wire import (
    LENGTH_BYTES,
    READY,
    BotAnswer,
    decode_job,
    encode_answer,
    frame,
)
from levata_server.runtime.faults import trace


def main() -> None:
    """Answer jobs until the input ends."""
    # Ctrl-C in the terminal is for the server, which ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    jobs, answers = sys.stdin.buffer, sys.stdout.buffer
    # Whatever a bot prints must not get between the answers.
    sys.stdout = sys.stderr
    serve(jobs, answers)


def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Answer the jobs of one stream on another."""
    _write(answers, READY)
    while (payload := _read(jobs)) is not None:
        _write(answers, encode_answer(answer(payload)))


def answer(payload: bytes) -> BotAnswer:
    """Return the answer to a job; a bot that fails is answered for with the kind of its error."""
    try:
        job, question = decode_job(payload)
        bot = find_bot(job.game, job.level)
        rng = bot_rng(job.seed, job.seat, job.decision, job.level)
        return BotAnswer(bot.choose(question, rng).action)
    except Exception as error:
        return BotAnswer("", trace(error))


def _read(stream: BinaryIO) -> bytes | None:
    head = stream.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    length = int.from_bytes(head, "big")
    payload = stream.read(length)
    return payload if len(payload) == length else None


def _write(stream: BinaryIO, payload: bytes) -> None:
    stream.write(frame(payload))
    stream.flush()


if __name__ == "__main__":
    main()
