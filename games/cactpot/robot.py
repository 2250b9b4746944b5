"""A robot that bets by exact odds and places chips where it will know more than the others.

To bet it counts out every way in which the hidden chips may lie, weighs each by the bets of the others, and takes the
space where its bet, first, second or third there, earns most on average. What may be bet later it does not foresee.
To place it looks at what its best lines and the star would be worth to it next, less what all can see of them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from games import chance
from games.cactpot import moves, odds
from games.cactpot.tables import CHIPS, KINDS, LINES, PAYOUTS, SETUPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.cactpot.view import CactpotView

SECRECY = 0.7
"""What a point that everybody can expect of a line takes off a point that the robot expects of it."""


def choose(view: CactpotView, legal: Sequence[str], seed: bytes) -> str:
    """Choose a move; see `games.core.Robot`.

    Raises:
        ValueError: it is not this seat's turn.
    """
    if view.seat not in view.to_act:
        msg = "a robot moves when the game waits for it"
        raise ValueError(msg)
    worth = odds.worth(odds.beliefs(view)) if view.phase == "bet" else {}
    values = {text: _value(view, worth, moves.read(text)) for text in legal}
    best = max(values.values())
    equals = [text for text, value in values.items() if value > best - 1e-9]
    index, _ = chance.below(chance.start(seed), len(equals))
    return equals[index]


def _value(view: CactpotView, worth: odds.Worth, move: moves.Move) -> float:
    match move:
        case moves.Wager(space):
            return worth[space][len(view.bets.get(space, ()))]
        case moves.Place(chip, cell, "up"):
            return _promise(view, view.up | {cell: chip}, view.own_down, frozenset(view.down))
        case moves.Place(chip, cell, _):
            return _promise(view, view.up, view.own_down | {cell: chip}, frozenset({*view.down, cell}))


def _promise(view: CactpotView, up: dict[str, int], own_down: dict[str, int], down: frozenset[str]) -> float:
    """Add up the most promising spaces, one a token, of a board on which the viewer has just placed a chip."""
    known = up | own_down
    strange = frozenset(CHIPS) - frozenset(known.values()) - frozenset(view.hand)
    loose = frozenset(CHIPS) - frozenset(known.values())
    covered = frozenset(CHIPS) - frozenset(up.values())
    spaces = [PAYOUTS["star"][0] / len(strange)]
    for cells in LINES.values():
        # The own hand still goes somewhere, but not where others have already hidden a chip.
        open_to_hand = any(cell not in known and cell not in down for cell in cells)
        expected = _expected(_on(cells, known), loose if open_to_hand else strange)
        spaces.append(expected - SECRECY * _expected(_on(cells, up), covered))
    return sum(sorted(spaces, reverse=True)[: SETUPS[view.seats].tokens])


def _on(cells: Sequence[str], chips: dict[str, int]) -> frozenset[int]:
    return frozenset(chips[cell] for cell in cells if cell in chips)


@lru_cache(maxsize=100_000)
def _expected(known: frozenset[int], others: frozenset[int]) -> float:
    """Give the mean points of the first bet on a line with some known chips, the rest being any of the others."""
    rest = [frozenset(chips) for chips in combinations(sorted(others), 3 - len(known))]
    kinds = (KINDS[known | chips] for chips in rest)
    return sum(PAYOUTS[kind][0] for kind in kinds if kind) / len(rest)
