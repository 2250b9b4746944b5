"""Which betting spaces cannot pay any more, from what everybody can see (rulebook, Q&A on X tokens)."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

from games.cactpot.tables import BINGOS, CELLS, CHIPS, KINDS, LINES, SPACES, STARS

if TYPE_CHECKING:
    from collections.abc import Mapping

_LINES = [(space, CELLS.index(a), CELLS.index(b), CELLS.index(c)) for space, (a, b, c) in LINES.items()]
_WINNER = {count: space for space, counts in BINGOS.items() for count in counts}
_PAYS = frozenset(sum(1 << chip for chip in triple) for triple, kind in KINDS.items() if kind)


def hopeless(up: Mapping[str, int]) -> tuple[str, ...]:
    """Name every space that cannot pay however the chips not in `up` lie: lines, then bingo bets, then stars.

    The nine X tokens of the box are enough for all of them: no three or four face-up chips, as the rules allow them,
    make more than nine spaces hopeless (every position was tried).
    """
    return _hopeless(tuple(up.get(cell, 0) for cell in CELLS))


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
