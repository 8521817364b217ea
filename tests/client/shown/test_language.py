"""The language of the user: how it is chosen, and that it changes while the program runs."""

from __future__ import annotations

import pytest

from levata_client.shown.text import language
from levata_client.shown.text.language import (
    _,
    activate,
    choose_language,
    current_language,
    languages,
    ngettext,
    pgettext,
)


@pytest.mark.parametrize(
    ("setting", "argument", "environ", "chosen"),
    [
        ("ro", "en", {"LANG": "en_GB.UTF-8"}, "ro"),
        (None, "ro", {"LANG": "en_GB.UTF-8"}, "ro"),
        (None, None, {"LANG": "ro_RO.UTF-8"}, "ro"),
        ("auto", None, {"LC_MESSAGES": "ro"}, "ro"),
        (None, None, {"LC_ALL": "ro_MD", "LANG": "en_US"}, "ro"),
        (None, None, {"LC_ALL": "C.UTF-8", "LANG": "ro_RO"}, "en"),
        (None, "ro-RO", {}, "ro"),
        (None, "tlh", {"LANG": "ro_RO"}, "ro"),
        (None, None, {"LANG": ""}, "en"),
    ],
)
def test_setting_beats_argument_beats_environment(
    setting: str | None, argument: str | None, environ: dict[str, str], chosen: str
) -> None:
    assert choose_language(setting, argument, environ) == chosen


def test_language_changes_while_the_program_runs() -> None:
    activate("ro")
    assert (current_language(), _("Trump")) == ("ro", "Atu")
    activate("en")
    assert (current_language(), _("Trump")) == ("en", "Trump")


def test_romanian_has_three_plural_forms() -> None:
    activate("ro")
    said = [ngettext("{count} card", "{count} cards", count) for count in (1, 2, 20)]
    assert said == ["{count} carte", "{count} cărți", "{count} de cărți"]


def test_same_word_in_another_place_has_another_translation() -> None:
    activate("ro")
    assert pgettext("side panel", "Side") == "Panou"


def test_language_without_a_catalogue_is_english() -> None:
    activate("xx")
    assert current_language() == "en"
    assert _("Trump") == "Trump"


def test_languages_with_a_catalogue_are_offered_by_their_own_names() -> None:
    assert {"en", "ro"} <= set(languages())
    assert language.LANGUAGE_NAMES["ro"] == "Română"
