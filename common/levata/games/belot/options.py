"""The table settings of Belot."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from levata.options import Options, Range


class BelotOptions(Options, frozen=True):
    """The table settings of Belot."""

    target: Annotated[int, Range(10, 501)] = 151
    shuffle: Literal["each_deal", "cut_only"] = "each_deal"
    capot_rule: Literal["barrier", "one_more_deal", "none"] = "barrier"
    quint_compare: Literal["length", "class"] = "length"
    eight_run: Literal[100, 120] = 100
    auto_belot: bool = True
    run_from_double: bool = True
    capot_cancels_double: bool = False
    zero_to_one: bool = False

    HELP: ClassVar = {
        "target": "Points that win the match",
        "shuffle": "Shuffle before every deal, or only cut the cards as they were gathered",
        "capot_rule": "A deal in which one side took every trick does not end the match: "
        "it raises the barrier, or one more deal decides",
        "quint_compare": "Whether a run of six beats any run of five, or all runs of five and "
        "more are compared by their highest card",
        "eight_run": "Points for a run of all eight cards of a suit",
        "auto_belot": "Belot is always said when it can be",
        "run_from_double": "The side that is doubled may bid higher",
        "capot_cancels_double": "A deal in which one side took every trick counts undoubled",
        "zero_to_one": "A side that has any points never records 0 for them",
    }
