"""The tables of Cat Sudoku: cells, colours, what depends on the number of players, goals and titles.

A card is its code, colour letter and number: `r5`. Seats in `Setup.zones` count from the start seat.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from games.grid import CELLS

ScoringMode = Literal["basic", "advanced"]
Mistakes = Literal["refereed", "spotted"]

COLOURS: Final[dict[str, str]] = {"r": "red", "b": "blue", "g": "green", "y": "yellow", "p": "purple"}
SIZES: Final[dict[str, int]] = {"r": 6, "b": 6, "g": 6, "y": 9, "p": 9}
"""How many cards each colour has."""
NUMBERS: Final = range(1, 10)
CARDS: Final = tuple(f"{colour}{number}" for colour in COLOURS for number in NUMBERS)
"""Every code a deck may use, in the order cards are listed."""

CENTRE: Final = "b2"
CORNERS: Final = frozenset({"a1", "c1", "a3", "c3"})
SIDES: Final = frozenset({"b1", "a2", "c2", "b3"})
OPPOSITE: Final = dict(zip(CELLS, reversed(CELLS), strict=True))
"""The cell on the other side of the centre."""
ROWS: Final = {cell: tuple(other for other in CELLS if other != cell and other[1] == cell[1]) for cell in CELLS}
COLUMNS: Final = {cell: tuple(other for other in CELLS if other != cell and other[0] == cell[0]) for cell in CELLS}
"""The other two cells of a cell's row and column."""
BESIDE: Final = {
    cell: tuple(other for other in CELLS if abs(ord(other[0]) - ord(cell[0])) + abs(ord(other[1]) - ord(cell[1])) == 1)
    for cell in CELLS
}

TOKENS: Final = 10
PRICE: Final = 2
"""Tokens a card played from the reserve costs."""

_LEFT, _MIDDLE, _RIGHT = (tuple(cell for cell in CELLS if cell[0] == column) for column in "abc")
_TOP, _BOTTOM = CELLS[:3], CELLS[6:]


class Setup(msgspec.Struct, frozen=True):
    """Everything that depends on the number of players; `deck` is what remains to draw from."""

    colours: str
    removed: int
    reserve: int
    deck: int
    zones: tuple[tuple[str, ...], ...]
    scoring: ScoringMode


SETUPS: Final[dict[int, Setup]] = {
    1: Setup("rbgy", removed=2, reserve=3, deck=21, zones=(_MIDDLE,), scoring="advanced"),
    2: Setup("rbgy", removed=2, reserve=3, deck=18, zones=(_LEFT, _RIGHT), scoring="basic"),
    3: Setup("rbgyp", removed=2, reserve=2, deck=27, zones=(_LEFT, _MIDDLE, _RIGHT), scoring="basic"),
    4: Setup("rbgyp", removed=3, reserve=2, deck=24, zones=(_LEFT, _TOP, _RIGHT, _BOTTOM), scoring="basic"),
}

GOALS: Final[dict[str, str]] = {
    "corner": "in a corner",
    "side_away_from_host": "in the middle of a side, outside the host's row and column",
    "covers_lower": "on a lower number",
    "mirror_of_host": "opposite the host",
    "covers_plus_minus_1": "on the next lower or higher number",
    "third_exactly": "as third card of a stack",
    "covers_same_colour": "on its own colour",
    "covers_higher": "on a higher number",
    "beside_neighbour_number": "beside the next lower or higher number",
}
"""Every placement goal by its name in deck files, and in words."""

RESERVE_POINTS: Final = -3
BONUS: Final = 2
"""Points for the most tokens."""
STACK_POINTS: Final = {2: 2, 3: 5}
"""Advanced scoring: points of a stack by its number of cards; other stacks have none."""
TITLES: Final[tuple[tuple[int, str], ...]] = (
    (18, "Sudoku Sensei"),
    (14, "Temple Treasures"),
    (10, "Meow Maestro"),
    (6, "Feline Fanatic"),
    (2, "Keen Kitten"),
)
"""Solo titles and the points they take, highest first."""


def number(card: str) -> int:
    """Give a card's number."""
    return int(card[1])


def name(card: str) -> str:
    """Name a card in words: `red 5`."""
    return f"{COLOURS[card[0]]} {card[1]}"


def zones(seats: int, start: int) -> tuple[tuple[str, ...], ...]:
    """Give the cells of each seat's zone, in seat order."""
    return tuple(SETUPS[seats].zones[(seat - start) % seats] for seat in range(seats))


def title(points: int) -> str:
    """Give the solo title that `points` earn; '' below the lowest."""
    return next((name for least, name in TITLES if points >= least), "")
