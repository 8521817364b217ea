"""What Septica calls its options, and how it says no."""

from __future__ import annotations

from typing import Final

from levata_client.shown.text.game_words import GameWords, OptionWords, switch
from levata_client.shown.text.phrases import N_

WORDS: Final = GameWords(
    title=N_("Septica"),
    options={
        "games": OptionWords(N_("Games in a match")),
        "continue_when_winning": switch(N_("Go on uncut")),
        "removed_eights": OptionWords(N_("Eights taken out")),
        "show_points": switch(N_("Show points")),
        "partners": switch(N_("Two pairs")),
        "regen": switch(N_("Refill accounts")),
        "regen_mode": OptionWords(
            N_("How to refill"), {"add": N_("add 400"), "set": N_("set to 400")}
        ),
    },
    presets={
        "classic": N_("classic"),
        "pairs": N_("pairs"),
        "match": N_("match"),
        "hidden": N_("hidden points"),
        "continue": N_("go on uncut"),
    },
    refusals={
        "must_cut": N_("{card} does not cut: cut, or leave the cards."),
        "must_leave": N_("Somebody cut: leave the cards or cut again."),
        "must_take": N_("Nobody cut: the cards are yours."),
    },
    results={"points": N_("points"), "scores": N_("score"), "totals": N_("total")},
)
