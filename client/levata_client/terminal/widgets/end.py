"""The end of a match: ranking and awards beside the chart of totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from levata_client.cells import cut, pad, spread, wrap
from levata_client.shown.table.scene import Standing, Summary
from levata_client.shown.text.language import _
from levata_client.shown.text.words import MUTED, SERIES, STRONG, TITLE, Part, Words, words
from levata_client.terminal.drawing.chart import Series, draw_chart
from levata_client.terminal.drawing.styles import bold
from levata_client.terminal.widgets.painted import Painted

RANKING_WIDTH: Final = 30
CHART_FROM: Final = 30
"""Columns beside the ranking from which there is a chart."""


class EndView(Painted):
    """Who won, and how it came about."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._summary: Summary | None = None
        self._cursor: int | None = None

    def show(self, summary: Summary | None, cursor: int | None = None) -> None:
        """Show a summary; ``cursor`` marks a round on the chart."""
        self._summary, self._cursor = summary, cursor
        self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Words]:
        summary = self._summary
        if summary is None:
            return []
        room = height
        has_chart = width - RANKING_WIDTH >= CHART_FROM
        left_width = RANKING_WIDTH if has_chart else width
        left = [pad(row, left_width) for row in self._left(summary, left_width, room)]
        left = left[:room]
        left.extend([words(" " * left_width)] * (room - len(left)))
        if self._cursor is not None and room > 1:
            left[-1] = pad(_at_cursor(summary, self._cursor), left_width)
        if not has_chart:
            return left
        chart = draw_chart(
            self._series(summary),
            width - left_width - 3,
            room - 1,
            summary.rounds,
            self._cursor,
        )
        rows = [words(left[0])]
        rows.extend(words(left[index + 1], "  ", row) for index, row in enumerate(chart))
        return rows

    def _left(self, summary: Summary, width: int, room: int) -> list[Words]:
        rows: list[Words] = [()]
        is_airy = room >= 3 * len(summary.standings) + len(summary.awards) + 4
        for standing in summary.standings:
            rows.append(_standing(standing, width))
            if standing.remark:
                rows.append(words("    ", cut(standing.remark, width - 5)))
            if is_airy:
                rows.append(())
        if summary.awards:
            if not is_airy:
                rows.append(())
            rows.append(words(" ", Part(_("Awards"), TITLE)))
            for award in summary.awards:
                rows.extend(words(" ", line) for line in wrap(award, width - 2))
        return rows

    def _series(self, summary: Summary) -> list[Series]:
        # The leader is drawn last, so that his line lies above the others.
        return [
            Series(standing.name, SERIES[standing.seat % 6], summary.curves[standing.seat])
            for standing in reversed(summary.standings)
        ]


def _at_cursor(summary: Summary, cursor: int) -> Words:
    """Return the totals after the round under the cursor, in the order of the ranking."""
    totals = [
        Part(f" {summary.curves[standing.seat][cursor]}", SERIES[standing.seat % 6])
        for standing in summary.standings
    ]
    last = len(summary.curves[0]) - 1
    return words(Part(f" {cursor}/{last}:", MUTED), *totals)


def _standing(standing: Standing, width: int) -> Words:
    name = Part(standing.name, bold(SERIES[standing.seat % 6]))
    left = words(Part(f" {standing.place}. ", MUTED), name)
    return spread(left, words(Part(standing.score, STRONG), "  "), width)
