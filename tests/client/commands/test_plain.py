"""``levata plain``; whole matches of it are played in `tests.system.test_plain_mode`."""

from __future__ import annotations

import pytest

from tests.support.commands import run_cli


def test_the_line_mode_tells_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run_cli(capsys, "plain", "join", "127.0.0.1:1")
    assert status == 2
    assert "No game is hosted at 127.0.0.1:1." in err
