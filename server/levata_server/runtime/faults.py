"""How failures of our own are told to the log: where they happened, never what it was about.

The texts of exceptions may name cards, which no log may hold.
"""

from __future__ import annotations

import os


def trace(error: BaseException) -> str:
    """Return the kind of an error and the places it came through, the last one where it arose."""
    places: list[str] = []
    frame = error.__traceback__
    while frame is not None:
        code = frame.tb_frame.f_code
        places.append(f"{os.path.basename(code.co_filename)}:{frame.tb_lineno} {code.co_name}")
        frame = frame.tb_next
    return f"{type(error).__name__} in {' > '.join(places)}"
