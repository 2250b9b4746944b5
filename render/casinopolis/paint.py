"""How each thing on the pictures of Casinopolis is painted over its piece of the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.phrases import figure, signed
from render import fonts, panels
from render.brush import Fade
from render.canvas import Slot, Split
from render.casinopolis import layout, pieces
from render.casinopolis.chart import Chart, chart
from render.casinopolis.layout import Deck, Plate, Rule, Sums, Verdict
from render.panels import HEAD, PLAIN, SMALL, STRONG, paper, plaque, score, words
from render.panels import card as sheet
from render.signs import sign

if TYPE_CHECKING:
    from render.brush import Box, Brush
    from render.canvas import Painters
    from render.theme import Theme

_TYPES = "EMR"
_SUM_WIDTH = 60
DECK_UNIT = 29
"""Unit in pixels of the open card of the deck."""


def change(value: int) -> str:
    """Write a number with its sign; nothing has none."""
    return signed(value) if value else "0"


def paint_ground(brush: Brush, theme: Theme, size: tuple[int, int]) -> None:
    """Paint the night between the panels."""
    width, height = size
    brush.rect((0, 0, width, height), theme["night"] if theme.bold else Fade(theme["night"], theme["street"], 4))


def _sums(brush: Brush, theme: Theme, box: Box, sums: Sums) -> None:
    left, top, right, bottom = box
    paper(brush, theme, box, 20)
    x = left + 14 + max(76, fonts.measure(figure(sums.total), HEAD) + 32)
    plaque(brush, theme, (x, top + 44), sums.total)
    words = f"of {sums.target}"
    if fonts.measure(words, PLAIN) > right - x - 20:
        words = f"/{sums.target}"
    brush.text((x + 10, top + 44), words, PLAIN, theme["ink"])
    first, last = top + 112, bottom - 34
    start = left + 14
    if not sums.before:
        _tube(brush, theme, (left + 20, top + 100, left + 50, bottom - 18), sums)
        start = left + 64
    for place, points in enumerate(sums.lines):
        y = first + (last - first) * place // (len(sums.lines) - 1)
        at = (start + 28, y)
        if place < len(_TYPES):
            pieces.swatch(brush, theme, at, _TYPES[place])
        else:
            (pieces.jackpot, pieces.chips, pieces.road)[place - len(_TYPES)](brush, theme, at)
        if not sums.before:
            brush.text((right - 16, y), figure(points), STRONG, theme["ink"], "right")
            continue
        words = figure(points)
        kind = STRONG if fonts.measure(words, STRONG) <= _SUM_WIDTH else SMALL
        brush.text((start + 118, y), words, kind, theme["ink"], "right")
        gain = points - sums.before[place]
        if gain:
            pieces.pill(brush, theme, (right - 42, y), change(gain), "gold" if gain > 0 else "chip3")


def _tube(brush: Brush, theme: Theme, box: Box, sums: Sums) -> None:
    """Paint a thermometer from the lowest of nothing and the total to the highest of target and total."""
    left, top, right, bottom = box
    low, high = min(0, sums.total), max(sums.target, sums.total, 1)
    radius = (right - left) // 2

    def level(points: int) -> int:
        return round(bottom - 6 - (bottom - top - 22) * (points - low) / (high - low))

    brush.rounded(box, radius, theme["ink"])
    brush.rounded((left + 3, top + 3, right - 3, bottom - 3), radius - 3, theme["plaque"])
    full, zero = level(sums.total), level(0)
    colour = theme["gold"] if sums.total >= sums.target else theme["pink"]
    if full != zero:
        inner = (left + 6, min(full, zero), right - 6, max(full, zero))
        brush.rounded(inner, radius - 6, colour if sums.total > 0 else theme["loss"])
    y = level(sums.target)
    brush.rect((left + 3, y - 4, right - 3, y + 5), theme["cream"])
    brush.rect((left - 6, y - 2, right + 8, y + 3), theme["ink"])
    brush.polygon([(right + 8, y - 9), (right + 8, y + 10), (right - 4, y)], theme["ink"], 1)
    if low < 0:
        brush.rect((left, zero - 1, right, zero + 1), theme["cream"])


def _deck(brush: Brush, theme: Theme, box: Box, deck: Deck) -> None:
    left, top, right, bottom = box
    paper(brush, theme, box, 20)
    unit = DECK_UNIT
    x, y = (left + right) // 2 - 3 * unit, bottom - 20 - 4 * unit
    brush.text((left + 16, top + 34), "Deck", PLAIN, theme["ink"])
    plaque(brush, theme, (right - 14, top + 35), deck.left)
    for step in range(min(deck.left - 1, 3), 0, -1):
        brush.rounded(
            (x - 3 + 4 * step, y - 3 + 4 * step, x + 3 + 6 * unit + 4 * step, y + 3 + 4 * unit + 4 * step),
            6,
            theme["ink"],
        )
        brush.rounded(
            (x - 1 + 4 * step, y - 1 + 4 * step, x + 1 + 6 * unit + 4 * step, y + 1 + 4 * unit + 4 * step),
            5,
            theme["paper_edge"],
        )
    pieces.card(brush, theme, (x, y), deck.blocks, unit)
    pieces.number(brush, theme, (x + 14, y + 6), deck.number)


def _verdict(brush: Brush, theme: Theme, box: Box, verdict: Verdict) -> None:
    left, top, right, bottom = box
    won = verdict.beyond >= 0
    brush.rounded(box, 20, theme["gold" if won else "paper_edge"])
    brush.rounded((left + 5, top + 5, right - 5, bottom - 5), 16, theme["plaque"])
    x = (left + right) / 2
    pieces.skyline(brush, theme, (x, bottom - 82), lit=won)
    brush.text((x, bottom - 44), "Won" if won else "Missed", HEAD, theme["gold" if won else "cream"], "middle")


class Sheet(msgspec.Struct, frozen=True):
    """A condition without what it has brought."""

    chips: int
    number: int
    title: str
    lines: tuple[str, ...]


class Seat(msgspec.Struct, frozen=True):
    """A seat's plate without name and cards."""

    seat: int
    first: bool
    more: bool


