"""Panels that the pictures of all games share: the ticket with whose turn it is, cards, scores, the coming turns.

A theme that uses them names the colours ink, muted, cream, paper_edge, plaque and gold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from render import fonts
from render.brush import Pattern
from render.canvas import Slot
from render.fonts import Type
from render.signs import sign

if TYPE_CHECKING:
    from render.brush import Box, Brush, Paint, Point
    from render.theme import RGB, Theme

NUMERAL = Type(84, bold=True)
HEAD = Type(44, bold=True)
STRONG = Type(34, bold=True)
PLAIN = Type(34)
SMALL = Type(22, bold=True)
NOTE = Type(22)
"""The whole type scale: four sizes, two weights. SMALL and NOTE are only for what no move depends on."""

MINUS = "\u2212"
QUEUE_ROW, QUEUE_ROWS = 6, 2
_QUEUE_HEAD, _QUEUE_STEP = 44, 54


class Ticket(msgspec.Struct, frozen=True):
    """The strip at the top: signs, a headline of one or several names, a line, and two lines on the stub."""

    seats: tuple[int, ...]
    head: tuple[str, ...]
    line: str
    stub: tuple[str, str]


class Queue(msgspec.Struct, frozen=True):
    """The coming turns, the present one first."""

    seats: tuple[int, ...]
    more: int


def queue_under(place: tuple[int, int, int], seats: tuple[int, ...]) -> Slot:
    """Lay out the coming turns; `place` is the left, top and right of their card."""
    left, top, right = place
    shown = seats[: QUEUE_ROW * QUEUE_ROWS]
    rows = -(-len(shown) // QUEUE_ROW)
    return Slot((left, top, right, top + _QUEUE_HEAD + rows * _QUEUE_STEP), Queue(shown, len(seats) - len(shown)))


def queue_slot(box: Box, number: int) -> Point:
    """Give the middle of the sign of a coming turn."""
    row, column = divmod(number, QUEUE_ROW)
    return box[0] + 40 + 51 * column, box[1] + _QUEUE_HEAD + 20 + _QUEUE_STEP * row


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


def card(brush: Brush, theme: Theme, box: Box, *, raised: bool) -> None:
    """Paint an empty card; a raised one has a golden frame, in high contrast a heavy black one."""
    if raised and theme.bold:
        paper(brush, theme, box, 20, theme["ink"], 11)
    elif raised:
        paper(brush, theme, box, 20, theme["gold"], 7)
    else:
        paper(brush, theme, box, 20)


def plaque(brush: Brush, theme: Theme, at: Point, score: int) -> None:
    """Write a score on a dark plaque that ends at the x of `at` and is centred on its y."""
    word = str(score).replace("-", MINUS)
    width = max(76, fonts.measure(word, HEAD) + 32)
    box = (int(at[0]) - width, int(at[1]) - 28, int(at[0]), int(at[1]) + 28)
    brush.rounded(box, 16, theme["plaque"])
    brush.text(((box[0] + box[2]) / 2, at[1]), word, HEAD, theme["cream"], "middle")


def queue(brush: Brush, theme: Theme, box: Box, content: Queue) -> None:
    """Paint the coming turns; the present one stands on gold."""
    left, top, right, _ = box
    paper(brush, theme, box, 20)
    brush.text((left + 20, top + 22), "Coming turns", SMALL, theme["muted"])
    for number, seat in enumerate(content.seats):
        at = queue_slot(box, number)
        if number == 0:
            x, y = int(at[0]), int(at[1])
            brush.rounded((x - 26, y - 26, x + 26, y + 26), 14, theme["gold"])
        sign(brush, theme, at, 44, seat)
    if content.more:
        brush.text((right - 18, top + 22), f"+{content.more}", SMALL, theme["muted"], "right")
