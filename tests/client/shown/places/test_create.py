"""The form of a new table: its fields, presets, defaults and verdict."""

from __future__ import annotations

import pytest

from levata.errors import OptionError, RequestError
from levata.games import GAMES
from levata.options import option_fields
from levata_client.shown.places.create import CREATE, CUSTOM, FILL, OPTION, CreateForm
from levata_client.shown.places.fields import Field
from levata_client.shown.text.words import ALERT, plain

KEYS = [game.info.key for game in GAMES]


def field(form: CreateForm, key: str) -> Field:
    return next(field for field in form.fields() if field.key == key)


@pytest.mark.parametrize("game", KEYS)
def test_every_option_has_a_row_of_its_own(game: str) -> None:
    form = CreateForm(game)
    keys = [field.key for field in form.fields()]
    options = next(each.info.options_type for each in GAMES if each.info.key == game)
    assert len(keys) == len(set(keys))
    assert {OPTION + option.name for option in option_fields(options)} <= set(keys)
    assert keys[:2] == [CREATE, FILL]


def test_an_option_of_the_name_of_a_field_is_not_that_field() -> None:
    form = CreateForm("rentz")
    form.set_value(OPTION + "preset", "classic7")
    assert form.table().options == {"preset": "classic7"}
    form.reset(OPTION + "preset")
    assert form.table().options == {}


def test_what_is_not_touched_is_as_usual() -> None:
    table = CreateForm("whist").table()
    assert (table.game, table.seats, table.options) == ("whist", 4, {})
    assert (table.pace, table.level, table.watch) == ("normal", "easy", "closed")


def test_a_preset_is_a_set_of_options_and_is_recognised() -> None:
    form = CreateForm("whist")
    assert form.preset == "classic"
    form.set_value("preset", "short")
    assert form.table().options == {"sequence": "1-4-1"}
    form.set_value(OPTION + "scoring", "2n+1")
    assert form.preset == CUSTOM
    assert field(form, "preset").shown == "your own"
    form.reset(OPTION + "scoring")
    assert form.preset == "short"


def test_an_option_at_its_default_is_no_change() -> None:
    form = CreateForm("whist")
    form.set_value(OPTION + "scoring", "2n+1")
    assert field(form, OPTION + "scoring").is_changed
    form.set_value(OPTION + "scoring", "n+5")
    assert not field(form, OPTION + "scoring").is_changed
    assert form.table().options == {}


def test_another_game_has_its_own_options_and_players() -> None:
    form = CreateForm("whist")
    form.set_value("seats", "6")
    form.set_value("preset", "short")
    form.set_value("game", "septica")
    assert (form.title, form.table().seats, form.table().options) == ("Septica", 4, {})


@pytest.mark.parametrize(
    ("key", "value"),
    [("seats", "3"), ("pace", "none"), ("level", "hard"), ("watch", "delayed")],
)
def test_rows_have_a_default_to_go_back_to(key: str, value: str) -> None:
    form = CreateForm("whist")
    usual = field(form, key).value
    form.set_value(key, value)
    assert field(form, key).value == value != usual
    form.reset(key)
    assert field(form, key).value == usual


def test_name_and_password_go_with_the_table() -> None:
    form = CreateForm("whist")
    form.set_value("name", "  Seara ")
    form.set_value("password", "mere")
    assert (form.table().name, form.table().password) == ("Seara", "mere")
    form.set_value("name", "")
    assert form.table().name == ""
    assert field(form, "password").is_secret


def test_values_that_are_none_are_refused() -> None:
    form = CreateForm("whist")
    with pytest.raises(OptionError):
        form.set_value(OPTION + "streak_len", "99")
    with pytest.raises(RequestError):
        form.set_value("name", "x" * 200)


def test_the_verdict_says_how_long_it_takes_or_what_is_wrong() -> None:
    form = CreateForm("whist")
    assert plain(form.verdict()).startswith("24 hands, about")
    form.set_value(OPTION + "repeat_keep_scores", "on")
    assert plain(form.verdict()) == "Keep minus points contradicts Repeat if all miss."
    assert {part.role for part in form.verdict()} == {ALERT}
    with pytest.raises(OptionError):
        form.table()
    form.set_value(OPTION + "repeat_if_all_fail", "on")
    assert form.table().options == {"repeat_keep_scores": "on", "repeat_if_all_fail": "on"}
