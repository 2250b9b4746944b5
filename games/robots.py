"""Robots in several strengths, the same way for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import games
from games import chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core import View

Level = Literal["easy", "full"]

BLIND: dict[Level, int] = {"easy": 50, "full": 0}
"""Of a hundred moves, how many are drawn blindly from the legal ones."""


def choose(slug: str, view: View, legal: Sequence[str], seed: bytes, level: Level = "full") -> str:
    """Choose a legal move for the seat whose view it is, as strongly as `level` says.

    Args:
        slug: which game.
        view: what the seat may know; nothing else is used.
        legal: its legal moves, not empty.
        seed: the same seed gives the same choice.
        level: "full" always plays the robot's move, "easy" now and then a blind one.

    Raises:
        KeyError: there is no such game.
        ValueError: the game does not wait for this seat, though it may be free to move.
    """
    move = games.robot(slug).choose(view, legal, seed)
    roll, generator = chance.below(chance.start(b"level " + seed), 100)
    if roll >= BLIND[level]:
        return move
    index, _ = chance.below(generator, len(legal))
    return legal[index]