class Held(msgspec.Struct, frozen=True):
    """How many cards a seat holds."""

    cards: int


def _rule(box: Box, rule: Rule) -> list[Slot]:
    _, top, right, _ = box
    total = score((right - 14, top + 34), rule.points)
    text = f"{figure(rule.hits)} \u00d7 {rule.chips} ="
    return [
        Slot(box, Sheet(rule.chips, rule.number, rule.title, rule.lines)),
        total,
        words((total.box[0] - 12, top + 34), text, PLAIN, "ink", "right"),
    ]


def _sheet(brush: Brush, theme: Theme, box: Box, content: Sheet) -> None:
    left, top, _, bottom = box
    paper(brush, theme, box, 20)
    pieces.chip(brush, theme, (left + 60, (top + bottom) / 2), 42, content.chips)
    x = left + 122
    x += brush.text((x, top + 34), content.title, STRONG, theme["ink"]) + 14
    brush.text((x, top + 36), f"{content.number}", SMALL, theme["muted"])
    for place, line in enumerate(content.lines):
        brush.text((left + 122, top + 79 + place * layout.LINE), line, PLAIN, theme["ink"])


def _plate(box: Box, plate: Plate) -> list[Slot]:
    left, top, right, bottom = box
    right -= layout.SEAT_GAP if plate.more else 0
    x, y = right - 44, (top + bottom) // 2 - 2
    room = right - 14 - (left + 74) - (66 if plate.cards is not None else 0)
    slots = [
        Slot(box, Seat(plate.seat, plate.first, plate.more)),
        words((left + 74, y), fonts.fit(plate.name, STRONG, room), STRONG, "ink"),
    ]
    if plate.cards is not None:
        slots.append(Slot((x - 31, y - 23, x + 31, y + 23), Held(plate.cards)))
    return slots


def _seat(brush: Brush, theme: Theme, box: Box, content: Seat) -> None:
    left, top, right, bottom = box
    if content.more:
        right -= layout.SEAT_GAP
        x, y = right + layout.SEAT_GAP // 2, (top + bottom) // 2
        brush.polygon([(x - 8, y - 13), (x + 9, y), (x - 8, y + 13)], theme["ink" if theme.bold else "gold"], 2)
    sheet(brush, theme, (left, top, right, bottom), raised=content.first)
    sign(brush, theme, (left + 40, (top + bottom) // 2 - 2), 54, content.seat)


def _held(brush: Brush, theme: Theme, box: Box, content: Held) -> None:
    pieces.hand_size(brush, theme, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), content.cards)


PAINTERS: Painters = {
    **panels.PAINTERS,
    Chart: chart,
    Sums: _sums,
    Deck: _deck,
    Verdict: _verdict,
    Rule: Split(_rule),
    Sheet: _sheet,
    Plate: Split(_plate),
    Seat: _seat,
    Held: _held,
}
