"""The one move of Casinopolis as text: `place 7 0,-2`, `place 7 0,-2 turned`.

The spot is the cell of the card's top-left block. A label as on the pictures is read as well: `place 7 M11`.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from games.casinopolis.blocks import Cell  # noqa: TC001 - msgspec reads annotations
from games.casinopolis.map import read_label
from games.core import InvalidMove

LOOKS: Final = "A move looks like “place 7 M11” or “place 7 0,-2 turned”"
"""Begins every sentence about a text that cannot be read."""

_CELL: Final = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")
_NUMBER: Final = re.compile(r"[1-9][0-9]?")
_TURNED: Final = "turned"


class Place(msgspec.Struct, frozen=True):
    """Lay a card with its top-left block on a cell."""

    number: int
    spot: Cell
    turned: bool = False


def read(text: str) -> Place:
    """Read a move; capitals and surplus spaces do not matter.

    Raises:
        InvalidMove: it is no move; the message says what one looks like.
    """
    words = text.lower().split()
    if words[:1] != ["place"] or len(words) < 3:  # noqa: PLR2004 - card and spot
        msg = f"{LOOKS}: give a card, the spot of its top-left block, and “turned” if it is to lie so."
        raise InvalidMove(msg)
    _, number, *rest = words
    turned = rest[-1] == _TURNED
    where = " ".join(rest[:-1] if turned else rest)
    if not _NUMBER.fullmatch(number):
        msg = f"{LOOKS}: a card is called by its number."
        raise InvalidMove(msg)
    spot = read_spot(where)
    if spot is None:
        msg = f"{LOOKS}: a spot is a column and a row like M11, or 0,-2 counted from the start of the map."
        raise InvalidMove(msg)
    return Place(int(number), spot, turned)


def read_spot(text: str) -> Cell | None:
    """Give the cell written as a label or as `column,row`; None when it is neither."""
    match = _CELL.fullmatch(text.strip())
    return (int(match[1]), int(match[2])) if match else read_label(text)


def write(move: Place) -> str:
    """Give the one text of a move."""
    col, row = move.spot
    return f"place {move.number} {col},{row}{f' {_TURNED}' if move.turned else ''}"
