"""The score sheet as fields, which each front end lays out in its own way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from levata_client.shown.text.words import PLAIN, Role, Words


class SheetForm(StrEnum):
    """What the columns of a sheet are about, so that front ends know which fields go together."""

    TOTALS = "totals"
    """A number each."""
    BIDS = "bids"
    """Bid, tricks taken and the total."""
    DEALS = "deals"
    """The points of a deal and the total, which matters more."""
    CHOICES = "choices"
    """The points of a hand and the total, and who chose what was played."""
    TAKEN = "taken"
    """Cards taken and what they scored."""
    SUMS = "sums"
    """Two sides, whose deals add up line by line; rows are named in words."""


class CellMark(StrEnum):
    """What is special about an entry of the sheet."""

    NONE = ""
    MADE = "made"
    """The bid was met."""
    MISSED = "missed"
    AGAIN = "again"
    """It does not count: the hand is played again."""
    CHOOSER = "chooser"
    """The seat chose what was played."""
    WINNER = "winner"
    """The seat did something rare."""
    NOW = "now"
    """It is what is played now."""
    OPEN = "open"
    """Nothing is known of it yet."""


@dataclass(frozen=True, kw_only=True)
class SheetCell:
    """One entry of the score sheet: a column in a row. Fields that say nothing are ``None``."""

    bid: int | None = None
    took: int | None = None
    """Tricks, or cards that count."""
    points: int | None = None
    """Won, or lost if negative."""
    total: int | None = None
    """After the points."""
    count: int | None = None
    """A number of which the row says what it is, such as a line of a sum."""
    of: int | None = None
    """What ``count`` is on its way to."""
    place: int | None = None
    text: str = ""
    """A word in the place of numbers."""
    mark: CellMark = CellMark.NONE
    role: Role = PLAIN
    """Of the figure that matters."""


@dataclass(frozen=True)
class SheetRow:
    """One row of the score sheet."""

    label: Words
    """A number, a sign or a few letters."""
    cells: tuple[SheetCell | None, ...] = ()
    remark: Words = ()
    """For the last column, where there is one."""
    is_now: bool = False
    """Whether it is what is played now."""
    opens_group: bool = False
    """Whether something separates it from the row above."""
    is_addition: bool = False
    """Whether it adds something to the row above."""
    full_label: Words = ()
    """The label in words, if there are any."""


@dataclass(frozen=True)
class Sheet:
    """The score sheet: a column per seat or side, a row per deal."""

    title: Words
    names: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    form: SheetForm = SheetForm.TOTALS
    viewer: int | None = None
    """The column of the viewer."""
    label_head: str = ""
    cell_head: str = ""
    remark_head: str = ""
    note: Words = ()
    totals: tuple[int, ...] = ()
    """One per column, for a ranking."""
