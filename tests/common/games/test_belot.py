"""Belot: dealing, declarations, belot, time that is up, and cutting without shuffling."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from levata.cards import HandOrder, cards_of, format_cards, mask_of, parse_cards, top_ranks
from levata.errors import IllegalAction, OptionError, RecordError
from levata.events import CardPlayed, Dealt, Passed
from levata.game import CHANCE, Bid, Deal, Facts
from levata.games.belot import BelotOptions, BelotState
from levata.games.belot.auction import Auction
from levata.games.belot.cards import CONTRACTS, TRUMP_OF, arrange_cards
from levata.games.belot.declarations import Declaration
from levata.games.belot.state import AuctionEnded, BelotSaid, CombinationDeclared, CombinationsShown
from levata.options import format_options, parse_options
from tests.support.belot import (
    BELOT,
    CLUBS_TO_SEAT_0,
    EIGHT_EACH,
    MIXED,
    act,
    dealt,
    events_of,
    hands_of,
    legal_texts,
    new_match,
    play_out,
    refusal_of,
    score,
    step,
)

# Setting up and dealing.


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_four_players_only(seats: int) -> None:
    with pytest.raises(OptionError) as refused:
        BELOT.setup(seats, BelotOptions())
    assert (refused.value.code, refused.value.facts) == ("bad_seats", (str(seats), "4"))


def test_options_as_texts_with_their_defaults() -> None:
    options = parse_options(BelotOptions, {}, 4)
    assert format_options(options) == {
        "target": 151,
        "shuffle": "each_deal",
        "capot_rule": "barrier",
        "quint_compare": "length",
        "eight_run": 100,
        "auto_belot": "on",
        "run_from_double": "on",
        "capot_cancels_double": "off",
        "zero_to_one": "off",
    }
    for preset in BELOT.info.presets.values():
        parse_options(BelotOptions, preset, 4)


def test_match_begins_with_a_deal() -> None:
    state = BELOT.setup(4, BelotOptions(target=100))
    assert BELOT.to_act(state) == (CHANCE,)
    assert BELOT.legal(state, 0) == ()
    assert BELOT.outcome(state) is None
    assert BELOT.scores(state) == (0, 0, 0, 0)
    assert state.barrier == 100


def test_three_and_two_cards_are_dealt_from_the_dealers_right_then_three() -> None:
    pack = top_ranks(8)
    done = BELOT.apply(BELOT.setup(4, BelotOptions()), CHANCE, Deal(pack, 2))
    assert done.events == (Dealt(5, 3),)
    state = done.state
    assert (state.dealer, state.turn, state.number) == (2, 3, 1)
    assert cards_of(state.hands[3]) == pack[0:3] + pack[12:14]
    assert cards_of(state.hands[2]) == pack[9:12] + pack[18:20]
    assert BELOT.facts(state).hands[3] == pack[0:3] + pack[12:14] + pack[20:23]
    events = events_of(state, *["pass"] * 3, "bid hearts", *["pass"] * 3)
    assert events[-2:] == (AuctionEnded(2, 2, 1), Dealt(3, 3))
    state = act(state, *["pass"] * 3, "bid hearts", *["pass"] * 3)
    assert set(cards_of(state.hands[0])) == {*pack[3:6], *pack[14:16], *pack[23:26]}
    assert state.talon == ()
    assert BELOT.to_act(state) == (3,)


def test_auction_shows_five_cards() -> None:
    state = new_match(hands=MIXED)
    view = BELOT.view(state, 0)
    assert format_cards(view.hand) == "9S TS JC JD JH"
    assert view.counts == (5, 5, 5, 5)
    state = act(state, *CLUBS_TO_SEAT_0)
    assert view.hand != BELOT.view(state, 0).hand == tuple(sorted(parse_cards(MIXED[0])))


def test_first_dealer_is_drawn_once_and_the_deal_passes_to_the_right() -> None:
    state = BELOT.setup(4, BelotOptions())
    for number, dealer in enumerate([3, 0, 1, 2, 3], 1):
        drawn = 3 if number == 1 else 1
        state = BELOT.apply(state, CHANCE, Deal(BELOT.pack(state), drawn)).state
        assert (state.number, state.dealer) == (number, dealer)
        assert BELOT.facts(state).first == dealer
        state = act(state, *["pass"] * 4)


def test_deal_is_refused_where_none_is_wanted_or_by_a_seat() -> None:
    state = BELOT.setup(4, BelotOptions())
    deal = Deal(BELOT.pack(state))
    with pytest.raises(IllegalAction, match="wrong_phase"):
        BELOT.apply(state, 0, deal)
    with pytest.raises(IllegalAction, match="wrong_phase"):
        BELOT.apply(new_match(), CHANCE, deal)
    with pytest.raises(IllegalAction, match="bad_deal"):
        BELOT.apply(state, CHANCE, Deal(deal.order[1:]))


def test_facts_that_fit_no_deal_are_refused() -> None:
    state = BELOT.setup(4, BelotOptions())
    hands = hands_of(*EIGHT_EACH)
    second = act(new_match(dealer=3), *["pass"] * 4)
    bad = [
        (state, Facts(4, hands)),
        (state, Facts(0, hands[:3])),
        (state, Facts(0, (hands[0][:7], *hands[1:]))),
        (state, Facts(0, (hands[1], *hands[1:]))),
        (second, Facts(3, hands)),
    ]
    for before, facts in bad:
        with pytest.raises(RecordError, match="bad_deal"):
            BELOT.deal_from(before, facts)
    assert BELOT.apply(second, CHANCE, BELOT.deal_from(second, Facts(0, hands))).state.dealer == 0


def test_unknown_actions_are_refused() -> None:
    with pytest.raises(IllegalAction, match="unknown_action"):
        BELOT.apply(new_match(), 0, Bid(3))
    for text in ("bid 3", "play 2C", "play JC belot", "declare tierce 9S-JS-TS", "declare"):
        with pytest.raises(IllegalAction, match="unknown_action"):
            BELOT.parse_action(text)


# A deal thrown in.


def test_thrown_in_deal_scores_nothing_and_keeps_its_facts() -> None:
    state = replace(new_match(hands=MIXED), hanging=11, totals=(20, 30))
    facts = BELOT.facts(state)
    assert facts == Facts(3, tuple(map(sorted_fives, hands_of(*MIXED))))
    events = events_of(state, *["pass"] * 4)
    assert events[:4] == tuple(Passed(seat) for seat in range(4))
    assert score(events) == {
        "contract": None,
        "recorded": (0, 0),
        "hanging": 11,
        "totals": (20, 30),
        "barrier": 151,
    }
    after = act(state, *["pass"] * 4)
    assert BELOT.to_act(after) == (CHANCE,)
    assert (after.dealer, after.hanging, after.hands) == (0, 11, (0, 0, 0, 0))
    assert [row.number for row in after.rows] == [1]


def sorted_fives(hand: tuple[int, ...]) -> tuple[int, ...]:
    return (*sorted(hand[:5]), *hand[5:])


# Declarations.


def test_declaring_is_offered_before_the_first_card_only() -> None:
    state = act(new_match(hands=MIXED), *CLUBS_TO_SEAT_0)
    assert legal_texts(state)[:2] == ["declare carre JC-JD-JH-JS", "declare quarte 9S-TS-JS-QS"]
    state = act(state, "play 7C")
    assert legal_texts(state)[:2] == ["declare tierce 8C-9C-TC", "declare tierce QC-KC-AC"]
    state = act(state, "play 8C", "play 9D", "play TH")
    assert not any(text.startswith("declare") for text in legal_texts(state))
    assert refusal_of(state, "declare tierce QC-KC-AC") == ("too_late_to_declare",)


def test_declaring_shrinks_what_is_left() -> None:
    state = act(new_match(hands=MIXED), *CLUBS_TO_SEAT_0)
    carre_first = act(state, "declare carre JC-JD-JH-JS")
    assert legal_texts(carre_first)[0].startswith("play"), "9-10 and Q alone are no run"
    run_first = act(state, "declare quarte 9S-TS-JS-QS")
    assert legal_texts(run_first)[0].startswith("play"), "the jack is used"
    assert refusal_of(run_first, "declare carre JC-JD-JH-JS") == ("already_declared", "JS")
    assert refusal_of(run_first, "declare quarte 9S-TS-JS-QS") == ("already_declared", "9S")


def test_rest_of_a_run_may_follow_a_carre() -> None:
    hands = (
        "JC JD JH JS TS 9S 8S 7S",
        "7C 8C 9C TC QC KC AC QS",
        "7D 8D 9D TD QD KD AD KS",
        "7H 8H 9H TH QH KH AH AS",
    )
    state = act(new_match(hands=hands), *CLUBS_TO_SEAT_0)
    assert legal_texts(state)[:2] == [
        "declare carre JC-JD-JH-JS",
        "declare quint 7S-8S-9S-TS-JS",
    ]
    assert refusal_of(state, "declare quarte 7S-8S-9S-TS") == ("part_of_run",)
    state = act(state, "declare carre JC-JD-JH-JS")
    assert legal_texts(state)[0] == "declare quarte 7S-8S-9S-TS"
    state = act(state, "declare quarte 7S-8S-9S-TS")
    assert state.declarations == (
        Declaration(0, 3, parse_cards("JC JD JH JS")),
        Declaration(0, 1, parse_cards("7S 8S 9S TS")),
    )


def test_refused_declarations() -> None:
    state = act(new_match(hands=MIXED), *CLUBS_TO_SEAT_0)
    assert refusal_of(state, "declare tierce 9S-TS-JS") == ("part_of_run",)
    assert refusal_of(state, "declare tierce QS-KS-AS") == ("not_in_hand", "KS")
    assert refusal_of(state, "declare carre JC-JD-JH-JS", seat=1) == ("not_your_turn",)
    no_trump = act(new_match(hands=MIXED), "bid notrump", "pass", "pass", "pass")
    assert refusal_of(no_trump, "declare carre JC-JD-JH-JS") == ("no_declarations",)
    assert legal_texts(no_trump)[0] == "play 7C"
    in_auction = new_match(hands=MIXED)
    assert refusal_of(in_auction, "declare carre JC-JD-JH-JS") == ("wrong_phase",)


def test_others_hear_the_kind_only_until_the_end_of_the_deal() -> None:
    state = act(new_match(hands=MIXED), *CLUBS_TO_SEAT_0)
    done = step(state, "declare carre JC-JD-JH-JS")
    assert done.events == (CombinationDeclared(0, 3),)
    state = done.state
    own, other, spectator = (BELOT.view(state, seat) for seat in (0, 1, None))
    assert own.own == (parse_cards("JC JD JH JS"),)
    assert other.own == spectator.own == ()
    assert own.announced == other.announced == spectator.announced == ((0, 3),)
    assert own.shown == other.shown == ()
    after, events = play_out(act(state, "play 7C"))
    shown = (Declaration(0, 3, parse_cards("JC JD JH JS"), 200),)
    assert CombinationsShown(shown) in events
    for seat in (0, 1, None):
        assert BELOT.view(after, seat).shown == shown
    again = dealt(after, 0, EIGHT_EACH)
    assert not BELOT.view(again, 1).shown
    assert not BELOT.view(again, 1).announced


def test_declarations_count_without_any_trick() -> None:
    """B-A22, and capot keeps its 90."""
    hands = (
        "7C 8C 9C TC JC QC KC AC",
        "7D 8D 9D JD KD AD 7H 8H",
        "9H TH JH QH KH 7S 8S 9S",
        "TD QD AH TS JS QS KS AS",
    )
    state = act(new_match(hands=hands), *CLUBS_TO_SEAT_0, "play JC")
    state = act(state, "declare tierce 7D-8D-9D")
    after, events = play_out(state)
    assert score(events)["raw"] == (162 + 90 + 20, 20)
    assert score(events)["declared"] == (20, 20)
    assert after.totals == (27, 2)


# Belot.


def test_auto_belot_replaces_the_card() -> None:
    state = act(new_match(), *CLUBS_TO_SEAT_0)
    texts = legal_texts(state)
    assert "play QC belot" in texts
    assert "play QC" not in texts
    assert refusal_of(state, "play QC") == ("say_belot", "QC")
    done = step(state, "play QC belot")
    assert done.events == (CardPlayed(0, parse_cards("QC")[0]), BelotSaid(0))
    assert done.state.belots == BELOT.view(done.state, 2).belots == (0,)


def test_belot_may_be_kept_silent_without_auto_belot_but_is_then_lost() -> None:
    state = act(new_match(auto_belot=False), *CLUBS_TO_SEAT_0)
    texts = legal_texts(state)
    assert texts[-5:] == ["play QC", "play QC belot", "play KC", "play KC belot", "play AC"]
    silent = act(state, "play QC", "play 7D", "play 7H", "play 7S")
    assert refusal_of(silent, "play KC belot") == ("no_belot", "KC")
    assert silent.belots == ()
    assert refusal_of(state, "play AC belot")[0] == "unknown_action"


def test_several_belots_count_in_all_trumps() -> None:
    state = act(new_match(), "bid alltrumps", "pass", "pass", "pass")
    after, events = play_out(act(state, "play QC belot"))
    # The others only discard, so their kings and queens never meet the conditions (B-A16).
    assert after.belots == (0,)
    assert score(events)["declared"] == (20, 0)
    hands = (
        "KC QC KD QD 7C 8C 7D 8D",
        "9C TC JC AC 7H 8H 9H TH",
        "KH QH JH AH KS QS 7S 8S",
        "9D TD JD AD 9S TS JS AS",
    )
    state = act(new_match(hands=hands), "bid alltrumps", "pass", "pass", "pass")
    state = act(state, "play KC belot", "play JC", "play 7S", "play 9D", "play 7H")
    state = act(state, "play QH belot", "play 9S")
    assert state.belots == (0, 2)
    assert refusal_of(state, "play QD belot") == ("no_belot", "QD")
    state = act(state, "play QD")
    assert refusal_of(state, "play KH belot") == ("no_belot", "KH")


# The time is up.


@pytest.mark.parametrize("auto_belot", [True, False])
def test_timeouts(auto_belot: bool) -> None:
    hands = (
        "JC JD JH JS 7S 8S 9S TS",
        "QC KC AC 7C 8C 9C TC QS",
        "7D 8D 9D TD QD KD AD KS",
        "7H 8H 9H TH QH KH AH AS",
    )
    state = new_match(hands=hands, auto_belot=auto_belot)
    assert BELOT.timeout_action(state, 0).text == "pass"
    state = act(state, "bid clubs", "pass", "pass", "pass")
    for text in ("declare carre JC-JD-JH-JS", "declare quarte 7S-8S-9S-TS", "play JD"):
        assert BELOT.timeout_action(state, 0).text == text
        state = act(state, text)
    texts = ["declare tierce QC-KC-AC", "declare quarte 7C-8C-9C-TC"]
    seen: list[str] = []
    while state.turn == 1:
        seen.append(BELOT.timeout_action(state, 1).text)
        state = act(state, seen[-1])
    assert sorted(seen[:-1]) == sorted(texts)
    assert seen[-1] == "play 7C"
    hearts = act(new_match(auto_belot=auto_belot), "bid clubs", "pass", "pass", "pass")
    hearts = replace(hearts, hands=(mask_of(parse_cards("QC KC 7S")), *hearts.hands[1:]))
    assert BELOT.timeout_action(hearts, 0).text == "play 7S"
    assert BELOT.timeout_action(hearts, 0, HandOrder.PLAIN).text == "play QC belot"


@pytest.mark.parametrize(
    ("contract", "order", "laid_out"),
    [
        ("notrump", HandOrder.SUITS, "9C JC TC AC 9S KS JH TH"),
        ("clubs", HandOrder.SUITS, "9S KS JH TH TC AC 9C JC"),
        ("clubs", HandOrder.PLAIN, "TC AC 9C JC 9S KS JH TH"),
        ("alltrumps", HandOrder.SUITS, "TC AC 9C JC KS 9S TH JH"),
        ("notrump", HandOrder.RANKS, "9C 9S JC JH KS TC TH AC"),
    ],
)
def test_hand_is_laid_out_by_strength(contract: str, order: HandOrder, laid_out: str) -> None:
    trump = TRUMP_OF[CONTRACTS.index(contract)]
    cards = arrange_cards(parse_cards("9C TC JC AC TH JH 9S KS"), order, trump)
    assert format_cards(cards) == laid_out


# Cutting without shuffling.


def cut_only_match(calls: tuple[str, ...]) -> BelotState:
    state = act(new_match(hands=MIXED, shuffle="cut_only"), *calls)
    return play_out(state)[0]


def test_cut_only_gathers_the_tricks() -> None:
    state = cut_only_match(CLUBS_TO_SEAT_0)
    pack = BELOT.pack(state)
    assert sorted(pack) == list(top_ranks(8))
    under = state.dealer % 2
    over_pile, under_pile = state.piles[1 - under], state.piles[under]
    assert pack[: len(over_pile)][:4] == over_pile[-4:]
    assert pack[-4:] == under_pile[:4]


def test_cut_only_gathers_a_deal_thrown_in() -> None:
    state = cut_only_match(("pass",) * 4)
    fives = [card for hand in hands_of(*MIXED) for card in sorted(hand[:5])]
    assert BELOT.pack(state)[:20] == tuple(fives)
    assert BELOT.pack(state)[20:23] == parse_cards("JS QS 7C")


def test_cut_only_deals_a_rotation_of_the_gathered_pack() -> None:
    state = cut_only_match(CLUBS_TO_SEAT_0)
    pack = BELOT.pack(state)
    for place in (0, 1, 17, 31):
        shuffled = (pack[place], *[card for card in sorted(pack) if card != pack[place]])
        deal = BELOT.deal_of(state, shuffled, 2)
        assert deal == Deal(pack[place:] + pack[:place], 2)
        after = BELOT.apply(state, CHANCE, deal).state
        assert after.dealer == 0
        assert BELOT.apply(state, CHANCE, BELOT.deal_from(state, BELOT.facts(after))).state == after


def test_first_deal_and_shuffled_deals_take_the_order_as_it_is() -> None:
    order = tuple(reversed(top_ranks(8)))
    for state in (
        BELOT.setup(4, BelotOptions(shuffle="cut_only")),
        BELOT.setup(4, BelotOptions()),
        act(new_match(), *["pass"] * 4),
    ):
        assert BELOT.deal_of(state, order, 1) == Deal(order, 1)
        assert BELOT.pack(state) == top_ranks(8)


def test_a_new_auction_forgets_the_last_one() -> None:
    state = act(new_match(), "bid clubs", "double", "pass", "pass", "pass", "play JC")
    after = dealt(play_out(state)[0], 0, EIGHT_EACH)
    assert after.auction == Auction()
    assert after.piles == ((), ())
    assert not after.belots
    assert not after.declarations
