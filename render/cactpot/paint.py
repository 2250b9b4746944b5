"""How each thing on the pictures of Cactpot Party is painted over its piece of the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.cactpot.tables import CELLS, LINES, STARS
from render import fonts
from render.brush import Pattern, Tint
from render.cactpot import ground, layout, pieces
from render.cactpot.glow import mark_lines
from render.cactpot.layout import Cell, Plate, Queue, ResultCard, SeatCard, Slot, Ticket, Tray
from render.cactpot.themes import HEAD, NOTE, PLAIN, SMALL, STRONG
from render.signs import sign

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from render.brush import Box, Brush, Paint, Point
    from render.theme import RGB, Theme

_SHORT = {"fall": "a1\u2013c3", "rise": "a3\u2013c1"}
_KINDS = {"big": "Big", "straight": "Straight", "fifteen": "Fifteen"}


def paint(brush: Brush, theme: Theme, slot: Slot) -> None:
    """Paint the content of a slot."""
    _PAINTERS[type(slot.content)](brush, theme, slot.box, slot.content)


def ticket(brush: Brush, theme: Theme, box: Box, content: Ticket) -> None:
    """Paint the strip at the top."""
    left, top, right, bottom = box
    middle = (top + bottom) / 2 - 2
    tear = right - max(fonts.measure(content.stub[0], STRONG), fonts.measure(content.stub[1], PLAIN)) - 48
    # two sheets that meet with round corners: the notches of a ticket
    paper(brush, theme, (left, top, tear, bottom), 18)
    paper(brush, theme, (tear, top, right, bottom), 18)
    for y in range(top + 22, bottom - 20, 14):
        brush.disc(tear, y, 3, theme["paper_edge"])
    if content.seats:
        _strip(brush, theme, (left, top, left + 40, bottom), theme.seat(content.seats[0]))
    x = left + 36
    for seat in content.seats:
        sign(brush, theme, (x + 34, middle), 70, seat)
        x += 82
    room = tear - 20 - x
    _names(brush, theme, (x, top + 29), room, content.head)
    brush.text((x, top + 70), fonts.fit(content.line, PLAIN, room), PLAIN, theme["ink"])
    brush.text(((tear + right) / 2, top + 29), content.stub[0], STRONG, theme["ink"], "middle")
    brush.text(((tear + right) / 2, top + 70), content.stub[1], PLAIN, theme["muted"], "middle")


def _names(brush: Brush, theme: Theme, at: Point, room: int, names: tuple[str, ...]) -> None:
    """Write a list of names, each cut to its share; one by one, as names may run from right to left."""
    joints = [", "] * (len(names) - 2) + [" & "] * (len(names) > 1) + [""]
    share = (room - sum(fonts.measure(joint, HEAD) for joint in joints)) // len(names)
    x, y = at
    for name, joint in zip(names, joints, strict=True):
        x += brush.text((x, y), fonts.fit(name, HEAD, share), HEAD, theme["ink"])
        x += brush.text((x, y), joint, HEAD, theme["muted"])


def _strip(brush: Brush, theme: Theme, box: Box, colour: RGB) -> None:
    """Paint the striped end of the ticket in a seat's colour."""
    left, top, right, bottom = box
    inset = 3 if theme.bold else 0
    foot = bottom - (inset or 4)
    brush.rounded((left + inset, top + inset, right, foot), 18 - inset, Pattern(colour, theme["cream"], "stripes", 18))
    brush.rect((left + 18, top + inset, right, foot), theme["cream"])


def paper(brush: Brush, theme: Theme, box: Box, radius: int, edge: Paint | None = None, width: int = 0) -> None:
    """Paint a sheet of paper, framed by `edge` if given."""
    left, top, right, bottom = box
    brush.rounded(box, radius, edge or theme["paper_edge"])
    inset = width or (3 if theme.bold else 0)
    inner = (left + inset, top + inset, right - inset, bottom - (inset or 4))
    brush.rounded(inner, max(2, radius - inset), theme["cream"])


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
    pieces.eye(brush, theme, (left + 25, top + 48), 24)


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


def _card_paper(brush: Brush, theme: Theme, box: Box, *, raised: bool) -> None:
    """Paint the paper of a seat card; a raised one has a golden frame, in high contrast a heavy black one."""
    if raised and theme.bold:
        paper(brush, theme, box, 20, theme["ink"], 11)
    elif raised:
        paper(brush, theme, box, 20, theme["gold"], 7)
    else:
        paper(brush, theme, box, 20)


