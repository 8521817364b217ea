"""The screens of the client with demo data, as pictures to look at.

Run ``python -m tests.support.gallery FOLDER [NAME ...]`` in the root of the repository; without
names all pictures are made. It is a tool for developers, not part of the product.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from levata.games.whist import WhistState
from levata_client.glyph_modes import GlyphMode
from levata_client.shown.table.table_model import ShownClock, TableModel
from levata_client.shown.text.language import activate
from levata_client.terminal.drawing.motion import MotionPace
from levata_client.terminal.table.table import TableScreen
from levata_client.terminal.themes import Deck, ThemedApp
from tests.support import demo
from tests.support.game_models import MODELS
from tests.support.pictures import save_picture


@dataclass(frozen=True)
class Shot:
    """One picture: what is shown, how large, in which look, after which keys."""

    model: Callable[[], TableModel]
    size: tuple[int, int] = (80, 24)
    keys: tuple[str, ...] = ()
    theme: str = "felt"
    deck: Deck = Deck.FOUR
    glyphs: GlyphMode = GlyphMode.UNICODE
    language: str = "en"


def now() -> float:
    """Return the same time always, so that pictures can be compared."""
    return 1000.0


def _model(state: Callable[[], WhistState], seat: int | None = 0) -> Callable[[], TableModel]:
    return lambda: replace(demo.model_of(state(), seat), clock=ShownClock(now() + 18))


def _many(seats: int) -> Callable[[], TableModel]:
    return _model(lambda: demo.played_rounds(5, seats))


SHOTS: Final[Mapping[str, Shot]] = {
    "play": Shot(_model(demo.trick_begun)),
    "play-140": Shot(_model(demo.trick_begun), (140, 45)),
    "play-120": Shot(_model(demo.trick_begun), (120, 38)),
    "play-100": Shot(_model(demo.trick_begun), (100, 30)),
    "play-60": Shot(_model(demo.trick_begun), (60, 20)),
    "play-cursor": Shot(_model(demo.trick_begun), keys=("right",)),
    "play-refused": Shot(_model(demo.trick_begun), keys=("1",)),
    "bid": Shot(_model(demo.last_bid_open, 2), keys=("right", "right", "right")),
    "bid-140": Shot(_model(demo.last_bid_open, 2), (140, 45)),
    "bid-60": Shot(_model(demo.last_bid_open, 2), (60, 20)),
    "bid-note": Shot(
        _model(lambda: demo.act(demo.first_bid_made(), "bid 1")[0], 1), keys=("right",)
    ),
    "bid-ro": Shot(_model(demo.last_bid_open, 2), language="ro"),
    "forehead": Shot(_model(demo.forehead)),
    "watch": Shot(lambda: demo.watched(demo.trick_begun())),
    "watch-140": Shot(lambda: demo.watched(demo.trick_begun()), (140, 45)),
    "watch-60": Shot(lambda: demo.watched(demo.dealt(5, 6)), (60, 20)),
    "watch-over-ro": Shot(lambda: demo.watched(demo.dealt(9, 6), is_over=True), language="ro"),
    "end": Shot(_model(demo.last_hand)),
    "end-140": Shot(_model(demo.last_hand), (140, 45)),
    "sheet": Shot(_model(demo.trick_begun), keys=("s",)),
    "sheet-140": Shot(_model(demo.trick_begun), (140, 45), keys=("s",)),
    "last-trick": Shot(_model(demo.trick_begun), keys=("l",)),
    "chat": Shot(_model(demo.trick_begun), keys=("t", "h", "e", "y")),
    "mono-ascii": Shot(_model(demo.trick_begun), theme="mono", glyphs=GlyphMode.ASCII),
    "sixteen": Shot(_model(demo.trick_begun), theme="sixteen"),
    "night": Shot(_model(demo.trick_begun), theme="night"),
    "paper": Shot(_model(demo.trick_begun), theme="paper"),
    "wine": Shot(_model(demo.trick_begun), theme="wine"),
    "blue": Shot(_model(demo.trick_begun), theme="blue", deck=Deck.CLASSIC),
    "letters": Shot(_model(demo.trick_begun), glyphs=GlyphMode.LETTERS, deck=Deck.COLOUR_BLIND),
    "three": Shot(_many(3)),
    "five": Shot(_many(5)),
    "six": Shot(_many(6)),
    "six-140": Shot(_many(6), (140, 45)),
    "three-140": Shot(_many(3), (140, 45)),
    "too-small": Shot(_model(demo.trick_begun), (50, 15)),
    **{name: Shot(model) for name, model in MODELS.items()},
    **{f"{name}-140": Shot(model, (140, 45)) for name, model in MODELS.items()},
}


async def take(shot: Shot) -> str:
    """Return the picture of a shot as an SVG."""
    activate(shot.language)
    app: ThemedApp[None] = ThemedApp(shot.theme, shot.deck, shot.glyphs)
    clock = [now()]
    screen = TableScreen(shot.model(), pace=MotionPace.NONE, now=lambda: clock[0])
    async with app.run_test(size=shot.size) as pilot:
        await app.push_screen(screen)
        await pilot.pause()
        clock[0] += 1
        if shot.keys:
            await pilot.press(*shot.keys)
        await pilot.pause()
        return app.export_screenshot(title="levata")


def main(arguments: list[str]) -> None:
    """Make pictures."""
    folder, *names = arguments
    for name in names or SHOTS:
        svg = asyncio.run(take(SHOTS[name]))
        path = save_picture(svg, Path(folder, f"{name}.png"))
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
