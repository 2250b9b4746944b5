"""The score of a map, line by line, with the cells behind every line (rulebook, "Final Scoring")."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from games.casinopolis.blocks import BLOCKS, TYPES, Cell
from games.casinopolis.city import Choice, City
from games.casinopolis.conditions import Condition, Found, depends_on_choice, find

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games.casinopolis.casinos import Casino
    from games.casinopolis.roads import Road

Cells = tuple[Cell, ...]


class Marks(msgspec.Struct, frozen=True):
    """The cells behind a condition: one entry a hit, and one a hit taken off."""

    plus: tuple[Cells, ...]
    minus: tuple[Cells, ...]


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """A score: `total` is the sum of `casinos` (by type, `E` `M` `R`), `jackpots` and `conditions`, less `roads`.

    `conditions` are points, `hits` times one, two and three chips. Behind the lines: `casino_cells` of each type that
    scores, `jackpot_cells`, `condition_cells`, `road_cells` of every road along its way with `loops` telling which are
    closed, `strip` and `largest` the Strip and the largest casino that were chosen.
    """

    casinos: dict[str, int]
    jackpots: int
    conditions: tuple[int, ...]
    roads: int
    total: int
    hits: tuple[int, ...]
    strip: Cells
    largest: Cells
    casino_cells: dict[str, Cells]
    jackpot_cells: tuple[Cells, ...]
    condition_cells: tuple[Marks, ...]
    road_cells: tuple[Cells, ...]
    loops: tuple[bool, ...]


class Reckoning(NamedTuple):
    """The best total of a map, and what gives it."""

    total: int
    choice: Choice
    casinos: Mapping[str, Casino]
    found: Sequence[Found]


def score_map(blocks: Mapping[Cell, str], conditions: Sequence[Condition]) -> Score:
    """Score a map.

    Args:
        blocks: the visible block of each cell (column, row), as text.
        conditions: the one-chip, two-chip and three-chip condition.

    Raises:
        ValueError: a text is no block.
    """
    city = survey(blocks)
    total, choice, casinos, found = reckon(city, conditions)
    scoring = {kind: casinos[kind].cells if kind in casinos else () for kind in TYPES}
    return Score(
        casinos={kind: len(cells) for kind, cells in scoring.items()},
        jackpots=sum(len(jackpot.cells) for jackpot in city.jackpots),
        conditions=tuple(chips * one.hits for chips, one in enumerate(found, start=1)),
        roads=len(city.roads),
        total=total,
        hits=tuple(one.hits for one in found),
        strip=choice.strip.cells if choice.strip else (),
        largest=tuple(sorted(choice.largest.cells)) if choice.largest else (),
        casino_cells={kind: tuple(sorted(cells)) for kind, cells in scoring.items() if cells},
        jackpot_cells=tuple(jackpot.cells for jackpot in city.jackpots),
        condition_cells=tuple(Marks(_marks(one.plus), _marks(one.minus)) for one in found),
        road_cells=tuple(road.cells for road in city.roads),
        loops=tuple(road.loop for road in city.roads),
    )


def survey(blocks: Mapping[Cell, str]) -> City:
    """Take a map apart; the same map gives the same city however it grew.

    Raises:
        ValueError: a text is no block.
    """
    try:
        return City({cell: BLOCKS[blocks[cell]] for cell in sorted(blocks)})
    except KeyError as error:
        msg = f"there is no block {error.args[0]}"
        raise ValueError(msg) from None


def reckon(city: City, conditions: Sequence[Condition]) -> Reckoning:
    """Find the best total over every way to choose among equal Strips and equal largest casinos."""
    uses = [depends_on_choice(condition) for condition in conditions]
    strips: list[Road | None] = [*city.strips()] or [None]
    largest: list[Casino | None] = [*city.largest()] or [None]
    if not any(by_largest for _, by_largest in uses):
        largest = largest[:1]
    any_choice = Choice(strips[0], largest[0])
    settled = [None if any(use) else find(one, city, any_choice) for one, use in zip(conditions, uses, strict=True)]
    certain = sum(len(jackpot.cells) for jackpot in city.jackpots) - len(city.roads)
    best: Reckoning | None = None
    for choice in map(Choice._make, product(strips, largest)):
        casinos = city.on_strip(choice.strip)
        found = [done or find(one, city, choice) for one, done in zip(conditions, settled, strict=True)]
        total = certain + sum(len(casino.cells) for casino in casinos.values())
        total += sum(chips * one.hits for chips, one in enumerate(found, start=1))
        if best is None or total > best.total:
            best = Reckoning(total, choice, casinos, found)
    assert best is not None
    return best


def _marks(groups: Iterable[Iterable[Cell]]) -> tuple[Cells, ...]:
    return tuple(sorted([tuple(sorted(group)) for group in groups]))
