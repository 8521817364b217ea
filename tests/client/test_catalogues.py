"""The translations: complete, compiled, and with the same placeholders as the originals."""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter

import pytest
from babel.messages.catalog import Message

from tests.support.catalogues import (
    LANGUAGES,
    collect,
    load,
    merge,
    missing,
    mo_bytes,
    mo_path,
    po_path,
    po_text,
)


def placeholders(text: str) -> set[str]:
    return {field for _literal, field, _spec, _conversion in Formatter().parse(text) if field}


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return all forms of a message or a translation."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def messages(language: str) -> list[Message]:
    return [message for message in load(language) if message.id]


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_every_text_of_the_client_and_no_other(language: str) -> None:
    known = {(forms(message.id), message.context) for message in messages(language)}
    wanted = {(forms(message.id), message.context) for message in collect() if message.id}
    assert known == wanted, "run: python -m tests.support.catalogues"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    assert list(missing(load(language))) == []


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
    assert mo_path(language).read_bytes() == mo_bytes(load(language)), (
        "run: python -m tests.support.catalogues"
    )
    assert po_path(language).read_bytes() == po_text(merge(language))
