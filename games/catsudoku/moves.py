"""The moves of Cat Sudoku as text: `draw`, `grid b2`, `reserve`, `play r5 a1`, `end`, `spot`, `spot 2`, `fine`."""

from __future__ import annotations

import msgspec

from games.catsudoku.tables import CARDS, SETUPS
from games.core import InvalidMove
from games.grid import CELLS

LOOKS = "A move looks like “draw”, “grid b2”, “reserve”, “play r5 b2”, “end”, “spot”, “spot 2” or “fine”"
"""Begins every sentence about a text that cannot be read."""

_SEATS = {str(seat): seat for seat in range(max(SETUPS))}


class Draw(msgspec.Struct, frozen=True):
    """Turn up the top card."""


class Grid(msgspec.Struct, frozen=True):
    """Put the drawn card into the grid."""

    cell: str


class Reserve(msgspec.Struct, frozen=True):
    """Put the drawn card into the reserve."""


class Play(msgspec.Struct, frozen=True):
    """Pay two tokens and put a reserve card into the grid."""

    card: str
    cell: str


class End(msgspec.Struct, frozen=True):
    """End the turn."""


class Spot(msgspec.Struct, frozen=True):
    """Say that the newest turn has a mistake; `victim` gives the token where that has to be named."""

    victim: int | None = None


class Fine(msgspec.Struct, frozen=True):
    """Say that the newest turn has no mistake."""


class Close(msgspec.Struct, frozen=True):
    """The table's own move: the time for spotting has run out."""


Move = Draw | Grid | Reserve | Play | End | Spot | Fine | Close

_BARE: dict[str, Move] = {
    "draw": Draw(),
    "reserve": Reserve(),
    "end": End(),
    "spot": Spot(),
    "fine": Fine(),
    "close": Close(),
}
_WORDS = {type(move): word for word, move in _BARE.items()}


def read(text: str) -> Move:
    """Read a move; capitals and surplus spaces do not matter.

    Raises:
        InvalidMove: it is no move; the message says what one looks like.
    """
    match text.lower().split():
        case [word] if word in _BARE:
            return _BARE[word]
        case ["grid", cell] if cell in CELLS:
            return Grid(cell)
        case ["play", card, cell] if card in CARDS and cell in CELLS:
            return Play(card, cell)
        case ["spot", seat] if seat in _SEATS:
            return Spot(_SEATS[seat])
        case ["grid", *_]:
            msg = f"{LOOKS}: to place the drawn card, give one cell, a1 to c3."
        case ["play", *_]:
            msg = f"{LOOKS}: to play from the reserve, give a card like r5 and a cell, a1 to c3."
        case ["spot", *_]:
            msg = f"{LOOKS}: to spot, give nothing or the seat that loses a token, 0 to {max(_SEATS)}."
        case _:
            msg = f"{LOOKS}."
    raise InvalidMove(msg)


def write(move: Move) -> str:
    """Give the one text of a move."""
    match move:
        case Grid(cell):
            return f"grid {cell}"
        case Play(card, cell):
            return f"play {card} {cell}"
        case Spot(int(victim)):
            return f"spot {victim}"
        case _:
            return _WORDS[type(move)]
