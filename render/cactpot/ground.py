"""The still parts of the pictures: desert sky, table, empty grid and betting spaces."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from games.cactpot.tables import BINGOS, LINES, PAYOUTS, SPACES, STARS
from games.grid import CELLS
from render.brush import Fade, Tint
from render.cactpot import layout, pieces
from render.cactpot.glow import KIND_COLOURS
from render.panels import HEAD, LABEL, NOTE, PLAIN, STRONG
from render.theme import mix

if TYPE_CHECKING:
    from render.brush import Box, Brush, Paint, Point
    from render.theme import Theme

_ORDINALS = ("1.", "2.", "3.")
_LABELS = {
    **{f"row{row}": f"row {row}" for row in (1, 2, 3)},
    **{f"col{column}": f"column {column}" for column in "abc"},
    "fall": "falling",
    "rise": "rising",
}
_LEGEND = (("Big", "big"), ("Straight", "straight"), ("Fifteen", "fifteen"))
HORIZON = 640
_DUNES: tuple[tuple[str, int, int, int, float], ...] = (
    ("dune_far", 0, 26, 760, 0.4),
    ("dune", 60, 24, 620, 2.6),
    ("sand", 135, 20, 900, 1.2),
    ("dune_far", 210, 14, 700, 3.6),
)
"""Colour, height of the crest below the horizon, swing, length of the wave in pixels, phase: from far to near."""
_CACTI: tuple[tuple[int, int, int, str], ...] = (
    (-320, 120, 120, "cactus_far"),
    (-48, 202, 190, "cactus_near"),
    (-256, 240, 110, "cactus_near"),
)
"""Place of the foot from the right end of the horizon, height, colour."""
_WHEEL = (-170, -40, 105)
_SUN = (-80, -30, 78)
"""Middle from the right end of the horizon, and radius."""
_BULB_GAP = 46


def paint_board(brush: Brush, theme: Theme) -> None:
    """Paint an empty table under the desert sky."""
    if theme.bold:
        brush.rect((0, 0, *layout.SIZE), theme["sand"])
    else:
        paint_desert(brush, theme, (0, 0, *layout.SIZE), HORIZON)
    paint_table(brush, theme, layout.TABLE)
    _plate(brush, theme)
    for space in SPACES:
        paint_tray(brush, theme, space)
    _arrows(brush, theme)
    _labels(brush, theme)


def paint_desert(brush: Brush, theme: Theme, box: Box, horizon: int, scale: float = 1) -> None:
    """Paint sky, sun, a big wheel far away, dunes and cacti; `horizon` is a height in pixels."""
    left, top, right, bottom = box

    def place(x: float, y: float) -> Point:
        return round(right + scale * x), round(horizon + scale * y)

    middle = top + (horizon - top) * 2 // 5
    brush.rect((left, top, right, middle), Fade(theme["sky_top"], theme["sky_mid"], 12))
    brush.rect((left, middle, right, horizon + 40), Fade(theme["sky_mid"], theme["sky_low"], 12))
    brush.disc(*place(*_SUN[:2]), scale * _SUN[2], theme["sun"])
    _wheel(brush, theme, place(*_WHEEL[:2]), scale * _WHEEL[2])
    for colour, drop, swing, wave, phase in _DUNES:
        crest, reach = horizon + scale * drop, scale * swing
        foot = round(crest + reach) + 2
        if crest - reach < bottom:
            line: list[Point] = [
                (x, round(crest + reach * sin(2 * pi * x / (scale * wave) + phase), 1))
                for x in range(left - 10, right + 50, 20)
            ]
            brush.polygon([*line, (right + 50, foot), (left - 10, foot)], theme[colour])
            brush.rect((left, min(foot, bottom), right, bottom), theme[colour])
    for x, drop, tall, colour in _CACTI:
        _saguaro(brush, theme, place(x, drop), scale * tall, colour)


def _wheel(brush: Brush, theme: Theme, at: Point, radius: float) -> None:
    x, y = at
    paint = Tint(theme["cactus_far"], 0.75)
    brush.ring(x, y, radius, 5, paint)
    brush.ring(x, y, radius * 0.8, 3, paint)
    for spoke in range(6):
        dx, dy = radius * sin(pi * spoke / 6), radius * cos(pi * spoke / 6)
        brush.stroke([(x - dx, y - dy), (x + dx, y + dy)], 3, paint)
        for side in (-1, 1):
            brush.disc(round(x + side * dx), round(y + side * dy + radius * 0.06), radius * 0.105, paint)
    spread, drop = radius * 0.55, radius * 1.4
    brush.stroke([(x - spread, y + drop), (x, y), (x + spread, y + drop)], 7, paint)


def _saguaro(brush: Brush, theme: Theme, foot: Point, tall: float, colour: str) -> None:
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
    line = 5 if edge else 3 if theme.bold else 0
    brush.rounded(box, 16, theme["ink"] if theme.bold else edge or theme[base])
    inner = (box[0] + line, box[1] + line, box[2] - line, box[3] - line)
    brush.rounded(inner, 16 - line, edge if edge and theme.bold else theme[base])
    points = PAYOUTS["star" if space in STARS else space] if space not in LINES else ()
    for place, ((x, y), beside) in enumerate(layout.tray_slots(space)):
        paint_slot(brush, theme, space, (x, y))
        if points:
            brush.text(beside, str(points[place]), LABEL, theme["rule"], "middle")
        else:
            brush.text((x, y), _ORDINALS[place], PLAIN, mix(theme[slot], theme["rule"], 0.9), "middle")
    left, top, right, bottom = layout.tray_box(space)
    if space in LINES and label:
        at = ((left + right) / 2, layout.tray_slots(space)[0][1][1])
        brush.text(at, _LABELS[space], LABEL, theme["rule"], "middle")
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
            pieces.arrow(brush, ((left + right) / 2, bottom + 10), (0, 1), 9, paint)
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
        colour = theme["rule"] if theme.bold else mix(theme[KIND_COLOURS[kind]], theme["rule"], 0.5)
        brush.text((left, y), word, NOTE, colour)
        brush.text((right, y), " ".join(map(str, PAYOUTS[kind])), LABEL, theme["rule"], "right")
    left, top, right, bottom = layout.STAR_LABEL
    gold = theme["gold_dark"] if theme.bold else theme["gold"]
    pieces.star(brush, ((left + right) / 2, top + 24), 25, gold, 3)
    brush.text(((left + right) / 2 - 4, bottom - 10), "star chip", LABEL, theme["rule"], "middle")
    pieces.arrow(brush, (right + 12, bottom - 10), (1, 0), 12, gold)
