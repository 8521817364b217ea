"""The messages between a client and a server: the documentation of the protocol, version 1.

**Transport.** WebSocket, path ``/``, one binary frame per message, no compression. A frame holds
one msgpack array ``[tag, field, ...]`` with the fields of the struct below in their order; fields
with a default may be left off at the end. Frames to the server are at most 16 KiB. A frame that is
none of these messages is answered with `Rejected` ``bad_message``; too many of them close the
connection.

**A session.** The client opens with `Hello` and gets `Welcome` or `Bye`. The token of `Welcome`
is the person: sent again in a later `Hello`, on any connection, it brings back the same name, the
same table and the same seat. Every request carries a ``ref`` of the client's choice, above 0; it
is answered by exactly one of `Ack`, `Rejected`, or (an accepted `Act`) the `Update` that names it.

**Documents.** What a client sees are documents, each an array of fields: the lobby (`LobbyView`),
the table it is at (`TableView`), the game played there (the view type of the game, such as
``levata.games.whist.WhistView``) and, for watchers alone and only where they may see them, the
hands of all seats (`HandsView`). `Sync` brings a whole document, `Update` the change
to it since the last version: see ``levata.protocol.diff`` for its form. ``check`` is that of the
resulting document: the sum of ``crc32(msgpack(field), number of the field)`` over its fields, of
which the lowest 16 bits count. On a gap in ``version`` or a wrong check the client sends `AskSync`.

**Acting.** The game document lists the viewer's legal actions as texts. While the viewer has to
act, ``decision`` is not 0; `Act` names that number and one of the texts. An answer to another
decision is refused with ``stale_decision`` and changes nothing, so a double click or a late frame
is harmless.

**A bot in any language**: say `Hello`, `Join` a table, `Sit`, and answer each game document with
``decision`` above 0. A person's client does nothing else.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

from levata.protocol.documents import Channel

PROTOCOL_VERSION: Final = 1
DEFAULT_PORT: Final = 7654
"""Where a server listens unless told otherwise."""
PASSWORD_VARIABLE: Final = "LEVATA_PASSWORD"
"""Where in its environment a server looks for its password."""
MAX_FRAME: Final = 16 * 1024
"""Longest frame that a server takes, in bytes."""


Ref: TypeAlias = Annotated[int, Meta(ge=1, le=2**31)]
ShortText: TypeAlias = Annotated[str, Meta(max_length=64)]
LongText: TypeAlias = Annotated[str, Meta(max_length=12_000)]
"""Names and chat are cut to size by `levata.text`, which can say what is wrong with them."""
SmallInt: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]


class Message(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=0):
    """Base of every message."""


class Request(Message, frozen=True, tag=0):
    """Base of what a client sends."""

    ref: Ref


# --- from the client ---------------------------------------------------------------------------


class Hello(Request, frozen=True, tag=1):
    """Open the session; the first message of a connection."""

    version: SmallInt
    name: LongText = ""
    """May be empty with a token: the person keeps the name."""
    token: ShortText = ""
    client: ShortText = ""
    """Program and version, for the operator's log."""
    password: ShortText = ""
    """Of the server, where it has one."""


class CreateTable(Request, frozen=True, tag=2):
    """Open a table and sit down at its first seat. `Ack` brings the number of the table."""

    game: ShortText
    seats: SmallInt
    options: Annotated[
        dict[ShortText, Annotated[str, Meta(max_length=400)] | int], Meta(max_length=64)
    ] = {}
    """Only what differs from the defaults; texts or numbers as in ``levata.options``."""
    name: LongText = ""
    """Title of the table; empty for one made from the owner's name."""
    level: ShortText = ""
    """Level of bots that are added or take over; empty for the default."""
    pace: ShortText = ""
    """Key of ``levata.protocol.documents.PACES``; empty for the default."""
    password: ShortText = ""
    watch: ShortText = ""
    """What watchers see of the hands: one of `WATCHES`; empty for the default."""


class Join(Request, frozen=True, tag=3):
    """Come to a table as a watcher; leaves any other table."""

    table: SmallInt
    password: ShortText = ""


class Sit(Request, frozen=True, tag=4):
    """Take a free seat, or a bot's seat before the match starts."""

    seat: SmallInt


class Stand(Request, frozen=True, tag=5):
    """Give up the seat and watch; during a match a bot takes over for good."""


class AddBot(Request, frozen=True, tag=6):
    """Owner: put a computer player on a free seat."""

    seat: SmallInt
    level: ShortText = ""


class FreeSeat(Request, frozen=True, tag=7):
    """Owner: send a bot, or a person who is away, off a seat."""

    seat: SmallInt


class Start(Request, frozen=True, tag=8):
    """Owner: begin the match, or the next one. Free seats are filled by computer players."""


class Act(Request, frozen=True, tag=9):
    """Answer a decision with one of the legal actions."""

    decision: SmallInt
    action: ShortText


class Say(Request, frozen=True, tag=10):
    """Say a line to everybody at the table, or in the lobby."""

    text: LongText


class Nudge(Request, frozen=True, tag=11):
    """Remind whoever is to act."""


