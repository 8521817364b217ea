"""The form of a new table: every option of the chosen game, presets, and how long a match takes."""

from __future__ import annotations

from typing import Final

from levata.bots.levels import DEFAULT_LEVEL, LEVELS
from levata.errors import LevataError, OptionError
from levata.games import GAMES, find_game
from levata.options import OptionField, Scalar, option_fields, parse_options
from levata.protocol.documents import PACES, WATCHES
from levata.text import clean_name
from levata_client.shown.games import find_display, find_words
from levata_client.shown.places.fields import Field, FieldKind
from levata_client.shown.places.option_words import (
    level_label,
    option_help,
    pace_label,
    watch_label,
)
from levata_client.shown.text import messages
from levata_client.shown.text.game_words import GameWords
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.words import ALERT, MUTED, Words, words
from levata_client.state.new_table import DEFAULT_PACE, NewTable, describe_table, estimate

CREATE: Final = "create"
"""The button that opens the table."""
FILL: Final = "fill"
"""The button that opens the table and starts its match, with bots on the free seats."""
OPTION: Final = "option."
"""Begins the keys of fields that are options: Rentz has one called ``preset`` too."""
CUSTOM: Final = "custom"
"""Shown as preset when the options are those of none."""


class CreateForm:
    """A table as somebody describes it, one field after the other."""

    def __init__(self, game: str = GAMES[0].info.key) -> None:
        self._game = find_game(game)
        self._seats = self._game.info.default_seats
        self._changes: dict[str, Scalar] = {}
        """Options that are not at their default."""
        self._pace = DEFAULT_PACE
        self._level = DEFAULT_LEVEL
        self._watch = WATCHES[0]
        self._table_name = ""
        self._password = ""

    @property
    def title(self) -> str:
        """What the chosen game is called."""
        return find_display(self._game.info.key).title

    def fields(self) -> tuple[Field, ...]:
        """Return the rows of the form."""
        info = self._game.info
        games = tuple(game.info.key for game in GAMES)
        seats = tuple(map(str, info.seats))
        return (
            Field(CREATE, _("Create"), kind=FieldKind.BUTTON),
            Field(FILL, _("Create and play against bots"), kind=FieldKind.BUTTON),
            Field("game", _("Game"), info.key, find_display(info.key).title, choices=games),
            Field("seats", _("Players"), str(self._seats), choices=seats),
            Field(
                "preset",
                _("Preset"),
                self.preset,
                self._words.preset_label(self.preset) if self.preset != CUSTOM else _("your own"),
                _("a named set of options"),
                choices=tuple(info.presets),
            ),
            *(self._option(field) for field in option_fields(info.options_type)),
            Field(
                "pace",
                _("Pace"),
                self._pace,
                pace_label(self._pace),
                _("time for a decision + reserve for the match"),
                choices=tuple(PACES),
            ),
            Field(
                "level",
                _("Bots"),
                self._level,
                level_label(self._level),
                _("who fills free seats and plays for those away"),
                choices=LEVELS,
            ),
            Field(
                "watch",
                _("Watchers"),
                self._watch,
                watch_label(self._watch),
                _("all cards only if every seat agrees, in the menu"),
                choices=WATCHES,
            ),
            Field("name", _("Name of the table"), self._table_name, kind=FieldKind.TEXT),
            Field(
                "password",
                _("Password"),
                self._password,
                help=_("empty for a table open to all"),
                kind=FieldKind.TEXT,
                is_secret=True,
            ),
        )

    @property
    def _words(self) -> GameWords:
        """What the game calls its options."""
        return find_words(self._game.info.key)

    def _option(self, field: OptionField) -> Field:
        value = str(self._changes.get(field.name, field.default))
        kinds = {"number": FieldKind.NUMBER, "numbers": FieldKind.TEXT}
        return Field(
            OPTION + field.name,
            self._words.option_label(field.name),
            value,
            self._words.value_label(field.name, value),
            option_help(field.help),
            kinds.get(field.kind, FieldKind.CHOICE),
            field.choices,
            field.low,
            field.high,
            is_changed=field.name in self._changes,
        )

    @property
    def preset(self) -> str:
        """The preset whose options these are."""
        for name, options in self._game.info.presets.items():
            if dict(options) == self._changes:
                return name
        return CUSTOM

    def set_value(self, key: str, value: str) -> None:
        """Take another value of a field.

        Raises:
            LevataError: it cannot have this value.
        """
        match key:
            case "game":
                self._game = find_game(value)
                self._seats = self._game.info.default_seats
                self._changes = {}
            case "seats":
                self._seats = int(value)
            case "preset":
                self._changes = dict(self._game.info.presets[value])
            case "pace":
                self._pace = value
            case "level":
                self._level = value
            case "watch":
                self._watch = value
            case "name":
                self._table_name = clean_name(value) if value else ""
            case "password":
                self._password = value
            case _:
                self._set_option(key.removeprefix(OPTION), value)

    def _set_option(self, name: str, value: str) -> None:
        fields = option_fields(self._game.info.options_type)
        field = next(field for field in fields if field.name == name)
        try:
            parse_options(self._game.info.options_type, {name: value}, self._seats)
        except OptionError as error:
            # Whether options fit together shows below the form: the other one may come next.
            if error.code != "contradictory":
                raise
        if value == str(field.default):
            self._changes.pop(name, None)
        else:
            self._changes[name] = value

    def reset(self, key: str) -> None:
        """Give a field its default again."""
        if key.startswith(OPTION):
            self._changes.pop(key.removeprefix(OPTION), None)
        elif key == "seats":
            self._seats = self._game.info.default_seats
        elif key == "pace":
            self._pace = DEFAULT_PACE
        elif key == "level":
            self._level = DEFAULT_LEVEL
        elif key == "watch":
            self._watch = WATCHES[0]

    def table(self) -> NewTable:
        """Return the table as the form has it.

        Raises:
            OptionError: the options contradict each other.
        """
        return describe_table(
            self._game.info.key,
            seats=self._seats,
            changes=self._changes,
            level=self._level,
            pace=self._pace,
            watch=self._watch,
            name=self._table_name,
            password=self._password,
        )

    def verdict(self) -> Words:
        """Return how long a match takes, or what is wrong."""
        try:
            length = estimate(self.table())
        except LevataError as error:
            facts = [self._words.option_label(fact) for fact in error.facts]
            return words(messages.explain(error.code, facts), role=ALERT)
        deals = ngettext("{count} hand", "{count} hands", length.deals).format(count=length.deals)
        minutes = ngettext("about {count} minute", "about {count} minutes", length.minutes)
        return words(f"{deals}, {minutes.format(count=length.minutes)}", role=MUTED)
