"""Which betting spaces cannot pay any more, from what everybody can see (rulebook, Q&A on X tokens)."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

from games.cactpot.tables import BINGOS, CELLS, CHIPS, KINDS, LINES, SPACES, STARS, X_TOKENS

if TYPE_CHECKING:
    from collections.abc import Mapping

_LINES = [(space, CELLS.index(a), CELLS.index(b), CELLS.index(c)) for space, (a, b, c) in LINES.items()]
_WINNER = {count: space for space, counts in BINGOS.items() for count in counts}
_PAYS = frozenset(sum(1 << chip for chip in triple) for triple, kind in KINDS.items() if kind)


def hopeless(up: Mapping[str, int]) -> tuple[str, ...]:
    """Name every space that cannot pay however the chips not in `up` lie: lines, then bingo bets, then stars."""
    return _hopeless(tuple(up.get(cell, 0) for cell in CELLS))


def closed(up: Mapping[str, int]) -> tuple[str, ...]:
    """Choose where the nine X tokens go: hopeless lines first, then stars, then bingo bets."""
    spaces = hopeless(up)
    urgent = [space for group in (LINES, STARS, BINGOS) for space in spaces if space in group][:X_TOKENS]
    return tuple(space for space in SPACES if space in urgent)


@lru_cache(maxsize=1024)
def _hopeless(up: tuple[int, ...]) -> tuple[str, ...]:
    hidden = [chip for chip in CHIPS if chip not in up]
    empty = [index for index, chip in enumerate(up) if not chip]
    hopeful = {space for space, chip in STARS.items() if chip in hidden}
    grid = [1 << chip for chip in up]
    for order in permutations(1 << chip for chip in hidden):
        for index, bit in zip(empty, order, strict=True):
            grid[index] = bit
        lines = [space for space, a, b, c in _LINES if grid[a] | grid[b] | grid[c] in _PAYS]
        hopeful.update(lines)
        hopeful.add(_WINNER[len(lines)])
    return tuple(space for space in SPACES if space not in hopeful)
