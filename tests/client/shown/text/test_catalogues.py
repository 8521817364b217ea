"""The translations: complete, compiled, and with the same placeholders as the originals."""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter

import pytest
from babel.messages.catalog import Message

from tests.support.catalogues import (
    FINISHED,
    LANGUAGES,
    collect,
    load,
    missing,
    mo_bytes,
    mo_path,
)


def placeholders(text: str) -> set[str]:
    return {field for _literal, field, _spec, _conversion in Formatter().parse(text) if field}


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return all forms of a message or a translation."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def messages(language: str) -> list[Message]:
    return [message for message in load(language) if message.id]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_finished_modules_are_translated(language: str) -> None:
    untranslated = set(missing(load(language)))
    known = {(forms(message.id), message.context) for message in messages(language)}
    wanted = [message for message in collect(*FINISHED) if message.id]
    assert len(wanted) > 50
    for message in wanted:
        assert (forms(message.id), message.context) in known, "run tests.support.catalogues"
        assert str(message.id) not in untranslated


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_those_of_the_original(language: str) -> None:
    for message in messages(language):
        allowed = set[str]().union(*(placeholders(form) for form in forms(message.id)))
        for form in forms(message.string):
            # A singular may say "one" where the original has the number.
            is_plural = isinstance(message.id, tuple)
            wanted = placeholders(form) & allowed if is_plural or not form else allowed
            assert placeholders(form) == wanted, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogue_is_that_of_the_edited_one(language: str) -> None:
    compiled = mo_path(language).read_bytes()
    assert compiled == mo_bytes(load(language)), "run tests.support.catalogues"
