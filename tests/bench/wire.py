"""Measure what matches cost on the wire: ``python tests/bench/wire.py``.

For each game and each kind of viewer the mean bytes of an update and of a whole document, frame
header included, over some matches of random players. The last line is one JSON object.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), *(str(root / part) for part in ("common", "server", "client"))]

import msgspec

from levata.game import CHANCE, Action, AnyGame, Deal, PlayCard
from levata.games import GAMES
from levata.match import Match
from levata.options import Options, parse_options
from levata.protocol.codec import encode
from levata.protocol.documents import Channel
from levata.protocol.mirror import Source

MATCHES = 3
CLOCK = (20_000, 60_000)
"""A decision of 20 seconds and a reserve of 60, as at a table of the usual pace."""


class Traffic(NamedTuple):
    """One message to one viewer."""

    viewer: str
    """``actor`` who is to move next, ``seat`` any other, ``watcher``."""
    action: Action | Deal
    """What the message tells."""
    sent: int
    """Bytes of the message."""
    snapshot: int
    """Bytes of the whole document in its place."""


def framed(payload: bytes) -> int:
    """Return the bytes of a frame from the server, websocket header included."""
    return len(payload) + (2 if len(payload) < 126 else 4)


def traffic_of(game: AnyGame, options: Options, seats: int, seed: str) -> Iterator[Traffic]:
    """Yield what every viewer is sent in a match of random players."""
    rng = random.Random(seed)
    viewers = [None, *range(seats)]
    sources = [Source(Channel.GAME) for _ in viewers]
    match = Match(game, options, seats, seed=seed)
    for viewer, source in zip(viewers, sources, strict=True):
        source.publish(match.view(viewer))
    while acting := match.to_act():
        action: Action | Deal
        if acting == (CHANCE,):
            action = match.draw()
            step = match.deal(action)
        else:
            seat = rng.choice(acting)
            action = rng.choice(match.legal(seat))
            step = match.act(seat, action.text)
        events = [msgspec.to_builtins(event) for event in step]
        acting = match.to_act()
        for viewer, source in zip(viewers, sources, strict=True):
            is_actor = viewer in acting
            number = match.steps if is_actor else 0
            clock = CLOCK if acting not in ((), (CHANCE,)) else ()
            message = source.publish(match.view(viewer), events, number, clock)
            whole = source.sync(number, clock)
            yield Traffic(
                "watcher" if viewer is None else "actor" if is_actor else "seat",
                action,
                framed(encode(message)),
                framed(encode(whole)),
            )


def main() -> None:
    """Print the table and the JSON object."""
    figures: dict[str, dict[str, float]] = {}
    print(f"{'game':<12}{'viewer':<9}{'update':>8}{'snapshot':>10}   mean bytes, {MATCHES} matches")
    for game in GAMES:
        seats = game.info.default_seats
        options = parse_options(game.info.options_type, {}, seats)
        traffic = [
            each
            for number in range(MATCHES)
            for each in traffic_of(game, options, seats, str(number))
        ]
        rows = {
            kind: [each for each in traffic if each.viewer == kind]
            for kind in ("actor", "seat", "watcher")
        }
        rows["all"] = traffic
        rows["cards"] = [each for each in traffic if isinstance(each.action, PlayCard)]
        for kind, found in rows.items():
            update = fmean(each.sent for each in found)
            whole = fmean(each.snapshot for each in found)
            print(f"{game.info.key}-{seats:<6}{kind:<9}{update:>8.1f}{whole:>10.1f}")
            figures[f"{game.info.key}-{seats} {kind}"] = {
                "update": round(update, 1),
                "snapshot": round(whole, 1),
            }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
