"""The list in which a room's effects are gathered."""

from __future__ import annotations

from levata.protocol.messages import Ack, Notice
from levata_server.room.effects import AppendToLog, Closed, Effects, Send, SetTimer
from levata_server.room.entries import OwnerSet


def test_effects_come_in_the_order_in_which_they_were_added() -> None:
    effects = Effects()
    effects.begin(5.0)
    effects.record(OwnerSet(2))
    effects.send(2, Ack(1))
    effects.set_timer("idle", 9.0)
    effects.set_timer("idle", None)
    effects.add(Closed("idle"))
    assert effects.now == 5.0
    assert effects.take() == [
        AppendToLog(OwnerSet(2)),
        Send(2, Ack(1)),
        SetTimer("idle", 9.0),
        SetTimer("idle", None),
        Closed("idle"),
    ]


def test_nothing_is_kept_of_what_was_taken_or_left_by_an_input_that_failed() -> None:
    effects = Effects()
    effects.send(1, Ack(1))
    taken = effects.take()
    assert effects.take() == []
    effects.send(1, Ack(2))
    effects.begin(1.0)
    assert effects.take() == []
    assert taken == [Send(1, Ack(1))]


def test_notice_to_several_is_one_message() -> None:
    """So that whoever carries effects out packs it once."""
    effects = Effects()
    effects.notify([3, 1], "sat", "Ana")
    first, second = effects.take()
    assert first == Send(3, Notice("sat", ("Ana",)))
    assert second == Send(1, Notice("sat", ("Ana",)))
    assert isinstance(first, Send)
    assert isinstance(second, Send)
    assert first.message is second.message
