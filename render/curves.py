"""Smooth outlines through a few points, as the polygons that a brush fills."""

from __future__ import annotations

from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.brush import Point

_STEPS = 8
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
