"""How a hand begins: the chooser names a subgame, and the layout may be refused."""

from __future__ import annotations

from msgspec.structs import replace

from levata.errors import IllegalAction
from levata.game import Action, Seat, Step
from levata.games.rentz.options import KEYS, REFUSING_ENDS, Subgame, end_cards
from levata.games.rentz.state import (
    BLIND_CHOICES,
    CHOICES,
    LOOK,
    Accept,
    Choose,
    HandLooked,
    HandRefused,
    Phase,
    Refuse,
    RentzState,
    SubgameChosen,
)


def unused_subgames(state: RentzState) -> list[Subgame]:
    """Return the subgames that the chooser may choose, in the order of the rules."""
    used = state.used[state.chooser]
    return [subgame for subgame in state.options.subgames if not used >> subgame & 1]


def legal_choices(state: RentzState) -> tuple[Action, ...]:
    """Return what the chooser may do."""
    unused = unused_subgames(state)
    choices = [CHOICES[subgame] for subgame in unused]
    if state.looked:
        return tuple(choices)
    return (*choices, *(BLIND_CHOICES[subgame] for subgame in unused), LOOK)


def choose_subgame(state: RentzState, action: Choose) -> Step[RentzState]:
    """Return what choosing a subgame leads to; the phase and the turn have been checked.

    Raises:
        IllegalAction: ``subgame_absent``, ``subgame_used``, ``blind_off``, ``blind_last`` or
            ``already_looked``.
    """
    subgame, options = Subgame(action.subgame), state.options
    if subgame not in options.subgames:
        raise IllegalAction("subgame_absent", KEYS[subgame])
    if subgame not in unused_subgames(state):
        raise IllegalAction("subgame_used", KEYS[subgame])
    if action.blind and state.looked:
        if not options.nv:
            raise IllegalAction("blind_off")
        raise IllegalAction("blind_last" if is_last_choice(state) else "already_looked")
    phase, asked = Phase.TRICKS, 0
    if subgame is Subgame.RENTZ:
        phase = Phase.LAYOUT
        if options.refuse_rentz != "off" and state.refusals < options.refuse_rentz:
            phase, asked = Phase.REFUSE, (1 << state.seats) - 1
    after = replace(
        state,
        phase=phase,
        looked=True,
        subgame=subgame,
        blind=action.blind,
        used=_toggled(state, subgame),
        asked=asked,
    )
    return Step(after, (SubgameChosen(state.chooser, subgame, action.blind),))


def look_at_cards(state: RentzState) -> Step[RentzState]:
    """Return what looking leads to; the phase and the turn have been checked.

    Raises:
        IllegalAction: ``already_looked``.
    """
    if state.looked:
        raise IllegalAction("already_looked")
    return Step(replace(state, looked=True), (HandLooked(state.chooser),))


def is_last_choice(state: RentzState) -> bool:
    """Return whether the chooser has one subgame left: no choice, and no risk to take blind."""
    return len(unused_subgames(state)) == 1


def is_asked(state: RentzState, seat: Seat) -> bool:
    """Return whether a seat has yet to say whether it refuses the layout."""
    return seat >= 0 and bool(state.asked >> seat & 1)


def can_refuse(state: RentzState, seat: Seat) -> bool:
    """Return whether a seat holds enough end cards to refuse the layout."""
    return end_cards(state.hands[seat], state.seats) >= REFUSING_ENDS


def answer(state: RentzState, seat: Seat, action: Action) -> Step[RentzState]:
    """Return what the answer of a seat to the layout subgame leads to.

    An acceptance is not reported, and the view does not show it.

    Raises:
        IllegalAction: ``wrong_phase`` for another action, ``already_answered`` or
            ``too_few_ends``.
    """
    if not isinstance(action, Accept | Refuse):
        raise IllegalAction("wrong_phase")
    if not is_asked(state, seat):
        raise IllegalAction("already_answered")
    if isinstance(action, Accept):
        asked = state.asked ^ 1 << seat
        phase = Phase.REFUSE if asked else Phase.LAYOUT
        return Step(replace(state, phase=phase, asked=asked), ())
    if not can_refuse(state, seat):
        raise IllegalAction("too_few_ends", REFUSING_ENDS)
    after = replace(
        state,
        phase=Phase.DEAL,
        refusals=state.refusals + 1,
        hands=(0,) * state.seats,
        used=_toggled(state, Subgame.RENTZ),
        asked=0,
    )
    return Step(after, (HandRefused(seat, state.blind, state.totals),))


def _toggled(state: RentzState, subgame: Subgame) -> tuple[int, ...]:
    """Return the subgames used, with one of the chooser's entered or taken back."""
    used, seat = state.used, state.chooser
    return (*used[:seat], used[seat] ^ 1 << subgame, *used[seat + 1 :])
