"""The contract that every game fulfils: pure functions on an immutable state.

Dealing is an action too: where `Game.to_act` answers ``(CHANCE,)`` the rules wait for a `Deal`,
which whoever runs the match draws (see `levata.match`). Nothing here or below reads a clock, a
random generator or a file.

A game is one stateless object. It is generic in its state and its view, both frozen structs. A
view travels to clients as an array of its fields in their order, so fields are only ever appended,
hold numbers, texts, tuples or array-like structs, and stay small.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from levata.cards import CARD_TEXTS, Card, HandOrder
from levata.errors import IllegalAction, RecordError
from levata.events import Event
from levata.options import Options, Scalar

CHANCE: Final = -1
"""Who acts when cards are to be dealt."""
Seat: TypeAlias = int
"""0..N-1 in turn order: the next seat is always ``(seat + 1) % N``."""


class Action(Struct, frozen=True):
    """Something a seat does. Its text is stable: records, logs, line mode and tests use it."""

    is_recorded: ClassVar[bool] = True
    """Whether match records hold it; see `Game.unrecorded` for the others."""

    if TYPE_CHECKING:
        # Every action has its own; a struct cannot be an abstract class.
        @property
        def text(self) -> str:
            """Return the stable text, such as ``play KH``."""
            ...


class PlayCard(Action, frozen=True):
    """Put a card on the table."""

    card: Card

    @property
    def text(self) -> str:
        """Return the stable text."""
        return f"play {CARD_TEXTS[self.card]}"


class Bid(Action, frozen=True):
    """Bid a number of tricks."""

    count: int

    @property
    def text(self) -> str:
        """Return the stable text."""
        return f"bid {self.count}"


PLAYS: Final[tuple[PlayCard, ...]] = tuple(PlayCard(card) for card in range(52))
"""One shared `PlayCard` per card."""


class Deal(Struct, frozen=True):
    """The action of `CHANCE`: the pack in the order in which it is dealt."""

    order: tuple[Card, ...]
    """A permutation of `Game.pack` of the state, the first card to be dealt first."""
    first: Seat = 0
    """The seat drawn to begin; the rules read it at the first deal of a match only (common rule 8).
    """


class EndReason(StrEnum):
    """Why a match is over."""

    COMPLETED = "completed"
    STOPPED = "stopped"
    """By the table."""
    ABANDONED = "abandoned"
    VOID = "void"
    """By the server; nobody is rated."""


class Outcome(Struct, frozen=True):
    """The end of a match; the tuples are by seat."""

    scores: tuple[int, ...]
    """Points of the match; more is better in every game."""
    places: tuple[int, ...]
    """From 1; seats that score the same share one (common rule 5)."""
    reason: EndReason = EndReason.COMPLETED
    ratings: tuple[float, ...] | None = None
    """Change of each rating, where the game has ratings and the match counts."""


class Forced(Struct, frozen=True):
    """The only thing the rules allow, which is done without asking anybody."""

    seat: Seat
    action: Action
    masked: bool = False
    """Whether it must not be told from a decision by its speed (common rule 2): the server waits
    as long as a person might.
    """


class Facts(Struct, frozen=True):
    """What a match record says of a deal before its first action."""

    first: Seat
    """Who begins; in Belot the dealer."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat, as dealt."""
    turned: Card | None = None
    """The card turned up, where there is one."""
    stock: tuple[Card, ...] | None = None
    """The cards that were not dealt, where the game has any."""


class Info(Struct, frozen=True):
    """What is known of a game before any table of it exists."""

    key: str
    """The name in commands, records and messages, such as ``whist``."""
    title: str
    """English title; the client translates it."""
    seats: tuple[int, ...]
    """The numbers of players that can play it, ascending."""
    default_seats: int
    options_type: type[Options]
    presets: Mapping[str, Mapping[str, Scalar]]
    """Named sets of options, the first one the default."""
    counter_clockwise: bool = False
    """Display only: whether the next seat sits to the right."""
    partnerships: bool = False
    """Whether seats 0 and 2 play against 1 and 3."""


