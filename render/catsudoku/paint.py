"""How each thing on the board of Cat Sudoku is painted over its piece of the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.catsudoku.tables import TITLES
from games.phrases import count, signed
from render import fonts, panels
from render.brush import Tint
from render.canvas import Slot, Split
from render.catsudoku import goals, layout, pieces
from render.catsudoku.layout import CARD, Dock, Ladder, ResultCard, SeatCard, Tile
from render.panels import HEAD, NOTE, PLAIN, SMALL, STRONG, card, paper, plaque, score, words
from render.signs import eye, sign

if TYPE_CHECKING:
    from render.brush import Box, Brush, Point
    from render.canvas import Painters
    from render.theme import Theme

_SIGN, _EDGE = 46, 6
DRAWN, _PILE = 142, 104
_COLUMN = 5
"""Coins in a column of the supply, cards that make the pile a card thicker."""


def _tile(brush: Brush, theme: Theme, box: Box, tile: Tile) -> None:
    left, top, right, bottom = layout.card_box(box, len(tile.stack))
    around = (left, top, right, bottom + layout.EDGE * layout.edges(len(tile.stack)))
    if tile.mark:
        brush.frame(_grown(around, 10), 32, 12, theme["ink"])
        brush.frame(_grown(around, 8), 30, 8, theme["mint"])
    if tile.last is not None:
        brush.rounded(_grown(around, 9), 30, theme["ink"])
        brush.rounded(_grown(around, 7), 29, theme["cream"])
        brush.rounded(_grown(around, 5), 27, theme.seat(tile.last))
    if tile.stack:
        _stack(brush, theme, (left, top), tile)
    elif tile.last is not None:
        brush.rounded(around, 24, theme["mat"])
    if tile.last is not None:
        sign(brush, theme, (left + 2, top + 108), _SIGN, tile.last)
    if tile.mark:
        _paw(brush, theme, ((left + right) // 2, around[3] - 2))
    for place, (seat, points) in enumerate(tile.points):
        _points(brush, theme, (right + 6, around[3] - 26 - 50 * place), seat, points)


def _stack(brush: Brush, theme: Theme, at: tuple[int, int], tile: Tile) -> None:
    """Paint cards with what stands on them, the uppermost with its left top corner at `at`."""
    left, top = at
    edges = layout.edges(len(tile.stack))
    pieces.stack_edges(brush, theme, at, CARD, tile.stack[-1 - edges : -1], layout.EDGE)
    pieces.card(brush, theme, at, CARD, tile.stack[-1], tile.goal)
    if tile.shade:
        foot = top + CARD + layout.EDGE * edges
        brush.rounded((left - 2, top - 2, left + CARD + 2, foot + 2), 24, Tint(theme["mat"], 0.55))
    if tile.host:
        pieces.lantern(brush, theme, (left + CARD - 32, top + 34), 84, glow=True, paw_print=True)
    if len(tile.stack) > 1:
        # at the end the points stand on the right
        badge = (left + 16, top + 108) if tile.points else (left + CARD - 4, top + 94)
        pieces.badge(brush, theme, badge, len(tile.stack))


def _paw(brush: Brush, theme: Theme, at: Point) -> None:
    brush.disc(*at, 21, theme["ink"])
    brush.disc(*at, 18, theme["mint"])
    pieces.paw(brush, (at[0], at[1] + 1), 25, theme["ink"])


def _points(brush: Brush, theme: Theme, at: tuple[int, int], seat: int, points: str) -> None:
    """Write what a stack earns for a seat, on a plaque that ends at the x of `at`."""
    x, y = at
    wide = fonts.measure(points, STRONG) + 58
    brush.rounded((x - wide, y - 23, x, y + 23), 23, theme["ink"])
    brush.rounded((x - wide + 3, y - 20, x - 3, y + 20), 20, theme["gold"])
    sign(brush, theme, (x - wide + 22, y), 42, seat)
    brush.text((x - 14, y), points, STRONG, theme["ink"], "right")


class Plain(msgspec.Struct, frozen=True):
    """A seat's card without its name, points, tokens and cards."""

    seat: int
    active: bool


class Reserve(msgspec.Struct, frozen=True):
    """The cards of a reserve; the `new` one has just come."""

    seat: int
    cards: tuple[str, ...]
    goals: tuple[str, ...]
    new: str


class Watch(msgspec.Struct, frozen=True):
    """Whether a seat still looks a turn over, or may not spot."""

    watch: str


class Coins(msgspec.Struct, frozen=True):
    """A seat's tokens."""

    tokens: int


