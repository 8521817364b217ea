"""What every game promises by `levata.game.Game` before any table of it exists."""

from __future__ import annotations

import random
from typing import Any

import pytest

from levata.errors import IllegalAction, OptionError
from levata.events import Event
from levata.game import AnyGame, View
from levata.games import find_game
from levata.options import Options, format_options, option_fields, parse_options
from tests.support.rules import TABLES, each_game, random_options, struct_config


@each_game
def test_game_describes_itself(game: AnyGame) -> None:
    info = game.info
    assert find_game(info.key) is game
    assert info.key.isidentifier()
    assert info.key.islower()
    assert list(info.seats) == sorted(set(info.seats))
    assert info.default_seats in info.seats
    assert info.presets, "a game has at least its default preset"
    assert not vars(game), "a game keeps nothing between calls"


@each_game
def test_default_preset_suits_the_default_seats(game: AnyGame) -> None:
    preset = next(iter(game.info.presets.values()))
    options = parse_options(game.info.options_type, preset, game.info.default_seats)
    assert game.setup(game.info.default_seats, options) is not None


@each_game
def test_every_preset_suits_some_number_of_players(game: AnyGame) -> None:
    for preset in game.info.presets:
        names = {f"{game.info.key}-{seats}-{preset}" for seats in game.info.seats}
        assert names & {table.name for table in TABLES}


@each_game
def test_every_option_is_explained_and_its_values_round_trip(game: AnyGame) -> None:
    fields = option_fields(game.info.options_type)
    assert [field.name for field in fields if not field.help] == []
    assert set(game.info.options_type.HELP) == {field.name for field in fields}
    rng = random.Random(game.info.key)
    for seats in game.info.seats:
        for _ in range(50):
            options = random_options(game, seats, rng)
            assert options.resolve(seats) == options
            assert parse_options(type(options), format_options(options), seats) == options


@each_game
def test_setup_refuses_other_numbers_of_players(game: AnyGame) -> None:
    options = game.info.options_type()
    for seats in {-1, 0, 1, 2, 3, 4, 5, 6, 7, 100} - set(game.info.seats):
        with pytest.raises(OptionError) as refused:
            game.setup(seats, options)
        assert refused.value.code == "bad_seats"


@each_game
def test_setup_refuses_contradictory_options(game: AnyGame) -> None:
    """Options made without `parse_options` are checked too."""
    contradictions = list(contradictory_options(game))
    for seats, options in contradictions:
        with pytest.raises(OptionError) as refused:
            game.setup(seats, options)
        assert refused.value.code == "contradictory"
    has_check = "check" in vars(game.info.options_type)
    assert bool(contradictions) == has_check


def contradictory_options(game: AnyGame) -> list[tuple[int, Options]]:
    """Return options that differ from the defaults in one field and contradict themselves."""
    found: list[tuple[int, Options]] = []
    for field in option_fields(game.info.options_type):
        numbers = () if field.kind in ("choice", "switch") else (field.low, field.high)
        for text in (*field.choices, *numbers):
            for seats in game.info.seats:
                try:
                    parse_options(game.info.options_type, {field.name: text}, seats)
                except OptionError as error:
                    if error.code == "contradictory":
                        value = {"on": True, "off": False, "none": None}.get(str(text), text)
                        made: Any = game.info.options_type
                        found.append((seats, made(**{field.name: value})))
    return found


@each_game
def test_action_texts_parse_back(game: AnyGame) -> None:
    assert game.actions
    for text, action in game.actions.items():
        assert action.text == text
        assert game.parse_action(text) == action
        assert text.isascii()
        assert text == " ".join(text.split())
        assert text.split()[0].islower()
        assert len(text) <= 40, "longer texts are cut in error messages"


@each_game
@pytest.mark.parametrize(
    "text", ["", " ", "play", "play 1H", "PLAY KH", "play KH ", "bid 99", "bid -1", "x" * 1000]
)
def test_unknown_action_texts_are_refused(game: AnyGame, text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        game.parse_action(text)
    assert refused.value.code == "unknown_action"
    assert len(refused.value.facts[0]) <= 40


@each_game
def test_event_tags_are_unique_and_in_their_ranges(game: AnyGame) -> None:
    tags = [struct_config(kind).tag for kind in game.event_types]
    assert len(set(tags)) == len(tags)
    for kind, tag in zip(game.event_types, tags, strict=True):
        is_shared = kind.__module__ == "levata.events"
        assert isinstance(tag, int)
        assert 0 < tag < 32 if is_shared else tag >= 32
        assert issubclass(kind, Event)
        assert struct_config(kind).frozen


@each_game
def test_views_are_frozen_arrays_that_begin_with_the_base(game: AnyGame) -> None:
    config = struct_config(game.view_type)
    assert config.frozen
    assert config.array_like
    names = game.view_type.__struct_fields__
    assert names[: len(View.__struct_fields__)] == View.__struct_fields__
    assert View.own_fields <= game.view_type.own_fields <= set(names)
