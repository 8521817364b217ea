"""What codes mean, as sentences in the language of the user: refusals, farewells and news.

Servers and rules speak in codes with facts; this is where they become words. What the rules of one
game alone refuse stands in its `GameWords`, which whoever knows the game hands over.

In a template ``{0}`` is a fact as it came; ``{card}`` and ``{suit}`` are the first fact as people
write cards, ``{seat}`` is the first fact counted from one, and another name is one of
`GameWords.facts`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Final

from levata.cards import RANKS, SUITS, parse_card, rank_of, suit_of
from levata.errors import CardError, LevataError
from levata.text import clean_text
from levata_client.shown.text.game_words import GameWords
from levata_client.shown.text.glyphs import SUIT_GLYPHS
from levata_client.shown.text.language import _
from levata_client.shown.text.phrases import N_

_FORMATTER: Final = Formatter()
_CARD: Final = re.compile(r"\b[2-9TJQKA][CDHS]\b")
"""A card as it stands in actions and rules."""


REFUSALS: Final[Mapping[str, str]] = {
    # Every game.
    "not_in_hand": N_("You do not hold {card}."),
    "not_your_turn": N_("It is not your turn."),
    "wrong_phase": N_("That is not possible now."),
    "unknown_action": N_("This game has no move “{0}”."),
    "bad_deal": N_("This deal does not fit the game."),
    # Cards, options, records.
    "bad_card": N_("“{0}” is no card."),
    "unknown_game": N_("There is no game “{0}”. There are: {1}."),
    "unknown_option": N_("There is no option “{0}”. There are: {1}."),
    "bad_option": N_("{0} cannot be “{1}”. It can be: {2}."),
    "contradictory": N_("{0} contradicts {1}."),
    "bad_seats": N_("This game cannot be played by {0}. It takes {1} players."),
    "unknown_preset": N_("There is no preset “{0}”. There are: {1}."),
    "unknown_level": N_("There is no level “{0}”. There are: {1}."),
    "unknown_watch": N_("There is no rule “{0}” for those who watch. There are: {1}."),
    "unknown_pace": N_("There is no pace “{0}”. There are: {1}."),
    "unknown_order": N_("There is no order “{0}”. There are: {1}."),
    "unknown_motion": N_("There is no motion “{0}”. There are: {1}."),
    "account_too_high": N_("The account of {0} is not low enough: only up to {1}."),
    "not_a_number": N_("“{0}” is no number."),
    # Requests.
    "stale_decision": N_("Too late: the table has moved on."),
    "paused": N_("The table is paused."),
    "not_paused": N_("The table is not paused."),
    "hands_open": N_("Those who watch see all cards already."),
    "bot_plays_seat": N_("A bot plays your seat: take it back first."),
    "not_here": N_("You are not at this table any more."),
    "not_at_a_table": N_("Come to a table first."),
    "not_seated": N_("You have no seat at this table."),
    "not_owner": N_("Only the owner of the table may do that."),
    "match_running": N_("Not while a match is being played."),
    "no_match": N_("No match is being played."),
    "no_such_table": N_("There is no table {0}: it was closed."),
    "no_such_seat": N_("There is no seat {seat}."),
    "no_such_document": N_("The server has no such document."),
    "seat_taken": N_("Seat {seat} is taken."),
    "seat_empty": N_("Seat {seat} is free already."),
    "seat_in_use": N_("Somebody plays on seat {seat}."),
    "too_many_tables": N_("You may have {0} tables open, no more."),
    "server_full": N_("The server is full: it holds {0} tables."),
    "too_soon": N_("Wait a moment before you do that again."),
    "busy": N_("The table is busy; try again."),
    "failed": N_("The table failed over this request; nothing was changed."),
    "wrong_password": N_("The password is wrong."),
    "name_empty": N_("Type a name."),
    "name_too_long": N_("A name has at most {0} characters."),
    "chat_empty": N_("Type something to say."),
    "chat_too_long": N_("A line has at most {0} characters."),
    # The wire.
    "bad_message": N_("Server and client do not understand each other."),
    "text_frame": N_("Server and client do not understand each other."),
    "hello_first": N_("Server and client do not understand each other."),
    "hello_twice": N_("Server and client do not understand each other."),
    "unknown_token": N_("The server does not know you any more."),
    "bad_msgpack": N_("Server and client do not understand each other."),
    "bad_change": N_("Server and client do not understand each other."),
    "too_big": N_("That is too long to send."),
    "connection_lost": N_("The connection is lost."),
    "closed": N_("The connection is closed."),
}
"""Why something was refused, whatever the game."""

FAREWELLS: Final[Mapping[str, str]] = {
    "refused": N_("No game is hosted at {0}. Is the address right, and the host running?"),
    "unknown_host": N_("There is no computer called “{0}” on this network."),
    "unreachable": N_("{0} cannot be reached from here."),
    "timeout": N_("{0} does not answer."),
    "not_levata": N_("{0} answers, but it is no Levata server."),
    "bad_address": N_("“{0}” is no address. Type a host, or host:port."),
    "bad_certificate": N_("{0} cannot prove that it is {0}: its certificate is not one to trust."),
    "bad_authority": N_("{0} holds no certificate to trust."),
    "version": N_(
        "This is Levata {client}, the server runs {1}: they do not fit. "
        "On the older side run: pip install --upgrade levata"
    ),
    "replaced": N_("You went on playing from another window or computer."),
    "shutdown": N_("The host closed the game. It is saved and goes on when the host is back."),
    "password": N_("This server wants a password, or another one."),
    "too_slow": N_("The connection was too slow to follow the game."),
    "too_fast": N_("The client sent too much at once."),
    "bad_frames": N_("Server and client do not understand each other."),
    "too_many": N_("The server is full."),
    "idle": N_("The server closed the connection because nothing happened for long."),
    "kicked": N_("Whoever looks after the server sent you away."),
    "draining": N_("The server is about to stop: nothing new can begin here."),
    "too_many_guesses": N_("There were too many wrong passwords from here. Wait a little."),
    "no_server": N_("The server could not be started: {0}"),
}
"""Why there is no session, or no longer."""

NOTICES: Final[Mapping[str, str]] = {
    "joined": N_("{0} came to the table."),
    "left": N_("{0} left the table."),
    "sat": N_("{0} sat down."),
    "stood": N_("{0} gave up the seat."),
    "away": N_("{0} lost the connection."),
    "returned": N_("{0} is back."),
    "bot_took_over": N_("A bot plays for {0}."),
    "took_back": N_("{0} took the seat back."),
    "lent": N_("{0} lets a bot play for a while."),
    "nudged": N_("{0} nudged {1}."),
    "auto_played": N_("Time is up: the table moves for {0}."),
    "owner": N_("{0} looks after the table now."),
    "paused": N_("The table is paused."),
    "resumed": N_("The game goes on."),
    "stopped": N_("The table stopped the match."),
    "voted": N_("{0} asks for: {1}."),
    "hands_agreed": N_("{0} agrees that those who watch see all cards."),
    "hands_opened": N_("Everybody agreed: those who watch see all cards now."),
    "hands_closed": N_("Those who watch see no cards any more, because of {0}."),
    "same_address": N_("{0} watches with all cards open, from the same address as {1}."),
    "seat_freed": N_("A bot has the seat of {0} for good."),
    "announced": N_("The host says: {0}"),
    "draining": N_(
        "The server stops in {0} s at the latest. Matches that are not over are saved and go on "
        "later."
    ),
}
"""What happened beside the game, at the table or to the whole server."""

DEPARTURES: Final[Mapping[str, str]] = {
    "left": N_("You left the table."),
    "closed": N_("The table was closed."),
    "moved": N_("You went to another table."),
    "failed": N_("The table failed and was closed; the others are not affected."),
}
"""Why one is no longer at a table."""


def refusal(error: LevataError, game: GameWords | None = None) -> str:
    """Return why something was refused; no code is ever kept silent."""
    return explain(error.code, error.facts, game)


def explain(code: str, facts: Sequence[str] = (), game: GameWords | None = None) -> str:
    """Return the sentence of a refusal or a farewell; ``game`` is what was played, if anything."""
    own = game.refusals.get(code) if game is not None else None
    return _sentence(own or REFUSALS.get(code) or FAREWELLS.get(code), code, facts, game)


def farewell(code: str, facts: Sequence[str] = ()) -> str:
    """Return why there is no session."""
    return _sentence(FAREWELLS.get(code) or REFUSALS.get(code), code, facts)


def notice(code: str, facts: Sequence[str] = ()) -> str:
    """Return what happened at the table."""
    return _sentence(NOTICES.get(code), code, facts)


def departure(code: str) -> str:
    """Return why one is no longer at a table."""
    return _sentence(DEPARTURES.get(code), code, ())


def _sentence(
    template: str | None, code: str, facts: Sequence[str], game: GameWords | None = None
) -> str:
    # Facts may come from others, by way of a server that is not ours.
    known = [clean_text(fact) for fact in facts]
    if template is None:
        return f"{clean_text(code)} ({', '.join(known)})" if known else clean_text(code)
    pieces: list[str] = []
    for literal, field, _spec, _conversion in _FORMATTER.parse(_(template)):
        pieces.append(literal)
        if field is not None:
            pieces.append(_fact(field, known, game))
    return "".join(pieces)


def _fact(field: str, facts: Sequence[str], game: GameWords | None) -> str:
    if field == "client":
        from levata import __version__

        return __version__
    number = int(field) if field.isdecimal() else 0
    if number >= len(facts):
        return "?"
    fact = facts[number]
    if field == "card":
        return card_text(fact)
    if field == "suit" and len(fact) == 1 and fact in SUITS:
        return SUIT_GLYPHS[SUITS.index(fact)]
    if field == "seat" and fact.isdecimal():
        return str(int(fact) + 1)
    name = game.facts.get(field) if game is not None else None
    return name(fact) if name is not None else fact


def card_text(text: str) -> str:
    """Return a card of the wire as people write it; another text as it is.

    >>> card_text("TH")
    '10♥'
    """
    try:
        card = parse_card(text)
    except CardError:
        return text
    rank = RANKS[rank_of(card)]
    return ("10" if rank == "T" else rank) + SUIT_GLYPHS[suit_of(card)]


def written_cards(text: str) -> str:
    """Return a text in which cards stand as people write them.

    >>> written_cards("declare tierce 9S-TS-JS")
    'declare tierce 9♠-10♠-J♠'
    """
    return _CARD.sub(lambda match: card_text(match[0]), text)
