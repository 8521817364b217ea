"""Match records: the document that grows while a match is played."""

from __future__ import annotations

from levata.game import EndReason, Outcome
from levata.games.whist import BIDS
from tests.support.records import one_round


def test_a_record_is_the_document_of_the_format() -> None:
    outcome = Outcome((1, 2, 3), (3, 2, 1), EndReason.STOPPED, (20.0, -1.666, 0.0))
    document = one_round().finish(outcome, (1,))
    assert document["format"] == "levata-record"
    assert document["version"] == 1
    assert document["game"] == "whist"
    assert document["options"]["sequence"] == "1-4-1"
    assert document["options"]["hook"] == "on"
    assert document["options"]["max_repeats"] == "none"
    assert document["seats"] == [
        {"name": "Ana", "kind": "person"},
        {"name": "Șerban ♠", "kind": "person"},
        {"name": "Bot 1", "kind": "bot", "level": "easy"},
    ]
    assert document["seed"] == "7"
    (deal,) = document["deals"]
    assert deal["number"] == 1
    assert deal["first"] == 1
    assert deal["hands"] == [["9H"], ["9C"], ["9D"]]
    assert deal["turned"] == "9S"
    assert len(deal["stock"]) == 20
    assert deal["actions"] == [
        {"seat": 1, "action": "bid 1"},
        {"seat": 2, "action": "bid 0"},
        {"seat": 0, "action": "bid 1", "auto": "timeout"},
        {"seat": 1, "action": "play 9C"},
        {"seat": 2, "action": "play 9D", "auto": "takeover"},
        {"seat": 0, "action": "play 9H"},
    ]
    assert deal["result"] == {
        "cards": 1,
        "bids": [1, 1, 0],
        "took": [0, 1, 0],
        "scores": [-1, 6, 5],
        "bonus": [0, 0, 0],
        "totals": [-1, 6, 5],
        "void": False,
    }
    assert document["result"] == {
        "scores": [1, 2, 3],
        "places": [3, 2, 1],
        "reason": "stopped",
        "ratings": [20.0, -1.67, 0.0],
        "left": [1],
    }


def test_an_unrecorded_action_is_left_out() -> None:
    builder = one_round()
    before = len(builder.finish(Outcome((0,), (1,)))["deals"][0]["actions"])

    class Silent(type(BIDS[0])):  # type: ignore[misc] # a class made for this test alone
        is_recorded = False

    builder.acted(0, Silent(1), ())
    assert len(builder.finish(Outcome((0,), (1,)))["deals"][0]["actions"]) == before
