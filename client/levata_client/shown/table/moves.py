"""What the viewer does at a table, before it is sent: cursor, guard, marked card, refusals.

`PlayerInput` holds the little state between the scene and the keys. It knows no widget and no
clock; it is told the time with every key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from levata.cards import NO_CARD, Card
from levata_client.shown.table.scene import (
    ChoiceItem,
    Choices,
    Hand,
    HandCard,
    LaidCard,
    Scene,
    Trick,
)
from levata_client.shown.text.words import Words

GUARD: Final = 0.25
"""Seconds after a decision appears in which keys and clicks are not taken for answers to it."""
REFUSAL_SHOWN: Final = 3.0
"""Seconds for which the status line says why something was refused."""


@dataclass(frozen=True)
class SendAction:
    """Send an action, with the decision that it answers."""

    action: str
    decision: int | None


@dataclass(frozen=True)
class Refused:
    """Something the rules do not allow was tried: say why."""

    reason: Words
    card: int | None = None
    """Index of the card that was tried."""


@dataclass(frozen=True)
class Marked:
    """A card was marked to be played when the turn comes, or no longer is."""

    card: Card | None


@dataclass(frozen=True)
class QueueDropped:
    """The marked card could not be played when the turn came."""

    card: Card


InputResult: TypeAlias = SendAction | Refused | Marked | QueueDropped


class PlayerInput:
    """The state of the viewer's input at one table."""

    def __init__(self, card_keys: str = "") -> None:
        """Begin with nothing done.

        Args:
            card_keys: The keys by which the front end lets cards be played, left to right.
        """
        self._card_keys = card_keys
        self._scene: Scene | None = None
        self._decision: int | None = None
        self._since = 0.0
        self._refusal: tuple[Words, float] | None = None
        self.pending: str | None = None
        """The action sent and not yet seen on the table."""
        self.queued: Card | None = None
        """The card to be played when the turn comes."""
        self.cursor: int | None = None
        """Index into the cards, then the choices; ``None`` until an arrow key is pressed."""
        self.refused_choice: int | None = None

    def see(self, scene: Scene, decision: int | None, now: float) -> InputResult | None:
        """Take in a new scene; return what the marked card leads to."""
        before = self._scene
        is_new = before is None or decision != self._decision or scene.is_turn != before.is_turn
        self._scene, self._decision = scene, decision
        if is_new:
            self._since = now
            self.pending = None
            self.cursor = None
            self.refused_choice = None
            self._refusal = None
        if self.cursor is not None and self.cursor >= len(self._targets()):
            self.cursor = None
        return self._play_queued()

    def _play_queued(self) -> InputResult | None:
        scene, card = self._scene, self.queued
        if scene is None or card is None:
            return None
        held = next((held for held in scene.hand.cards if held.card == card), None)
        if held is None or not (scene.hand.can_queue or scene.hand.is_choosing):
            self.queued = None
            return None
        if not scene.hand.is_choosing or self.pending is not None:
            return None
        self.queued = None
        return self._act(held.action) if held.is_legal else QueueDropped(card)

    def is_guarded(self, now: float) -> bool:
        """Whether a decision has just come or gone, so that a key may be meant for another."""
        return self._scene is not None and now - self._since < GUARD

    def refusal(self, now: float) -> Words:
        """Return why something was refused a moment ago, empty if nothing was."""
        if self._refusal is None or now >= self._refusal[1]:
            return ()
        return self._refusal[0]

    def refuse(self, reason: Words, now: float) -> None:
        """Take back what was sent: the server refused it."""
        self.pending = None
        self._refusal = (reason, now + REFUSAL_SHOWN)

    def shown(self) -> Scene:
        """Return the scene with what was sent already done."""
        scene = self._scene
        assert scene is not None
        if self.pending is None:
            return scene
        hand, middle = scene.hand, scene.middle
        played = next((held for held in hand.cards if held.action == self.pending), None)
        if played is None:
            choices = scene.choices
            closed = None if choices is None else replace(choices, is_open=False)
            return replace(scene, choices=closed, hand=_at_rest(hand, hand.cards))
        if isinstance(middle, Trick):
            laid = LaidCard(scene.viewer, played.card)
            middle = Trick((*middle.cards, laid))
        rest = tuple(held for held in hand.cards if held is not played)
        return replace(scene, hand=_at_rest(hand, rest), middle=middle, choices=None)

    # --- what the viewer does ----------------------------------------------------------------

    def press_card(self, index: int, now: float) -> InputResult | None:
        """Answer a card being pressed, by digit, Enter or click."""
        scene = self._scene
        if scene is None or self.pending is not None or index >= len(scene.hand.cards):
            return None
        if self.is_guarded(now):
            return None
        held = scene.hand.cards[index]
        if scene.hand.is_choosing:
            if not held.is_legal:
                return self._refuse_here(held.reason, now, card=index)
            return self._act(held.action)
        if scene.hand.can_queue and held.card != NO_CARD:
            self.queued = None if self.queued == held.card else held.card
            return Marked(self.queued)
        return None

    def press_choice(self, index: int, now: float) -> InputResult | None:
        """Answer a choice being pressed, by key, Enter or click."""
        choices = self._open_choices()
        if choices is None or index >= len(choices.choices) or self.is_guarded(now):
            return None
        choice = choices.choices[index]
        if not choice.is_enabled:
            self.refused_choice = index
            return self._refuse_here(choice.reason, now)
        return self._act(choice.action)

    def press_action(self, action: str, now: float) -> InputResult | None:
        """Answer a place of a board being pressed."""
        scene = self._scene
        if scene is None or not scene.is_turn or self.pending or self.is_guarded(now):
            return None
        return self._act(action)

    def press_key(self, key: str, now: float) -> InputResult | None:
        """Answer a printable key: a choice has it, or it is the number of a card."""
        choices = self._open_choices()
        if choices is not None:
            for index, choice in enumerate(choices.choices):
                if choice.key == key:
                    return self.press_choice(index, now)
            if self.has_digit_choices():
                return None
        if len(key) == 1 and key in self._card_keys:
            return self.press_card(self._card_keys.index(key), now)
        return None

    def means(self, key: str) -> bool:
        """Whether a key is that of a choice now, or a letter that is that of a card."""
        choices = self._open_choices()
        if choices is not None and any(choice.key == key for choice in choices.choices):
            return True
        hand = self._scene.hand if self._scene is not None else Hand()
        keys = self._card_keys[: len(hand.cards)] if hand.is_choosing or hand.can_queue else ""
        return key.isalpha() and len(key) == 1 and key in keys and not self.has_digit_choices()

    def has_digit_choices(self) -> bool:
        """Whether digits mean choices now, so that they cannot mean cards."""
        choices = self._open_choices()
        return choices is not None and any(choice.key.isdecimal() for choice in choices.choices)

    def move(self, step: int) -> None:
        """Move the cursor over everything that can be pressed, wrapping around."""
        targets = self._targets()
        if not targets:
            self.cursor = None
            return
        wanted = [index for index, target in enumerate(targets) if target is not None]
        if not wanted:
            return
        if self.cursor not in wanted:
            # The cursor comes in on something that may be pressed.
            allowed = [index for index in wanted if _is_allowed(targets[index])] or wanted
            self.cursor = allowed[0] if step > 0 else allowed[-1]
            return
        self.cursor = wanted[(wanted.index(self.cursor) + step) % len(wanted)]

    def press_cursor(self, now: float) -> InputResult | None:
        """Answer Enter; without a cursor it means nothing, so nothing is bid by accident."""
        if self.cursor is None or self._scene is None:
            return None
        cards = len(self._scene.hand.cards)
        if self.cursor < cards:
            return self.press_card(self.cursor, now)
        return self.press_choice(self.cursor - cards, now)

    def card_cursor(self) -> int | None:
        """Return the card under the cursor."""
        cards = 0 if self._scene is None else len(self._scene.hand.cards)
        return self.cursor if self.cursor is not None and self.cursor < cards else None

    def choice_cursor(self) -> int | None:
        """Return the choice under the cursor."""
        cards = 0 if self._scene is None else len(self._scene.hand.cards)
        return self.cursor - cards if self.cursor is not None and self.cursor >= cards else None

    def _targets(self) -> list[HandCard | ChoiceItem | None]:
        """Return what the cursor may stand on, ``None`` for what it skips."""
        scene = self._scene
        if scene is None:
            return []
        can_press = scene.hand.is_choosing or scene.hand.can_queue
        targets: list[HandCard | ChoiceItem | None] = [
            held if can_press else None for held in scene.hand.cards
        ]
        choices = self._open_choices()
        if choices is not None:
            targets.extend(choices.choices)
        return targets

    def _open_choices(self) -> Choices | None:
        scene = self._scene
        if scene is None or self.pending is not None or scene.choices is None:
            return None
        return scene.choices if scene.choices.is_open and scene.is_turn else None

    def _act(self, action: str | None) -> SendAction | None:
        if action is None:
            return None
        self.pending = action
        self.cursor = None
        self._refusal = None
        self.refused_choice = None
        return SendAction(action, self._decision)

    def _refuse_here(self, reason: Words, now: float, card: int | None = None) -> Refused:
        self._refusal = (reason, now + REFUSAL_SHOWN)
        return Refused(reason, card)


def _is_allowed(target: HandCard | ChoiceItem | None) -> bool:
    return target.is_legal if isinstance(target, HandCard) else bool(target and target.is_enabled)


def _at_rest(hand: Hand, cards: tuple[HandCard, ...]) -> Hand:
    """Return a hand in which nothing is wanted at the moment."""
    plain = tuple(replace(held, is_legal=True, reason=()) for held in cards)
    return Hand(plain, is_choosing=False, can_queue=False)
