"""The score sheet of Septica, the curves of its totals and the awards at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from levata.game import Seat
from levata.games.septica import GameRow, Phase, SepticaOptions, SepticaView
from levata.games.septica.model import GAME_POINTS
from levata_client.shown.table.sheet import CellMark, Sheet, SheetCell, SheetForm, SheetRow
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.numbers import score_role
from levata_client.shown.text.words import ACCENT, MUTED, STRONG, Part, Words, fill, join, words

HIDDEN: Final = -1
"""Points that the table hides."""


def septica_sheet(
    view: SepticaView, options: SepticaOptions, seats: Sequence[Seat], names: tuple[str, ...]
) -> Sheet:
    """Return the sheet with a column for each of ``seats`` and a row per game."""
    rows = [_played_row(row, seats) for row in view.games]
    if view.phase != Phase.OVER:
        rows.append(_current_row(view, seats))
    if len(view.games) > 1:
        rows.append(_total_row(view, seats))
    players = 2 if options.partners else len(seats)
    text = _("a point scores {factor}, fewest points lose {loss}")
    note = fill(text, MUTED, factor=players, loss=GAME_POINTS * players)
    return Sheet(
        title=words(_("Score sheet")),
        names=names,
        rows=tuple(rows),
        form=SheetForm.TAKEN,
        viewer=None if view.seat < 0 else 0,
        label_head=_("game"),
        cell_head=_("points score"),
        note=note,
        totals=tuple(view.totals[seat] for seat in seats),
    )


def _played_row(row: GameRow, seats: Sequence[Seat]) -> SheetRow:
    cells = tuple(
        SheetCell(took=row.points[seat], points=row.scores[seat], role=score_role(row.scores[seat]))
        for seat in seats
    )
    label = words(Part(str(row.game + 1), STRONG))
    return SheetRow(label, cells, words(Part(_remark(row), MUTED)))


def _remark(row: GameRow) -> str:
    """Return what is special about the scores of a game."""
    losers = row.points.count(min(row.points))
    if losers == len(row.points):
        return _("all even")
    text = ngettext("{count} loses", "{count} lose", losers)
    return text.format(count=losers) if losers > 1 else ""


def _current_row(view: SepticaView, seats: Sequence[Seat]) -> SheetRow:
    """Return the points of the game that is played, as they stand."""
    is_dealt = view.phase != Phase.DEAL
    cells = tuple(
        SheetCell(took=view.points[seat], role=ACCENT)
        if is_dealt and view.points[seat] != HIDDEN
        else SheetCell(mark=CellMark.OPEN, role=ACCENT)
        for seat in seats
    )
    label = words(Part(str(view.game + 1), ACCENT))
    return SheetRow(label, cells, is_now=True)


def _total_row(view: SepticaView, seats: Sequence[Seat]) -> SheetRow:
    cells = tuple(
        SheetCell(total=view.totals[seat], role=score_role(view.totals[seat])) for seat in seats
    )
    label = words(Part("=", STRONG))
    full_label = words(Part(_("total"), STRONG))
    return SheetRow(label, cells, opens_group=True, full_label=full_label)


def septica_curves(view: SepticaView) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Return the totals after every game by seat, the start included, and the games' numbers."""
    seats = range(len(view.totals))
    curves = tuple((0, *(row.totals[seat] for row in view.games)) for seat in seats)
    return curves, ("", *(str(row.game + 1) for row in view.games))


def septica_awards(view: SepticaView, names: Sequence[Words]) -> tuple[Words, ...]:
    """Return what is worth a mention at the end: most points, games won and lost."""
    if not view.games:
        return ()
    seats = range(len(names))
    most = [max(row.points[seat] for row in view.games) for seat in seats]
    best = max(most)
    winners = join(", ", [names[seat] for seat in seats if most[seat] == best])
    text = ngettext(
        "Most points in a game: {names} ({count} of {all})",
        "Most points in a game: {names} ({count} of {all})",
        best,
    )
    awards = [fill(text, names=winners, count=best, all=GAME_POINTS)]
    if len(view.games) > 1:
        won = [sum(row.points[seat] == max(row.points) for row in view.games) for seat in seats]
        winners = join(", ", [names[seat] for seat in seats if won[seat] == max(won)])
        awards.append(fill(_("Most games won: {names} ({count})"), names=winners, count=max(won)))
    return tuple(awards)
