"""The score sheet of Belot: how the last deal adds up line by line, and all deals before it."""

from __future__ import annotations

from collections.abc import Iterator

from levata.games.belot import BelotView
from levata.games.belot.cards import CAPOT, LAST_TEN, NO_CONTRACT, NOTRUMP
from levata.games.belot.scoring import Pair, one_side, pot_of
from levata.games.belot.state import DealRow, Phase
from levata_client.shown.games.belot.terms import short_contract
from levata_client.shown.table.sheet import CellMark, Sheet, SheetCell, SheetForm, SheetRow
from levata_client.shown.text.language import _, pgettext
from levata_client.shown.text.numbers import score_role
from levata_client.shown.text.words import (
    ACCENT,
    GOOD,
    MUTED,
    PLAIN,
    STRONG,
    Part,
    Role,
    Words,
    words,
)


def belot_sheet(
    view: BelotView, target: int, sides: tuple[int, int], names: tuple[str, str]
) -> Sheet:
    """Return the sheet with a column for each of two ``sides``."""
    rows: list[SheetRow] = []
    if view.phase != Phase.OVER:
        rows.append(_current_row(view, sides))
    rows.extend(_race_rows(view, sides))
    if view.rows:
        rows.extend(_sum_rows(view.rows[-1], sides))
    rows.extend(_deal_rows(view, sides))
    return Sheet(
        title=words(_("Score sheet")),
        names=names,
        rows=tuple(rows),
        form=SheetForm.SUMS,
        viewer=None if view.seat < 0 else 0,
        label_head=_("deal"),
        cell_head="",
        note=words(Part(_("to {target}").format(target=max(target, view.barrier)), MUTED)),
        totals=tuple(view.sides[side] for side in sides),
    )


def _cells(pair: Pair, sides: tuple[int, int], role: Role = PLAIN) -> tuple[SheetCell | None, ...]:
    """Return a number for each side; nothing where it is 0."""
    return tuple(SheetCell(count=pair[side], role=role) if pair[side] else None for side in sides)


def _label(text: str, role: Role = MUTED) -> Words:
    return words(Part(text, role))


def _current_row(view: BelotView, sides: tuple[int, int]) -> SheetRow:
    """Return the deal that is played: its contract, and the tricks of each side."""
    label = words(Part(_("deal {number}").format(number=max(view.number, 1)), ACCENT))
    if view.contract != NO_CONTRACT and view.phase in (Phase.AUCTION, Phase.PLAY):
        label = short_contract(view.contract, view.multiplier)
    is_play = view.phase == Phase.PLAY
    cells = tuple(
        SheetCell(took=view.tricks[side], role=ACCENT)
        if is_play
        else SheetCell(mark=CellMark.OPEN, role=ACCENT)
        for side in sides
    )
    return SheetRow(label, cells, is_now=True)


def _race_rows(view: BelotView, sides: tuple[int, int]) -> Iterator[SheetRow]:
    """Yield the totals, and how far each side is from what wins the match."""
    yield SheetRow(
        _label(_("total"), STRONG),
        tuple(SheetCell(count=view.sides[side], role=STRONG) for side in sides),
    )
    race = tuple(SheetCell(count=view.sides[side], of=view.barrier) for side in sides)
    yield SheetRow(_label(_("to {target}").format(target=view.barrier)), race)
    if view.hanging:
        yield SheetRow(_label(_("hanging")), (SheetCell(count=view.hanging, role=ACCENT),))


