"""Jackpots: three or more equal icons in a row along one road (rulebook, "Final Scoring")."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.casinopolis.blocks import Block, Cell
    from games.casinopolis.roads import Road

LEAST: Final = 3


class Jackpot(NamedTuple):
    """A run of equal icons, as long as it goes, on one road."""

    icon: str
    cells: tuple[Cell, ...]
    road: Road


def jackpots(blocks: Mapping[Cell, Block], road: Road) -> Iterator[Jackpot]:
    """Find the jackpots of a road; on a loop they may run across the place where its list of cells begins."""
    cells = road.cells
    if len(cells) < LEAST:
        return
    icons = [blocks[cell].icon for cell in cells]
    if road.loop:
        change = next((place for place, icon in enumerate(icons) if icon != icons[place - 1]), 0)
        cells, icons = cells[change:] + cells[:change], icons[change:] + icons[:change]
    place = 0
    for icon, run in groupby(icons):
        length = len(list(run))
        if icon and length >= LEAST:
            yield Jackpot(icon, cells[place : place + length], road)
        place += length
