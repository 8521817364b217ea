"""Septica: every option, and what each seat sees under it."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from levata.cards import parse_card, parse_cards
from levata.errors import IllegalAction, OptionError
from levata.events import MatchEnded, TrickTaken
from levata.game import PLAYS, Forced
from levata.games.septica import LEAVE, TAKE, CardsLeft, Phase, SepticaOptions
from levata.options import format_options, parse_options
from tests.support.septica import CLASSIC, FOUR, SEPTICA, play, position, texts_of


class TestOptions:
    def test_defaults_as_they_stand_in_a_record(self) -> None:
        assert format_options(CLASSIC) == {
            "games": 1,
            "continue_when_winning": "off",
            "removed_eights": "8C-8S",
            "show_points": "on",
            "partners": "off",
            "regen": "on",
            "regen_mode": "add",
        }
        assert set(SepticaOptions.HELP) == set(format_options(CLASSIC))

    @pytest.mark.parametrize("removed", ["8C-8S", "8C-8D", "8C-8H", "8D-8H", "8D-8S", "8H-8S"])
    def test_removed_eights(self, removed: str) -> None:
        options = parse_options(SepticaOptions, {"removed_eights": removed}, 3)
        assert isinstance(options, SepticaOptions)
        pack = SEPTICA.pack(SEPTICA.setup(3, options))
        assert len(pack) == 30
        assert not set(parse_cards(removed.replace("-", " "))) & set(pack)
        assert len(SEPTICA.pack(SEPTICA.setup(4, options))) == 32

    def test_continue_when_winning_lets_an_uncut_leader_go_on(self) -> None:
        options = SepticaOptions(continue_when_winning=True)
        start = position("KH KD 8C", "TD AD 8D", options=options)
        line = play(start, "KH TD")
        assert line.state.phase == Phase.DECIDE
        assert texts_of(line.state, 0) == ["play KD", "leave"]
        assert SEPTICA.forced(line.state) is None
        assert SEPTICA.unrecorded(line.state, 0, LEAVE) is None
        assert play(line.state, "leave").events == (CardsLeft(0), TrickTaken(0))
        assert play(line.state, "KD AD take").state.points == (2, 0)

    def test_an_uncut_leader_who_cannot_go_on_takes_and_nobody_notices(self) -> None:
        options = SepticaOptions(continue_when_winning=True)
        poor = play(position("KH 9D 8C", "TD AD 8D", options=options), "KH TD").state
        rich = play(position("KH KD 8C", "TD AD 8D", options=options), "KH TD").state
        assert SEPTICA.forced(poor) == Forced(0, TAKE, masked=True)
        assert texts_of(poor, 0) == ["take"]
        assert SEPTICA.timeout_action(poor, 0) == TAKE
        for viewer in (1, None):
            assert SEPTICA.view(poor, viewer) == SEPTICA.view(rich, viewer)
        assert play(poor, "take").events == play(rich, "leave").events
        # The record says nothing of it, so whoever replays one has to know.
        assert not TAKE.is_recorded
        assert SEPTICA.unrecorded(poor, 0, PLAYS[parse_card("9D")]) == (0, TAKE)
        with pytest.raises(IllegalAction, match=r"^must_take$"):
            SEPTICA.apply(poor, 0, LEAVE)
        with pytest.raises(IllegalAction, match=r"^must_leave$"):
            SEPTICA.apply(rich, 0, TAKE)

    def test_an_uncut_leader_without_cards_takes_at_once(self) -> None:
        options = SepticaOptions(continue_when_winning=True)
        line = play(position("KH", "TD", options=options), "KH TD")
        assert TrickTaken(0) in line.events
        assert SEPTICA.to_act(line.state) == ()

    def test_partners_pool_points(self) -> None:
        options = SepticaOptions(partners=True)
        start = replace(position("TH", "8C", "AD", "9C", options=options), points=(1, 2, 2, 1))
        line = play(start, "TH 8C AD 9C")
        assert line.state.points == (3, 2, 2, 1)
        assert line.state.totals == (10, -10, 10, -10)
        assert isinstance(line.events[-1], MatchEnded)
        assert line.events[-1].places == (1, 3, 1, 3)

    @pytest.mark.parametrize(
        ("texts", "seats", "names"),
        [
            ({"partners": "on"}, 3, "partners, seats"),
            ({"partners": "on"}, 2, "partners, seats"),
            ({"regen": "off", "regen_mode": "set"}, 4, "regen_mode, regen"),
        ],
    )
    def test_contradictions(self, texts: dict[str, str], seats: int, names: str) -> None:
        with pytest.raises(OptionError, match=f"^contradictory: {names}$"):
            parse_options(SepticaOptions, texts, seats)


class TestView:
    def test_a_seat_sees_its_own_cards_and_the_table(self) -> None:
        state = replace(play(position(*FOUR, stock="TC TD"), "KH 9S").state, points=(1, 0, 2, 0))
        view = SEPTICA.view(state, 2)
        assert (view.seat, view.turn, view.phase) == (2, 2, Phase.PLAY)
        assert view.legal == ("play 7C", "play 8H")
        assert view.hand == parse_cards("7C 8H")
        assert view.counts == (1, 1, 2, 2)
        assert view.pile == parse_cards("KH 9S")
        assert (view.leader, view.holder, view.stock) == (0, 0, 2)
        assert view.points == (1, 0, 2, 0)
        assert SEPTICA.view(state, 1).legal == ()

    def test_a_spectator_sees_no_hand(self) -> None:
        view = SEPTICA.view(position(*FOUR), None)
        assert (view.seat, view.hand, view.legal) == (-1, (), ())
        assert view.last_taker == -1

    def test_nobody_is_to_act_before_a_deal(self) -> None:
        assert SEPTICA.view(SEPTICA.setup(2, CLASSIC), 0).turn == -1

    @pytest.mark.parametrize(
        ("partners", "seat", "seen"),
        [
            (False, 1, (-1, 2, -1, -1)),
            (False, None, (-1, -1, -1, -1)),
            (True, 1, (-1, 2, -1, 0)),
            (True, 0, (1, -1, 3, -1)),
            (True, None, (-1, -1, -1, -1)),
        ],
    )
    def test_points_that_the_table_hides(
        self, partners: bool, seat: int | None, seen: tuple[int, ...]
    ) -> None:
        options = SepticaOptions(show_points=False, partners=partners)
        state = replace(position(*FOUR, options=options), points=(1, 2, 3, 0))
        assert SEPTICA.view(state, seat).points == seen
        over = replace(state, phase=Phase.OVER)
        assert SEPTICA.view(over, seat).points == (1, 2, 3, 0)

    def test_it_travels_as_an_array(self) -> None:
        line = play(position("TH", "8C"), "TH 8C")
        view = SEPTICA.view(line.state, 0)
        packed = msgspec.msgpack.encode(view)
        assert msgspec.msgpack.decode(packed, type=SEPTICA.view_type) == view
        assert len(packed) < 100
