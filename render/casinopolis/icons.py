"""The six icons, and palm and pool of a Resort, drawn at several times their size with hard edges.

Coordinates are in radii of the icon's disc, from its middle.
"""

from __future__ import annotations

from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

from render.theme import mix

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import ImageDraw

    from render.brush import Point
    from render.theme import RGB, Theme

_LINE = 0.09
"""Width of outlines in radii."""


class Stamp:
    """A pen whose origin is the middle of an icon and whose unit is `radius`; for a `form` every colour is 1."""

    def __init__(self, pen: ImageDraw.ImageDraw, theme: Theme, at: Point, radius: float, *, form: bool = False) -> None:
        self._pen, self.theme, self._at, self._radius, self._form = pen, theme, at, radius, form
        self.line = _LINE * (1.35 if theme.bold else 1)

    def place(self, points: Sequence[Point]) -> list[Point]:
        """Bring points to pixels."""
        return [(self._at[0] + x * self._radius, self._at[1] + y * self._radius) for x, y in points]

    def _ink(self, colour: RGB) -> RGB | int:
        return 1 if self._form else colour

    def disc(self, x: float, y: float, reach: float, colour: RGB, high: float | None = None) -> None:
        """Fill a circle, or an oval `high` from its middle."""
        high = reach if high is None else high
        corners = self.place([(x - reach, y - high), (x + reach, y + high)])
        self._pen.ellipse((*corners[0], *corners[1]), self._ink(colour))

    def shape(self, points: Sequence[Point], colour: RGB) -> None:
        """Fill a polygon."""
        self._pen.polygon(self.place(points), self._ink(colour))

    def stroke(self, points: Sequence[Point], width: float, colour: RGB) -> None:
        """Draw a line with round ends."""
        placed, ink = self.place(points), self._ink(colour)
        thick = max(2.0, width * self._radius)
        self._pen.line(placed, ink, round(thick), "curve")
        for x, y in (placed[0], placed[-1]):
            self._pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2 - 1, y + thick / 2 - 1), ink)

    def outlined(self, points: Sequence[Point], colour: RGB) -> None:
        """Fill a polygon within an outline."""
        self.stroke([*points, points[0], points[1]], 2 * self.line, self.theme["ink"])
        self.shape(points, colour)

    def ball(self, x: float, y: float, reach: float, colour: RGB) -> None:
        """Fill a circle within an outline, with a gleam."""
        self.disc(x, y, reach + self.line, self.theme["ink"])
        self.disc(x, y, reach, colour)

    def gleam(self, x: float, y: float, reach: float) -> None:
        """Put a light on something round."""
        self.disc(x, y, reach, self.theme["white"])


def arc(x: float, y: float, reach: float, start: float, end: float, steps: int = 18) -> list[Point]:
    """Give points of an arc from one angle to another, in degrees clockwise from the right."""
    angles = [radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + reach * cos(angle), y + reach * sin(angle)) for angle in angles]


def _leaf(stamp: Stamp, foot: Point, tip: Point) -> None:
    (x, y), (dx, dy) = foot, (tip[0] - foot[0], tip[1] - foot[1])
    sides = [(step / 8, 0.34 * sin(pi * step / 8)) for step in range(9)]
    rim = [*sides, *((along, -aside) for along, aside in reversed(sides[1:-1]))]
    stamp.outlined([(x + a * dx - b * dy, y + a * dy + b * dx) for a, b in rim], stamp.theme["leaf"])


def _cherry(stamp: Stamp) -> None:
    ink, red = stamp.theme["ink"], stamp.theme["cherry"]
    top = (0.12, -0.62)
    stamp.stroke([top, (-0.16, -0.3), (-0.36, 0.1)], 0.13, ink)
    stamp.stroke([top, (0.3, -0.2), (0.38, 0.15)], 0.13, ink)
    _leaf(stamp, top, (0.74, -0.5))
    for x, y in ((-0.37, 0.3), (0.4, 0.36)):
        stamp.ball(x, y, 0.3, red)
        stamp.gleam(x - 0.1, y - 0.11, 0.075)


def _lemon(stamp: Stamp) -> None:
    turn = radians(-28)
    rim: list[Point] = []
    for step in range(36):
        angle = 2 * pi * step / 36
        # an oval drawn out to a nub at both ends
        nub = 0.17 * max(0.0, abs(cos(angle)) - 0.9) / 0.1
        x, y = (0.56 + nub) * cos(angle), 0.45 * sin(angle)
        rim.append((x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)))
    stamp.outlined(rim, stamp.theme["lemon"])
    stamp.stroke(arc(0.02, 0.02, 0.3, 170, 250), 0.1, stamp.theme["white"])


def _plum(stamp: Stamp) -> None:
    ink = stamp.theme["ink"]
    stamp.stroke([(0.02, -0.34), (0.1, -0.66)], 0.14, ink)
    _leaf(stamp, (0.12, -0.52), (0.68, -0.56))
    stamp.ball(0, 0.13, 0.5, stamp.theme["plum"])
    stamp.stroke(arc(-0.44, -0.02, 0.52, -22, 48), 0.07, ink)
    stamp.gleam(0.26, -0.06, 0.1)


