"""Casinos: blocks of one type connected by edges (rulebook, "Casinos")."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.casinopolis.blocks import Cell, around

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet


class Casino(NamedTuple):
    """A casino: the letter of its type and its cells."""

    type: str
    cells: AbstractSet[Cell]


def casinos(types: Mapping[str, AbstractSet[Cell]]) -> list[Casino]:
    """Find every casino, given the cells of each type."""
    found = []
    for kind, cells in types.items():
        left = set(cells)
        while left:
            casino = [left.pop()]
            for cell in casino:  # grows while it is walked
                for beside in around(cell):
                    if beside in left:
                        left.remove(beside)
                        casino.append(beside)
            found.append(Casino(kind, set(casino)))
    return found
