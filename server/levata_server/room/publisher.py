"""What the people at a table are shown, found by comparing it with what they were sent last.

There are three documents: the table, the same for everybody here; the game, one for every seat
whose person is here and one for all spectators; and the hands, for watchers alone
(`levata_server.room.hands`). A step of the match brings the game up to date at once
(`Publisher.publish_step`); everything else is looked for when an input has been handled
(`Publisher.publish`), so nobody has to say what he changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from levata.events import Event
from levata.protocol.documents import Channel, TableDocument, TableRow
from levata.protocol.messages import Sync, Update
from levata.protocol.mirror import SharedPart, Source
from levata_server.room.effects import Effects, Send, Summarised
from levata_server.room.hands import HandsPublisher
from levata_server.room.matches import Matches
from levata_server.room.running import RunningMatch
from levata_server.room.seating import SPECTATOR, Seating, Viewpoint
from levata_server.room.terms import Terms

T = TypeVar("T")

NOBODY: Final = (0, 0)
"""Whose request is answered: the person and his ref, here nobody."""


class GameDocuments:
    """Owns the game documents of one match: one for each audience that is shown it.

    They share the part that all audiences see alike; besides it each has what it alone may know.
    """

    __slots__ = ("_effects", "_part", "_seating", "_sources", "running")

    def __init__(self, running: RunningMatch, seating: Seating, effects: Effects) -> None:
        self.running = running
        self._seating = seating
        self._effects = effects
        self._part = SharedPart(running.match.public(), running.match.own_keys)
        self._sources: dict[int, Source] = {}
        """By audience: seats, and `SPECTATOR`."""

    def step(self) -> None:
        """Take the match after a step; `tell` must follow."""
        self._part.step(self.running.match.public())

    def tell(self, events: Sequence[Event], answered: tuple[int, int]) -> None:
        """Send every audience what the last step changed, or all if it has nothing so far.

        The step answers a request if it is ``answered`` with a person and his ref: a seat has one
        person, so the answer goes with what he is told.
        """
        sources, decisions, add = self._sources, self.running.decisions, self._effects.add
        clock, asked, facts = decisions.reading(), decisions.asked(), list(events)
        audiences = self._seating.audiences
        actor, ref = answered
        for audience, persons in audiences:
            decision = asked.get(audience, 0)
            answer = ref if actor in persons else 0
            source = sources.get(audience)
            message: Update | Sync
            if source is None:
                message = self._new_source(audience).sync(decision, clock, facts, answer)
            else:
                message = source.tell(self._own(audience), facts, decision, clock, answer)
            for person in persons:
                add(Send(person, message))
        if len(sources) > len(audiences):
            # What nobody sees is not kept up to date.
            self._sources = {audience: sources[audience] for audience, _ in audiences}

    def send(self, person: int) -> None:
        """Send the whole document, as last told or else as it is now, to a person."""
        audience, decisions = self._seating.audience_of(person), self.running.decisions
        source = self._sources.get(audience) or self._new_source(audience)
        message = source.sync(decisions.asked().get(audience, 0), decisions.reading())
        self._effects.send(person, message)

    def _new_source(self, audience: int) -> Source:
        source = Source(Channel.GAME, self._part, self._own(audience))
        self._sources[audience] = source
        return source

    def _own(self, audience: int) -> tuple[Any, ...]:
        """Return what an audience alone may know; spectators nothing."""
        return self._part.nobodys if audience == SPECTATOR else self.running.match.own(audience)


class Publisher:
    """Owns what everybody was sent last, and sends what is new.

    It reads the seating and the matches and changes neither. Whatever was sent is held as the very
    object that it was made from, so that most comparisons end at once.
    """

    __slots__ = (
        "_effects",
        "_game",
        "_matches",
        "_row",
        "_row_table",
        "_seating",
        "_table",
        "_table_source",
        "_table_viewers",
        "_terms",
        "_viewpoints",
        "hands",
    )

    def __init__(self, terms: Terms, seating: Seating, matches: Matches, effects: Effects) -> None:
        self._terms = terms
        self._seating = seating
        self._matches = matches
        self._effects = effects
        self._table_source = Source(Channel.TABLE)
        self._table: TableDocument | None = None
        """As last published."""
        self._table_viewers: Mapping[int, str] = {}
        """Persons who have the table document."""
        self._row: TableRow | None = None
        """The lobby's row as announced last."""
        self._row_table: TableDocument | None = None
        """The table document when it was looked at: the row is made of nothing else."""
        self._game: GameDocuments | None = None
        """Of the match that was published last."""
        self._viewpoints: Mapping[int, Viewpoint] = {}
        """From where everybody was told to see the game."""
        self.hands = HandsPublisher(seating, matches, effects)

    def publish(self) -> None:
        """Bring everybody to what he should see now, and the lobby too."""
        self._publish_table()
        self.hands.publish()
        self._publish_game()
        self._publish_row()

    def welcome(self, person: int) -> None:
        """Send table and game to a person who came, or came back on another connection.

        He has no document yet, whatever he was sent before.
        """
        self._table_viewers = _without(self._table_viewers, person)
        self._viewpoints = _without(self._viewpoints, person)
        self.hands.forget(person)
        self._publish_table()
        self._publish_game()

    # --- the table -----------------------------------------------------------------------------

    def _publish_table(self) -> None:
        viewers, present = self._table_viewers, self._seating.present
        table = self.table_document()
        if table != self._table:
            self._table = table
            message = self._table_source.publish(table)
            for person in present:
                if person in viewers:
                    self._effects.send(person, message)
        if present is not viewers:
            self._table_viewers = present
            for person in present:
                if person not in viewers:
                    self.send_table(person)

    def table_document(self) -> TableDocument:
        """Return the table as everybody sees it."""
        config, seating, matches = self._terms.config, self._seating, self._matches
        return TableDocument(
            number=config.number,
            name=config.name,
            game=config.game,
            options=self._terms.options_in_force,
            pace=config.pace,
            level=config.level,
            phase=matches.phase,
            owner=seating.owner,
            seats=seating.rows,
            watchers=seating.watchers,
            match=matches.number,
            votes=matches.votes,
            hands=matches.hands_shown,
        )

    def send_table(self, person: int) -> None:
        """Send the whole table document, as last published, to a person."""
        self._effects.send(person, self._table_source.sync())

    def table_row(self) -> TableRow:
        """Return the lobby's row of this table."""
        config = self._terms.config
        return TableRow(
            number=config.number,
            name=config.name,
            game=config.game,
            options=self._terms.options_changed,
            pace=config.pace,
            phase=self._matches.phase,
            seats=self._seating.rows,
            has_password=bool(config.password),
            watchers=len(self._seating.watchers),
        )

    def _publish_row(self) -> None:
        if self._row_table is self._table:
            return
        self._row_table = self._table
        row = self.table_row()
        if row != self._row:
            self._row = row
            self._effects.add(Summarised())

    # --- the game ------------------------------------------------------------------------------

    def publish_step(
        self, running: RunningMatch, events: Sequence[Event], answered: tuple[int, int] = NOBODY
    ) -> None:
        """Tell everybody of a step of the match, and show watchers the hands after it."""
        game = self._game
        if game is not None and game.running is running:
            game.step()
        else:
            game = self._game = GameDocuments(running, self._seating, self._effects)
        game.tell(events, answered)
        self.hands.publish()

    def _publish_game(self) -> None:
        """Send the whole game to everybody who sees it from elsewhere than he was told."""
        viewpoints, former = self._seating.viewpoints, self._viewpoints
        if viewpoints is former:
            return
        self._viewpoints = viewpoints
        for person in sorted(viewpoints):
            if viewpoints[person] != former.get(person):
                self.send_game(person)

    def send_game(self, person: int) -> None:
        """Send the whole game document to a person, if a match is or was played."""
        running = self._matches.running
        if running is None:
            return
        if self._game is None or self._game.running is not running:
            self._game = GameDocuments(running, self._seating, self._effects)
        self._game.send(person)


def _without(mapping: Mapping[int, T], person: int) -> Mapping[int, T]:
    return {each: mapping[each] for each in mapping if each != person}
