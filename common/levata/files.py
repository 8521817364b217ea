"""Writing files so that a crash leaves the old file or the new one, never half of one.

Servers, clients and commands all write records, settings and secrets this way, so it stands in the
one package that all of them import; nothing of the rules, the wire or the records uses it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_atomically(path: Path, content: str | bytes, *, is_private: bool = False) -> None:
    """Write a whole file, replacing any file of that name in one step, and see it on the disk.

    A text is written in UTF-8 with its line ends as they are. With ``is_private`` nobody but its
    owner can read the file, from its first moment on; else it is as readable as any other.

    Raises:
        OSError: the file cannot be written; whatever stood there before is unchanged.
        UnicodeEncodeError: the text holds half of a surrogate pair; as above.
    """
    data = content.encode() if isinstance(content, str) else content
    mode = 0o600 if is_private else 0o666
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    try:
        with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    _keep_folder(path.parent)


def _keep_folder(folder: Path) -> None:
    """See that the new name of a file is on the disk too, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
