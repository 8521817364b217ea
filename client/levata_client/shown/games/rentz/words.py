"""What Rentz calls its options, and how it says no."""

from __future__ import annotations

from typing import Final

from levata_client.shown.games.rentz.terms import subgame_of_key
from levata_client.shown.games.trick_words import FOLLOW_REFUSALS
from levata_client.shown.text.game_words import GameWords, OptionWords, switch
from levata_client.shown.text.phrases import N_

_CLASSIC: Final = N_("classic, 7 subgames")
_ONLINE: Final = N_("online, 8 subgames")

WORDS: Final = GameWords(
    title=N_("Rentz"),
    options={
        "preset": OptionWords(
            N_("Set of subgames"),
            {"auto": N_("automatic"), "classic7": _CLASSIC, "online8": _ONLINE},
        ),
        "values": OptionWords(N_("Values"), {"preset": N_("those of the set")}),
        "rentz_payout": OptionWords(N_("Payout by place")),
        "layout_start": OptionWords(
            N_("Rows start with"), {"jack": N_("the jack"), "median": N_("the middle")}
        ),
        "ace_extra": OptionWords(
            N_("Move after an ace"), {"optional": N_("free"), "forced": N_("a duty")}
        ),
        "early_end": switch(N_("Stop early")),
        "hearts_lead": OptionWords(
            N_("Leading hearts"),
            {"free": N_("any time"), "not_while_other_suit": N_("hearts only")},
        ),
        "nv": switch(N_("Blind choices")),
        "refuse_rentz": OptionWords(N_("Refusals"), {"off": N_("off")}),
        "rating_pool": OptionWords(
            N_("Rating measured by"),
            {"all": N_("all seats"), "present": N_("those present")},
        ),
    },
    presets={"standard": N_("standard"), "classic7": _CLASSIC, "online8": _ONLINE},
    refusals={
        **FOLLOW_REFUSALS,
        "hearts_barred": N_("Hearts may only be led from a hand of hearts."),
        "must_play": N_("You can play a card, so you must."),
        "no_neighbour": N_("{card} fits nowhere yet."),
        "already_looked": N_("You have looked at your cards: it cannot be played blind."),
        "blind_last": N_("The last choice cannot be played blind."),
        "blind_off": N_("This table does not play blind."),
        "subgame_used": N_("You have chosen {subgame} before."),
        "subgame_absent": N_("This table does not play {subgame}."),
        "too_few_ends": N_("Only a hand with {0} aces and low ends may be refused."),
    },
    results={
        "subgame": N_("subgame"),
        "blind": N_("blind"),
        "scores": N_("score"),
        "totals": N_("total"),
        "places": N_("place"),
        "refused": N_("refused"),
    },
    begins=N_("{name} chooses"),
    facts={"subgame": subgame_of_key},
)
