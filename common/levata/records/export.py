"""Exports of a match record: restricted to what one viewer saw, or as CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Any, Final, cast

from levata.cards import CARD_TEXTS, Card
from levata.errors import RecordError
from levata.game import AnyGame, PlayCard, Seat
from levata.records.record import (
    Record,
    RecordedAction,
    RecordedDeal,
    RecordLevel,
    format_record,
    load_record,
)
from levata.records.replay import Replay
from levata.text import clean_text

_CARDS: Final = re.compile(r"[2-9TJQKA][CDHS](-[2-9TJQKA][CDHS])*")
_HEAD: Final = ("format", "version", "game", "options", "options_hash", "seats")


def restrict(record: Record, level: RecordLevel, viewer: Seat | None = None) -> Record:
    """Return a record with only what a level may know.

    ``public`` holds what everybody at the table saw: no hands, no stock, and no seed, from which
    both could be made. ``seat`` adds the cards that the viewer saw in his hand. ``full`` is
    everything and exists only after the match. Fields that are not known here are in ``full`` only.

    Raises:
        RecordError: ``match_running`` for a full record of a match that goes on, ``bad_seat``.
        RecordFault: ``not_full`` where this record is restricted already; and, because what was
            seen is found by playing the match again, whatever the rules refuse.
    """
    if level == "full":
        if record.result is None:
            raise RecordError("match_running")
        Replay(record)
        return record
    if level == "seat" and (viewer is None or not 0 <= viewer < len(record.seats)):
        raise RecordError("bad_seat", str(viewer), len(record.seats) - 1)
    viewer = viewer if level == "seat" else None
    replay = Replay(record)
    seen = _seen_cards(replay, viewer)
    document: dict[str, Any] = {
        name: record.document[name] for name in _HEAD if name in record.document
    }
    document["level"] = level
    if viewer is not None:
        document["viewer"] = viewer
    document["deals"] = [
        _restricted_deal(replay.game, deal, raw, viewer, cards)
        for deal, raw, cards in zip(record.deals, record.document["deals"], seen, strict=True)
    ]
    if record.result is not None:
        document["result"] = record.document["result"]
    return load_record(format_record(document))


def _seen_cards(replay: Replay, viewer: Seat | None) -> list[set[Card]]:
    """Return for each deal the cards that a viewer saw in his own hand, or played from it."""
    seen: list[set[Card]] = [set() for _ in replay.record.deals]
    for step in replay:
        if viewer is None:
            continue
        cards = seen[step.deal - 1]
        cards.update(replay.game.view(step.state, viewer).hand)
        if step.seat == viewer and isinstance(step.action, PlayCard):
            cards.add(step.action.card)
    return seen


def _restricted_deal(
    game: AnyGame, deal: RecordedDeal, raw: dict[str, Any], viewer: Seat | None, seen: set[Card]
) -> dict[str, Any]:
    document: dict[str, Any] = {"number": deal.number, "first": deal.first}
    if viewer is not None and deal.hands is not None:
        texts = {CARD_TEXTS[card] for card in seen}
        document["hands"] = [
            [card for card in hand or () if card in texts] if seat == viewer else None
            for seat, hand in enumerate(deal.hands)
        ]
    if deal.turned is not None:
        document["turned"] = deal.turned
    is_over = deal.result is not None
    document["actions"] = [
        _restricted_action(game, line, line.seat == viewer, is_over) for line in deal.actions
    ]
    if is_over:
        document["result"] = raw["result"]
    return document


def _restricted_action(
    game: AnyGame, line: RecordedAction, is_own: bool, is_over: bool
) -> dict[str, Any]:
    text = line.action
    # A card that is played lies open, and declarations are shown when the deal is over; other
    # actions that name cards, such as passing them on, keep these between the players concerned.
    is_shown = isinstance(game.parse_action(text), PlayCard) or (
        is_over and text.startswith("declare ")
    )
    if not (is_own or is_shown):
        text = " ".join(word for word in text.split() if not _CARDS.fullmatch(word))
    document: dict[str, Any] = {"seat": line.seat, "action": text}
    # That somebody had no choice tells what he holds.
    if line.auto and (is_own or line.auto != "forced"):
        document["auto"] = line.auto
    return document


def to_csv(record: Record) -> str:
    """Return a table of a record, with a row for each seat in each deal.

    The columns after the hand are the fields of the game's results; a field that is kept per side
    stands with every seat of the side. Hands are empty where the record leaves them out.
    """
    fields = list(dict.fromkeys(name for deal in record.deals for name in deal.result or ()))
    count = len(record.seats)
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(
        ["game", "deal", "first", "turned", "seat", "name", "kind", "level", "hand"]
        + [f"deal_{name}" for name in fields]
        + ["match_score", "match_place"]
    )
    for deal in record.deals:
        hands = deal.hands or ()
        result = deal.result or {}
        for seat, label in enumerate(record.seats):
            texts = [record.game, str(deal.number), str(deal.first), deal.turned or "", str(seat)]
            texts += [label.name, label.kind, label.level]
            texts.append(" ".join(_at(hands, seat) or ()))
            texts += [_cell(result.get(name), seat, count) for name in fields]
            end = record.result
            texts += ["", ""] if end is None else [str(end.scores[seat]), str(end.places[seat])]
            writer.writerow([_safe_cell(text) for text in texts])
    return file.getvalue()


def _cell(value: Any, seat: Seat, seats: int) -> str:
    if isinstance(value, list):
        members = cast(Sequence[Any], value)
        value = _at(members, seat % 2 if len(members) == 2 < seats else seat)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _at(items: Sequence[Any], index: int) -> Any:
    return items[index] if index < len(items) else None


def _safe_cell(text: str) -> str:
    """Return a text that a spreadsheet takes for text, whoever wrote it, unless it is a number."""
    text = clean_text(text)
    is_number = text.lstrip("-").isdecimal()
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") and not is_number else text
