"""What most boards of Cactpot Party will show, to be painted before it is needed."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from games.cactpot.tables import SETUPS, SPACES
from games.grid import CELLS
from render.cactpot import layout
from render.cactpot.layout import Cell, SeatCard, Tray
from render.canvas import Slot
from render.panels import queue_under

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEATS = range(max(SETUPS))
_SCORES = range(30)
_NUMBERS = range(10)


def slots() -> Iterator[Slot]:
    """Give chips and signs in every cell, one or two tokens on every space, cards with small numbers, coming turns."""
    for seats in SETUPS:
        under = layout.card_box(seats - 1, layout.CARD_HEIGHT)
        place = (under[0], under[3] + layout.CARD_GAP, under[2])
        for seat, count in product(range(seats), (6, 12)):
            yield queue_under(place, (seat,) * count)
    for cell in CELLS:
        yield Slot(layout.cell_box(cell), Cell(star=True))
        for seat in _SEATS:
            yield from (Slot(layout.cell_box(cell), Cell(owner=seat, last=last)) for last in (None, seat))
        for chip, last in product(range(1, 10), (None, *_SEATS)):
            yield Slot(layout.cell_box(cell), Cell(chip=chip, last=last))
    for seat, active, starter, score in product(_SEATS, (False, True), (False, True), _SCORES):
        count = min(score, max(_NUMBERS))
        card = SeatCard(seat, "", score, count, count, count, active=active, starter=starter, winner=False)
        yield Slot(layout.card_box(seat, layout.CARD_HEIGHT), card)
    for space, seat, last in product(SPACES, _SEATS, (False, True)):
        yield Slot(layout.tray_box(space), Tray(space, (seat,), last=last))
    for space, first, second in product(SPACES, _SEATS, _SEATS):
        yield Slot(layout.tray_box(space), Tray(space, (first, second), last=True))
