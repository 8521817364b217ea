"""What the user wants, as messages of a table screen; the application sends them on."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from levata.cards import HandOrder
from levata.game import Seat
from levata_client.terminal.drawing.arrange import Side


@dataclass
class ActRequested(Message):
    """The user answered a decision; ``decision`` is the one that was on the screen."""

    action: str
    decision: int | None


@dataclass
class SayRequested(Message):
    """The user says something to the table."""

    text: str


@dataclass
class NudgeRequested(Message):
    """The user wants to wake the player for whom the table waits."""

    seat: Seat


@dataclass
class OrderChanged(Message):
    """The user chose another order of his hand."""

    order: HandOrder


@dataclass
class SideChanged(Message):
    """The user chose another side panel."""

    side: Side


class TurnCame(Message):
    """It is the user's turn now: the moment to ring, if he wants that."""


class HintRequested(Message):
    """The user asks for a hint; the answer goes to `TableScreen.hint`."""


class TakeSeatRequested(Message):
    """The user wants the seat back that a computer player holds."""


class MenuRequested(Message):
    """The user asks for the menu."""


class HelpRequested(Message):
    """The user asks for help."""


class LeaveRequested(Message):
    """The user wants to leave the finished match."""


class RematchRequested(Message):
    """The user wants to play again at this table."""


class ReplayRequested(Message):
    """The user wants to see the match again."""


class ExportRequested(Message):
    """The user wants the score sheet or the record as a file."""
