"""How each thing on the pictures of Cactpot Party is painted over its piece of the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.cactpot.tables import LINES, STARS
from games.grid import CELLS
from render import fonts, panels
from render.brush import Tint
from render.cactpot import ground, layout, pieces
from render.cactpot.glow import mark_lines
from render.cactpot.layout import Cell, Plate, ResultCard, SeatCard, Tray
from render.canvas import Slot, Split
from render.panels import HEAD, LABEL, NOTE, PLAIN, SMALL, STRONG, card, plaque, score, words
from render.signs import eye, sign

if TYPE_CHECKING:
    from render.brush import Box, Brush, Point
    from render.canvas import Painters
    from render.theme import Theme

_SHORT = {"fall": "a1\u2013c3", "rise": "a3\u2013c1"}
_KINDS = {"big": "Big", "straight": "Straight", "fifteen": "Fifteen"}


def _cell(brush: Brush, theme: Theme, box: Box, cell: Cell) -> None:
    if cell.last is not None:
        brush.rounded(box, 18, theme["ink" if theme.bold else "cream"])
        brush.rounded(_inset(box, 4), 15, theme.seat(cell.last))
        brush.rounded(_inset(box, 10), 10, theme["cell"])
    _piece(brush, theme, box, cell)
    if cell.last is not None:
        sign(brush, theme, (box[2] - 23, box[1] + 23), 40, cell.last)


def _piece(brush: Brush, theme: Theme, box: Box, cell: Cell) -> None:
    at = layout.middle_of(box)
    radius = layout.CHIP_RADIUS - (4 if cell.last is not None else 0)
    if cell.chip is not None:
        pieces.chip(brush, theme, at, radius, cell.chip, hidden_star=cell.star)
        if cell.owner is not None:
            sign(brush, theme, (box[0] + 24, box[3] - 24), 42, cell.owner)
    elif cell.owner is not None:
        pieces.hidden(brush, theme, at, radius, cell.owner)
        if cell.own is not None:
            _secret(brush, theme, (box[0] + 3, box[1] + 3), cell.own)
    elif cell.star:
        pieces.star_chip(brush, theme, at, radius)


def _secret(brush: Brush, theme: Theme, at: Point, number: int) -> None:
    left, top = int(at[0]), int(at[1])
    box = (left, top, left + 50, top + 62)
    brush.rounded(box, 12, theme["ink"])
    brush.rounded(_inset(box, 3), 10, theme["cream"])
    brush.text((left + 25, top + 24), str(number), STRONG, theme["ink"], "middle")
    eye(brush, theme, (left + 25, top + 48), 24)


def _plate(brush: Brush, theme: Theme, _: Box, plate: Plate) -> None:
    mark_lines(brush, theme, plate.lines)
    for cell, filled in zip(CELLS, plate.cells, strict=True):
        _piece(brush, theme, layout.cell_box(cell), filled)


def _tray(brush: Brush, theme: Theme, box: Box, tray: Tray) -> None:
    if tray.kind:
        _ribbon(brush, theme, box, _KINDS[tray.kind])
    if tray.won:
        ground.paint_tray(brush, theme, tray.space, theme["gold"], label=tray.space not in LINES or not tray.seats)
    elif tray.last:
        ground.paint_tray(brush, theme, tray.space, theme.seat(tray.seats[-1]))
        brush.frame(box, 16, 2, theme["ink" if theme.bold else "cream"])
    size = layout.token_size(tray.space)
    for place, seat in enumerate(tray.seats):
        at, beside = layout.tray_slots(tray.space)[place]
        ground.paint_slot(brush, theme, tray.space, at)
        if tray.won:
            # a star space is too narrow for the plus
            plus = "" if tray.space in STARS else "+"
            _pill(brush, theme, beside, box[2] - 2, f"{plus}{tray.points[place]}")
        sign(brush, theme, at, size - 2, seat)
    if tray.closed:
        real = layout.tray_box(tray.space)
        brush.rounded(real, 14, Tint(theme["cream" if theme.bold else "plate"], 0.6))
        pieces.cross(brush, layout.middle_of(real), 20, 6, Tint(theme["ink" if theme.bold else "cream"], 0.7))


def _pill(brush: Brush, theme: Theme, at: Point, limit: int, word: str) -> None:
    """Write points on gold round `at`, not beyond `limit` on the right."""
    x, y = min(int(at[0]), limit - 17), int(at[1])
    brush.rounded((x - 18, y - 14, x + 18, y + 14), 10, theme["ink"])
    brush.rounded((x - 16, y - 12, x + 16, y + 12), 9, theme["gold"])
    brush.text((x, y), word, SMALL, theme["ink"], "middle")


def _ribbon(brush: Brush, theme: Theme, box: Box, word: str) -> None:
    left, top, right, _ = box
    brush.rounded((left, top, right, top + layout.RIBBON + 20), 14, theme["gold"])
    brush.text(((left + right) / 2, top + 14), word, SMALL, theme["ink"], "middle")


class Plain(msgspec.Struct, frozen=True):
    """A seat's card without its name and numbers."""

    seat: int
    raised: bool
    starter: bool
    winner: bool
    over: bool


