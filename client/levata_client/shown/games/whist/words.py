"""What Whist calls its options, and how it says no."""

from __future__ import annotations

from typing import Final

from levata_client.shown.games.trick_words import TRICK_REFUSALS
from levata_client.shown.text.game_words import GameWords, OptionWords, switch
from levata_client.shown.text.phrases import N_

WORDS: Final = GameWords(
    title=N_("Whist"),
    options={
        "scoring": OptionWords(N_("Points of a bid met")),
        "sequence": OptionWords(N_("Cards per hand")),
        "forehead": switch(N_("On the forehead")),
        "premiere": switch(N_("Bonus for a run")),
        "depremiere": switch(N_("Penalty for a run")),
        "one_card_streak": OptionWords(
            N_("Hands of one in runs"),
            {"ignore": N_("left out"), "reset": N_("end a run"), "count": N_("count")},
        ),
        "streak_len": OptionWords(N_("Length of a run")),
        "streak_bonus": OptionWords(N_("Points for a run")),
        "hook": switch(N_("Hook")),
        "one_card_trump": switch(N_("Trump in hands of one")),
        "repeat_if_all_fail": switch(N_("Repeat if all miss")),
        "repeat_keep_scores": switch(N_("Keep minus points")),
        "max_repeats": OptionWords(N_("Repeats at most"), {"none": N_("none")}),
    },
    presets={
        "classic": N_("classic"),
        "short": N_("short"),
        "eights-first": N_("eights first"),
        "forehead": N_("forehead"),
    },
    refusals={
        **TRICK_REFUSALS,
        "bid_out_of_range": N_("Bid from {0} to {1}."),
        "bid_barred": N_("{0} is not allowed: the bids may not add up to {1}."),
    },
    faults={
        "bid_out_of_range": N_("bids go from {0} to {1}"),
        "bid_barred": N_("the bids may not add up to {1}"),
    },
    results={
        "cards": N_("cards"),
        "bids": N_("bid"),
        "took": N_("took"),
        "scores": N_("score"),
        "bonus": N_("of it bonus"),
        "totals": N_("total"),
        "void": N_("void"),
    },
)
