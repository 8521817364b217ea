"""The one driver of a match: rooms of the server, the arena and the tests all play through it.

A `Match` holds the state of the rules from the first deal to the record. It draws nothing and waits
for nobody: its owner draws the deals, finds out what each seat does and decides when. So a match is
the same loop everywhere:

>>> from levata.games import find_game
>>> rules = find_game("septica")
>>> match = Match(rules, rules.info.options_type(), seats=2, seed="4")
>>> while acting := match.to_act():
...     if acting == (CHANCE,):
...         events = match.deal(match.draw())
...     elif forced := match.forced():
...         events = match.act(forced.seat, forced.action.text, "forced")
...     else:
...         events = match.act(acting[0], match.view(acting[0]).legal[0])
>>> match.outcome().scores
(10, -10)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from levata.bots.bot import Budget, Question
from levata.cards import Card, HandOrder, Mask, cards_of, mask_of
from levata.dealing import draw_deal
from levata.events import Event
from levata.game import (
    CHANCE,
    Action,
    AnyGame,
    Deal,
    EndReason,
    Forced,
    Outcome,
    Seat,
    Step,
    View,
    own_keys,
)
from levata.options import Options
from levata.records.builder import RecordBuilder
from levata.records.record import SeatLabel


class Match:
    """A match from its first deal to its end. Knows nothing of people, clocks or the wire.

    Attributes:
        game: the rules.
        seats: number of players.
        number: of the match at its table, from 1.
        seed: what its deals are made from; secret until the match is over.
        own_keys: places in the document of a view of the fields that are the viewer's own.
        deals: number of deals so far.
        steps: number of deals and actions so far, forced ones included.
        history: public events of the running deal, or of the last one, oldest first.
        finished: number of the latest deal that is over, and all cards that each seat held in it,
            ascending; None until then, and wherever hands are not noted.
    """

    __slots__ = (
        "_builder",
        "_held",
        "_is_noting_hands",
        "_options",
        "_state",
        "deals",
        "finished",
        "game",
        "history",
        "number",
        "own_keys",
        "seats",
        "seed",
        "steps",
    )

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        seats: int,
        number: int = 1,
        seed: str = "",
        labels: Sequence[SeatLabel] | None = None,
        are_hands_noted: bool = False,
    ) -> None:
        """Set up a match, which waits for its first deal.

        Args:
            game: the rules.
            options: every option in force.
            seats: number of players.
            number: of the match at its table, from 1.
            seed: what its deals are made from.
            labels: who sits where; without them no record is kept.
            are_hands_noted: whether the hands of a deal are told once it is over. A game that keeps
                its pack together between deals never tells them: they would give away the next.

        Raises:
            OptionError: the game has no such number of seats, or the options contradict it.
        """
        self.game = game
        self.seats = seats
        self.number = number
        self.seed = seed
        self.own_keys = own_keys(game.view_type)
        self.deals = 0
        self.steps = 0
        self.history: tuple[Event, ...] = ()
        self.finished: tuple[int, tuple[tuple[Card, ...], ...]] | None = None
        self._options = options
        self._state: Struct = game.setup(seats, options)
        self._builder = None if labels is None else RecordBuilder(game, options, labels, seed)
        self._is_noting_hands = are_hands_noted and not game.is_pack_kept(options)
        self._held: list[Mask] = []
        """All cards that each seat has held in this deal, if they are noted."""

    # --- what happens next -----------------------------------------------------------------------

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that must act, ``(CHANCE,)``, or nothing when the match is over."""
        return self.game.to_act(self._state)

    def forced(self) -> Forced | None:
        """Return the action to be carried out without asking anybody, if there is one."""
        return self.game.forced(self._state)

    def pack(self) -> tuple[Card, ...]:
        """Return the cards that the next deal must put in order."""
        cards: tuple[Card, ...] = self.game.pack(self._state)
        return cards

    def deal_of(self, shuffle: Deal) -> Deal:
        """Return the deal that the game makes of a shuffled pack, such as a mere cut of it."""
        return self.game.deal_of(self._state, shuffle.order, shuffle.first)

    def draw(self) -> Deal:
        """Return the next deal as the seed of the match gives it; it is not yet dealt."""
        return self.deal_of(draw_deal(self.pack(), self.seats, self.seed, self.deals + 1))

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        """Return the actions open to a seat, always in the same order; empty if it cannot act."""
        return self.game.legal(self._state, seat)

    def timeout_action(self, seat: Seat, order: HandOrder = HandOrder.SUITS) -> str:
        """Return the text of what the rules do for a seat whose time is up.

        ``order`` is how the hand lies before its owner.
        """
        return self.game.timeout_action(self._state, seat, order).text

    def question(self, seat: Seat, budget: Budget | None = None) -> Question[Any]:
        """Return the decision of a seat as a computer player gets it."""
        return Question(
            game=self.game.info.key,
            options=self._options,
            seats=self.seats,
            view=self.view(seat),
            history=self.history,
            budget=budget or Budget(),
        )

    # --- what happened ---------------------------------------------------------------------------

    def deal(self, deal: Deal) -> tuple[Event, ...]:
        """Deal; return what everybody learns.

        Raises:
            IllegalAction: ``bad_deal``, the deal does not fit the pack, or no deal is due; nothing
                has changed.
        """
        step: Step[Any] = self.game.apply(self._state, CHANCE, deal)
        self._state = step.state
        if self._builder is not None:
            self._builder.dealt(self._state)
        self.history = step.events
        self.deals += 1
        self.steps += 1
        if self._is_noting_hands:
            self._held = [0] * self.seats
            self._note_hands(step.events)
        return step.events

    def act(self, seat: Seat, text: str, auto: str = "") -> tuple[Event, ...]:
        """Carry out an action of a seat; return what everybody learns.

        ``auto`` says why the action is not the player's own: ``timeout``, ``takeover`` or
        ``forced``.

        Raises:
            IllegalAction: the rules refuse it, or know no such action; nothing has changed.
        """
        action = self.game.parse_action(text)
        step: Step[Any] = self.game.apply(self._state, seat, action)
        self._state = step.state
        if self._builder is not None:
            self._builder.acted(seat, action, step.events, auto)
        self.history += step.events
        self.steps += 1
        if self._is_noting_hands:
            self._note_hands(step.events)
        return step.events

    def _note_hands(self, events: Sequence[Event]) -> None:
        hands = self.hands()
        self._held = [held | mask_of(hand) for held, hand in zip(self._held, hands, strict=True)]
        if self.game.deal_result(events) is not None:
            self.finished = self.deals, tuple([cards_of(held) for held in self._held])

    # --- who knows what --------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state of the rules, every hidden card in it: nothing of it may reach a player."""
        return self._state

    def view(self, seat: Seat | None) -> View:
        """Return what a seat, or with None a spectator, may know."""
        view: View = self.game.view(self._state, seat)
        return view

    def public(self) -> View:
        """Return what everybody may know."""
        view: View = self.game.public(self._state)
        return view

    def own(self, seat: Seat) -> tuple[Any, ...]:
        """Return what a seat knows beyond that: the fields of its view at `own_keys`."""
        return self.game.own(self._state, seat)

    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """Return what every seat holds, ascending, as far as the seats know it between them."""
        return self.game.hands([self.view(seat) for seat in range(self.seats)])

    # --- the end ---------------------------------------------------------------------------------

    def outcome(self, left: Sequence[Seat] = (), reason: EndReason | None = None) -> Outcome:
        """Return the result of a finished match, or of one that ends now.

        Args:
            left: seats that abandoned the match.
            reason: why it ends before its time; not read where the rules have ended it.
        """
        outcome = self.game.outcome(self._state)
        if outcome is not None and not left:
            return outcome
        return self.game.stopped_outcome(self._state, reason or EndReason.COMPLETED, left)

    def record(self, outcome: Outcome, left: Sequence[Seat] = ()) -> dict[str, Any]:
        """Return the document of the match record, which ends here; ``left`` seats abandoned it.

        Only a match that knows who sits where keeps one.
        """
        assert self._builder is not None, "no record is kept without labels of the seats"
        return self._builder.finish(outcome, left)
