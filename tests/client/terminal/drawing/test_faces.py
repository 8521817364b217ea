"""Card faces: every card in every size has exactly its size, and what it must show is on it."""

from __future__ import annotations

from itertools import product

import pytest
from rich.cells import cell_len

from levata.cards import NO_CARD, format_card, parse_card
from levata_client.cells import width_of
from levata_client.glyph_modes import WHITELIST, GlyphMode, translate
from levata_client.shown.text.glyphs import (
    SUIT_GLYPHS,
    WINNER_MARK,
)
from levata_client.shown.text.words import ACCENT, plain, rank_text
from levata_client.terminal.drawing.faces import (
    GIANT,
    MINI,
    SIZES,
    SMALL,
    TINY,
    CardLook,
    Face,
    Size,
    draw_back,
    draw_card,
    draw_slot,
)


def texts(face: Face) -> list[str]:
    return [plain(row) for row in face]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", CardLook)
def test_every_face_has_exactly_its_size(size: Size, look: CardLook) -> None:
    for card in range(52):
        face = draw_card(card, size, look)
        assert len(face) == size.height, format_card(card)
        for row in face:
            assert width_of(row) == size.width, format_card(card)
        shown = "".join(texts(face))
        assert rank_text(card) in shown
        assert SUIT_GLYPHS[card & 3] in shown
        assert {letter for letter in shown if not letter.isascii()} <= WHITELIST


@pytest.mark.parametrize("size", SIZES)
def test_faces_keep_their_size_in_ascii_and_letters(size: Size) -> None:
    for card, mode in product(range(52), GlyphMode):
        for row in texts(draw_card(card, size, CardLook.WINNER)):
            assert cell_len(translate(row, mode)) == size.width


@pytest.mark.parametrize("size", SIZES)
def test_winner_is_marked_and_no_other_card_is(size: Size) -> None:
    for card in range(52):
        shown = "".join(texts(draw_card(card, size, CardLook.WINNER)))
        assert (WINNER_MARK in shown) is (size != MINI)
        for look in (CardLook.PLAIN, CardLook.DIM, CardLook.WARM):
            assert WINNER_MARK not in "".join(texts(draw_card(card, size, look)))


def test_faces_of_each_size_look_as_they_should() -> None:
    ten, queen = parse_card("TH"), parse_card("QS")
    assert texts(draw_card(ten, MINI)) == ["10♥"]
    assert texts(draw_card(queen, TINY)) == ["Q♠  ", "  ♠Q"]
    assert texts(draw_card(ten, SMALL, CardLook.WINNER)) == ["10♥  ", "  ★  ", "  ♥10"]
    assert texts(draw_card(queen, GIANT)) == [
        " Q♠        ",
        "   ╭───╮   ",
        "   │ Q │   ",
        "   │ ♠ │   ",
        "   │ Q │   ",
        "   ╰───╯   ",
        "        ♠Q ",
    ]


@pytest.mark.parametrize("text", ["2", "3", "4", "5", "6", "7", "8", "9", "T"])
def test_largest_face_has_as_many_pips_as_its_rank(text: str) -> None:
    face = texts(draw_card(parse_card(text + "D"), GIANT))
    pips = sum(row.count("♦") for row in face[1:-1])
    assert pips == (10 if text == "T" else int(text))


def test_pips_read_the_same_upside_down() -> None:
    for rank in "23456T89A":
        middle = texts(draw_card(parse_card(rank + "C"), GIANT))[1:-1]
        assert middle == [row[::-1] for row in reversed(middle)], rank


def test_refused_card_differs_in_paper_and_weight() -> None:
    plain_style = draw_card(0, SMALL)[0][0].role
    dim_style = draw_card(0, SMALL, CardLook.DIM)[0][0].role
    assert "bold" in plain_style
    assert "bold" not in dim_style
    assert "$card-dim" in dim_style


@pytest.mark.parametrize("size", SIZES)
def test_back_tells_nothing_and_has_its_size(size: Size) -> None:
    face = draw_card(NO_CARD, size)
    assert face == draw_back(size)
    assert {letter for row in texts(face) for letter in row} == {"░"}
    assert [len(row) for row in texts(face)] == [size.width] * size.height


@pytest.mark.parametrize("size", SIZES)
def test_empty_place_is_an_outline_of_its_size(size: Size) -> None:
    face = draw_slot(size, ACCENT)
    assert [len(row) for row in texts(face)] == [size.width] * size.height
    assert all(part.role == ACCENT for row in face for part in row)
