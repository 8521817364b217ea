from __future__ import annotations

import pytest

from levata.errors import RequestError
from levata.protocol.messages import Act, Leave, Sit
from levata_client.net.pending_requests import PendingRequests


async def test_every_request_has_a_number_of_its_own_and_gets_its_answer() -> None:
    requests = PendingRequests()
    sit = Sit(requests.next_ref(), seat=2)
    leave = Leave(requests.next_ref())
    assert sit.ref != leave.ref
    answers = requests.add(sit), requests.add(leave)
    requests.settle(leave.ref, 7)
    requests.refuse(sit.ref, RequestError("seat_taken", 2))
    assert await answers[1] == 7
    with pytest.raises(RequestError):
        await answers[0]


async def test_a_second_answer_and_one_to_nobody_change_nothing() -> None:
    requests = PendingRequests()
    answer = requests.add(Leave(requests.next_ref()))
    for _time in range(2):
        requests.settle(1, 7)
        requests.refuse(1, RequestError("no"))
        requests.settle(0, 1)
    assert await answer == 7
    forgotten = requests.add(Leave(requests.next_ref()))
    requests.forget(2)
    requests.settle(2, 1)
    assert not forgotten.done()


async def test_a_snapshot_settles_acts_of_decisions_that_are_past() -> None:
    requests = PendingRequests()
    past = requests.add(Act(requests.next_ref(), decision=5, action="bid 0"))
    pending = requests.add(Act(requests.next_ref(), decision=6, action="bid 0"))
    other = requests.add(Leave(requests.next_ref()))
    requests.settle_acts(6)
    assert past.done()
    assert not pending.done()
    assert not other.done()


async def test_all_fail_when_no_answer_can_come_even_unheard() -> None:
    requests = PendingRequests()
    answers = [requests.add(Leave(requests.next_ref())) for _ in range(3)]
    requests.refuse_all("connection_lost")
    assert all(isinstance(answer.exception(), RequestError) for answer in answers[:2])
    # The exception of the last one is never asked for, which asyncio would complain of.
    del answers
