"""What lobby and waiting room share: the connection, and the chat."""

from __future__ import annotations

import pytest

from levata_client.shown.text.words import plain
from levata_client.state.link_events import LinkState, StateChanged
from levata_client.state.model import ChatLine, NoticeLine
from levata_client.terminal.screens.place import PlaceScreen
from tests.support.documents import model_at
from tests.support.screens import Asked, showing


def place(services: Asked) -> PlaceScreen:
    return PlaceScreen(model_at(), menus=services, talk=services, invitations=services)


@pytest.mark.parametrize(
    ("state", "shown"),
    [(LinkState.OK, "● 3 ms"), (LinkState.SLOW, "◐ 3 ms"), (LinkState.LOST, "○")],
)
def test_the_connection_is_a_dot_of_its_own_shape(state: LinkState, shown: str) -> None:
    screen = place(Asked())
    screen.model.link = StateChanged(state, 0.003)
    assert plain(screen.connection_words()) == shown


def test_others_are_told_how_to_come() -> None:
    (line,) = place(Asked()).invitation_words()
    assert plain(line) == "Others on this network: levata join 10.0.0.2"


async def test_talk_and_news_stand_in_the_chat() -> None:
    screen = place(Asked())
    async with showing(screen) as shown:
        screen.hear(ChatLine(9, "Dan", "salut [red]x"))
        screen.hear(NoticeLine("joined", ("Dan",)))
        await shown.pilot.pause()
        assert [plain(line) for line in screen.chat.lines] == [
            "Dan salut [red]x",
            "Dan came to the table.",
        ]


async def test_what_is_typed_is_said_and_escape_leaves_the_row() -> None:
    services = Asked()
    screen = place(services)
    async with showing(screen) as shown:
        await shown.press("t", "q", "1", "enter")
        assert services.calls == [("say_line", "q1")]
        await shown.press("slash")
        assert screen.focused is not None
        await shown.press("escape")
        assert screen.focused is None
        assert len(shown.app.screen_stack) == 2
