"""What the hidden chips may be and what each betting space is worth then, counted out from one seat's view.

A world is one way in which the nine chips may lie. Before anybody has bet, all that a view allows are equally likely.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from games.cactpot.scoring import paying
from games.cactpot.tables import CHIPS, SPACES
from games.grid import CELLS, PLACES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.cactpot.view import CactpotView

Worth = dict[str, tuple[float, float, float]]
"""Expected points of the first, second and third bet on each space."""

TRUST = 2.0
"""How much others are thought to bet where they expect most: one point more makes a space e^TRUST times as likely."""
WHIM = 0.2
"""The share of bets that are thought to mean nothing. Without it the robot reads too much into careless play."""


class World(NamedTuple):
    """A full grid, row by row, and the points of first, second and third bet on the spaces that pay in it."""

    grid: tuple[int, ...]
    pays: dict[str, tuple[int, int, int]]


def worlds(view: CactpotView) -> tuple[World, ...]:
    """List every world that the chips face up allow.

    Raises:
        ValueError: not all chips lie yet.
    """
    return _worlds(*_board(view))


def possible(view: CactpotView) -> list[World]:
    """List every world that the viewer cannot rule out, knowing their own hidden chips."""
    own = {PLACES[cell]: chip for cell, chip in view.own_down.items()}
    return [world for world in worlds(view) if all(world.grid[place] == chip for place, chip in own.items())]


def worth(weighed: Iterable[tuple[World, float]]) -> Worth:
    """Give the expected points of each space over worlds with their weights."""
    sums = {space: [0.0, 0.0, 0.0] for space in SPACES}
    total = 0.0
    for world, weight in weighed:
        total += weight
        for space, points in world.pays.items():
            expected = sums[space]
            for place, gain in enumerate(points):
                expected[place] += weight * gain
    return {space: (first / total, second / total, third / total) for space, (first, second, third) in sums.items()}


def beliefs(view: CactpotView) -> list[tuple[World, float]]:
    """Weigh every possible world by how likely the others' bets are in it: who hides chips bets by them."""
    readings = [_reading(view, seat) for seat in range(view.seats) if seat != view.seat]
    found = []
    for world in possible(view):
        weight = 1.0
        for places, likely in readings:
            weight *= likely[_chips(world, places)]
        found.append((world, weight))
    return found


def _reading(view: CactpotView, seat: int) -> tuple[tuple[int, ...], dict[tuple[int, ...], float]]:
    """Tell where a seat's hidden chips lie, and for all they may be how likely the seat's bets are then."""
    bets = [space for space, seats in view.bets.items() if seat in seats]
    places = tuple(PLACES[cell] for cell, owner in view.down.items() if owner == seat)
    return places, {chips: _likely(bets, mind) for chips, mind in _minds(*_board(view), places).items()}


def _likely(bets: Sequence[str], mind: Worth) -> float:
    """Give how likely somebody to whom the spaces are worth so much is to bet like that."""
    pull = {space: exp(TRUST * first) for space, (first, _, _) in mind.items()}
    total, likely = sum(pull.values()), 1.0
    for space in bets:
        likely *= (1 - WHIM) * pull[space] / total + WHIM / len(SPACES)
    return likely


def _chips(world: World, places: Iterable[int]) -> tuple[int, ...]:
    return tuple(world.grid[place] for place in places)


def _board(view: CactpotView) -> tuple[tuple[int, ...], str]:
    if view.star is None:
        msg = "bets come after the chips"
        raise ValueError(msg)
    return tuple(view.up.get(cell, 0) for cell in CELLS), view.star


@lru_cache(maxsize=32)
def _minds(up: tuple[int, ...], star: str, places: tuple[int, ...]) -> dict[tuple[int, ...], Worth]:
    """Give what the spaces are worth to whoever knows the chips at some places, for all that these may be."""
    groups: dict[tuple[int, ...], list[World]] = {}
    for world in _worlds(up, star):
        groups.setdefault(_chips(world, places), []).append(world)
    return {chips: worth((world, 1.0) for world in group) for chips, group in groups.items()}


@lru_cache(maxsize=8)
def _worlds(up: tuple[int, ...], star: str) -> tuple[World, ...]:
    hidden = [chip for chip in CHIPS if chip not in up]
    found = []
    for order in permutations(hidden):
        filling = iter(order)
        grid = tuple(chip or next(filling) for chip in up)
        found.append(World(grid, paying(grid, star)))
    return tuple(found)
