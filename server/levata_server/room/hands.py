"""What watchers see of the hands: nothing, what is over, or all of it where every seat agrees.

Nobody who has a seat is ever sent any of it. Whoever plays may still watch as somebody else, on a
second connection, and see what he must not: so it takes the consent of all, each of them can take
it back, and everybody is told of watchers at the address of somebody seated.
"""

from __future__ import annotations

from typing import Any

from levata.protocol.documents import Channel, HandsDocument, HandsShown
from levata.protocol.mirror import Source
from levata_server.room.effects import Effects
from levata_server.room.matches import Matches
from levata_server.room.seating import Seating


class HandsPublisher:
    """Owns what watchers were sent of the hands, and which of them have the document.

    Watchers get it from when there first is something to be seen.
    """

    __slots__ = ("_effects", "_matches", "_moment", "_published", "_seating", "_source", "_viewers")

    def __init__(self, seating: Seating, matches: Matches, effects: Effects) -> None:
        self._seating = seating
        self._matches = matches
        self._effects = effects
        self._source = Source(Channel.HANDS)
        self._published = HandsDocument()
        """The document as published last, or what stands for it before."""
        self._moment: tuple[Any, ...] = ()
        """The watchers, what they may see, and the match and step, when that was looked at."""
        self._viewers: frozenset[int] = frozenset()
        """Watchers who have the document."""

    def publish(self) -> None:
        """Bring every watcher to what he may see now."""
        watchers, running = self._seating.watchers, self._matches.running
        if not watchers:
            self._moment, self._viewers = (), frozenset()
            return
        shown = self._matches.hands_shown
        moment = watchers, shown, running, shown and running and running.steps
        if moment == self._moment:
            return
        self._moment = moment
        persons = [person for person, _ in watchers]
        viewers = self._viewers.intersection(persons)
        document = self.document()
        if document != self._published:
            self._published = document
            message = self._source.publish(document)
            for person in persons:
                if person in viewers:
                    self._effects.send(person, message)
        self._viewers = viewers
        if document.hands:
            for person in persons:
                if person not in viewers:
                    self.send(person)

    def forget(self, person: int) -> None:
        """Note that a person has no document any more, as on a new connection."""
        self._moment, self._viewers = (), self._viewers - {person}

    def send(self, person: int) -> None:
        """Send a watcher the whole document, if there ever was one."""
        if self._source.version:
            self._viewers |= {person}
            self._effects.send(person, self._source.sync())

    def document(self) -> HandsDocument:
        """Return what watchers may see now."""
        running, shown = self._matches.running, self._matches.hands_shown
        if running is not None:
            match = running.match
            if shown == HandsShown.OPEN:
                return HandsDocument(match.deals, False, match.hands())
            if shown == HandsShown.DELAYED and match.finished is not None:
                deal, hands = match.finished
                return HandsDocument(deal, True, hands)
        return HandsDocument()
