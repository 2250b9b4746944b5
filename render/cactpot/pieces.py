"""The pieces of Cactpot Party: chips, the little cactus, stars, crosses, and small counting signs."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from render.brush import Fade, Pattern, Tint, piece
from render.fonts import Type
from render.panels import NUMERAL
from render.signs import sign
from render.theme import mix

if TYPE_CHECKING:
    from render.brush import Brush, Paint, Point
    from render.theme import RGB, Theme

_SPOTS = 8
_SPOT_REACH = 0.13
"""Half the arc of a spot on a chip's edge, in radians."""
_STAR_POINTS, _STAR_WAIST = 5, 0.47
_NUMERAL_SHARE = NUMERAL.size / 60
"""Size of a chip's numeral in chip radii."""

_TRUNK = ((0.0, 0.36), (0.0, -0.34))
_ARMS = (((-0.34, -0.12), (-0.34, 0.06), (0.0, 0.1)), ((0.33, -0.24), (0.33, -0.02), (0.0, 0.04)))
_TRUNK_WIDTH, _ARM_WIDTH = 0.32, 0.17
_RIBS = (((-0.06, 0.3), (-0.06, -0.36)), ((0.07, 0.3), (0.07, -0.36)))


def star(brush: Brush, at: Point, radius: float, paint: Paint, soft: float = 0) -> None:
    """Fill a star of five points; `soft` rounds its corners."""
    points = []
    for corner in range(2 * _STAR_POINTS):
        reach = (radius - soft) * (1 if corner % 2 == 0 else _STAR_WAIST)
        angle = pi * corner / _STAR_POINTS - pi / 2
        points.append((round(at[0] + reach * cos(angle), 2), round(at[1] + reach * sin(angle), 2)))
    brush.polygon(points, paint, soft)


@piece(1.15)
def chip(brush: Brush, theme: Theme, at: Point, radius: float, number: int, *, hidden_star: bool = False) -> None:
    """Draw a number chip face up; the one that was the star chip has a golden edge and a star."""
    edge, spot = ("gold", "gold_dark") if hidden_star else ("rim_light", "cream")
    _disc(brush, theme, at, radius, theme[edge], theme[spot])
    inner = radius * 0.79
    brush.disc(*at, inner, Fade(theme["cream"], theme["paper"], 6))
    brush.ring(*at, inner, 3 if theme.bold else 2, theme["ink"] if theme.bold else theme["paper_edge"])
    numeral = Type(round(radius * _NUMERAL_SHARE), bold=True)
    brush.text(at, str(number), numeral, theme["ink"], "middle")
    if hidden_star:
        corner = (at[0] + radius * 0.62, at[1] - radius * 0.66)
        star(brush, corner, radius * 0.4, theme["ink"], 3)
        star(brush, corner, radius * 0.31, theme["gold"], 2)


@piece(1.12)
def chip_back(brush: Brush, theme: Theme, at: Point, radius: float) -> None:
    """Draw a chip from behind."""
    _disc(brush, theme, at, radius, theme["red"], theme["cream"])
    inner = radius * 0.79
    if theme.bold:
        brush.disc(*at, inner, Pattern(theme["red"], theme["cream"], "stripes", 14))
    else:
        brush.disc(*at, inner, Fade(theme["red"], theme["red_dark"], 4))
    brush.ring(*at, inner, 2, theme["red_dark"])


@piece(1.12)
def star_chip(brush: Brush, theme: Theme, at: Point, radius: float) -> None:
    """Draw the star chip, whose number nobody knows."""
    _disc(brush, theme, at, radius, theme["gold"], theme["gold_dark"])
    inner = radius * 0.79
    brush.disc(*at, inner, Fade(mix(theme["gold"], theme["cream"], 0.4), theme["gold"], 3))
    brush.ring(*at, inner, 2, theme["gold_dark"])
    star(brush, at, radius * 0.66, theme["ink"], 5)
    star(brush, at, radius * 0.55, theme["cream"] if theme.bold else theme["red"], 4)


