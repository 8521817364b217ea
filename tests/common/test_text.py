"""Text from other people: what is left of it can be shown anywhere (H1, H6, H7)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from levata.errors import RequestError
from levata.text import CHAT_LENGTH, NAME_LENGTH, clean_chat, clean_name, clean_text

CONTROLS = [chr(code) for code in (*range(32), *range(0x7F, 0xA0))]
BIDI = list("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
ZERO_WIDTH = list("\u00ad\u034f\u200b\u200c\u200d\u2060\u2061\u2064\ufeff\u180e\u17b4")
SELECTORS = list("\ufe00\ufe0e\ufe0f\U000e0100\U000e01ef\u180b\u180c\u180d\u180f")
INVISIBLE = list("\u115f\u1160\u3164\uffa0\u2800\U000e0001\U000e0041\ue000\ud800\udfff\uffff")
ENCLOSING = list("\u20dd\u20e3\u0488")
BLANKS = list(" \t\n\r\u00a0\u1680\u2000\u2003\u2009\u2028\u2029\u202f\u205f\u3000")

hostile = st.lists(
    st.sampled_from([*CONTROLS, *BIDI, *ZERO_WIDTH, *SELECTORS, *INVISIBLE, *ENCLOSING, *BLANKS])
    | st.characters()
    | st.sampled_from(["a", "é", "ș", "♠", "\u0301", "\u0336", "[/bold]", "\x1b[2J"]),
    max_size=60,
).map("".join)


def names_of(characters: list[str]) -> list[str]:
    return [f"U+{ord(character):04X}" for character in characters]


@pytest.mark.parametrize(
    "character",
    [*CONTROLS, *BIDI, *ZERO_WIDTH, *SELECTORS, *INVISIBLE, *ENCLOSING],
    ids=names_of([*CONTROLS, *BIDI, *ZERO_WIDTH, *SELECTORS, *INVISIBLE, *ENCLOSING]),
)
def test_what_hides_or_moves_text_is_dropped(character: str) -> None:
    blank = " " if character in "\t\n\r" else ""
    assert clean_text(f"A{character}b") == f"A{blank}b"
    assert clean_text(character) == ""
    assert clean_text(f"♠{character}") == "♠"


@pytest.mark.parametrize("blank", BLANKS, ids=names_of(BLANKS))
def test_every_blank_is_a_plain_one(blank: str) -> None:
    assert clean_text(f"{blank}A{blank}{blank}b{blank}") == "A b"


@pytest.mark.parametrize(
    "text",
    ["Ana", "Ștefan", "Élodie", "Димитър", "Ελένη", "李雷", "ひろ", "[b]", "a/b <c> & 'd'", "♠♥♦♣"],
)
def test_ordinary_text_is_kept(text: str) -> None:
    assert clean_text(text) == text


def test_escape_codes_lose_what_makes_them_work() -> None:
    assert clean_text("\x1b[31mred\x1b[0m") == "[31mred[0m"
    assert clean_text("\x1b]0;title\x07") == "]0;title"
    assert clean_text("\x9b31m") == "31m"


def test_marks_do_not_pile_up() -> None:
    assert clean_text("a" + "\u0336" * 50) == "a" + "\u0336" * 2
    assert clean_text("a" + "\u0336\u200b" * 50) == "a" + "\u0336" * 2
    assert clean_text("\u0301a \u0301b") == "a b"
    assert clean_text("e\u0301") == "é"
    assert clean_text("s\u0326") == "ș"


def test_letters_and_marks_come_together_when_what_parted_them_is_gone() -> None:
    assert clean_text("e\u200b\u0301") == "é"


@given(hostile)
def test_what_is_left_is_plain(text: str) -> None:
    clean = clean_text(text)
    assert clean == clean.strip()
    assert "  " not in clean
    assert clean_text(clean) == clean, "cleaning twice changes nothing"
    for character in clean:
        category = unicodedata.category(character)
        assert category[0] not in "C"
        assert category not in ("Zl", "Zp", "Me")
        assert character == " " or category != "Zs"
    assert wcswidth(clean) >= 0, "every character has a width"


@given(st.text(min_size=1, max_size=40))
def test_letters_are_never_lost(text: str) -> None:
    letters = [each for each in unicodedata.normalize("NFC", text) if each.isalnum()]
    kept = [each for each in letters if unicodedata.category(each)[0] != "M"]
    clean = clean_text(text)
    assert all(letter in clean or letter in "\u115f\u1160\u3164\uffa0" for letter in kept)


def test_ten_kilobytes_are_cleaned_like_ten_bytes() -> None:
    assert clean_text("\x1b\u202e\u200b" * 3_000 + "end") == "end"
    assert clean_text("ab " * 3_500) == ("ab " * 3_500).strip()
    assert len(clean_text("a" + "\u0301" * 10_000)) <= 3


# Names.


def test_a_name_is_cleaned() -> None:
    assert clean_name("  Ana\x00 \u202e Maria\n") == "Ana Maria"
    assert clean_name("x" * NAME_LENGTH) == "x" * NAME_LENGTH


@pytest.mark.parametrize("text", ["", " ", "\u200b\u200b", "\x1b", "\u3164\u2800", "\n\t"])
def test_a_name_that_shows_nothing_is_refused(text: str) -> None:
    with pytest.raises(RequestError, match="name_empty"):
        clean_name(text)


@pytest.mark.parametrize("text", ["x" * (NAME_LENGTH + 1), "x" * 10_000, "\u200b" * 10_000])
def test_a_name_that_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(RequestError) as refused:
        clean_name(text)
    assert (refused.value.code, refused.value.facts) == ("name_too_long", (str(NAME_LENGTH),))


def test_invisible_characters_do_not_make_a_name_too_long() -> None:
    assert clean_name("\u200b" * NAME_LENGTH + "x" * NAME_LENGTH) == "x" * NAME_LENGTH


@given(hostile)
def test_any_name_is_short_and_clean_or_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except RequestError:
        return
    assert 0 < len(name) <= NAME_LENGTH
    assert clean_name(name) == name


# Chat.


def test_a_chat_line_is_cleaned() -> None:
    assert clean_chat("nice\n\nhand \x07!") == "nice hand !"


@pytest.mark.parametrize("text", ["", "\u200b", "\x00\x1b"])
def test_a_chat_line_that_shows_nothing_is_refused(text: str) -> None:
    with pytest.raises(RequestError, match="chat_empty"):
        clean_chat(text)


@pytest.mark.parametrize("text", ["x" * (CHAT_LENGTH + 1), "x" * 10_000])
def test_a_chat_line_that_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(RequestError) as refused:
        clean_chat(text)
    assert (refused.value.code, refused.value.facts) == ("chat_too_long", (str(CHAT_LENGTH),))
