"""Smooth outlines through a few points, as the polygons that a brush fills."""

from __future__ import annotations

from itertools import cycle, pairwise
from math import cos, hypot, pi, radians, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.brush import Box, Point

_STEPS = 6
"""Straight pieces between two given points."""


def loop(points: Sequence[Point]) -> list[Point]:
    """Close a smooth curve through `points` (Catmull-Rom)."""
    round_trip = [points[-1], *points, *points[:2]]
    return [point for at in range(len(points)) for point in _span(round_trip[at : at + 4])]


def path(points: Sequence[Point]) -> list[Point]:
    """Draw a smooth curve from the first to the last of `points`."""
    known = [points[0], *points, points[-1]]
    return [*(point for at in range(len(points) - 1) for point in _span(known[at : at + 4])), points[-1]]


def oval(at: Point, wide: float, high: float, turn: float = 0) -> list[Point]:
    """Give an ellipse with half axes `wide` and `high`, turned by `turn` degrees clockwise."""
    count = 4 * _STEPS
    rim = [2 * pi * step / count for step in range(count)]
    return turned([(at[0] + wide * cos(angle), at[1] + high * sin(angle)) for angle in rim], at, turn)


def turned(points: Sequence[Point], at: Point, turn: float) -> list[Point]:
    """Turn points round `at` by `turn` degrees clockwise."""
    along, aside = cos(radians(turn)), sin(radians(turn))
    return [
        (at[0] + (x - at[0]) * along - (y - at[1]) * aside, at[1] + (x - at[0]) * aside + (y - at[1]) * along)
        for x, y in points
    ]


def _span(known: Sequence[Point]) -> list[Point]:
    """Give the curve from the second of four points up to the third, without it."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = known
    return [(_blend(ax, bx, cx, dx, step / _STEPS), _blend(ay, by, cy, dy, step / _STEPS)) for step in range(_STEPS)]


def _blend(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def rounded(box: Box, radius: float) -> list[Point]:
    """Give the outline of a rectangle with round corners, from the left end of its top side clockwise."""
    left, top, right, bottom = box
    middles = (
        ((right - radius, top + radius), -90),
        ((right - radius, bottom - radius), 0),
        ((left + radius, bottom - radius), 90),
        ((left + radius, top + radius), 180),
    )
    return [
        (x + radius * cos(radians(start + 90 * step / _STEPS)), y + radius * sin(radians(start + 90 * step / _STEPS)))
        for (x, y), start in middles
        for step in range(_STEPS + 1)
    ]


def dashes(outline: Sequence[Point], pattern: Sequence[float]) -> list[list[Point]]:
    """Cut a closed line into dashes: `pattern` has the lengths of dashes and gaps in turn, stretched to fit."""
    closed = [*outline, outline[0]]
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(closed)]
    whole, once = sum(lengths), sum(pattern)
    scale = whole / once / max(1, round(whole / once))
    cut: list[list[Point]] = []
    marks = cycle(pattern)
    left, drawing = next(marks) * scale, True
    line = [closed[0]]
    for (start, end), length in zip(pairwise(closed), lengths, strict=True):
        walked = 0.0
        while length - walked > left:
            walked += left
            at = (start[0] + (end[0] - start[0]) * walked / length, start[1] + (end[1] - start[1]) * walked / length)
            if drawing:
                cut.append([*line, at])
            line, left, drawing = [at], next(marks) * scale, not drawing
        left -= length - walked
        if drawing:
            line.append(end)
    if drawing and len(line) > 1:
        cut.append(line)
    return cut
