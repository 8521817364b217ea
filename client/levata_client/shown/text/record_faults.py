"""Why a record is refused, as one sentence that names the line and the moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from levata.cards import SUITS
from levata.records.record import RecordFault
from levata_client.shown.text.game_words import GameWords
from levata_client.shown.text.language import _
from levata_client.shown.text.messages import explain
from levata_client.shown.text.phrases import N_

_FAULTS: Final[Mapping[str, str]] = {
    "too_big": N_("the file is longer than {0} bytes"),
    "truncated": N_("the file ends too early: a part of it is missing"),
    "bad_json": N_("the file is damaged: {0}"),
    "not_a_record": N_("this is no match record"),
    "newer_version": N_("the record has version {0}, this program reads up to {1}: upgrade it"),
    "bad_field": N_("{0}: {1}"),
    "not_full": N_("this record is restricted ({0}): without all hands nothing can be checked"),
    "unfinished": N_("the match has no result: it goes on"),
    "match_running": N_("the match has no result: it goes on"),
    "bad_seat": N_("there is no seat {0}; allowed: 0 to {1}"),
    "wrong_hash": N_("the options are not those that options_hash stands for"),
    "bad_card": N_("{0} is no card"),
    "bad_hands": N_("{0} hands for {1} seats"),
    "uneven_hands": N_("hands of unequal length: {0} cards"),
    "card_twice": N_("{0} is there twice"),
    "not_in_pack": N_("{0} is not in the pack"),
    "wrong_first": N_("there is no seat {0} that could begin"),
    "bad_deal": N_("the cards, or who begins, do not fit this deal"),
    "wrong_number": N_("deal {0} where deal {1} should stand"),
    "deal_after_end": N_("a deal after the end of the match"),
    "action_after_end": N_("{0} comes after the end of the deal"),
    "deal_unfinished": N_("the deal ends too early"),
    "match_unfinished": N_("the match ends too early"),
    "no_result": N_("the deal has no result"),
    "wrong_result": N_("{0} is recorded as {1}, by the rules it is {2}"),
    "wrong_end": N_("{0} of the match is recorded as {1}, by the rules it is {2}"),
}

_REASONS: Final[Mapping[str, str]] = {
    "must_follow": N_("must follow {0}"),
    "must_trump": N_("must play a trump, {0}"),
    "must_beat": N_("must play a higher card of {0}"),
    "must_overtrump": N_("must play a higher trump, {0}"),
    "not_in_hand": N_("{0} is not in the hand"),
    "not_your_turn": N_("it is not the turn of this seat"),
    "wrong_phase": N_("not possible at this moment"),
    "unknown_action": N_("the game has no such action"),
}
"""The commonest refusals of the rules, said of somebody else."""

_SUIT_NAMES: Final = (N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades"))


def fault_text(fault: RecordFault, game: GameWords | None = None) -> str:
    """Return where a fault is and what it is, such as ``132: deal 3, seat 1: ...``.

    ``game`` are the words of the game that was played, if it is known.
    """
    place: list[str] = []
    if fault.deal:
        place.append(_("deal {number}").format(number=fault.deal))
    if fault.seat is not None:
        place.append(_("seat {number}").format(number=fault.seat))
    line = f"{fault.line}: " if fault.line else ""
    where = f"{', '.join(place)}: " if place else ""
    return line + where + _what(fault, game)


def _what(fault: RecordFault, game: GameWords | None) -> str:
    if fault.code == "refused":
        return _("{action} is refused: {reason}").format(
            action=fault.action, reason=_reason(fault.facts[0], fault.facts[1:], game)
        )
    if fault.code == "bad_options":
        return explain(fault.facts[0], fault.facts[1:])
    template = _FAULTS.get(fault.code)
    return explain(fault.code, fault.facts) if template is None else _filled(template, fault.facts)


def _reason(code: str, facts: Sequence[str], game: GameWords | None) -> str:
    template = (game.faults.get(code) if game is not None else None) or _REASONS.get(code)
    if template is None:
        return explain(code, facts, game)
    suits = [_(_SUIT_NAMES[SUITS.index(fact)]) if fact in [*SUITS] else fact for fact in facts]
    return _filled(template, suits)


def _filled(template: str, facts: Sequence[str]) -> str:
    return _(template).format(*facts)
