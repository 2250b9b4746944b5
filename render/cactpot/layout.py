"""Where everything stands on the pictures of Cactpot Party. Pure: views in, boxes with their contents out.

ticket            whose turn and what to do
table | cards     the board with its twenty betting spaces, and a card a seat with the coming turns below
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.cactpot.state import bet_number
from games.cactpot.tables import BINGOS, KINDS, LINES, PAYOUTS, SETUPS, SPACES, STARS
from games.core import ranks
from games.grid import CELLS
from render.canvas import Slot
from render.panels import Ticket, queue_under

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.cactpot.view import CactpotView, Scored
    from render.brush import Box, Point

SIZE = (1200, 900)
TICKET: Box = (16, 10, 1184, 106)
TABLE: Box = (8, 114, 838, 892)
PLATE: Box = (190, 222, 676, 702)
CELL_SIZE, CELL_PITCH = 140, 146
_GRID = (234, 260)
CHIP_RADIUS = 60

TRAY = (136, 76)
_TRAY_LEFT, _TRAY_TOP, _TRAY_FOOT = 34, 136, 712
TOKEN = 42
RIBBON = 26
"""Height of the ribbon over a line that paid."""

_BINGO_LEFT, _BINGO_SIZE = 686, (128, 140)
_STAR_LEFT, _STAR_TOP, _STAR_PITCH, _STAR_SIZE = 190, 712, 69.75, (66, 156)
STAR_TOKEN = 36
LEGEND: Box = (668, 137, 822, 213)
STAR_LABEL: Box = (34, 796, 170, 868)

_CARDS_LEFT, _CARDS_TOP, _CARD_WIDTH, CARD_GAP = 850, 114, 334, 10
_PLACES = ("", "1st place", "2nd place", "3rd place", "4th place")
CARD_HEIGHT, RESULT_HEIGHT = 144, 186


class Cell(msgspec.Struct, frozen=True):
    """A filled cell. `own` is the hidden number that the viewer knows, `last` the seat that has just played here."""

    chip: int | None = None
    owner: int | None = None
    star: bool = False
    own: int | None = None
    last: int | None = None


class Plate(msgspec.Struct, frozen=True):
    """The whole grid at scoring: nine cells row by row and the lines that pay as (space, kind)."""

    cells: tuple[Cell, ...]
    lines: tuple[tuple[str, str], ...]


class Tray(msgspec.Struct, frozen=True):
    """A betting space in use: `points` are what the bets earn once the space has won; `kind` names a line's."""

    space: str
    seats: tuple[int, ...]
    closed: bool = False
    last: bool = False
    won: bool = False
    points: tuple[int, ...] = ()
    kind: str = ""


class SeatCard(msgspec.Struct, frozen=True):
    """A seat's card: what it has left during play, its `place` once the match is over."""

    seat: int
    name: str
    score: int
    chips: int
    cacti: int
    tokens: int
    active: bool
    starter: bool
    winner: bool
    place: str = ""


class ResultCard(msgspec.Struct, frozen=True):
    """A seat's card at scoring: what each bet earned, the game's and the match's total."""

    seat: int
    name: str
    payouts: tuple[tuple[str, int], ...]
    total: int
    score: int
    starter: bool
    winner: bool


# -- places ------------------------------------------------------------------------------------------------------------


def cell_box(cell: str) -> Box:
    """Give the box of a cell."""
    left = _GRID[0] + CELL_PITCH * "abc".index(cell[0])
    top = _GRID[1] + CELL_PITCH * "123".index(cell[1])
    return left, top, left + CELL_SIZE, top + CELL_SIZE


def tray_box(space: str) -> Box:
    """Give the box of a betting space."""
    if space in STARS:
        left = _STAR_LEFT + int(_STAR_PITCH * (STARS[space] - 1))
        return left, _STAR_TOP, left + _STAR_SIZE[0], _STAR_TOP + _STAR_SIZE[1]
    if space in BINGOS:
        top = cell_box(f"a{1 + list(BINGOS).index(space)}")[1]
        return _BINGO_LEFT, top, _BINGO_LEFT + _BINGO_SIZE[0], top + _BINGO_SIZE[1]
    if space == "fall":
        left, top = _TRAY_LEFT, _TRAY_TOP
    elif space == "rise":
        left, top = _TRAY_LEFT, _TRAY_FOOT
    elif space.startswith("row"):
        left, top = _TRAY_LEFT, cell_box(f"a{space[-1]}")[1] + (CELL_SIZE - TRAY[1]) // 2
    else:
        left, top = cell_box(f"{space[-1]}1")[0], _TRAY_TOP
    return left, top, left + TRAY[0], top + TRAY[1]


