"""The language of the user: how it is chosen, and that it changes while the program runs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

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
    speaking,
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


def test_block_speaks_its_own_language() -> None:
    activate("ro")
    with speaking("en"):
        assert (current_language(), _("Trump")) == ("en", "Trump")
        with speaking("ro"):
            assert _("Trump") == "Atu"
        assert _("Trump") == "Trump"
    assert (current_language(), _("Trump")) == ("ro", "Atu")


def test_two_contexts_of_one_process_speak_two_languages() -> None:
    with speaking("ro"):
        romanian = copy_context()
    with speaking("en"):
        english = copy_context()
    for _turn in range(2):
        assert romanian.run(_, "Trump") == "Atu"
        assert english.run(_, "Trump") == "Trump"
    activate("ro")
    assert english.run(current_language) == "en"


def test_language_changes_for_everything_that_was_started_for_one_user() -> None:
    with speaking("en"):
        handlers = [copy_context(), copy_context()]
    handlers[0].run(activate, "ro")
    assert [handler.run(_, "Trump") for handler in handlers] == ["Atu", "Atu"]
    assert _("Trump") == "Trump"


def test_language_reaches_threads_and_contexts_of_a_program_with_one_user() -> None:
    before = copy_context()
    with ThreadPoolExecutor(1) as threads:
        threads.submit(activate, "ro").result()
        assert threads.submit(current_language).result() == "ro"
    assert before.run(_, "Trump") == _("Trump") == "Atu"


def test_threads_speak_two_languages_at_a_time() -> None:
    def say(code: str) -> list[str]:
        with speaking(code):
            return [_("Trump") for _turn in range(100)]

    with ThreadPoolExecutor(2) as threads:
        english, romanian = threads.map(say, ("en", "ro"))
    assert (set(english), set(romanian)) == ({"Trump"}, {"Atu"})
