"""The running match of a room: deals, decisions, clocks, computer players, the end."""

from __future__ import annotations

import hashlib
from typing import Final

from levata.errors import IllegalAction
from levata.events import Event
from levata.game import CHANCE, Deal, EndReason, Forced
from levata.protocol.documents import PACES, HandsShown, Presence, SeatKind, TablePhase
from levata.records.record import SeatLabel
from levata_server.room.decision_clock import DecisionClock
from levata_server.room.effects import AskBot, MatchFinished, NeedDeal, SetTimer
from levata_server.room.entries import Acted, CardsDealt, ControlSet, MatchClosed, MatchStarted
from levata_server.room.hands import Hands
from levata_server.room.inputs import BotChose
from levata_server.room.match import Match
from levata_server.room.seats import SeatState
from levata_server.room.table import Decision

_TIMER_SLACK: Final = 0.01
"""A timer may fire so many seconds early."""


class Play(Hands):
    """Runs the matches of a room."""

    __slots__ = ()

    def _begin_match(self, number: int, seed: str) -> None:
        self._record(MatchStarted(number, seed))
        if self._match is not None:
            self._decisions_before += self._match.steps
        labels = [
            SeatLabel(seat.name, "person")
            if seat.kind == SeatKind.PERSON
            else SeatLabel(seat.name, "bot", seat.level)
            for seat in self._seats
        ]
        are_hands_noted = self._hands_unless_open == HandsShown.DELAYED
        self._match = Match(
            self._game, self._options, self.config.seats, number, seed, labels, are_hands_noted
        )
        self._matches = number
        self._phase = TablePhase.PLAYING
        self._gone.clear()
        self._game_part = None
        self._game_sources.clear()
        self._is_waiting_for_deal = False
        for seat in self._seats:
            seat.reserve, seat.timeouts = float(self._pace.reserve), 0

    def _deal(self, deal: Deal) -> None:
        self._is_mere_step = True
        match = self._match
        if match is None or self._phase == TablePhase.OVER or match.to_act() != (CHANCE,):
            return
        self._is_waiting_for_deal = False
        deal = match.deal_of(deal)
        events = match.deal(deal)
        self._record(CardsDealt(deal.order, deal.first))
        self._decisions.clear()
        self._after_step(events)

    def _bot_chose(self, answer: BotChose) -> None:
        self._is_mere_step = True
        decision = self._decisions.get(answer.seat)
        if (
            decision is None
            or decision.number != answer.decision
            or self._phase != TablePhase.PLAYING
        ):
            return
        seat = self._seats[answer.seat]
        if not seat.is_bot_driven:
            return
        match = self._running_match()
        auto = "" if seat.kind == SeatKind.BOT else "takeover"
        try:
            events = match.act(answer.seat, answer.action, auto)
        except IllegalAction:
            self._play_timeout(answer.seat)
            return
        self._acted(answer.seat, answer.action, auto, events)

    def _play_timeout(self, number: int) -> None:
        match = self._running_match()
        action = match.timeout_action(number, self._seats[number].order)
        events = match.act(number, action, "timeout")
        self._notice("auto_played", self._seats[number].name)
        self._acted(number, action, "timeout", events)

    def _acted(
        self,
        number: int,
        action: str,
        auto: str,
        events: tuple[Event, ...],
        answered: tuple[int, int] = (0, 0),
    ) -> None:
        """Log an action that was carried out and go on; ``answered`` is a person and his ref."""
        spent = 0.0
        decision = self._decisions.pop(number, None)
        if decision is not None:
            spent = decision.clock.reserve_spent(self._now)
            self._seats[number].reserve -= spent
            # The timer of its clock runs on and finds nothing: one to set with each move is enough.
        self._record(Acted(number, action, auto, round(spent * 1000)))
        self._after_step(events, answered)

    def _after_step(self, events: tuple[Event, ...], answered: tuple[int, int] = (0, 0)) -> None:
        match = self._running_match()
        self._find_decisions(match)
        self._publish_game(match, events, answered)
        if self._hands:
            self._publish_hands()
        self._settle(match)

    def _settle(self, match: Match) -> None:
        """Do what follows by itself: end a match that is over, carry out what is forced."""
        if not match.to_act():
            self._finish(None)
            return
        forced = match.forced()
        if forced is not None and not forced.masked:
            self._force(match, forced)

    def _force(self, match: Match, forced: Forced) -> None:
        action = forced.action.text
        events = match.act(forced.seat, action, "forced")
        self._acted(forced.seat, action, "forced", events)

    def _find_decisions(self, match: Match) -> None:
        """Note who must decide now, and forget whoever need not any more."""
        to_act = match.to_act()
        for number in list(self._decisions):
            if number not in to_act:
                self._cancel_clock(number, self._decisions.pop(number))
        forced = match.forced()
        if to_act == (CHANCE,) or (forced is not None and not forced.masked):
            return
        for number in to_act:
            if number not in self._decisions:
                steps = self._decisions_before + match.steps
                decision = self._new_decision(number, steps)
                decision.is_masked = forced is not None
                self._decisions[number] = decision

    def _new_decision(self, number: int, decision: int) -> Decision:
        seat = self._seats[number]
        pace = PACES["none"] if seat.is_bot_driven else self._pace
        return Decision(decision, DecisionClock(pace, seat.reserve))

    def _advance(self) -> None:
        """Ask for whatever the match waits for, unless it is being asked for already."""
        match = self._match
        if match is None or self._phase != TablePhase.PLAYING or self._is_idle:
            return
        if match.to_act() == (CHANCE,):
            if not self._is_waiting_for_deal:
                self._is_waiting_for_deal = True
                self._effects.append(
                    NeedDeal(match.pack(), self.config.seats, match.seed, match.deals + 1)
                )
            return
        for number, decision in self._decisions.items():
            if not decision.is_open:
                decision.is_open = True
                self._open(match, number, decision)

    def _masked_delay(self, seat: SeatState, decision: Decision) -> float:
        """Return as long as a decision might take here."""
        if seat.is_bot_driven:
            return self.policy.bot_delay
        chance = int(self._match_seed(decision.number)[:4], 16) / 0x10000
        return self.policy.masked_delay * (1 + chance)

    def _open(self, match: Match, number: int, decision: Decision) -> None:
        seat = self._seats[number]
        decision.clock.start(self._now)
        if decision.is_masked:
            # Nobody is asked, but to everybody else it looks as if.
            self._effects.append(SetTimer("masked", self._now + self._masked_delay(seat, decision)))
            return
        if seat.is_bot_driven:
            self._effects.append(
                AskBot(
                    seat=number,
                    decision=decision.number,
                    level=seat.level or self.config.level,
                    seed=self._bot_seed(match),
                    question=match.question(number),
                    delay=self.policy.bot_delay,
                    table=self.config.number,
                )
            )
            return
        deadline = decision.clock.deadline(self._now)
        if deadline is not None:
            self._effects.append(SetTimer(f"clock:{number}", deadline))

    def _bot_seed(self, match: Match) -> str:
        # A computer player must not learn the seed of the match: it gives away every deal.
        return hashlib.sha256(f"{match.seed}|bots".encode()).hexdigest()[:16]

    def _cancel_clock(self, number: int, decision: Decision) -> None:
        if decision.is_open and decision.clock.pace.seconds:
            self._effects.append(SetTimer(f"clock:{number}", None))

    def _halt_clocks(self) -> None:
        for number, decision in self._decisions.items():
            self._cancel_clock(number, decision)
            decision.clock.stop(self._now)
            decision.is_open = False
        self._effects.append(SetTimer("masked", None))

    def _time_up(self, number: int) -> None:
        decision = self._decisions.get(number)
        if decision is None or not decision.is_open:
            return
        deadline = decision.clock.deadline(self._now)
        if deadline is None or deadline > self._now + _TIMER_SLACK:
            return
        seat = self._seats[number]
        seat.timeouts += 1
        is_asleep = seat.timeouts >= self.policy.timeouts_in_a_row
        self._play_timeout(number)
        if is_asleep and self._phase == TablePhase.PLAYING:
            self._take_over(number)

    def _masked_over(self) -> None:
        match = self._match
        if match is None or self._phase != TablePhase.PLAYING:
            return
        forced = match.forced()
        if forced is not None:
            self._force(match, forced)

    def _take_over(self, number: int) -> None:
        """Let a bot play a person's seat, for all to know, until he takes it back."""
        seat = self._seats[number]
        self._effects.append(SetTimer(f"grace:{number}", None))
        self._set_presence(number, Presence.TAKEN_OVER)
        self._notice("bot_took_over", seat.name)

    def _set_presence(self, number: int, presence: Presence) -> None:
        self._is_mere_step = False
        seat = self._seats[number]
        seat.presence, seat.timeouts = presence, 0
        self._record(ControlSet(number, presence))
        decision = self._decisions.get(number)
        if decision is not None:
            seat.reserve = max(0.0, seat.reserve - decision.clock.reserve_spent(self._now))
            self._cancel_clock(number, decision)
            self._decisions[number] = self._new_decision(number, decision.number)
            self._decisions[number].is_masked = decision.is_masked
        self._to_resync.add(seat.person)

    def _finish(self, reason: EndReason | None) -> None:
        """End the match: as the rules say, or now for a reason."""
        self._is_mere_step = False
        match = self._running_match()
        self._halt_clocks()
        self._decisions.clear()
        left = sorted(
            number
            for number, seat in enumerate(self._seats)
            if number in self._gone or (seat.is_gone and seat.person not in self._present)
        )
        outcome = match.outcome(left, reason)
        self._record(MatchClosed(match.number, outcome.reason, tuple(left)))
        self._effects.append(MatchFinished(match.number, match.record(outcome, left)))
        self._phase = TablePhase.OVER
        self._hands = self._hands_unless_open
        self._votes.clear()
