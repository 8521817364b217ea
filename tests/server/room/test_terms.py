"""What follows from how a table was created."""

from __future__ import annotations

import pytest

from levata.protocol.documents import PACES, HandsShown
from tests.support.room_parts import CONFIG, terms_of
from tests.support.table import refusal


def test_options_are_all_in_force_and_told_where_they_differ() -> None:
    terms = terms_of()
    assert terms.options_in_force["sequence"] == "1-4-1"
    assert len(terms.options_in_force) > 1
    assert terms.options_changed == {"sequence": "1-4-1"}
    assert terms.pace == PACES["normal"]


def test_table_without_such_options_is_refused() -> None:
    assert refusal(lambda: terms_of(options={"sequence": "9"})) == "bad_option"


@pytest.mark.parametrize(
    ("watch", "shown"), [("closed", HandsShown.CLOSED), ("delayed", HandsShown.DELAYED)]
)
def test_hands_are_shown_as_the_table_was_created(watch: str, shown: HandsShown) -> None:
    assert terms_of(watch=watch).hands_shown == shown


def test_every_match_of_every_table_has_a_seed_of_its_own() -> None:
    seeds = [terms_of(seed=seed).match_seed(number) for seed in "ab" for number in range(1, 50)]
    assert len(set(seeds)) == len(seeds)
    assert not any(CONFIG.seed in seed for seed in seeds)
    assert terms_of().match_seed(1) == terms_of().match_seed(1)


def test_forced_actions_take_times_that_cannot_be_told_beforehand() -> None:
    terms = terms_of()
    delays = [terms.masked_delay(decision) for decision in range(100)]
    assert terms.policy.masked_delay <= min(delays)
    assert max(delays) <= 2 * terms.policy.masked_delay
    assert len(set(delays)) > 90
    assert delays == [terms.masked_delay(decision) for decision in range(100)]
