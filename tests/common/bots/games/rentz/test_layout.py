"""The easy player of Rentz in the layout: positions in which a person knows what to do."""

from __future__ import annotations

from levata.bots.games.rentz import RentzBot
from levata.games.rentz.options import Subgame
from levata.games.rentz.state import RentzState
from levata.options import Scalar
from tests.support.rentz import act, answers, position

BOT = RentzBot()


def layout(*hands: str, laid: str = "", **texts: Scalar) -> RentzState:
    return position(Subgame.RENTZ, *hands, laid=laid, table=texts)


OTHERS = ("7D 8D", "7S 8S", "QS KS")


class TestLayout:
    def test_a_card_that_frees_one_s_own_goes_first(self) -> None:
        state = layout("TH 9H QD", *OTHERS, laid="JH JD KD")
        assert answers(state) == {"play TH"}

    def test_a_jack_that_frees_others_only_is_held(self) -> None:
        state = layout("JS TH 9H", *OTHERS, laid="JH QH")
        assert answers(state) == {"play TH"}

    def test_a_card_behind_which_one_s_own_wait_goes_before_one_without(self) -> None:
        state = layout("TC 8C TD", "9C 7C 9D", "8D 7D", "AS AH", laid="JC JD")
        assert answers(state) == {"play TC"}

    def test_an_ace_is_laid_while_it_gives_a_second_move(self) -> None:
        state = layout("AH TH 9H", *OTHERS, laid="JH QH KH")
        assert answers(state) == {"play AH"}

    def test_an_ace_that_gives_none_waits(self) -> None:
        state = layout("AH TH 8C", *OTHERS, laid="JH QH KH")
        again = layout("AH 8C QH", *OTHERS, laid="JH")
        assert answers(again) == {"play QH"}
        assert answers(state) == {"play AH"}

    def test_a_second_move_that_helps_others_only_is_declined(self) -> None:
        state = layout("AH JS 9C", *OTHERS, laid="JH QH KH")
        again = act(state, "AH").state
        assert answers(again) == {"stop"}

    def test_a_second_move_that_helps_oneself_is_made(self) -> None:
        state = layout("AH JS TS", *OTHERS, laid="JH QH KH")
        assert answers(act(state, "AH").state) == {"play JS"}

    def test_a_low_end_goes_before_a_card_that_frees_others(self) -> None:
        state = layout("7H TC", "9C 8C", "7C", "QS KS", laid="JH TH 9H 8H JC")
        assert answers(state) == {"play 7H"}
