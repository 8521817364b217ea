"""The rows of a form as data: options of a table, settings, and how their values are stepped."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class FieldKind(Enum):
    """How a field is changed."""

    CHOICE = auto()
    """Stepping goes through its choices."""
    NUMBER = auto()
    """Stepping counts; the number can be typed too."""
    TEXT = auto()
    """It is typed."""
    BUTTON = auto()
    """It does something when picked."""


@dataclass(frozen=True)
class Field:
    """One row of a form."""

    key: str
    label: str
    value: str = ""
    """As it is kept."""
    shown: str = ""
    """As the user reads it; empty for the value itself."""
    help: str = ""
    kind: FieldKind = FieldKind.CHOICE
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    is_secret: bool = False
    is_changed: bool = False
    """Whether it is not at its default."""

    def stepped(self, step: int) -> str | None:
        """Return the value some steps on, None where there is no other.

        Choices go around their ends; words in place of a number lie beyond the ends of the numbers.

        >>> Field("bots", "Bots", "good", choices=("easy", "good")).stepped(1)
        'easy'
        >>> count = Field("most", "Most", "3", kind=FieldKind.NUMBER, choices=("none",), high=3)
        >>> count.stepped(-1), count.stepped(1)
        ('2', 'none')
        """
        if self.kind is FieldKind.CHOICE and self.choices:
            place = self.choices.index(self.value) if self.value in self.choices else 0
            return self.choices[(place + step) % len(self.choices)]
        if self.kind is FieldKind.NUMBER:
            return self._counted(step)
        return None

    def _counted(self, step: int) -> str:
        """Count within the bounds; the words that may stand instead lie below the lowest."""
        words = self.choices
        if self.value in words:
            place = words.index(self.value) + step
            if 0 <= place < len(words):
                return words[place]
            return str(self.low if step > 0 else self.high)
        number = int(self.value) + step
        if number > self.high:
            return words[0] if words else str(self.low)
        if number < self.low:
            return words[-1] if words else str(self.high)
        return str(number)
