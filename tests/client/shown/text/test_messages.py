"""Every code that rules, options and server can send has a sentence."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from levata.errors import RequestError
from levata_client.shown.games import GAME_DISPLAYS, find_words
from levata_client.shown.text import messages
from levata_client.state.link_events import FINAL_BYES

ROOT = Path(__file__).parents[4]
REFUSING = {
    "IllegalAction",
    "OptionError",
    "RequestError",
    "CardError",
    "ProtocolError",
    "LevataError",
}


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Return every call in the sources with the name of what is called."""
    found: list[tuple[str, ast.Call]] = []
    for folder in ("common/levata", "server/levata_server", "client/levata_client"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    function = node.func
                    if isinstance(function, ast.Attribute):
                        found.append((function.attr, node))
                    elif isinstance(function, ast.Name):
                        found.append((function.id, node))
    return found


def texts(node: ast.expr) -> set[str]:
    """Return the text that an argument can be, where that is written in the source."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return set()


def codes(names: set[str], index: int = 0) -> set[str]:
    found: set[str] = set()
    for name, call in calls():
        if name in names and len(call.args) > index:
            found |= texts(call.args[index])
    return found


def test_every_refusal_has_a_sentence() -> None:
    found = codes(REFUSING) | codes({"Rejected"}, 1)
    assert len(found) > 50
    # That each game has those of its own rules is tested with its words.
    of_games = {code for display in GAME_DISPLAYS for code in display.words.refusals}
    assert found - set(messages.REFUSALS) - set(messages.FAREWELLS) - of_games == set()


def test_every_farewell_has_a_sentence() -> None:
    found = codes({"LinkError", "Bye", "bye"}) | FINAL_BYES
    assert found - set(messages.FAREWELLS) - set(messages.REFUSALS) == set()


def test_every_notice_has_a_sentence() -> None:
    found = codes({"_notice", "notice", "Notice"})
    assert found
    assert found - set(messages.NOTICES) == set()


def test_every_departure_has_a_sentence() -> None:
    assert codes({"Departed"}, 1) - set(messages.DEPARTURES) == set()


@pytest.mark.parametrize(
    ("code", "facts", "sentence"),
    [
        ("must_follow", ("H",), "You must follow ♥."),
        ("not_in_hand", ("TC",), "You do not hold 10♣."),
        ("seat_taken", (0,), "Seat 1 is taken."),
        ("bid_barred", (2, 5), "2 is not allowed: the bids may not add up to 5."),
        ("bid_barred", (), "? is not allowed: the bids may not add up to ?."),
        ("news_of_tomorrow", (3,), "news_of_tomorrow (3)"),
        ("news_of_tomorrow", (), "news_of_tomorrow"),
    ],
)
def test_refusal_is_a_sentence_with_its_facts(
    code: str, facts: tuple[str | int, ...], sentence: str
) -> None:
    assert messages.refusal(RequestError(code, *facts), find_words("whist")) == sentence


def test_facts_of_others_are_cleaned_and_never_filled_in_again() -> None:
    assert messages.notice("sat", ("{0}\x1b[31m\u202eDan",)) == "{0}[31mDan sat down."


def test_cards_in_actions_are_written_as_people_do() -> None:
    assert messages.written_cards("declare tierce 9S-TS-JS") == "declare tierce 9♠-10♠-J♠"
