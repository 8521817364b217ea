"""Playing a match record again by the rules, checking every step of it.

It is no `levata.match`: a record leaves out what the rules supply, deals are found from the hands,
and each step must say where the record is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn, TypeAlias

import msgspec
from msgspec import Struct

from levata.cards import CARD_TEXTS, parse_card
from levata.errors import CardError, IllegalAction, LevataError, OptionError, RecordError
from levata.events import Event
from levata.game import CHANCE, Action, AnyGame, Deal, EndReason, Facts, Outcome, Seat, Step
from levata.games import find_game
from levata.options import Options, options_hash, parse_options
from levata.records.builder import as_json
from levata.records.positions import Path
from levata.records.record import Record, RecordedAction, RecordedDeal, RecordedResult, RecordFault

State: TypeAlias = Any
_RATING_STEP: Final = 0.0051
"""Ratings stand in records with two decimals."""


class ReplayStep(Struct, frozen=True):
    """One step of a match that was checked, and the state it led to."""

    deal: int
    """Number of the deal, from 1."""
    seat: Seat
    """Who acted, `CHANCE` for a deal."""
    action: Action | Deal
    auto: str
    state: State
    events: tuple[Event, ...]
    result: dict[str, Any] | None = None
    """Of the deal, if this step ended it."""
    is_recorded: bool = True
    """False for a step that records leave out and the rules supply."""

    @property
    def text(self) -> str:
        """Return the text of the action, empty for a deal."""
        return "" if isinstance(self.action, Deal) else self.action.text


class Replay:
    """The steps of a record in their order; iterate over it as often as you like.

    Attributes:
        game: the rules.
        options: in force at the table.
        seats: number of players.
    """

    def __init__(self, record: Record) -> None:
        """Open a record.

        Raises:
            RecordFault: ``not_full`` (with its level), ``bad_options`` (with code and facts of the
                `OptionError`) or ``wrong_hash``.
        """
        if record.level != "full":
            raise RecordFault("not_full", record.level, line=record.line_of(("level",)))
        self.record = record
        self.seats = len(record.seats)
        self.game, self.options = _open(record)

    def __iter__(self) -> Iterator[ReplayStep]:
        """Yield every step that was checked; after the last one the final result is checked.

        A record without a result, of a match that goes on, may end anywhere.

        Raises:
            RecordFault: at the first step that the rules refuse: ``bad_card``, ``bad_hands``,
                ``bad_deal``, ``deal_after_end``, ``wrong_number``, ``refused`` (with the reason),
                ``action_after_end``, ``deal_unfinished``, ``match_unfinished``, ``wrong_result`` or
                ``wrong_end`` (with the field, what is stored and what the rules say).
        """
        state: State = self.game.setup(self.seats, self.options)
        for index, deal in enumerate(self.record.deals):
            if self.game.to_act(state) != (CHANCE,):
                self._refuse(("deals", index), "deal_after_end")
            if deal.number != index + 1:
                self._refuse(("deals", index, "number"), "wrong_number", deal.number, index + 1)
            step = self._deal(state, index, deal)
            state = step.state
            yield ReplayStep(
                deal=deal.number,
                seat=CHANCE,
                action=step.action,
                auto="",
                state=state,
                events=step.events,
            )
            for played in self._play(state, index, deal):
                state = played.state
                yield played
        if self.record.result is not None:
            self._check_end(state, self.record.result)

    def _deal(self, state: State, index: int, deal: RecordedDeal) -> _Dealt:
        facts = self._facts(index, deal)
        try:
            action = self.game.deal_from(state, facts)
        except RecordError:
            self._refuse_deal(state, index, facts)
        step: Step[Any] = self.game.apply(state, CHANCE, action)
        return _Dealt(action, step.state, step.events)

    def _facts(self, index: int, deal: RecordedDeal) -> Facts:
        recorded = [hand for hand in deal.hands or () if hand is not None]
        if len(recorded) != self.seats:
            self._refuse(("deals", index, "hands"), "bad_hands", len(recorded), self.seats)
        hands = [
            self._cards(("deals", index, "hands", seat), hand) for seat, hand in enumerate(recorded)
        ]
        turned: tuple[int, ...] = ()
        if deal.turned is not None:
            turned = self._cards(("deals", index, "turned"), [deal.turned])
        stock = None
        if deal.stock is not None:
            stock = self._cards(("deals", index, "stock"), deal.stock)
        return Facts(deal.first, tuple(hands), turned[0] if turned else None, stock)

    def _cards(self, path: Path, texts: Sequence[str]) -> tuple[int, ...]:
        try:
            return tuple(parse_card(text) for text in texts)
        except CardError as error:
            self._refuse(path, error.code, *error.facts)

    def _play(self, state: State, index: int, deal: RecordedDeal) -> Iterator[ReplayStep]:
        result: dict[str, Any] | None = None
        for number, line in enumerate(deal.actions):
            path = ("deals", index, "actions", number)
            if result is not None:
                self._refuse(path, "action_after_end", line.action, seat=line.seat)
            for step in self._steps(state, path, deal, line):
                state, result = step.state, step.result
                yield step
        if result is None:
            is_last = index + 1 == len(self.record.deals)
            end = self.record.result
            if not is_last or (end is not None and end.reason is EndReason.COMPLETED):
                self._refuse(("deals", index), "deal_unfinished")
            if deal.result is not None:
                self._refuse(("deals", index, "result"), "deal_unfinished")
        else:
            self._check_result(index, deal, result)

    def _steps(
        self, state: State, path: Path, deal: RecordedDeal, line: RecordedAction
    ) -> Iterator[ReplayStep]:
        """Yield the steps that lead to one line of the record; the last one is its own."""
        try:
            action = self.game.parse_action(line.action)
            while (silent := self.game.unrecorded(state, line.seat, action)) is not None:
                seat, between = silent
                step: Step[Any] = self.game.apply(state, seat, between)
                state = step.state
                yield ReplayStep(
                    deal=deal.number,
                    seat=seat,
                    action=between,
                    auto="",
                    state=state,
                    events=step.events,
                    is_recorded=False,
                )
            step = self.game.apply(state, line.seat, action)
        except IllegalAction as error:
            self._refuse(
                path, "refused", error.code, *error.facts, seat=line.seat, action=line.action
            )
        yield ReplayStep(
            deal=deal.number,
            seat=line.seat,
            action=action,
            auto=line.auto,
            state=step.state,
            events=step.events,
            result=as_json(self.game.deal_result(step.events)),
        )

    def _check_result(self, index: int, deal: RecordedDeal, computed: dict[str, Any]) -> None:
        path = ("deals", index, "result")
        if deal.result is None:
            self._refuse(("deals", index), "no_result")
        for name, value in computed.items():
            # What does not apply may be left out.
            stored = deal.result.get(name)
            if (
                stored != value
                and (name in deal.result or value)
                and not (name == "multiplier" and self._is_cancelled(deal.result, stored))
            ):
                self._refuse((*path, name), "wrong_result", name, _text(stored), _text(value))

    def _is_cancelled(self, result: dict[str, Any], multiplier: Any) -> bool:
        """Return whether a capot made a double count as none, which may be recorded either way."""
        is_option_on = getattr(self.options, "capot_cancels_double", False)
        return is_option_on and result.get("capot") is not None and multiplier == 1

    def _check_end(self, state: State, result: RecordedResult) -> None:
        if result.reason is EndReason.COMPLETED and self.game.to_act(state):
            self._refuse(("result",), "match_unfinished")
        outcome = self._outcome(state, result)
        for name in ("scores", "places"):
            stored, computed = getattr(result, name), getattr(outcome, name)
            if stored != computed:
                self._refuse(("result", name), "wrong_end", name, _text(stored), _text(computed))
        if result.ratings is not None and not _is_near(result.ratings, outcome.ratings):
            texts = _text(result.ratings), _text(outcome.ratings)
            self._refuse(("result", "ratings"), "wrong_end", "ratings", *texts)

    def _outcome(self, state: State, result: RecordedResult) -> Outcome:
        if any(not 0 <= seat < self.seats for seat in result.left):
            self._refuse(("result", "left"), "wrong_end", "left", _text(result.left), "")
        outcome = self.game.outcome(state)
        if outcome is not None and not result.left and result.reason is EndReason.COMPLETED:
            return outcome
        return self.game.stopped_outcome(state, result.reason, result.left)

    def _refuse_deal(self, state: State, index: int, facts: Facts) -> NoReturn:
        """Refuse a deal, saying what is wrong with its cards if that can be said."""
        path = ("deals", index)
        pack = self.game.pack(state)
        turned = () if facts.turned is None else (facts.turned,)
        cards = [card for hand in facts.hands for card in hand]
        cards += [*turned, *(facts.stock or ())]
        for card, count in Counter(cards).items():
            if count > 1:
                self._refuse(path, "card_twice", CARD_TEXTS[card])
            if card not in pack:
                self._refuse(path, "not_in_pack", CARD_TEXTS[card])
        sizes = [len(hand) for hand in facts.hands]
        if len(set(sizes)) > 1:
            self._refuse((*path, "hands"), "uneven_hands", ", ".join(map(str, sizes)))
        if not 0 <= facts.first < self.seats:
            self._refuse((*path, "first"), "wrong_first", facts.first)
        self._refuse(path, "bad_deal")

    def _refuse(
        self, path: Path, code: str, *facts: str | int, seat: int | None = None, action: str = ""
    ) -> NoReturn:
        deal = 0
        if path[0] == "deals":
            assert isinstance(path[1], int)
            deal = path[1] + 1
        line = self.record.line_of(path)
        raise RecordFault(
            code, *facts, line=line, deal=deal, seat=seat, action=action, game=self.record.game
        )


class _Dealt(Struct, frozen=True):
    action: Deal
    state: State
    events: tuple[Event, ...]


def verify(record: Record) -> None:
    """Check the whole record of a finished match by the rules.

    Raises:
        RecordFault: see `Replay`, or ``unfinished``.
    """
    if record.result is None:
        raise RecordFault("unfinished", line=1)
    for _ in Replay(record):
        pass


def _open(record: Record) -> tuple[AnyGame, Options]:
    try:
        game = find_game(record.game)
    except OptionError as error:
        raise _bad_options(error, record, ("game",)) from None
    try:
        options = parse_options(game.info.options_type, record.options, len(record.seats))
    except OptionError as error:
        name = error.facts[0] if error.facts else ""
        raise _bad_options(error, record, ("options", name)) from None
    try:
        game.setup(len(record.seats), options)
    except OptionError as error:
        raise _bad_options(error, record, ("seats",)) from None
    if record.options_hash not in ("", options_hash(game.info.key, options)):
        raise RecordFault("wrong_hash", line=record.line_of(("options_hash",)))
    return game, options


def _bad_options(error: LevataError, record: Record, path: Path) -> RecordFault:
    return RecordFault("bad_options", error.code, *error.facts, line=record.line_of(path))


def _is_near(stored: Sequence[float], computed: Sequence[float] | None) -> bool:
    if computed is None or len(stored) != len(computed):
        return False
    return all(
        abs(ours - theirs) < _RATING_STEP for ours, theirs in zip(computed, stored, strict=True)
    )


def _text(value: Any) -> str:
    """Return a stored value as it stands in a record, cut to a readable length."""
    return msgspec.json.encode(value).decode()[:60]
