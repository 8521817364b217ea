"""What stands in front of the felt of a table and beside it: sheet, chat, last trick, the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.geometry import Region

from levata_client.terminal.drawing.arrange import SIDE_FROM, Arrangement, Side

_SIDES: Final = tuple(Side)


class Panels:
    """Which panels of a table are open; only this class opens and closes them."""

    def __init__(self, side: Side = Side.SPLIT) -> None:
        self.side = side
        """What the side panel shows, where it is shown."""
        self.is_side_open = False
        """Whether the side panel covers the felt of a narrow terminal."""
        self.is_typing = False
        """Whether the user types something to say."""
        self.is_peeking = False
        """Whether the last trick is shown in place of this one."""
        self.is_grid_open = False
        """Whether the score sheet covers everything."""
        self.is_end_hidden = False
        """Whether the table is shown although the match is over."""
        self.end_cursor: int | None = None
        """The round marked on the chart at the end."""

    # --- opening and closing -------------------------------------------------------------------

    def toggle_grid(self) -> None:
        """Open the score sheet over everything, or close it."""
        self.is_grid_open = not self.is_grid_open

    def toggle_end(self) -> None:
        """Show the table although the match is over, or the end again."""
        self.is_end_hidden = not self.is_end_hidden

    def peek(self, has_trick: bool) -> None:
        """Show the last trick, if there is one, or this one again."""
        self.is_peeking = has_trick and not self.is_peeking

    def close_peek(self) -> bool:
        """Show this trick; return whether the last one was shown."""
        was_peeking, self.is_peeking = self.is_peeking, False
        return was_peeking

    def start_typing(self) -> bool:
        """Open the chat to type; return whether that is new."""
        was_typing, self.is_typing = self.is_typing, True
        return not was_typing

    def stop_typing(self) -> None:
        """Go back to playing."""
        self.is_typing = False

    def close_one(self) -> bool:
        """Close what covers the table; return whether anything did."""
        if self.is_grid_open:
            self.is_grid_open = False
            return True
        return self.close_peek()

    def change_side(self, width: int) -> None:
        """Show something else beside the felt; where columns are few, open the panel first."""
        if width < SIDE_FROM and not self.is_side_open:
            self.is_side_open = True
            self.side = Side.SPLIT if self.side is Side.OFF else self.side
        else:
            self.side = _SIDES[(_SIDES.index(self.side) + 1) % len(_SIDES)]
            self.is_side_open = self.side is not Side.OFF

    def move_end_cursor(self, step: int) -> None:
        """Mark another round on the chart; before the first step the last one is marked."""
        self.end_cursor = (self.end_cursor if self.end_cursor is not None else -1) + step

    def marked_round(self, rounds: int) -> int | None:
        """Return the round that is marked out of some, around the ends; None for none."""
        if self.end_cursor is not None:
            self.end_cursor %= max(rounds, 1)
        return self.end_cursor

    def match_goes_on(self) -> None:
        """Forget how the end was shown."""
        self.is_end_hidden = False
        self.end_cursor = None

    # --- where they stand ----------------------------------------------------------------------

    def side_shown(self, width: int) -> Side:
        """Return what stands beside the felt, or covers it, in so many columns."""
        side = self.side
        if width < SIDE_FROM and not self.is_side_open:
            side = Side.OFF
        if self.is_typing and side in (Side.SHEET, Side.OFF):
            side = Side.CHAT
        return side

    def regions(
        self,
        arrangement: Arrangement,
        *,
        is_end_shown: bool = False,
        has_choices: bool = True,
        has_open_hands: bool = False,
    ) -> Mapping[str, Region]:
        """Return where each widget stands by its id; those without a region are hidden.

        Args:
            arrangement: where everything stands that nothing covers.
            is_end_shown: whether the match is over and its last card has come to rest.
            has_choices: whether there is something to choose besides cards.
            has_open_hands: whether all hands are shown in place of the viewer's.
        """
        width, height = arrangement.width, arrangement.height
        if arrangement.is_too_small:
            return {"too-small": Region(0, 0, width, height)}
        regions = dict(arrangement.regions)
        whole = Region(0, 1, width, max(height - 2, 1))
        if is_end_shown and not self.is_end_hidden:
            side = regions.get("side")
            if self.is_typing and side is not None:
                regions["end"] = Region(0, 1, width - side.width, whole.height)
            else:
                regions["end"] = whole
                regions.pop("sheet", None)
                regions.pop("chat", None)
        if has_open_hands:
            regions["open-hands"] = regions.pop("hand")
        if self.is_grid_open:
            regions["grid"] = whole
        if not has_choices:
            regions.pop("panel", None)
        return regions
