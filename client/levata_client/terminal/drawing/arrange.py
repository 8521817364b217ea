"""Where everything at a table stands: one pure function from the size of the terminal.

The frame is the same in every game and phase: header, felt, status line, hand and footer on the
left, the side panel with sheet and chat on the right. On the felt the viewer sits at the bottom,
the others as their `Mode` has it. What a phase shows never moves the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from textual.geometry import Region

from levata_client.shown.table.seating import Mode
from levata_client.terminal.drawing.faces import GIANT, HUGE, LARGE, MEDIUM, SMALL, Size

MIN_WIDTH: Final = 60
MIN_HEIGHT: Final = 20
SIDE_FROM: Final = 80
"""Columns from which the side panel stands beside the felt instead of covering it."""
WIDE_FROM: Final = 120
"""Columns from which the side panel is wide."""
NARROW_SIDE: Final = 24
WIDE_SIDE: Final = 46
COMPASS_ROWS: Final = 15
"""Rows of felt that compass mode needs at least."""
CHAT_ROWS: Final = 7
PANEL_WIDTH: Final = 54
LABEL_WIDTH: Final = 8
SPREAD: Final = Size(40, 12)
"""How far plates stand apart at most, beyond the room that the cards take."""


class Side(StrEnum):
    """What the side panel shows."""

    SPLIT = "split"
    SHEET = "sheet"
    CHAT = "chat"
    OFF = "off"


@dataclass(frozen=True)
class Arrangement:
    """The regions of a table screen by name, and the sizes of its cards.

    Names: ``header felt status hand footer side sheet chat middle panel trump last`` and for every
    player, counted from the viewer in turn order, ``plate-0 slot-0``, ``plate-1 slot-1`` and so on.
    """

    width: int
    height: int
    mode: Mode
    regions: Mapping[str, Region]
    trick_card: Size
    hand_card: Size
    trump_card: Size
    hand_step: int
    """Columns from one card of the hand to the next."""

    @property
    def is_too_small(self) -> bool:
        """Whether the terminal is too small to play in."""
        return self.width < MIN_WIDTH or self.height < MIN_HEIGHT

    @property
    def is_side_over_felt(self) -> bool:
        """Whether the side panel covers the felt, for want of columns."""
        return self.width < SIDE_FROM

    def hand_left(self, cards: int) -> int:
        """Return the column inside the hand's region where the first of its cards begins."""
        taken = (cards - 1) * self.hand_step + self.hand_card.width
        return max(0, (self.regions["hand"].width - taken) // 2)


@dataclass(frozen=True)
class _Felt:
    """What the placing of plates and slots needs to know."""

    area: Region
    plate: Size
    card: Size
    places: tuple[str, ...]
    """Where the players sit, from the viewer in turn order."""

    @property
    def gap(self) -> int:
        return 2 if self.card.width >= HUGE.width else 1


_CLOCKWISE: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("S", "N"),
    3: ("S", "NW", "NE"),
    4: ("S", "W", "N", "E"),
    5: ("S", "W", "NW", "NE", "E"),
    6: ("S", "W", "NW", "N", "NE", "E"),
}
_MIRRORED: Final = {"W": "E", "E": "W", "NW": "NE", "NE": "NW"}


