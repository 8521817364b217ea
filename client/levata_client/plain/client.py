"""The line mode: everything as lines of text, for screen readers, dumb terminals and pipes.

What happens is told as it happens. When something is to be decided, the choices are listed with
the keys to type for them. Words such as ``scores`` work at any time; ``?`` lists them.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Protocol, TextIO

from levata.errors import LevataError, RequestError
from levata.protocol.documents import TablePhase
from levata.protocol.messages import (
    AddBot,
    FreeSeat,
    Join,
    Leave,
    Nudge,
    Say,
    Sit,
    Start,
    TakeBack,
    Vote,
)
from levata_client.net.session import Session
from levata_client.plain import texts
from levata_client.plain.narrator import Narrator, Write
from levata_client.plain.texts import MenuEntry
from levata_client.shown.games import find_display
from levata_client.shown.places.option_words import game_words
from levata_client.shown.text import messages
from levata_client.shown.text.language import _
from levata_client.state.model import (
    Change,
    Model,
    SessionEnded,
    SessionOpened,
    TableChanged,
    TableLeft,
)
from levata_client.state.new_table import DEFAULT_GAME, NewTable, describe_table


class LineSource(Protocol):
    """Where lines come from."""

    is_typed: bool
    """Whether somebody types; else lines are read only when one is wanted."""

    async def next(self) -> str | None:
        """Return the next line, None at the end."""
        ...


class Lines:
    """Lines of a text stream, read by a thread so that nothing else waits for them."""

    def __init__(self, stream: TextIO) -> None:
        self.is_typed = stream.isatty()
        self._stream = stream
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._wanted = threading.Semaphore(0)
        threading.Thread(target=self._read, name="levata-lines", daemon=True).start()

    async def next(self) -> str | None:
        """Return the next line, None at the end."""
        if self._lines.empty():
            self._wanted.release()
        return await self._lines.get()

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            try:
                line = self._stream.readline()
            except (OSError, ValueError):
                line = ""
            try:
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line or None)
            except RuntimeError:
                return
            if not line:
                return


class PlainClient:
    """A session in lines."""

    def __init__(self, session: Session, write: Write) -> None:
        self._session = session
        self._session.on_change = self._changed
        self._model = session.model
        self._narrator = Narrator(session.model, write)
        self._has_ended = False

    @property
    def choices(self) -> tuple[MenuEntry, ...]:
        """The choices that were listed last."""
        return self._narrator.entries

    async def run(self, lines: LineSource, table: NewTable | None = None) -> int:
        """Play until the end of input or of the session; return the exit status.

        With ``table`` the match begins at once, else in the lobby.

        Raises:
            LinkError: the server cannot be reached or does not want this client.
        """
        self._narrator.is_silent = table is not None
        async with self._session:
            if self._model.welcome is not None and self._model.welcome.table:
                await self._session.until(lambda model: model.table is not None)
            elif table is not None:
                await self._open(table, is_started=True)
            else:
                await self._session.until(lambda model: model.lobby is not None)
            self._narrator.is_silent = False
            self._narrator.tell(_("Type ? for help."))
            if table is not None:
                self._narrator.show_state()
            return await self._converse(lines)

    async def _converse(self, lines: LineSource) -> int:
        ended = asyncio.create_task(self._session.until(lambda model: self._has_ended))
        try:
            while True:
                if not lines.is_typed:
                    waiting = asyncio.create_task(self._session.until(self._wants_line))
                    await asyncio.wait({waiting, ended}, return_when=asyncio.FIRST_COMPLETED)
                    waiting.cancel()
                reading = asyncio.create_task(lines.next())
                await asyncio.wait({reading, ended}, return_when=asyncio.FIRST_COMPLETED)
                if ended.done():
                    reading.cancel()
                    return 1
                line = await reading
                if line is None or not await self._take(line.strip()):
                    return 0
        finally:
            ended.cancel()
            await asyncio.gather(ended, return_exceptions=True)

    def _wants_line(self, model: Model) -> bool:
        """Whether it is for the player to do something; lines of a pipe are read only then."""
        if self._has_ended or model.table is None or not model.is_playing:
            return True
        return model.is_my_turn and model.is_connected

    # --- what is typed -----------------------------------------------------------------------

    async def _take(self, text: str) -> bool:
        """Do what a line says; answer whether to go on."""
        if not text:
            self._narrator.show_state()
            return True
        word, _space, rest = text.partition(" ")
        try:
            return await self._obey(word.casefold(), rest.strip(), text)
        except LevataError as error:
            self._narrator.tell(messages.refusal(error, game_words(self._model)))
        return True

    async def _obey(self, word: str, rest: str, text: str) -> bool:
        entry = texts.find_entry(text, self._narrator.entries) if self._model.is_my_turn else None
        if entry is not None:
            await self._session.act(entry.action)
            return True
        match word:
            case "quit" | "exit" | "q":
                return False
            case "?" | "help":
                self._narrator.show_help()
            case "hand" | "h":
                self._narrator.show_state()
            case "scores" | "s" | "score":
                self._narrator.show_scores()
            case "last" | "l":
                self._narrator.show(lambda scene: [texts.last_trick(scene)])
            case "who" | "w":
                self._narrator.show_who()
            case "rules":
                self._narrator.show_rules()
            case "say" | "t":
                await self._session.request(Say, text=rest)
            case "nudge" | ".":
                await self._session.request(Nudge)
            case "back":
                await self._session.request(TakeBack)
            case "pause" | "resume" | "stop":
                await self._session.request(Vote, motion=word)
            case "open" | "close":
                await self._session.request(Vote, motion=f"{word}_hands")
            case "cards":
                self._narrator.show_hands()
            case _:
                await self._manage(word, rest, text)
        return True

    async def _manage(self, word: str, rest: str, text: str) -> None:
        """Do what concerns seats and tables."""
        request = self._session.request
        match word:
            case "start" | "again" if self._model.table is not None:
                await self._start()
            case "new":
                await self._open(_table(rest.split()))
            case "leave" if self._model.table is not None:
                await request(Leave)
                await self._session.until(lambda model: model.table is None)
            case "sit" if self._model.table is not None:
                await request(Sit, seat=_number(rest) - 1)
            case "bot" if self._model.table is not None:
                await request(AddBot, seat=_number(rest) - 1)
            case "free" if self._model.table is not None:
                await request(FreeSeat, seat=_number(rest) - 1)
            case "join":
                await self._join(_number(rest))
            case _ if text.isdecimal() and self._model.table is None:
                await self._join(_number(text))
            case _:
                self._not_understood(text)

    async def _open(self, table: NewTable, is_started: bool = False) -> None:
        # The table is told once it is as it was asked for, with the player on a seat.
        was_silent, self._narrator.is_silent = self._narrator.is_silent, True
        try:
            number = await self._session.create(table)
            await self._session.until(lambda model: _is_seated_at(model, number))
        finally:
            self._narrator.is_silent = was_silent
        if is_started:
            await self._start()
        else:
            self._narrator.show_state()

    async def _start(self) -> None:
        before = self._model.table.match if self._model.table is not None else 0
        await self._session.request(Start)
        await self._session.until(lambda model: model.table is None or model.table.match > before)

    async def _join(self, number: int) -> None:
        """Come to a table and take its first free seat, if it has one."""
        await self._session.request(Join, table=number)
        await self._session.until(
            lambda model: model.table is not None and model.table.number == number
        )
        table = self._model.table
        if table is not None and table.phase == TablePhase.OPEN and self._model.seat < 0:
            free = [seat for seat, row in enumerate(table.seats) if not row.kind]
            if free:
                await self._session.request(Sit, seat=free[0])

    def _not_understood(self, text: str) -> None:
        scene = self._narrator.scene()
        reason = texts.refused(text.casefold(), scene) if scene is not None else None
        if reason:
            self._narrator.tell(reason)
        elif self._model.is_playing and not self._model.is_my_turn:
            self._narrator.tell(_("It is not your turn. ? lists what you can type."))
        elif self._narrator.entries and self._model.is_my_turn:
            keys = " ".join(entry.key for entry in self._narrator.entries)
            self._narrator.tell(_("Type one of {keys}, or ? for help.").format(keys=keys))
        else:
            self._narrator.tell(_("Not understood. ? lists what you can type."))

    def _changed(self, change: Change) -> None:
        match change:
            case SessionEnded():
                self._has_ended = True
            case SessionOpened() | TableChanged() | TableLeft():
                self._session.target.remember(self._model, self._title())
            case _:
                pass
        self._narrator.changed(change)

    def _title(self) -> str:
        """Return what the table is called when the user comes back to it."""
        table = self._model.table
        return find_display(table.game).title if table is not None else ""


def _is_seated_at(model: Model, number: int) -> bool:
    return model.table is not None and model.table.number == number and model.seat >= 0


def _table(words: list[str]) -> NewTable:
    """Return the table of ``GAME PLAYERS PRESET LEVEL``; all may be left out from the end.

    Raises:
        OptionError: something is unknown.
    """
    game, seats, preset, level, *_rest = [*words, "", "", "", ""]
    return describe_table(game or DEFAULT_GAME, seats=seats, preset=preset, level=level)


def _number(text: str) -> int:
    """Return the number typed.

    Raises:
        RequestError: ``not_a_number``.
    """
    if text.isascii() and text.isdecimal() and int(text[:9]) > 0:
        return int(text[:9])
    raise RequestError("not_a_number", text[:20])
