"""`FORMAT.md` describes the records that are written: an example is one, no table lacks a field."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from levata import records
from levata.game import EndReason
from levata.games import GAMES
from levata.records.export import restrict
from levata.records.record import MAX_LENGTH, VERSION, format_record, load_record
from levata.records.replay import verify
from tests.support.records import default_tables, record_of
from tests.support.rules import mixed_tables

PAGE = (Path(records.__file__).parent / "FORMAT.md").read_text(encoding="utf-8")
EXAMPLE = PAGE.partition("```json\n")[2].partition("```")[0]
RARE = {"moon", "refuse", "refused"}
"""Actions and fields of results that random players hardly bring about."""
GAME_KEYS = [game.info.key for game in GAMES]


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows_of(title: str) -> dict[str, str]:
    """Return the rows of the tables of a section by their first cell."""
    rows = re.findall(r"^\| ([^|]+) \| (.+) \|$", section(title), re.MULTILINE)
    return dict(rows)


def fields_of(title: str) -> set[str]:
    """Return the fields that the tables of a section describe."""
    return {name for cell in rows_of(title) for name in re.findall(r"`(\w+)`", cell)}


@cache
def documents_of(key: str) -> list[dict[str, Any]]:
    """Return the documents of some matches of a game under many options."""
    tables = [*default_tables(), *mixed_tables(1)]
    return [record_of(table).document for table in tables if table.game.info.key == key]


def deals_of(key: str) -> list[dict[str, Any]]:
    return [deal for document in documents_of(key) for deal in document["deals"]]


def test_the_example_is_a_record_and_written_as_records_are() -> None:
    record = load_record(EXAMPLE)
    verify(record)
    assert format_record(record.document) == EXAMPLE


def test_the_version_is_the_one_that_is_written() -> None:
    assert f"# The match record, version {VERSION}\n" in PAGE
    assert f"at most {MAX_LENGTH >> 20} MiB" in PAGE


@pytest.mark.parametrize("key", GAME_KEYS)
def test_every_field_is_described_and_written_by_some_game(key: str) -> None:
    whole = {name for document in documents_of(key) for name in document}
    assert whole | {"level", "viewer"} == fields_of("The document")
    deals = {name for deal in deals_of(key) for name in deal}
    assert deals <= fields_of("A deal")
    end = {name for document in documents_of(key) for name in document["result"]}
    assert end <= fields_of("The end of the match")


@pytest.mark.parametrize("key", GAME_KEYS)
def test_every_kind_of_action_is_described(key: str) -> None:
    actions = rows_of("A deal")[key]
    described = {text.split()[0] for text in re.findall(r"`([^`]+)`", actions)}
    written = {line["action"].split()[0] for deal in deals_of(key) for line in deal["actions"]}
    assert written | (described & RARE) == described


@pytest.mark.parametrize("key", GAME_KEYS)
def test_every_field_of_a_result_is_described(key: str) -> None:
    described = set(re.findall(r"`(\w+)`", rows_of("The result of a deal")[key]))
    written = {name for deal in deals_of(key) for name in deal["result"]}
    assert written | (described & RARE) == described


def test_reasons_and_automatic_actions_are_described() -> None:
    reasons = rows_of("The end of the match")["`reason`"]
    assert set(re.findall(r'`"(\w+)"`', reasons)) == set(EndReason)
    autos = set(re.findall(r'`"(\w+)"`', section("A deal")))
    assert autos == {"timeout", "takeover", "forced"}


@pytest.mark.parametrize("level", ["public", "seat"])
def test_records_that_are_not_whole_lack_what_the_page_says(level: Any) -> None:
    document = restrict(load_record(EXAMPLE), level, 0).document
    assert "seed" not in document
    assert all("stock" not in deal for deal in document["deals"])
    hands = [deal.get("hands") for deal in document["deals"]]
    assert hands == (
        [None, None] if level == "public" else [[["TH"], None, None], [["JD"], None, None]]
    )
