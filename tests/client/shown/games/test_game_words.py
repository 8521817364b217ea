"""The words of each game: every option, value, preset, refusal has its own, in every language."""

from __future__ import annotations

import ast
import inspect
import re
from collections import defaultdict
from pathlib import Path

import pytest

from levata.bots.levels import LEVELS
from levata.game import AnyGame
from levata.games import GAMES, find_game
from levata.options import option_fields
from levata_client.shown.games import GAME_DISPLAYS, find_words
from levata_client.shown.games.trick_words import TRICK_REFUSALS
from levata_client.shown.places import option_words
from levata_client.shown.text import messages
from levata_client.shown.text.game_words import SWITCH, GameWords
from levata_client.shown.text.language import activate, languages

PLAIN_VALUE = re.compile(r"[\dn+\-/]+|[2-9TJQKA][CDHS]-[2-9TJQKA][CDHS]")
"""Values that say what they mean: numbers, formulas, sequences, cards."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
each_language = pytest.mark.parametrize("language", languages())


def own_words(game: AnyGame) -> GameWords:
    return find_words(game.info.key)


def texts_of(words: GameWords) -> set[str]:
    """Return every message of a game."""
    options = words.options.values()
    values = {text for option in options for text in option.values.values()}
    tables = (words.presets, words.refusals, words.faults)
    listed = {text for table in tables for text in table.values()}
    return {words.title, *(option.label for option in options), *values, *listed}


def refusals_of(game: AnyGame) -> set[str]:
    """Return the codes with which the rules of a game refuse, as they stand in their sources."""
    folder = Path(inspect.getfile(type(game))).parent
    found: set[str] = set()
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id == "IllegalAction":
                    found |= texts_in(node.args[0])
                elif node.func.id == "refuse_card":
                    found |= set(TRICK_REFUSALS)
            elif isinstance(node, ast.FunctionDef) and "refusal" in node.name:
                returned = [each for each in ast.walk(node) if isinstance(each, ast.Return)]
                found |= {code for each in returned for code in texts_in(each.value)}
    return found - set(messages.REFUSALS)


def texts_in(node: ast.expr | None) -> set[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return texts_in(node.body) | texts_in(node.orelse)
    return set()


def test_every_game_has_a_display() -> None:
    assert [display.key for display in GAME_DISPLAYS] == [game.info.key for game in GAMES]


@each_game
def test_every_option_and_no_other_has_its_label(game: AnyGame) -> None:
    names = [field.name for field in option_fields(game.info.options_type)]
    assert list(own_words(game).options) == names


@each_game
def test_every_value_that_is_a_word_has_its_label(game: AnyGame) -> None:
    words = own_words(game)
    for field in option_fields(game.info.options_type):
        worded = {value for value in field.choices if not PLAIN_VALUE.fullmatch(value)}
        assert set(words.options[field.name].values) == worded, field.name
        assert (words.options[field.name].values is SWITCH) is (field.kind == "switch")


@each_game
def test_every_preset_and_no_other_has_its_label(game: AnyGame) -> None:
    assert list(own_words(game).presets) == list(game.info.presets)


@each_game
def test_every_refusal_and_no_other_has_its_sentence(game: AnyGame) -> None:
    words, codes = own_words(game), refusals_of(game)
    assert codes - set(TRICK_REFUSALS) <= set(words.refusals)
    assert set(words.refusals) <= codes
    assert set(words.refusals) & set(messages.REFUSALS) == set()
    assert set(words.faults) <= set(words.refusals)


@each_game
def test_facts_of_sentences_are_known(game: AnyGame) -> None:
    words = own_words(game)
    fields = {field for text in words.refusals.values() for field in re.findall(r"{(\w+)}", text)}
    known = {"card", "suit", "seat", *words.facts}
    assert {field for field in fields if not field.isdecimal()} <= known


@each_language
@each_game
def test_everything_is_said_in_every_language(game: AnyGame, language: str) -> None:
    words = own_words(game)
    english = texts_of(words)
    activate(language)
    labels = [words.option_label(name) for name in words.options]
    labels += [
        words.value_label(name, value)
        for name, option in words.options.items()
        for value in option.values
    ]
    labels += [words.preset_label(name) for name in words.presets]
    labels += [messages.explain(code, ("TC",), words) for code in words.refusals]
    assert all(labels)
    if language != "en":
        kept = {label for label in labels if label in english}
        # Names of things that are called the same in both languages.
        assert len(kept) <= len(labels) // 8, kept


def test_no_game_says_what_another_one_means() -> None:
    labels: dict[str, list[str]] = defaultdict(list)
    for game in GAMES:
        for name, words in own_words(game).options.items():
            labels[name].append(words.label)
    shared = {name: texts for name, texts in labels.items() if len(texts) > 1}
    assert "target" in shared
    assert all(len(set(texts)) == len(texts) for texts in shared.values()), shared


@each_game
def test_lookup_never_falls_through_to_another_game(game: AnyGame) -> None:
    words = own_words(game)
    for other in GAMES:
        theirs = own_words(other)
        for name in set(theirs.options) - set(words.options):
            assert words.option_label(name) == name.replace("_", " ")
            assert words.value_label(name, "on") == "on"
        for name in set(theirs.presets) - set(words.presets):
            assert words.preset_label(name) == name
        for code in set(theirs.refusals) - set(words.refusals):
            assert messages.explain(code, (), words) == code


def test_hearts_counts_points_lost_and_26_of_them() -> None:
    words = find_words("hearts")
    assert words.option_label("target") == "Lost points that end it"
    assert words.value_label("moon", "add") == "the others lose 26"
    activate("ro")
    assert words.option_label("target") == "Puncte rele la încheiere"
    assert words.value_label("moon", "subtract") == "câștigă 26"
    assert find_words("belot").option_label("target") == "Puncte de câștig"


def test_facts_are_called_as_the_game_calls_them() -> None:
    belot, rentz = find_words("belot"), find_words("rentz")
    assert messages.explain("bid_too_low", ("alltrumps",), belot) == "Bid higher than all trumps."
    assert messages.explain("subgame_used", ("king",), rentz) == "You have chosen King before."
    assert messages.explain("subgame_used", ("x",), rentz) == "You have chosen x before."


def test_words_of_an_unknown_game_are_the_names_of_the_rules() -> None:
    words = find_words("tomorrow")
    assert (words.title, words.option_label("long_name")) == ("tomorrow", "long name")
    assert (words.value_label("x", 3), words.preset_label("short")) == ("3", "short")


def test_every_level_and_no_other_has_its_word() -> None:
    assert set(option_words.LEVELS) == set(LEVELS)


def test_options_of_a_table_are_told_in_one_line() -> None:
    changes = option_words.changed_options("hearts", {"target": 50, "moon": "add"}, 4)
    assert option_words.option_list("hearts", changes) == "Lost points that end it 50"
    assert find_game("hearts").info.default_seats == 4