def _seat_card(box: Box, content: SeatCard) -> list[Slot]:
    left, top, right, bottom = box
    tall = bottom - top >= layout.TALL
    room = right - 16 - 76 - 14 - (left + 80) - (54 if content.watch else 0)
    area = (left + 16, top + 74, right - 16, bottom - 66) if tall else (left + 16, top + 68, right - 138, bottom - 12)
    slots = [
        Slot(box, Plain(content.seat, content.active)),
        words((left + 80, top + 37), fonts.fit(content.name, STRONG, room), STRONG, "ink"),
        score((right - 16, top + 38), content.points),
        Slot(_grown(area, _EDGE), Reserve(content.seat, content.reserve, content.goals, content.new)),
        Slot((right - 130, bottom - 60, right - 16, bottom - 16), Coins(content.tokens)),
    ]
    if content.watch:
        x, y = right - 124, top + 38
        slots.append(Slot((x - 26, y - 26, x + 26, y + 26), Watch(content.watch)))
    if tall:
        text = f"{count(len(content.reserve), 'card')} in reserve"
        slots.append(words((left + 20, bottom - 36), text, SMALL, "muted"))
    return slots


def _plain(brush: Brush, theme: Theme, box: Box, content: Plain) -> None:
    card(brush, theme, box, raised=content.active)
    sign(brush, theme, (box[0] + 44, box[1] + 37), 54, content.seat)


def _watch(brush: Brush, theme: Theme, box: Box, content: Watch) -> None:
    x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    eye(brush, theme, (x, y), 46)
    if content.watch == "barred":
        brush.stroke([(x - 18, y + 14), (x + 18, y - 14)], 9, theme["cream"])
        brush.stroke([(x - 18, y + 14), (x + 18, y - 14)], 5, theme["red"])


def _coins(brush: Brush, theme: Theme, box: Box, content: Coins) -> None:
    """Paint tokens in a row with their number, ending a little before the right of the box."""
    x, y, tokens = box[2] - 2, (box[1] + box[3]) // 2, content.tokens
    width = brush.text((x, y), str(tokens), STRONG, theme["ink"], "right")
    if tokens:
        start = x - width - 8
        room = 108 - width
        step = min(15.0, (room - 40) / max(1, tokens - 1))
        pieces.coins(brush, theme, (start - 40 - step * (tokens - 1), y), 40, tokens, 40 + step * (tokens - 1))
    else:
        brush.ring(x - width - 28, y, 19, 3, theme["paper_edge"])


def _reserve(brush: Brush, theme: Theme, around: Box, content: Reserve) -> None:
    box = _grown(around, -_EDGE)
    if content.cards:
        _fan(brush, theme, box, content)
    elif box[3] - box[1] < layout.TALL / 3:
        brush.text((box[0] + 4, (box[1] + box[3]) / 2), "nothing in reserve", NOTE, theme["muted"])