class Leave(Request, frozen=True, tag=12):
    """Leave the table; during a match a bot takes the seat over."""


class AskSync(Request, frozen=True, tag=13):
    """Ask for a whole document."""

    channel: Channel


class Rename(Request, frozen=True, tag=14):
    """Take another name."""

    name: LongText


class TakeBack(Request, frozen=True, tag=15):
    """Take one's own seat back from the bot that plays it; takes effect at once."""


class Lend(Request, frozen=True, tag=16):
    """Let a bot play for oneself until `TakeBack`."""


class Arrange(Request, frozen=True, tag=17):
    """Tell how one's hand is laid out: a timeout plays its leftmost legal card."""

    order: ShortText
    """A value of ``levata.cards.HandOrder``."""


class Vote(Request, frozen=True, tag=18):
    """Agree to a motion of the table: ``pause``, ``resume`` or ``stop``.

    It carries when more than half of the persons seated and connected agree.

    ``open_hands`` lets watchers see what every seat holds. It carries when every person who has a
    seat agrees, connected or not; computer players are not asked. Anybody seated ends it at any
    moment, alone, with ``close_hands`` or by disagreeing, and takes back an agreement in the same
    way. It ends by itself with the match, and when somebody leaves or a seat changes hands.
    """

    motion: ShortText
    agree: bool = True


class GiveOwnership(Request, frozen=True, tag=19):
    """Owner: hand the table over to another person at it."""

    person: SmallInt


ClientMessage: TypeAlias = (
    Hello
    | CreateTable
    | Join
    | Sit
    | Stand
    | AddBot
    | FreeSeat
    | Start
    | Act
    | Say
    | Nudge
    | Leave
    | AskSync
    | Rename
    | TakeBack
    | Lend
    | Arrange
    | Vote
    | GiveOwnership
)


# --- from the server ---------------------------------------------------------------------------


class Welcome(Message, frozen=True, tag=1):
    """The session is open."""

    ref: int
    version: int
    token: str
    """Secret: whoever has it is this person."""
    person: int
    """Public number of this person, as in the rows of the documents."""
    name: str
    server: str
    """Name and version of the server."""
    table: int = 0
    """The table the person is still at, whose documents follow; 0 for none."""


class Sync(Message, frozen=True, tag=2):
    """A whole document; replaces whatever the client had of this channel."""

    channel: Channel
    version: int
    check: int
    view: list[Any]
    decision: int = 0
    clock: tuple[int, ...] = ()
    """Game only: milliseconds left for the decision, and in the reserve of who must act."""
    events: list[Any] = []
    """Public facts that led here, where this stands in place of an `Update`."""
    ref: int = 0
    """As in `Update`."""


class Update(Message, frozen=True, tag=3):
    """The change of a document from version ``version - 1``, and the public facts behind it."""

    channel: Channel
    version: int
    check: int
    diff: list[Any]
    events: list[Any] = []
    decision: int = 0
    clock: tuple[int, ...] = ()
    ref: int = 0
    """The request of this client that led here, if it was an `Act`."""


class Ack(Message, frozen=True, tag=4):
    """The request was carried out."""

    ref: int
    value: int = 0


class Rejected(Message, frozen=True, tag=5):
    """The request was refused and changed nothing."""

    ref: int
    """0 where the message could not be read."""
    code: str
    facts: tuple[str, ...] = ()


class Said(Message, frozen=True, tag=6):
    """Somebody said something here."""

    person: int
    name: str
    text: str


class Notice(Message, frozen=True, tag=7):
    """Something happened that is not part of the game, at the table or to the whole server.

    Codes: ``joined``, ``left``, ``sat``, ``stood``, ``away``, ``returned``, ``bot_took_over``,
    ``took_back``, ``lent``, ``nudged`` (who, whom), ``auto_played`` (name, action, why), ``owner``,
    ``paused``, ``resumed``, ``stopped``, ``voted`` (name, motion), ``seat_freed``,
    ``hands_agreed`` (to open them), ``hands_opened``, ``hands_closed`` (because of whom),
    ``same_address`` (while hands are open: a watcher, and the persons seated whose connections come
    from the same address); the first fact is a name where none is given here. Of the whole server,
    wherever one is: ``announced`` (a line of the operator), ``draining`` (the server stops: no
    table is opened or newly joined, no match started, and those that run are kept when they are not
    over in so many seconds).
    """

    code: str
    facts: tuple[str, ...] = ()


class Departed(Message, frozen=True, tag=8):
    """The client is no longer at the table: by itself, removed, or because it closed."""

    table: int
    code: str
    """``left``, ``closed``, ``moved``, ``failed``."""


class Bye(Message, frozen=True, tag=9):
    """The server ends the session.

    Codes: ``version`` (the server's versions), ``replaced`` (by a newer connection of this person),
    ``shutdown``, ``password``, ``too_slow``, ``too_fast``, ``too_many``, ``idle``, ``bad_frames``,
    ``kicked`` (by the operator; the token opens nothing for a while).
    """

    code: str
    facts: tuple[str, ...] = ()


ServerMessage: TypeAlias = Welcome | Sync | Update | Ack | Rejected | Said | Notice | Departed | Bye
