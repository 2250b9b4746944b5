"""What the viewer's reserve could do now, 800 px wide: each card with a map of the cells it may be laid on.

The picture is as high as the cards need. Few cards stand two a row with their goal in words, many three a row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.catsudoku import turns
from games.catsudoku.tables import PRICE
from games.grid import CELLS
from games.phrases import count
from render import fonts, panels
from render.canvas import Slot
from render.catsudoku import goals, ground, pieces
from render.panels import PLAIN, SMALL, STRONG, Ticket, card, paper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.catsudoku.view import CatView
    from render.brush import Box, Brush
    from render.canvas import Painters
    from render.theme import Theme

WIDTH = 800
TICKET: Box = (16, 12, 784, 108)
FEW = 6
"""Up to so many cards have room for their goals in words."""
_TOP, _GAP, _LEGEND, _SKY = 166, 10, 52, 58


class Form(msgspec.Struct, frozen=True):
    """How cards are laid out: how many a row, the size of each one's sheet, of the card and of a cell of its map."""

    columns: int
    width: int
    height: int
    card: int
    cell: int


_LARGE = Form(columns=2, width=379, height=226, card=150, cell=44)
_SMALL = Form(columns=3, width=249, height=134, card=102, cell=31)


class Entry(msgspec.Struct, frozen=True):
    """A card: the cells it may be laid on, and those of them that would earn a token."""

    card: str
    goal: str
    cells: tuple[str, ...]
    earning: tuple[str, ...]
    host: str
    drawn: bool
    form: Form


class Empty(msgspec.Struct, frozen=True):
    """There is no card."""


class Legend(msgspec.Struct, frozen=True):
    """What the signs on the maps mean."""


def slots(view: CatView, names: Sequence[str]) -> tuple[Slot, ...]:
    """Lay out the reserve of a seat's view; `names` are ready to draw.

    Raises:
        ValueError: it is a spectator's view.
    """
    seat = view.seat
    if seat is None:
        msg = "a spectator has no reserve"
        raise ValueError(msg)
    stub = (count(view.tokens[seat], "token"), count(view.score.totals[seat], "point"))
    placed = [Slot(TICKET, Ticket((seat,), ("Your reserve",), _advice(view, seat, names), stub))]
    cards = _cards(view, seat)
    form = _form(len(cards))
    for place, code in enumerate(cards):
        row, column = divmod(place, form.columns)
        left, top = TICKET[0] + column * (form.width + _GAP), _TOP + row * (form.height + _GAP)
        entry = _entry(view, code, form, drawn=place == 0 and code == view.drawn)
        placed.append(Slot((left, top, left + form.width, top + form.height), entry))
    height = size(view)[1]
    if not cards:
        placed.append(Slot((TICKET[0], _TOP, TICKET[2], _TOP + _LARGE.height), Empty()))
    placed.append(Slot((TICKET[0], height - _SKY - _LEGEND, TICKET[2], height - _SKY), Legend()))
    return tuple(placed)


