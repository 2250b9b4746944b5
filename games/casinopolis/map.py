"""The map: where a card may go and what it covers there (rulebook, "Placement Rules"), and names for its cells.

Columns are called by letters, rows by numbers, so that a label never shifts while the map grows: the map starts at
`M13`. What lies left of column A goes on backwards, ZZ, ZY ...; above row 1 come 99, 98 ... No game reaches further
than 29 cells from the start.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from games.casinopolis.blocks import Cell, around

if TYPE_CHECKING:
    from collections.abc import Collection

CORNERS: Final = ((0, 0), (1, 0), (0, 1), (1, 1))
"""The cells of a card from its top-left one, in the order of its blocks."""

_TOUCHING: Final = {spot for corner in CORNERS for spot in (corner, *around(corner))}
"""Where a block must be, seen from a card's top-left cell, for the card to cover it or to share an edge with it."""

_CENTRE: Final = (12, 12)
_ROWS: Final = 99
_LETTERS: Final = 26
_COLUMNS: Final = _LETTERS + _LETTERS**2
_LABEL: Final = re.compile(r"\s*([a-z]{1,2})\s*([1-9][0-9]?)\s*", re.IGNORECASE)


def footprint(spot: Cell) -> tuple[Cell, ...]:
    """Give the four cells of a card whose top-left block lies on `spot`, in the order of its blocks."""
    col, row = spot
    return tuple((col + right, row + down) for right, down in CORNERS)


def spots(cells: Collection[Cell]) -> set[Cell]:
    """Give every spot where a card may lie: it covers a block of the map or shares an edge with one."""
    return {(col - right, row - down) for col, row in cells for right, down in _TOUCHING}


def only_by_corner(cells: Collection[Cell], spot: Cell) -> bool:
    """Tell whether a card on an illegal spot would at least meet the map corner to corner."""
    col, row = spot
    return any((col + right, row + down) in cells for right in (-1, 2) for down in (-1, 2))


def label(cell: Cell) -> str:
    """Name a cell: `M13` is where the map starts."""
    col, row = cell
    return f"{column(col)}{row_number(row)}"


def column(col: int) -> str:
    """Name a column: A to Z, then AA to ZZ."""
    number = (col + _CENTRE[0]) % _COLUMNS
    first, second = divmod(number, _LETTERS)
    return chr(ord("A") + second) if not first else chr(ord("A") + first - 1) + chr(ord("A") + second)


def row_number(row: int) -> int:
    """Name a row: 1 to 99."""
    return (row + _CENTRE[1]) % _ROWS + 1


def read_label(text: str) -> Cell | None:
    """Give the cell called `text`; capitals and spaces do not matter; None when it is no label."""
    match = _LABEL.fullmatch(text)
    if match is None:
        return None
    letters, digits = match.groups()
    number = 0
    for letter in letters.upper():
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return _near(number - 1, _CENTRE[0], _COLUMNS), _near(int(digits) - 1, _CENTRE[1], _ROWS)


def _near(number: int, centre: int, size: int) -> int:
    """Undo the counting round: of all places with this number, the one nearest to the start of the map."""
    return (number - centre + size // 2) % size - size // 2
