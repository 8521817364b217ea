"""What watchers see of the hands: nothing, what is over, or all of it where every seat agrees.

Nobody who has a seat is ever sent any of it. Whoever plays may still watch as somebody else, on a
second connection, and see what he must not: so it takes the consent of all, each of them can take
it back, and everybody is told of watchers at the address of somebody seated.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from levata.errors import RequestError
from levata.protocol.documents import HandsDocument, HandsShown, SeatKind
from levata_server.room.documents import Documents
from levata_server.room.entries import HandsSet

OPEN_HANDS: Final = "open_hands"
CLOSE_HANDS: Final = "close_hands"


class Hands(Documents):
    """Publishes the hands of a room to its watchers, as far as they may see them."""

    __slots__ = ()

    def _publish_hands(self) -> None:
        """Bring every watcher to what he may see now."""
        watchers = [person for person, _ in self._watchers()]
        viewers = self._hands_viewers
        viewers.intersection_update(watchers)
        if not watchers:
            return
        view = self._hands_now()
        if view != self._hands_view:
            self._hands_view = view
            message = self._hands_source.publish(view)
            for person in watchers:
                if person in viewers:
                    self._send(person, message)
        if view.hands:
            for person in watchers:
                if person not in viewers:
                    self._send_hands(person)

    def _send_hands(self, person: int) -> None:
        """Send a watcher the whole document, if there ever was one."""
        if self._hands_source.version:
            self._hands_viewers.add(person)
            self._send(person, self._hands_source.sync())

    def _hands_now(self) -> HandsDocument:
        match = self._match
        if match is not None and self._hands == HandsShown.OPEN:
            return HandsDocument(match.deals, False, match.hands())
        if match is not None and self._hands == HandsShown.DELAYED and match.finished is not None:
            deal, hands = match.finished
            return HandsDocument(deal, True, hands)
        return HandsDocument()

    def _vote_on_hands(self, person: int, is_agreed: bool) -> None:
        name = self._present[person]
        are_open = self._hands == HandsShown.OPEN
        if not is_agreed:
            self._withdraw_votes(person, [OPEN_HANDS])
            if are_open:
                self._end_agreement(name)
            return
        if are_open:
            raise RequestError("hands_open")
        voters = self._votes.setdefault(OPEN_HANDS, set())
        voters.add(person)
        self._notice("hands_agreed", name)
        # Those who are away count too: nobody's cards are shown who did not agree to it.
        if all(seat.person in voters for seat in self._seats if seat.kind == SeatKind.PERSON):
            del self._votes[OPEN_HANDS]
            self._hands = HandsShown.OPEN
            self._record(HandsSet(True))
            self._notice("hands_opened")
            self._warn_of_addresses()

    def _end_agreement(self, name: str) -> None:
        """Close the hands, and let nobody have agreed to open them, because of somebody."""
        self._votes.pop(OPEN_HANDS, None)
        if self._hands == HandsShown.OPEN:
            self._hands = self._hands_unless_open
            self._record(HandsSet(False))
            self._notice("hands_closed", name)

    def _withdraw_votes(self, person: int, motions: Iterable[str]) -> None:
        for motion in motions:
            voters = self._votes.get(motion, set())
            voters.discard(person)
            if not voters:
                self._votes.pop(motion, None)

    def _warn_of_addresses(self, newcomer: int = 0) -> None:
        """Tell everybody which watchers come from where somebody seated comes from.

        Only while hands are open, and of a newcomer only what has to do with him.
        """
        if self._hands != HandsShown.OPEN:
            return
        for watcher, name in self._watchers():
            address = self._addresses[watcher]
            seated = [
                seat.name
                for seat in self._seats
                if address
                and self._addresses.get(seat.person) == address
                and newcomer in (0, watcher, seat.person)
            ]
            if seated:
                self._notice("same_address", name, ", ".join(seated))
