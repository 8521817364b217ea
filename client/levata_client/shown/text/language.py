"""The language of the user.

Texts shown to users pass through `_` or `ngettext` at the moment they are shown, so that the
language can change while the program runs. Catalogues lie in ``locale/`` inside the package.
"""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Mapping
from pathlib import Path
from typing import Final

DOMAIN: Final = "levata"
LOCALE_DIR: Final = Path(__file__).parents[2] / "locale"
DEFAULT_LANGUAGE: Final = "en"
LANGUAGE_NAMES: Final = {"en": "English", "ro": "Română", "bg": "Български", "pt": "Português"}
"""How each language calls itself; never translated."""

LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that is set names the language of the system."""


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
