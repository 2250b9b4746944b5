"""Why a move is refused, in sentences for its player. Everything is taken from that player's view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.casinopolis.map import label, only_by_corner, spots
from games.phrases import both, either

if TYPE_CHECKING:
    from games.casinopolis.blocks import Cell
    from games.casinopolis.moves import Place
    from games.casinopolis.view import CasinoView

_NEAREST: Final = 5


def refuse(view: CasinoView, move: Place) -> str:
    """Give every reason why the viewer may not make `move`, and what is possible instead."""
    if view.seat is None:
        return "Only players move in Casinopolis; no move belongs to the table."
    if view.phase == "over":
        return "This game is over; start a new one to play on."
    if view.seat not in view.to_act:
        return "It is not your turn; the board says who is next."
    return " ".join(reasons(view, move))


def reasons(view: CasinoView, move: Place) -> list[str]:
    """Give the reasons, whoever's turn it is, why the viewer could not lay this card there; none if it is possible."""
    found = []
    if move.number not in view.hand:
        hold = f"you hold {both(map(str, view.hand))}" if view.hand else "your hand is empty"
        found.append(f"You do not hold card {move.number}; {hold}.")
    cells = {(col, row) for col, row, _ in view.blocks}
    possible = spots(cells)
    if move.spot not in possible:
        meets = "meets the map only at a corner" if only_by_corner(cells, move.spot) else "does not meet the map"
        near = either(label(spot) for spot in _nearest(possible, move.spot))
        found.append(
            f"A card on {label(move.spot)} {meets}; it must cover a block or share an edge with one, as on {near}."
        )
    return found


def _nearest(possible: set[Cell], spot: Cell) -> list[Cell]:
    """Give the legal spots nearest to one that is not, row by row."""
    col, row = spot
    near = sorted(possible, key=lambda cell: ((cell[0] - col) ** 2 + (cell[1] - row) ** 2, cell))[:_NEAREST]
    return sorted(near, key=lambda cell: (cell[1], cell[0]))
