"""The easy player of Rentz before a hand: which subgame suits it, and when it is refused."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from levata.bots.games.rentz import RentzBot
from levata.bots.games.rentz.choice import subgame_worths
from levata.cards import format_cards, iter_cards, mask_of, parse_cards
from levata.games.rentz.options import Subgame, pack_mask
from tests.support.rentz import RENTZ, act, answers, deal_hands, options_of, shuffled

BOT = RentzBot()


class TestChoosing:
    @pytest.mark.parametrize("preset", ["classic7", "online8"])
    @pytest.mark.parametrize(
        ("hand", "good"),
        [
            ("7S 8S 9S 7H 8H 7C 8C 7D", {"totals", "tricks"}),
            ("AS KS QS AH KH AC AD KC", {"whist"}),
            ("JC JD JH JS QC TC QH TH", {"rentz"}),
        ],
    )
    def test_the_subgame_suits_the_hand(self, preset: str, hand: str, good: set[str]) -> None:
        options = options_of(4, preset=preset)
        worths = subgame_worths(options, 4, mask_of(parse_cards(hand)), options.subgames)
        best = max(worths, key=lambda subgame: worths[subgame])
        assert best.name.lower() in good, worths

    def test_the_bot_chooses_what_is_worth_most_of_what_is_left(self) -> None:
        state = shuffled(RENTZ.setup(4, options_of(4)), random.Random(5)).state
        state = replace(state, used=(0b10010000,) * 4)
        worths = subgame_worths(
            state.options, 4, state.hands[state.turn], [Subgame(g) for g in (0, 1, 2, 3, 5, 6)]
        )
        best = max(worths, key=lambda subgame: worths[subgame])
        assert answers(state, ()) == {f"choose {best.name.lower()}"}

    def test_average_hands_are_worth_nothing(self) -> None:
        """Worths are measured against other hands, so over many hands they come to nothing."""
        options = options_of(4)
        rng = random.Random(7)
        pack = tuple(iter_cards(pack_mask(4)))
        hands = [mask_of(rng.sample(pack, 8)) for _ in range(400)]
        worths = [subgame_worths(options, 4, hand, options.subgames) for hand in hands]
        for subgame in options.subgames:
            values = [worth[subgame] for worth in worths]
            spread = max(values) - min(values)
            assert abs(sum(values) / len(values)) < spread / 20

    def test_the_bot_looks_before_it_chooses(self) -> None:
        state = shuffled(RENTZ.setup(4, options_of(4, nv="on")), random.Random(1)).state
        assert answers(state, ()) == {"look"}
        looked = act(state, "look").state
        assert answers(looked, ()) < {f"choose {subgame.name.lower()}" for subgame in Subgame}

    @pytest.mark.parametrize(
        ("hand", "answer"),
        [("7C 7D AC AD 8H 8S KH KS", "refuse"), ("7C AC 8C JC JD AD 7D TD", "accept")],
    )
    def test_a_bad_hand_is_refused_where_it_can_be(self, hand: str, answer: str) -> None:
        held = parse_cards(hand)
        rest = [card for card in iter_cards(pack_mask(4)) if card not in held]
        hands = [hand, *(format_cards(rest[step::3]) for step in range(3))]
        dealt = deal_hands(RENTZ.setup(4, options_of(4, refuse_rentz=1)), hands)
        asked = act(dealt, "choose rentz").state
        assert RENTZ.view(asked, 0).legal == ("accept", "refuse")
        assert answers(asked, ()) == {answer}
