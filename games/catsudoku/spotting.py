"""Catching a mistake (rulebook, "Catching a Mistake"; what it says nothing about is ours, see docs/catsudoku.md).

All of it works on what lies open, so that a state and a view are judged alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.catsudoku.placing import Clash, clashes, tops
from games.grid import PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.catsudoku.state import CatState
    from games.catsudoku.view import CatView, Placement


class Mistake(NamedTuple):
    """A wrongly placed card of this turn, and the clashes it had when it was laid."""

    placement: Placement
    reasons: tuple[Clash, ...]


def newest(stacks: Sequence[Sequence[str]], placed: Sequence[Placement]) -> Mistake | None:
    """Find the newest card of this turn that is still visible and clashed as the grid stood when it was laid.

    Args:
        stacks: nine lists of cards from bottom to top, row by row, as they are now.
        placed: what was laid this turn, oldest first.
    """
    grid = [list(stack) for stack in stacks]
    visible = tops(stacks)
    for placement in reversed(placed):
        place = PLACES[placement.cell]
        grid[place].pop()
        reasons = clashes(tops(grid), placement.card, placement.cell)
        if reasons and visible[place] == placement.card:
            return Mistake(placement, reasons)
    return None


def watchers(table: CatState | CatView) -> tuple[int, ...]:
    """Give the seats that may spot a mistake now: cards of this turn lie open, and they have not called it fine."""
    if table.mistakes != "spotted" or not table.placed:
        return ()
    asked = table.waiting if table.phase == "open" else range(table.seats)
    return tuple(seat for seat in asked if seat != table.turn and seat not in table.barred)


def victims(table: CatState | CatView, spotter: int) -> tuple[int, ...]:
    """Give the seats that `spotter` may take a token from; none while the supply has one, or nobody else has."""
    others = [seat for seat in range(table.seats) if seat != spotter]
    most = max(table.tokens[seat] for seat in others)
    if table.pool or not most:
        return ()
    return tuple(seat for seat in others if table.tokens[seat] == most)
