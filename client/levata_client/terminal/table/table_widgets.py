"""The widgets of a table, from the felt at the bottom to what covers everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from textual.geometry import Region
from textual.widget import Widget

from levata_client.terminal.widgets.bars import FooterBar, HeaderBar, StatusLine, TooSmall
from levata_client.terminal.widgets.chat import ChatPanel
from levata_client.terminal.widgets.choices import ChoicePanel
from levata_client.terminal.widgets.corners import LastTrickView, TrumpCard
from levata_client.terminal.widgets.end import EndView
from levata_client.terminal.widgets.hand import HandView
from levata_client.terminal.widgets.open_hands import OpenHandsView
from levata_client.terminal.widgets.painted import place
from levata_client.terminal.widgets.plate import SeatPlate
from levata_client.terminal.widgets.sheet import ScoreGrid, ScoreSheet
from levata_client.terminal.widgets.trick import TrickArea

MOST_SEATS: Final = 6


class TableWidgets:
    """All that a table is drawn with; ``now`` is the clock of what moves and counts down."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.felt = TrickArea(now=now, id="felt")
        self.plates = tuple(SeatPlate(id=f"plate-{number}") for number in range(MOST_SEATS))
        """The viewer's first, then in turn order."""
        self.trump = TrumpCard(id="trump")
        self.last_trick = LastTrickView(id="last")
        self.status = StatusLine(id="status")
        self.hand = HandView(id="hand")
        self.open_hands = OpenHandsView(id="open-hands")
        self.choices = ChoicePanel(id="panel")
        self.end = EndView(id="end")
        self.sheet = ScoreSheet(id="sheet")
        self.chat = ChatPanel(id="chat")
        self.grid = ScoreGrid(id="grid")
        self.header = HeaderBar(now=now, id="header")
        self.footer = FooterBar(id="footer")
        self.too_small = TooSmall(id="too-small")

    def __iter__(self) -> Iterator[Widget]:
        """Yield every widget; later ones stand in front of earlier ones."""
        yield self.felt
        yield from self.plates
        yield from (self.trump, self.last_trick, self.status, self.hand, self.open_hands)
        yield from (self.choices, self.end, self.sheet, self.chat, self.grid)
        yield from (self.header, self.footer, self.too_small)

    def place(self, regions: Mapping[str, Region]) -> None:
        """Give every widget the region of its id; those without one are hidden."""
        for widget in self:
            place(widget, regions.get(widget.id or ""))
