"""The home screen as data: its rows, and what a seat to go back to is called."""

from __future__ import annotations

from levata.protocol.documents import TablePhase
from levata_client.shown.places.home import HomeAction, home_rows, resume_text, seat_title
from levata_client.shown.text.words import plain
from levata_client.state.model import Model
from levata_client.state.new_table import table_to_play
from tests.support.documents import bidding, model_at, table_view


def test_a_match_is_begun_first() -> None:
    rows = home_rows(table_to_play("whist"))
    assert [row.action for row in rows] == [
        HomeAction.PLAY,
        HomeAction.HOST,
        HomeAction.JOIN,
        HomeAction.SETTINGS,
        HomeAction.RULES,
        HomeAction.QUIT,
    ]
    assert plain(rows[0].detail).startswith("‹ Whist › against 3 bots, about ")


def test_a_seat_to_go_back_to_comes_before_all_else() -> None:
    rows = home_rows(table_to_play("whist"), "Whist · Hand 3/16 · on this computer", True)
    assert (rows[0].action, plain(rows[0].detail)) == (
        HomeAction.RESUME,
        "Whist · Hand 3/16 · on this computer",
    )
    assert HomeAction.REPLAYS in [row.action for row in rows]


def test_a_seat_says_where_it_is() -> None:
    assert resume_text("Whist", "") == "Whist · on this computer"
    assert resume_text("Whist", "Dan's laptop") == "Whist · Dan's laptop"


def test_a_seat_has_the_title_of_its_hand() -> None:
    assert seat_title(model_at(table_view(TablePhase.PLAYING), bidding())) == (
        "Whist 1-8-1 · Hand 1/21"
    )
    assert seat_title(model_at(table_view(TablePhase.OPEN))) == "Whist"
    assert seat_title(Model()) == ""
