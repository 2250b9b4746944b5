"""The still parts of the pictures: desert sky, table, empty grid and betting spaces."""

from __future__ import annotations

from math import pi, sin
from typing import TYPE_CHECKING

from games.cactpot.tables import BINGOS, CELLS, LINES, PAYOUTS, SPACES, STARS
from render.brush import Fade, Tint
from render.cactpot import layout, pieces
from render.cactpot.glow import KIND_COLOURS
from render.cactpot.themes import HEAD, NOTE, SMALL, STRONG
from render.theme import mix

if TYPE_CHECKING:
    from render.brush import Box, Brush, Paint, Point
    from render.theme import Theme

_ORDINALS = ("1st", "2nd", "3rd")
_LABELS = {
    **{f"row{row}": f"row {row}" for row in (1, 2, 3)},
    **{f"col{column}": f"column {column}" for column in "abc"},
    "fall": "falling",
    "rise": "rising",
}
_LEGEND = (("Big", "big"), ("Straight", "straight"), ("Fifteen", "fifteen"))
_DUNES: tuple[tuple[str, int, int, int, float], ...] = (
    ("dune_far", 640, 26, 760, 0.4),
    ("dune", 700, 24, 620, 2.6),
    ("sand", 775, 20, 900, 1.2),
    ("dune_far", 850, 14, 700, 3.6),
)
"""Colour, height of the crest, swing, length of the wave in pixels, and phase: from far to near."""
_CACTI: tuple[tuple[int, int, int, str], ...] = (
    (880, 760, 120, "cactus_far"),
    (1152, 842, 190, "cactus_near"),
    (944, 880, 110, "cactus_near"),
)
_WHEEL = (1030, 600, 105)
_SUN = (1120, 610, 78)
_BULB_GAP = 46


def paint_board(brush: Brush, theme: Theme) -> None:
    """Paint an empty table under the desert sky."""
    if theme.bold:
        brush.rect((0, 0, *layout.SIZE), theme["sand"])
    else:
        paint_desert(brush, theme, layout.SIZE)
    paint_table(brush, theme, layout.TABLE)
    _plate(brush, theme)
    for space in SPACES:
        paint_tray(brush, theme, space)
    _arrows(brush, theme)
    _labels(brush, theme)


def paint_desert(brush: Brush, theme: Theme, size: tuple[int, int]) -> None:
    """Paint sky, sun, a big wheel far away, dunes and cacti."""
    width, height = size
    brush.rect((0, 0, width, 260), Fade(theme["sky_top"], theme["sky_mid"], 12))
    brush.rect((0, 260, width, 680), Fade(theme["sky_mid"], theme["sky_low"], 12))
    brush.disc(*_SUN, theme["sun"])
    _wheel(brush, theme)
    for colour, crest, swing, wave, phase in _DUNES:
        line: list[Point] = [
            (x, round(crest + swing * sin(2 * pi * x / wave + phase), 1)) for x in range(-10, width + 50, 30)
        ]
        brush.polygon([*line, (width + 50, height + 20), (-10, height + 20)], theme[colour])
    for x, foot, tall, colour in _CACTI:
        _saguaro(brush, theme, (x, foot), tall, colour)


def _wheel(brush: Brush, theme: Theme) -> None:
    x, y, radius = _WHEEL
    paint = Tint(theme["cactus_far"], 0.75)
    brush.ring(x, y, radius, 5, paint)
    brush.ring(x, y, radius * 0.8, 3, paint)
    for spoke in range(6):
        dx, dy = radius * sin(pi * spoke / 6), radius * sin(pi * spoke / 6 + pi / 2)
        brush.stroke([(x - dx, y - dy), (x + dx, y + dy)], 3, paint)
        for side in (-1, 1):
            brush.disc(round(x + side * dx), round(y + side * dy) + 6, 11, paint)
    brush.stroke([(x - 58, y + 150), (x, y), (x + 58, y + 150)], 7, paint)


def _saguaro(brush: Brush, theme: Theme, foot: Point, tall: int, colour: str) -> None:
    x, y = foot
    paint = theme[colour]
    brush.stroke([(x, y), (x, y - tall)], tall * 0.2, paint)
    left = [(x - tall * 0.3, y - tall * 0.72), (x - tall * 0.3, y - tall * 0.45), (x, y - tall * 0.38)]
    right = [(x + tall * 0.3, y - tall * 0.85), (x + tall * 0.3, y - tall * 0.55), (x, y - tall * 0.48)]
    for arm in (left, right):
        brush.stroke(arm, tall * 0.14, paint)


def paint_table(brush: Brush, theme: Theme, box: Box) -> None:
    """Paint a table top with a wooden rim and its lights."""
    left, top, right, bottom = box
    if theme.bold:
        brush.rounded(box, 30, theme["ink"])
        brush.rounded((left + 5, top + 5, right - 5, bottom - 5), 26, theme["felt"])
        return
    brush.shadow(box, 30, 16, Tint(theme["ink"], 0.45))
    brush.rounded(box, 30, theme["rim"])
    brush.rounded((left + 3, top + 3, right - 3, bottom - 5), 28, theme["rim_light"])
    brush.rounded((left + 6, top + 7, right - 6, bottom - 6), 25, theme["rim"])
    felt = (left + 14, top + 14, right - 14, bottom - 14)
    for x in range(left + 40, right - 30, _BULB_GAP):
        for y in (top + 8, bottom - 8):
            brush.disc(x, y, 4, theme["gold"])
    for y in range(top + 40, bottom - 30, _BULB_GAP):
        for x in (left + 8, right - 8):
            brush.disc(x, y, 4, theme["gold"])
    brush.rounded(felt, 20, theme["felt_edge"])
    brush.rounded((felt[0], felt[1] + 2, felt[2], felt[3]), 20, theme["felt"])


