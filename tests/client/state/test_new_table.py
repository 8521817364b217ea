from __future__ import annotations

from typing import Any

import pytest

from levata.errors import OptionError
from levata.games import GAMES
from levata_client.state.new_table import describe_table, estimate, table_to_play


def test_a_match_that_starts_at_once_is_short_and_has_no_clock() -> None:
    table = table_to_play()
    assert (table.game, table.seats, table.pace) == ("whist", 4, "none")
    assert table.options == {"sequence": "1-4-1"}


def test_whoever_asks_for_options_gets_these_and_no_preset() -> None:
    table = table_to_play("whist", seats=5, changes={"scoring": "2n+1"})
    assert table.options == {"scoring": "2n+1"}
    assert table_to_play("whist", preset="classic").options == {}


def test_options_stand_over_those_of_the_preset() -> None:
    table = describe_table("whist", preset="short", changes={"sequence": "8-1-8", "hook": "off"})
    assert table.options == {"sequence": "8-1-8", "hook": "off"}


def test_options_are_kept_as_the_rules_write_them() -> None:
    table = describe_table("whist", changes={"streak_len": "4", "hook": " off "})
    assert table.options == {"streak_len": 4, "hook": "off"}
    assert describe_table("whist", changes=table.options) == table


def test_what_is_left_empty_has_its_default() -> None:
    table = describe_table("belot")
    assert (table.seats, table.options, table.level) == (4, {}, "easy")
    assert (table.pace, table.watch, table.name, table.password) == ("normal", "closed", "", "")


def test_players_are_a_number_or_as_somebody_typed_them() -> None:
    assert describe_table("whist", seats=5) == describe_table("whist", seats=" 5")


@pytest.mark.parametrize(
    ("game", "words", "code"),
    [
        ("wist", {}, "unknown_game"),
        ("whist", {"seats": 9}, "bad_seats"),
        ("whist", {"seats": "four"}, "bad_seats"),
        ("whist", {"seats": 0}, "bad_seats"),
        ("whist", {"preset": "long"}, "unknown_preset"),
        ("whist", {"changes": {"x": "1"}}, "unknown_option"),
        ("whist", {"changes": {"hook": "maybe"}}, "bad_option"),
        ("whist", {"changes": {"max_repeats": 3}}, "contradictory"),
        ("whist", {"level": "genius"}, "unknown_level"),
        ("whist", {"pace": "hectic"}, "unknown_pace"),
        ("whist", {"watch": "all"}, "unknown_watch"),
    ],
)
def test_what_is_not_allowed_is_refused(game: str, words: dict[str, Any], code: str) -> None:
    with pytest.raises(OptionError) as caught:
        describe_table(game, **words)
    assert caught.value.code == code


@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
def test_every_game_has_an_estimate_that_does_not_change(game: str) -> None:
    table = describe_table(game)
    length = estimate(table)
    assert length == estimate(table)
    assert length.deals >= 1
    assert 1 <= length.minutes <= 180


def test_the_deals_of_the_estimate_are_those_of_the_rules() -> None:
    assert estimate(describe_table("whist")).deals == 24
    assert estimate(describe_table("whist", preset="short")).deals == 16
