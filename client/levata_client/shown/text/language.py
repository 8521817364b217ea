"""The language of the user.

Texts shown to users pass through `_` or `ngettext` at the moment they are shown, so that the
language can change while the program runs. Catalogues lie in ``locale/`` inside the package.

Which language is spoken belongs to the context (`contextvars`): all contexts share one `Speaker`
unless something is done within `speaking`, which gives that context, and whatever is started from
it, a speaker of its own. `activate` changes the language of the speaker in force, so it reaches
every task and thread that shares it: a program with one user calls it and thinks no further, while
one that serves several people wraps what it does for each of them in `speaking`.
"""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final

DOMAIN: Final = "levata"
LOCALE_DIR: Final = Path(__file__).parents[2] / "locale"
DEFAULT_LANGUAGE: Final = "en"
LANGUAGE_NAMES: Final = {"en": "English", "ro": "Română", "bg": "Български", "pt": "Português"}
"""How each language calls itself; never translated."""

LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that is set names the language of the system."""


class Speaker:
    """Whose language is spoken: one per user of the process."""

    def __init__(self) -> None:
        self.language = DEFAULT_LANGUAGE
        self.catalogue = _gettext.NullTranslations()

    def speak(self, language: str) -> None:
        """Speak a language from now on; one without a catalogue is English."""
        self.catalogue = _gettext.translation(
            DOMAIN, str(LOCALE_DIR), languages=[language], fallback=True
        )
        self.language = language if language in languages() else DEFAULT_LANGUAGE


_SHARED: Final = Speaker()
_own: Final[ContextVar[Speaker]] = ContextVar("speaker")


def _speaker() -> Speaker:
    """Return the speaker of the context, else the one that all others share."""
    return _own.get(_SHARED)


def _(message: str) -> str:
    """Return the message in the language in force."""
    return _speaker().catalogue.gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the message for a number of things in the language in force."""
    return _speaker().catalogue.ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """Return a message that means different things in different places."""
    return _speaker().catalogue.pgettext(context, message)


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
    """Speak a language from now on, wherever the speaker in force is shared."""
    _speaker().speak(language)


@contextmanager
def speaking(language: str) -> Generator[None]:
    """Speak a language within the block, and in the contexts copied from it, and nowhere else."""
    speaker = Speaker()
    speaker.speak(language)
    token = _own.set(speaker)
    try:
        yield
    finally:
        _own.reset(token)


def current_language() -> str:
    """Return the language in force."""
    return _speaker().language
