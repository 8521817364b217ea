"""The parts of the protocol's documentation that are made from the code.

Run ``python -m tests.support.protocol_page`` in the root of the repository after a message, a
document, an event or an enumeration has changed: the tables in ``PROTOCOL.md`` and the test vectors
in ``vectors.json``, which bot authors run in their own languages, are written again.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, Final, get_args

import msgpack
import msgspec
from msgspec import Struct

import levata.protocol
from levata.cards import CARD_TEXTS
from levata.dealing import draw_deal
from levata.game import CHANCE, AnyGame
from levata.games import GAMES, find_game
from levata.options import parse_options
from levata.protocol import documents, messages
from levata.protocol.codec import encode
from levata.protocol.diff import checksum, diff
from levata.protocol.documents import Channel
from levata.protocol.messages import ClientMessage, Message, ServerMessage
from levata.protocol.mirror import Source

FOLDER: Final = Path(levata.protocol.__file__).parent
PAGE: Final = FOLDER / "PROTOCOL.md"
VECTORS: Final = FOLDER / "vectors.json"
ENUMERATIONS: Final[tuple[type[IntEnum], ...]] = (
    documents.Channel,
    documents.SeatKind,
    documents.Presence,
    documents.TablePhase,
    documents.HandsShown,
)
DOCUMENTS: Final[tuple[type[Struct], ...]] = (
    documents.LobbyDocument,
    documents.TableRow,
    documents.PersonRow,
    documents.TableDocument,
    documents.SeatRow,
    documents.HandsDocument,
)

# --- tables --------------------------------------------------------------------------------------


def _fields(kind: type[Struct]) -> str:
    """Return the fields of a struct in their order, those that may be left off with a default."""
    shown: list[str] = []
    for field in msgspec.structs.fields(kind):
        if field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT:
            shown.append(f"`{field.name}`")
            continue
        default = field.default
        if default is msgspec.NODEFAULT:
            default = field.default_factory() if callable(field.default_factory) else None
        shown.append(f"`{field.name}` = `{json.dumps(msgspec.to_builtins(default))}`")
    return ", ".join(shown)


def _tag(kind: type[Struct]) -> int:
    tag = kind.__struct_config__.tag
    assert isinstance(tag, int)
    return tag


def message_table(union: Any) -> str:
    """Return the messages of one side as a table."""
    kinds: tuple[type[Message], ...] = get_args(union)
    rows = [f"| {_tag(kind)} | `{kind.__name__}` | {_fields(kind)} |" for kind in kinds]
    return "\n".join(["| tag | message | fields after the tag |", "|---|---|---|", *rows])


def document_table(kinds: Sequence[type[Struct]]) -> str:
    """Return documents and rows as a table."""
    rows = [f"| `{kind.__name__}` | {_fields(kind)} |" for kind in kinds]
    return "\n".join(["| array | fields, the first is number 0 |", "|---|---|", *rows])


def enumeration_table() -> str:
    """Return the enumerations as a table."""
    rows = [
        f"| `{kind.__name__}` | " + ", ".join(f"{member.value} {member.name}" for member in kind)
        for kind in ENUMERATIONS
    ]
    return "\n".join(["| enumeration | numbers |", "|---|---|", *[f"{row} |" for row in rows]])


def game_table(game: AnyGame) -> str:
    """Return document and events of one game."""
    own = [name for name in game.view_type.__struct_fields__ if name in game.view_type.own_fields]
    events = [
        f"| {_tag(kind)} | `{kind.__name__}` | {_fields(kind) or '-'} |"
        for kind in sorted(game.event_types, key=_tag)
    ]
    return "\n".join(
        [
            f"Document `{game.view_type.__name__}`: {_fields(game.view_type)}.",
            "",
            f"Of these only the viewer's own: {', '.join(f'`{name}`' for name in own)}.",
            "",
            "| tag | event | fields after the tag |",
            "|---|---|---|",
            *events,
        ]
    )


def sections() -> Mapping[str, str]:
    """Return the parts of the page that are made from the code, by name."""
    return {
        "client messages": message_table(ClientMessage),
        "server messages": message_table(ServerMessage),
        "enumerations": enumeration_table(),
        "documents": document_table(DOCUMENTS),
        **{f"game {game.info.key}": game_table(game) for game in GAMES},
    }


def page(text: str) -> str:
    """Return the page with those parts as the code has them now."""
    for name, body in sections().items():
        start, end = f"<!-- {name} -->\n", "<!-- end -->"
        before, found, rest = text.partition(start)
        assert found, f"{name}: there is no place for it"
        after = rest[rest.index(end) :]
        text = f"{before}{start}\n{body}\n\n{after}"
    return text


# --- vectors -------------------------------------------------------------------------------------

_REQUESTS: Final[tuple[Message, ...]] = (
    messages.Hello(1, messages.PROTOCOL_VERSION, "Ana"),
    messages.Hello(1, messages.PROTOCOL_VERSION, token="secret", client="robot 1.0"),
    messages.CreateTable(
        ref=2, game="whist", seats=4, options={"sequence": "1-4-1", "hook": "off"}
    ),
    messages.Join(3, 7, "word"),
    messages.Sit(4, 0),
    messages.AddBot(5, 2, "easy"),
    messages.Start(6),
    messages.Act(7, 12, "play KH"),
    messages.Say(8, "bună seara"),
    messages.AskSync(9, Channel.GAME),
    messages.Vote(10, "pause"),
    messages.Vote(11, "pause", False),
)
_ANSWERS: Final[tuple[Message, ...]] = (
    messages.Ack(3),
    messages.Ack(2, 7),
    messages.Rejected(7, "stale_decision"),
    messages.Rejected(7, "follow_suit", ("hearts",)),
    messages.Said(4, "Dan", "noroc"),
    messages.Notice("away", ("Dan",)),
    messages.Departed(7, "closed"),
    messages.Bye("shutdown"),
)


def _frames(kinds: Sequence[Message]) -> list[dict[str, Any]]:
    return [
        {
            "message": type(message).__name__,
            "array": msgpack.unpackb(encode(message), strict_map_key=False),
            "frame": encode(message).hex(),
        }
        for message in kinds
    ]


def _changes() -> Iterator[dict[str, Any]]:
    """Yield documents before and after a change."""
    pairs: tuple[tuple[list[Any], list[Any]], ...] = (
        ([3, (1, 2), "a"], [4, (1, 2, 9), "a"]),
        ([0, (), "ț♥"], [0, (7,), "ț♥"]),
        ([1, (5, 6), ((1, 2), (3,))], [1, (5,), ((1, 2), (3, 4))]),
        ([-1, True, None, {"hook": "off"}], [300, False, None, {"hook": "on"}]),
        ([2**40, (1,), ""], [2**40, (1, 2, 3), "longer than before"]),
    )
    for before, after in pairs:
        yield {
            "before": before,
            "check_before": checksum(before),
            "diff": diff(before, after),
            "after": after,
            "check_after": checksum(after),
        }


def _transcript(key: str, seats: int, options: Mapping[str, str], deals: int) -> dict[str, Any]:
    """Return the frames of the game document that seat 0 gets while ``deals`` deals are played."""
    game = find_game(key)
    rng = random.Random(f"vectors|{key}")
    state: Any = game.setup(seats, parse_options(game.info.options_type, options, seats))
    source = Source(Channel.GAME)
    frames: list[bytes] = []
    steps = dealt = 0
    while acting := game.to_act(state):
        if acting == (CHANCE,):
            if dealt == deals:
                break
            dealt += 1
            drawn = draw_deal(game.pack(state), seats, "vectors", dealt)
            step = game.apply(state, CHANCE, game.deal_of(state, drawn.order, drawn.first))
        else:
            action = rng.choice(game.legal(state, acting[0]))
            step = game.apply(state, acting[0], action)
        state = step.state
        steps += 1
        view = game.view(state, 0)
        frames.append(encode(source.publish(view, list(step.events), steps if view.legal else 0)))
    return {
        "game": key,
        "seats": seats,
        "seat": 0,
        "frames": [frame.hex() for frame in frames],
        "document": msgspec.to_builtins(game.view(state, 0)),
        "version": len(frames),
    }


def vectors() -> str:
    """Return the test vectors as the code has them now."""
    document = {
        "protocol": messages.PROTOCOL_VERSION,
        "cards": list(CARD_TEXTS),
        "from_client": _frames(_REQUESTS),
        "from_server": _frames(_ANSWERS),
        "changes": list(_changes()),
        "transcripts": [
            _transcript("whist", 3, {"sequence": "1-4-1"}, 6),
            _transcript("belot", 4, {}, 2),
            _transcript("septica", 2, {}, 2),
        ],
    }
    text = json.dumps(document, ensure_ascii=False, indent=1)
    # Short arrays of plain values on one line: the file is read by people too.
    return (
        re.sub(r"\[\s+([^\[\]{}]{0,90}?)\s+\]", lambda m: f"[{' '.join(m[1].split())}]", text)
        + "\n"
    )


def main() -> None:
    """Write both files again."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    VECTORS.write_text(vectors(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.name} and {VECTORS.name} are written\n")


if __name__ == "__main__":
    main()
