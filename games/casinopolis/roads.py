"""Roads: sections joined where both blocks have one at the edge they share (rulebook, "Roads and the Strip")."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.casinopolis.blocks import Block, Cell, around

if TYPE_CHECKING:
    from collections.abc import Mapping


class Road(NamedTuple):
    """A road: its cells from one end to the other, or once round a loop."""

    cells: tuple[Cell, ...]
    loop: bool


def roads(blocks: Mapping[Cell, Block]) -> list[Road]:
    """Find every road. A block has one section at most, so each road is a path or a loop."""
    left = {cell: block for cell, block in blocks.items() if block.edges}
    found = []
    while left:
        start, block = left.popitem()
        one, other = block.edges
        ahead, heading = _follow(left, start, one)
        if heading == other ^ 2 and ahead and around(ahead[-1])[heading] == start:
            found.append(Road((start, *ahead), loop=True))
        else:
            behind, _ = _follow(left, start, other)
            found.append(Road((*reversed(behind), start, *ahead), loop=False))
    return found


def _follow(left: dict[Cell, Block], cell: Cell, heading: int) -> tuple[list[Cell], int]:
    """Follow a road from a cell to its end; take its cells out of `left`, give them and the last heading."""
    walked: list[Cell] = []
    while True:
        cell = around(cell)[heading]
        block = left.get(cell)
        if block is None or (onward := block.onward[heading]) is None:
            return walked, heading
        heading = onward
        walked.append(cell)
        del left[cell]
