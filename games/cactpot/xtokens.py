"""Which betting spaces cannot pay any more, from what everybody can see (rulebook, Q&A on X tokens)."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

from games.cactpot.tables import BINGOS, CHIPS, KINDS, LINES, SPACES, STARS
from games.grid import CELLS, PLACES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_PAYING = frozenset(triple for triple, kind in KINDS.items() if kind)
_INDEXES = {space: [PLACES[cell] for cell in cells] for space, cells in LINES.items()}
_WINNER = {count: space for space, counts in BINGOS.items() for count in counts}


def hopeless(up: Mapping[str, int]) -> tuple[str, ...]:
    """Name every space that cannot pay however the chips not in `up` lie: lines, then bingo bets, then stars.

    The nine X tokens of the box are enough for all of them: no three or four face-up chips, as the rules allow them,
    make more than nine spaces hopeless (every position was tried).
    """
    return _hopeless(tuple(up.get(cell, 0) for cell in CELLS))


@lru_cache(maxsize=1024)
def _hopeless(up: tuple[int, ...]) -> tuple[str, ...]:
    hidden = frozenset(CHIPS) - set(up)
    lines = [space for space in LINES if _can_pay(frozenset(_on(up, space)) - {0}, hidden)]
    stars = [space for space, chip in STARS.items() if chip in hidden]
    hopeful = {*lines, *stars, *_bingos(up, hidden, lines)}
    return tuple(space for space in SPACES if space not in hopeful)


def _can_pay(known: frozenset[int], hidden: frozenset[int]) -> bool:
    return any(known <= triple <= known | hidden for triple in _PAYING)


def _bingos(up: tuple[int, ...], hidden: Collection[int], lines: Collection[str]) -> set[str]:
    """Try every order of the hidden chips until each bingo bet has won once."""
    grid = list(up)
    empty = [index for index, chip in enumerate(up) if not chip]
    won: set[str] = set()
    for order in permutations(sorted(hidden)):
        for index, chip in zip(empty, order, strict=True):
            grid[index] = chip
        won.add(_WINNER[sum(frozenset(_on(grid, space)) in _PAYING for space in lines)])
        if len(won) == len(BINGOS):
            break
    return won


def _on(grid: Sequence[int], space: str) -> list[int]:
    return [grid[index] for index in _INDEXES[space]]
