"""The moves of Cactpot Party as text: `place 7 b2 down`, `bet row1`."""

from __future__ import annotations

import msgspec

from games.cactpot.tables import CHIPS, LABELS, SPACES
from games.cactpot.view import Face  # noqa: TC001 - msgspec reads annotations
from games.core import InvalidMove
from games.grid import CELLS
from games.phrases import both

LOOKS = "A move looks like “place 7 b2 up”, “place 7 b2 down” or “bet row1”"
"""Begins every sentence about a text that cannot be read."""

_CHIPS = {str(chip): chip for chip in CHIPS}
_FACES: dict[str, Face] = {"up": "up", "down": "down"}


class Place(msgspec.Struct, frozen=True):
    """Put a chip from the hand on a cell."""

    chip: int
    cell: str
    face: Face


class Wager(msgspec.Struct, frozen=True):
    """Put a betting token on a space."""

    space: str


Move = Place | Wager


def read(text: str) -> Move:
    """Read a move; capitals and surplus spaces do not matter.

    Raises:
        InvalidMove: it is no move; the message says what one looks like.
    """
    match text.lower().split():
        case ["place", chip, cell, face]:
            return _place(chip, cell, face)
        case ["place", *_]:
            msg = f"{LOOKS}: to place, give a chip, a cell and a face."
        case ["bet", space]:
            return _wager(space)
        case ["bet", *_]:
            msg = f"{LOOKS}: to bet, give one space."
        case _:
            msg = f"{LOOKS}."
    raise InvalidMove(msg)


def write(move: Move) -> str:
    """Give the one text of a move."""
    match move:
        case Place(chip, cell, face):
            return f"place {chip} {cell} {face}"
        case Wager(space):
            return f"bet {space}"


def public(move: Move) -> str:
    """Give the text without what only the mover knows: the number of a chip that lies face down."""
    match move:
        case Place(_, cell, "down"):
            return f"place ? {cell} down"
        case _:
            return write(move)


def _place(chip: str, cell: str, face: str) -> Place:
    wrong = []
    if chip not in _CHIPS:
        wrong.append("chips are 1 to 9")
    if cell not in CELLS:
        wrong.append("cells are a1 to c3")
    if face not in _FACES:
        wrong.append("a face is up or down")
    if wrong:
        msg = f"{LOOKS}: {both(wrong)}."
        raise InvalidMove(msg)
    return Place(_CHIPS[chip], cell, _FACES[face])


def _wager(space: str) -> Wager:
    if space not in LABELS:
        msg = f"{LOOKS}: betting spaces are {both(SPACES)}."
        raise InvalidMove(msg)
    return Wager(space)
