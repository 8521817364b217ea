"""Rentz: presets, values and every table setting."""

from __future__ import annotations

import pytest

from levata.cards import CARD_TEXTS, cards_of, format_cards
from levata.errors import OptionError
from levata.games.rentz.options import (
    ACES,
    KEYS,
    RentzOptions,
    Subgame,
    hands_in_all,
    low_ends,
    pack_mask,
    place_points,
    row_starts,
)
from levata.options import Scalar, format_options, option_fields, options_hash, parse_options
from tests.support.rentz import RENTZ, options_of


@pytest.mark.parametrize(("seats", "hands"), [(3, 21), (4, 28), (5, 35), (6, 42)])
def test_r1_hands_of_a_match_with_seven_subgames(seats: int, hands: int) -> None:
    assert hands_in_all(seats, options_of(seats, preset="classic7")) == hands


def test_r2_hands_of_a_match_with_eight_subgames_and_four_players() -> None:
    assert hands_in_all(4, options_of(4, preset="online8")) == 32


@pytest.mark.parametrize(("seats", "hands"), [(3, 24), (5, 40), (6, 48)])
def test_r3_hands_of_a_match_with_eight_subgames(seats: int, hands: int) -> None:
    assert hands_in_all(seats, options_of(seats, preset="online8")) == hands


def values_by_key(options: RentzOptions) -> dict[str, int]:
    return {KEYS[subgame]: options.value_of(subgame) for subgame in options.subgames}


def test_r4_values_of_classic7() -> None:
    assert values_by_key(options_of(preset="classic7")) == {
        "king": -100,
        "queens": -30,
        "diamonds": -10,
        "tricks": -10,
        "totals": 0,
        "whist": 10,
        "rentz": 0,
    }


def test_r5_values_of_online8() -> None:
    assert values_by_key(options_of(preset="online8")) == {
        "king": -200,
        "queens": -40,
        "diamonds": -30,
        "tricks": -50,
        "totals": 0,
        "ten_clubs": 200,
        "whist": 50,
        "rentz": 0,
    }


@pytest.mark.parametrize(
    ("seats", "low"),
    [(3, "9C 9D 9H 9S"), (4, "7C 7D 7H 7S"), (5, "5C 5D 5H 5S"), (6, "3C 3D 3H 3S")],
)
def test_r19_high_and_low_ends(seats: int, low: str) -> None:
    assert format_cards(cards_of(ACES)) == "AC AD AH AS"
    assert format_cards(cards_of(low_ends(seats))) == low


@pytest.mark.parametrize(("seats", "above", "below"), [(3, 3, 2), (4, 3, 4), (5, 3, 6), (6, 3, 8)])
def test_r20_cards_above_and_below_the_jack(seats: int, above: int, below: int) -> None:
    ranks = [CARD_TEXTS[card][0] for card in cards_of(pack_mask(seats))[::4]]
    jack = ranks.index("J")
    assert (len(ranks) - 1 - jack, jack) == (above, below)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_pack_has_eight_cards_for_every_seat(seats: int) -> None:
    state = RENTZ.setup(seats, options_of(seats))
    assert RENTZ.pack(state) == cards_of(pack_mask(seats))
    assert pack_mask(seats).bit_count() == 8 * seats


@pytest.mark.parametrize(
    ("seats", "preset"), [(3, "classic7"), (4, "online8"), (5, "classic7"), (6, "classic7")]
)
def test_default_preset_depends_on_the_seats_and_is_written_out(seats: int, preset: str) -> None:
    options = options_of(seats)
    assert options == options_of(seats, preset=preset)
    written = format_options(options)
    assert written["preset"] == preset
    assert options_hash("rentz", options) == options_hash("rentz", options_of(seats, **written))


def test_every_option_in_force_is_written_out() -> None:
    assert format_options(options_of(4)) == {
        "preset": "online8",
        "values": "-200/-40/-30/-50/200/50",
        "rentz_payout": "400/200/100/0",
        "layout_start": "jack",
        "ace_extra": "optional",
        "early_end": "on",
        "hearts_lead": "free",
        "nv": "off",
        "refuse_rentz": "off",
        "rating_pool": "all",
    }
    assert format_options(options_of(5))["values"] == "-100/-30/-10/-10/10"


