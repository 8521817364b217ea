"""The form of a new table."""

from __future__ import annotations

from levata.games import GAMES
from levata.options import option_fields
from levata.protocol.messages import (
    CreateTable,
    Start,
)
from levata_client.shown.places.create import OPTION
from levata_client.terminal.screens.create import CreateScreen
from tests.support.app import Play, in_lobby, running


async def create(play: Play, *keys: str) -> CreateScreen:
    await in_lobby(play)
    await play.press("n")
    await play.until_screen(CreateScreen)
    screen = play.screen
    assert isinstance(screen, CreateScreen)
    await play.press(*keys)
    return screen


async def created(play: Play) -> CreateTable:
    request = await play.until_asked(CreateTable)
    assert isinstance(request, CreateTable)
    return request


async def test_enter_creates_the_usual_table() -> None:
    async with running() as play:
        await create(play)
        await play.until_shows("24 hands, about")
        await play.press("enter")
        request = await created(play)
        assert (request.game, request.seats, request.options) == ("whist", 4, {})
        assert (request.pace, request.level) == ("normal", "easy")
        assert not any(isinstance(request, Start) for request in play.server.requests)


async def test_watchers_may_see_what_is_over() -> None:
    async with running() as play:
        screen = await create(play)
        place = [field.key for field in screen.fields()].index("watch")
        await play.press(*["down"] * place)
        await play.until_shows("see no cards")
        await play.press("right")
        await play.until_shows("see finished hands")
        await play.press("r")
        await play.until_shows("see no cards")
        await play.press("right", *["up"] * place, "enter")
        assert (await created(play)).watch == "delayed"


async def test_bots_can_fill_the_table_at_once() -> None:
    async with running() as play:
        await create(play, "down", "enter")
        await play.until_asked(Start)


async def test_every_option_of_every_game_is_offered() -> None:
    async with running() as play:
        screen = await create(play)
        for game in GAMES:
            keys = {field.key for field in screen.fields()}
            assert {OPTION + field.name for field in option_fields(game.info.options_type)} <= keys
            screen.set_value("game", GAMES[(GAMES.index(game) + 1) % len(GAMES)].info.key)


async def test_options_are_changed_with_the_arrows_and_named_by_presets() -> None:
    async with running() as play:
        screen = await create(play, *["down"] * 4)
        assert screen.form.preset == "classic"
        await play.press("right")
        await play.until_shows("‹ short ›", "‹ 1-4-1 ›", "16 hands")
        await play.press("down", "right")
        await play.until_shows("‹ 2n+1 ›", "‹ your own ›")
        await play.press("r")
        await play.until_shows("‹ n+5 ›", "‹ short ›")
        await play.press("right", *["up"] * 5, "enter")
        request = await created(play)
        assert request.options == {"sequence": "1-4-1", "scoring": "2n+1"}


async def test_contradictions_are_said_and_not_sent() -> None:
    async with running() as play:
        screen = await create(play)
        screen.set_value(OPTION + "repeat_keep_scores", "on")
        screen.redraw()
        await play.until_shows("Keep minus points contradicts Repeat if all miss.")
        await play.press("enter")
        assert isinstance(play.screen, CreateScreen)
        screen.set_value(OPTION + "repeat_if_all_fail", "on")
        await play.press("enter")
        assert (await created(play)).options == {
            "repeat_keep_scores": "on",
            "repeat_if_all_fail": "on",
        }


async def test_numbers_are_counted_and_typed() -> None:
    async with running() as play:
        screen = await create(play)
        keys = [field.key for field in screen.fields()]
        await play.press(*["down"] * keys.index(OPTION + "streak_len"), "right")
        await play.until_shows("‹ 6 ›")
        await play.press("enter", "backspace", "9", "9", "enter")
        await play.until_shows("cannot be “99”")
        await play.press("backspace", "backspace", "7", "enter")
        await play.until_screen(CreateScreen)
        await play.until_shows("‹ 7 ›")


async def test_name_and_password_are_typed_and_the_password_is_hidden() -> None:
    async with running() as play:
        screen = await create(play)
        keys = [field.key for field in screen.fields()]
        await play.press(*["down"] * keys.index("name"), "enter")
        await play.type("Seara")
        await play.press("enter", "down", "enter")
        await play.type("mere")
        await play.press("enter")
        await play.until_screen(CreateScreen)
        await play.until_shows("Seara", "••••••")
        assert "mere" not in play.text
        await play.press(*["up"] * keys.index("password"), "enter")
        request = await created(play)
        assert (request.name, request.password) == ("Seara", "mere")
