"""The match of a room: the driver that the arena and the tests play through too."""

from __future__ import annotations

from levata.match import Match

__all__ = ["Match"]
