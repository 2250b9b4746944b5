"""Where everything stands on the pictures of Cat Sudoku. Pure: views in, boxes with their contents out.

ticket           whose turn and what to do
grid | cards     nine tiles under a string of lanterns; a card a seat, and the dock with deck, drawn card and supply
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.catsudoku import turns
from games.catsudoku.tables import COLOURS, SETUPS, TITLES
from games.grid import CELLS, PLACES
from games.phrases import count
from render.canvas import Slot
from render.panels import Ticket

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from games.catsudoku.scoring import Sheet
    from games.catsudoku.view import CatView, Scored
    from games.core import Outcome
    from render.brush import Box, Point

SIZE = (1200, 900)
TICKET: Box = (16, 10, 1184, 106)
GRID_LEFT, GRID_TOP, PITCH = 66, 166, 222
GRID: Box = (GRID_LEFT, GRID_TOP, GRID_LEFT + 3 * PITCH, GRID_TOP + 3 * PITCH)
CARD = 178
"""Size of a card on the grid in pixels."""
LETTERS_Y, NUMBERS_X = 138, 32
"""Where the lanterns with the letters of the columns and the numbers of the rows hang."""
EDGES, EDGE = 4, 7
"""How many covered cards show an edge, and by how many pixels each peeps out."""

CARDS_LEFT, CARDS_TOP, CARDS_RIGHT, _GAP = 752, 118, 1184, 8
DOCK: Box = (752, 698, 1184, 890)
HEIGHTS = {1: 270, 2: 282, 3: 185, 4: 137}
"""Height of a seat's card by number of seats."""
RESULTS = {1: 280, 2: 300, 3: 250, 4: 187}
"""The same at the end, when the dock is gone."""
TALL = 200
"""From this height on a seat's card has a line of its own for the tokens."""
ROW, _SHARE = 6, 0.75
"""Pixels between rows of reserve cards, and the part of a covered card that shows at least."""
MINI_SIZES = (124, 116, 108, 100, 94, 88, 80, 72, 64, 58, 52, 46, 40, 34)
"""Sizes a reserve card may have; the largest is taken that lets all of them fit."""
CLEAR = 46
"""Down to this size reserve cards rather shrink than cover each other's goals."""


class Tile(msgspec.Struct, frozen=True):
    """A cell. `last` is the seat that has just changed it, `goal` that of the visible card, `mark` a cell to point
    out; at the end `points` has the points of its stack by seat, and what counts for nobody is shaded."""

    cell: str
    stack: tuple[str, ...]
    goal: str = ""
    host: bool = False
    last: int | None = None
    mark: bool = False
    points: tuple[tuple[int, str], ...] = ()
    shade: bool = False


class SeatCard(msgspec.Struct, frozen=True):
    """A seat's card during play. `new` is the reserve card that has just come; `watch` tells whether the seat still
    looks a turn over (`looking`) or may not spot (`barred`)."""

    seat: int
    name: str
    points: int
    tokens: int
    reserve: tuple[str, ...]
    goals: tuple[str, ...]
    active: bool
    new: str = ""
    watch: str = ""


class ResultCard(msgspec.Struct, frozen=True):
    """A seat's card at the end: where its points come from."""

    seat: int
    name: str
    sheet: Sheet
    reserve: tuple[str, ...]
    goals: tuple[str, ...]
    winner: bool


class Dock(msgspec.Struct, frozen=True):
    """The deck, the drawn card with the seat that has just turned it up, and the supply of tokens."""

    deck: int
    drawn: str
    goal: str
    pool: int
    last: int | None


class Ladder(msgspec.Struct, frozen=True):
    """The solo titles and how far the points reach."""

    points: int
    over: bool


class Fan(msgspec.Struct, frozen=True):
    """How small cards lie side by side: their size, the step from one to the next, and how many a row."""

    size: int
    step: int
    columns: int


# -- places ------------------------------------------------------------------------------------------------------------


def tile_box(cell: str) -> Box:
    """Give the box of a cell with the gap round it."""
    left = GRID_LEFT + PITCH * "abc".index(cell[0])
    top = GRID_TOP + PITCH * "123".index(cell[1])
    return left, top, left + PITCH, top + PITCH


