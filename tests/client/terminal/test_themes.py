"""Palettes and decks: readable everywhere, apart for the colour-blind, and every style known."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from textual.color import Color
from textual.style import Style

from levata_client.shown.text.words import Role
from levata_client.terminal.drawing.faces import CardLook, card_style
from levata_client.terminal.drawing.styles import GROUNDS, STYLES, style_of
from levata_client.terminal.themes import (
    PALETTES,
    Deck,
    Palette,
    ThemedApp,
    card_variables,
    choose_theme,
    contrast,
    make_theme,
)

NORMAL = 4.5
DIM = 3.0
XTERM_LEVELS = {0, 95, 135, 175, 215, 255}


@pytest.mark.parametrize("name", PALETTES)
def test_text_is_readable_on_every_ground(name: str) -> None:
    palette = PALETTES[name]
    for ground in (palette.ground, palette.panel, palette.side, palette.bar):
        for colour in (palette.text, palette.muted, palette.accent, palette.name):
            assert contrast(colour, ground) >= NORMAL, (colour, ground)
        for colour in (palette.good, palette.bad, *palette.glows, *palette.series):
            assert contrast(colour, ground) >= 3.5, (colour, ground)
        assert contrast(palette.backs, ground) >= DIM
    for colour in (palette.text, palette.accent, palette.muted):
        assert contrast(colour, palette.turn) >= DIM, colour
    assert contrast(palette.chip_ink, palette.accent) >= NORMAL


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("deck", Deck)
def test_suits_are_readable_on_paper_even_dimmed(name: str, deck: Deck) -> None:
    variables = card_variables(name, deck)
    inks = [variables[f"ink-{suit}"] for suit in ("clubs", "diamonds", "hearts", "spades")]
    for ink in inks:
        assert contrast(ink, variables["card-paper"]) >= NORMAL, ink
        assert contrast(ink, variables["card-warm"]) >= NORMAL - 0.3, ink
        assert contrast(ink, variables["card-dim"]) >= 2.7, ink


@pytest.mark.parametrize("name", PALETTES)
def test_cards_stand_out_from_the_felt_and_refused_ones_from_the_others(name: str) -> None:
    palette = PALETTES[name]
    assert contrast(palette.paper, palette.dim) >= 1.5
    if palette.is_dark:
        assert contrast(palette.dim, palette.ground) >= 5
        assert contrast(palette.back, palette.weave) >= 1.9


def colours(palette: Palette) -> set[str]:
    found: set[str] = set()
    for value in palette:
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, tuple):
            found.update(value)
    return found


def test_palette_for_256_colours_stays_on_the_xterm_cube() -> None:
    for text in colours(PALETTES["night"]):
        red, green, blue = Color.parse(text).rgb
        is_grey = red == green == blue and (red - 8) % 10 == 0
        assert is_grey or {red, green, blue} <= XTERM_LEVELS, text


def linear_rgb(text: str) -> tuple[float, float, float]:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in Color.parse(text).normalized)
    return red, green, blue


# Machado, Oliveira, Fernandes 2009, full severity, on linear RGB.
DEFECTS = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(rgb: tuple[float, float, float]) -> tuple[float, float, float]:
    red, green, blue = (min(max(channel, 0.0), 1.0) for channel in rgb)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: str, second: str, defect: str) -> float:
    def seen(text: str) -> tuple[float, float, float]:
        rgb = linear_rgb(text)
        rows = DEFECTS[defect]
        red, green, blue = (sum(a * b for a, b in zip(row, rgb, strict=True)) for row in rows)
        return lab((red, green, blue))

    return math.dist(seen(first), seen(second))


@pytest.mark.parametrize("name", ["felt", "paper", "night"])
@pytest.mark.parametrize("defect", DEFECTS)
@pytest.mark.parametrize("ground", ["ink", "glow"])
def test_colour_blind_deck_keeps_all_suits_apart(name: str, defect: str, ground: str) -> None:
    variables = card_variables(name, Deck.COLOUR_BLIND)
    suits = [variables[f"{ground}-{suit}"] for suit in ("clubs", "diamonds", "hearts", "spades")]
    for first, second in combinations(suits, 2):
        assert distance(first, second, defect) >= 20, (first, second)


def test_classic_deck_has_two_colours() -> None:
    variables = card_variables("felt", Deck.CLASSIC)
    assert variables["ink-clubs"] == variables["ink-spades"]
    assert variables["ink-hearts"] == variables["ink-diamonds"]
    assert variables["ink-hearts"] != variables["ink-spades"]


@pytest.mark.parametrize("name", [*PALETTES, "ansi-dark", "textual-light"])
def test_every_style_is_understood_in_every_theme(name: str) -> None:
    variables = card_variables(name)
    if name in PALETTES:
        variables |= {**make_theme(name).to_color_system().generate()}
    else:
        variables["accent"] = "#ffff00"
    words = [style_of(role) for role in Role]
    styles = [style for style in words if style]
    styles.extend(f"{style} on {ground}".strip() for style in words for ground in GROUNDS)
    styles.extend(card_style(card, look) for card in range(4) for look in CardLook)
    for style in styles:
        parsed = Style.parse(style, variables)
        assert parsed != Style(), style
        assert ("on " in style) is (parsed.background is not None), style


def test_every_role_has_a_style() -> None:
    assert set(STYLES) == set(Role)


def test_styles_name_only_variables_that_exist() -> None:
    known = {f"${name}" for name in card_variables("felt")} | {"$accent"}
    for style in (*STYLES.values(), *GROUNDS):
        assert {word for word in style.split() if word.startswith("$")} <= known, style


@pytest.mark.parametrize(
    ("setting", "colours_known", "no_colour", "theme"),
    [
        (None, "truecolor", False, "felt"),
        (None, "256", False, "night"),
        (None, "standard", False, "sixteen"),
        (None, None, False, "sixteen"),
        (None, "truecolor", True, "mono"),
        ("paper", "256", True, "paper"),
    ],
)
def test_theme_fits_the_terminal(
    setting: str | None, colours_known: str | None, no_colour: bool, theme: str
) -> None:
    assert choose_theme(setting, colours_known, no_colour) == theme


async def test_deck_changes_while_the_program_runs() -> None:
    app: ThemedApp[None] = ThemedApp("felt")
    async with app.run_test() as pilot:
        four = app.stylesheet.parse_style("$ink-clubs")
        app.deck = Deck.CLASSIC
        classic = app.stylesheet.parse_style("$ink-clubs")
        assert four != classic == app.stylesheet.parse_style("$ink-spades")
        app.theme = "night"
        await pilot.pause()
        assert app.stylesheet.parse_style("$ink-clubs") != classic
