"""How lines that pay are marked on the grid: each kind has a colour and a pattern of its own."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from render import curves
from render.brush import Tint
from render.cactpot import layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.brush import Brush, Point
    from render.theme import Theme

KIND_COLOURS = {"big": "gold", "straight": "straight", "fifteen": "fifteen"}
_REACH = 65
_GLOW = 0.9
_ARC_STEPS = 24
_DASH = {"straight": ((22, 18), 6), "fifteen": ((0.1, 18.9), 9)}
"""Length of a dash and of a gap, and width of the line, in pixels."""


def mark_lines(brush: Brush, theme: Theme, lines: Sequence[tuple[str, str]]) -> None:
    """Mark the lines that pay, given as (space, kind): all glows first, so that no edge is hidden."""
    ranked = sorted(lines, key=lambda line: list(KIND_COLOURS).index(line[1]), reverse=True)
    for space, kind in ranked:
        brush.stroke(layout.line_ends(space), 2 * _REACH + 4, Tint(theme[KIND_COLOURS[kind]], _GLOW))
    for space, kind in ranked:
        _edge(brush, theme, space, kind)


def _edge(brush: Brush, theme: Theme, space: str, kind: str) -> None:
    """Draw the edge of a line: big a double one, straight a dashed one, fifteen a dotted one."""
    first, last = layout.line_ends(space)
    colour = theme["ink" if theme.bold else "cream"]
    if kind == "big":
        for reach, width in ((_REACH, 5), (_REACH - 9, 3)):
            outline = _outline(first, last, reach)
            brush.stroke([*outline, outline[0]], width, colour)
        return
    pattern, width = _DASH[kind]
    for dash in curves.dashes(_outline(first, last, _REACH), pattern):
        brush.stroke([(round(x, 2), round(y, 2)) for x, y in dash], width, colour)


def _outline(first: Point, last: Point, reach: float) -> list[Point]:
    """Give points along the edge of the capsule round two middles."""
    length = hypot(last[0] - first[0], last[1] - first[1])
    ux, uy = (last[0] - first[0]) / length, (last[1] - first[1]) / length
    points: list[Point] = []
    for middle, sense in ((last, 1), (first, -1)):
        for step in range(_ARC_STEPS + 1):
            angle = pi * step / _ARC_STEPS - pi / 2
            along, aside = reach * sense * cos(angle), reach * sense * sin(angle)
            points.append(
                (round(middle[0] + along * ux - aside * uy, 2), round(middle[1] + along * uy + aside * ux, 2))
            )
    return points
