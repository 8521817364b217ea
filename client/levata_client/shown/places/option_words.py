"""What options, their values, levels and paces are called in forms and lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from levata.errors import LevataError
from levata.games import find_game
from levata.options import Scalar, format_options, parse_options
from levata.protocol.documents import PACES
from levata_client.shown.text.language import _
from levata_client.shown.text.messages import N_

LABELS: Final[Mapping[str, str]] = {
    # Whist
    "scoring": N_("Points of a bid met"),
    "sequence": N_("Cards per hand"),
    "forehead": N_("On the forehead"),
    "premiere": N_("Bonus for a run"),
    "depremiere": N_("Penalty for a run"),
    "one_card_streak": N_("Hands of one in runs"),
    "streak_len": N_("Length of a run"),
    "streak_bonus": N_("Points for a run"),
    "hook": N_("Hook"),
    "one_card_trump": N_("Trump in hands of one"),
    "repeat_if_all_fail": N_("Repeat if all miss"),
    "repeat_keep_scores": N_("Keep minus points"),
    "max_repeats": N_("Repeats at most"),
    # Rentz
    "preset": N_("Set of subgames"),
    "values": N_("Values"),
    "rentz_payout": N_("Payout by place"),
    "layout_start": N_("Rows start with"),
    "ace_extra": N_("Move after an ace"),
    "early_end": N_("Stop early"),
    "hearts_lead": N_("Leading hearts"),
    "nv": N_("Blind choices"),
    "refuse_rentz": N_("Refusals"),
    "rating_pool": N_("Rating measured by"),
    # Septica
    "games": N_("Games in a match"),
    "continue_when_winning": N_("Go on uncut"),
    "removed_eights": N_("Eights taken out"),
    "show_points": N_("Show points"),
    "partners": N_("Two pairs"),
    "regen": N_("Refill accounts"),
    "regen_mode": N_("How to refill"),
    # Belot
    "target": N_("Points to win"),
    "shuffle": N_("Shuffle"),
    "capot_rule": N_("After a capot"),
    "quint_compare": N_("Runs of five"),
    "eight_run": N_("Run of eight"),
    "auto_belot": N_("Belot by itself"),
    "run_from_double": N_("Bid over a double"),
    "capot_cancels_double": N_("Capot undoubled"),
    "zero_to_one": N_("Never 0 for points"),
    # Hearts
    "limit": N_("Points to end"),
    "moon": N_("All the points"),
    "passing": N_("Passing cards"),
}
"""Labels of options by name; another option is called by its name."""

VALUES: Final[Mapping[str, str]] = {
    "on": N_("on"),
    "off": N_("off"),
    "none": N_("none"),
    "auto": N_("automatic"),
    "ignore": N_("left out"),
    "reset": N_("end a run"),
    "count": N_("count"),
    "jack": N_("the jack"),
    "median": N_("the middle"),
    "optional": N_("free"),
    "forced": N_("a duty"),
    "free": N_("any time"),
    "not_while_other_suit": N_("hearts only"),
    "all": N_("all seats"),
    "present": N_("those present"),
    "add": N_("add 400"),
    "set": N_("set to 400"),
    "each_deal": N_("every deal"),
    "cut_only": N_("cut only"),
    "barrier": N_("raises the goal"),
    "one_more_deal": N_("one more deal"),
    "length": N_("longer wins"),
    "class": N_("as equals"),
}

LEVELS: Final[Mapping[str, str]] = {
    "random": N_("random"),
    "beginner": N_("beginner"),
    "easy": N_("easy"),
    "good": N_("good"),
    "hard": N_("hard"),
    "master": N_("master"),
}

PRESETS: Final[Mapping[str, str]] = {
    "classic": N_("classic"),
    "short": N_("short"),
    "standard": N_("standard"),
    "traditional": N_("traditional"),
    "forehead": N_("forehead"),
    "eights-first": N_("eights first"),
    "pairs": N_("pairs"),
    "match": N_("match"),
    "hidden": N_("hidden points"),
    "continue": N_("go on uncut"),
}


def option_label(name: str) -> str:
    """Return what an option is called."""
    label = LABELS.get(name)
    return _(label) if label is not None else name.replace("_", " ")


def option_help(text: str) -> str:
    """Return the explanation of an option, which stands in English beside the rules."""
    return _(text) if text else ""


def value_label(value: Scalar) -> str:
    """Return what a value of an option is called."""
    label = VALUES.get(str(value))
    return _(label) if label is not None else str(value)


def level_label(level: str) -> str:
    """Return what a level of computer players is called."""
    label = LEVELS.get(level)
    return _(label) if label is not None else level


def preset_label(preset: str) -> str:
    """Return what a named set of options is called."""
    label = PRESETS.get(preset)
    return _(label) if label is not None else preset


def watch_label(watch: str) -> str:
    """Return what watchers see of the hands, in words."""
    labels = {
        "closed": _("see no cards"),
        "delayed": _("see finished hands"),
    }
    return labels.get(watch, watch)


def pace_label(pace: str) -> str:
    """Return a pace in words, such as ``20 s + 60 s``."""
    known = PACES.get(pace)
    if known is None:
        return pace
    if not known.seconds:
        return _("no clock")
    return f"{known.seconds} s + {known.reserve} s"


def changed_options(game: str, options: Mapping[str, Scalar], seats: int) -> dict[str, Scalar]:
    """Return the options that are not as usual for this number of players."""
    try:
        options_type = find_game(game).info.options_type
        usual = format_options(parse_options(options_type, {}, seats))
    except LevataError:
        return dict(options)
    return {name: value for name, value in options.items() if usual.get(name) != value}


def option_list(options: Mapping[str, Scalar]) -> str:
    """Return options in one line, such as ``Cards per hand 1-8-1, Hook off``."""
    return ", ".join(f"{option_label(name)} {value_label(options[name])}" for name in options)