def _seat_card(box: Box, content: SeatCard) -> list[Slot]:
    left, top, right, bottom = box
    y = bottom - 38
    room = right - 18 - (left + 92) - (48 if content.starter or content.winner else 0)
    raised, over = content.active or content.winner, bool(content.place)
    slots = [
        Slot(box, Plain(content.seat, raised, content.starter, content.winner, over)),
        words((left + 92, top + 46), fonts.fit(content.name, STRONG, room), STRONG, "ink"),
        score((right - 18, y), content.score),
    ]
    if over:
        return [*slots, words((left + 20, y), content.place, PLAIN, "ink")]
    counts = ((62, content.chips), (138, content.cacti), (209, content.tokens))
    return [*slots, *(words((left + x, y), str(count), STRONG, "ink") for x, count in counts)]


def _plain(brush: Brush, theme: Theme, box: Box, content: Plain) -> None:
    left, top, right, bottom = box
    card(brush, theme, box, raised=content.raised)
    sign(brush, theme, (left + 50, top + 46), 66, content.seat)
    if content.starter or content.winner:
        badge = (right - 38, top + 44)
        pieces.rosette(brush, theme, badge, 40) if content.winner else pieces.flag(brush, theme, badge, 44)
    if content.over:
        return
    y = bottom - 38
    pieces.chip_back(brush, theme, (left + 38, y), 18)
    pieces.cactus(brush, theme, (left + 116, y), 42, theme.seat(content.seat))
    sign(brush, theme, (left + 186, y), 36, content.seat)


def _result_card(brush: Brush, theme: Theme, box: Box, content: ResultCard) -> None:
    left, top, right, bottom = box
    card(brush, theme, box, raised=content.winner)
    sign(brush, theme, (left + 44, top + 38), 52, content.seat)
    room = right - 16 - (left + 80) - (48 if content.winner else 0)
    if content.winner:
        pieces.rosette(brush, theme, (right - 38, top + 36), 38)
    brush.text((left + 80, top + 38), fonts.fit(content.name, STRONG, room), STRONG, theme["ink"])
    for number, (space, points) in enumerate(content.payouts):
        x = left + 18 + 154 * (number % 2)
        y = top + 80 + 28 * (number // 2)
        start = x + brush.text((x, y), _short(space), SMALL, theme["muted"])
        brush.text((start + 8, y), f"+{points}", SMALL, theme["ink"])
    if not content.payouts:
        brush.text((left + 18, top + 80), "no bet came true", NOTE, theme["muted"])
    y = bottom - 35
    brush.text((left + 18, y), f"+{content.total}", HEAD, theme["ink"])
    at = (right - 16, y)
    brush.text((score(at, content.score).box[0] - 12, y), "match", LABEL, theme["muted"], "right")
    plaque(brush, theme, at, content.score)


def _short(space: str) -> str:
    if space in _SHORT:
        return _SHORT[space]
    for head, word in (("row", "row "), ("col", "col "), ("bingo", "bingo "), ("star", "star ")):
        if space.startswith(head):
            return word + space.removeprefix(head).replace("-", "\u2013")
    raise KeyError(space)


def _inset(box: Box, by: int) -> Box:
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


PAINTERS: Painters = {
    **panels.PAINTERS,
    Cell: _cell,
    Plate: _plate,
    Tray: _tray,
    SeatCard: Split(_seat_card),
    Plain: _plain,
    ResultCard: _result_card,
}