def size(view: CatView) -> tuple[int, int]:
    """Give the size of the picture."""
    number = 0 if view.seat is None else len(_cards(view, view.seat))
    form = _form(number)
    rows = max(1, -(-number // form.columns))
    return WIDTH, _TOP + rows * (form.height + _GAP) + _LEGEND + _SKY


def _cards(view: CatView, seat: int) -> tuple[str, ...]:
    drawn = (view.drawn,) if view.drawn and view.turn == seat else ()
    return *drawn, *view.reserves[seat]


def _form(cards: int) -> Form:
    return _LARGE if cards <= FEW else _SMALL


def _entry(view: CatView, code: str, form: Form, *, drawn: bool) -> Entry:
    cells = turns.cells(view, code)
    return Entry(
        card=code,
        goal=view.goals[code],
        cells=tuple(cells),
        earning=tuple(cell for cell in cells if turns.goal_met(view, code, cell)),
        host=view.host,
        drawn=drawn,
        form=form,
    )


def _advice(view: CatView, seat: int, names: Sequence[str]) -> str:
    if view.phase == "over":
        return "The game is over"
    if seat in view.waiting:
        return f"Look over {names[view.turn]}'s turn"
    if seat != view.turn or seat not in view.awaited:
        return f"Next: {names[view.turn]}"
    if view.phase == "draw":
        return "Draw a card"
    if view.phase == "place":
        return "Place or keep the card"
    return "Play a card or end" if view.tokens[seat] >= PRICE else "End your turn"


def paint_ground(brush: Brush, theme: Theme, height: int) -> None:
    """Paint the night with a string of lanterns and the stalls at the foot."""
    ground.sky(brush, theme, (0, 0, WIDTH, height))
    if not theme.bold:
        ground.stalls(brush, theme, height, WIDTH)
        ground.string(brush, theme, [(-80, 118), (200, 118), (400, 118), (600, 118), (880, 118)])


def _sheet(brush: Brush, theme: Theme, box: Box, entry: Entry) -> None:
    left, top, right, bottom = box
    form = entry.form
    card(brush, theme, box, raised=entry.drawn)
    large = form == _LARGE
    inset = 18 if large else 15
    pieces.card(brush, theme, (left + inset, top + inset), form.card, entry.card, entry.goal)
    pitch = form.cell + 4
    side = 3 * pitch - 4
    x = left + inset + form.card + (right - left - inset - form.card - side) // 2
    y = top + inset + (form.card - side) // 2
    brush.rounded((x - 7, y - 7, x + side + 7, y + side + 7), 14, theme["panel"])
    for place, cell in enumerate(CELLS):
        row, column = divmod(place, 3)
        _cell(brush, theme, (x + column * pitch, y + row * pitch), entry, cell)
    if large:
        words = goals.words(entry.goal, entry.card)
        coin = left + inset + 17
        pieces.coin(brush, theme, (coin, bottom - 31), 34)
        room = right - 16 - coin - 26
        brush.text((coin + 26, bottom - 31), fonts.fit(words, PLAIN, room), PLAIN, theme["ink"])


def _cell(brush: Brush, theme: Theme, at: tuple[int, int], entry: Entry, cell: str) -> None:
    """Paint a cell of a map: a coin where a token is to be earned, a tile where the card may lie."""
    x, y = at
    side = entry.form.cell
    middle = (x + side / 2, y + side / 2)
    if cell in entry.earning:
        brush.disc(*middle, side / 2, theme["gold"])
        brush.ring(*middle, side / 2 - 3, 2.5, theme["ink"])
    elif cell in entry.cells:
        brush.rounded((x + 1, y + 1, x + side - 1, y + side - 1), 9, theme["mint"])
    elif cell == entry.host:
        pieces.lantern(brush, theme, middle, side * 0.9)
        return
    else:
        brush.disc(*middle, 4, theme["mist"])
        return
    if entry.form == _LARGE:
        brush.text(middle, cell, SMALL, theme["ink"], "middle")


def _empty(brush: Brush, theme: Theme, box: Box, _: Empty) -> None:
    paper(brush, theme, box, 20)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    pieces.paw(brush, (x, y - 40), 80, theme["paper_edge"])
    brush.text((x, y + 50), "Your reserve is empty", STRONG, theme["ink"], "middle")


def _legend(brush: Brush, theme: Theme, box: Box, _: Legend) -> None:
    left, top, right, bottom = box
    brush.rounded(box, 16, theme["panel"])
    y = (top + bottom) // 2
    brush.rounded((left + 18, y - 14, left + 46, y + 14), 8, theme["mint"])
    x = left + 54 + brush.text((left + 54, y), "may lie here", SMALL, theme["cream"]) + 26
    brush.disc(x + 14, y, 15, theme["gold"])
    brush.ring(x + 14, y, 12, 2.5, theme["ink"])
    brush.text((x + 38, y), "and earns a token", SMALL, theme["cream"])
    end = right - 18
    width = brush.text((end, y), "play a card", SMALL, theme["cream"], "right")
    for place in range(PRICE):
        pieces.coin(brush, theme, (end - width - 44 + 18 * place, y), 32)


PAINTERS: Painters = {**panels.PAINTERS, Entry: _sheet, Empty: _empty, Legend: _legend}