def _plate(brush: Brush, theme: Theme) -> None:
    brush.rounded(layout.PLATE, 22, theme["plate"])
    for cell in CELLS:
        paint_cell(brush, theme, layout.cell_box(cell))
    left, top = layout.PLATE[:2]
    for column in "abc":
        x, _ = layout.middle_of(layout.cell_box(f"{column}1"))
        brush.text((x, top + 22), column, STRONG, theme["cream"], "middle")
    for row in "123":
        _, y = layout.middle_of(layout.cell_box(f"a{row}"))
        brush.text((left + 24, y), row, STRONG, theme["cream"], "middle")


def paint_cell(brush: Brush, theme: Theme, box: Box) -> None:
    """Paint an empty cell."""
    brush.rounded(box, 18, theme["cell_edge"])
    brush.rounded((box[0], box[1], box[2], box[3] - 3), 18, theme["cell"])
    brush.ring(*layout.middle_of(box), layout.CHIP_RADIUS - 8, 3, theme["cell_edge"])


def paint_slot(brush: Brush, theme: Theme, space: str, at: Point) -> None:
    """Paint the empty place of a token."""
    brush.disc(*at, layout.token_size(space) / 2 - 1, theme[_tray_colours(space)[1]])


def paint_tray(brush: Brush, theme: Theme, space: str, edge: Paint | None = None, *, label: bool = True) -> None:
    """Paint an empty betting space; `edge` is the colour of its frame."""
    box = layout.tray_box(space)
    base, slot = _tray_colours(space)
    if edge:
        brush.rounded(box, 16, edge)
        box = (box[0] + 4, box[1] + 4, box[2] - 4, box[3] - 4)
    elif theme.bold:
        brush.rounded(box, 16, theme["ink"])
        box = (box[0] + 3, box[1] + 3, box[2] - 3, box[3] - 3)
    brush.rounded(box, 14, theme[base])
    points = PAYOUTS["star" if space in STARS else space] if space not in LINES else ()
    for place, ((x, y), beside) in enumerate(layout.tray_slots(space)):
        paint_slot(brush, theme, space, (x, y))
        if points:
            brush.text(beside, str(points[place]), SMALL, theme["rule"], "middle")
        else:
            brush.text((x, y), _ORDINALS[place], NOTE, mix(theme[slot], theme["rule"], 0.7), "middle")
    left, top, right, bottom = layout.tray_box(space)
    if space in LINES and label:
        at = ((left + right) / 2, layout.tray_slots(space)[0][1][1])
        brush.text(at, _LABELS[space], SMALL, theme["rule"], "middle")
    elif space in BINGOS:
        word = space.removeprefix("bingo").replace("-", "\u2013")
        brush.text(((left + right) / 2, top + 32), word, HEAD, theme["rule"], "middle")
    elif space in STARS:
        at = ((left + right) / 2, bottom - 22)
        brush.text(at, str(STARS[space]), STRONG, theme["rule"], "middle")


def _tray_colours(space: str) -> tuple[str, str]:
    if space in LINES:
        return "tray", "slot"
    return ("bingo", "bingo_slot") if space in BINGOS else ("star", "star_slot")


def _arrows(brush: Brush, theme: Theme) -> None:
    paint = theme["gold_dark"] if theme.bold else theme["gold"]
    for space in LINES:
        left, top, right, bottom = layout.tray_box(space)
        if space.startswith("row"):
            pieces.arrow(brush, (right + 19, (top + bottom) / 2), (1, 0), 14, paint)
        elif space.startswith("col"):
            pieces.arrow(brush, ((left + right) / 2, bottom + 11), (0, 1), 9, paint)
        else:
            down = 1 if space == "fall" else -1
            start = (right - 10, bottom + 8 if space == "fall" else top - 8)
            tip = (start[0] + 27, start[1] + 24 * down)
            brush.stroke([start, (tip[0] - 8, tip[1] - 7 * down)], 7, paint)
            pieces.arrow(brush, tip, (0.75, 0.66 * down), 17, paint)


def _labels(brush: Brush, theme: Theme) -> None:
    left, top, right, _ = layout.tray_box("bingo0-1")
    brush.text(((left + right) / 2, top - 19), "Bingos", STRONG, theme["rule"], "middle")
    left, top, right, bottom = layout.LEGEND
    for number, (word, kind) in enumerate(_LEGEND):
        y = top + 12 + number * (bottom - top - 22) // 2
        brush.text((left, y), word, NOTE, theme["rule" if theme.bold else KIND_COLOURS[kind]])
        brush.text((right, y), " ".join(map(str, PAYOUTS[kind])), SMALL, theme["rule"], "right")
    left, top, right, bottom = layout.STAR_LABEL
    gold = theme["gold_dark"] if theme.bold else theme["gold"]
    pieces.star(brush, ((left + right) / 2, top + 24), 25, gold, 3)
    brush.text(((left + right) / 2 - 8, bottom - 10), "star chip", SMALL, theme["rule"], "middle")
    pieces.arrow(brush, (right + 12, bottom - 10), (1, 0), 12, gold)
