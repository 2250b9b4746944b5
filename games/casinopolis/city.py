"""A map taken apart: what lies where, its casinos, roads and jackpots."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from games.casinopolis.blocks import ICONS, TYPES, Block, Cell, around
from games.casinopolis.casinos import Casino, casinos
from games.casinopolis.jackpots import jackpots
from games.casinopolis.roads import Road, roads

if TYPE_CHECKING:
    from collections.abc import Mapping


class Choice(NamedTuple):
    """What the team chooses where there is a tie: one Strip and one largest casino for every line of the score."""

    strip: Road | None
    largest: Casino | None


class City:
    """A map taken apart; sets that few conditions ask for are made when they do."""

    def __init__(self, blocks: Mapping[Cell, Block]) -> None:
        self.blocks = blocks
        self.types: dict[str, set[Cell]] = {kind: set() for kind in TYPES}
        self.icons: dict[str, set[Cell]] = {icon: set() for icon in ICONS}
        for cell, block in blocks.items():
            self.types[block.type].add(cell)
            if block.icon:
                self.icons[block.icon].add(cell)
        self.casinos = casinos(self.types)
        self.roads = roads(blocks)
        self.jackpots = [jackpot for road in self.roads for jackpot in jackpots(blocks, road)]

    @cached_property
    def sections(self) -> set[Cell]:
        """Cells with a section of road, which is those with an icon."""
        return {cell for cell, block in self.blocks.items() if block.edges}

    @cached_property
    def resorts(self) -> set[Cell]:
        """Cells without a road."""
        return {cell for cell, block in self.blocks.items() if not block.edges}

    @cached_property
    def turns(self) -> set[Cell]:
        """Cells where a road turns."""
        return {cell for cell, block in self.blocks.items() if block.turn}

    @cached_property
    def corners(self) -> set[Cell]:
        """Cells with two open sides that meet; a side is open where no block is, inside the map too."""
        blocks, found = self.blocks, set()
        for cell in blocks:
            north, east, south, west = around(cell)
            if (north not in blocks or south not in blocks) and (east not in blocks or west not in blocks):
                found.add(cell)
        return found

    @cached_property
    def interior(self) -> set[Cell]:
        """Cells without an open side."""
        cells = set(self.blocks)
        return {cell for cell in cells if cells.issuperset(around(cell))}

    @cached_property
    def edge(self) -> set[Cell]:
        """Cells with an open side."""
        return self.blocks.keys() - self.interior

    @cached_property
    def on_loops(self) -> set[Cell]:
        """Cells on roads that are loops."""
        return {cell for road in self.roads if road.loop for cell in road.cells}

    @cached_property
    def in_jackpots(self) -> set[Cell]:
        """Cells whose icons are part of a jackpot."""
        return {cell for jackpot in self.jackpots for cell in jackpot.cells}

    def beside(self, kind: str) -> set[Cell]:
        """Give the cells that share an edge with a block of a type."""
        return {cell for cell in self.blocks if not self.types[kind].isdisjoint(around(cell))}

    def strips(self) -> list[Road]:
        """Give the longest roads: any of them can be the Strip."""
        longest = max((len(road.cells) for road in self.roads), default=0)
        return [road for road in self.roads if len(road.cells) == longest]

    def largest(self) -> list[Casino]:
        """Give the largest casinos of all."""
        most = max((len(casino.cells) for casino in self.casinos), default=0)
        return [casino for casino in self.casinos if len(casino.cells) == most]

    def on_strip(self, strip: Road | None) -> dict[str, Casino]:
        """Give for each type the largest casino with a section of the Strip on one of its blocks."""
        best: dict[str, Casino] = {}
        if strip is None:
            return best
        for casino in self.casinos:
            known = best.get(casino.type)
            if (not known or len(casino.cells) > len(known.cells)) and not casino.cells.isdisjoint(strip.cells):
                best[casino.type] = casino
        return best