def arrange(
    width: int,
    height: int,
    seats: int,
    *,
    mode: Mode = Mode.COMPASS,
    side: Side = Side.SPLIT,
    hand: int = 8,
    panel_rows: int = 0,
    sheet_rows: int = 24,
    counter_clockwise: bool = False,
) -> Arrangement:
    """Return where everything stands in a terminal of ``width`` by ``height`` cells.

    Args:
        width: Columns of the terminal.
        height: Rows of the terminal.
        seats: Number of players, 2 to 6.
        mode: How the players should sit; compass mode gives way where it has no room.
        side: What the side panel shows.
        hand: The most cards that the viewer holds in this game.
        panel_rows: Rows that the panel of choices would like; 0 for no panel.
        sheet_rows: Rows that the whole score sheet would take.
        counter_clockwise: Whether the next player sits to the right of the viewer.
    """
    width, height = max(width, 1), max(height, 1)
    side_width = 0
    if side is not Side.OFF and width >= SIDE_FROM:
        side_width = WIDE_SIDE if width >= WIDE_FROM else NARROW_SIDE
    felt_width = width - side_width
    hand_card = _hand_card(felt_width, height, hand)
    hand_rows = hand_card.height + 2
    area = Region(0, 1, felt_width, max(height - hand_rows - 3, 1))
    regions = {
        "header": Region(0, 0, width, 1),
        "felt": area,
        "status": Region(0, area.bottom, felt_width, 1),
        "hand": Region(0, area.bottom + 1, felt_width, hand_rows),
        "footer": Region(0, height - 1, width, 1),
    }
    regions.update(_side(width, height, side, side_width, sheet_rows))
    places = _CLOCKWISE[seats]
    if counter_clockwise:
        places = tuple(_MIRRORED.get(place, place) for place in places)
    compass = _compass_felt(area, places) if mode is Mode.COMPASS else None
    felt = compass or _strip_felt(area, places)
    regions.update(_compass(felt) if compass else _strip(felt))
    regions.update(_panel(felt, regions, panel_rows))
    trump_card = _corners(felt, regions)
    step = hand_card.width + 1
    if hand > 1:
        step = max(1, min(step, (felt_width - hand_card.width) // (hand - 1)))
    return Arrangement(
        width,
        height,
        Mode.COMPASS if compass else Mode.STRIP,
        regions,
        felt.card,
        hand_card,
        trump_card,
        step,
    )


def _hand_card(felt_width: int, height: int, hand: int) -> Size:
    for size, from_height in ((HUGE, 38), (LARGE, 32), (MEDIUM, 24)):
        if height >= from_height and max(hand, 8) * (size.width + 1) - 1 <= felt_width:
            return size
    return SMALL


def _side(
    width: int, height: int, side: Side, side_width: int, sheet_rows: int
) -> dict[str, Region]:
    if side is Side.OFF:
        return {}
    side_width = side_width or min(30, width)
    rows = max(height - 2, 1)
    area = Region(width - side_width, 1, side_width, rows)
    if side is Side.SHEET:
        return {"side": area, "sheet": area}
    if side is Side.CHAT:
        return {"side": area, "chat": area}
    top, bottom = area.split_horizontal(max(1, min(sheet_rows, rows - CHAT_ROWS)))
    return {"side": area, "sheet": top, "chat": bottom}


def _compass_felt(area: Region, places: tuple[str, ...]) -> _Felt | None:
    """Return the felt of compass mode with the largest card that fits, or nothing."""
    rows = 4 if area.height >= 25 else 3
    plate = Size(24 if area.width >= 94 else 19 if area.width >= 74 and rows == 4 else 17, rows)
    has_sides = "W" in places
    columns = len(places) - 1
    for size in (GIANT, HUGE, LARGE, SMALL):
        felt = _Felt(area, plate, size, places)
        needed = columns * size.width + (columns - 1) * felt.gap + 2
        needed += (2 * plate.width + 2) if has_sides else 0
        free_rows = area.height - 2 * (plate.height + size.height)
        if needed <= area.width and free_rows >= (3 if size == SMALL else 4):
            return felt
    return None


def _strip_felt(area: Region, places: tuple[str, ...]) -> _Felt:
    others = len(places) - 1
    cell = area.width // others
    rows = 4 if area.height >= 25 else 3
    widest = 24 if area.width >= WIDE_FROM else 19 if rows == 4 else 17
    plate = Size(max(1, min(widest, cell - 1 if cell > 11 else cell)), rows)
    for size in (GIANT, HUGE, LARGE):
        room = area.height - 2 * (plate.height + size.height)
        if size.width <= plate.width - 2 and room >= 4:
            return _Felt(area, plate, size, places)
    return _Felt(area, plate, SMALL, places)


def _compass(felt: _Felt) -> dict[str, Region]:
    area, plate, card, gap = felt.area, felt.plate, felt.card, felt.gap
    columns = max(3, len(felt.places) - 1)
    block = _centred(
        area,
        Size(
            min(area.width - 2, 2 * plate.width + columns * card.width + SPREAD.width),
            min(area.height, 2 * (plate.height + card.height) + SPREAD.height),
        ),
    )
    margin = 1 if block.height >= 2 * (plate.height + card.height) + 6 else 0
    north = block.y + margin
    south = block.bottom - margin - plate.height
    # One row keeps the upper card from the lower one; what is left over stands below them rather
    # than above, because the panel of choices needs it there.
    free = south - north - plate.height - 2 * card.height - 1
    top = north + plate.height + max(0, (free - 1) // 2)
    centre = top + card.height
    middle = area.x + (area.width - card.width) // 2
    pitch = card.width + gap
    # Players along the top: one in the middle (N), two beside it (NW, NE), or all three.
    has_north = "N" in felt.places
    reach = pitch if has_north else (pitch + 1) // 2
    outside = block.x if has_north else block.x + block.width // 4 - plate.width // 2
    plates = {
        "S": (area.x + (area.width - plate.width) // 2, south),
        "N": (area.x + (area.width - plate.width) // 2, north),
        "NW": (outside, north),
        "NE": (2 * block.x + block.width - outside - plate.width, north),
        "W": (block.x, centre - plate.height // 2),
        "E": (block.right - plate.width, centre - plate.height // 2),
    }
    beside = pitch if has_north and "NW" not in felt.places else reach + pitch
    level = centre - card.height // 2
    slots = {
        "S": (middle, centre + 1),
        "N": (middle, top),
        "NW": (middle - reach, top),
        "NE": (middle + reach, top),
        "W": (middle - beside, level),
        "E": (middle + beside, level),
    }
    regions: dict[str, Region] = {}
    for number, place in enumerate(felt.places):
        regions[f"plate-{number}"] = Region(*plates[place], *plate)
        regions[f"slot-{number}"] = Region(*slots[place], *card)
    side_room = plate.width + 1 if "W" in felt.places else 0
    regions["middle"] = Region(
        block.x + side_room,
        north + plate.height,
        block.width - 2 * side_room,
        south - north - plate.height,
    )
    return regions


def _strip(felt: _Felt) -> dict[str, Region]:
    area, plate, card = felt.area, felt.plate, felt.card
    others = len(felt.places) - 1
    own = Size(max(plate.width, min(17, area.width)), plate.height)
    south = max(area.bottom - plate.height, area.y)
    below = area.y + plate.height
    free = south - below
    gap = 1 if free > 2 * card.height else 0
    top = below + max(0, free - 2 * card.height - gap) // 2
    regions = {
        "plate-0": Region(area.x + (area.width - own.width) // 2, south, *own),
        "slot-0": Region(area.x + (area.width - card.width) // 2, top + card.height + gap, *card),
        "middle": Region(area.x, below, area.width, max(free, 1)),
    }
    # Turn order runs from left to right, or the other way round if the game does.
    is_mirrored = others > 1 and felt.places[1] in ("E", "NE")
    for number in range(1, others + 1):
        column = others - number if is_mirrored else number - 1
        left, right = (area.x + area.width * edge // others for edge in (column, column + 1))
        regions[f"plate-{number}"] = Region(
            left + (right - left - plate.width) // 2, area.y, *plate
        )
        regions[f"slot-{number}"] = Region(left + (right - left - card.width) // 2, top, *card)
    return regions


def _panel(felt: _Felt, regions: Mapping[str, Region], wanted: int) -> dict[str, Region]:
    """Return the region of the choices: above the viewer's plate, below all others."""
    if wanted <= 0:
        return {}
    plates = [regions[f"plate-{number}"] for number in range(1, len(felt.places))]
    bottom = regions["plate-0"].y
    top = max(plate.bottom for plate in plates)
    rows = max(1, min(wanted, bottom - top))
    if bottom - top >= rows + 3:
        bottom -= 1
    width = min(PANEL_WIDTH, max(felt.area.width - 2, 1))
    left = felt.area.x + (felt.area.width - width) // 2
    return {"panel": Region(left, bottom - rows, width, rows)}


def _corners(felt: _Felt, regions: dict[str, Region]) -> Size:
    """Place the trump and the last trick beside the viewer's plate; return the trump's size."""
    area, own = felt.area, regions["plate-0"]
    left = min(region.x for name, region in regions.items() if name.startswith("plate-"))
    left = max(left, area.x + 1) if left < own.x - SMALL.width else area.x + 1
    right = area.x + area.right - left
    regions["last"] = Region(own.right + 1, own.y, max(right - own.right - 1, 1), own.height)
    top = max(regions[f"plate-{number}"].bottom for number in range(1, len(felt.places)))
    room = area.x + (area.width - min(PANEL_WIDTH, area.width - 2)) // 2 - left - 1
    for size in (GIANT, HUGE, LARGE):
        rows = size.height + 1
        if size.height > felt.card.height or rows <= own.height:
            continue
        if max(size.width, LABEL_WIDTH) <= room and own.bottom - rows > top:
            width = max(size.width, LABEL_WIDTH)
            regions["trump"] = Region(left, own.bottom - rows, width, rows)
            return size
    regions["trump"] = Region(left, own.y, max(own.x - left - 1, 1), own.height)
    return SMALL


def _centred(area: Region, size: Size) -> Region:
    width, height = max(size.width, 1), max(size.height, 1)
    return Region(
        area.x + (area.width - width) // 2, area.y + (area.height - height) // 2, width, height
    )
