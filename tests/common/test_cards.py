"""Cards, masks, and the order in which a hand is laid out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.cards import (
    CARD_TEXTS,
    FULL_DECK,
    RANK_MASKS,
    SUIT_MASKS,
    HandOrder,
    arrange_hand,
    cards_of,
    format_card,
    format_cards,
    iter_cards,
    mask_of,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
    top_ranks,
)
from levata.errors import CardError

some_cards = st.sets(st.integers(0, 51))


def test_fifty_two_cards_have_texts_of_their_own() -> None:
    assert len(set(CARD_TEXTS)) == 52
    for card, text in enumerate(CARD_TEXTS):
        assert parse_card(text) == card
        assert format_card(card) == text
        assert text == "23456789TJQKA"[rank_of(card)] + "CDHS"[suit_of(card)]


@pytest.mark.parametrize("text", ["", "K", "HK", "kh", "KH ", "10H", "1C", "KX", "KHS", "KH" * 50])
def test_other_texts_name_no_card(text: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_card(text)
    assert refused.value.code == "bad_card"
    assert refused.value.facts == (text[:8],)


def test_several_cards_are_separated_by_blanks() -> None:
    assert parse_cards("") == ()
    assert parse_cards("  KH   TC ") == (46, 32)
    assert format_cards(parse_cards("KH TC 2S")) == "KH TC 2S"
    with pytest.raises(CardError):
        parse_cards("KH,TC")


@given(some_cards)
def test_masks_hold_sets_of_cards(chosen: set[int]) -> None:
    mask = mask_of(chosen)
    assert mask.bit_count() == len(chosen)
    assert cards_of(mask) == tuple(iter_cards(mask)) == tuple(sorted(chosen))
    if chosen:
        assert (mask & -mask).bit_length() - 1 == min(chosen)
        assert mask.bit_length() - 1 == max(chosen)


def test_suits_and_ranks_divide_the_deck() -> None:
    assert [mask.bit_count() for mask in SUIT_MASKS] == [13] * 4
    assert [mask.bit_count() for mask in RANK_MASKS] == [4] * 13
    assert sum(SUIT_MASKS) == sum(RANK_MASKS) == FULL_DECK
    for card in range(52):
        assert SUIT_MASKS[suit_of(card)] >> card & 1
        assert RANK_MASKS[rank_of(card)] >> card & 1


@pytest.mark.parametrize("count", range(14))
def test_top_ranks_are_the_highest_ones(count: int) -> None:
    pack = top_ranks(count)
    assert sorted({rank_of(card) for card in pack}) == list(range(13 - count, 13))
    assert len(pack) == 4 * count
    assert list(pack) == sorted(pack)


@pytest.mark.parametrize(
    ("order", "trump", "laid_out"),
    [
        (HandOrder.SUITS, "", "2C AC 3D 4S KS 2H AH"),
        (HandOrder.SUITS, "C", "3D 4S KS 2H AH 2C AC"),
        (HandOrder.SUITS, "D", "2C AC 4S KS 2H AH 3D"),
        (HandOrder.SUITS, "H", "2C AC 3D 4S KS 2H AH"),
        (HandOrder.PLAIN, "C", "2C AC 3D 4S KS 2H AH"),
        (HandOrder.RANKS, "C", "2C 2H 3D 4S KS AC AH"),
    ],
)
def test_hand_is_laid_out(order: HandOrder, trump: str, laid_out: str) -> None:
    hand = parse_cards("AH KS 4S 3D 2H AC 2C")
    suit = "CDHS".index(trump) if trump else -1
    assert format_cards(arrange_hand(hand, order, suit)) == laid_out


def test_hand_is_laid_out_by_suits_unless_told_otherwise() -> None:
    hand = parse_cards("AH KS 3D")
    assert arrange_hand(hand) == arrange_hand(hand, HandOrder.SUITS, -1)


@given(some_cards, st.sampled_from(HandOrder), st.integers(-1, 3))
def test_laying_out_loses_no_card(chosen: set[int], order: HandOrder, trump: int) -> None:
    assert sorted(arrange_hand(chosen, order, trump)) == sorted(chosen)
