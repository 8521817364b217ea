"""One match at a table: the rules state, its record, and what the bots may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from levata.bots.bot import Question
from levata.cards import Card, HandOrder, Mask, cards_of, mask_of
from levata.events import Event
from levata.game import CHANCE, AnyGame, Deal, EndReason, Forced, Outcome, Step, View, own_keys
from levata.options import Options
from levata.records.record import RecordBuilder, SeatLabel


class Match:
    """A match from its first deal to its record. Knows nothing of people or clocks."""

    __slots__ = (
        "_are_hands_noted",
        "_before",
        "_builder",
        "_held",
        "_history",
        "_options",
        "_seats",
        "_state",
        "deals",
        "finished",
        "game",
        "number",
        "own_keys",
        "seed",
        "steps",
    )

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        seats: int,
        number: int,
        seed: str,
        labels: Sequence[SeatLabel],
        are_hands_noted: bool = False,
    ) -> None:
        """With ``are_hands_noted`` the hands of a deal are known once it is over: `finished`."""
        self.game = game
        self.number = number
        self.seed = seed
        self.deals = 0
        self.steps = 0
        """Deals and actions so far: they number the decisions."""
        self.own_keys = own_keys(game.view_type)
        """Keys of the fields of a view that are the viewer's own."""
        self._options = options
        self._seats = seats
        self._state: Struct = game.setup(seats, options)
        self._before: Struct | None = None
        """The state before the last action; None after a deal."""
        self._builder = RecordBuilder(game, options, labels, seed)
        self._history: tuple[Event, ...] = ()
        # Where the gathered pack is only cut, a hand can tell of the next one.
        self._are_hands_noted = are_hands_noted and not game.is_pack_kept(options)
        self._held: list[Mask] = []
        """All cards that each seat has held in this deal, if they are noted."""
        self.finished: tuple[int, tuple[tuple[Card, ...], ...]] | None = None
        """Number of the latest deal that is over, and all cards that each seat held in it."""

    def to_act(self) -> tuple[int, ...]:
        """Return the seats that must act, ``(CHANCE,)``, or nothing when the match is over."""
        return self.game.to_act(self._state)

    def deal_of(self, shuffle: Deal) -> Deal:
        """Return what the game makes of a shuffled pack."""
        return self.game.deal_of(self._state, shuffle.order, shuffle.first)

    def deal(self, deal: Deal) -> tuple[Event, ...]:
        """Take the answer of chance; return what everybody learns."""
        step: Step[Any] = self.game.apply(self._state, CHANCE, deal)
        self._before, self._state = None, step.state
        self._builder.dealt(self._state)
        self._history = step.events
        self.deals += 1
        self.steps += 1
        if self._are_hands_noted:
            self._held = [0] * self._seats
            self._note_hands(step.events)
        return step.events

    def act(self, seat: int, text: str, auto: str = "") -> tuple[Event, ...]:
        """Carry out an action of a seat; return what everybody learns.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
        """
        action = self.game.parse_action(text)
        step: Step[Any] = self.game.apply(self._state, seat, action)
        self._before, self._state = self._state, step.state
        self._builder.acted(seat, action, step.events, auto)
        self._history += step.events
        self.steps += 1
        if self._are_hands_noted:
            self._note_hands(step.events)
        return step.events

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator, may know."""
        view: View = self.game.view(self._state, seat)
        return view

    def public(self) -> View:
        """Return what everybody may know."""
        view: View = self.game.public(self._state)
        return view

    def own(self, seat: int) -> tuple[Any, ...]:
        """Return what a seat knows beyond that, its fields of the view."""
        return self.game.own(self._state, seat)

    def touched(self) -> Sequence[int] | None:
        """Return the seats of which the last step may have changed `own`, None for any."""
        return None if self._before is None else self.game.touched(self._before, self._state)

    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """Return what every seat holds, from the views of the seats."""
        return self.game.hands([self.view(seat) for seat in range(self._seats)])

    def _note_hands(self, events: Sequence[Event]) -> None:
        hands = self.hands()
        self._held = [held | mask_of(hand) for held, hand in zip(self._held, hands, strict=True)]
        if self.game.deal_result(events) is not None:
            self.finished = self.deals, tuple([cards_of(held) for held in self._held])

    def question(self, seat: int) -> Question[Any]:
        """Return the decision of a seat as a computer player gets it."""
        return Question(
            game=self.game.info.key,
            options=self._options,
            seats=self._seats,
            view=self.view(seat),
            history=self._history,
        )

    def pack(self) -> tuple[Card, ...]:
        """Return the cards that chance must put in order."""
        cards: tuple[Card, ...] = self.game.pack(self._state)
        return cards

    def forced(self) -> Forced | None:
        """Return the action that the server carries out itself now, if there is one."""
        return self.game.forced(self._state)

    def timeout_action(self, seat: int, order: HandOrder) -> str:
        """Return what the rules do for a seat whose time is up, as text."""
        return self.game.timeout_action(self._state, seat, order).text

    def outcome(self, left: Sequence[int], reason: EndReason | None) -> Outcome:
        """Return the result: of a finished match, or of one that ends now for a reason."""
        outcome = self.game.outcome(self._state)
        if outcome is not None and not left:
            return outcome
        return self.game.stopped_outcome(self._state, reason or EndReason.COMPLETED, left)

    def record(self, outcome: Outcome, left: Sequence[int]) -> dict[str, Any]:
        """Return the record of the match, which ends here."""
        return self._builder.finish(outcome, left)
