"""Who somebody is: tokens, passwords, and who is remembered or refused."""

from __future__ import annotations

from levata.errors import RequestError
from levata.protocol.messages import Hello
from levata_server.config import Limits
from levata_server.hall.credentials import hash_token, is_same_secret, new_token
from levata_server.hall.lobby import Lobby
from levata_server.runtime.clock import Clock
from levata_server.store.person import Person


class Identities:
    """Tells from a `Hello` who it is."""

    def __init__(self, password: str, limits: Limits, clock: Clock, lobby: Lobby) -> None:
        self._password = password
        self._limits = limits
        self._clock = clock
        self._lobby = lobby
        self._strangers: dict[int, Person] = {}
        """Persons who are gone and never came to a table, in the order in which they went."""
        self._refused_until: dict[int, float] = {}
        """Persons whom the operator sent away, and until when they may not come back."""

    def knows_password(self, hello: Hello) -> bool:
        """Answer whether somebody knows the password of the server, if it has one."""
        return not self._password or is_same_secret(hello.password, self._password)

    def find(self, hello: Hello) -> Person | None:
        """Return whose token it is; a token that nobody has is no more than no token.

        Raises:
            RequestError: ``unknown_token``, and no name with which he could come as somebody new.
        """
        person = self._lobby.find_token(hash_token(hello.token)) if hello.token else None
        if person is None and hello.token and not hello.name:
            raise RequestError("unknown_token")
        return person

    def register(self, hello: Hello) -> tuple[Person, str]:
        """Return somebody new, and his token.

        Raises:
            RequestError: the name cannot be shown.
        """
        token = new_token()
        return self._lobby.arrive(hello.name, hash_token(token)), token

    def welcome(self, person: Person) -> None:
        """Note that somebody is here."""
        self._strangers.pop(person.number, None)
        self._lobby.connect(person)

    def see_off(self, person: Person) -> None:
        """Note that somebody is gone; of those who never came to a table only some are remembered.

        Without that bound, whoever connects again and again would fill the memory.
        """
        person.is_connected = False
        if person.table or person.is_kept:
            return
        self._strangers[person.number] = person
        if len(self._strangers) > self._limits.strangers:
            self._lobby.forget(self._strangers.pop(next(iter(self._strangers))))

    def refuse(self, person: Person) -> None:
        """Let the token of a person open nothing for a while."""
        self._refused_until[person.number] = self._clock.now() + self._limits.kick_seconds

    def is_refused(self, person: Person) -> bool:
        """Answer whether the operator sent this person away a short while ago."""
        return self._refused_until.get(person.number, 0.0) > self._clock.now()