def _disc(brush: Brush, theme: Theme, at: Point, radius: float, edge: RGB, spot: RGB) -> None:
    x, y = at
    if not theme.bold:
        brush.disc(x, y + radius * 0.09, radius, Tint(theme["ink"], 0.45))
    brush.disc(x, y, radius, theme["ink"])
    brush.disc(x, y, radius - (4 if theme.bold else 2), edge)
    spots = []
    for number in range(_SPOTS):
        angle = 2 * pi * (number + 0.5) / _SPOTS
        corners = ((0.95, -_SPOT_REACH), (0.95, _SPOT_REACH), (0.8, _SPOT_REACH), (0.8, -_SPOT_REACH))
        spots.append(
            [
                (round(x + radius * reach * cos(angle + turn), 2), round(y + radius * reach * sin(angle + turn), 2))
                for reach, turn in corners
            ]
        )
    brush.polygons(spots, spot)


@piece(0.68)
def cactus(brush: Brush, theme: Theme, at: Point, height: float, colour: RGB) -> None:
    """Draw the little cactus that marks a hidden chip, `height` pixels high round `at`."""
    x, y = at

    def place(points: tuple[Point, ...]) -> list[Point]:
        return [(round(x + a * height, 2), round(y + b * height, 2)) for a, b in points]

    line = max(2.5, height * (0.05 if theme.bold else 0.035))
    for paint, grow in ((theme["ink"], 2 * line), (colour, 0.0)):
        for arm in _ARMS:
            brush.stroke(place(arm), _ARM_WIDTH * height + grow, paint)
        brush.stroke(place(_TRUNK), _TRUNK_WIDTH * height + grow, paint)
    for rib in _RIBS:
        brush.stroke(place(rib), max(2.0, height * 0.03), mix(colour, theme["ink"], 0.45))
    flower = (x, y - 0.52 * height)
    brush.disc(*flower, 0.115 * height, theme["ink"])
    brush.disc(*flower, 0.115 * height - line, theme["cream"] if theme.bold else theme["red"])
    brush.disc(*flower, 0.035 * height, theme["gold"])


@piece(1.15)
def hidden(brush: Brush, theme: Theme, at: Point, radius: float, seat: int) -> None:
    """Draw a face-down chip with its owner's cactus and sign on it."""
    chip_back(brush, theme, at, radius)
    cactus(brush, theme, (at[0], at[1] - radius * 0.16), radius * 1.36, theme.seat(seat))
    sign(brush, theme, (at[0], at[1] + radius * 0.64), radius * 0.74, seat)


def cross(brush: Brush, at: Point, reach: float, width: float, paint: Paint) -> None:
    """Draw the X of a space that cannot pay."""
    x, y = at
    brush.stroke([(x - reach, y - reach), (x + reach, y + reach)], width, paint)
    brush.stroke([(x - reach, y + reach), (x + reach, y - reach)], width, paint)


def arrow(brush: Brush, tip: Point, direction: tuple[float, float], size: float, paint: Paint) -> None:
    """Draw a small arrow head with its point at `tip`; `direction` is a vector of length 1."""
    dx, dy = direction
    foot = (tip[0] - dx * size, tip[1] - dy * size)
    side = (-dy * size * 0.75, dx * size * 0.75)
    wings = [(foot[0] + side[0], foot[1] + side[1]), (foot[0] - side[0], foot[1] - side[1])]
    brush.polygon([tip, *((round(a, 2), round(b, 2)) for a, b in wings)], paint, 2)


@piece(0.6)
def flag(brush: Brush, theme: Theme, at: Point, size: float) -> None:
    """Draw the starter's pennant with its pole's middle at `at`."""
    x, y = at
    half = size / 2
    brush.stroke([(x - half * 0.55, y - half), (x - half * 0.55, y + half)], 4, theme["ink"])
    cloth = [(x - half * 0.4, y - half * 0.95), (x + half, y - half * 0.4), (x - half * 0.4, y + half * 0.15)]
    brush.polygon(cloth, theme["ink"], 2.5)
    brush.polygon(cloth, theme["red"])


@piece(0.85)
def rosette(brush: Brush, theme: Theme, at: Point, size: float) -> None:
    """Draw a winner's rosette."""
    x, y = at
    half = size / 2
    for side in (-1, 1):
        tail = [
            (x + side * half * 0.1, y),
            (x + side * half * 0.7, y + half * 1.25),
            (x + side * half * 0.05, y + half),
        ]
        brush.polygon(tail, theme["red"], 2)
    for petal in range(10):
        angle = 2 * pi * petal / 10
        brush.disc(
            round(x + half * 0.68 * cos(angle), 2), round(y + half * 0.68 * sin(angle), 2), half * 0.3, theme["red"]
        )
    brush.disc(x, y, half * 0.66, theme["gold"])
    star(brush, at, half * 0.48, theme["ink"], 1.5)
