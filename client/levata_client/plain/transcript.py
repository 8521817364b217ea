"""A match record as text for people: deal by deal, trick by trick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from levata.events import TrickTaken
from levata.game import CHANCE, PlayCard
from levata.options import format_options, option_fields
from levata.records.record import Record, RecordedAction, RecordedDeal
from levata.records.replay import Replay, ReplayStep
from levata.text import clean_text
from levata_client.plain.columns import written
from levata_client.shown.games import find_words
from levata_client.shown.text.language import _
from levata_client.shown.text.phrases import N_

_REASONS: Final = {
    "completed": N_("The match was played to its end."),
    "stopped": N_("The table stopped the match."),
    "abandoned": N_("The match ended because players left."),
    "void": N_("The server ended the match; it is void."),
}

_AUTOS: Final = {
    "timeout": N_("time was up"),
    "takeover": N_("a bot played"),
    "forced": N_("no choice"),
}


class Transcript:
    """The text of one record, as far as a level shows it."""

    def __init__(self, record: Record, shown: Record) -> None:
        self._replay = Replay(record)
        self._shown = shown
        self._words = find_words(record.game)
        self._names = [
            clean_text(label.name) or _("seat {number}").format(number=seat)
            for seat, label in enumerate(record.seats)
        ]

    def lines(self, only_deal: int | None = None) -> Iterator[str]:
        """Yield the lines of the whole match, or of one deal, counted from 1."""
        if only_deal is None:
            yield from self._head()
        steps: list[ReplayStep] = []
        for step in self._replay:
            if step.seat == CHANCE:
                yield from self._deal(steps, only_deal)
                steps = []
            steps.append(step)
        yield from self._deal(steps, only_deal)
        if only_deal is None:
            yield ""
            yield from self._end()

    def _head(self) -> Iterator[str]:
        replay, record = self._replay, self._shown
        yield _("{game}, {players} players").format(
            game=replay.game.info.title, players=replay.seats
        )
        for seat, (name, label) in enumerate(zip(self._names, record.seats, strict=True)):
            yield f"  {seat}  {name}" + (f" ({clean_text(label.level)})" if label.level else "")
        defaults = {
            field.name: field.default for field in option_fields(replay.game.info.options_type)
        }
        changed = [
            f"{name}={value}"
            for name, value in format_options(replay.options).items()
            if value != defaults[name]
        ]
        yield _("Options: {options}").format(options=", ".join(changed) or _("the usual ones"))
        if record.seed:
            yield _("Seed: {seed}").format(seed=clean_text(record.seed))

    def _deal(self, steps: Sequence[ReplayStep], only_deal: int | None) -> Iterator[str]:
        if not steps or only_deal not in (None, steps[0].deal):
            return
        deal = self._shown.deals[steps[0].deal - 1]
        if only_deal is None:
            yield ""
        title = [
            _("Deal {number}").format(number=deal.number),
            _(self._words.begins).format(name=self._names[deal.first]),
        ]
        if deal.turned:
            title.append(_("{card} turned up").format(card=deal.turned))
        yield ", ".join(title)
        yield from self._hands(deal)
        yield from self._actions(deal, steps)
        result = steps[-1].result
        if result is None:
            yield "  " + _("The deal was not finished.")
        else:
            yield from self._result(result)

    def _hands(self, deal: RecordedDeal) -> Iterator[str]:
        rows = [
            [self._names[seat], " ".join(hand)]
            for seat, hand in enumerate(deal.hands or ())
            if hand is not None
        ]
        if deal.stock:
            rows.append([_("stock"), " ".join(deal.stock)])
        if rows:
            yield from (f"  {line}" for line in written(rows, left=(0, 1)))

    def _actions(self, deal: RecordedDeal, steps: Sequence[ReplayStep]) -> Iterator[str]:
        """Yield a line for each trick, and for what is said before and between tricks."""
        recorded = [step for step in steps if step.is_recorded and step.seat != CHANCE]
        has_tricks = any(isinstance(each, TrickTaken) for step in steps for each in step.events)
        pending: list[str] = []
        has_card = False
        trick = 0
        for line, step in zip(deal.actions, recorded, strict=True):
            is_card = isinstance(step.action, PlayCard)
            if is_card and pending and not has_card:
                yield f"  {', '.join(pending)}"
                pending = []
            has_card = has_card or is_card
            pending.append(self._said(line, is_card))
            taker = next((each.seat for each in step.events if isinstance(each, TrickTaken)), None)
            if taker is not None:
                trick += 1
                yield "  " + _("trick {number}: {cards} - {name} takes it").format(
                    number=trick, cards=", ".join(pending), name=self._names[taker]
                )
                pending, has_card = [], False
            elif not has_tricks and has_card and len(pending) == 2 * self._replay.seats:
                yield f"  {', '.join(pending)}"
                pending = []
        if pending:
            yield f"  {', '.join(pending)}"

    def _said(self, line: RecordedAction, is_card: bool) -> str:
        text = line.action.removeprefix("play ") if is_card else line.action
        # Nobody ever passes in the layout of Rentz but because he must.
        auto = None if text == "pass" and line.auto == "forced" else _AUTOS.get(line.auto)
        return f"{self._names[line.seat]} {text}" + (f" ({_(auto)})" if auto else "")

    def _result(self, result: dict[str, Any]) -> Iterator[str]:
        seats = self._replay.seats
        rows = [["", *self._names]]
        single: list[str] = []
        for name, value in result.items():
            title = self._words.result_label(name)
            numbers = _numbers(value)
            if numbers is not None:
                rows.append([title, *(str(numbers[seat % len(numbers)]) for seat in range(seats))])
            elif value is True:
                single.append(title)
            elif value is not None and value is not False:
                is_seat = name in self._words.seat_results
                single.append(f"{title} {self._names[value] if is_seat else value}")
        if single:
            yield f"  {', '.join(single)}"
        yield from (f"  {line}" for line in written(rows))

    def _end(self) -> Iterator[str]:
        result = self._shown.result
        assert result is not None, "a record without a result is never replayed here"
        yield _(_REASONS[result.reason])
        for seat in sorted(range(self._replay.seats), key=lambda seat: result.places[seat]):
            texts = [f"{result.places[seat]}.", self._names[seat], str(result.scores[seat])]
            if result.ratings is not None:
                texts.append(_("rating {number}").format(number=f"{result.ratings[seat]:+.2f}"))
            if seat in result.left:
                texts.append(_("left the match"))
            yield "  " + "  ".join(texts)


def _numbers(value: Any) -> Sequence[Any] | None:
    """Return the members of a value that is kept per seat or per side, else None."""
    return cast(Sequence[Any], value) if isinstance(value, list) else None
