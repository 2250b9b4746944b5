"""The pieces of Cat Sudoku: cards, the host's lantern, tokens, and small signs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from render import curves, fonts
from render.brush import Pattern, Tint, piece
from render.catsudoku import goals
from render.catsudoku.cats import cat
from render.catsudoku.themes import PATTERNS
from render.fonts import Type
from render.panels import STRONG
from render.theme import mix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.brush import Brush, Paint, Point
    from render.theme import Theme

_CORNER = 0.13
"""Radius of a card's corners in sizes of the card."""
_NUMERAL = 0.47
_SMALL_CARD = 94
"""Cards smaller than this have no cat, only number, pattern and goal."""


def cloth(theme: Theme, card: str, size: float) -> Pattern:
    """Give the pattern of a card's colour for a card of `size` pixels."""
    kind, pitch = PATTERNS[card[0]]
    return Pattern(theme[card[0]], theme[f"{card[0]}_mark"], kind, 2 * round(pitch * (0.3 + size / 250) / 2))


def card(brush: Brush, theme: Theme, at: tuple[int, int], size: int, code: str, goal: str = "") -> None:
    """Draw a card with its left top corner at `at`; its goal's sign stands at the bottom right."""
    key = (theme.name, code, goal)
    face = partial(_face, theme=theme, size=size, code=code, goal=goal)
    brush.stamp((*at, at[0] + size, at[1] + size), round(size * _CORNER), key, face)


def _face(brush: Brush, theme: Theme, size: int, code: str, goal: str) -> None:
    line = _line(theme, size)
    _cloth(brush, theme, size, code, line)
    small = size < _SMALL_CARD
    wide, high = (0.5, 1.0) if small else (0.44, 0.46)
    tab = (line, line, round(size * wide), round(size * high) - (line if small else 0))
    brush.rounded(tab, max(2, round(size * _CORNER) - line), theme["cream"])
    if small:
        numeral = Type(round(size * 0.7), bold=True)
        brush.text((size * 0.265, size * 0.5), code[1], numeral, theme["ink"], "middle")
        if goal:
            side = size * 0.48
            goals.sign(brush, theme, (size - side, size - side), side, goal, code)
        return
    cat(brush, theme, (size * 0.08, size * 0.235), size * 0.73, int(code[1]))
    numeral = Type(round(size * _NUMERAL), bold=True)
    brush.text((size * 0.235, size * 0.235), code[1], numeral, theme["ink"], "middle")
    if goal:
        side = size * 0.33
        goals.sign(brush, theme, (size * 0.975 - side, size * 0.975 - side), side, goal, code)


def _cloth(brush: Brush, theme: Theme, size: int, code: str, line: int) -> None:
    """Paint a card's outline of `line` pixels and its pattern."""
    brush.rect((0, 0, size, size), theme["ink"])
    inner = (line, line, size - line, size - line)
    brush.rounded(inner, max(2, round(size * _CORNER) - line), cloth(theme, code, size))


def back(brush: Brush, theme: Theme, at: tuple[int, int], size: int) -> None:
    """Draw a card from behind."""
    left, top = at
    line = _line(theme, size)
    radius = round(size * _CORNER)
    brush.rounded((left, top, left + size, top + size), radius, theme["ink"])
    brush.rounded((left + line, top + line, left + size - line, top + size - line), radius - line, theme["cream"])
    rim = line + round(size * 0.05)
    inner = (left + rim, top + rim, left + size - rim, top + size - rim)
    brush.rounded(inner, max(2, radius - rim), theme["lantern_dark"])
    frame = (inner[0] + 5, inner[1] + 5, inner[2] - 5, inner[3] - 5)
    brush.frame(frame, max(3, radius - rim - 3), 2, theme["gold"])


def _line(theme: Theme, size: int) -> int:
    return max(2, round(size * (0.026 if theme.bold else 0.018)))


def stack_edges(brush: Brush, theme: Theme, at: tuple[int, int], size: int, codes: Sequence[str], step: int) -> None:
    """Draw the edges of covered cards below a card at `at`, `codes` from bottom to top; each peeps out by `step`."""
    for depth, code in zip(range(len(codes), 0, -1), codes, strict=True):
        top = at[1] + depth * step
        box = (at[0], top, at[0] + size, top + size)
        key = (theme.name, code[0], "edge")
        brush.stamp(box, round(size * _CORNER), key, partial(_cloth, theme=theme, size=size, code=code, line=2))


