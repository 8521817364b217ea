"""Where the user is: places, boxes in front of them, and what is said."""

from __future__ import annotations

from levata.protocol.documents import (
    Channel,
)
from levata.protocol.messages import (
    Departed,
)
from levata_client.terminal.screens.dialogs import MenuDialog
from levata_client.terminal.screens.lobby import LobbyScreen
from levata_client.terminal.table.live import LiveTable
from tests.support.app import at_table, running
from tests.support.documents import bidding


async def test_a_message_closes_no_box_of_the_user_but_another_place_does() -> None:
    async with running() as play:
        await at_table(play)
        await play.until_screen(LiveTable)
        await play.press("f10")
        await play.server.publish(
            Channel.GAME, bidding(bids=(0, -1, -1), turn=1, legal=()), [[3, 0, 0]]
        )
        await play.until(lambda: not (play.model is None or play.model.is_my_turn))
        assert isinstance(play.screen, MenuDialog)
        await play.server.send(Departed(3, "closed"))
        await play.until_screen(LobbyScreen)
