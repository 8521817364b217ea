"""What the line mode says, as plain lines: no colour, no columns that must line up, no cursor.

Everything is made from the same scenes and words as the table screen, so every game can be played
here. Lines are broken at `WIDTH` columns, which suits braille displays and screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from levata.cards import NO_CARD, Card, suit_of
from levata.game import View
from levata.protocol.documents import (
    LobbyDocument,
    Presence,
    SeatKind,
    SeatRow,
    TablePhase,
    TableRow,
)
from levata_client import sheet_cells
from levata_client.cells import wrap
from levata_client.shown.games import AnyGameDisplay, find_display
from levata_client.shown.places.option_words import changed_options, level_label, option_list
from levata_client.shown.table.scene import Board, Mark, Scene, TableInfo, Trick, choice_keys
from levata_client.shown.table.table_model import OpenHands, hands_title
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.messages import written_cards
from levata_client.shown.text.words import Words, card_words, plain, with_keys, words

WIDTH: Final = 40


class MenuEntry(Struct, frozen=True):
    """A line of a menu: what to type, what it means, and the action it stands for."""

    key: str
    label: str
    action: str


def menu(view: View, scene: Scene) -> tuple[MenuEntry, ...]:
    """Return the legal actions with the keys to type for them, in the order of the rules.

    Cards are numbered as the hand is laid out; other actions keep the keys they have on the table
    screen, unless a card has it.
    """
    choices = {choice.action: choice for choice in scene.choices.choices} if scene.choices else {}
    cards = {card.action: card for card in scene.hand.cards if card.action is not None}
    plays = [action for action in cards if action in view.legal and action not in choices]
    entries = {
        action: MenuEntry(str(number), plain(card_words(cards[action].card)), action)
        for number, action in enumerate(plays, 1)
    }
    taken = {entry.key for entry in entries.values()}
    for action in view.legal:
        if action in entries:
            continue
        choice = choices.get(action)
        key = choice.key if choice is not None else ""
        if not key or key in taken:
            key = next(str(number) for number in range(1, 1000) if str(number) not in taken)
        taken.add(key)
        label = plain(choice.label) if choice is not None else written_cards(action)
        entries[action] = MenuEntry(key, label, action)
    ordered = [entries[action] for action in plays]
    return (*ordered, *(entries[action] for action in view.legal if action not in plays))


def refused(text: str, scene: Scene) -> str | None:
    """Return why something typed is not allowed now, if the scene knows."""
    for choice in scene.choices.choices if scene.choices else ():
        if not choice.is_enabled and text in (choice.key, choice.action, plain(choice.label)):
            return plain(choice.reason)
    for card in scene.hand.cards:
        if card.card != NO_CARD and not card.is_legal:
            label = plain(card_words(card.card))
            if text in (card.action, label.casefold(), f"play {label}".casefold()):
                return plain(card.reason)
    return None


def find_entry(text: str, entries: Iterable[MenuEntry]) -> MenuEntry | None:
    """Return the entry that was typed: its key, its action, or what it is called."""
    typed = text.casefold()
    for entry in entries:
        names = (entry.key, entry.action, entry.label, entry.action.removeprefix("play "))
        if typed in (name.casefold() for name in names):
            return entry
    return None


def question(view: View, scene: Scene, entries: Iterable[MenuEntry]) -> Iterator[str]:
    """Yield what the player must know to decide, and the menu."""
    yield from middle(scene)
    if scene.hand.cards:
        yield hand(scene)
    yield plain(with_keys(scene.status, choice_keys(scene)))
    if scene.choices is not None:
        yield plain(scene.choices.title)
        yield from (plain(note) for note in scene.choices.notes)
    items = [f"{entry.key} {entry.label}" for entry in entries]
    if all(len(item) <= WIDTH // 4 for item in items):
        yield from _packed(items)
    else:
        yield from items


def _packed(items: Iterable[str]) -> Iterator[str]:
    """Yield lines with as many items as fit, so that no key is torn from what it stands for."""
    line = ""
    for item in items:
        if line and len(line) + 2 + len(item) > WIDTH - 2:
            yield line
            line = ""
        line = f"{line}  {item}" if line else item
    if line:
        yield line


def hand(scene: Scene) -> str:
    """Return the cards of the player."""
    cards = [
        plain(card_words(card.card)) if card.card != NO_CARD else "?" for card in scene.hand.cards
    ]
    return _("Your cards: {cards}").format(cards=" ".join(cards) or "–")


def open_hands(hands: OpenHands, table: TableInfo) -> Iterator[str]:
    """Yield what all seats hold."""
    yield f"{hands_title(hands)}:"
    for player, cards, hidden in zip(table.players, hands.hands, hands.hidden, strict=True):
        texts = [plain(card_words(card)) for card in sorted(cards, key=_by_suit, reverse=True)]
        yield f"{player.name}: {' '.join([*texts, *['?'] * hidden]) or '–'}"


def _by_suit(card: Card) -> tuple[int, int]:
    return suit_of(card), card


def middle(scene: Scene) -> Iterator[str]:
    """Yield what lies on the table."""
    if isinstance(scene.middle, Board):
        yield from _board(scene.middle)
        return
    laid = _laid(scene.middle, scene)
    if laid:
        yield _("On the table: {cards}").format(cards=laid)


def last_trick(scene: Scene) -> str:
    """Return the trick before this one."""
    last = scene.last_trick
    if last is None:
        return _("There is no last trick yet.")
    cards = _laid(Trick(last.cards), scene)
    return _("Last trick: {cards}. Taken by {name}.").format(cards=cards, name=plain(last.winner))


def _laid(trick: Trick, scene: Scene) -> str:
    shown: list[str] = []
    for laid in trick.cards:
        name = scene.plates[laid.seat].name
        text = f"{name} {plain(card_words(laid.card))}"
        if laid.mark is Mark.WINNING:
            text = _("{card} (wins)").format(card=text)
        shown.append(text)
    return ", ".join(shown)


def _board(board: Board) -> Iterator[str]:
    if board.above:
        yield plain(board.above)
    for row in board.rows:
        cards = [
            " ".join(piece for piece in (plain(card_words(cell.card)), plain(cell.label)) if piece)
            for cell in row
            if cell.card is not None and cell.action is None
        ]
        if cards:
            yield " ".join(cards)
    if board.below:
        yield plain(board.below)


def seats(scene: Scene) -> Iterator[str]:
    """Yield who sits where, with cards and score."""
    for plate in scene.plates:
        facts = [plate.name]
        if plate.is_bot:
            facts.append(_("bot"))
        if plate.away is not None:
            facts.append(_("away"))
        if plate.is_dealer:
            facts.append(_("has the chip"))
        facts.append(
            ngettext("{count} card", "{count} cards", plate.cards).format(count=plate.cards)
        )
        progress = plain(words(plate.figure))
        facts += [fact for fact in (progress, plate.score) if fact]
        if plate.is_turn:
            facts.append(_("to act"))
        yield ", ".join(facts)


def scores(shown: AnyGameDisplay, view: View, table: TableInfo) -> Iterator[str]:
    """Yield the score sheet, a line for every deal."""
    sheet = shown.sheet(view, table)
    yield plain(sheet.title)
    for row in sheet.rows:
        entries = [sheet_cells.entry(sheet, row, column) for column in range(len(sheet.names))]
        cells = [
            f"{name} {plain(cell.short).strip()}"
            for name, cell in zip(sheet.names, entries, strict=True)
            if cell is not None and plain(cell.short).strip()
        ]
        if cells:
            label = plain(row.full_label or row.label).strip()
            yield f"{label}: {', '.join(cells)}"
    if sheet.totals:
        totals = zip(sheet.names, sheet.totals, strict=False)
        yield _("Total: {totals}").format(
            totals=", ".join(f"{name} {total}" for name, total in totals)
        )


def result(shown: AnyGameDisplay, view: View, table: TableInfo) -> Iterator[str]:
    """Yield the final ranking."""
    summary = shown.summary(view, table)
    yield plain(summary.title)
    for standing in summary.standings:
        line = f"{standing.place}. {standing.name} {standing.score}"
        yield f"{line}, {plain(standing.remark)}" if standing.remark else line
    yield from (plain(award) for award in summary.awards)


def rules(shown: AnyGameDisplay, table: TableInfo) -> Iterator[str]:
    """Yield the rules of the table and its words."""
    notes = shown.notes(table)
    yield from (plain(rule) for rule in notes.rules)
    yield from (f"{term}: {meaning}" for term, meaning in notes.glossary)


def lobby(view: LobbyDocument) -> Iterator[str]:
    """Yield the tables of a server."""
    people = ngettext("{count} person", "{count} people", len(view.people))
    yield f"{view.server}: {people.format(count=len(view.people))}"
    for row in view.tables:
        yield f"{row.number} {table_line(row)}"
    if not view.tables:
        yield _("No tables yet: type new to make one.")


def table_line(row: TableRow) -> str:
    """Return a table of the lobby in one line."""
    facts = [f"{row.name}: {find_display(row.game).title}"]
    changes = option_list(row.game, changed_options(row.game, row.options, len(row.seats)))
    if changes:
        facts.append(changes)
    free = sum(seat.kind == SeatKind.EMPTY for seat in row.seats)
    if row.phase == TablePhase.OPEN:
        text = ngettext("{free} of {count} seat free", "{free} of {count} seats free", free)
        facts.append(text.format(free=free, count=len(row.seats)))
    else:
        facts.append(phase_text(row.phase))
    if row.has_password:
        facts.append(_("password"))
    return ", ".join(facts)


def phase_text(phase: TablePhase) -> str:
    """Return what goes on at a table."""
    if phase == TablePhase.OPEN:
        return _("open")
    if phase == TablePhase.OVER:
        return _("finished")
    return _("paused") if phase == TablePhase.PAUSED else _("playing")


def seat_line(number: int, row: SeatRow, is_mine: bool) -> str:
    """Return who sits on a seat."""
    if row.kind == SeatKind.EMPTY:
        return f"{number + 1} {_('free')}"
    facts = [_("You") if is_mine else row.name]
    if row.kind == SeatKind.BOT:
        facts.append(_("bot {level}").format(level=level_label(row.level)))
    if row.presence == Presence.AWAY:
        facts.append(_("away"))
    if row.presence in (Presence.LENT, Presence.TAKEN_OVER):
        facts.append(_("a bot plays"))
    return f"{number + 1} {', '.join(facts)}"


def broken(line: str) -> Iterator[str]:
    """Yield a line in pieces of at most `WIDTH` columns, continued ones indented."""
    rows: tuple[Words, ...] = wrap(words(line), WIDTH - 2)
    for number, row in enumerate(rows):
        yield plain(row) if number == 0 else f"  {plain(row)}"
