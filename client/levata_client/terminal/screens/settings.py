"""What the user may set for himself, in force and kept as soon as it is changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult

from levata.cards import NO_CARD, parse_cards
from levata.text import clean_name
from levata_client.shown.places.fields import Field
from levata_client.shown.places.settings import default_setting, setting_fields
from levata_client.shown.text.language import _
from levata_client.shown.text.words import Words, join, words
from levata_client.terminal.drawing.faces import SMALL, CardLook, draw_card
from levata_client.terminal.screens.forms import FormScreen
from levata_client.terminal.screens.frame import back_key, common_keys
from levata_client.terminal.services import Menus, SettingsService
from levata_client.terminal.widgets.bars import FooterKey
from levata_client.terminal.widgets.rows import TextBlock

_SAMPLE: Final = parse_cards("AS KH TD JC")


class SettingsScreen(FormScreen[None]):
    """The settings, with a row of cards as they look."""

    def __init__(self, settings: SettingsService, menus: Menus) -> None:
        super().__init__(menus)
        self._settings = settings

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
        if not self.is_ready:
            return
        looks = (CardLook.PLAIN, CardLook.WINNER, CardLook.DIM, CardLook.PLAIN)
        faces = [draw_card(card, SMALL, look) for card, look in zip(_SAMPLE, looks, strict=True)]
        faces.append(draw_card(NO_CARD, SMALL))
        self.query_one("#cards", TextBlock).show(
            [(), *(words("   ", join(" ", row)) for row in zip(*faces, strict=True))]
        )

    def fields(self) -> Sequence[Field]:
        return setting_fields(self._settings.settings, self._settings.user_name)

    def set_value(self, key: str, value: str) -> None:
        if key == "name" and value:
            value = clean_name(value)
        self._settings.change_setting(key, value)

    def reset(self, key: str) -> None:
        self._settings.change_setting(key, default_setting(key))