def test_every_preset_of_the_menu_suits_every_number_of_players() -> None:
    assert next(iter(RENTZ.info.presets.values())) == {}
    for texts in RENTZ.info.presets.values():
        for seats in RENTZ.info.seats:
            state = RENTZ.setup(seats, options_of(seats, **texts))
            assert state.options.preset == texts.get("preset", options_of(seats).preset)


def test_options_are_resolved_by_setup_as_well() -> None:
    assert RENTZ.setup(4, RentzOptions()).options == options_of(4)
    assert options_of(4).resolve(4) == options_of(4)


def test_values_can_be_edited() -> None:
    options = options_of(4, values="-75/0/-5/-15/150/25")
    assert options.value_of(Subgame.KING) == -75
    assert options.value_of(Subgame.TEN_CLUBS) == 150
    assert options.value_of(Subgame.WHIST) == 25
    assert options_of(4, preset="classic7", values="-1/-2/-3/-4/5").value_of(Subgame.WHIST) == 5


@pytest.mark.parametrize(
    ("texts", "facts"),
    [
        ({"values": "-100/-30/-10/-10/10"}, ("values", "preset")),
        ({"preset": "classic7", "values": "-1/-2/-3/-4/5/6"}, ("values", "preset")),
        ({"values": "100/-40/-30/-50/200/50"}, ("values", "king")),
        ({"values": "-200/-40/-30/-50/-200/50"}, ("values", "ten_clubs")),
        ({"values": "-200/-40/-30/-50/200/-50"}, ("values", "whist")),
        ({"rentz_payout": "100/200/400"}, ("rentz_payout", "rentz")),
    ],
)
def test_contradictory_options_are_refused(
    texts: dict[str, Scalar], facts: tuple[str, ...]
) -> None:
    with pytest.raises(OptionError) as refused:
        options_of(4, **texts)
    assert (refused.value.code, refused.value.facts) == ("contradictory", facts)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("preset", "classic8"),
        ("values", "none"),
        ("values", ""),
        ("values", "-2000/-40/-30/-50/200/50"),
        ("rentz_payout", "400/200/-1"),
        ("rentz_payout", "preset"),
        ("refuse_rentz", "on"),
        ("refuse_rentz", "0"),
        ("refuse_rentz", "none"),
        ("nv", "yes"),
    ],
)
def test_options_out_of_range_are_refused(name: str, text: str) -> None:
    with pytest.raises(OptionError) as refused:
        options_of(4, **{name: text})
    assert refused.value.code == "bad_option"


@pytest.mark.parametrize("seats", [2, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(OptionError) as refused:
        RENTZ.setup(seats, RentzOptions())
    assert refused.value.code == "bad_seats"


def test_every_option_is_explained() -> None:
    fields = option_fields(RentzOptions)
    assert all(field.help for field in fields)
    assert parse_options(RentzOptions, {f.name: f.default for f in fields}, 4) == options_of(4)


@pytest.mark.parametrize(("seats", "start"), [(3, "Q"), (4, "J"), (5, "T"), (6, "9")])
def test_rows_start_with_jacks_or_the_middle_rank(seats: int, start: str) -> None:
    """R-A8."""
    assert format_cards(cards_of(row_starts(seats, options_of(seats)))) == "JC JD JH JS"
    starts = row_starts(seats, options_of(seats, layout_start="median"))
    assert {CARD_TEXTS[card][0] for card in cards_of(starts)} == {start}


@pytest.mark.parametrize(
    ("payout", "expected"),
    [
        ("400/200/100/0", (400, 200, 100, 0)),
        ("400", (400, 0, 0, 0)),
        ("300/200/150/100/50/0", (300, 200, 150, 0)),
    ],
)
def test_payout_is_by_place_and_nothing_for_the_last(
    payout: str, expected: tuple[int, ...]
) -> None:
    """R-A15."""
    assert place_points(options_of(4, rentz_payout=payout), (1, 2, 3, 4)) == expected
