"""What Belot calls its options, and how it says no."""

from __future__ import annotations

from typing import Final

from levata_client.shown.games.belot.terms import contract_of_key
from levata_client.shown.games.trick_words import TRICK_REFUSALS
from levata_client.shown.text.game_words import GameWords, OptionWords, switch
from levata_client.shown.text.phrases import N_

WORDS: Final = GameWords(
    title=N_("Belot"),
    options={
        "target": OptionWords(N_("Points to win")),
        "shuffle": OptionWords(
            N_("Shuffle"), {"each_deal": N_("every deal"), "cut_only": N_("cut only")}
        ),
        "capot_rule": OptionWords(
            N_("After a capot"),
            {
                "barrier": N_("raises the goal"),
                "one_more_deal": N_("one more deal"),
                "none": N_("none"),
            },
        ),
        "quint_compare": OptionWords(
            N_("Runs of five"), {"length": N_("longer wins"), "class": N_("as equals")}
        ),
        "eight_run": OptionWords(N_("Run of eight")),
        "auto_belot": switch(N_("Belot by itself")),
        "run_from_double": switch(N_("Bid over a double")),
        "capot_cancels_double": switch(N_("Capot undoubled")),
        "zero_to_one": switch(N_("Never 0 for points")),
    },
    presets={
        "classic": N_("classic"),
        "short": N_("short"),
        "traditional": N_("traditional"),
    },
    refusals={
        **TRICK_REFUSALS,
        "bid_too_low": N_("Bid higher than {contract}."),
        "nothing_to_double": N_("There is no bid to double."),
        "double_own_side": N_("{contract} is the bid of your own side."),
        "already_doubled": N_("{contract} is doubled already."),
        "nothing_to_redouble": N_("Nobody has doubled."),
        "redouble_other_side": N_("Only the side that was doubled may redouble."),
        "already_redoubled": N_("{contract} is redoubled already."),
        "run_from_double": N_("At this table a doubled side may not bid higher."),
        "already_declared": N_("{card} is part of another declaration."),
        "no_declarations": N_("Nothing is declared without trumps."),
        "too_late_to_declare": N_("Declarations come before your first card."),
        "part_of_run": N_("Declare the whole run."),
        "no_belot": N_("{card} makes no belot."),
        "say_belot": N_("{card} comes with belot at this table."),
    },
    results={
        "contract": N_("contract"),
        "by": N_("bid by"),
        "multiplier": N_("multiplier"),
        "raw": N_("points made"),
        "declared": N_("of it declared"),
        "capot": N_("all tricks for side"),
        "recorded": N_("recorded"),
        "hanging": N_("hanging"),
        "totals": N_("total"),
        "barrier": N_("barrier"),
    },
    seat_results=frozenset({"by"}),
    begins=N_("dealer {name}"),
    facts={"contract": contract_of_key},
)
