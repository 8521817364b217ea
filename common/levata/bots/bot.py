"""The contract of computer players: a question in, a choice out.

A player gets what a person in that seat gets, nothing else.

A bot is stateless: everything it may use comes with each question, so it can be asked from any
moment of any match, in any process. With the same arguments it gives the same answer: its only
source of chance is the generator it is given.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from msgspec import Struct, field

from levata.events import Event
from levata.game import View
from levata.options import Options

V = TypeVar("V", bound=View)


class Budget(Struct, frozen=True):
    """How much a bot may think."""

    iterations: int = 300
    """Steps of a search: they decide, so that a bot plays the same on any machine."""
    seconds: float = 0.25
    """A cap on them, after which an answer is late."""


class Question(Struct, Generic[V], frozen=True):
    """One decision put to a bot."""

    game: str
    """Key of the game."""
    options: Options
    seats: int
    view: V
    """The view of the seat that decides; its ``legal`` lists the answers."""
    history: tuple[Event, ...]
    """The public events of this deal so far, oldest first."""
    budget: Budget = Budget()


class Choice(Struct, frozen=True):
    """A bot's answer."""

    action: str
    """The text of a legal action."""
    info: Mapping[str, float] = field(default_factory=dict[str, float])
    """Figures about how it was found, by name, for logs and tests."""


class Bot(ABC, Generic[V]):
    """A computer player of one game at one level."""

    @abstractmethod
    def choose(self, question: Question[V], rng: random.Random) -> Choice:
        """Return one of ``question.view.legal``; ``rng`` is the only source of chance."""
