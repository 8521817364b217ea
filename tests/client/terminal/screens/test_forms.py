"""Rows with values that are changed with left and right, or typed."""

from __future__ import annotations

from collections.abc import Sequence

from levata.errors import OptionError
from levata_client.shown.places.fields import Field, FieldKind
from levata_client.terminal.screens.dialogs import TextDialog
from levata_client.terminal.screens.forms import FormScreen
from tests.support.screens import Asked, showing


class Form(FormScreen[None]):
    """A button, a choice, a number, and a secret."""

    def __init__(self) -> None:
        super().__init__(Asked())
        self.values = {"game": "a", "count": "5", "secret": ""}
        self.pressed: list[str] = []

    def fields(self) -> Sequence[Field]:
        return (
            Field("go", "Create", kind=FieldKind.BUTTON),
            Field("game", "Game", self.values["game"], help="which one", choices=("a", "b")),
            Field("count", "Count", self.values["count"], kind=FieldKind.NUMBER, low=1, high=40),
            Field("secret", "Secret", self.values["secret"], kind=FieldKind.TEXT, is_secret=True),
        )

    def set_value(self, key: str, value: str) -> None:
        if key == "count" and int(value) > 40:
            raise OptionError("bad_option", "Count", value, "1 to 40")
        self.values[key] = value

    def press(self, key: str) -> None:
        self.pressed.append(key)

    def reset(self, key: str) -> None:
        self.values[key] = "a"


async def test_a_button_is_pressed_and_a_choice_goes_round() -> None:
    form = Form()
    async with showing(form) as shown:
        await shown.press("enter")
        assert form.pressed == ["go"]
        await shown.press("down", "right")
        assert form.values["game"] == "b"
        await shown.press("enter")
        assert form.values["game"] == "a"
        await shown.press("left", "plus")
        assert form.values["game"] == "b"
        await shown.press("r")
        assert form.values["game"] == "a"


async def test_a_number_is_counted_in_ones_and_tens_and_typed() -> None:
    form = Form()
    async with showing(form) as shown:
        await shown.press("down", "down", "right", "plus", "minus", "left")
        assert form.values["count"] == "5"
        await shown.press("enter")
        box: object = shown.app.screen
        assert isinstance(box, TextDialog)
        await shown.press("9", "9", "enter")
        assert "Count cannot be “99”" in shown.text
        await shown.press("backspace", "backspace", "7", "enter")
        assert shown.app.screen is form
        assert form.values["count"] == "7"


async def test_a_secret_is_not_shown() -> None:
    form = Form()
    async with showing(form) as shown:
        await shown.press("up", "enter", "m", "e", "r", "e", "enter")
        assert form.values["secret"] == "mere"
        assert "mere" not in shown.text
        assert "••••••" in shown.text


async def test_an_explanation_stands_below_or_where_there_is_room_beside() -> None:
    form = Form()
    async with showing(form) as shown:
        assert "which one" not in shown.text
        await shown.press("down")
        assert "which one" in shown.text
        await shown.press("down")
        await shown.pilot.resize_terminal(140, 45)
        await shown.pilot.pause()
        assert "which one" in shown.text
