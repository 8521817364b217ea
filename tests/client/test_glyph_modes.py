"""The glyphs: all one cell wide, none an emoji, and what stands for them keeps their width."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcwidth

from levata_client.glyph_modes import WHITELIST, GlyphMode, translate
from levata_client.shown.text import glyphs


@pytest.mark.parametrize("glyph", sorted(WHITELIST))
def test_glyph_is_one_cell_wide_everywhere(glyph: str) -> None:
    assert wcwidth(glyph) == cell_len(glyph) == 1
    assert not "\ufe00" <= glyph <= "\ufe0f"
    assert ord(glyph) < 0x1F000


def test_every_glyph_with_a_name_is_on_the_list() -> None:
    named = {
        value
        for name, value in vars(glyphs).items()
        if name.isupper() and isinstance(value, str) and len(value) == 1
    }
    assert len(named) > 15
    assert named <= WHITELIST
    assert set(glyphs.SUIT_GLYPHS.values()) <= WHITELIST


@given(st.text(st.characters(exclude_categories=["C", "M", "Zl", "Zp"])))
def test_ascii_mode_gives_ascii_of_the_same_width(text: str) -> None:
    translated = translate(text, GlyphMode.ASCII)
    assert translated.isascii()
    assert len(translated) == cell_len(text)


@given(st.text(sorted(WHITELIST) + list("Dănuț 10")))
def test_letters_mode_only_changes_suits(text: str) -> None:
    translated = translate(text, GlyphMode.LETTERS)
    assert len(translated) == len(text)
    assert not set(translated) & set("♠♥♦♣")
    assert all(new == old or old in "♠♥♦♣" for new, old in zip(translated, text, strict=True))


def test_unicode_mode_changes_nothing() -> None:
    assert translate("♥ ★ Dănuț", GlyphMode.UNICODE) == "♥ ★ Dănuț"


def test_ascii_mode_shows_charts_and_foreign_letters_somehow() -> None:
    assert translate("⠀⠊ Ж中", GlyphMode.ASCII) == " * ???"
