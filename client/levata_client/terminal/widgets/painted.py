"""The base of our widgets: rows of text with roles, drawn cell by cell.

A painted widget says in `paint` what each of its rows shows. It has no border, no padding and no
layout of its own: the screen gives it a region with `place`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.app import App
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from levata_client.glyph_modes import GlyphMode, translate
from levata_client.shown.text.words import Words
from levata_client.terminal.drawing.styles import style_of
from levata_client.terminal.themes import ThemedApp


def app_of(widget: Widget) -> App[Any]:
    """Return the application of a widget."""
    return widget.app  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - Textual leaves it open.


def glyph_mode(widget: Widget) -> GlyphMode:
    """Return the glyphs in force for a widget."""
    app = app_of(widget)
    return app.glyphs if isinstance(app, ThemedApp) else GlyphMode.UNICODE


def content_of(text: Words, mode: GlyphMode = GlyphMode.UNICODE) -> Content:
    """Return the text as Textual's content, for the few widgets that lay out text themselves."""
    return Content.assemble(*((translate(part.text, mode), style_of(part.role)) for part in text))


def place(widget: Widget, region: Region | None) -> None:
    """Give a widget its region on the screen, or hide it."""
    widget.display = region is not None
    if region is not None:
        widget.styles.offset = region.offset
        widget.styles.width = region.width
        widget.styles.height = region.height


class Painted(Widget):
    """A widget whose rows are painted."""

    ALLOW_SELECT = False

    _painted: tuple[tuple[int, int], Sequence[Words]] | None = None
    """The rows as last painted, with the size they were painted for."""

    def paint(self, width: int, height: int) -> Sequence[Words]:
        """Return the rows from top to bottom; missing ones and missing cells are blank."""
        return ()

    def rows(self) -> Sequence[Words]:
        """Return the rows for the present size, painted at most once per refresh."""
        size = (self.size.width, self.size.height)
        if self._painted is None or self._painted[0] != size:
            self._painted = (size, self.paint(*size))
        return self._painted[1]

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        base = self.visual_style
        rows = self.rows()
        if y >= len(rows):
            return Strip.blank(width, base.rich_style)
        mode = glyph_mode(self)
        parse: Callable[[str], Style] = app_of(self).stylesheet.parse_style
        styles: dict[str, RichStyle] = {}
        segments: list[Segment] = []
        for part in rows[y]:
            rich_style = styles.get(part.role)
            if rich_style is None:
                style = style_of(part.role)
                rich_style = (base + parse(style)).rich_style if style else base.rich_style
                styles[part.role] = rich_style
            segments.append(Segment(translate(part.text, mode), rich_style))
        return Strip(segments).adjust_cell_length(width, base.rich_style)

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        if repaint:
            self._painted = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
