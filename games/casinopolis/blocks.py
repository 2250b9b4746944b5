"""Blocks, the quarters of a card: a casino type and perhaps one section of road with an icon.

As text a Resort is its type, `E`; a block with a section is `E:ns:cherry`: type, the two edges joined, icon.
Cells of the map are (column, row); columns grow to the right, rows downwards.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

Cell = tuple[int, int]
Four = tuple[str, str, str, str]
"""The blocks of a card: top left, top right, bottom left, bottom right."""

TYPES: Final = {"E": "egyptian", "M": "medieval", "R": "roman"}
FRUIT: Final = ("cherry", "lemon", "plum")
LUCK: Final = ("clover", "diamond", "horseshoe")
ICONS: Final = (*FRUIT, *LUCK)
SIDES: Final = "nesw"
"""Edges of a block, clockwise; the edge opposite number i is number i ^ 2."""
SHAPES: Final = {"ns": "ns", "we": "we", "ne": "sw", "nw": "se", "se": "nw", "sw": "ne"}
"""Each way for a section to run, and what it becomes when its card is turned by 180 degrees."""
STRAIGHT: Final = ("ns", "we")


class Block(msgspec.Struct, frozen=True):
    """A block: `edges` are the numbers in `SIDES` of the two its section joins; a Resort has none and no icon.

    `onward` tells for each heading (a number in `SIDES`) how a road that enters with it goes on, None if it does not.
    """

    type: str
    edges: tuple[int, ...] = ()
    icon: str | None = None
    turn: bool = False
    onward: tuple[int | None, ...] = (None,) * len(SIDES)


def _section(kind: str, shape: str, icon: str) -> Block:
    one, other = edges = tuple(map(SIDES.index, shape))
    onward = {one ^ 2: other, other ^ 2: one}
    return Block(kind, edges, icon, shape not in STRAIGHT, tuple(onward.get(heading) for heading in range(len(SIDES))))


BLOCKS: Final = {kind: Block(kind) for kind in TYPES} | {
    f"{kind}:{shape}:{icon}": _section(kind, shape, icon) for kind in TYPES for shape in SHAPES for icon in ICONS
}
"""Every block there can be, by its text."""


@cache
def around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Give the four cells beside a cell, in the order of `SIDES`."""
    col, row = cell
    return (col, row - 1), (col + 1, row), (col, row + 1), (col - 1, row)


@cache
def turn(text: str) -> str:
    """Turn a block by 180 degrees."""
    if ":" not in text:
        return text
    kind, shape, icon = text.split(":")
    return f"{kind}:{SHAPES[shape]}:{icon}"


def lie(blocks: Four, *, turned: bool) -> Four:
    """Give the blocks of a card as it lies: upright or turned by 180 degrees."""
    if not turned:
        return blocks
    top_left, top_right, bottom_left, bottom_right = map(turn, blocks)
    return bottom_right, bottom_left, top_right, top_left
