"""What only one seat knows: its chips, its hidden chips and what it has left, 800 x 600."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from render import panels
from render.cactpot import ground, pieces
from render.canvas import Slot
from render.panels import HEAD, PLAIN, SMALL, STRONG, Ticket, paper
from render.signs import eye, sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.cactpot.view import CactpotView
    from render.brush import Box, Brush
    from render.canvas import Painters
    from render.theme import Theme

SIZE = (800, 600)
TICKET: Box = (16, 12, 784, 108)
TABLE: Box = (16, 118, 784, 396)
CHIPS: Box = (36, 138, 764, 376)
SECRETS: Box = (16, 406, 510, 588)
STOCK: Box = (520, 406, 784, 588)
HORIZON = 275
CHIP_RADIUS, CHIP_PITCH = 82, 180
SECRET_RADIUS, SECRET_PITCH = 50, 226


class Chips(msgspec.Struct, frozen=True):
    """The chips in the hand."""

    chips: tuple[int, ...]


class Secrets(msgspec.Struct, frozen=True):
    """The seat's own hidden chips as (cell, chip)."""

    seat: int
    chips: tuple[tuple[str, int], ...]


class Stock(msgspec.Struct, frozen=True):
    """What the seat has left."""

    seat: int
    cacti: int
    tokens: int


def slots(view: CactpotView, names: Sequence[str]) -> tuple[Slot, ...]:
    """Lay out the hand of a seat's view; `names` are ready to draw.

    Raises:
        ValueError: it is a spectator's view.
    """
    seat = view.seat
    if seat is None:
        msg = "a spectator has no hand"
        raise ValueError(msg)
    ticket = Ticket((seat,), ("Your chips",), _advice(view, seat, names), ("Only you", "see this"))
    return (
        Slot(TICKET, ticket),
        Slot(CHIPS, Chips(view.hand)),
        Slot(SECRETS, Secrets(seat, tuple(sorted(view.own_down.items(), key=lambda item: item[0][::-1])))),
        Slot(STOCK, Stock(seat, view.cactuars[seat], view.tokens[seat])),
    )


def _advice(view: CactpotView, seat: int, names: Sequence[str]) -> str:
    if view.phase == "over":
        return "The match is over"
    if seat not in view.to_act:
        return f"Next: {names[view.to_act[0]]}"
    if view.phase == "bet":
        return "Your turn: place a bet"
    if len(view.faces) > 1:
        return "Your turn: face up or down"
    return f"Your turn: one face {view.faces[0]}"


def paint_ground(brush: Brush, theme: Theme) -> None:
    """Paint the desert with an empty table."""
    brush.rect((0, 0, *SIZE), theme["sand" if theme.bold else "felt"])
    ground.paint_table(brush, theme, TABLE)
    if not theme.bold:
        window = (TABLE[0] + 14, TABLE[1] + 14, TABLE[2] - 14, TABLE[3] - 14)
        brush.inlay(window, 20, lambda inner: ground.paint_desert(inner, theme, window, HORIZON, 0.62))


def _chips(brush: Brush, theme: Theme, box: Box, hand: Chips) -> None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if not hand.chips:
        paper(brush, theme, (int(x) - 300, int(y) - 44, int(x) + 300, int(y) + 44), 20)
        brush.text((x, y), "All your chips are on the table", STRONG, theme["ink"], "middle")
    for number, chip in enumerate(hand.chips):
        pieces.chip(brush, theme, (x + CHIP_PITCH * (number - (len(hand.chips) - 1) / 2), y), CHIP_RADIUS, chip)


def _secrets(brush: Brush, theme: Theme, box: Box, secrets: Secrets) -> None:
    left, top, _, bottom = box
    paper(brush, theme, box, 20)
    brush.text((left + 22, top + 28), "Hidden by you", SMALL, theme["muted"])
    eye(brush, theme, (left + 200, top + 28), 30)
    y = (top + 44 + bottom) / 2
    if not secrets.chips:
        brush.text((left + 22, y), "nothing yet", PLAIN, theme["muted"])
    for number, (cell, chip) in enumerate(secrets.chips):
        x = left + 72 + SECRET_PITCH * number
        pieces.chip(brush, theme, (x, y), SECRET_RADIUS, chip)
        pieces.cactus(brush, theme, (x + 102, y - 16), 62, theme.seat(secrets.seat))
        brush.text((x + 62, y + 40), f"on {cell}", STRONG, theme["ink"])


def _stock(brush: Brush, theme: Theme, box: Box, stock: Stock) -> None:
    left, top, _, _ = box
    paper(brush, theme, box, 20)
    brush.text((left + 22, top + 28), "Left to you", SMALL, theme["muted"])
    pieces.cactus(brush, theme, (left + 54, top + 110), 84, theme.seat(stock.seat))
    brush.text((left + 98, top + 110), str(stock.cacti), HEAD, theme["ink"])
    sign(brush, theme, (left + 178, top + 110), 62, stock.seat)
    brush.text((left + 220, top + 110), str(stock.tokens), HEAD, theme["ink"])


PAINTERS: Painters = {
    **panels.PAINTERS,
    Chips: _chips,
    Secrets: _secrets,
    Stock: _stock,
}
