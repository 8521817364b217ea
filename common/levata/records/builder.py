"""The document of a match record as it grows while the match is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from levata.cards import CARD_TEXTS
from levata.events import Event
from levata.game import Action, AnyGame, Outcome
from levata.options import Options, format_options, options_hash
from levata.records.record import FORMAT, VERSION, SeatLabel


class RecordBuilder:
    """Collects a match as it is played."""

    def __init__(
        self, game: AnyGame, options: Options, seats: Sequence[SeatLabel], seed: str
    ) -> None:
        self._game = game
        self._head: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": game.info.key,
            "options": format_options(options),
            "options_hash": options_hash(game.info.key, options),
            "seats": [_label(seat) for seat in seats],
            "seed": seed,
        }
        self._deals: list[dict[str, Any]] = []

    def dealt(self, state: Struct) -> None:
        """Note a deal, right after it was made."""
        facts = self._game.facts(state)
        deal: dict[str, Any] = {
            "number": len(self._deals) + 1,
            "first": facts.first,
            "hands": [[CARD_TEXTS[card] for card in hand] for hand in facts.hands],
        }
        if facts.turned is not None:
            deal["turned"] = CARD_TEXTS[facts.turned]
        if facts.stock is not None:
            deal["stock"] = [CARD_TEXTS[card] for card in facts.stock]
        deal["actions"] = []
        self._deals.append(deal)

    def acted(self, seat: int, action: Action, events: Sequence[Event], auto: str = "") -> None:
        """Note an action, unless records leave it out, and the result of a deal it ended."""
        if action.is_recorded:
            line: dict[str, Any] = {"seat": seat, "action": action.text}
            if auto:
                line["auto"] = auto
            self._deals[-1]["actions"].append(line)
        result = self._game.deal_result(events)
        if result is not None:
            self._deals[-1]["result"] = as_json(result)

    def finish(self, outcome: Outcome, left: Sequence[int] = ()) -> dict[str, Any]:
        """Return the finished record; ``left`` seats abandoned the match."""
        result: dict[str, Any] = {
            "scores": list(outcome.scores),
            "places": list(outcome.places),
            "reason": str(outcome.reason),
        }
        if outcome.ratings is not None:
            result["ratings"] = [round(rating, 2) for rating in outcome.ratings]
        if left:
            result["left"] = list(left)
        return {**self._head, "deals": self._deals, "result": result}


def as_json(value: Any) -> Any:
    """Return a value as it is after it was written and read again: with lists for tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _label(seat: SeatLabel) -> dict[str, str]:
    label = {"name": seat.name, "kind": seat.kind}
    return {**label, "level": seat.level} if seat.level else label
