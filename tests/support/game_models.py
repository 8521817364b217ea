"""Moments of matches of every game but Whist, for pictures and tests of the client."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from levata.bots.bot import Budget
from levata.bots.levels import find_bot
from levata.game import CHANCE, Deal, Facts, View
from levata.games import find_game
from levata.match import Match
from levata.options import Options, Scalar, parse_options
from levata_client.shown.table.scene import Player
from levata_client.shown.table.table_model import Connection, ShownClock, ShownLine, TableModel
from tests.support import belot

NAMES: Final = ("Maria", "Ioana", "Mihai", "Dănuț", "Ștefania", "Radu")
CHAT: Final = (ShownLine("Ioana", "hi all"), ShownLine("Mihai", "zero for me, as always"))

Wanted = Callable[[Any], bool]


class EasyMatch:
    """A match that easy computer players play with each other."""

    def __init__(
        self, key: str, seats: int, seed: int = 1, options: Mapping[str, Scalar] | None = None
    ) -> None:
        game = find_game(key)
        self.options: Options = parse_options(game.info.options_type, options or {}, seats)
        self.match = Match(game, self.options, seats)
        self.rng = random.Random(seed)
        self.bot = find_bot(key, "easy")

    def view(self, seat: int | None = 0) -> View:
        """Return what a seat sees."""
        return self.match.view(seat)

    def until(self, wanted: Wanted, seat: int | None = 0) -> EasyMatch:
        """Play on until the view of a seat is as wanted."""
        match = self.match
        while not wanted(self.view(seat)):
            actors = match.to_act()
            assert actors, "the match is over"
            if actors == (CHANCE,):
                pack = list(match.pack())
                self.rng.shuffle(pack)
                match.deal(match.deal_of(Deal(tuple(pack))))
            else:
                question = match.question(actors[0], Budget(iterations=1, seconds=60))
                match.act(actors[0], self.bot.choose(question, self.rng).action)
        return self

    def to_end(self) -> EasyMatch:
        """Play the match to its end."""
        return self.until(lambda view: not self.match.to_act())

    def act(self, *texts: str) -> EasyMatch:
        """Let whoever is to act first do something."""
        for text in texts:
            self.match.act(self.match.to_act()[0], text)
        return self

    def model(self, seat: int | None = 0, **changes: Any) -> TableModel:
        """Return what a table screen is told."""
        view = self.view(seat)
        values: dict[str, Any] = {
            "game": self.match.game.info.key,
            "options": self.options,
            "view": view,
            "players": tuple(Player(NAMES[index], index == 1) for index in range(self.match.seats)),
            "decision": 1 if view.legal else None,
            "chat": CHAT,
            "connection": Connection(milliseconds=3),
            "clock": ShownClock(1018.0),
        }
        return TableModel(**(values | changes))


HEARTS: Final[Mapping[str, Callable[[], TableModel]]] = {
    "hearts-pass": lambda: (
        EasyMatch("hearts", 4, 3).until(lambda view: len(view.passed) == 2).model()
    ),
    "hearts-waiting": lambda: (
        EasyMatch("hearts", 4, 3).until(lambda view: len(view.passed) == 3).model()
    ),
    "hearts-lead": lambda: EasyMatch("hearts", 4, 3).until(_leads).model(),
    "hearts-follow": lambda: EasyMatch("hearts", 4, 5).until(_follows(7)).model(),
    "hearts-three": lambda: EasyMatch("hearts", 3, 5).until(_follows(9)).model(),
    "hearts-five": lambda: EasyMatch("hearts", 5, 5).until(_follows(5)).model(),
    "hearts-late": lambda: EasyMatch("hearts", 4, 5).until(_deals(4)).until(_follows(6)).model(),
    "hearts-end": lambda: EasyMatch("hearts", 4, 5).to_end().model(),
}


def _leads(view: Any) -> bool:
    return bool(view.legal) and view.phase == 2 and not view.trick and view.tricks > 1


def _follows(cards: int) -> Wanted:
    """Return whether the viewer has to follow with so many cards, two on the table."""

    def wanted(view: Any) -> bool:
        is_on_turn = bool(view.legal) and len(view.trick) >= 2 and len(view.hand) <= cards
        return is_on_turn and len(view.legal) < len(view.hand)

    return wanted


def _deals(count: int) -> Wanted:
    return lambda view: len(view.rows) >= count


RENTZ: Final[Mapping[str, Callable[[], TableModel]]] = {
    "rentz-choose": lambda: EasyMatch("rentz", 4, 2).until(_chooses(2)).model(),
    "rentz-blind": lambda: (
        EasyMatch("rentz", 4, 2, {"nv": "on"}).until(lambda view: "look" in view.legal).model()
    ),
    "rentz-refuse": lambda: (
        EasyMatch("rentz", 4, 2, {"refuse_rentz": 2})
        .until(lambda view: "accept" in view.legal)
        .model()
    ),
    "rentz-queens": lambda: EasyMatch("rentz", 4, 2).until(_subgame(1, 5)).model(),
    "rentz-totals": lambda: EasyMatch("rentz", 4, 2).until(_subgame(4, 3)).model(),
    "rentz-whist": lambda: EasyMatch("rentz", 4, 2).until(_subgame(6, 4)).model(),
    "rentz-layout": lambda: EasyMatch("rentz", 4, 2).until(_lays(5)).model(),
    "rentz-again": lambda: (
        EasyMatch("rentz", 4, 2).until(lambda view: "stop" in view.legal).model()
    ),
    "rentz-out": lambda: EasyMatch("rentz", 4, 2).until(lambda view: max(view.places) >= 2).model(),
    "rentz-three": lambda: EasyMatch("rentz", 3, 2).until(_lays(5)).model(),
    "rentz-six": lambda: EasyMatch("rentz", 6, 2).until(_lays(6)).model(),
    "rentz-six-totals": lambda: EasyMatch("rentz", 6, 2).until(_subgame(4, 3)).model(),
    "rentz-end": lambda: EasyMatch("rentz", 4, 2).to_end().model(),
}


def _chooses(hands: int) -> Wanted:
    """Return whether the viewer, who has chosen some hands, must choose."""
    return lambda view: view.phase == 1 and bool(view.legal) and view.used[0].bit_count() >= hands


def _subgame(subgame: int, cards: int) -> Wanted:
    """Return whether the viewer must play in a subgame with so many cards left, not lead."""

    def wanted(view: Any) -> bool:
        is_on_turn = view.subgame == subgame and bool(view.legal) and bool(view.trick)
        return is_on_turn and len(view.hand) <= cards

    return wanted


def _lays(cards: int) -> Wanted:
    """Return whether the viewer must lay one of at least two of so many cards."""
    return lambda view: view.phase == 4 and len(view.legal) > 1 and len(view.hand) <= cards


SEPTICA: Final[Mapping[str, Callable[[], TableModel]]] = {
    "septica-play": lambda: EasyMatch("septica", 4, 2).until(_adds(2)).model(),
    "septica-decide": lambda: EasyMatch("septica", 4, 2).until(_decides(1)).model(),
    "septica-decide-2": lambda: (
        EasyMatch("septica", 4, 3, {"games": 24}).until(_decides(2)).model()
    ),
    "septica-lead": lambda: EasyMatch("septica", 4, 2).until(_opens).model(),
    "septica-two": lambda: EasyMatch("septica", 2, 2, {"games": 24}).until(_decides(2)).model(),
    "septica-three": lambda: EasyMatch("septica", 3, 2).until(_decides(1)).model(),
    "septica-pairs": lambda: (
        EasyMatch("septica", 4, 2, {"partners": "on", "games": 4}).until(_adds(3)).model()
    ),
    "septica-late": lambda: (
        EasyMatch("septica", 4, 2, {"games": 6})
        .until(lambda view: len(view.games) >= 4)
        .until(_adds(2))
        .model()
    ),
    "septica-end": lambda: EasyMatch("septica", 4, 2, {"games": 6}).to_end().model(),
}


def _adds(cards: int) -> Wanted:
    return lambda view: bool(view.legal) and view.phase == 1 and len(view.pile) == cards


def _decides(rounds: int) -> Wanted:
    """Return whether the viewer may cut again after so many rounds."""

    def wanted(view: Any) -> bool:
        is_round_over = len(view.pile) == rounds * len(view.counts)
        return view.phase == 2 and len(view.legal) > 1 and is_round_over

    return wanted


def _opens(view: Any) -> bool:
    return bool(view.legal) and not view.pile and bool(view.last_pile)


BELOT: Final[Mapping[str, Callable[[], TableModel]]] = {
    "belot-first-bid": lambda: EasyMatch("belot", 4, 2).until(_bids).model(),
    "belot-bid": lambda: EasyMatch("belot", 4, 2).until(_bids_over(0)).model(),
    "belot-doubled": lambda: (
        EasyMatch("belot", 4, 4).until(_bids_over(0), seat=1).act("double").until(_bids).model()
    ),
    "belot-declare": lambda: EasyMatch("belot", 4, 3).until(_declares(1)).model(),
    "belot-declare-2": lambda: _three_combinations().model(),
    "belot-declared": lambda: _three_combinations().act("declare carre JC-JD-JH-JS").model(),
    "belot-say": lambda: (
        EasyMatch("belot", 4, 3, {"auto_belot": "off", "target": 501})
        .until(lambda view: any(text.endswith("belot") for text in view.legal))
        .model()
    ),
    "belot-play": lambda: EasyMatch("belot", 4, 4).until(_plays(2)).model(),
    "belot-late": lambda: (
        EasyMatch("belot", 4, 4).until(lambda view: len(view.rows) >= 5).until(_plays(2)).model()
    ),
    "belot-scored": lambda: (
        EasyMatch("belot", 4, 4).until(lambda view: len(view.rows) >= 3).until(_bids).model()
    ),
    "belot-end": lambda: EasyMatch("belot", 4, 4).to_end().model(),
}


def _three_combinations() -> EasyMatch:
    """Return a deal in which the viewer holds a carre that shares a card with a run."""
    hands = (
        "7S 8S 9S TS JS JC JD JH",
        "QC KC AC 7C 8C 9C TC QS",
        "7D 8D 9D TD QD KD AD KS",
        "7H 8H 9H TH QH KH AH AS",
    )
    easy = EasyMatch("belot", 4)
    facts = Facts(first=3, hands=belot.hands_of(*hands))
    easy.match.deal(belot.BELOT.deal_from(easy.match.state, facts))
    return easy.act("bid hearts", "pass", "pass", "pass")


def _bids(view: Any) -> bool:
    return bool(view.legal) and view.phase == 1


def _bids_over(contract: int) -> Wanted:
    return lambda view: _bids(view) and view.contract >= contract


def _declares(count: int) -> Wanted:
    """Return whether the viewer may declare so many combinations."""
    return lambda view: sum(text.startswith("declare") for text in view.legal) >= count


def _plays(cards: int) -> Wanted:
    """Return whether the viewer has no free choice with so many cards on the table."""

    def wanted(view: Any) -> bool:
        is_on_turn = view.phase == 2 and bool(view.legal) and len(view.trick) == cards
        return is_on_turn and len(view.legal) < len(view.hand) < 8

    return wanted


MODELS: Final = {**HEARTS, **RENTZ, **SEPTICA, **BELOT}
