"""The line mode's voice: what happens and how things stand, told as lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from levata.events import Dealt
from levata_client.plain import texts
from levata_client.plain.texts import MenuEntry
from levata_client.shown.games import find_display
from levata_client.shown.table.scene import Scene
from levata_client.shown.table.view_model import open_hands_of, table_of
from levata_client.shown.text import messages
from levata_client.shown.text.language import _
from levata_client.shown.text.phrases import N_
from levata_client.shown.text.words import plain
from levata_client.state.link_events import LinkState
from levata_client.state.model import (
    Change,
    ChatLine,
    GameChanged,
    HandsChanged,
    LineAdded,
    LinkChanged,
    LobbyChanged,
    Model,
    NoticeLine,
    SessionEnded,
    SessionOpened,
    TableChanged,
    TableLeft,
)

Write: TypeAlias = Callable[[str], None]

HELP: Final = (
    ("?", N_("this list")),
    ("hand", N_("your cards and the table; an empty line does the same")),
    ("scores", N_("the score sheet")),
    ("last", N_("the last trick")),
    ("who", N_("the seats, or the people in the lobby")),
    ("rules", N_("the rules of this table")),
    ("say TEXT", N_("talk to the table")),
    ("nudge", N_("remind who must act")),
    ("back", N_("take your seat back from a bot")),
    ("pause, resume, stop", N_("ask the table for it")),
    ("open, close", N_("agree that watchers see all cards, or hide them")),
    ("cards", N_("all cards, if you watch and may see them")),
    ("sit N, bot N, free N", N_("seats, while no match is played")),
    ("start", N_("begin the match, or the next one")),
    ("join N", N_("come to a table of the lobby")),
    ("new GAME PLAYERS PRESET LEVEL", N_("open a table")),
    ("leave", N_("go to the lobby")),
    ("quit", N_("end the program")),
)


class Narrator:
    """Tells what changes in a model, each line through ``write``."""

    def __init__(self, model: Model, write: Write) -> None:
        self._model = model
        self._write = write
        self._asked = 0
        """The decision whose choices were listed last."""
        self._told_match = (0, 0, -1)
        """Table, match and phase that were told last."""
        self._told_hands = (0, False)
        """Number of the deal whose hands were told last, and whether it was over."""
        self._is_lobby_told = False
        self._is_loss_told = False
        self.is_silent = False
        """Whether nothing is told, such as while a match of one's own is set up."""
        self.entries: tuple[MenuEntry, ...] = ()
        """The choices that were listed last."""

    def tell(self, *lines: str) -> None:
        """Write lines, broken where they are too long."""
        if self.is_silent:
            return
        for line in lines:
            for piece in texts.broken(line):
                self._write(piece)

    def scene(self) -> Scene | None:
        """Return the scene of the table, None while there is none."""
        table = table_of(self._model)
        if table is None or self._model.view is None or self._model.table is None:
            return None
        return find_display(self._model.table.game).scene(self._model.view, table)

    # --- when asked ----------------------------------------------------------------------------

    def show(self, make: Callable[[Scene], Iterable[str]]) -> None:
        """Tell something of the match."""
        scene = self.scene()
        if scene is None:
            self.tell(_("No match is being played."))
        else:
            self.tell(*make(scene))

    def show_state(self) -> None:
        """Tell what is to be decided, or how things stand."""
        model = self._model
        scene = self.scene()
        if model.table is None:
            if model.lobby is not None:
                self.tell(*texts.lobby(model.lobby))
        elif scene is None or model.view is None or not model.is_playing:
            self._show_table()
        elif model.is_my_turn:
            self.entries = texts.menu(model.view, scene)
            self.tell(*texts.question(model.view, scene, self.entries))
        else:
            self.tell(*texts.middle(scene), texts.hand(scene), plain(scene.status))

    def _show_table(self) -> None:
        table, seat = self._model.table, self._model.seat
        if table is None:
            return
        title = find_display(table.game).title
        phase = texts.phase_text(table.phase)
        self.tell(
            _("Table {name}: {game}, {phase}").format(name=table.name, game=title, phase=phase)
        )
        for number, row in enumerate(table.seats):
            self.tell(texts.seat_line(number, row, number == seat))
        if self._model.is_owner and not self._model.is_playing:
            self.tell(_("Type start to begin; free seats get bots."))

    def show_scores(self) -> None:
        """Tell the score sheet."""
        table, view = table_of(self._model), self._model.view
        if table is None or view is None or self._model.table is None:
            self.tell(_("No match is being played."))
            return
        self.tell(*texts.scores(find_display(self._model.table.game), view, table))

    def show_who(self) -> None:
        """Tell who sits where, or who is in the lobby."""
        scene = self.scene()
        if scene is not None and self._model.is_playing:
            self.tell(*texts.seats(scene))
        elif self._model.table is not None:
            self._show_table()
        elif self._model.lobby is not None:
            self.tell(", ".join(row.name for row in self._model.lobby.people))

    def show_hands(self) -> None:
        """Tell what all seats hold, if that may be seen."""
        hands, table = open_hands_of(self._model), table_of(self._model)
        if hands is None or table is None:
            self.tell(_("You may not see the cards of the others."))
            return
        self.tell(*texts.open_hands(hands, table))

    def show_rules(self) -> None:
        """Tell the rules of the table."""
        table = table_of(self._model)
        if table is None or self._model.table is None:
            self.tell(_("Come to a table first."))
            return
        self.tell(*texts.rules(find_display(self._model.table.game), table))

    def show_help(self) -> None:
        """Tell what can be typed."""
        if self.entries and self._model.is_my_turn:
            self.tell(_("Your choices:"))
            self.tell(*(f"{entry.key} {entry.label}" for entry in self.entries))
        for typed, meaning in HELP:
            self.tell(f"{typed}: {_(meaning)}")

    # --- what happens --------------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Tell a change of the model."""
        match change:
            case GameChanged():
                self._tell_game(change)
            case HandsChanged():
                self._tell_hands()
            case LineAdded(ChatLine() as line):
                self.tell(f"{line.name}: {line.text}")
            case LineAdded(NoticeLine() as line):
                self.tell(messages.notice(line.code, line.facts))
            case LineAdded():
                pass
            case TableChanged():
                self._tell_table()
            case TableLeft(code):
                self._is_lobby_told = False
                self.tell(messages.departure(code))
            case LobbyChanged():
                if self._model.table is None and not self._is_lobby_told:
                    self._is_lobby_told = True
                    self.show_state()
            case LinkChanged():
                self._tell_link()
            case SessionOpened(is_back=True):
                self._is_loss_told = False
                self.tell(_("The connection is back."))
            case SessionOpened():
                pass
            case SessionEnded(code, facts):
                self.tell(messages.farewell(code, facts))

    def _tell_game(self, change: GameChanged) -> None:
        model, table = self._model, table_of(self._model)
        if table is None or change.after is None or model.table is None:
            return
        shown = find_display(model.table.game)
        for event in change.events:
            if isinstance(event, Dealt):
                self._tell_deal()
            told = shown.narrate(event, change.after, table)
            if told is not None:
                self.tell(plain(told.text))
        if model.is_my_turn and model.decision != self._asked:
            self._asked = model.decision
            self.show_state()

    def _tell_hands(self) -> None:
        """Tell the hands once a deal; how they get smaller is heard of card by card."""
        hands = open_hands_of(self._model)
        told = (hands.deal, hands.is_over) if hands is not None and any(hands.hands) else None
        if told is not None and told != self._told_hands:
            self.show_hands()
        self._told_hands = told or self._told_hands

    def _tell_deal(self) -> None:
        """Tell how far the match is."""
        scene = self.scene()
        if scene is not None and len(scene.header) > 1:
            self.tell(plain(scene.header[1].text))

    def _tell_table(self) -> None:
        table = self._model.table
        if table is None:
            return
        state = table.number, table.match, table.phase
        if state == self._told_match:
            return
        self._told_match = state
        if not self._model.is_over:
            self._show_table()
        elif self._model.view is not None:
            self._show_result()

    def _show_result(self) -> None:
        table, view = table_of(self._model), self._model.view
        if table is None or view is None or self._model.table is None:
            return
        self.tell(*texts.result(find_display(self._model.table.game), view, table))
        if self._model.is_owner:
            self.tell(_("Type start for another match, leave for the lobby."))

    def _tell_link(self) -> None:
        if self._model.link.state is LinkState.LOST and not self._is_loss_told:
            self._is_loss_told = True
            code = self._model.link.code
            if code == "shutdown":
                self.tell(messages.farewell(code))
            self.tell(_("Connection lost, trying again…"))
