"""The 3x3 grid that games share: cells `a1` top left to `c3` bottom right."""

from __future__ import annotations

from typing import Final

CELLS: Final = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
"""Row by row, as lists of nine are written."""
PLACES: Final = {cell: index for index, cell in enumerate(CELLS)}
"""Where each cell is in lists of nine."""