def _seat_card(brush: Brush, theme: Theme, box: Box, card: SeatCard) -> None:
    left, top, right, bottom = box
    _card_paper(brush, theme, box, raised=card.active or card.winner)
    sign(brush, theme, (left + 50, top + 46), 66, card.seat)
    room = right - 18 - (left + 92)
    if card.starter or card.winner:
        room -= 48
        badge = (right - 38, top + 44)
        pieces.rosette(brush, theme, badge, 40) if card.winner else pieces.flag(brush, theme, badge, 44)
    brush.text((left + 92, top + 46), fonts.fit(card.name, STRONG, room), STRONG, theme["ink"])
    y = bottom - 38
    pieces.chip_back(brush, theme, (left + 38, y), 18)
    pieces.cactus(brush, theme, (left + 116, y), 42, theme.seat(card.seat))
    sign(brush, theme, (left + 186, y), 36, card.seat)
    for x, count in ((62, card.chips), (138, card.cacti), (209, card.tokens)):
        brush.text((left + x, y), str(count), STRONG, theme["ink"])
    _score(brush, theme, (right - 18, y), card.score)


def _score(brush: Brush, theme: Theme, at: Point, score: int) -> None:
    """Write a score on a dark plaque that ends at the x of `at`."""
    word = str(score)
    width = max(76, fonts.measure(word, HEAD) + 32)
    box = (int(at[0]) - width, int(at[1]) - 28, int(at[0]), int(at[1]) + 28)
    brush.rounded(box, 16, theme["plate"])
    brush.text(((box[0] + box[2]) / 2, at[1]), word, HEAD, theme["cream"], "middle")


def _result_card(brush: Brush, theme: Theme, box: Box, card: ResultCard) -> None:
    left, top, right, bottom = box
    _card_paper(brush, theme, box, raised=card.winner)
    sign(brush, theme, (left + 44, top + 38), 52, card.seat)
    room = right - 16 - (left + 80) - (48 if card.winner else 0)
    if card.winner:
        pieces.rosette(brush, theme, (right - 38, top + 36), 38)
    brush.text((left + 80, top + 38), fonts.fit(card.name, STRONG, room), STRONG, theme["ink"])
    for number, (space, points) in enumerate(card.payouts):
        x = left + 18 + 154 * (number % 2)
        y = top + 80 + 28 * (number // 2)
        start = x + brush.text((x, y), _short(space), SMALL, theme["muted"])
        brush.text((start + 8, y), f"+{points}", SMALL, theme["ink"])
    if not card.payouts:
        brush.text((left + 18, top + 80), "no bet came true", NOTE, theme["muted"])
    y = bottom - 35
    brush.text((left + 18, y), f"+{card.total}", HEAD, theme["ink"])
    brush.text((right - 104, y), "match", SMALL, theme["muted"], "right")
    _score(brush, theme, (right - 16, y), card.score)


def _short(space: str) -> str:
    if space in _SHORT:
        return _SHORT[space]
    for head, word in (("row", "row "), ("col", "col "), ("bingo", "bingo "), ("star", "star ")):
        if space.startswith(head):
            return word + space.removeprefix(head).replace("-", "\u2013")
    raise KeyError(space)


def _queue(brush: Brush, theme: Theme, box: Box, queue: Queue) -> None:
    left, top, right, _ = box
    paper(brush, theme, box, 20)
    brush.text((left + 20, top + 22), "Coming turns", SMALL, theme["muted"])
    for number, seat in enumerate(queue.seats):
        at = layout.queue_slot(box, number)
        if number == 0:
            x, y = int(at[0]), int(at[1])
            brush.rounded((x - 26, y - 26, x + 26, y + 26), 14, theme["gold"])
        sign(brush, theme, at, 44, seat)
    if queue.more:
        brush.text((right - 18, top + 22), f"+{queue.more}", SMALL, theme["muted"], "right")


def _inset(box: Box, by: int) -> Box:
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


_PAINTERS: dict[type, Callable[[Brush, Theme, Box, Any], None]] = {
    Ticket: ticket,
    Cell: _cell,
    Plate: _plate,
    Tray: _tray,
    SeatCard: _seat_card,
    ResultCard: _result_card,
    Queue: _queue,
}
