"""Errors carry a code and facts, as texts."""

from __future__ import annotations

import pytest

from levata import errors
from levata.errors import IllegalAction, LevataError


def test_error_tells_code_and_facts() -> None:
    error = IllegalAction("bid_out_of_range", 0, 8)
    assert (error.code, error.facts) == ("bid_out_of_range", ("0", "8"))
    assert str(error) == "bid_out_of_range: 0, 8"
    assert str(IllegalAction("wrong_phase")) == "wrong_phase"


@pytest.mark.parametrize(
    "name",
    ["CardError", "IllegalAction", "OptionError", "ProtocolError", "RecordError", "RequestError"],
)
def test_every_refusal_is_one_kind_of_error(name: str) -> None:
    kind = getattr(errors, name)
    assert issubclass(kind, LevataError)
    with pytest.raises(LevataError, match="some_code: a"):
        raise kind("some_code", "a")
