"""What Hearts calls its options, and how it says no."""

from __future__ import annotations

from typing import Final

from levata_client.shown.games.trick_words import FOLLOW_REFUSALS
from levata_client.shown.text.game_words import GameWords, OptionWords, switch
from levata_client.shown.text.phrases import N_

WORDS: Final = GameWords(
    title=N_("Hearts"),
    options={
        "target": OptionWords(N_("Lost points that end it")),
        "passing": switch(N_("Passing cards")),
        "moon": OptionWords(
            N_("Who takes all points"),
            {"add": N_("the others lose 26"), "subtract": N_("earns 26")},
        ),
        "jack_of_diamonds": switch(N_("Jack of diamonds earns 10")),
    },
    presets={
        "classic": N_("classic"),
        "short": N_("short"),
        "omnibus": N_("omnibus"),
        "no-passing": N_("no passing"),
    },
    refusals={
        **FOLLOW_REFUSALS,
        "must_lead": N_("You must lead {card}."),
        "hearts_not_broken": N_("Hearts may not be led before one was played."),
        "no_points_yet": N_("{card} may not be played in the first trick."),
        "already_passed": N_("{card} is passed on already."),
    },
    results={
        "passing": N_("seats on that cards are passed"),
        "points": N_("points"),
        "scores": N_("score"),
        "totals": N_("total"),
        "moon": N_("all points taken by"),
    },
    seat_results=frozenset({"moon"}),
)
