"""Secrets of people and tables: made here, kept as hashes only."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

_SALT_BYTES: Final = 8
_COST: Final = 1024
"""Of scrypt: about 3 ms. It keeps passwords out of the database in clear; a person guessing over
the wire is stopped by the limit of wrong ones."""


def new_token() -> str:
    """Return a token that nobody can guess: 32 characters."""
    return secrets.token_urlsafe(24)


def new_seed() -> str:
    """Return a secret from which the deals of a table are derived."""
    return secrets.token_hex(16)


def hash_token(token: str) -> str:
    """Return what is kept of a token; it needs no salt, tokens being random."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_password(password: str) -> str:
    """Return what is kept of a password; empty for none."""
    if not password:
        return ""
    salt = secrets.token_bytes(_SALT_BYTES)
    return salt.hex() + _derive(password, salt)


def is_password(password: str, kept: str) -> bool:
    """Answer whether this is the password of which ``kept`` is kept."""
    if not kept:
        return True
    salt, derived = bytes.fromhex(kept[: 2 * _SALT_BYTES]), kept[2 * _SALT_BYTES :]
    return hmac.compare_digest(_derive(password, salt), derived)


def is_same_secret(given: str, expected: str) -> bool:
    """Compare two secrets in a time that tells nothing about them."""
    return hmac.compare_digest(given.encode(), expected.encode())


def _derive(password: str, salt: bytes) -> str:
    return hashlib.scrypt(password.encode(), salt=salt, n=_COST, r=8, p=1, dklen=16).hex()
