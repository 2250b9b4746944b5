"""Where the final score is marked on the map: what stands in which corner of which block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.casinopolis.blocks import Cell
    from games.casinopolis.scoring import Score

Kind = Literal["casino", "jackpot", "road", "chip", "loss"]
_POINTS_PLACE = 0
_CHIP_PLACES = (3, 2, 1)
"""Corners of a block, clockwise from the top left one: the first for points, the others for the conditions' chips."""


class Mark(msgspec.Struct, frozen=True):
    """A mark in the corner `place` of a cell: points of a casino, a jackpot or a road, or a condition's chips."""

    cell: Cell
    place: int
    kind: Kind
    value: int


def marks(score: Score) -> tuple[Mark, ...]:
    """Place a mark for every casino that scores, every jackpot, road and hit, no two in the same corner if possible."""
    wanted: list[tuple[Sequence[Cell], int, Kind, int]] = [
        *((cells, _POINTS_PLACE, "casino", len(cells)) for cells in score.casino_cells.values()),
        *((cells, _POINTS_PLACE, "jackpot", len(cells)) for cells in score.jackpot_cells),
        *((cells, _POINTS_PLACE, "road", -1) for cells in score.road_cells),
    ]
    for chips, (place, found) in enumerate(zip(_CHIP_PLACES, score.condition_cells, strict=True), start=1):
        wanted += [(cells, place, "chip", chips) for cells in found.plus]
        wanted += [(cells, place, "loss", chips) for cells in found.minus]
    taken: set[tuple[Cell, int]] = set()
    placed: list[Mark] = []
    # small groups first: they have the least choice
    for cells, place, kind, value in sorted(wanted, key=lambda want: len(want[0])):
        corners = [(cell, corner) for corner in (place, 0, 1, 2, 3) for cell in cells]
        corner = next((corner for corner in corners if corner not in taken), corners[0])
        taken.add(corner)
        placed.append(Mark(corner[0], corner[1], kind, value))
    return tuple(placed)