S = TypeVar("S", bound=Struct)
"""The state of a game."""
V = TypeVar("V", bound="View")
"""The view of a game."""


class Step(Struct, Generic[S], frozen=True):
    """What an action led to: the new state and the public facts that happened, in order."""

    state: S
    events: tuple[Event, ...]


class View(Struct, frozen=True, array_like=True):
    """Base of every game's view: what one seat, or a spectator, may know.

    The fields of the base come first in every view.
    """

    own_fields: ClassVar[frozenset[str]] = frozenset({"seat", "legal", "hand"})
    """Fields that depend on who looks; all others are the same for everybody at any time.

    Those of the base come first, `seat` as the very first.
    """

    seat: Seat
    """Whose view it is; -1 for spectators."""
    turn: Seat
    """The seat that acts next, as far as the public knows; -1 for none."""
    legal: tuple[str, ...]
    """Texts of the actions open to the viewer now, empty when he does not act."""
    hand: tuple[Card, ...]
    """The viewer's cards, ascending; without those he may not see."""
    counts: tuple[int, ...]
    """Cards held by each seat."""
    totals: tuple[int, ...]
    """Match score of each seat so far."""


@cache
def own_names(view: type[View]) -> tuple[str, ...]:
    """Return the names of the fields that depend on who looks, in their order.

    >>> own_names(View)
    ('seat', 'legal', 'hand')
    """
    return tuple([name for name in view.__struct_fields__ if name in view.own_fields])


def own_keys(view: type[View]) -> tuple[int, ...]:
    """Return the places of those fields in the document of a view, from 0.

    >>> own_keys(View)
    (0, 2, 3)
    """
    return tuple([view.__struct_fields__.index(name) for name in own_names(view)])


