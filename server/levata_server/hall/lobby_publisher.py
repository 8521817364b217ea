"""Keeps the people in the lobby up to date, at most so often."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from levata.protocol.codec import encode
from levata.protocol.documents import Channel, LobbyDocument
from levata.protocol.messages import Sync
from levata.protocol.mirror import Source
from levata_server.hall.visitor import Visitor
from levata_server.runtime.clock import Clock, Timer


class LobbyPublisher:
    """Publishes the lobby document."""

    def __init__(
        self,
        clock: Clock,
        interval: float,
        view: Callable[[], LobbyDocument],
        audience: Callable[[], Iterable[Visitor]],
    ) -> None:
        self._clock = clock
        self._interval = interval
        self._view = view
        self._audience = audience
        self._source = Source(Channel.LOBBY)
        self._published: LobbyDocument | None = None
        self._timer: Timer | None = None

    def changed(self) -> None:
        """Note that the lobby may look different; whatever changes meanwhile goes along."""
        if self._timer is None:
            self._timer = self._clock.call_at(self._clock.now() + self._interval, self._publish)

    def document(self) -> Sync:
        """Return the whole document as last published, for somebody who comes to the lobby.

        What has changed since reaches him with everybody else.
        """
        if self._published is None:
            self._published = self._view()
            self._source.publish(self._published)
        return self._source.sync()

    def stop(self) -> None:
        """Publish nothing any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _publish(self) -> None:
        self._timer = None
        view = self._view()
        if view == self._published:
            return
        self._published = view
        message = self._source.publish(view)
        frame = encode(message)
        for visitor in self._audience():
            visitor.send(message, frame)
