"""All cards of a deck both ways up with their conditions: a picture to print, to check a deck with, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from render import fonts
from render.canvas import Slot
from render.casinopolis import pieces
from render.casinopolis.layout import Page
from render.panels import NOTE, STRONG, paper

if TYPE_CHECKING:
    from games.casinopolis.blocks import Four
    from games.casinopolis.deck import Cards
    from render.brush import Box, Brush
    from render.canvas import Painters
    from render.theme import Theme

WIDTH = 1200
_COLUMNS, _GAP, _EDGE, _HEIGHT = 2, 10, 12, 206
_UNIT = 20
_TEXT = 2 * (6 * _UNIT + 14) + 24
_LINE, _LINES = 28, 5


class Entry(msgspec.Struct, frozen=True):
    """A card with its condition."""

    number: int
    blocks: Four
    title: str
    lines: tuple[str, ...]


def page(cards: Cards) -> Page:
    """Lay out all cards in two columns, down the first, then down the second."""
    wide = (WIDTH - 2 * _EDGE - _GAP) // _COLUMNS
    rows = -(-len(cards) // _COLUMNS)
    slots = []
    for place, one in enumerate(cards):
        column, row = divmod(place, rows)
        left, top = _EDGE + column * (wide + _GAP), _EDGE + row * (_HEIGHT + _GAP)
        lines = fonts.wrap(one.text, NOTE, wide - _TEXT - 16, _LINES)
        slots.append(Slot((left, top, left + wide, top + _HEIGHT), Entry(one.number, one.blocks, one.title, lines)))
    return Page(2 * _EDGE + rows * (_HEIGHT + _GAP) - _GAP, tuple(slots))


def _entry(brush: Brush, theme: Theme, box: Box, entry: Entry) -> None:
    left, top, _, bottom = box
    paper(brush, theme, box, 20)
    pieces.number(brush, theme, (left + 40, top + 38), entry.number)
    brush.text((left + 84, top + 38), entry.title, STRONG, theme["ink"])
    y = bottom - 24 - 4 * _UNIT
    for place, turned in enumerate((False, True)):
        pieces.card(brush, theme, (left + 20 + place * (6 * _UNIT + 14), y), entry.blocks, _UNIT, turned=turned)
    for place, line in enumerate(entry.lines):
        brush.text((left + _TEXT, top + 78 + place * _LINE), line, NOTE, theme["ink"])


PAINTERS: Painters = {Entry: _entry}
