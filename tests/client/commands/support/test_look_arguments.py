from __future__ import annotations

import argparse

import pytest

from levata_client.commands.support.look_arguments import can_write_unicode


@pytest.mark.parametrize(
    ("encoding", "wanted"),
    [("utf-8", True), ("UTF8", True), ("ascii", False), ("latin-1", False), (None, False)],
)
def test_plain_characters_are_used_where_nothing_else_can_be_written(
    monkeypatch: pytest.MonkeyPatch, encoding: str | None, wanted: bool
) -> None:
    stream = argparse.Namespace(encoding=encoding)
    monkeypatch.setattr("sys.__stdout__", stream)
    assert can_write_unicode() is wanted
