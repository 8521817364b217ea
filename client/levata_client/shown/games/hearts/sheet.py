"""The score sheet of Hearts, the curves of its totals and the awards at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from levata.game import Seat
from levata.games.hearts import DealRow, HeartsView, Phase
from levata.games.hearts.model import points_of
from levata_client.shown.table.sheet import CellMark, Sheet, SheetCell, SheetForm, SheetRow
from levata_client.shown.text.language import _
from levata_client.shown.text.words import ACCENT, BAD, GOOD, STRONG, Part, Words, fill, join, words

_LEFT: Final = "←"
_RIGHT: Final = "→"
_ACROSS: Final = "↑"


def hearts_sheet(view: HeartsView, seats: Sequence[Seat], names: tuple[str, ...]) -> Sheet:
    """Return the sheet with a column for each of ``seats`` and a row per deal."""
    rows = [_played_row(number, row, seats) for number, row in enumerate(view.rows, 1)]
    if view.phase != Phase.OVER:
        rows.append(_current_row(view, seats))
    return Sheet(
        title=words(_("Score sheet")),
        names=names,
        rows=tuple(rows),
        form=SheetForm.DEALS,
        viewer=None if view.seat < 0 else 0,
        label_head=_("deal"),
        cell_head=_("deal total"),
        totals=tuple(view.totals[seat] for seat in seats),
    )


def _label(number: int, passing: int, seats: int) -> str:
    """Return the number of a deal and where cards went in it."""
    arrow = {0: "·", 1: _LEFT, seats - 1: _RIGHT}.get(passing, _ACROSS)
    return f"{number} {arrow}"


def _played_row(number: int, row: DealRow, seats: Sequence[Seat]) -> SheetRow:
    cells = tuple(
        SheetCell(
            points=row.scores[seat],
            total=row.totals[seat],
            mark=CellMark.WINNER if seat == row.moon else CellMark.NONE,
            role=BAD if row.scores[seat] < 0 else GOOD,
        )
        for seat in seats
    )
    remark = (Part(_("moon"), ACCENT),) if row.moon >= 0 else ()
    return SheetRow(
        words(Part(str(number), STRONG)),
        cells,
        remark,
        full_label=words(Part(_label(number, row.passing, len(seats)), STRONG)),
    )


def _current_row(view: HeartsView, seats: Sequence[Seat]) -> SheetRow:
    """Return the points of the deal that is played, as they stand."""
    cells = tuple(
        SheetCell(points=-points_of(view.taken[seat]), role=ACCENT)
        if view.phase == Phase.PLAY
        else SheetCell(mark=CellMark.OPEN, role=ACCENT)
        for seat in seats
    )
    number = len(view.rows) + 1
    passing = view.passing if view.phase != Phase.DEAL else 0
    label = _label(number, passing, len(seats)) if view.phase != Phase.DEAL else str(number)
    return SheetRow(
        words(Part(str(number), ACCENT)),
        cells,
        is_now=True,
        full_label=words(Part(label, ACCENT)),
    )


def hearts_curves(view: HeartsView) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Return the totals after every deal by seat, the start included, and the deals' numbers."""
    seats = range(len(view.totals))
    curves = tuple((0, *(row.totals[seat] for row in view.rows)) for seat in seats)
    return curves, ("", *(str(number) for number in range(1, len(view.rows) + 1)))


def hearts_awards(view: HeartsView, names: Sequence[Words]) -> tuple[Words, ...]:
    """Return what is worth a mention at the end: clean deals, the worst deal, moons."""
    if not view.rows:
        return ()
    seats = range(len(names))
    clean = [sum(not row.points[seat] for row in view.rows) for seat in seats]
    moons = [sum(row.moon == seat for row in view.rows) for seat in seats]
    worst = [
        max((row.points[seat] for row in view.rows if row.moon < 0), default=0) for seat in seats
    ]
    awards: list[Words] = []
    for text, figures in (
        (_("Most clean deals: {names} ({count})"), clean),
        (_("Shot the moon: {names} ({count})"), moons),
        (_("Worst deal: {names} ({count} points)"), worst),
    ):
        best = max(figures)
        if best:
            winners = [names[seat] for seat in seats if figures[seat] == best]
            awards.append(fill(text, names=join(", ", winners), count=best))
    return tuple(awards)
