"""Signs that all games share: the seats' shapes with their letters, and names."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from render import fonts
from render.brush import piece
from render.fonts import Type
from render.theme import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.brush import Brush, Paint, Point
    from render.theme import Theme

_LINE = 0.07
"""Width of a sign's outline in sizes of the sign; in high contrast half as much again."""
_LETTER = {"circle": (0.0, 0.58), "square": (0.0, 0.58), "triangle": (0.13, 0.47), "diamond": (0.0, 0.52)}
"""How far below the middle the letter sits, and its size, in sizes of the sign."""
_SMALLEST_LETTER = 9


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    """Make names drawable; one that has nothing to draw becomes 'Player A'."""
    return tuple(fonts.clean(name) or f"Player {seat.letter}" for name, seat in zip(names, SEATS, strict=False))


@piece(0.55)
def sign(brush: Brush, theme: Theme, at: Point, size: float, seat: int) -> None:
    """Draw a seat's shape in its colour, outlined, with its letter, about `size` pixels high round `at`."""
    kind = SEATS[seat]
    line = max(2.0, size * _LINE * (1.5 if theme.bold else 1))
    shape(brush, kind.shape, at, size, theme["ink"])
    shape(brush, kind.shape, at, size - 2 * line, theme.seat(seat))
    drop, part = _LETTER[kind.shape]
    if size * part >= _SMALLEST_LETTER:
        letter = Type(round(size * part), bold=True)
        brush.text((at[0], at[1] + size * drop), kind.letter, letter, theme["ink"], "middle")


def shape(brush: Brush, kind: str, at: Point, size: float, paint: Paint) -> None:
    """Fill one of the four seat shapes round `at`; all look equally large at the same `size`."""
    x, y = at
    half = size / 2
    if kind == "circle":
        brush.disc(x, y, half, paint)
    elif kind == "square":
        reach = half * 0.74
        corners = [(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)]
        brush.polygon(corners, paint, half * 0.17)
    elif kind == "triangle":
        top, foot, wide = y - half * 0.84, y + half * 0.66, half * 0.86
        brush.polygon([(x, top), (x + wide, foot), (x - wide, foot)], paint, half * 0.2)
    else:
        reach = half * 0.92
        brush.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], paint, half * 0.16)


@piece(0.55)
def eye(brush: Brush, theme: Theme, at: Point, size: float) -> None:
    """Draw the sign of what only the viewer sees."""
    x, y = at
    half = size / 2
    lid = [(x + half * cos(pi * step / 8), y - half * 0.62 * sin(pi * step / 8)) for step in range(16)]
    brush.polygon([(round(a, 2), round(b, 2)) for a, b in lid], theme["ink"], 1)
    brush.disc(x, y, half * 0.42, theme["cream"])
    brush.disc(x, y, half * 0.2, theme["ink"])