def _fan(brush: Brush, theme: Theme, box: Box, content: Reserve) -> None:
    """Paint the cards of a reserve side by side; the `new` one has an outline in the seat's colour."""
    left, top, right, bottom = box
    fan = layout.fan(len(content.cards), right - left, bottom - top)
    rows = -(-len(content.cards) // fan.columns)
    middle = (top + bottom - rows * fan.size - (rows - 1) * layout.ROW) // 2
    for place, (code, goal) in enumerate(zip(content.cards, content.goals, strict=True)):
        row, column = divmod(place, fan.columns)
        x, y = left + column * fan.step, middle + row * (fan.size + layout.ROW)
        if code == content.new:
            around = (x, y, x + fan.size, y + fan.size)
            brush.rounded(_grown(around, 6), 14, theme["ink"])
            brush.rounded(_grown(around, 4), 12, theme.seat(content.seat))
        pieces.card(brush, theme, (x, y), fan.size, code, goal if fan.step >= fan.size else "")


class Shelf(msgspec.Struct, frozen=True):
    """The empty dock."""


class Pile(msgspec.Struct, frozen=True):
    """The deck."""

    cards: int


class Drawn(msgspec.Struct, frozen=True):
    """The drawn card, or its empty place, and the seat that has just turned it up."""

    card: str
    goal: str
    last: int | None


class Supply(msgspec.Struct, frozen=True):
    """The tokens that nobody has."""

    tokens: int


def _dock(box: Box, dock: Dock) -> list[Slot]:
    left, top, right, _ = box
    x, y = (left + right - DRAWN) // 2 - 4, top + 13
    slots = [
        Slot(box, Shelf()),
        Slot((left + 14, top + 40, left + 126, top + 168), Pile(dock.deck)),
        Slot((x - 10, y - 10, x + 156, y + DRAWN + 10), Drawn(dock.drawn, dock.goal, dock.last)),
        Slot((right - 120, top + 36, right - 20, top + 132), Supply(dock.pool)),
        words((right - 70, top + 148), str(dock.pool), STRONG, "cream", "middle"),
    ]
    if dock.drawn:
        text = goals.words(dock.goal, dock.drawn)
        slots.append(words((x + DRAWN // 2, y + DRAWN + 20), text, SMALL, "cream", "middle"))
    return slots


def _shelf(brush: Brush, theme: Theme, box: Box, _: Shelf) -> None:
    left, top, right, _bottom = box
    brush.rounded(box, 20, theme["ink"])
    brush.rounded(_grown(box, -3), 18, theme["panel"])
    brush.text((left + 18 + _PILE // 2, top + 24), "deck", SMALL, theme["cream"], "middle")
    brush.text((right - 70, top + 24), "supply", SMALL, theme["cream"], "middle")


def _supply(brush: Brush, theme: Theme, box: Box, supply: Supply) -> None:
    x, y = (box[0] + box[2]) // 2, box[1] + 70
    for place in range(supply.tokens):
        column, row = divmod(place, _COLUMN)
        shift = 23 * (2 * column - 1) if supply.tokens > _COLUMN else 0
        pieces.coin(brush, theme, (x + shift, y - 11 * row), 42)


def _pile(brush: Brush, theme: Theme, box: Box, pile: Pile) -> None:
    """Paint the deck, as high as it is, with the number of its cards."""
    x, y, cards = box[0] + 4, box[1] + 4, pile.cards
    middle = (x + _PILE // 2, y + _PILE // 2)
    for depth in range(min(4, -(-cards // _COLUMN)), 0, -1):
        pieces.back(brush, theme, (x, y + 4 * depth), _PILE)
    if cards:
        pieces.back(brush, theme, (x, y), _PILE)
    else:
        brush.frame((x, y, x + _PILE, y + _PILE), 16, 3, theme["mist"])
    brush.text(middle, str(cards), HEAD, theme["cream"], "middle")


def _drawn(brush: Brush, theme: Theme, around: Box, drawn: Drawn) -> None:
    x, y = around[0] + 10, around[1] + 10
    box = (x, y, x + DRAWN, y + DRAWN)
    if not drawn.card:
        brush.frame(box, 18, 3, theme["panel_edge"])
        pieces.paw(brush, (x + DRAWN // 2, y + DRAWN // 2), 62, theme["panel_edge"])
        return
    if drawn.last is not None:
        brush.rounded(_grown(box, 7), 24, theme["cream"])
        brush.rounded(_grown(box, 5), 22, theme.seat(drawn.last))
    pieces.card(brush, theme, (x, y), DRAWN, drawn.card, drawn.goal)
    if drawn.last is not None:
        sign(brush, theme, (x + DRAWN - 12, y + 16), 42, drawn.last)


def _ladder(brush: Brush, theme: Theme, box: Box, ladder: Ladder) -> None:
    left, top, right, bottom = box
    paper(brush, theme, box, 20)
    brush.text((left + 22, top + 30), "Titles", SMALL, theme["muted"])
    step = (bottom - top - 66) / len(TITLES)
    reached = next((place for place, (least, _) in enumerate(TITLES) if ladder.points >= least), None)
    for place, (least, title) in enumerate(TITLES):
        y = round(top + 52 + step * (place + 0.5))
        if place == reached:
            half = round(min(26, step / 2))
            brush.rounded((left + 12, y - half, right - 12, y + half), 14, theme["ink"])
            brush.rounded((left + 14, y - half + 2, right - 14, y + half - 2), 12, theme["gold"])
        brush.text((left + 84, y), f"{least}", STRONG, theme["ink"], "right")
        brush.text((left + 104, y), title, STRONG if place == reached else PLAIN, theme["ink"])


def _result_card(brush: Brush, theme: Theme, box: Box, content: ResultCard) -> None:
    left, top, right, bottom = box
    card(brush, theme, box, raised=content.winner)
    sign(brush, theme, (left + 44, top + 42), 54, content.seat)
    plaque(brush, theme, (right - 16, top + 44), content.sheet.total)
    room = right - 16 - 76 - 14 - (left + 80)
    if content.winner:
        room -= 48
        pieces.lantern(brush, theme, (right - 124, top + 44), 58, paw_print=True)
    brush.text((left + 80, top + 42), fonts.fit(content.name, STRONG, room), STRONG, theme["ink"])
    sheet = content.sheet
    parts = (
        ("zone", sheet.zone),
        (f"{len(content.reserve)} in reserve", sheet.reserve),
        (count(sheet.tokens, "token"), sheet.bonus),
    )
    middle = (top + 72 + bottom) / 2
    if content.reserve and bottom - top > layout.TALL:
        middle = bottom - 58
        held = Reserve(content.seat, content.reserve, content.goals, "")
        _fan(brush, theme, (left + 18, top + 82, right - 18, bottom - 112), held)
    third = (right - left - 24) / 3
    for place, (word, points) in enumerate(parts):
        x = left + 12 + third * (place + 0.5)
        brush.text((x, middle - 28), word, SMALL, theme["muted"], "middle")
        brush.text((x, middle + 14), signed(points), HEAD, theme["ink"], "middle")


def _grown(box: Box, by: int) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


PAINTERS: Painters = {
    **panels.PAINTERS,
    Tile: _tile,
    SeatCard: Split(_seat_card),
    Plain: _plain,
    Reserve: _reserve,
    Coins: _coins,
    Watch: _watch,
    ResultCard: _result_card,
    Dock: Split(_dock),
    Shelf: _shelf,
    Pile: _pile,
    Drawn: _drawn,
    Supply: _supply,
    Ladder: _ladder,
}
