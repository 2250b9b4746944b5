"""Who earns what once all chips are face up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.cactpot.tables import BINGOS, KINDS, LINES, PAYOUTS, SPACES, STARS
from games.cactpot.view import Line, Payout
from games.grid import PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_STAR_SPACES = {chip: space for space, chip in STARS.items()}


class Score(msgspec.Struct, frozen=True):
    """One scored game: every paying line, the bingo bet that won, the points of each bet, the points of each seat."""

    bingos: tuple[Line, ...]
    bingo_space: str
    payouts: tuple[Payout, ...]
    totals: tuple[int, ...]


def bingos(grid: Sequence[int]) -> tuple[Line, ...]:
    """Find every paying line of nine chips given row by row; a line counts once, as its best kind."""
    found = ((space, cells, KINDS[frozenset(grid[PLACES[cell]] for cell in cells)]) for space, cells in LINES.items())
    return tuple(Line(space, kind, cells) for space, cells, kind in found if kind)


def paying(grid: Sequence[int], star_cell: str) -> dict[str, tuple[int, int, int]]:
    """Map each betting space that pays to the points of the first, second and third bet there."""
    lines = bingos(grid)
    bingo, star = _bingo_space(lines), _STAR_SPACES[grid[PLACES[star_cell]]]
    return {
        **{line.space: PAYOUTS[line.kind] for line in lines},
        bingo: PAYOUTS[bingo],
        star: PAYOUTS["star"],
    }


def score(grid: Sequence[int], star_cell: str, bets: Mapping[str, Sequence[int]], seats: int) -> Score:
    """Score one game (rulebook, "Scoring Phase").

    Args:
        grid: nine chips, row by row.
        star_cell: where the star chip lies.
        bets: betting space -> seats in the order they bet there.
        seats: how many players there are.
    """
    lines = bingos(grid)
    bingo_space = _bingo_space(lines)
    paid = paying(grid, star_cell)
    payouts = tuple(
        Payout(space, seat, place, points)
        for space in SPACES
        if space in paid
        for place, (seat, points) in enumerate(zip(bets.get(space, ()), paid[space], strict=False), start=1)
    )
    totals = tuple(sum(payout.points for payout in payouts if payout.seat == seat) for seat in range(seats))
    return Score(lines, bingo_space, payouts, totals)


def _bingo_space(lines: Sequence[Line]) -> str:
    return next(space for space, counts in BINGOS.items() if len(lines) in counts)
