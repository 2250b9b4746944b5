"""Where a card may lie and when it earns a token (rulebook, "Card Placement Rule" and "Phase 1").

Only visible cards count: `tops` has the top card of each of the nine stacks, None for an empty cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from games.catsudoku.tables import BESIDE, COLOURS, COLUMNS, CORNERS, OPPOSITE, ROWS, SIDES, number
from games.grid import CELLS, PLACES
from games.phrases import a

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Tops = tuple[str | None, ...]


class Clash(NamedTuple):
    """One reason why a card may not lie on a cell: `card` at `cell` shares `what` with it in that row or column."""

    line: Literal["row", "column"]
    what: Literal["number", "colour"]
    card: str
    cell: str

    def __str__(self) -> str:
        """Say it: `row 2 already has a 7 at c2`."""
        line = f"row {self.cell[1]}" if self.line == "row" else f"column {self.cell[0]}"
        what = a(self.card[1]) if self.what == "number" else COLOURS[self.card[0]]
        return f"{line} already has {what} at {self.cell}"


class Spot(NamedTuple):
    """What a goal looks at: the card, its cell, and the grid before it lies there."""

    card: str
    cell: str
    stacks: Sequence[Sequence[str]]
    host: str

    @property
    def covered(self) -> str | None:
        """The visible card of the cell."""
        stack = self.stacks[PLACES[self.cell]]
        return stack[-1] if stack else None


def tops(stacks: Sequence[Sequence[str]]) -> Tops:
    """Give the visible cards of nine stacks."""
    return tuple(stack[-1] if stack else None for stack in stacks)


def clashes(visible: Tops, card: str, cell: str) -> tuple[Clash, ...]:
    """Find every clash of `card` on `cell`; the card that it would cover does not count."""
    found = []
    lines: tuple[tuple[Literal["row", "column"], tuple[str, ...]], ...] = (
        ("row", ROWS[cell]),
        ("column", COLUMNS[cell]),
    )
    for line, others in lines:
        for other in others:
            top = visible[PLACES[other]]
            if top is None:
                continue
            if top[1] == card[1]:
                found.append(Clash(line, "number", top, other))
            if top[0] == card[0]:
                found.append(Clash(line, "colour", top, other))
    return tuple(found)


def fits(visible: Tops, host: str, card: str) -> list[str]:
    """List the cells where `card` may lie: not under the host, no clash."""
    return [cell for cell in CELLS if cell != host and not clashes(visible, card, cell)]


def meets(goal: str, spot: Spot) -> bool:
    """Tell whether a card laid on a spot reaches its goal."""
    return _TESTS[goal](spot)


def _near(one: str, other: str | None) -> bool:
    return other is not None and abs(number(one) - number(other)) == 1


def _side_away(spot: Spot) -> bool:
    return spot.cell in SIDES and spot.cell[0] != spot.host[0] and spot.cell[1] != spot.host[1]


def _beside(spot: Spot) -> bool:
    return any(_near(spot.card, top) for cell in BESIDE[spot.cell] for top in spot.stacks[PLACES[cell]][-1:])


_TESTS: dict[str, Callable[[Spot], bool]] = {
    "corner": lambda spot: spot.cell in CORNERS,
    "side_away_from_host": _side_away,
    "covers_lower": lambda spot: spot.covered is not None and spot.covered[1] < spot.card[1],
    "mirror_of_host": lambda spot: spot.cell == OPPOSITE[spot.host],
    "covers_plus_minus_1": lambda spot: _near(spot.card, spot.covered),
    "third_exactly": lambda spot: len(spot.stacks[PLACES[spot.cell]]) == 2,  # noqa: PLR2004 - two below the third
    "covers_same_colour": lambda spot: spot.covered is not None and spot.covered[0] == spot.card[0],
    "covers_higher": lambda spot: spot.covered is not None and spot.covered[1] > spot.card[1],
    "beside_neighbour_number": _beside,
}
"""Each goal of `tables.GOALS` as a test. The host never leaves room for `mirror_of_host` on the centre: it is there."""
