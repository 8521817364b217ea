"""Rule cards: every game has one, and every option of a table shows in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

from levata.errors import OptionError
from levata.game import AnyGame
from levata.games import GAMES, find_game
from levata.options import (
    OptionField,
    Options,
    Scalar,
    format_options,
    option_fields,
    parse_options,
)
from levata_client.shown import games
from levata_client.shown.games import find_display
from levata_client.shown.text.phrases import Fact, Paragraph, ParagraphKind, Phrase, fill
from tests.support.rules import Table, mixed_tables, preset_tables

TABLES = preset_tables() + mixed_tables(3, "cards")
each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
OPTIONS = [(game, field) for game in GAMES for field in option_fields(game.info.options_type)]


def rule_card(game: AnyGame, options: Options, seats: int) -> Sequence[Paragraph]:
    return find_display(game.info.key).rule_card(options, seats)


def text_of(game: AnyGame, options: Options, seats: int) -> str:
    return "\n".join(fill(paragraph.phrase) for paragraph in rule_card(game, options, seats))


@each_table
def test_every_table_has_a_card(table: Table) -> None:
    card = rule_card(table.game, table.options, table.seats)
    headings = [paragraph for paragraph in card if paragraph.kind is ParagraphKind.HEADING]
    assert len(headings) >= 3
    assert card[0].kind is ParagraphKind.TEXT
    for paragraph in card:
        text = fill(paragraph.phrase)
        assert text
        assert "{" not in text
        assert "}" not in text
        if paragraph.kind is ParagraphKind.TEXT:
            assert text.endswith((".", "!"))
            assert text[0].isupper() or text[0].isdigit()


def bases(game: AnyGame) -> list[tuple[int, dict[str, Scalar]]]:
    """Return sets of options to start from: none, the presets, and some at random."""
    tables = [table for table in TABLES if table.game is game]
    found = [(table.seats, format_options(table.options)) for table in tables]
    for seats in game.info.seats:
        found.append((seats, {}))
    return found


def other_values(field: OptionField) -> list[Scalar]:
    if field.kind == "numbers":
        start = str(field.default) if "/" in str(field.default) else "-90/-25/-9/-8/15"
        return [start, "/".join(str(2 * int(number)) for number in start.split("/"))]
    values: list[Scalar] = [*field.choices]
    return [*values, field.low, field.high] if field.kind == "number" else values


def made(game: AnyGame, texts: dict[str, Scalar], seats: int) -> Options | None:
    try:
        return parse_options(game.info.options_type, texts, seats)
    except OptionError:
        return None


@pytest.mark.parametrize(
    ("game", "field"), OPTIONS, ids=lambda each: getattr(each, "name", "") or each.info.key
)
def test_every_value_of_every_option_shows(game: AnyGame, field: OptionField) -> None:
    """For any two values there is a table whose card tells one from the other."""
    values = other_values(field)
    for first in values:
        for second in values:
            if first != second:
                assert any(
                    differs(game, texts | {field.name: first}, texts | {field.name: second}, seats)
                    for seats, texts in bases(game)
                ), f"{field.name} {first} or {second} reads the same"


def differs(
    game: AnyGame, one: dict[str, Scalar], other: dict[str, Scalar], seats: int
) -> bool | None:
    """Return whether the cards differ; a value that stands for another one is no difference."""
    options, others = made(game, one, seats), made(game, other, seats)
    if options is None or others is None:
        return False
    return options == others or text_of(game, options, seats) != text_of(game, others, seats)


def phrases_in(fact: Fact) -> list[Phrase]:
    if isinstance(fact, Phrase):
        return [fact, *(found for each in fact.facts.values() for found in phrases_in(each))]
    if isinstance(fact, tuple):
        return [found for each in fact for found in phrases_in(each)]
    return []


def test_every_message_can_be_translated() -> None:
    """Messages are found by the tool that collects them for the translators."""
    folder = Path(games.__file__).parent
    found = {message for _, _, message, _, _ in extract_from_dir(folder)}
    used = {
        phrase.message
        for table in TABLES
        for paragraph in rule_card(table.game, table.options, table.seats)
        for phrase in phrases_in(paragraph.phrase)
    }
    assert used <= found
    assert len(used) > 20 * len(GAMES)


def test_a_translation_is_filled_like_the_message() -> None:
    phrase = Phrase("{count} of {what}", {"count": 3, "what": Phrase("tricks")})
    translations = {"{count} of {what}": "{what}: {count}", "tricks": "levate"}
    assert fill(phrase, lambda message: translations[message]) == "levate: 3"


@pytest.mark.parametrize(
    ("key", "seats", "texts", "parts"),
    [
        ("whist", 4, {}, ["24 rounds", "1 1 1 1 2 3 4 5 6 7 8 8 8 8 7", "32 cards", "8 for a bid"]),
        ("whist", 3, {"sequence": "1-4-1"}, ["13 rounds", "A K Q J 10 9, the ace"]),
        ("whist", 5, {"scoring": "2n+1"}, ["27 rounds", "7 for a bid of 3, 1 for a bid of 0"]),
        ("whist", 4, {"streak_len": 3, "streak_bonus": 7}, ["in 3 rounds running earn 7 points"]),
        ("septica", 4, {}, ["+20 +8 +4 -32", "+24 -8 -8 -8", "loses 36"]),
        ("septica", 3, {}, ["8C and 8S", "+15 +6 -21", "loses 24"]),
        ("septica", 2, {"games": 5}, ["+10 -10", "match: 5."]),
        ("belot", 4, {"target": 101}, ["First to 101", "with 101 points"]),
    ],
)
def test_cards_tell_the_numbers_of_the_rules(
    key: str, seats: int, texts: dict[str, Scalar], parts: list[str]
) -> None:
    game = find_game(key)
    text = text_of(game, parse_options(game.info.options_type, texts, seats), seats)
    for part in parts:
        assert part in text


def test_rounds_of_eight_are_not_mentioned_where_there_are_none() -> None:
    game = find_game("whist")
    texts = {"sequence": "1-4-1"}
    assert "eight" not in text_of(game, parse_options(game.info.options_type, texts, 3), 3)
