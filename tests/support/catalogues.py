"""The translations: collected from the sources, merged into the catalogues, compiled.

Run ``python -m tests.support.catalogues`` in the root of the repository after changing a text of
the client: new messages appear in every ``levata.po``, those gone disappear, and every
``levata.mo`` is written again. Then translate what is empty and run it once more.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from levata.games import GAMES

CLIENT: Final = Path(__file__).parents[2] / "client" / "levata_client"
LOCALE: Final = CLIENT / "locale"
LANGUAGES: Final = ("ro",)
ALL: Final = ("**/*.py",)
FINISHED: Final = (
    "shown/games/**/*.py",
    "terminal/table/*.py",
    "terminal/widgets/*.py",
)
"""The modules whose texts are all translated: one added there needs its translation at once."""

_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)


def collect(*patterns: str) -> Catalog:
    """Return the messages of the client, or of some of its modules, without translations."""
    catalogue = Catalog(project="levata", charset="utf-8", fuzzy=False)
    paths = sorted(path for pattern in patterns or ALL for path in CLIENT.glob(pattern))
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                _add(catalogue, node.func.id, [_text(argument) for argument in node.args])
    if not patterns:
        # Options are explained beside the rules, which know no languages.
        for game in GAMES:
            for text in game.info.options_type.HELP.values():
                catalogue.add(text)
    return catalogue


def _text(node: ast.expr) -> str:
    """Return a text of the sources, empty for what is none."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _add(catalogue: Catalog, function: str, texts: Sequence[str]) -> None:
    if function in ("_", "N_") and texts[0]:
        catalogue.add(texts[0])
    elif function == "ngettext":
        catalogue.add((texts[0], texts[1]))
    elif function == "pgettext":
        catalogue.add(texts[1], context=texts[0])


def po_path(language: str) -> Path:
    """Return the path of the catalogue that people edit."""
    return LOCALE / language / "LC_MESSAGES" / "levata.po"


def mo_path(language: str) -> Path:
    """Return the path of the catalogue that the client reads."""
    return po_path(language).with_suffix(".mo")


def load(language: str) -> Catalog:
    """Return a catalogue as it was edited, an empty one if there is none."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, project="levata", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    # Compiled catalogues hold these dates, and must be the same whenever they are compiled.
    catalogue.creation_date = catalogue.revision_date = _DATE
    return catalogue


def merge(language: str) -> Catalog:
    """Return a catalogue with exactly the messages of the sources; new ones are empty."""
    old, merged = load(language), Catalog(locale=language, project="levata", fuzzy=False)
    for message in collect():
        if message.id:
            known = old.get(message.id, context=message.context)
            merged.add(message.id, known.string if known else "", context=message.context)
    return merged


def po_text(catalogue: Catalog) -> bytes:
    """Return a catalogue as the text of its file, without anything that changes by itself."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, no_location=True, sort_output=True, width=100, omit_header=True)
    plural = f'"Plural-Forms: {catalogue.plural_forms}\\n"'
    head = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n{plural}\n\n'
    )
    return head.encode() + buffer.getvalue()


def mo_bytes(catalogue: Catalog) -> bytes:
    """Return a catalogue compiled."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def missing(catalogue: Catalog) -> Iterator[str]:
    """Yield the messages that have no translation, or only some of its plural forms."""
    for message in catalogue:
        texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and (not all(texts) or message.fuzzy):
            yield str(message.id)


def main() -> None:
    """Merge and compile every catalogue; report what is not translated."""
    for language in LANGUAGES:
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = merge(language)
        path.write_bytes(po_text(catalogue))
        mo_path(language).write_bytes(mo_bytes(load(language)))
        for message in missing(catalogue):
            sys.stdout.write(f"{language}: {message}\n")


if __name__ == "__main__":
    main()
