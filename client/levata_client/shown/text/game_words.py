"""What one game calls its options, their values and presets, and how it says no.

The words of a game stand beside its display. All of them are messages in English, translated at the
moment they are shown. No game looks into the words of another: what two games have by the same name
may mean two things.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from levata.options import Scalar
from levata_client.shown.text.language import _
from levata_client.shown.text.phrases import N_

SWITCH: Final[Mapping[str, str]] = {"on": N_("on"), "off": N_("off")}
"""The values of every option that is switched on and off."""


@dataclass(frozen=True)
class OptionWords:
    """What an option is called, and those of its values that are not written as they are."""

    label: str
    values: Mapping[str, str] = field(default_factory=dict[str, str])


def switch(label: str) -> OptionWords:
    """Return the words of an option that is switched on and off."""
    return OptionWords(label, SWITCH)


@dataclass(frozen=True, kw_only=True)
class GameWords:
    """The words of one game."""

    title: str
    options: Mapping[str, OptionWords] = field(default_factory=dict[str, OptionWords])
    """By the name of the option."""
    presets: Mapping[str, str] = field(default_factory=dict[str, str])
    """Named sets of options."""
    refusals: Mapping[str, str] = field(default_factory=dict[str, str])
    """Why the rules refuse an action, said to whoever tried it; by code, see `messages`."""
    faults: Mapping[str, str] = field(default_factory=dict[str, str])
    """The same said of somebody else, of an action in a record; not all codes need it."""
    results: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the fields of a deal's result are called in records."""
    seat_results: frozenset[str] = frozenset()
    """The fields of a result that hold a seat."""
    begins: str = N_("{name} begins")
    """What the first seat of a deal does."""
    facts: Mapping[str, Callable[[str], str]] = field(
        default_factory=dict[str, Callable[[str], str]]
    )
    """How facts that are keys of the rules are called, by their name in the sentences."""

    def option_label(self, name: str) -> str:
        """Return what an option is called; one without words by its name."""
        words = self.options.get(name)
        return _(words.label) if words is not None else name.replace("_", " ")

    def value_label(self, option: str, value: Scalar) -> str:
        """Return what a value of an option is called; one without words as it is."""
        words = self.options.get(option)
        label = words.values.get(str(value)) if words is not None else None
        return _(label) if label is not None else str(value)

    def result_label(self, name: str) -> str:
        """Return what a field of a deal's result is called; one without words by its name."""
        label = self.results.get(name)
        return _(label) if label is not None else name

    def preset_label(self, preset: str) -> str:
        """Return what a named set of options is called; one without words by its name."""
        label = self.presets.get(preset)
        return _(label) if label is not None else preset
