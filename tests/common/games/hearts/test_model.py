"""Hearts: what a deal scores, and every option."""

from __future__ import annotations

import pytest

from levata.cards import mask_of, parse_cards
from levata.errors import OptionError
from levata.games.hearts import HeartsOptions, Phase, deal_scores, points_of
from levata.options import format_options, parse_options
from tests.support.hearts import CLASSIC, HEARTS, ONE_SUIT_EACH, dealt, play, position

ALL_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


MOON = f"{ALL_HEARTS} QS"


JACK = HeartsOptions(jack_of_diamonds=True)


SUBTRACT = HeartsOptions(moon="subtract")


BOTH = HeartsOptions(moon="subtract", jack_of_diamonds=True)


class TestScores:
    @pytest.mark.parametrize(
        ("case", "cards", "points"),
        [
            ("HE25", "2H AH", 2),
            ("HE26", "QS", 13),
            ("HE27", "JD KS AC", 0),
            ("HE28", MOON, 26),
        ],
    )
    def test_he25_to_he28_points(self, case: str, cards: str, points: int) -> None:
        assert points_of(mask_of(parse_cards(cards))) == points, case

    @pytest.mark.parametrize(
        ("case", "options", "taken", "scores"),
        [
            ("HE29", CLASSIC, ("QS 2H", "3H 4H", "", "5H"), (-14, -2, 0, -1)),
            ("HE30", CLASSIC, ("", MOON, "", ""), (-26, 0, -26, -26)),
            ("HE31", SUBTRACT, ("", MOON, "", ""), (0, 26, 0, 0)),
            ("HE32", CLASSIC, ("", ALL_HEARTS, "QS", ""), (0, -13, -13, 0)),
            ("HE33", JACK, ("JD QS", "", ALL_HEARTS), (-3, 0, -13)),
            ("HE34", JACK, ("JD", MOON, ""), (-16, 0, -26)),
            ("HE35", BOTH, ("", f"{MOON} JD", ""), (0, 36, 0)),
            ("HE36", CLASSIC, ("", "", "", "", MOON), (-26, -26, -26, -26, 0)),
        ],
    )
    def test_he29_to_he36_scores_of_a_deal(
        self, case: str, options: HeartsOptions, taken: tuple[str, ...], scores: tuple[int, ...]
    ) -> None:
        masks = [mask_of(parse_cards(cards)) for cards in taken]
        assert deal_scores(options, masks) == scores, case

    def test_he37_the_jack_is_kept_only_where_it_counts(self) -> None:
        for options, kept in ((JACK, "JD QS"), (CLASSIC, "QS")):
            state = position("KD 2C", "JD AS", "QS 5C", options=options)
            assert play(state, "KD JD QS").state.taken[0] == mask_of(parse_cards(kept))


class TestOptions:
    def test_defaults_as_they_stand_in_a_record(self) -> None:
        assert format_options(CLASSIC) == {
            "target": 100,
            "passing": "on",
            "moon": "add",
            "jack_of_diamonds": "off",
        }

    def test_without_passing_every_deal_begins_with_the_lead(self) -> None:
        options = parse_options(HeartsOptions, {"passing": "off"}, 4)
        assert isinstance(options, HeartsOptions)
        state = dealt(*ONE_SUIT_EACH, options=options)
        assert (state.phase, state.passing) == (Phase.PLAY, 0)

    @pytest.mark.parametrize("seats", [2, 6])
    def test_numbers_of_seats(self, seats: int) -> None:
        with pytest.raises(OptionError, match=r"^bad_seats"):
            HEARTS.setup(seats, CLASSIC)
