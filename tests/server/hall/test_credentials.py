"""Secrets are long, different, and kept as hashes."""

from __future__ import annotations

from levata_server.hall.credentials import (
    hash_password,
    hash_token,
    is_password,
    is_same_secret,
    new_seed,
    new_token,
)


def test_tokens_and_seeds_differ_and_fit_their_messages() -> None:
    assert len({new_token() for _ in range(50)}) == 50
    assert all(30 <= len(new_token()) <= 64 for _ in range(5))
    assert len({new_seed() for _ in range(50)}) == 50


def test_hash_of_a_token_tells_nothing_of_it_and_is_always_the_same() -> None:
    token = new_token()
    assert hash_token(token) == hash_token(token)
    assert token not in hash_token(token)
    assert len(hash_token(token)) == 64


def test_password_is_known_again_and_kept_with_salt() -> None:
    kept = hash_password("Țară")
    assert is_password("Țară", kept)
    assert not is_password("Tara", kept)
    assert not is_password("", kept)
    assert hash_password("Țară") != kept


def test_no_password_lets_everybody_in() -> None:
    assert hash_password("") == ""
    assert is_password("", "")
    assert is_password("anything", "")


def test_secrets_are_compared_whatever_their_letters() -> None:
    assert is_same_secret("parolă", "parolă")
    assert not is_same_secret("parola", "parolă")
