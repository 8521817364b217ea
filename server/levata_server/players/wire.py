"""What the server and its worker processes tell each other about computer players.

A frame is four bytes of length, big end first, and a msgpack payload. The server sends one
`Job` at a time; the worker says `READY` once and answers each job with one `BotAnswer`. A job holds
what a person in that seat would know and nothing else.
"""

from __future__ import annotations

from functools import cache, lru_cache
from types import GenericAlias
from typing import Any, Final, TypeAlias, Union

import msgspec
from msgspec import Raw, Struct

from levata.bots.bot import Budget, Question
from levata.events import Event
from levata.game import View
from levata.games import find_game
from levata.options import Options, Scalar, format_options, parse_options
from levata_server.room.effects import AskBot

LENGTH_BYTES: Final = 4
READY: Final = b"ready"


class Job(Struct, frozen=True, array_like=True):
    """A question as it travels."""

    game: str
    options: Raw
    seats: int
    view: Raw
    history: Raw
    budget: Budget
    level: str
    seed: str
    seat: int
    decision: int


class BotAnswer(Struct, frozen=True, array_like=True):
    """What a bot chose; ``error`` says which exception it ended with instead."""

    action: str
    error: str = ""


_Views: TypeAlias = msgspec.msgpack.Decoder[View]
_Histories: TypeAlias = msgspec.msgpack.Decoder[tuple[Event, ...]]

_encoder = msgspec.msgpack.Encoder()
_options_decoder: msgspec.msgpack.Decoder[dict[str, Scalar]] = msgspec.msgpack.Decoder(
    dict[str, Scalar]
)
_job_decoder = msgspec.msgpack.Decoder(Job)
_answer_decoder = msgspec.msgpack.Decoder(BotAnswer)


def encode_job(ask: AskBot) -> bytes:
    """Return the payload of a question."""
    question = ask.question
    job = Job(
        game=question.game,
        options=_pack_options(question.options),
        seats=question.seats,
        view=Raw(_encoder.encode(question.view)),
        history=Raw(_encoder.encode(question.history)),
        budget=question.budget,
        level=ask.level,
        seed=ask.seed,
        seat=ask.seat,
        decision=ask.decision,
    )
    return _encoder.encode(job)


def decode_job(payload: bytes) -> tuple[Job, Question[Any]]:
    """Return a job and its question."""
    job = _job_decoder.decode(payload)
    views, histories = _decoders(job.game)
    question: Question[Any] = Question(
        game=job.game,
        options=_unpack_options(job.game, bytes(job.options), job.seats),
        seats=job.seats,
        view=views.decode(job.view),
        history=histories.decode(job.history),
        budget=job.budget,
    )
    return job, question


def encode_answer(answer: BotAnswer) -> bytes:
    """Return the payload of an answer."""
    return _encoder.encode(answer)


def decode_answer(payload: bytes) -> BotAnswer:
    """Return the answer of a payload."""
    return _answer_decoder.decode(payload)


def frame(payload: bytes) -> bytes:
    """Return the payload with its length before it."""
    return len(payload).to_bytes(LENGTH_BYTES, "big") + payload


@cache
def _decoders(game: str) -> tuple[_Views, _Histories]:
    rules = find_game(game)
    view: type[View] = rules.view_type
    # The closed union of the game's events is known at run time only.
    events: Any = Union[tuple(rules.event_types)]  # noqa: UP007
    histories: Any = GenericAlias(tuple, (events, ...))
    return msgspec.msgpack.Decoder(view), msgspec.msgpack.Decoder(histories)


@lru_cache(maxsize=256)
def _pack_options(options: Options) -> Raw:
    return Raw(_encoder.encode(format_options(options)))


@lru_cache(maxsize=256)
def _unpack_options(game: str, packed: bytes, seats: int) -> Options:
    texts = _options_decoder.decode(packed)
    return parse_options(find_game(game).info.options_type, texts, seats)
