"""The language of the user, and the cleaning of what others wrote.

Texts shown to users pass through `_` or `ngettext` at the moment they are shown, so that the
language can change while the program runs. Catalogues lie in ``locale/`` inside the package.
"""

from __future__ import annotations

import gettext as _gettext
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Final

DOMAIN: Final = "levata"
LOCALE_DIR: Final = Path(__file__).with_name("locale")
DEFAULT_LANGUAGE: Final = "en"
LANGUAGE_NAMES: Final = {"en": "English", "ro": "Română", "bg": "Български", "pt": "Português"}
"""How each language calls itself; never translated."""

LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that is set names the language of the system."""

MAX_MARKS: Final = 2
"""Combining marks kept on one letter; more of them would climb over the neighbouring rows."""


class _Current:
    """The catalogue in force; a class so that `_` needs no global statement."""

    language = DEFAULT_LANGUAGE
    catalogue: _gettext.NullTranslations = _gettext.NullTranslations()


def _(message: str) -> str:
    """Return the message in the language in force."""
    return _Current.catalogue.gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the message for a number of things in the language in force."""
    return _Current.catalogue.ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """Return a message that means different things in different places."""
    return _Current.catalogue.pgettext(context, message)


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, and English."""
    found = {path.parent.parent.name for path in LOCALE_DIR.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return tuple(code for code in LANGUAGE_NAMES if code in found or code == DEFAULT_LANGUAGE)


def choose_language(setting: str | None, argument: str | None, environ: Mapping[str, str]) -> str:
    """Return the language to use: the setting, else the argument, else the environment.

    >>> choose_language(None, None, {"LANG": "ro_RO.UTF-8"})
    'ro'
    """
    known = languages()
    locale = next((environ[name] for name in LOCALE_VARIABLES if environ.get(name)), "")
    for wish in (setting, argument, locale):
        code = (wish or "").replace("-", "_").split("_")[0].split(".")[0].lower()
        if code in known:
            return code
    return DEFAULT_LANGUAGE


def activate(language: str) -> None:
    """Speak a language from now on; one without a catalogue is English."""
    _Current.catalogue = _gettext.translation(
        DOMAIN, str(LOCALE_DIR), languages=[language], fallback=True
    )
    _Current.language = language if language in languages() else DEFAULT_LANGUAGE


def current_language() -> str:
    """Return the language in force."""
    return _Current.language


def clean_text(text: str, limit: int = 500) -> str:
    """Return a text of somebody else as it may be shown: one row, nothing that hides or moves.

    Control codes, direction marks, zero-width characters and variation selectors are dropped,
    runs of blanks become one, and a letter keeps at most two combining marks.

    >>> clean_text("Da\\x1b[31mn \\u202eabc\\n2")
    'Da[31mn abc 2'
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text[: limit * 4]):
        category = unicodedata.category(letter)
        if letter.isspace():
            marks = 0
            if kept and kept[-1] != " ":
                kept.append(" ")
        elif category in ("Mn", "Mc", "Me"):
            marks += 1
            is_selector = "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
            if kept and marks <= MAX_MARKS and not is_selector and category != "Me":
                kept.append(letter)
        elif category[0] != "C":
            marks = 0
            kept.append(letter)
    return "".join(kept[:limit]).strip()
