"""The home screen as data: where a match begins, and where one is gone back to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from levata_client.shown.games import find_display
from levata_client.shown.table.view_model import table_of
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.words import ACCENT, Part, Words, fill, plain, words
from levata_client.state.model import Model
from levata_client.state.new_table import NewTable, estimate


class HomeAction(StrEnum):
    """What is begun on the home screen."""

    RESUME = "resume"
    PLAY = "play"
    HOST = "host"
    JOIN = "join"
    REPLAYS = "replays"
    SETTINGS = "settings"
    RULES = "rules"
    QUIT = "quit"


@dataclass(frozen=True)
class HomeRow:
    """One row of the home screen."""

    action: HomeAction
    label: str
    detail: Words = ()


def home_rows(table: NewTable, resume: str = "", has_replays: bool = False) -> tuple[HomeRow, ...]:
    """Return the rows of the home screen.

    ``table`` is the one that is played at once, ``resume`` describes the seat that can be taken
    again, empty for none; ``has_replays`` is whether any finished match was kept.
    """
    rows: list[HomeRow] = []
    if resume:
        rows.append(HomeRow(HomeAction.RESUME, _("Resume my seat"), words(resume)))
    rows += [
        HomeRow(HomeAction.PLAY, _("Play now"), _play_detail(table)),
        HomeRow(
            HomeAction.HOST, _("Host a game here"), words(_("others on this network can join"))
        ),
        HomeRow(HomeAction.JOIN, _("Join a game"), words(_("by the address that the host sees"))),
    ]
    if has_replays:
        detail = words(_("watch finished matches again"))
        rows.append(HomeRow(HomeAction.REPLAYS, _("Replays"), detail))
    detail = words(_("name, language, colours, cards, motion"))
    return (
        *rows,
        HomeRow(HomeAction.SETTINGS, _("Settings"), detail),
        HomeRow(HomeAction.RULES, _("Rules"), words(_("of every game, in short"))),
        HomeRow(HomeAction.QUIT, _("Quit")),
    )


def _play_detail(table: NewTable) -> Words:
    length = estimate(table)
    bots = ngettext("{count} bot", "{count} bots", table.seats - 1)
    minutes = ngettext("about {count} minute", "about {count} minutes", length.minutes)
    return fill(
        _("{game} against {bots}, {minutes}"),
        game=Part(f"‹ {find_display(table.game).title} ›", ACCENT),
        bots=bots.format(count=table.seats - 1),
        minutes=minutes.format(count=length.minutes),
    )


def resume_text(title: str, server: str) -> str:
    """Return what is known of a seat to go back to; ``server`` is empty for one's own."""
    return f"{title} · {server or _('on this computer')}"


def seat_title(model: Model) -> str:
    """Return what the table is called on the home screen of a later run."""
    if model.table is None:
        return ""
    shown, table = find_display(model.table.game), table_of(model)
    if table is None or model.view is None or not model.is_playing:
        return shown.title
    scene = shown.scene(model.view, table)
    return " · ".join(plain(item.text) for item in scene.header[:2])
