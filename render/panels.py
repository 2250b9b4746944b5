"""Panels that the pictures of all games share: the ticket with whose turn it is, cards, scores, the coming turns.

A theme that uses them names the colours ink, muted, cream, paper_edge, plaque and gold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.phrases import figure
from render import fonts
from render.brush import Pattern
from render.canvas import Slot, Split
from render.fonts import Type
from render.signs import sign

if TYPE_CHECKING:
    from render.brush import Align, Box, Brush, Paint, Point
    from render.canvas import Painters
    from render.theme import RGB, Theme

NUMERAL = Type(84, bold=True)
HEAD = Type(44, bold=True)
STRONG = Type(34, bold=True)
PLAIN = Type(34)
LABEL = Type(27, bold=True)
SMALL = Type(22, bold=True)
NOTE = Type(22)
"""The whole type scale: five sizes, two weights. SMALL and NOTE are only for what no move depends on."""

QUEUE_ROW, QUEUE_ROWS = 6, 2
_QUEUE_HEAD, _QUEUE_STEP = 44, 54
_SIGN_STEP = 82


class Ticket(msgspec.Struct, frozen=True):
    """The strip at the top: signs, a headline of one or several names, a line, and two lines on the stub."""

    seats: tuple[int, ...]
    head: tuple[str, ...]
    line: str
    stub: tuple[str, str]


class Sheets(msgspec.Struct, frozen=True):
    """The paper of a ticket with the signs on it; it is torn off at x = `tear`."""

    seats: tuple[int, ...]
    tear: int


class Words(msgspec.Struct, frozen=True):
    """A line of text, see `words`."""

    text: str
    kind: Type
    colour: str


class Score(msgspec.Struct, frozen=True):
    """A number on a dark plaque."""

    points: int


class Turn(msgspec.Struct, frozen=True):
    """One of the coming turns."""

    seat: int
    now: bool


class Turns(msgspec.Struct, frozen=True):
    """The card that the coming turns stand on."""


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


def words(at: Point, text: str, kind: Type, colour: str, align: Align = "left") -> Slot:
    """Lay out a line of text that stands where `Brush.text` writes it, on a ground of one colour."""
    width = fonts.measure(text, kind)
    start = round(at[0] - {"left": 0.0, "middle": width / 2, "right": float(width)}[align])
    pad, reach = kind.size // 2, kind.size * 3 // 4 + 1
    box = (start - pad, round(at[1]) - reach, start + width + pad, round(at[1]) + reach)
    return Slot(box, Words(text, kind, colour))


def _words(brush: Brush, theme: Theme, box: Box, content: Words) -> None:
    at = (box[0] + content.kind.size // 2, (box[1] + box[3]) // 2)
    brush.text(at, content.text, content.kind, theme[content.colour])


def _ticket(box: Box, content: Ticket) -> list[Slot]:
    """Take the strip at the top apart."""
    left, top, right, _ = box
    tear = right - max(fonts.measure(content.stub[0], STRONG), fonts.measure(content.stub[1], PLAIN)) - 48
    x = left + 36 + _SIGN_STEP * len(content.seats)
    return [
        Slot(box, Sheets(content.seats, tear)),
        *_names((x, top + 29), tear - 20 - x, content.head),
        words((x, top + 70), fonts.fit(content.line, PLAIN, tear - 20 - x), PLAIN, "ink"),
        words(((tear + right) / 2, top + 29), content.stub[0], STRONG, "ink", "middle"),
        words(((tear + right) / 2, top + 70), content.stub[1], PLAIN, "muted", "middle"),
    ]


def _sheets(brush: Brush, theme: Theme, box: Box, content: Sheets) -> None:
    left, top, right, bottom = box
    middle = (top + bottom) / 2 - 2
    # two sheets that meet with round corners: the notches of a ticket
    paper(brush, theme, (left, top, content.tear, bottom), 18)
    paper(brush, theme, (content.tear, top, right, bottom), 18)
    for y in range(top + 22, bottom - 20, 14):
        brush.disc(content.tear, y, 3, theme["paper_edge"])
    if content.seats:
        _strip(brush, theme, (left, top, left + 40, bottom), theme.seat(content.seats[0]))
    for place, seat in enumerate(content.seats):
        sign(brush, theme, (left + 70 + _SIGN_STEP * place, middle), 70, seat)


def _names(at: Point, room: int, names: tuple[str, ...]) -> list[Slot]:
    """Lay out a list of names, each cut to its share; one by one, as names may run from right to left."""
    joints = [", "] * (len(names) - 2) + [" & "] * (len(names) > 1) + [""]
    share = (room - sum(fonts.measure(joint, HEAD) for joint in joints)) // len(names)
    x, y = at
    slots = []
    for name, joint in zip(names, joints, strict=True):
        for text, colour in ((fonts.fit(name, HEAD, share), "ink"), (joint, "muted")):
            if text:
                slots.append(words((x, y), text, HEAD, colour))
                x += fonts.measure(text, HEAD)
    return slots


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


def score(at: Point, points: int) -> Slot:
    """Lay out a score on a dark plaque that ends at the x of `at` and is centred on its y."""
    width = max(76, fonts.measure(figure(points), HEAD) + 32)
    x, y = int(at[0]), int(at[1])
    return Slot((x - width, y - 28, x, y + 28), Score(points))


def plaque(brush: Brush, theme: Theme, at: Point, points: int) -> None:
    """Write a score on a dark plaque, see `score`."""
    slot = score(at, points)
    _score(brush, theme, slot.box, Score(points))


def _score(brush: Brush, theme: Theme, box: Box, content: Score) -> None:
    brush.rounded(box, 16, theme["plaque"])
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    brush.text(middle, figure(content.points), HEAD, theme["cream"], "middle")


def _queue(box: Box, content: Queue) -> list[Slot]:
    """Take the coming turns apart."""
    slots = [Slot(box, Turns())]
    if content.more:
        slots.append(words((box[2] - 18, box[1] + 22), f"+{content.more}", SMALL, "muted", "right"))
    for place, seat in enumerate(content.seats):
        x, y = (int(middle) for middle in queue_slot(box, place))
        reach = 24 if place else 26
        slots.append(Slot((x - reach, y - reach, x + reach, y + reach), Turn(seat, now=place == 0)))
    return slots


def _turns(brush: Brush, theme: Theme, box: Box, _: Turns) -> None:
    paper(brush, theme, box, 20)
    brush.text((box[0] + 20, box[1] + 22), "Coming turns", LABEL, theme["muted"])


def _turn(brush: Brush, theme: Theme, box: Box, content: Turn) -> None:
    """Paint a coming turn; the present one stands on gold."""
    if content.now:
        brush.rounded(box, 14, theme["gold"])
    sign(brush, theme, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), 44, content.seat)


PAINTERS: Painters = {
    Ticket: Split(_ticket),
    Sheets: _sheets,
    Words: _words,
    Score: _score,
    Queue: Split(_queue),
    Turns: _turns,
    Turn: _turn,
}
"""How what all games share is painted."""
