"""Nobody is sent a byte that depends on what he may not know.

The same public story is told twice by a real room, with other cards where a viewer cannot see
them: every frame that the viewer is sent must be the same to the byte. This holds for each seat,
for a spectator who is there from the beginning and for one who comes late and asks for a sync.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from levata.errors import IllegalAction
from levata.game import CHANCE, Deal
from levata.options import format_options
from levata.protocol.codec import encode
from levata.protocol.messages import GAME, Act, AskSync, Sit
from levata_server.inputs import Acted, TimerFired
from tests.common.test_conformance_deals import known_after
from tests.support.rules import TABLES, Moment, Table, deals_of, mixed_tables, played
from tests.support.table import TableDriver

SPECTATOR, LATECOMER = 90, 91


class Story(TableDriver):
    """A room in which the same things happen as in a match that was played before."""

    def __init__(self, table: Table, moments: list[Moment]) -> None:
        deals = [moment.action for moment in moments if isinstance(moment.action, Deal)]
        self._moments = [moment for moment in moments if not isinstance(moment.action, Deal)]
        super().__init__(
            seats=table.seats,
            persons=0,
            game=table.game.info.key,
            options=dict(format_options(table.options)),
            first_deals=deals,
        )
        for person in range(1, table.seats + 1):
            self.join(person)
            self.ask(person, Sit(1, person - 1))
        self.join(SPECTATOR)

    def tell(self, late: int) -> dict[int, list[bytes]]:
        """Let everything happen; return the frames that each person was sent."""
        self.start()
        for index, moment in enumerate(self._moments):
            if index == late:
                self.join(LATECOMER)
                self.ask(LATECOMER, AskSync(1, GAME))
            self._repeat(index, moment)
        return {
            person: [encode(message) for message in guest.messages]
            for person, guest in self.guests.items()
        }

    def _repeat(self, index: int, moment: Moment) -> None:
        """Let a step happen, unless the rules made it happen by itself."""
        assert not isinstance(moment.action, Deal)
        if sum(isinstance(entry, Acted) for entry in self.log) > index:
            return
        guest = self.guests[moment.seat + 1]
        if guest.decision:
            assert self.ask(guest.number, Act(1, guest.decision, moment.action.text)) == "ok"
        else:
            # A forced step that looks like a decision; it takes no virtual time here, so that
            # the clocks of both stories agree.
            del self.timers["masked"]
            self.handle(TimerFired("masked"))


def other_deal(
    table: Table, deal: tuple[Moment, ...], hidden: list[int], rng: random.Random
) -> Deal | None:
    """Return a deal with some hidden cards moved, if the same public story is possible with it."""
    first = deal[0].action
    assert isinstance(first, Deal)
    order = list(first.order)
    places = rng.sample(hidden, min(len(hidden), rng.choice((2, 2, 3, 52))))
    cards = [order[place] for place in places[1:] + places[:1]]
    for place, card in zip(places, cards, strict=True):
        order[place] = card
    moved = Deal(tuple(order), first.first)
    state = table.game.apply(deal[0].before, CHANCE, moved).state
    for moment in deal[1:]:
        try:
            step = table.game.apply(state, moment.seat, moment.action)
        except IllegalAction:
            return None
        if step.events != moment.step.events:
            return None
        state = step.state
    # Where the room itself takes the next step in one story only, they are two stories.
    if is_taken_at_once(table, state) != is_taken_at_once(table, deal[-1].step.state):
        return None
    return moved if moved != first else None


def is_taken_at_once(table: Table, state: Any) -> bool:
    """Return whether a room takes the next step by itself, as everybody then sees."""
    forced = table.game.forced(state)
    return forced is not None and not forced.masked


def is_shuffled(table: Table) -> bool:
    """Return whether a room deals the very cards that it is given, so that a story can be told.

    Where packs are only cut, the room makes something else of them.
    """
    return not table.game.is_pack_kept(table.options)


def cut(table: Table, deal: tuple[Moment, ...], length: int) -> tuple[Moment, ...]:
    """Return the beginning of a deal, with the steps that a room would take by itself after it."""
    while length < len(deal) and is_taken_at_once(table, deal[length - 1].step.state):
        length += 1
    return deal[:length]


def check_frames(table: Table, seed: str, stories: int, tries: int) -> int:
    """Compare the frames of several pairs of stories; return how many pairs there were."""
    rng = random.Random(f"{table.name}|{seed}")
    match = played(table, seed)
    compared = 0
    for number in rng.choices(range(min(4, len(deals_of(match)))), k=stories):
        deals = deals_of(match)
        before = [moment for deal in deals[:number] for moment in deal]
        deal = cut(table, deals[number], rng.randint(1, len(deals[number])))
        viewer = rng.choice([None, *range(table.seats)])
        first = deal[0].action
        assert isinstance(first, Deal)
        known = known_after(table, deal, viewer)[-1]
        hidden = [place for place, card in enumerate(first.order) if card not in known]
        for _ in range(tries):
            moved = other_deal(table, deal, hidden, rng)
            if moved is None:
                continue
            late = rng.randint(0, len(before) + len(deal))
            truth = Story(table, [*before, *deal]).tell(late)
            told = Story(table, [*before, deal[0]._replace(action=moved), *deal[1:]]).tell(late)
            persons = [SPECTATOR, LATECOMER] if viewer is None else [viewer + 1]
            for person in persons:
                assert truth.get(person) == told.get(person)
            compared += 1
            break
    return compared


def shuffled(tables: list[Table]) -> pytest.MarkDecorator:
    chosen = [table for table in tables if is_shuffled(table)]
    return pytest.mark.parametrize("table", chosen, ids=[table.name for table in chosen])


@shuffled(TABLES)
def test_frames_are_the_same_whatever_the_hidden_cards(table: Table) -> None:  # A1, A2, A5, A6, A12
    assert check_frames(table, "0", stories=6, tries=20) >= 1


@pytest.mark.slow
@shuffled(mixed_tables(4, "frames"))
def test_frames_are_the_same_in_many_stories(table: Table) -> None:
    assert check_frames(table, "1", stories=60, tries=30) >= 5
    played.cache_clear()
