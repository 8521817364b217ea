"""Text with roles: widths in cells hold whatever people write, and nothing is markup."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from levata.text import clean_text
from levata_client.cells import cut, pad, spread, width_of, wrap
from levata_client.shown.text.words import (
    NAME,
    PLAIN,
    STRONG,
    Part,
    Words,
    card_words,
    fill,
    join,
    plain,
    suit_words,
    tinted,
    words,
)

TEXTS = st.text(max_size=40).map(clean_text)
WORDS = st.lists(
    st.builds(Part, TEXTS, st.sampled_from([PLAIN, STRONG]), st.just("")), max_size=5
).map(lambda parts: words(*parts))


@given(WORDS, st.integers(0, 30))
def test_cut_text_is_a_beginning_that_fits(text: Words, width: int) -> None:
    short = cut(text, width)
    assert width_of(short) <= width
    if width_of(text) <= width:
        assert short == text
    elif width:
        assert plain(short).endswith("…")
        assert plain(text).startswith(plain(short)[:-1])


@given(WORDS, st.integers(0, 30), st.sampled_from(["left", "right", "center"]))
def test_padded_text_has_exactly_the_width(text: Words, width: int, align: str) -> None:
    assert width_of(pad(text, width, align)) == width


@given(WORDS, WORDS, st.integers(1, 60))
def test_spread_row_has_exactly_the_width_and_keeps_its_right_end(
    left: Words, right: Words, width: int
) -> None:
    row = spread(left, right, width)
    assert width_of(row) == width
    if width_of(right) < width:
        assert plain(row).endswith(plain(right))


@given(WORDS, st.integers(2, 30))
def test_wrapped_rows_fit_and_lose_nothing_but_blanks(text: Words, width: int) -> None:
    rows = wrap(text, width)
    assert all(width_of(row) <= width for row in rows)
    written = "".join(plain(row) for row in rows)
    assert written.replace(" ", "") == plain(text).replace(" ", "")


def test_text_is_broken_between_words() -> None:
    rows = wrap(words("Mihai took ", Part("the trick", STRONG), " with A"), 12)
    assert [plain(row) for row in rows] == ["Mihai took", "the trick", "with A"]


@given(TEXTS)
def test_names_are_never_markup_nor_placeholders(name: str) -> None:
    said = fill("{name} bids {count}", name=Part(name, NAME), count=2)
    assert plain(said) == f"{name} bids 2"
    assert plain(fill("{name}", name="[/bold] {count}")) == "[/bold] {count}"


def test_pieces_without_a_role_get_that_of_the_whole() -> None:
    said = words("a", Part("b", NAME), 3, role=STRONG)
    assert said == (Part("a", STRONG), Part("b", NAME), Part("3", STRONG))


def test_join_puts_the_separator_between_only() -> None:
    assert plain(join(", ", ["a", words("b"), 3])) == "a, b, 3"
    assert join(", ", []) == ()


def test_cards_and_suits_are_coloured_in_plain_sentences() -> None:
    assert tinted("follow ♥ or 10♠.") == (
        Part("follow "),
        *suit_words(2),
        Part(" or "),
        *card_words(35),
        Part("."),
    )
    assert tinted("nothing here") == (Part("nothing here"),)
    assert plain(suit_words(-1)) == "–"


def test_words_of_several_styles_stay_together() -> None:
    rows = wrap(words("for ", Part("Ioana", NAME), ", ", Part("Mihai", NAME), " (8)"), 11)
    assert [plain(row) for row in rows] == ["for Ioana,", "Mihai (8)"]
    assert wrap(words("a", Part("bcdef", NAME)), 4)[0] == (Part("a"), Part("bcd", NAME))
