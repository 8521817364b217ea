"""How players sit around the felt."""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """Where the others sit, seen from the viewer at the bottom."""

    COMPASS = "compass"
    """Around the trick."""
    STRIP = "strip"
    """In a row along the top: for small terminals, many players and games with a wide middle."""