def badge(brush: Brush, theme: Theme, at: Point, number: int) -> None:
    """Draw how many cards a stack has, on a plaque round `at`."""
    x, y = int(at[0]), int(at[1])
    wide = fonts.measure(str(number), STRONG)
    left, right = x - (wide + 32) // 2, x + (wide + 32) // 2
    brush.rounded((left, y - 21, right, y + 21), 13, theme["cream"])
    brush.rounded((left + 3, y - 18, right - 3, y + 18), 11, theme["ink"])
    for shift in (5, 0, -5):
        slab = [(left + 7, y + shift), (left + 15, y + shift - 5), (left + 23, y + shift), (left + 15, y + shift + 5)]
        brush.polygon(slab, theme["ink"], 1.6)
        brush.polygon(slab, theme["cream"])
    brush.text((right - 6, y), str(number), STRONG, theme["cream"], "right")


@piece(0.66)
def lantern(
    brush: Brush,
    theme: Theme,
    at: Point,
    height: float,
    colour: str = "lantern",
    *,
    glow: bool = False,
    paw_print: bool = False,
) -> None:
    """Draw a paper lantern `height` pixels high round `at`."""
    x, y = at
    wide, high = height * 0.36, height * 0.36
    if glow and not theme.bold:
        for reach, alpha in ((0.6, 0.22), (0.5, 0.3)):
            brush.disc(x, y, round(height * reach, 1), Tint(theme["glow"], alpha))
    line = max(1.5, height * 0.04)
    body = curves.oval(at, wide, high)
    caps = [(y - high * 0.98, height * 0.3), (y + high * 0.98, height * 0.3)]
    if glow:
        brush.polygon(body, theme["cream"], 2 * line)
        for middle, width in caps:
            brush.stroke([(x - width / 2, middle), (x + width / 2, middle)], height * 0.1 + 4 * line, theme["cream"])
    brush.polygon(body, theme["ink"], line)
    brush.polygon(body, theme[colour])
    shine = mix(theme[colour], theme["glow"], 0.55)
    brush.polygon(curves.oval(at, wide * 0.62, high * 0.96), shine if not theme.bold else theme[colour])
    brush.polygon(curves.oval(at, wide * 0.3, high * 0.9), theme["glow"] if not theme.bold else theme[colour])
    if not paw_print:
        for step in (-0.5, 0.0, 0.5):
            reach = wide * (1 - step * step) ** 0.5 * 0.95
            curve = curves.path(
                [(x - reach, y + high * step), (x, y + high * (step + 0.1)), (x + reach, y + high * step)]
            )
            brush.stroke(curve, max(1.2, height * 0.022), mix(theme[colour], theme["ink"], 0.35))
    for middle, width in caps:
        brush.stroke([(x - width / 2, middle), (x + width / 2, middle)], height * 0.1 + line, theme["ink"])
        brush.stroke([(x - width / 2 + 1, middle), (x + width / 2 - 1, middle)], height * 0.05, theme["gold"])
    if paw_print:
        paw(brush, (x, y + height * 0.02), height * 0.4, theme["lantern_dark"] if not theme.bold else theme["ink"])


def paw(brush: Brush, at: Point, size: float, paint: Paint) -> None:
    """Draw the print of a paw, `size` pixels high round `at`."""
    x, y = at
    pad = [(0.0, 0.0), (0.26, 0.16), (0.28, 0.36), (0.1, 0.42), (-0.1, 0.42), (-0.28, 0.36), (-0.26, 0.16)]
    brush.polygon(curves.loop([(x + a * size, y + b * size) for a, b in pad]), paint)
    for a, b in ((-0.38, -0.02), (-0.15, -0.28), (0.15, -0.28), (0.38, -0.02)):
        brush.polygon(curves.oval((x + a * size, y + b * size), size * 0.12, size * 0.16, a * 40), paint)


@piece(0.55)
def coin(brush: Brush, theme: Theme, at: Point, size: float) -> None:
    """Draw a token."""
    x, y = at
    line = max(1.5, size * (0.08 if theme.bold else 0.055))
    brush.disc(x, y, size / 2, theme["ink"])
    brush.disc(x, y, size / 2 - line, theme["gold"])
    brush.ring(x, y, size / 2 - line * 1.8, max(1.2, size * 0.05), theme["gold_dark"])
    paw(brush, (x, y), size * 0.46, theme["ink" if theme.bold else "gold_dark"])


def coins(brush: Brush, theme: Theme, at: Point, size: float, number: int, room: float) -> float:
    """Draw tokens in an overlapping row from the x of `at` over at most `room` pixels; give where the row ends."""
    step = min(size * 0.5, (room - size) / max(1, number - 1))
    for place in range(number):
        coin(brush, theme, (round(at[0] + size / 2 + place * step, 1), at[1]), size)
    return at[0] + size + step * max(0, number - 1)
