"""Which cells a map's frame shows, and how large: pure arithmetic from the extent of a map to pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from render.casinopolis.tiles import HIGH, WIDE

if TYPE_CHECKING:
    from collections.abc import Collection

    from games.casinopolis.blocks import Cell
    from render.brush import Box

BAND_X, BAND_Y = 52, 42
"""Width and height of the bands with the coordinates, on both sides."""
LARGEST, LEGIBLE = 32, 18
"""Units in pixels: of the largest blocks, and below which a map needs a cut-out in large."""
AHEAD, BEHIND = 2, 1
"""A card may lie two cells to the left of the map or above it, and its top left cell one beyond the other ends."""


class Window(msgspec.Struct, frozen=True):
    """Cells from (col, row), `cols` by `rows` of them, `unit` pixels a unit; the first one's corner is at (x, y)."""

    col: int
    row: int
    cols: int
    rows: int
    unit: int
    x: int
    y: int

    def box(self, cell: Cell) -> Box:
        """Give the box of a cell in pixels."""
        left = self.x + (cell[0] - self.col) * WIDE * self.unit
        top = self.y + (cell[1] - self.row) * HIGH * self.unit
        return left, top, left + WIDE * self.unit, top + HIGH * self.unit

    def area(self) -> Box:
        """Give the box of all its cells."""
        right, bottom = self.x + self.cols * WIDE * self.unit, self.y + self.rows * HIGH * self.unit
        return self.x, self.y, right, bottom

    def clip(self, part: Extent) -> Box:
        """Give the box of those of some cells that it shows."""
        left, top, right, bottom = self.area()
        first = self.box((part.col, part.row))
        last = self.box((part.col + part.cols - 1, part.row + part.rows - 1))
        return max(left, first[0]), max(top, first[1]), min(right, last[2]), min(bottom, last[3])

    def holds(self, cell: Cell) -> bool:
        """Tell whether it shows a cell."""
        return 0 <= cell[0] - self.col < self.cols and 0 <= cell[1] - self.row < self.rows


class Extent(msgspec.Struct, frozen=True):
    """A rectangle of cells: the first column and row, and how many."""

    col: int
    row: int
    cols: int
    rows: int

    def wider(self, ahead: int, behind: int) -> Extent:
        """Add cells on the left and above, and on the right and below."""
        more = ahead + behind
        return Extent(self.col - ahead, self.row - ahead, self.cols + more, self.rows + more)


def extent(cells: Collection[Cell]) -> Extent:
    """Give the rectangle that cells take."""
    cols, rows = {col for col, _ in cells}, {row for _, row in cells}
    return Extent(min(cols), min(rows), max(cols) - min(cols) + 1, max(rows) - min(rows) + 1)


def unit_for(shown: Extent, width: int, height: int, largest: int = LARGEST) -> int:
    """Give the largest unit at which a frame of this size shows these cells beside its coordinates."""
    by_width = (width - 2 * BAND_X) // (WIDE * shown.cols)
    by_height = (height - 2 * BAND_Y) // (HIGH * shown.rows)
    return max(1, min(largest, by_width, by_height))


def height_for(shown: Extent, width: int, heights: tuple[int, int], largest: int = LARGEST) -> int:
    """Give how high a frame must be, between two bounds, for blocks as large as its width allows; in steps of 20."""
    least, most = heights
    needed = HIGH * unit_for(shown, width, 2 * most, largest) * shown.rows + 2 * BAND_Y
    return min(most, max(least, -(-needed // 20) * 20))


def fill(shown: Extent, frame: Box, largest: int = LARGEST) -> Window:
    """Fill a frame with cells: those wanted in the middle, as many more round them as there is room for."""
    left, top, right, bottom = frame
    unit = unit_for(shown, right - left, bottom - top, largest)
    cols = (right - left - 2 * BAND_X) // (WIDE * unit)
    rows = (bottom - top - 2 * BAND_Y) // (HIGH * unit)
    x = (left + right - cols * WIDE * unit) // 2
    y = (top + bottom - rows * HIGH * unit) // 2
    return Window(shown.col - (cols - shown.cols) // 2, shown.row - (rows - shown.rows) // 2, cols, rows, unit, x, y)


def split(shown: Extent, frame: Box, gap: int) -> tuple[Box, Box]:
    """Cut a frame into one for a map that is too large and one for a cut-out, whichever way leaves the map larger."""
    left, top, right, bottom = frame
    across, down = (right - left - gap) // 2, (bottom - top - gap) // 2
    beside = ((left, top, left + across, bottom), (left + across + gap, top, right, bottom))
    below = ((left, top, right, top + down), (left, top + down + gap, right, bottom))
    return max((below, beside), key=lambda pair: unit_for(shown, pair[0][2] - left, pair[0][3] - top))
