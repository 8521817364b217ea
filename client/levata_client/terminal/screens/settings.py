"""What the user may set for himself, in force and kept as soon as it is changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import fields as struct_fields
from textual.app import ComposeResult

from levata.cards import NO_CARD, parse_cards
from levata.text import clean_name
from levata_client import config
from levata_client.shown.text.language import LANGUAGE_NAMES, _, languages
from levata_client.shown.text.messages import N_
from levata_client.shown.text.words import Words, join, words
from levata_client.terminal.faces import SMALL, CardLook, draw_card
from levata_client.terminal.screens.forms import Field, FieldKind, FormScreen
from levata_client.terminal.screens.frame import TextBlock, back_key, common_keys
from levata_client.terminal.widgets.bars import FooterKey

_TITLES: Final[Mapping[str, tuple[str, str]]] = {
    "name": (N_("Name"), N_("how others see you; empty for your user name")),
    "language": (N_("Language"), N_("automatic takes that of your system")),
    "theme": (N_("Colours"), N_("automatic suits your terminal")),
    "deck": (N_("Deck"), N_("how suits are coloured")),
    "suits": (N_("Suits"), N_("letters, where your font draws suits badly")),
    "animation": (N_("Motion"), N_("how fast cards move and bots play")),
    "hand_order": (N_("Order of the hand"), N_("how your cards are laid out")),
    "bell": (N_("Bell"), N_("rings when it is your turn")),
}
_VALUES: Final[Mapping[str, str]] = {
    "auto": N_("automatic"),
    "felt": N_("green felt"),
    "blue": N_("blue felt"),
    "wine": N_("wine red"),
    "paper": N_("paper"),
    "night": N_("night"),
    "sixteen": N_("16 colours"),
    "mono": N_("no colours"),
    "four": N_("four colours"),
    "classic": N_("red and black"),
    "colour-blind": N_("colour-blind"),
    "symbols": N_("symbols"),
    "letters": N_("letters"),
    "none": N_("none"),
    "fast": N_("fast"),
    "normal": N_("normal"),
    "slow": N_("slow"),
    "suits": N_("trumps at the right"),
    "plain": N_("by suit"),
    "ranks": N_("by rank"),
    "off": N_("off"),
    "away": N_("in the background"),
    "always": N_("always"),
}
_SAMPLE: Final = parse_cards("AS KH TD JC")


class SettingsScreen(FormScreen[None]):
    """The settings, with a row of cards as they look."""

    def compose_body(self) -> ComposeResult:
        yield TextBlock(id="cards")
        yield from super().compose_body()

    def title_words(self) -> tuple[Words, Words]:
        return words(_("Settings")), words(_("kept as soon as they are changed"))

    def footer_keys(self) -> Sequence[FooterKey]:
        return (
            FooterKey("←→", _("Change"), "change(1)"),
            FooterKey("r", _("Default"), "reset"),
            back_key(),
            *common_keys(),
        )

    def redraw(self) -> None:
        super().redraw()
        if not self.is_mounted:
            return
        looks = (CardLook.PLAIN, CardLook.WINNER, CardLook.DIM, CardLook.PLAIN)
        faces = [draw_card(card, SMALL, look) for card, look in zip(_SAMPLE, looks, strict=True)]
        faces.append(draw_card(NO_CARD, SMALL))
        self.query_one("#cards", TextBlock).show(
            [(), *(words("   ", join(" ", row)) for row in zip(*faces, strict=True))]
        )

    def fields(self) -> Sequence[Field]:
        settings = self.levata.settings
        found: list[Field] = []
        for field in struct_fields(config.Settings):
            value: str = getattr(settings, field.name)
            choices = config.choices(field.name)
            if field.name == "language":
                choices = ("auto", *languages())
            title, explanation = _TITLES[field.name]
            found.append(
                Field(
                    field.name,
                    _(title),
                    value,
                    _shown(field.name, value or self.levata.user_name),
                    _(explanation),
                    FieldKind.CHOICE if choices else FieldKind.TEXT,
                    choices,
                    is_changed=value != field.default,
                )
            )
        return found

    def set_value(self, key: str, value: str) -> None:
        if key == "name" and value:
            value = clean_name(value)
        self.levata.change_setting(key, value)

    def reset(self, key: str) -> None:
        self.levata.change_setting(key, getattr(config.Settings(), key))


def _shown(name: str, value: str) -> str:
    if name == "name":
        return value
    if name == "language" and value in LANGUAGE_NAMES:
        return LANGUAGE_NAMES[value]
    label = _VALUES.get(value)
    return _(label) if label is not None else value
