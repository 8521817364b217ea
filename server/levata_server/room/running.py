"""A match at a table: what happens between the rules and the people, from deal to record.

Who decides at a seat is always exactly one: the person it belongs to, or a computer player where
the seat is a bot's, was lent, or was taken over because its person is gone. A person takes his
seat back with one request, at any moment.
"""

from __future__ import annotations

import hashlib
from typing import assert_never

from levata.errors import IllegalAction, RequestError
from levata.events import Event
from levata.game import CHANCE, Deal, EndReason, Forced
from levata.match import Match
from levata.protocol.documents import HandsShown, SeatKind, TablePhase
from levata.records.record import SeatLabel
from levata_server.room.decisions import Decision, Decisions
from levata_server.room.effects import AskBot, Effects, MatchFinished, NeedDeal
from levata_server.room.entries import (
    Acted,
    CardsDealt,
    HandsSet,
    MatchClosed,
    MatchStarted,
    PauseSet,
)
from levata_server.room.seating import Seating
from levata_server.room.terms import Terms
from levata_server.room.votes import Motion, Votes


class RunningMatch:
    """Owns one match from its first deal to its end: what the rules do not know of it.

    That is its phase, the decisions that are open, the votes of its seats, whether its hands are
    open, and who gave his seat up for good. It logs what happens in it and asks for deals and
    computer players.

    Whatever takes a step, which is a deal or an action, returns what everybody learns by it. Who
    calls must let everybody know, and then look for what is forced, see `force`.
    """

    __slots__ = (
        "_effects",
        "_forced",
        "_is_waiting_for_deal",
        "_seating",
        "_steps_before",
        "_terms",
        "_to_act",
        "are_hands_open",
        "decisions",
        "match",
        "phase",
        "surrendered",
        "votes",
    )

    def __init__(
        self,
        start: MatchStarted,
        *,
        steps_before: int,
        terms: Terms,
        seating: Seating,
        effects: Effects,
    ) -> None:
        """``steps_before`` are those of earlier matches, so that no decision number comes twice."""
        self._terms = terms
        self._seating = seating
        self._effects = effects
        self._steps_before = steps_before
        labels = [
            SeatLabel(seat.name, "person")
            if seat.kind == SeatKind.PERSON
            else SeatLabel(seat.name, "bot", seat.level)
            for seat in seating.seats
        ]
        self.match = Match(
            game=terms.game,
            options=terms.options,
            seats=terms.config.seats,
            number=start.number,
            seed=start.seed,
            labels=labels,
            are_hands_noted=terms.hands_shown == HandsShown.DELAYED,
        )
        self.decisions = Decisions(terms.pace, seating, effects)
        self.votes = Votes()
        self.phase = TablePhase.PLAYING
        self.are_hands_open = False
        """Whether all seats have agreed that watchers see what they hold."""
        self.surrendered: frozenset[int] = frozenset()
        """Seats whose person gave them up for good."""
        self._is_waiting_for_deal = False
        self._to_act: tuple[int, ...]
        self._forced: Forced | None
        self.look_ahead()

    @property
    def steps(self) -> int:
        """Return how many steps there were at this table, which numbers the next decision."""
        return self._steps_before + self.match.steps

    def take(self, entry: CardsDealt | Acted | PauseSet | HandsSet | MatchClosed) -> None:
        """Do what the log says was done.

        Raises:
            IllegalAction: the rules refuse it.
        """
        match entry:
            case CardsDealt():
                self.match.deal(Deal(entry.order, entry.first))
            case Acted():
                self.match.act(entry.seat, entry.action, entry.auto)
                self.decisions.spend(entry.seat, entry.spent / 1000)
            case PauseSet():
                self.phase = TablePhase.PAUSED if entry.is_paused else TablePhase.PLAYING
            case HandsSet():
                self.are_hands_open = entry.are_open
            case MatchClosed():
                self.phase = TablePhase.OVER
                self.are_hands_open = False
                self.votes.clear()
            case _:
                assert_never(entry)

    def surrender(self, seat: int) -> None:
        """Note that a person gave up a seat for good, which a bot plays to the end."""
        self.surrendered |= {seat}

    # --- steps ---------------------------------------------------------------------------------

    def deal(self, shuffle: Deal) -> tuple[Event, ...] | None:
        """Deal the cards, unless nobody waits for them."""
        if self.phase == TablePhase.OVER or self._to_act != (CHANCE,):
            return None
        self._is_waiting_for_deal = False
        deal = self.match.deal_of(shuffle)
        events = self.match.deal(deal)
        self._effects.record(CardsDealt(deal.order, deal.first))
        self.decisions.clear()
        self.look_ahead()
        return events

    def decide(self, seat: int, decision: int, action: str) -> tuple[Event, ...]:
        """Carry out what a person decided.

        Raises:
            RequestError: he has nothing to decide, or something else than he thinks.
            IllegalAction: the rules refuse it; nothing has changed.
        """
        if self.phase == TablePhase.PAUSED:
            raise RequestError("paused")
        open_one = self.decisions.pending.get(seat)
        if open_one is None or open_one.number != decision or open_one.is_masked:
            raise RequestError("stale_decision")
        if seat in self._seating.bot_driven:
            raise RequestError("bot_plays_seat")
        events = self._act(seat, action)
        self.decisions.forgive(seat)
        return events

    def bot_chose(self, seat: int, decision: int, action: str) -> tuple[Event, ...] | None:
        """Carry out what a computer player decided, unless it is not asked any more.

        What the rules refuse is replaced by what they do when time is up.
        """
        pending = self.decisions.pending.get(seat)
        if pending is None or pending.number != decision or self.phase != TablePhase.PLAYING:
            return None
        if seat not in self._seating.bot_driven:
            return None
        is_bots = self._seating.seats[seat].kind == SeatKind.BOT
        try:
            return self._act(seat, action, "" if is_bots else "takeover")
        except IllegalAction:
            return self._play_timeout(seat)

    def time_up(self, seat: int) -> tuple[Event, ...] | None:
        """Do what the rules do for a seat whose time is up, unless it has time left."""
        if not self.decisions.is_time_up(seat):
            return None
        self.decisions.note_timeout(seat)
        return self._play_timeout(seat)

    def is_asleep(self, seat: int) -> bool:
        """Return whether a bot must take over because a seat's time was up so often in a row."""
        is_asleep = self.decisions.timeouts[seat] >= self._terms.policy.timeouts_in_a_row
        return is_asleep and self.phase == TablePhase.PLAYING

    def masked_over(self) -> tuple[Event, ...] | None:
        """Carry out the forced action that was to look like a decision, if there still is one."""
        forced = self._forced
        if self.phase != TablePhase.PLAYING or forced is None:
            return None
        return self._act(forced.seat, forced.action.text, "forced")

    def force(self) -> tuple[Event, ...] | None:
        """Carry out what the rules force now and everybody may know to be forced."""
        forced = self._forced
        if forced is None or forced.masked:
            return None
        return self._act(forced.seat, forced.action.text, "forced")

    def _play_timeout(self, seat: int) -> tuple[Event, ...]:
        state = self._seating.seats[seat]
        action = self.match.timeout_action(seat, state.order)
        self._effects.notify(self._seating.present, "auto_played", state.name)
        return self._act(seat, action, "timeout")

    def _act(self, seat: int, action: str, auto: str = "") -> tuple[Event, ...]:
        events = self.match.act(seat, action, auto)
        spent = self.decisions.settle(seat)
        self._effects.record(Acted(seat, action, auto, round(spent * 1000)))
        self.look_ahead()
        return events

    # --- what it waits for ---------------------------------------------------------------------

    @property
    def is_decided(self) -> bool:
        """Return whether nobody has to act any more, so that the match is over by the rules."""
        return not self._to_act

    def look_ahead(self) -> None:
        """Note what the rules wait for now and whose decision that is.

        Done after every step. A log is replayed without it, so it must be done once afterwards.
        """
        self._to_act, self._forced = self.match.to_act(), self.match.forced()
        self.decisions.keep(self._to_act)
        is_masked = self._forced is not None and self._forced.masked
        if self._to_act != (CHANCE,) and (self._forced is None or is_masked):
            self.decisions.require(self._to_act, self.steps, is_masked)

    def advance(self) -> None:
        """Ask for whatever the match waits for, unless it is being asked for already."""
        if self.phase != TablePhase.PLAYING:
            return
        if self._to_act == (CHANCE,):
            if not self._is_waiting_for_deal:
                self._is_waiting_for_deal = True
                match, seats = self.match, self._terms.config.seats
                self._effects.add(NeedDeal(match.pack(), seats, match.seed, match.deals + 1))
            return
        for seat, decision in self.decisions.open():
            self._ask(seat, decision)

    def _ask(self, seat: int, decision: Decision) -> None:
        terms, is_bot_driven = self._terms, seat in self._seating.bot_driven
        if decision.is_masked:
            # Nobody is asked, but to everybody else it looks as if.
            delay = terms.policy.bot_delay if is_bot_driven else terms.masked_delay(decision.number)
            self._effects.set_timer("masked", self._effects.now + delay)
        elif is_bot_driven:
            self._effects.add(
                AskBot(
                    seat=seat,
                    decision=decision.number,
                    level=self._seating.seats[seat].level or terms.config.level,
                    seed=self._bot_seed,
                    question=self.match.question(seat),
                    delay=terms.policy.bot_delay,
                    table=terms.config.number,
                )
            )
        else:
            self.decisions.set_timer(seat)

    @property
    def _bot_seed(self) -> str:
        # A computer player must not learn the seed of the match: it gives away every deal.
        return hashlib.sha256(f"{self.match.seed}|bots".encode()).hexdigest()[:16]

    # --- what its seats agree to ---------------------------------------------------------------

    def halt(self) -> None:
        """Let no clock run and nothing happen by itself until `advance`."""
        self.decisions.halt()
        self._effects.set_timer("masked", None)

    def set_pause(self, is_paused: bool) -> None:
        """Pause the match, or let it go on."""
        if is_paused:
            self.halt()
        self._log(PauseSet(is_paused))

    def open_hands(self) -> None:
        """Let watchers see what all seats hold."""
        self.votes.drop(Motion.OPEN_HANDS)
        self._log(HandsSet(True))

    def close_hands(self, name: str) -> None:
        """End the agreement that watchers see the hands, also one in the making, for somebody."""
        self.votes.drop(Motion.OPEN_HANDS)
        if self.are_hands_open:
            self._log(HandsSet(False))
            self._effects.notify(self._seating.present, "hands_closed", name)

    def close(self, reason: EndReason | None) -> None:
        """End the match: as the rules say, or now for a reason."""
        self.halt()
        self.decisions.clear()
        left = [
            number
            for number in range(self._terms.config.seats)
            if number in self.surrendered or self._seating.is_deserted(number)
        ]
        outcome = self.match.outcome(left, reason)
        self._log(MatchClosed(self.match.number, outcome.reason, tuple(left)))
        record = self.match.record(outcome, left)
        self._effects.add(MatchFinished(self.match.number, record))

    def _log(self, entry: PauseSet | HandsSet | MatchClosed) -> None:
        self._effects.record(entry)
        self.take(entry)