def _sum_rows(row: DealRow, sides: tuple[int, int]) -> Iterator[SheetRow]:
    """Yield how the last deal adds up: what there was, the sum, and what became of it."""
    if row.contract == NO_CONTRACT:
        yield SheetRow(_label(_("all pass")), opens_group=True)
        return
    yield SheetRow(
        short_contract(row.contract, row.multiplier),
        _bidder(row, sides),
        opens_group=True,
    )
    yield SheetRow(_label(_("cards")), _cells(row.cards, sides))
    lines = (
        (_("last 10"), one_side(row.last_side, LAST_TEN) if row.last_side >= 0 else (0, 0)),
        (_("declared"), row.combinations),
        (_("belot"), row.belot),
        (_("twice"), row.doubling if row.contract == NOTRUMP else (0, 0)),
        (_("capot"), one_side(row.capot_side, CAPOT) if row.capot_side >= 0 else (0, 0)),
    )
    for text, pair in lines:
        if any(pair):
            yield SheetRow(_label(text), _cells(pair, sides))
    yield SheetRow(_label(_("points"), STRONG), _raw_cells(row, sides))
    yield SheetRow(_label(_("in tens")), _cells(row.rounded, sides))
    yield from _outcome_rows(row, sides)
    yield SheetRow(
        _label(_("recorded"), STRONG),
        tuple(
            SheetCell(points=row.recorded[side], role=GOOD if row.recorded[side] else MUTED)
            for side in sides
        ),
    )


def _bidder(row: DealRow, sides: tuple[int, int]) -> tuple[SheetCell | None, ...]:
    text = pgettext("the side that bid", "bid")
    return tuple(
        SheetCell(text=text, role=ACCENT) if row.by % 2 == side else None for side in sides
    )


def _raw_cells(row: DealRow, sides: tuple[int, int]) -> tuple[SheetCell | None, ...]:
    best = max(row.raw)
    return tuple(
        SheetCell(count=row.raw[side], role=STRONG if row.raw[side] == best else PLAIN)
        for side in sides
    )


def outcome_name(row: DealRow) -> str:
    """Return in one word how a deal that was played ended for the side that bid."""
    bidding = row.by % 2
    if row.raw[0] == row.raw[1]:
        return _("hangs")
    if row.raw[bidding] < row.raw[1 - bidding]:
        return _("inside")
    return _("made")


def _outcome_rows(row: DealRow, sides: tuple[int, int]) -> Iterator[SheetRow]:
    """Yield what makes the record differ from the points in tens."""
    pot = pot_of(row.raw)
    winner = 0 if row.raw[0] > row.raw[1] else 1
    is_even = row.raw[0] == row.raw[1]
    if not is_even and winner != row.by % 2:
        yield SheetRow(_label(_("inside")), _cells(one_side(winner, pot), sides))
    elif not is_even and row.factor > 1:
        yield SheetRow(_label(_("all")), _cells(one_side(winner, pot), sides))
    if not is_even and row.factor > 1:
        doubled = one_side(winner, pot * row.factor)
        yield SheetRow(_label(f"x {row.factor}"), _cells(doubled, sides))
    if is_even:
        hung = pot * row.factor if row.factor > 1 else row.rounded[row.by % 2]
        side = row.by % 2
        yield SheetRow(_label(_("hangs")), _cells(one_side(side, hung), sides, ACCENT))
    if row.claimed:
        yield SheetRow(_label(_("was hung")), _cells(one_side(winner, row.claimed), sides))


def _deal_rows(view: BelotView, sides: tuple[int, int]) -> Iterator[SheetRow]:
    """Yield a row per deal, the latest first."""
    for row in reversed(view.rows):
        label = words(Part(_("all pass"), MUTED))
        if row.contract != NO_CONTRACT:
            label = short_contract(row.contract, row.multiplier)
        remark = words(Part(_("capot"), ACCENT)) if row.capot_side >= 0 else ()
        if not remark and row.contract != NO_CONTRACT:
            remark = words(Part(outcome_name(row), MUTED))
        yield SheetRow(
            label,
            tuple(_deal_cell(row, side) for side in sides),
            remark,
            opens_group=row is view.rows[-1],
        )


def _deal_cell(row: DealRow, side: int) -> SheetCell:
    points = row.recorded[side]
    return SheetCell(points=points, total=row.totals[side], role=score_role(points))


def belot_curves(view: BelotView) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Return the totals after every deal by seat, the start included, and the deals' numbers."""
    curves = tuple((0, *(row.totals[seat % 2] for row in view.rows)) for seat in range(4))
    return curves, ("", *(str(row.number) for row in view.rows))
