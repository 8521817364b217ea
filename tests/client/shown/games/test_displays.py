"""The displays of all games through whole matches: everything is said, fits, and can be done."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import pytest
from rich.cells import cell_len

from levata.cards import NO_CARD, HandOrder
from levata.game import Seat, View
from levata_client.cells import width_of
from levata_client.glyph_modes import WHITELIST
from levata_client.sheet_cells import entry, label_words
from levata_client.shown.games import AnyGameDisplay, find_display
from levata_client.shown.table.scene import (
    Board,
    Choices,
    Narration,
    Plate,
    Player,
    Scene,
    Summary,
    TableInfo,
    choice_keys,
)
from levata_client.shown.table.seating import Mode
from levata_client.shown.table.sheet import Sheet, SheetForm, SheetRow
from levata_client.shown.text.language import activate
from levata_client.shown.text.words import Role, Words, plain, with_keys
from levata_client.terminal.drawing.arrange import arrange
from levata_client.terminal.widgets.choices import LINE_ROOM, ChoicePanel, panel_rows
from levata_client.terminal.widgets.plate import progress_words
from levata_client.terminal.widgets.sheet import SIDE_LABEL, SIDE_WORD_LABEL
from tests.support import rules
from tests.support.rules import Moment

NAMES = ("Ana", "Ioana", "Mihai", "Dănuț", "Ștefania", "Radu")
LANGUAGES = ("en", "ro")
STATUS_WIDTH = 54
"""Cells of the status line in a terminal of 80 columns."""
PLATE_WIDTH = 12
"""Cells for what stands left and right on the second row of a plate of 17."""
SIZES = ((80, 24), (140, 45), (60, 20))
SKIPPED = {"whist"}

each_table = pytest.mark.parametrize(
    "table",
    [table for table in rules.TABLES if table.game.info.key not in SKIPPED],
    ids=lambda table: table.name,
    scope="module",
)
"""All tests of one table come one after the other, so that they share what they look at."""
each_language = pytest.mark.parametrize("language", LANGUAGES)


def known(table: rules.Table) -> TableInfo:
    """Return what a display is told of a table."""
    players = tuple(Player(NAMES[seat], is_bot=seat == 1) for seat in range(table.seats))
    return TableInfo(table.options, players)


@cache
def moments(table: rules.Table) -> tuple[Moment, ...]:
    """Return steps of a random match: its first deals whole, then every few of them."""
    match = rules.played(table)
    rng = random.Random(table.name)
    later = sorted(rng.sample(range(len(match)), min(20, len(match))))
    return (*match[:20], *(match[index] for index in later), match[-1])


@lru_cache(maxsize=16)
def views(table: rules.Table, viewer: Seat | None) -> tuple[View, ...]:
    """Return what somebody sees of every moment."""
    return tuple(table.game.view(moment.step.state, viewer) for moment in moments(table))


@lru_cache(maxsize=16)
def scenes(table: rules.Table, viewer: Seat | None, language: str) -> tuple[Scene, ...]:
    """Return what somebody is shown of every moment, in the language that is active."""
    view_of, told = find_display(table.game.info.key), known(table)
    return tuple(view_of.scene(view, told) for view in views(table, viewer))


def shown(
    table: rules.Table, most: int = 9, language: str = "en"
) -> Iterator[tuple[Any, AnyGameDisplay, Scene, TableInfo]]:
    """Yield every moment as a spectator and every seat see it, ``most`` of them at most."""
    view_of, told = find_display(table.game.info.key), known(table)
    for viewer in rules.viewers(table)[:most]:
        for view, scene in zip(views(table, viewer), scenes(table, viewer, language), strict=True):
            yield view, view_of, scene, told


def actions_of(scene: Scene) -> list[str]:
    """Return what can be done by card or choice, as often as it is offered."""
    actions: list[str] = []
    if scene.hand.is_choosing:
        actions.extend(held.action or "?" for held in scene.hand.cards if held.is_legal)
    if scene.choices is not None and scene.choices.is_open:
        actions.extend(choice.action for choice in scene.choices.choices if choice.is_enabled)
    return actions


@each_table
def test_every_legal_action_is_offered_once(table: rules.Table) -> None:
    for view, _view_of, scene, _told in shown(table):
        assert sorted(actions_of(scene)) == sorted(view.legal)
        assert scene.is_turn is bool(view.legal)
        if isinstance(scene.middle, Board):
            places = [cell.action for row in scene.middle.rows for cell in row if cell.action]
            assert set(places) <= set(view.legal)
            assert len(set(places)) == len(places)


@each_table
def test_keys_of_choices_are_their_own(table: rules.Table) -> None:
    for _view, _view_of, scene, _told in shown(table):
        if scene.choices is None or not scene.choices.is_open:
            continue
        keys = [choice.key for choice in scene.choices.choices]
        assert len(set(keys)) == len(keys)
        assert all(len(key) == 1 for key in keys)
        if scene.hand.is_choosing:
            assert not any(key.isdecimal() for key in keys)


@each_table
def test_refused_cards_and_choices_say_why(table: rules.Table) -> None:
    for _view, _view_of, scene, _told in shown(table):
        for held in scene.hand.cards:
            assert held.is_legal or held.card == NO_CARD or plain(held.reason), held
        for choice in scene.choices.choices if scene.choices is not None else ():
            assert choice.is_enabled or plain(choice.reason), choice


@each_table
def test_hand_holds_the_cards_of_the_view_in_every_order(table: rules.Table) -> None:
    view_of, told = find_display(table.game.info.key), known(table)
    for view in views(table, 0):
        for order in HandOrder:
            cards = [held.card for held in view_of.scene(view, told, order).hand.cards]
            assert sorted(cards) == sorted(view.hand) or set(cards) == {NO_CARD}


@each_language
@each_table
def test_texts_fit_and_are_drawn_with_known_glyphs(table: rules.Table, language: str) -> None:
    activate(language)
    for view, view_of, scene, told in shown(table, most=3, language=language):
        check_scene(scene)
        check_sheet(view_of.sheet(view, told))


@each_language
@each_table
def test_every_event_has_words(table: rules.Table, language: str) -> None:
    activate(language)
    view_of, told = find_display(table.game.info.key), known(table)
    for viewer in rules.viewers(table):
        for moment, view in zip(moments(table), views(table, viewer), strict=True):
            for event in moment.step.events:
                told_event = view_of.narrate(event, view, told)
                assert isinstance(told_event, Narration), event
                check_words(told_event.text)
                check_words(told_event.bubble)
                assert plain(told_event.text)
                assert width_of(told_event.bubble) <= PLATE_WIDTH
                if told_event.bubble:
                    assert told_event.seat is not None


@each_language
@each_table
def test_end_and_rules_of_the_table_have_words(table: rules.Table, language: str) -> None:
    activate(language)
    view_of, told = find_display(table.game.info.key), known(table)
    for viewer in rules.viewers(table):
        view = table.game.view(rules.played(table)[-1].step.state, viewer)
        scene = view_of.scene(view, told)
        assert scene.is_over
        check_words(scene.status)
        check_summary(view_of.summary(view, told), view)
    notes = view_of.notes(told)
    assert len(notes.rules) > 5
    for text in notes.rules:
        check_words(text)
    assert all(term and meaning for term, meaning in notes.glossary)


@each_table
def test_rules_of_the_table_are_translated(table: rules.Table) -> None:
    view_of, told = find_display(table.game.info.key), known(table)
    english = view_of.notes(told).rules
    activate("ro")
    romanian = view_of.notes(told).rules
    assert len(english) == len(romanian)
    assert not set(map(plain, english)) & set(map(plain, romanian))


def check_scene(scene: Scene) -> None:
    for status in (with_keys(scene.status, {}), with_keys(scene.status, choice_keys(scene))):
        assert plain(status)
        assert "{" not in plain(status)
        assert width_of(status) <= STATUS_WIDTH, plain(status)
        check_words(status)
    check_words(scene.trump_label)
    assert width_of(scene.header[0].text) <= 20
    for item in scene.header:
        check_words(item.text)
        check_words(item.short)
        assert width_of(item.short) <= width_of(item.text)
    for plate in scene.plates:
        check_plate(plate)
    if isinstance(scene.middle, Board):
        check_board(scene.middle)
    if scene.choices is not None:
        check_choices(scene.choices)
        check_panel(scene.choices, len(scene.plates), scene.mode, scene.counter_clockwise)
    if scene.last_trick is not None:
        check_words(scene.last_trick.winner)


def check_plate(plate: Plate) -> None:
    progress = progress_words(plate)
    for text in (progress, plate.figure, plate.remark):
        check_words(text)
    width = width_of(progress) + width_of(plate.figure)
    assert width <= PLATE_WIDTH, (plain(progress), plain(plate.figure))
    assert width_of(plate.remark) <= 20, plain(plate.remark)
    assert len(plate.score) <= 8


def check_board(board: Board) -> None:
    assert len({len(row) for row in board.rows}) == 1
    for text in (board.above, board.below):
        check_words(text)
        assert width_of(text) <= 56, plain(text)
    for row in board.rows:
        for cell in row:
            check_words(cell.label)
            assert cell.action is None or cell.card is not None


@cache
def check_panel(choices: Choices, seats: int, mode: Mode, is_mirrored: bool) -> None:
    """See that every choice is drawn in terminals of every size."""
    for width, height in SIZES:
        region = arrange(
            width,
            height,
            seats,
            mode=mode,
            panel_rows=panel_rows(choices) + 1,
            counter_clockwise=is_mirrored,
        ).regions["panel"]
        widget = ChoicePanel()
        widget.show(choices)
        rows = [plain(row) for row in widget.paint(region.width, region.height)]
        for choice in choices.choices:
            label = plain(choice.label)
            assert any(label in row for row in rows), (label, rows)


@cache
def check_choices(choices: Choices) -> None:
    for choice in choices.choices:
        for text in (choice.label, choice.note, choice.reason):
            check_words(text)
            assert width_of(text) <= LINE_ROOM, plain(text)
    check_words(choices.title)
    assert width_of(choices.title) <= LINE_ROOM - 4, plain(choices.title)
    for note in choices.notes:
        check_words(note)
        assert width_of(note) <= LINE_ROOM, plain(note)


def check_sheet(sheet: Sheet) -> None:
    assert sum(row.is_now for row in sheet.rows) <= 1
    assert len(sheet.totals) == len(sheet.names)
    for text in (sheet.title, sheet.note):
        check_words(text)
    assert cell_len(sheet.cell_head) <= 14
    assert cell_len(sheet.remark_head) <= 8
    for row in sheet.rows:
        # Most rows stand in the next sheet again.
        if (row, sheet.form, len(sheet.names)) not in _checked_rows:
            check_row(sheet, row)
            _checked_rows.add((row, sheet.form, len(sheet.names)))


_checked_rows: set[tuple[SheetRow, SheetForm, int]] = set()


def check_row(sheet: Sheet, row: SheetRow) -> None:
    words_fit = SIDE_WORD_LABEL if sheet.form is SheetForm.SUMS else SIDE_LABEL
    assert width_of(label_words(row)) <= words_fit, plain(row.label)
    assert width_of(row.full_label) <= 8, plain(row.full_label)
    assert width_of(row.remark) <= 8, plain(row.remark)
    assert len(row.cells) <= len(sheet.names)
    for column in range(len(sheet.names)):
        for text, room in zip(entry(sheet, row, column) or (), (4, 8, 12), strict=False):
            check_words(text)
            assert width_of(text) <= room, plain(text)


def check_summary(summary: Summary, view: View) -> None:
    check_words(summary.title)
    seats = len(view.totals)
    assert sorted(standing.seat for standing in summary.standings) == list(range(seats))
    assert [curve[-1] for curve in summary.curves] == list(view.totals)
    assert {len(curve) for curve in summary.curves} == {len(summary.rounds)}
    for standing in summary.standings:
        check_words(standing.remark)
        assert width_of(standing.remark) <= 25, plain(standing.remark)
    for award in summary.awards:
        check_words(award)


@cache
def check_words(text: Words) -> None:
    for part in text:
        assert isinstance(part.role, Role), part
        for letter in part.text:
            assert letter.isascii() or letter.isalpha() or letter in WHITELIST or letter in "“”’„"
