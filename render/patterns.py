"""Two-coloured patterns that tell areas apart without colour: stripes, dots, waves, checks and leaves."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Callable

    from render.theme import RGB

_FINE = 2


def area(size: tuple[int, int], kind: str, ground: RGB, mark: RGB, pitch: int) -> Image.Image:
    """Give a patterned area; `pitch` is the distance in pixels after which the pattern is repeated.

    Raises:
        KeyError: there is no such kind.
    """
    fine = Image.new("RGB", (size[0] * _FINE, size[1] * _FINE), ground)
    _KINDS[kind](ImageDraw.Draw(fine), fine.size, pitch * _FINE, ground, mark)
    return fine.reduce(_FINE)


def _stripes(pen: ImageDraw.ImageDraw, size: tuple[int, int], pitch: int, _: RGB, mark: RGB) -> None:
    width, height = size
    for x in range(-height - pitch, width + pitch, pitch):
        pen.line((x, height, x + height, 0), mark, round(pitch * 0.4))


def _dots(pen: ImageDraw.ImageDraw, size: tuple[int, int], pitch: int, _: RGB, mark: RGB) -> None:
    reach = pitch * 0.22
    for row, y in enumerate(range(0, size[1] + pitch, pitch)):
        for x in range(pitch // 2 * (row % 2), size[0] + pitch, pitch):
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), mark)


def _waves(pen: ImageDraw.ImageDraw, size: tuple[int, int], pitch: int, ground: RGB, mark: RGB) -> None:
    """Scales of rings, each row lying on the one above."""
    line = max(2, round(pitch * 0.1))
    for row, y in enumerate(range(0, size[1] + pitch, pitch // 4)):
        for x in range(pitch // 2 * (row % 2), size[0] + pitch, pitch):
            for reach in (pitch / 2, pitch / 4):
                pen.ellipse((x - reach, y - reach, x + reach, y + reach), ground, mark, line)


def _checks(pen: ImageDraw.ImageDraw, size: tuple[int, int], pitch: int, _: RGB, mark: RGB) -> None:
    half = pitch // 2
    for row, y in enumerate(range(0, size[1], half)):
        for x in range(half * (row % 2), size[0], pitch):
            pen.rectangle((x, y, x + half - 1, y + half - 1), mark)


def _leaves(pen: ImageDraw.ImageDraw, size: tuple[int, int], pitch: int, ground: RGB, mark: RGB) -> None:
    for row, y in enumerate(range(0, size[1] + pitch, pitch // 2)):
        for x in range(pitch // 2 * (row % 2), size[0] + pitch, pitch):
            _leaf(pen, (x, y), pitch * 0.33, pi / 4 if row % 2 else 3 * pi / 4, (ground, mark))


def _leaf(pen: ImageDraw.ImageDraw, at: tuple[int, int], reach: float, angle: float, colours: tuple[RGB, RGB]) -> None:
    along, aside = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    steps = [(step / 6 - 1, 0.42 * sin(pi * step / 12)) for step in range(13)]
    rim = [*steps, *((a, -b) for a, b in reversed(steps))]
    place = [
        (at[0] + reach * (a * along[0] + b * aside[0]), at[1] + reach * (a * along[1] + b * aside[1])) for a, b in rim
    ]
    pen.polygon(place, colours[1])
    vein = reach * 0.55
    ends = (at[0] - vein * along[0], at[1] - vein * along[1], at[0] + vein * along[0], at[1] + vein * along[1])
    pen.line(ends, colours[0], max(1, round(reach * 0.14)))


_KINDS: dict[str, Callable[[ImageDraw.ImageDraw, tuple[int, int], int, RGB, RGB], None]] = {
    "stripes": _stripes,
    "dots": _dots,
    "waves": _waves,
    "checks": _checks,
    "leaves": _leaves,
}