def card_box(box: Box, cards: int) -> Box:
    """Give the box of the uppermost of `cards` cards in a tile; the edges of covered ones peep out below it."""
    gap = (PITCH - CARD) // 2
    left, top = box[0] + gap, box[1] + gap - EDGE * edges(cards) // 2
    return left, top, left + CARD, top + CARD


def edges(cards: int) -> int:
    """Tell how many edges a stack of `cards` cards shows."""
    return min(EDGES, max(0, cards - 1))


def zone_box(cells: Sequence[str]) -> Box:
    """Give the box round the tiles of a zone."""
    boxes = [tile_box(cell) for cell in cells]
    return boxes[0][0], boxes[0][1], boxes[-1][2], boxes[-1][3]


def zone_sign(cells: Sequence[str]) -> Point:
    """Give the middle of the sign that names a zone's seat: on the zone's outer edge, between two tiles' middles."""
    left, top, right, bottom = zone_box(cells)
    column = cells[0][0] == cells[-1][0]
    if column and cells[0][0] == "b":
        return (left + right) / 2, bottom + 4
    if column:
        return (left + 2 if cells[0][0] == "a" else right - 2), bottom - PITCH
    return right - PITCH, (top - 2 if cells[0][1] == "1" else bottom + 4)


def fan(cards: int, width: int, height: int) -> Fan:
    """Fit `cards` small cards into an area, as large as possible, then as far apart as possible: side by side where
    they stay large enough to read, else overlapping.
    """
    for clear in (True, False):
        for size in MINI_SIZES:
            rows, full = (height + ROW) // (size + ROW), size + ROW
            if not rows or (clear and size < CLEAR):
                continue
            columns = -(-cards // rows)
            fits = columns * full - ROW <= width
            step = full if fits else (width - size) // max(1, columns - 1)
            if fits or (not clear and step >= size * _SHARE):
                return Fan(size, step, columns)
    size = MINI_SIZES[-1]
    columns = -(-cards // max(1, (height + ROW) // (size + ROW)))
    return Fan(size, max(1, (width - size) // max(1, columns - 1)), columns)


def seat_box(number: int, height: int) -> Box:
    """Give the box of the seat card in row `number`."""
    top = CARDS_TOP + number * (height + _GAP)
    return CARDS_LEFT, top, CARDS_RIGHT, top + height


# -- pictures ----------------------------------------------------------------------------------------------------------


def board(view: CatView, names: Sequence[str], marks: Collection[str] = ()) -> tuple[Slot, ...]:
    """Lay out the table of a view; `names` are ready to draw, `marks` are cells to point out."""
    if view.outcome:
        return _ended(view, view.outcome, names)
    slots = [Slot(TICKET, _ticket(view, names))]
    slots += [Slot(tile_box(cell), tile) for cell in CELLS if (tile := _tile(view, cell, marks)) != Tile(cell, ())]
    last = view.last
    for seat in range(view.seats):
        arrived = last is not None and last.seat == seat and last.kind in {"reserve", "caught"}
        watch = "barred" if seat in view.barred else "looking" if seat in view.waiting else ""
        content = SeatCard(
            seat=seat,
            name=names[seat],
            points=view.score.totals[seat],
            tokens=view.tokens[seat],
            reserve=view.reserves[seat],
            goals=tuple(view.goals[card] for card in view.reserves[seat]),
            active=seat in view.awaited,
            new=last.card if last and arrived else "",
            watch=watch if view.mistakes == "spotted" else "",
        )
        slots.append(Slot(seat_box(seat, HEIGHTS[view.seats]), content))
    if view.seats == 1:
        slots.append(_ladder(view.score.totals[0], HEIGHTS[1], over=False))
    drawn = view.drawn or ""
    turned = last.seat if last and last.kind == "drawn" else None
    slots.append(Slot(DOCK, Dock(view.deck_left, drawn, view.goals[drawn] if drawn else "", view.pool, turned)))
    return tuple(slots)


def scored(event: Scored, names: Sequence[str]) -> tuple[Slot, ...]:
    """Lay out the end of a game with the reason for every point."""
    return _ended(event, event.outcome, names)


def _ended(table: CatView | Scored, outcome: Outcome, names: Sequence[str]) -> tuple[Slot, ...]:
    seats = len(names[: len(table.tokens)])
    slots = [Slot(TICKET, _final_ticket(table, outcome, names))]
    slots += [Slot(tile_box(cell), _scored_tile(table, cell)) for cell in CELLS]
    for seat in range(seats):
        content = ResultCard(
            seat=seat,
            name=names[seat],
            sheet=table.score.sheets[seat],
            reserve=table.reserves[seat],
            goals=tuple(table.goals[card] for card in table.reserves[seat]),
            winner=seat in outcome.won,
        )
        slots.append(Slot(seat_box(seat, RESULTS[seats]), content))
    if seats == 1:
        slots.append(_ladder(outcome.scores[0], RESULTS[1], over=True))
    return tuple(slots)


def _ladder(points: int, above: int, *, over: bool) -> Slot:
    _, _, right, bottom = seat_box(0, above)
    foot = SIZE[1] - 10 if over else DOCK[1] - _GAP
    top = bottom + _GAP
    return Slot((CARDS_LEFT, top, right, min(foot, top + 66 + 58 * len(TITLES))), Ladder(points, over))


def _tile(view: CatView, cell: str, marks: Collection[str]) -> Tile:
    stack = view.stacks[PLACES[cell]]
    return Tile(
        cell=cell,
        stack=stack,
        goal=view.goals[stack[-1]] if stack else "",
        host=cell == view.host,
        last=view.last.seat if view.last and view.last.cell == cell else None,
        mark=cell in marks,
    )


def _scored_tile(table: CatView | Scored, cell: str) -> Tile:
    stack = table.stacks[PLACES[cell]]
    points = []
    for seat, zone in enumerate(table.zones):
        if cell in zone:
            entry = next(entry for entry in table.score.sheets[seat].stacks if entry.cell == cell)
            parts = [part for part in (entry.points, entry.tallest) if part] or [0]
            points.append((seat, "".join(f"+{part}" for part in parts)))
    return Tile(cell, stack, host=cell == table.host, points=tuple(points), shade=not points)


def _stub(seats: int, deck_left: int, scoring: str, *, drawn: bool) -> tuple[str, str]:
    deck = SETUPS[seats].deck
    turn = (deck - deck_left - drawn) // seats + 1
    return f"Turn {min(turn, deck // seats)} of {deck // seats}", f"{scoring} scoring"


def _ticket(view: CatView, names: Sequence[str]) -> Ticket:
    stub = _stub(view.seats, view.deck_left, view.scoring, drawn=view.phase != "draw")
    who, you = names[view.turn], view.turn == view.seat
    if view.phase == "open":
        seats = view.waiting
        head = tuple("You" if seat == view.seat else names[seat] for seat in seats)
        whose = "your" if you else f"{who}'s"
        return Ticket(seats, head, f"may look over {whose} turn", stub)
    head = ("Your turn" if you else who,)
    if view.phase == "draw":
        line = "Draw a card" if you else "draws a card"
    elif view.phase == "place" and view.drawn:
        card = f"{COLOURS[view.drawn[0]]} {view.drawn[1]}"
        line = f"{'Place' if you else 'places'} the {card} or {'keep' if you else 'keeps'} it"
    elif turns.affordable(view):
        line = "Play a reserve card or end" if you else "plays a reserve card or ends"
    else:
        line = "End your turn" if you else "ends the turn"
    return Ticket((view.turn,), head, line, stub)


def _final_ticket(table: CatView | Scored, outcome: Outcome, names: Sequence[str]) -> Ticket:
    stub = ("The end", f"{table.scoring} scoring")
    if len(outcome.scores) == 1:
        points = count(outcome.scores[0], "point")
        title = outcome.titles[0] if outcome.titles else "No title tonight"
        return Ticket((0,), (title,), f"{names[0]}, {points}", stub)
    won = outcome.won
    best = count(outcome.scores[won[0]], "point")
    line = f"{'wins' if len(won) == 1 else 'share the win'} with {best}"
    if outcome.reason == "tokens":
        line += " and more tokens"
    return Ticket(won, tuple(names[seat] for seat in won), line, stub)
