"""Tables whose match is watched: what watchers are shown of the hands, and what is true."""

from __future__ import annotations

from typing import Any, Final

from levata.cards import Card, cards_of
from levata.game import Deal
from levata.games import find_game
from levata.match import Match
from levata.options import parse_options
from levata.protocol.documents import Channel, HandsDocument, HandsShown
from levata.protocol.messages import Sync, Update, Vote
from levata_server.room.entries import Acted, CardsDealt
from tests.support.table import Guest, TableDriver

WATCHER: Final = 90
OTHER: Final = 91
"""Another watcher, for those who need one."""
OPEN: Final = Vote(1, "open_hands")
CLOSE: Final = Vote(1, "close_hands")
NOTHING: Final = HandsDocument()
"""What watchers see where they may see no hand."""


def watched_table(game: str = "whist", persons: int = 4, **more: Any) -> TableDriver:
    """Return a table whose match has begun, with a watcher."""
    more.setdefault("options", None if game == "whist" else {})
    table = TableDriver(game=game, persons=persons, pace="none", **more)
    table.join(WATCHER)
    table.start()
    return table


def agree(table: TableDriver, *persons: int) -> None:
    """Let persons agree to open the hands."""
    for person in persons:
        assert table.ask(person, OPEN) == "ok"


def opened_table(game: str = "whist", persons: int = 4, **more: Any) -> TableDriver:
    """Return a watched table at which everybody has agreed."""
    table = watched_table(game, persons, **more)
    agree(table, *range(1, persons + 1))
    assert table.guests[WATCHER].table.hands == HandsShown.OPEN
    return table


def truth(table: TableDriver) -> tuple[tuple[Card, ...], ...]:
    """Return what the rules know of the hands."""
    return tuple(cards_of(hand) for hand in table.match.state.hands)


def frames_of_hands(guest: Guest) -> list[Sync | Update]:
    """Return what a person was sent of the hands."""
    return [
        message
        for message in guest.messages
        if isinstance(message, Sync | Update) and message.channel == Channel.HANDS
    ]


def seated_saw_nothing(table: TableDriver, persons: int = 4) -> bool:
    """Return whether nobody who has a seat was sent anything of the hands."""
    return not any(frames_of_hands(table.guests[person]) for person in range(1, persons + 1))


def held_in(table: TableDriver) -> dict[int, list[set[Card]]]:
    """Return by number of the deal all cards that each seat held in it, from the log alone."""
    game = find_game(table.config.game)
    options = parse_options(game.info.options_type, table.config.options, table.config.seats)
    match = Match(game, options, table.config.seats)
    deals: dict[int, list[set[Card]]] = {}
    for entry in table.log:
        if isinstance(entry, CardsDealt):
            deals[match.deals + 1] = [set() for _ in range(table.config.seats)]
            match.deal(Deal(entry.order, entry.first))
        elif isinstance(entry, Acted):
            match.act(entry.seat, entry.action)
        else:
            continue
        for cards, hand in zip(deals[match.deals], match.state.hands, strict=True):
            cards.update(cards_of(hand))
    return deals
