"""Table options: what they describe, what they read, and every bad input."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Optional

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levata.errors import OptionError
from levata.games.whist import WhistOptions
from levata.options import (
    MOST_NUMBERS,
    OptionField,
    Options,
    Range,
    allowed,
    format_options,
    option_fields,
    options_hash,
    parse_options,
)


class SampleOptions(Options, frozen=True):
    """One option of every kind."""

    mode: Literal["plain", "wild"] = "plain"
    jokers: bool = False
    target: Annotated[int, Range(-5, 500)] = 100
    limit: Annotated[int | None, Range(1, 20)] = None
    pause: Annotated[Optional[int], Range(1, 9)] = 3  # noqa: UP045 # the other way to write it
    payout: Annotated[tuple[int, ...], Range(0, 1000)] = (400, 200, 100)

    HELP: ClassVar = {"mode": "How it is played"}

    def check(self, seats: int) -> None:
        """Refuse jokers with three players."""
        if self.jokers and seats == 3:
            raise OptionError("contradictory", "jokers", "seats")


def refused(texts: dict[str, Any], seats: int = 4) -> OptionError:
    with pytest.raises(OptionError) as error:
        parse_options(SampleOptions, texts, seats)
    return error.value


def parsed(**texts: object) -> SampleOptions:
    made = parse_options(SampleOptions, texts, 4)
    assert isinstance(made, SampleOptions)
    return made


def test_fields_are_described_for_forms() -> None:
    assert option_fields(SampleOptions) == (
        OptionField(
            name="mode",
            kind="choice",
            default="plain",
            choices=("plain", "wild"),
            low=0,
            high=0,
            help="How it is played",
        ),
        OptionField(
            name="jokers",
            kind="switch",
            default="off",
            choices=("on", "off"),
            low=0,
            high=0,
            help="",
        ),
        OptionField(
            name="target", kind="number", default=100, choices=(), low=-5, high=500, help=""
        ),
        OptionField(
            name="limit", kind="number", default="none", choices=("none",), low=1, high=20, help=""
        ),
        OptionField(
            name="pause", kind="number", default=3, choices=("none",), low=1, high=9, help=""
        ),
        OptionField(
            name="payout",
            kind="numbers",
            default="400/200/100",
            choices=(),
            low=0,
            high=1000,
            help="",
        ),
    )


def test_allowed_values_are_told_in_words() -> None:
    assert [allowed(field) for field in option_fields(SampleOptions)] == [
        "plain, wild",
        "on, off",
        "-5 to 500",
        "none or 1 to 20",
        "none or 1 to 9",
        "0 to 1000 joined by /",
    ]


def test_nothing_named_is_all_at_its_default() -> None:
    assert parsed() == SampleOptions()


def test_texts_and_scalars_are_read() -> None:
    made = parsed(mode="wild", jokers="on", target="-5", limit="20", pause="none", payout="3/2/1")
    assert made == SampleOptions("wild", True, -5, 20, None, (3, 2, 1))
    assert parsed(jokers=True, target=7, limit=None, payout=50) == SampleOptions(
        jokers=True, target=7, limit=None, payout=(50,)
    )
    assert len(parsed(payout="/".join("1" * MOST_NUMBERS)).payout) == MOST_NUMBERS
    assert parsed(mode=" wild ", target=" 7 ").target == 7


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mode", "Wild"),
        ("mode", ""),
        ("mode", 1),
        ("mode", None),
        ("mode", ["wild"]),
        ("jokers", "yes"),
        ("jokers", "true"),
        ("jokers", 1),
        ("jokers", None),
        ("target", ""),
        ("target", "-6"),
        ("target", 501),
        ("target", "1.5"),
        ("target", 1.5),
        ("target", "1e2"),
        ("target", "--5"),
        ("target", "+5"),
        ("target", "1_0"),
        ("target", "٣"),
        ("target", "²"),
        ("target", "9" * 10),
        ("target", "9" * 5000),
        ("target", True),
        ("target", None),
        ("target", "none"),
        ("target", {}),
        ("limit", 0),
        ("limit", 21),
        ("limit", "None"),
        ("limit", "off"),
        ("payout", ""),
        ("payout", "1/"),
        ("payout", "1//2"),
        ("payout", "1/1001"),
        ("payout", "1,2"),
        ("payout", (1, 2)),
        ("payout", "/".join("1" * (MOST_NUMBERS + 1))),
        ("payout", "1/" * 5000),
    ],
)
def test_bad_values_are_refused(name: str, value: object) -> None:
    error = refused({name: value})
    field = next(field for field in option_fields(SampleOptions) if field.name == name)
    assert error.code == "bad_option"
    assert error.facts[0] == name
    assert len(error.facts[1]) <= 40
    assert error.facts[2] == allowed(field)


def test_unknown_options_are_refused() -> None:
    error = refused({"x" * 100: 1})
    names = "mode, jokers, target, limit, pause, payout"
    assert (error.code, error.facts) == ("unknown_option", ("x" * 40, names))
    assert refused({"HELP": "on"}).code == "unknown_option"


def test_contradictions_are_refused() -> None:
    assert parse_options(SampleOptions, {"jokers": "on"}, 4) == SampleOptions(jokers=True)
    assert refused({"jokers": "on"}, seats=3).code == "contradictory"


def test_options_without_a_check_contradict_nothing() -> None:
    Options().check(4)


def test_options_in_force_are_written_out() -> None:
    assert format_options(SampleOptions()) == {
        "mode": "plain",
        "jokers": "off",
        "target": 100,
        "limit": "none",
        "pause": 3,
        "payout": "400/200/100",
    }


@given(
    st.builds(
        SampleOptions,
        st.sampled_from(["plain", "wild"]),
        st.booleans(),
        st.integers(-5, 500),
        st.none() | st.integers(1, 20),
        st.none() | st.integers(1, 9),
        st.lists(st.integers(0, 1000), min_size=1, max_size=6).map(tuple),
    )
)
def test_written_options_read_back(made: SampleOptions) -> None:
    assert parse_options(SampleOptions, format_options(made), 4) == made


@given(st.dictionaries(st.text() | st.sampled_from(SampleOptions.__struct_fields__), st.text()))
def test_any_text_is_read_or_refused(texts: dict[str, str]) -> None:
    try:
        made = parse_options(SampleOptions, texts, 4)
    except OptionError as error:
        assert error.code in ("unknown_option", "bad_option")  # noqa: PT017 # both ways are right
    else:
        assert set(texts) <= set(format_options(made))


def test_options_on_the_wire_have_no_unknown_fields() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"mode": "plain", "spy": true}', type=SampleOptions)


def test_hash_tells_games_and_options_apart() -> None:
    hashes = {
        options_hash("whist", WhistOptions()),
        options_hash("rentz", WhistOptions()),
        options_hash("whist", WhistOptions(scoring="2n+1")),
        options_hash("whist", WhistOptions(streak_len=6)),
        options_hash("whist", WhistOptions(hook=False)),
    }
    assert len(hashes) == 5
    assert all(len(value) == 16 and int(value, 16) >= 0 for value in hashes)


def test_hash_of_the_default_whist_never_changes() -> None:
    """Records of old matches name it."""
    assert options_hash("whist", WhistOptions()) == "264fcf424b67e1a0"