def _clover(stamp: Stamp) -> None:
    ink, green = stamp.theme["ink"], stamp.theme["leaf"]
    stem = [(0.0, 0.0), (0.06, 0.42), (0.26, 0.74)]
    stamp.stroke(stem, 0.12 + 2 * stamp.line, ink)
    stamp.stroke(stem, 0.12, green)
    for grow, colour in ((stamp.line, ink), (0.0, green)):
        for turn in (45, 135, 225, 315):
            along, aside = (cos(radians(turn)), sin(radians(turn))), (-sin(radians(turn)), cos(radians(turn)))
            lobes = [(0.42 * along[0] + side * aside[0], 0.42 * along[1] + side * aside[1]) for side in (-0.15, 0.15)]
            for x, y in lobes:
                stamp.disc(x, y - 0.06, 0.18 + grow, colour)
            tips = [
                (x + 0.09 * side * aside[0], y + 0.09 * side * aside[1])
                for side, (x, y) in zip((-1, 1), lobes, strict=True)
            ]
            wedge = [(x, y - 0.06) for x, y in ((0.04 * along[0], 0.04 * along[1]), *tips)]
            stamp.stroke([*wedge, wedge[0]], 0.08 + 2 * grow, colour)
            stamp.shape(wedge, colour)


def _diamond(stamp: Stamp) -> None:
    left, top_left, top_right, right, foot = (-0.66, -0.18), (-0.36, -0.54), (0.36, -0.54), (0.66, -0.18), (0.0, 0.66)
    theme = stamp.theme
    stamp.outlined([left, top_left, top_right, right, foot], theme["gem"])
    stamp.shape([top_left, (0.0, -0.54), (-0.22, -0.18), left], theme["gem_light"])
    stamp.shape([(-0.22, -0.18), (0.22, -0.18), foot], theme["gem_light"])
    stamp.stroke([left, right], 0.06, theme["ink"])
    stamp.stroke([top_left, (-0.22, -0.18), foot, (0.22, -0.18), top_right], 0.05, theme["ink"])


def _horseshoe(stamp: Stamp) -> None:
    bow = [(-0.3, 0.56), *arc(0, -0.1, 0.44, 142, 398), (0.3, 0.56)]
    ink, steel = stamp.theme["ink"], stamp.theme["steel"]
    for width, grow, colour in ((0.3 + 2 * stamp.line, stamp.line, ink), (0.3, 0.0, steel)):
        stamp.stroke(bow, width, colour)
        for side in (-1, 1):
            stamp.stroke([(side * 0.3, 0.58), (side * 0.46, 0.58)], 0.22 + 2 * grow, colour)
    for x, y in (*arc(0, -0.1, 0.44, 160, 380, 4), (-0.31, 0.4), (0.31, 0.4)):
        stamp.disc(x, y, 0.06, stamp.theme["white"])


ICONS: dict[str, Callable[[Stamp], None]] = {
    "cherry": _cherry,
    "lemon": _lemon,
    "plum": _plum,
    "clover": _clover,
    "diamond": _diamond,
    "horseshoe": _horseshoe,
}


def resort(stamp: Stamp, style: str, fade: float = 0) -> None:
    """Draw a pool with a palm beside it, in the colours of a casino type; `fade` lets them go into the night."""
    theme = stamp.theme
    colours = (theme[f"{style}_dark"], theme[f"{style}_edge"], theme[style], theme["leaf"])
    dark, light, ground, green = (mix(colour, theme["night"], fade) for colour in colours)
    stamp.disc(0, 0.02, 1.52, dark, 0.98)
    stamp.disc(0, 0.02, 1.42, light, 0.88)
    stamp.disc(-0.12, 0.14, 1.12, dark, 0.64)
    stamp.disc(-0.12, 0.14, 1.04, ground, 0.56)
    for x, y in ((-0.78, 0.16), (-0.4, 0.42), (-0.5, -0.12)):
        stamp.stroke([(x - 0.16, y), (x, y - 0.09), (x + 0.16, y)], 0.09, light)
    crown = (0.42, -0.4)
    stamp.stroke([(0.78, 0.72), (0.64, 0.2), crown], 0.34, theme["ink"])
    stamp.stroke([(0.78, 0.72), (0.64, 0.2), crown], 0.16, light)
    fronds = ((-0.62, 0.02), (-0.42, -0.42), (0.12, -0.6), (0.62, -0.3), (0.66, 0.22))
    for grow, colour in ((2 * stamp.line, theme["ink"]), (0.0, green)):
        for dx, dy in fronds:
            bend = (crown[0] + dx * 0.55, crown[1] + dy * 0.5 - 0.16)
            stamp.stroke([crown, bend, (crown[0] + dx, crown[1] + dy)], 0.2 + grow, colour)