class Game(ABC, Generic[S, V]):
    """The rules of one game. Every method is pure."""

    info: ClassVar[Info]
    view_type: type[V]
    actions: ClassVar[Mapping[str, Action]]
    """Every action the game knows, by its text."""
    event_types: ClassVar[tuple[type[Event], ...]]
    """Every event the game may report."""

    @abstractmethod
    def setup(self, seats: int, options: Options) -> S:
        """Return the state before the first deal.

        Raises:
            OptionError: the game has no such number of seats, or the options contradict it.
        """

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that must act now, ``(CHANCE,)``, or nothing when the match is over."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """Return the actions open to a seat, always in the same order; empty if it cannot act."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: Action | Deal) -> Step[S]:
        """Return what the action of a seat (a `Deal` of `CHANCE`) leads to.

        Raises:
            IllegalAction: with a reason code; nothing has changed.
        """

    def view(self, state: S, seat: Seat | None) -> V:
        """Return what a seat, or with ``None`` a spectator, may know.

        It is put together from `public` and `own`, the only two places that say who knows what.
        """
        public = self.public(state)
        if seat is None:
            return public
        names = own_names(self.view_type)
        return replace(public, **dict(zip(names, self.own(state, seat), strict=True)))

    @abstractmethod
    def public(self, state: S) -> V:
        """Return what everybody may know: the view of a spectator."""

    @abstractmethod
    def own(self, state: S, seat: Seat) -> tuple[Any, ...]:
        """Return what a seat knows beyond that: the `View.own_fields` of its view in their order.

        The first is the seat, then come ``legal`` and ``hand``.
        """

    def hands(self, views: Sequence[V]) -> tuple[tuple[Card, ...], ...]:
        """Return what every seat holds, ascending, as far as the seats know it between them.

        ``views`` are those of all seats, in their order, so nothing that the rules keep from
        every seat can be in it. A game in which seats see others' cards but not their own
        overrides this.
        """
        return tuple([view.hand for view in views])

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result of a finished match."""

    @abstractmethod
    def pack(self, state: S) -> tuple[Card, ...]:
        """Return the cards of which `Deal.order` must be a permutation."""

    def deal_of(self, state: S, order: Sequence[Card], first: Seat) -> Deal:
        """Return the deal that comes of a shuffled `pack` and a drawn seat.

        Whoever runs a match asks this, so that games may want something else than a shuffle, such
        as a cut of the gathered pack. `apply` takes any permutation.
        """
        return Deal(tuple(order), first)

    def is_pack_kept(self, options: Options) -> bool:
        """Return whether the cards of a deal lie in the next one as they were gathered.

        Then what somebody held stays secret when the deal is over.
        """
        return False

    @abstractmethod
    def timeout_action(self, state: S, seat: Seat, order: HandOrder = HandOrder.SUITS) -> Action:
        """Return what is done for a seat whose time is up (common rule 6).

        ``order`` is how its hand lies before its owner: where a card must be played, it is the
        leftmost legal one.
        """

    def forced(self, state: S) -> Forced | None:
        """Return the action to be carried out without asking anybody, if there is one."""
        return None

    def unrecorded(self, state: S, seat: Seat, upcoming: Action) -> tuple[Seat, Action] | None:
        """Return the step that comes before a recorded one and that the record leaves out.

        A game may need actions of which a record says nothing (`Action.is_recorded`), because what
        follows tells that they were taken. Whoever replays a record applies, before each action
        ``upcoming`` of a ``seat``, the steps returned here until there is none. Logs that restore
        a match hold every action, so they need none of this.
        """
        return None

    @abstractmethod
    def facts(self, state: S) -> Facts:
        """Return the facts of the deal just made, for the record; right after a `Deal`."""

    @abstractmethod
    def deal_from(self, state: S, facts: Facts) -> Deal:
        """Return the deal that leads to these facts: the inverse of `facts`.

        Raises:
            RecordError: ``bad_deal``, the facts do not fit the state.
        """

    @abstractmethod
    def deal_result(self, events: Sequence[Event]) -> dict[str, Any] | None:
        """Return the result of a deal, as it stands in the record, if the events end one."""

    def parse_action(self, text: str) -> Action:
        """Return the action of a text.

        Raises:
            IllegalAction: ``unknown_action``, the game has no such action.
        """
        action = self.actions.get(text)
        if action is None:
            raise IllegalAction("unknown_action", text[:40])
        return action

    def stopped_outcome(self, state: S, reason: EndReason, left: Sequence[Seat]) -> Outcome:
        """Return the result of a match that ends before its time; ``left`` seats abandoned it.

        The scores so far stand, and nobody is rated, unless a game's rules say otherwise.
        """
        scores = self.scores(state)
        return Outcome(scores, places_of(scores), reason)

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return the match score of each seat so far."""


AnyGame: TypeAlias = "Game[Any, Any]"
"""The rules of a game that is not known here."""


def places_of(scores: Sequence[int]) -> tuple[int, ...]:
    """Return competition places: equal scores share one (common rule 5).

    >>> places_of([100, 100, 80, 60])
    (1, 1, 3, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def check_deal(pack: Sequence[Card], deal: Deal, seats: int) -> None:
    """Refuse a deal that is not a permutation of the pack.

    Raises:
        IllegalAction: ``bad_deal``.
    """
    if len(deal.order) != len(pack) or sorted(deal.order) != sorted(pack):
        raise IllegalAction("bad_deal")
    if not 0 <= deal.first < seats:
        raise IllegalAction("bad_deal")


def check_facts(pack: Sequence[Card], order: Sequence[Card]) -> tuple[Card, ...]:
    """Return the order of a recorded deal if it holds every card of the pack once.

    Raises:
        RecordError: ``bad_deal``.
    """
    if sorted(order) != sorted(pack):
        raise RecordError("bad_deal")
    return tuple(order)
