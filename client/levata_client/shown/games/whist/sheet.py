"""The score sheet of Whist as on paper, the curves of its totals and the awards at the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from levata.game import Seat
from levata.games.whist import Phase, Round, WhistOptions, WhistView, schedule
from levata_client.shown.games.whist.choices import NO_BID
from levata_client.shown.table.sheet import CellMark, Sheet, SheetCell, SheetForm, SheetRow
from levata_client.shown.text.language import _, ngettext, pgettext
from levata_client.shown.text.words import (
    ACCENT,
    BAD,
    GOOD,
    MUTED,
    STRONG,
    Part,
    Role,
    Words,
    fill,
    join,
    suit_words,
    words,
)


def whist_sheet(
    view: WhistView, options: WhistOptions, seats: Sequence[Seat], names: tuple[str, ...]
) -> Sheet:
    """Return the sheet with a column for each of ``seats``: rounds played, now and to come."""
    sizes = schedule(len(seats), options.sequence)
    rows: list[SheetRow] = []
    above: int | None = None
    for row in view.rounds:
        rows.append(_played_row(row, seats, _opens_group(above, row.cards, sizes)))
        if any(row.bonus):
            rows.append(_bonus_row(row, seats))
        above = row.cards
    if view.phase != Phase.OVER:
        size = sizes[view.round]
        rows.append(_current_row(view, size, seats, _opens_group(above, size, sizes)))
        for previous, size in pairwise(sizes[view.round :]):
            label = words(Part(str(size), MUTED))
            rows.append(SheetRow(label, opens_group=_opens_group(previous, size, sizes)))
    if options.premiere or options.depremiere:
        rows.append(_streak_row(view, options, seats))
    first = names[seats.index(view.first)]
    return Sheet(
        title=words(_("Score sheet")),
        names=names,
        rows=tuple(rows),
        form=SheetForm.BIDS,
        viewer=None if view.seat < 0 else 0,
        label_head=_("hand"),
        cell_head=_("bid took total"),
        remark_head=_("bids"),
        note=fill(_("first to bid: {name}"), MUTED, name=first) if view.phase != Phase.OVER else (),
        totals=tuple(view.totals[seat] for seat in seats),
    )


def _opens_group(above: int | None, size: int, sizes: Sequence[int]) -> bool:
    """Return whether a rule stands above a row: between the ones, the climb, the eights, the fall.

    ``above`` is the number of cards in the row above it, ``None`` for the first row.
    """
    if above is None:
        return False
    flat = {min(sizes), max(sizes)}
    return above != size and (size in flat or above in flat)


def _label(size: int, trump: int, role: Role = STRONG) -> Words:
    suit = suit_words(trump) if trump >= 0 else ()
    return words(Part(str(size), role), suit)


def _balance(bids: Sequence[int], size: int) -> Words:
    total = sum(bid for bid in bids if bid != NO_BID)
    return words(Part(f"{total}/{size} {total - size:+d}", MUTED))


def _played_row(row: Round, seats: Sequence[Seat], opens_group: bool) -> SheetRow:
    cells: list[SheetCell] = []
    for seat in seats:
        is_made = row.bids[seat] == row.took[seat]
        mark = CellMark.MADE if is_made else CellMark.MISSED
        cells.append(
            SheetCell(
                bid=row.bids[seat],
                took=row.took[seat],
                total=row.totals[seat] - row.bonus[seat],
                mark=CellMark.AGAIN if row.void else mark,
                role=GOOD if is_made else BAD,
            )
        )
    label = _label(row.cards, row.trump)
    return SheetRow(label, tuple(cells), _balance(row.bids, row.cards), opens_group=opens_group)


def _bonus_row(row: Round, seats: Sequence[Seat]) -> SheetRow:
    """Return the small row of premiums after a round that granted one."""
    cells = tuple(
        SheetCell(points=bonus, total=row.totals[seat], role=GOOD if bonus > 0 else BAD)
        if (bonus := row.bonus[seat])
        else None
        for seat in seats
    )
    return SheetRow(words(Part("+", MUTED)), cells, is_addition=True)


def _current_row(view: WhistView, size: int, seats: Sequence[Seat], opens_group: bool) -> SheetRow:
    is_dealt = view.phase != Phase.DEAL
    cells: list[SheetCell] = []
    for seat in seats:
        bid = view.bids[seat] if is_dealt and view.bids[seat] != NO_BID else None
        is_playing = bid is not None and view.phase == Phase.PLAY
        cells.append(
            SheetCell(bid=bid, took=view.took[seat] if is_playing else None, role=ACCENT),
        )
    label = _label(size, view.trump if is_dealt else -1, ACCENT)
    remark = _balance(view.bids, size) if is_dealt else ()
    return SheetRow(label, tuple(cells), remark, is_now=True, opens_group=opens_group)


def _streak_row(view: WhistView, options: WhistOptions, seats: Sequence[Seat]) -> SheetRow:
    """Return how far each seat is on its way to a premium or a penalty."""
    cells: list[SheetCell] = []
    for seat in seats:
        streak = view.streaks[seat]
        mark, role = CellMark.NONE, MUTED
        if streak:
            mark, role = (CellMark.MADE, GOOD) if streak > 0 else (CellMark.MISSED, BAD)
        cells.append(SheetCell(count=abs(streak), of=options.streak_len, mark=mark, role=role))
    return SheetRow(
        words(Part("±", MUTED)),
        tuple(cells),
        words(Part(f"±{options.streak_bonus}", MUTED)),
        opens_group=True,
        full_label=words(Part(pgettext("row of the score sheet", "run"), MUTED)),
    )


def whist_curves(view: WhistView) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Return the totals after every round by seat, the start included, and the rounds' sizes."""
    played = [row for row in view.rounds if not row.void]
    curves = tuple((0, *(row.totals[seat] for row in played)) for seat in range(len(view.totals)))
    return curves, ("", *(str(row.cards) for row in played))


def whist_awards(view: WhistView, names: Sequence[Words]) -> tuple[Words, ...]:
    """Return what is worth a mention at the end: exactness, runs, courage."""
    played = [row for row in view.rounds if not row.void]
    if not played:
        return ()
    seats = range(len(names))
    exact = [sum(row.bids[seat] == row.took[seat] for row in played) for seat in seats]
    runs = [best_run([row.bids[seat] == row.took[seat] for row in played]) for seat in seats]
    brave = [
        max((row.bids[seat] for row in played if row.bids[seat] == row.took[seat]), default=0)
        for seat in seats
    ]
    awards: list[Words] = []
    for text, figures in (
        (_("Most exact bids: {names} ({count})"), exact),
        (_("Longest run: {names} ({count})"), runs),
        (_("Bravest bid met: {names} ({count})"), brave),
    ):
        best = max(figures)
        if best:
            winners = [names[seat] for seat in seats if figures[seat] == best]
            awards.append(fill(text, names=join(", ", winners), count=best))
    premiums = sum(bonus > 0 for row in played for bonus in row.bonus)
    if premiums:
        text = ngettext("{count} premium was earned", "{count} premiums were earned", premiums)
        awards.append(fill(text, count=premiums))
    return tuple(awards)


def best_run(made: Sequence[bool]) -> int:
    """Return the length of the longest run of bids met."""
    best = run = 0
    for is_made in made:
        run = run + 1 if is_made else 0
        best = max(best, run)
    return best
