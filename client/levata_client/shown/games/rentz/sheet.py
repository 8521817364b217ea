"""The score sheet of Rentz: who chose what, and the points of every hand."""

from __future__ import annotations

from collections.abc import Sequence

from levata.cards import parse_card
from levata.game import Seat
from levata.games.rentz.options import RentzOptions, Subgame
from levata.games.rentz.state import HandRow, Phase, RentzView
from levata_client.shown.games.rentz.terms import running_score, short_subgame, subgame_name
from levata_client.shown.table.sheet import CellMark, Sheet, SheetCell, SheetForm, SheetRow
from levata_client.shown.text.glyphs import NOT_NOW
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.numbers import score_role, signed
from levata_client.shown.text.words import (
    ACCENT,
    FAINT,
    MUTED,
    STRONG,
    Part,
    Words,
    card_words,
    fill,
    join,
    plain,
    words,
)


def rentz_sheet(
    view: RentzView, options: RentzOptions, seats: Sequence[Seat], names: tuple[str, ...]
) -> Sheet:
    """Return the sheet with a column for each of ``seats``.

    First the hand being played and the totals, then what everybody chose and scored with it, then
    all hands, the latest first.
    """
    rows: list[SheetRow] = []
    if view.phase != Phase.OVER:
        rows.append(_current_row(view, options, seats))
    rows.append(_total_row(view, seats))
    rows.extend(_subgame_rows(view, options, seats))
    rows.extend(_hand_rows(view, seats))
    return Sheet(
        title=words(_("Score sheet")),
        names=names,
        rows=tuple(rows),
        form=SheetForm.CHOICES,
        viewer=None if view.seat < 0 else 0,
        label_head=_("hand"),
        remark_head=_("sum"),
        note=words(Part(_("{dot} still to choose").format(dot=NOT_NOW), MUTED)),
        totals=tuple(view.totals[seat] for seat in seats),
    )


def _current_row(view: RentzView, options: RentzOptions, seats: Sequence[Seat]) -> SheetRow:
    """Return the points of the hand that is played, as they stand."""
    cells = tuple(_current_cell(view, options, seat) for seat in seats)
    number = words(Part(str(view.hand_index + 1), ACCENT))
    is_named = view.phase in (Phase.TRICKS, Phase.LAYOUT, Phase.REFUSE)
    label = short_subgame(view.subgame) if is_named else number
    full = _full_label(view.subgame) if is_named else number
    remark = words(Part(f"{view.hand_index + 1}/{view.hands_in_all}", ACCENT))
    return SheetRow(label, cells, remark, is_now=True, full_label=full)


def _current_cell(view: RentzView, options: RentzOptions, seat: Seat) -> SheetCell:
    if view.phase == Phase.TRICKS:
        taken, tricks = view.taken[seat], view.tricks[seat]
        score = running_score(options, view.subgame, taken, tricks, view.blind)
        return SheetCell(points=score, role=ACCENT)
    if view.phase == Phase.LAYOUT and view.places[seat]:
        return SheetCell(place=view.places[seat], role=ACCENT)
    return SheetCell(mark=CellMark.OPEN, role=ACCENT)


def _total_row(view: RentzView, seats: Sequence[Seat]) -> SheetRow:
    cells = tuple(
        SheetCell(total=view.totals[seat], role=score_role(view.totals[seat])) for seat in seats
    )
    label = words(Part("=", STRONG))
    return SheetRow(label, cells, full_label=words(Part(_("total"), STRONG)))


