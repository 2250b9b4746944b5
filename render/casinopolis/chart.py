"""The map in its frame: grid, coordinates, tiles, the newest card, a ghost, the marks of the final score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.casinopolis.map import column, footprint, row_number
from games.phrases import signed
from render.brush import Tint
from render.casinopolis import tiles
from render.casinopolis.pieces import PILL, badge, pill
from render.casinopolis.tiles import HIGH, WIDE, Tile
from render.panels import SMALL, STRONG
from render.signs import sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.casinopolis.blocks import Cell
    from render.brush import Box, Brush
    from render.casinopolis.marks import Mark
    from render.casinopolis.window import Extent, Window
    from render.theme import Theme

TileAt = tuple[int, int, Tile]

_VEIL, _TINY = 0.3, 15
_LINE = 6
_DASH = 16
_ROOMY, _CLOSE = (54, 36), (44, 26)
"""Least distances between coordinates across and down, in large and in small letters."""
_PILLS = {"casino": "white", "jackpot": "gold", "road": "kerb"}


class Last(msgspec.Struct, frozen=True):
    """The newest card: where, whose, what it changed; a ghost is only tried out."""

    spot: tuple[int, int]
    seat: int | None
    note: str
    ghost: bool = False


class Chart(msgspec.Struct, frozen=True):
    """A map in its frame. `part` are the cells that a cut-out shows in large."""

    window: Window
    tiles: tuple[TileAt, ...]
    last: Last | None = None
    marks: tuple[Mark, ...] = ()
    part: Extent | None = None


def chart(brush: Brush, theme: Theme, box: Box, content: Chart) -> None:
    """Paint a map with its frame."""
    window = content.window
    _frame(brush, theme, box)
    _grid(brush, theme, window)
    _coordinates(brush, theme, box, window)
    _blocks(brush, theme, window, content.tiles)
    if content.last and window.holds(content.last.spot):
        _last(brush, theme, content, content.last)
    for mark in content.marks:
        _mark(brush, theme, window, mark)
    if content.part:
        brush.frame(window.clip(content.part), 6, 4, theme["gold"])


def _frame(brush: Brush, theme: Theme, box: Box) -> None:
    left, top, right, bottom = box
    if theme.bold:
        brush.rounded(box, 22, theme["ink"])
        brush.rounded((left + 5, top + 5, right - 5, bottom - 5), 18, theme["town"])
        return
    for inset, colour in ((0, "pink"), (3, "street"), (7, "cyan"), (9, "town")):
        brush.rounded((left + inset, top + inset, right - inset, bottom - inset), 22 - inset, theme[colour])


def _grid(brush: Brush, theme: Theme, window: Window) -> None:
    left, top, right, bottom = window.area()
    for number in range(window.cols + 1):
        x = left + number * WIDE * window.unit
        brush.rect((x - 1, top, x + 1, bottom), theme["grid"])
    for number in range(window.rows + 1):
        y = top + number * HIGH * window.unit
        brush.rect((left, y - 1, right, y + 1), theme["grid"])


def _coordinates(brush: Brush, theme: Theme, box: Box, window: Window) -> None:
    wide, high = WIDE * window.unit, HIGH * window.unit
    large = wide >= _ROOMY[0] and high >= _ROOMY[1]
    kind = STRONG if large else SMALL
    apart = _ROOMY if large else _CLOSE
    left, top, right, bottom = window.area()
    middles = (
        ((box[0] + 9 + left) // 2, (right + box[2] - 9) // 2),
        ((box[1] + 9 + top) // 2, (bottom + box[3] - 9) // 2),
    )
    for number in range(0, window.cols, -(-apart[0] // wide)):
        x = left + number * wide + wide / 2
        for y in middles[1]:
            brush.text((x, y), column(window.col + number), kind, theme["label"], "middle")
    for number in range(0, window.rows, -(-apart[1] // high)):
        y = top + number * high + high // 2
        for x in middles[0]:
            brush.text((x, y), str(row_number(window.row + number)), kind, theme["label"], "middle")


def _blocks(brush: Brush, theme: Theme, window: Window, blocks: Sequence[TileAt]) -> None:
    for col, row, tile in blocks:
        if window.holds((col, row)):
            brush.picture(window.box((col, row))[:2], tiles.draw(theme, tile, window.unit))


def _last(brush: Brush, theme: Theme, content: Chart, last: Last) -> None:
    window = content.window
    box = _card_box(window, last.spot)
    if last.ghost:
        brush.rect(box, Tint(theme["town"], _VEIL))
    line = max(3, min(_LINE, window.unit // 4))
    outer = (box[0] - line, box[1] - line, box[2] + line, box[3] + line)
    brush.frame((outer[0] - 2, outer[1] - 2, outer[2] + 2, outer[3] + 2), line + 4, line + 4, theme["ink"])
    brush.frame(outer, line + 2, line, theme["pink" if theme.bold else "cream"])
    if last.ghost:
        _dashes(brush, theme, outer, line)
    if window.unit < _TINY and content.part:
        return
    if last.seat is not None:
        sign(brush, theme, (outer[0] + 4, outer[1] + 4), 44, last.seat)
    if last.note:
        pill(brush, theme, (outer[2] - 2, outer[1] + 2), last.note, "gold")


def _card_box(window: Window, spot: Cell) -> Box:
    first, *_, final = footprint(spot)
    return (*window.box(first)[:2], *window.box(final)[2:])


def _dashes(brush: Brush, theme: Theme, box: Box, line: int) -> None:
    """Cut a frame into dashes."""
    left, top, right, bottom = box
    for x in range(left + _DASH, right - _DASH // 2, 2 * _DASH):
        for y in (top, bottom - line):
            brush.rect((x, y, min(x + _DASH // 2 + 2, right - line), y + line), theme["ink"])
    for y in range(top + _DASH, bottom - _DASH // 2, 2 * _DASH):
        for x in (left, right - line):
            brush.rect((x, y, x + line, min(y + _DASH // 2 + 2, bottom - line)), theme["ink"])


def _mark(brush: Brush, theme: Theme, window: Window, mark: Mark) -> None:
    """Put a mark into its corner of a block."""
    left, top, right, bottom = window.box(mark.cell)
    unit = window.unit
    x = left + 0.5 * unit if mark.place in (0, 3) else right - 0.5 * unit
    y = top + 0.4 * unit if mark.place in (0, 1) else bottom - 0.4 * unit
    if mark.kind in ("chip", "loss"):
        badge(brush, theme, (x, y), 0.8 * unit, mark.value, loss=mark.kind == "loss")
    elif unit < _TINY:
        brush.disc(x, y, 0.4 * unit, theme[_PILLS[mark.kind]])
    else:
        inset = PILL * 0.78
        x = left + inset if mark.place in (0, 3) else right - inset
        y = top + PILL / 2 if mark.place in (0, 1) else bottom - PILL / 2
        pill(brush, theme, (x, y), signed(mark.value), _PILLS[mark.kind])
