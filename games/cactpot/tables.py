"""The tables of Cactpot Party: cells, betting spaces, order of turns, payouts. Seats here count from the starter."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

import msgspec

Kind = Literal["big", "straight", "fifteen"]
Turn = Literal["up", "down", "any", "other"]
"""What a placement may be: face up, face down, whichever the player likes, or the face not used just before."""

CHIPS = tuple(range(1, 10))

LINES: dict[str, tuple[str, str, str]] = {
    "row1": ("a1", "b1", "c1"),
    "row2": ("a2", "b2", "c2"),
    "row3": ("a3", "b3", "c3"),
    "cola": ("a1", "a2", "a3"),
    "colb": ("b1", "b2", "b3"),
    "colc": ("c1", "c2", "c3"),
    "fall": ("a1", "b2", "c3"),
    "rise": ("a3", "b2", "c1"),
}
BINGOS: dict[str, range] = {"bingo0-1": range(2), "bingo2": range(2, 3), "bingo3-8": range(3, 9)}
"""Which numbers of paying lines win each bingo bet."""
STARS: dict[str, int] = {f"star{chip}": chip for chip in CHIPS}
SPACES = (*LINES, *BINGOS, *STARS)
"""All twenty betting spaces in the order they are listed for people."""

LABELS: dict[str, str] = {
    **{f"row{row}": f"row {row}" for row in (1, 2, 3)},
    **{f"col{column}": f"column {column}" for column in "abc"},
    "fall": "falling diagonal",
    "rise": "rising diagonal",
    **{space: space.replace("bingo", "bingo ") for space in BINGOS},
    **{space: f"star {chip}" for space, chip in STARS.items()},
}

PAYOUTS: dict[str, tuple[int, int, int]] = {
    "big": (5, 3, 1),
    "straight": (4, 2, 1),
    "fifteen": (3, 2, 1),
    "bingo0-1": (3, 2, 1),
    "bingo2": (4, 2, 1),
    "bingo3-8": (5, 3, 1),
    "star": (5, 3, 1),
}
"""Points of the first, second and third bet on a space that pays, by kind of line, bingo bet, or star."""

BETS_PER_SPACE = 3
X_TOKENS = 9


class Setup(msgspec.Struct, frozen=True):
    """Everything that depends on the number of players.

    `hands` are the sizes dealt, `turns` the placements and `bets` the bets in order; seats count from the starter.
    """

    games: int
    marker: int
    cactuars: int
    tokens: int
    hands: tuple[int, ...]
    turns: tuple[tuple[int, Turn], ...]
    bets: tuple[int, ...]


SETUPS: dict[int, Setup] = {
    2: Setup(
        games=3,
        marker=1,
        cactuars=2,
        tokens=4,
        hands=(4, 4),
        turns=(
            (0, "up"),
            (1, "any"),
            (1, "other"),
            (0, "any"),
            (0, "other"),
            (1, "any"),
            (1, "other"),
            (0, "down"),
        ),
        bets=(0, 1, 1, 0, 0, 1, 1, 0),
    ),
    3: Setup(
        games=3,
        marker=1,
        cactuars=2,
        tokens=3,
        hands=(3, 3, 2),
        turns=((0, "up"), (1, "up"), (2, "up"), (2, "down"), (1, "down"), (0, "down"), (0, "down"), (1, "down")),
        bets=(0, 1, 2, 2, 1, 0, 0, 1, 2),
    ),
    4: Setup(
        games=2,
        marker=2,
        cactuars=1,
        tokens=3,
        hands=(2, 2, 2, 2),
        turns=((0, "up"), (1, "up"), (2, "up"), (3, "up"), (3, "down"), (2, "down"), (1, "down"), (0, "down")),
        bets=(0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3),
    ),
}


def kind(chips: frozenset[int]) -> Kind | None:
    """Tell what three chips pay for on a line, the best kind if several: 4-5-6 is a straight, not a fifteen."""
    low, _, high = sorted(chips)
    if high - low == 2:  # noqa: PLR2004 - three different numbers two apart are consecutive
        return "big" if low in (1, 7) else "straight"
    return "fifteen" if sum(chips) == 15 else None  # noqa: PLR2004 - the name of the kind


KINDS: dict[frozenset[int], Kind | None] = {
    frozenset(triple): kind(frozenset(triple)) for triple in combinations(CHIPS, 3)
}
"""The kind of each of the 84 triples."""
