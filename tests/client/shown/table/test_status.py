"""What the status line says: trouble first, then what the user just did, then the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from levata.cards import parse_card
from levata_client.shown.games import find_display
from levata_client.shown.table.scene import Scene, TableInfo
from levata_client.shown.table.status import status_words
from levata_client.shown.table.table_model import Connection, ConnectionState, TableModel
from levata_client.shown.text.words import ALERT, Words, plain, words
from tests.support import demo

AH = parse_card("AH")
PAUSED = words("The table is paused")


def shown(seat: int = 0, **changes: Any) -> tuple[Scene, TableModel]:
    model = replace(demo.model_of(demo.trick_begun(), seat), **changes)
    table = TableInfo(model.options, model.players)
    return find_display("whist").scene(model.view, table), model


def status(seat: int = 0, *, said: dict[str, Any] | None = None, **changes: Any) -> Words:
    return status_words(*shown(seat, **changes), **(said or {}))


def test_without_news_the_game_says_what_to_do() -> None:
    scene, model = shown()
    assert status_words(scene, model) == scene.status


def test_a_lost_connection_comes_before_all_else() -> None:
    lost = Connection(ConnectionState.LOST)
    everything = {"refusal": words("no"), "advice": words("yes"), "is_peeking": True}
    text = status(connection=lost, said=everything)
    assert plain(text) == "Connection lost, trying again"
    assert {part.role for part in text} == {ALERT}
    again = status(connection=replace(lost, retry=3))
    assert plain(again) == "Connection lost, trying again in 3 s"
    told = status(connection=lost, notice=words("The host closed the game."))
    assert plain(told) == "The host closed the game."


def test_a_refusal_comes_before_what_was_said() -> None:
    text = status(said={"refusal": words("Follow hearts."), "advice": words("yes")})
    assert plain(text) == "Follow hearts."
    assert {part.role for part in text} == {ALERT}


def test_a_seat_that_a_bot_plays_is_told_before_hints() -> None:
    text = status(
        can_take_seat=True, notice=words("A bot plays for you."), said={"advice": words("x")}
    )
    assert plain(text) == "A bot plays for you."
    assert "A bot plays for you" in plain(status(can_take_seat=True))


def test_the_last_trick_is_told_while_it_is_shown() -> None:
    scene, model = shown()
    assert scene.last_trick is not None
    text = status_words(scene, model, is_peeking=True, advice=words("x"))
    assert plain(text) == f"Last trick: taken by {plain(scene.last_trick.winner)}"


def test_a_hint_comes_before_a_marked_card_and_that_before_news_of_the_table() -> None:
    assert plain(status(1, said={"advice": words("hint"), "queued": AH}, notice=PAUSED)) == "hint"
    assert plain(status(1, said={"queued": AH}, notice=PAUSED)) == (
        "A♥ will be played when your turn comes"
    )
    assert plain(status(1, notice=PAUSED)) == "The table is paused"


def test_a_card_marked_for_this_turn_is_no_news() -> None:
    scene, model = shown(0)
    assert scene.is_turn
    assert status_words(scene, model, queued=AH) == scene.status
