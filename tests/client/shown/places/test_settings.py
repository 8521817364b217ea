"""The settings as rows of a form."""

from __future__ import annotations

from msgspec.structs import fields

from levata_client.config import Settings
from levata_client.shown.places.fields import FieldKind
from levata_client.shown.places.settings import default_setting, setting_fields


def test_every_setting_has_a_row_with_words_for_all_its_values() -> None:
    rows = setting_fields(Settings(), "Ana")
    assert [row.key for row in rows] == [field.name for field in fields(Settings)]
    for row in rows:
        assert row.label
        assert row.help
        assert all(row.choices)
        assert (row.kind is FieldKind.CHOICE) == bool(row.choices)


def test_a_name_that_is_not_set_shows_the_one_in_force() -> None:
    name, *_others = setting_fields(Settings(), "ana")
    assert (name.value, name.shown, name.is_changed) == ("", "ana", False)
    name, *_others = setting_fields(Settings(name="Ion"), "Ion")
    assert (name.value, name.shown, name.is_changed) == ("Ion", "Ion", True)


def test_languages_call_themselves_by_their_own_name() -> None:
    rows = {row.key: row for row in setting_fields(Settings(language="ro"), "Ana")}
    assert rows["language"].shown == "Română"
    assert rows["language"].choices[:2] == ("auto", "en")
    assert rows["theme"].shown == "automatic"


def test_every_setting_has_a_default_to_go_back_to() -> None:
    assert default_setting("animation") == "normal"
    assert default_setting("name") == ""
