"""Questions to computer players on their way to a worker process."""

from __future__ import annotations

import io

import pytest

from levata.bots.bot import Budget, Question
from levata.events import Event
from levata.game import CHANCE
from levata_server.players.wire import (
    READY,
    BotAnswer,
    decode_answer,
    decode_job,
    encode_answer,
    encode_job,
    frame,
)
from levata_server.players.worker import answer, serve
from levata_server.room.effects import AskBot
from tests.support.rules import Table, played, preset_tables


def asks(table: Table) -> list[AskBot]:
    """Return a question for every decision of a random match."""
    history: tuple[Event, ...] = ()
    found: list[AskBot] = []
    for moment in played(table):
        if moment.seat == CHANCE:
            history = ()
        else:
            question = Question(
                game=table.game.info.key,
                options=table.options,
                seats=table.seats,
                view=table.game.view(moment.before, moment.seat),
                history=history,
                budget=Budget(7, 1.5),
            )
            found.append(AskBot(moment.seat, len(found) + 1, "random", "seed", question))
        history += moment.step.events
    return found


@pytest.mark.parametrize("table", preset_tables(), ids=lambda table: table.name)
def test_question_arrives_as_it_was_sent(table: Table) -> None:
    for ask in asks(table)[:40]:
        job, question = decode_job(encode_job(ask))
        assert question == ask.question
        assert type(question.view) is type(ask.question.view)
        assert (job.level, job.seed, job.seat) == (ask.level, ask.seed, ask.seat)


def test_question_of_a_long_deal_stays_small() -> None:
    largest = max(len(encode_job(ask)) for table in preset_tables() for ask in asks(table)[:100])
    assert largest < 16 * 1024


def test_worker_answers_every_job_with_a_legal_action_and_ends_with_its_input() -> None:
    questions = asks(preset_tables()[0])[:10]
    jobs = io.BytesIO(b"".join(frame(encode_job(ask)) for ask in questions))
    answers = io.BytesIO()
    serve(jobs, answers)
    payloads = split(answers.getvalue())
    assert payloads[0] == READY
    for ask, payload in zip(questions, payloads[1:], strict=True):
        assert decode_answer(payload).action in ask.question.view.legal


def test_worker_says_where_a_bot_failed_but_nothing_of_the_cards() -> None:
    ask = asks(preset_tables()[0])[0]
    unknown = AskBot(ask.seat, ask.decision, "nobody", ask.seed, ask.question)
    told = answer(encode_job(unknown))
    assert told.action == ""
    assert told.error.startswith("OptionError in ")
    assert "nobody" not in told.error


def test_worker_ends_on_half_a_frame() -> None:
    answers = io.BytesIO()
    serve(io.BytesIO(frame(b"whole")[:-2]), answers)
    assert split(answers.getvalue()) == [READY]


def test_answer_arrives_as_it_was_sent() -> None:
    assert decode_answer(encode_answer(BotAnswer("bid 2"))) == BotAnswer("bid 2")


def split(stream: bytes) -> list[bytes]:
    """Return the payloads of frames."""
    payloads: list[bytes] = []
    while stream:
        end = 4 + int.from_bytes(stream[:4], "big")
        payloads.append(stream[4:end])
        stream = stream[end:]
    return payloads
