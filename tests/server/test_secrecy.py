"""Nobody is sent a byte that depends on what he may not know.

The same public story is told twice by a real room, with other cards where a viewer cannot see
them: every frame that the viewer is sent must be the same to the byte. This holds for each seat,
for a spectator who is there from the beginning and for one who comes late and asks for a sync.

Where all seats agree that spectators see their hands, or the table shows those of deals that are
over, the seats are still sent the same bytes, and spectators but for that one document.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from levata.errors import IllegalAction
from levata.game import CHANCE, Deal
from levata.options import format_options
from levata.protocol.documents import Channel, HandsDocument, HandsShown
from levata.protocol.messages import Act, AskSync, ServerMessage, Sit, Sync, Update, Vote
from levata.protocol.mirror import Mirror
from levata_server.room.entries import Acted
from levata_server.room.inputs import TimerFired
from tests.common.test_conformance_deals import known_after
from tests.support.rules import TABLES, Moment, Table, deals_of, mixed_tables, played
from tests.support.table import TableDriver

SPECTATOR, LATECOMER = 90, 91


def is_of_hands(message: ServerMessage) -> bool:
    """Return whether a message is of the document that shows hands."""
    return isinstance(message, Sync | Update) and message.channel == Channel.HANDS


class Story(TableDriver):
    """A room in which the same things happen as in a match that was played before."""

    def __init__(
        self, table: Table, moments: list[Moment], opened: range = range(0), watch: str = "closed"
    ) -> None:
        """``opened`` are the steps at which spectators see all hands."""
        deals = [moment.action for moment in moments if isinstance(moment.action, Deal)]
        self._opened = opened
        self._acted = self._read = 0
        """Steps that the log holds, and how much of it was looked at."""
        self._moments = [moment for moment in moments if not isinstance(moment.action, Deal)]
        super().__init__(
            seats=table.seats,
            persons=0,
            game=table.game.info.key,
            options=dict(format_options(table.options)),
            first_deals=deals,
            watch=watch,
        )
        for person in range(1, table.seats + 1):
            self.join(person)
            self.ask(person, Sit(1, person - 1))
        self.join(SPECTATOR)

    def tell(self, late: int) -> dict[int, list[bytes]]:
        """Let everything happen; return the frames that each person was sent, but for hands."""
        self.start()
        for index, moment in enumerate(self._moments):
            if index == late:
                self.join(LATECOMER)
                self.ask(LATECOMER, AskSync(1, Channel.GAME))
                self.ask(LATECOMER, AskSync(2, Channel.HANDS))
            if index in (self._opened.start, self._opened.stop) and self._opened:
                self._vote(index == self._opened.start)
            self._repeat(index, moment)
        return {
            person: [
                frame
                for frame, message in zip(guest.frames, guest.messages, strict=True)
                if not is_of_hands(message)
            ]
            for person, guest in self.guests.items()
        }

    def _vote(self, is_opened: bool) -> None:
        """Let all seats agree to open the hands, or one of them close them."""
        # Whoever has a seat asks in vain.
        assert self.ask(1, AskSync(1, Channel.HANDS)) == "no_such_document"
        for person in range(1, self.config.seats + 1) if is_opened else (1,):
            assert self.ask(person, Vote(1, "open_hands", is_opened)) == "ok"

    def hands(self, person: int) -> list[HandsDocument]:
        """Return what a person was shown of the hands, one after the other."""
        mirror, shown = Mirror(Channel.HANDS), list[HandsDocument]()
        for message in self.guests[person].messages if person in self.guests else ():
            if isinstance(message, Sync | Update) and message.channel == Channel.HANDS:
                if isinstance(message, Sync):
                    mirror.sync(message)
                else:
                    assert mirror.update(message)
                shown.append(msgspec.convert(mirror.document, HandsDocument))
        return shown

    def _repeat(self, index: int, moment: Moment) -> None:
        """Let a step happen, unless the rules made it happen by itself."""
        assert not isinstance(moment.action, Deal)
        self._acted += sum(isinstance(entry, Acted) for entry in self.log[self._read :])
        self._read = len(self.log)
        if self._acted > index:
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
            true = [*before, *deal]
            untrue = [*before, deal[0]._replace(action=moved), *deal[1:]]
            compare(table, true, untrue, viewer, rng)
            compared += 1
            break
    return compared


def compare(
    table: Table, true: list[Moment], untrue: list[Moment], viewer: int | None, rng: random.Random
) -> None:
    """Check that a viewer is told the same in both stories, whatever spectators may see."""
    late = rng.randint(0, len(true))
    opened = range(*sorted(rng.choices(range(len(true)), k=2)))
    is_deal_over = table.game.deal_result(true[-1].step.events) is not None
    persons = [SPECTATOR, LATECOMER] if viewer is None else [viewer + 1]
    for steps, watch in ((range(0), "closed"), (range(0), "delayed"), (opened, "closed")):
        stories = [Story(table, moments, steps, watch) for moments in (true, untrue)]
        truth, told = [story.tell(late) for story in stories]
        for person in persons:
            assert truth.get(person) == told.get(person)
        for story in stories:
            assert not any(story.hands(person) for person in range(1, table.seats + 1))
        for person in (SPECTATOR, LATECOMER):
            shown = [story.hands(person) for story in stories]
            if watch == "delayed":
                # Of a deal that is over they see all, of this one nothing.
                assert shown[0] == shown[1] or is_deal_over
                assert all(view.is_over for view in shown[0])
            elif shown[0]:
                check_opened(shown[0], stories[0])
            assert bool(shown[0]) <= (watch == "delayed" or bool(steps))


def check_opened(shown: list[HandsDocument], story: Story) -> None:
    """Check that the hands were shown as long as they were open, and nothing afterwards."""
    *open_views, last = shown
    assert all(view.hands for view in open_views)
    assert not any(view.is_over for view in shown)
    assert bool(last.hands) == (story.guests[SPECTATOR].table.hands == HandsShown.OPEN)


def shuffled(tables: list[Table]) -> pytest.MarkDecorator:
    chosen = [table for table in tables if is_shuffled(table)]
    return pytest.mark.parametrize("table", chosen, ids=[table.name for table in chosen])


@shuffled(TABLES)
def test_frames_are_the_same_whatever_the_hidden_cards(
    table: Table,
) -> None:  # A1, A2, A4, A5, A6, A12
    assert check_frames(table, "0", stories=6, tries=20) >= 1


@pytest.mark.slow
@shuffled(mixed_tables(4, "frames"))
def test_frames_are_the_same_in_many_stories(table: Table) -> None:
    assert check_frames(table, "1", stories=60, tries=30) >= 5
    played.cache_clear()
