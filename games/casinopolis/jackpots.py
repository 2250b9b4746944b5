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
    if len(road.cells) < LEAST:
        return
    sections = [(blocks[cell].icon, cell) for cell in road.cells]
    if road.loop:
        change = next((place for place, (icon, _) in enumerate(sections) if icon != sections[place - 1][0]), 0)
        sections = sections[change:] + sections[:change]
    for icon, run in groupby(sections, key=lambda section: section[0]):
        cells = tuple(cell for _, cell in run)
        if icon and len(cells) >= LEAST:
            yield Jackpot(icon, cells, road)
