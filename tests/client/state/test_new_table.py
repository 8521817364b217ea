from __future__ import annotations

import pytest

from levata.errors import OptionError
from levata.games import GAMES
from levata_client.state.new_table import describe_table, estimate, parse_changes, table_to_play


def test_a_match_that_starts_at_once_is_short_and_has_no_clock() -> None:
    table = table_to_play()
    assert (table.game, table.seats, table.pace) == ("whist", 4, "none")
    assert table.options == {"sequence": "1-4-1"}


def test_whoever_asks_for_options_gets_these_and_no_preset() -> None:
    assert table_to_play("whist", 5, None, {"scoring": "2n+1"}).options == {"scoring": "2n+1"}
    assert table_to_play("whist", None, "classic").options == {}


def test_options_stand_over_those_of_the_preset() -> None:
    table = describe_table("whist", None, "short", {"sequence": "8-1-8", "hook": "off"})
    assert table.options == {"sequence": "8-1-8", "hook": "off"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("wist",), "unknown_game"),
        (("whist", 9), "bad_seats"),
        (("whist", 4, "long"), "unknown_preset"),
        (("whist", 4, None, {"x": "1"}), "unknown_option"),
        (("whist", 4, None, {"hook": "maybe"}), "bad_option"),
        (("whist", 4, None, {"max_repeats": 3}), "contradictory"),
        (("whist", 4, None, None, "genius"), "unknown_level"),
        (("whist", 4, None, None, "", "hectic"), "unknown_pace"),
    ],
)
def test_what_is_not_allowed_is_refused(arguments: tuple[object, ...], code: str) -> None:
    with pytest.raises(OptionError) as caught:
        describe_table(*arguments)  # type: ignore[arg-type]  # one argument more at a time
    assert caught.value.code == code


def test_changes_are_read_from_words() -> None:
    assert parse_changes(["a=1", "b = x=y"]) == {"a": "1", "b": "x=y"}
    for word in ("a", "=1"):
        with pytest.raises(OptionError):
            parse_changes([word])


@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
def test_every_game_has_an_estimate_that_does_not_change(game: str) -> None:
    table = describe_table(game)
    length = estimate(table)
    assert length == estimate(table)
    assert length.deals >= 1
    assert 1 <= length.minutes <= 180


def test_the_deals_of_the_estimate_are_those_of_the_rules() -> None:
    assert estimate(describe_table("whist")).deals == 24
    assert estimate(describe_table("whist", 4, "short")).deals == 16
