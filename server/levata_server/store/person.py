"""A person as the server knows and keeps one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Person:
    """Somebody with a token."""

    number: int
    name: str
    token_hash: str
    table: int = 0
    """Where he is, connected or not; 0 for the lobby."""
    is_connected: bool = False
    is_kept: bool = False
    """Whether the store knows him: he has been at a table."""