def tray_slots(space: str) -> tuple[tuple[Point, Point], ...]:
    """Give the middle of each of the three tokens of a space, first to third, and of the small numeral beside it."""
    left, top, right, bottom = tray_box(space)
    middle = (left + right) / 2
    if space in STARS:
        stacked = [bottom - 58 - (STAR_TOKEN + 3) * place for place in range(3)]
        return tuple(((left + 21, y), (right - 15, y)) for y in stacked)
    y, under = (top + 80, top + 118) if space in BINGOS else (top + 24, top + 60)
    return tuple(((middle + TOKEN * (place - 1), y), (middle + TOKEN * (place - 1), under)) for place in range(3))


def token_size(space: str) -> int:
    """Give the size of the tokens of a space."""
    return STAR_TOKEN if space in STARS else TOKEN


def line_ends(space: str) -> tuple[Point, Point]:
    """Give the middles of a line's first and last cell."""
    first, _, last = LINES[space]
    return middle_of(cell_box(first)), middle_of(cell_box(last))


def middle_of(box: Box) -> Point:
    """Give the middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def card_box(number: int, height: int) -> Box:
    """Give the box of the seat card in row `number`."""
    top = _CARDS_TOP + number * (height + CARD_GAP)
    return _CARDS_LEFT, top, _CARDS_LEFT + _CARD_WIDTH, top + height


# -- pictures ----------------------------------------------------------------------------------------------------------


def board(view: CactpotView, names: Sequence[str]) -> tuple[Slot, ...]:
    """Lay out the table of a view; `names` are ready to draw."""
    winners = _winners(view.scores) if view.phase == "over" else ()
    slots = [Slot(TICKET, _ticket(view, names, winners))]
    cells = {cell: _cell(view, cell) for cell in CELLS}
    lines = _lines(view.up) if view.phase == "over" else ()
    if view.phase == "over":
        slots.append(Slot(PLATE, Plate(tuple(filled or Cell() for filled in cells.values()), lines)))
    else:
        slots += [Slot(cell_box(cell), filled) for cell, filled in cells.items() if filled]
    slots += _trays(view.bets, view.closed, _paying(view, dict(lines)), view.last.space if view.last else None)
    for seat in range(view.seats):
        card = SeatCard(
            seat=seat,
            name=names[seat],
            score=view.scores[seat],
            chips=view.hand_sizes[seat],
            cacti=view.cactuars[seat],
            tokens=view.tokens[seat],
            active=seat in view.to_act,
            starter=seat == view.starter,
            winner=seat in winners,
            place=_PLACES[ranks(view.scores)[seat]] if view.phase == "over" else "",
        )
        slots.append(Slot(card_box(seat, CARD_HEIGHT), card))
    if view.queue:
        under = card_box(view.seats - 1, CARD_HEIGHT)
        slots.append(queue_under((under[0], under[3] + CARD_GAP, under[2]), view.queue))
    return tuple(slots)


def scored(event: Scored, names: Sequence[str]) -> tuple[Slot, ...]:
    """Lay out a scored table."""
    best = _winners(event.totals)
    over = event.game_no == event.games
    winners = _winners(event.scores) if over else ()
    kinds = {line.space: line.kind for line in event.bingos}
    grid = dict(zip(CELLS, event.grid, strict=True))
    star = f"star{grid[event.star_cell]}"
    cells = tuple(
        Cell(chip=grid[cell], owner=owner, star=cell == event.star_cell)
        for cell, owner in zip(CELLS, event.owners, strict=True)
    )
    if winners:
        head, signs = tuple(names[seat] for seat in winners), winners
        line = f"{'wins' if len(winners) == 1 else 'share'} the match with {event.scores[winners[0]]} points"
    else:
        head, signs = tuple(names[seat] for seat in best), best
        line = f"{'takes' if len(best) == 1 else 'take'} the most of this game: {_points(event.totals[best[0]])}"
        if event.totals[best[0]] == 0:
            head, signs, line = ("Nobody scored",), (), "No bet came true this time"
    stub = (f"Game {event.game_no} of {event.games}", _bingos(len(event.bingos)))
    slots = [
        Slot(TICKET, Ticket(signs, head, line, stub)),
        Slot(PLATE, Plate(cells, tuple((line.space, line.kind) for line in event.bingos))),
    ]
    slots += _trays(event.bets, event.closed, {**kinds, event.bingo_space: event.bingo_space, star: "star"}, None)
    for seat in range(len(event.totals)):
        card = ResultCard(
            seat=seat,
            name=names[seat],
            payouts=tuple((payout.space, payout.points) for payout in event.payouts if payout.seat == seat),
            total=event.totals[seat],
            score=event.scores[seat],
            starter=seat == event.starter,
            winner=seat in winners,
        )
        slots.append(Slot(card_box(seat, RESULT_HEIGHT), card))
    return tuple(slots)


def _ticket(view: CactpotView, names: Sequence[str], winners: tuple[int, ...]) -> Ticket:
    game = f"Game {view.game_no} of {view.games}"
    if winners:
        share = "wins" if len(winners) == 1 else "share the win"
        line = f"{share} with {_points(view.scores[winners[0]])}"
        return Ticket(winners, tuple(names[seat] for seat in winners), line, (game, "The end"))
    seat = view.to_act[0]
    head = ("Your turn" if seat == view.seat else names[seat],)
    you = seat == view.seat
    if view.phase == "bet":
        bet = f"bet {bet_number(view)} of {SETUPS[view.seats].tokens}"
        line = f"Place {bet}" if you else f"places {bet}"
        return Ticket((seat,), head, line, (game, "Betting"))
    if len(view.faces) > 1:
        what = "a chip, face up or face down"
    elif view.faces[0] == "up":
        what = "a chip face up"
    else:
        what = "a chip face down"
    return Ticket((seat,), head, f"Place {what}" if you else f"places {what}", (game, "Placing"))


def _cell(view: CactpotView, cell: str) -> Cell | None:
    last = view.last.seat if view.last and view.last.cell == cell else None
    if cell in view.up:
        return Cell(chip=view.up[cell], star=cell == view.star, last=last)
    if cell in view.down:
        return Cell(owner=view.down[cell], own=view.own_down.get(cell), last=last)
    return Cell(star=True) if cell == view.star else None


def _trays(
    bets: Mapping[str, tuple[int, ...]], closed: Sequence[str], paying: Mapping[str, str], last: str | None
) -> list[Slot]:
    slots = []
    for space in SPACES:
        kind = paying.get(space, "")
        tray = Tray(
            space=space,
            seats=bets.get(space, ()),
            closed=space in closed,
            last=space == last,
            won=bool(kind),
            points=PAYOUTS[kind] if kind else (),
            kind=kind if space in LINES else "",
        )
        if tray != Tray(space, ()):
            left, top, right, bottom = tray_box(space)
            slots.append(Slot((left, top - (RIBBON if tray.kind else 0), right, bottom), tray))
    return slots


def _paying(view: CactpotView, kinds: Mapping[str, str]) -> dict[str, str]:
    """Give what each space pays for at the end of a match: nothing before."""
    if view.phase != "over" or len(view.up) < len(CELLS):
        return {}
    bingo = next(space for space, counts in BINGOS.items() if len(kinds) in counts)
    star = {f"star{view.up[view.star]}": "star"} if view.star in view.up else {}
    return {**kinds, bingo: bingo, **star}


def _lines(up: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    found = []
    for space, cells in LINES.items():
        kind = KINDS[frozenset(up[cell] for cell in cells)] if all(cell in up for cell in cells) else None
        if kind:
            found.append((space, str(kind)))
    return tuple(found)


def _winners(scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def _points(points: int) -> str:
    return f"{points} point" if points == 1 else f"{points} points"


def _bingos(count: int) -> str:
    return f"{count} bingo" if count == 1 else f"{count} bingos"