def _subgame_rows(view: RentzView, options: RentzOptions, seats: Sequence[Seat]) -> list[SheetRow]:
    """Return a row per subgame: what each seat scored when it chose it, a dot if it has not yet."""
    scored = {(row.chooser, row.subgame): row.scores[row.chooser] for row in view.rows}
    rows: list[SheetRow] = []
    for index, subgame in enumerate(options.subgames):
        cells: list[SheetCell] = []
        for seat in seats:
            if (seat, subgame) in scored:
                points = scored[seat, subgame]
                cells.append(SheetCell(points=points, role=score_role(points)))
            elif view.used[seat] >> subgame & 1:
                cells.append(SheetCell(mark=CellMark.NOW, role=ACCENT))
            else:
                cells.append(SheetCell(mark=CellMark.OPEN, role=FAINT))
        total = sum(sum(row.scores) for row in view.rows if row.subgame == subgame)
        rows.append(
            SheetRow(
                short_subgame(subgame),
                tuple(cells),
                words(Part(str(total), MUTED)) if total else (),
                opens_group=index == 0,
                full_label=_full_label(subgame),
            )
        )
    return rows


def _hand_rows(view: RentzView, seats: Sequence[Seat]) -> list[SheetRow]:
    """Return a row per hand, the latest first; the chooser's points are marked."""
    rows: list[SheetRow] = []
    for number in range(len(view.rows), 0, -1):
        row = view.rows[number - 1]
        label = words(Part(str(number), MUTED))
        rows.append(
            SheetRow(
                label,
                tuple(_hand_cell(row, seat) for seat in seats),
                words(short_subgame(row.subgame), " x2" if row.blind else ""),
                opens_group=number == len(view.rows),
            )
        )
    return rows


def _hand_cell(row: HandRow, seat: Seat) -> SheetCell:
    score = row.scores[seat]
    mark = CellMark.CHOOSER if seat == row.chooser else CellMark.NONE
    return SheetCell(points=score, total=row.totals[seat], mark=mark, role=score_role(score))


def _full_label(subgame: int) -> Words:
    if subgame == Subgame.TEN_CLUBS:
        return card_words(parse_card("TC"))
    return words(Part(subgame_name(subgame), STRONG))


def rentz_curves(view: RentzView) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Return the totals after every hand by seat, the start included, and the hands' subgames."""
    seats = range(len(view.totals))
    curves = tuple((0, *(row.totals[seat] for row in view.rows)) for seat in seats)
    return curves, ("", *(plain(short_subgame(row.subgame)) for row in view.rows))


def rentz_awards(view: RentzView, names: Sequence[Words]) -> tuple[Words, ...]:
    """Return what is worth a mention at the end: the best and worst hand, layouts, courage."""
    if not view.rows:
        return ()
    seats = range(len(names))
    won = [sum(bool(row.places) and row.places[seat] == 1 for row in view.rows) for seat in seats]
    own = [sum(row.scores[seat] for row in view.rows if row.chooser == seat) for seat in seats]
    blind = [sum(row.blind and row.chooser == seat for row in view.rows) for seat in seats]
    awards = [_record(view, names, is_best=True), _record(view, names, is_best=False)]
    if max(won):
        winners = join(", ", [names[seat] for seat in seats if won[seat] == max(won)])
        text = ngettext(
            "Out first in Rentz: {names} ({count} time)",
            "Out first in Rentz: {names} ({count} times)",
            max(won),
        )
        awards.append(fill(text, names=winners, count=max(won)))
    choosers = join(", ", [names[seat] for seat in seats if own[seat] == max(own)])
    text = _("Best with own choices: {names} {score}")
    awards.append(fill(text, names=choosers, score=signed(max(own))))
    if max(blind):
        brave = join(", ", [names[seat] for seat in seats if blind[seat] == max(blind)])
        awards.append(fill(_("Bravest: {names} ({count} blind)"), names=brave, count=max(blind)))
    return tuple(awards)


def _record(view: RentzView, names: Sequence[Words], is_best: bool) -> Words:
    """Return the best or the worst score of a hand, the first one of several."""
    scored = [
        (score if is_best else -score, -number, seat)
        for number, row in enumerate(view.rows)
        for seat, score in enumerate(row.scores)
    ]
    _score, number, seat = max(scored)
    row = view.rows[-number]
    text = _("Worst hand: {name} {score} in {subgame}")
    if is_best:
        text = _("Best hand: {name} {score} in {subgame}")
    score, subgame = signed(row.scores[seat]), subgame_name(row.subgame)
    return fill(text, name=names[seat], score=score, subgame=subgame)
