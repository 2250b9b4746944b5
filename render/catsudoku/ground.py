"""The still parts of the pictures: the night sky, lanterns, stalls, the empty grid and the zones."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING

from games.grid import CELLS
from render import curves
from render.brush import Fade, Tint
from render.catsudoku import layout, pieces
from render.panels import STRONG
from render.signs import sign
from render.theme import mix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.brush import Box, Brush, Point
    from render.theme import Theme

DASHES: tuple[tuple[float, ...], ...] = ((), (34, 16), (0.1, 15), (30, 14, 0.1, 14))
"""Lengths of dashes and gaps of each seat's zone; none is a whole line."""
_LINE = 7
_STRAIGHT = 2
_NEAR, _FAR = 5, 12
"""How far inside of their tiles the outlines of columns and of rows run, so that both show at shared corners."""

_STARS = (
    (40, 190, 2),
    (84, 700, 2),
    (22, 560, 3),
    (38, 760, 2),
    (744, 150, 2),
    (742, 520, 2),
    (60, 300, 2),
    (16, 400, 2),
)
_FIREWORKS: tuple[tuple[int, int, int, str], ...] = (
    (288, 388, 92, "gold"),
    (510, 610, 92, "lantern"),
    (620, 276, 60, "mist"),
)
_STALLS: tuple[tuple[int, int, int], ...] = (
    (-34, 150, 62),
    (140, 126, 50),
    (290, 176, 64),
    (486, 128, 48),
    (640, 170, 62),
    (834, 132, 50),
    (986, 182, 64),
    (1176, 120, 48),
)
"""Left, width and height of each stall at the foot."""


_HANGING = ((0.3, 20, "lantern"), (0.5, 23, "gold_dark"), (0.7, 20, "lantern"))
"""Where small lanterns hang between two posts: the share of the way, pixels below the posts, and the colour."""


def paint_board(brush: Brush, theme: Theme, places: tuple[tuple[str, ...], ...]) -> None:
    """Paint the festival with an empty grid and each seat's zone."""
    width, height = layout.SIZE
    sky(brush, theme, (0, 0, width, height))
    if not theme.bold:
        for firework in _FIREWORKS:
            _burst(brush, theme, *firework)
        stalls(brush, theme, height, width)
    _strings(brush, theme)
    for seat, cells in enumerate(places):
        _zone_floor(brush, theme, cells, seat)
    for cell in CELLS:
        _mat(brush, theme, cell, [seat for seat, cells in enumerate(places) if cell in cells])
    for seat, cells in enumerate(places):
        _zone_line(brush, theme, cells, seat)
    for seat, cells in enumerate(places):
        sign(brush, theme, layout.zone_sign(cells), 48, seat)


def sky(brush: Brush, theme: Theme, box: Box) -> None:
    """Paint the night sky."""
    left, top, right, bottom = box
    if theme.bold:
        brush.rect(box, theme["sky_top"])
        return
    middle = top + (bottom - top) * 3 // 5
    brush.rect((left, top, right, middle), Fade(theme["sky_top"], theme["sky_mid"], 10))
    brush.rect((left, middle, right, bottom), Fade(theme["sky_mid"], theme["sky_low"], 8))
    for x, y, radius in _STARS:
        if left < x < right and top < y < bottom:
            brush.disc(x, y, radius, theme["glow"])


def _burst(brush: Brush, theme: Theme, x: int, y: int, radius: int, colour: str) -> None:
    """Paint a quiet firework far away."""
    paint = Tint(theme[colour], 0.42)
    for ray in range(16):
        angle = 2 * pi * ray / 16
        reach = radius if ray % 2 else radius * 0.72
        start = (round(x + reach * 0.45 * cos(angle), 1), round(y + reach * 0.45 * sin(angle), 1))
        end = (round(x + reach * cos(angle), 1), round(y + reach * sin(angle), 1))
        brush.stroke([start, end], 3, paint)
        brush.disc(round(x + reach * 1.14 * cos(angle)), round(y + reach * 1.14 * sin(angle)), 3, paint)


def stalls(brush: Brush, theme: Theme, foot: int, width: int) -> None:
    """Paint the dark stalls of the festival along the foot: a curved roof, a curtain, and light under it."""
    dark, light = theme["stall"], mix(theme["stall"], theme["gold"], 0.62)
    for left, wide, high in _STALLS:
        if left > width:
            continue
        top, right, eaves = foot - high, left + wide, foot - high + 24
        slope = curves.path([(left + 26, top), (left + 20, top + 14), (left - 4, eaves)])
        other = [(left + right - x, y) for x, y in reversed(slope)]
        brush.polygon([*slope, *other], dark, 2)
        brush.rect((max(0, left + 12), eaves, min(width, right - 12), foot), dark)
        brush.rect((max(0, left + 20), eaves + 3, min(width, right - 20), foot - 8), light)
        for x in range(left + 20, right - 24, 22):
            brush.polygon(
                [(x, eaves), (x + 19, eaves), (x + 17, eaves + 14), (x + 2, eaves + 14)], theme["lantern_dark"], 1
            )
    brush.rect((0, foot - 9, width, foot), dark)


def _strings(brush: Brush, theme: Theme) -> None:
    """Hang two rows of lanterns: the letters of the columns with small ones between, and the numbers of the rows."""
    y = layout.LETTERS_Y
    middles = [layout.tile_box(f"{column}1")[0] + layout.PITCH // 2 for column in "abc"]
    string(brush, theme, [(x, y - 24) for x in (-60, *middles, layout.CARDS_LEFT - 2)])
    for column, x in zip("abc", middles, strict=True):
        _named_lantern(brush, theme, (x, y), column)
    x = layout.NUMBERS_X
    rows = [layout.tile_box(f"a{row}")[1] + layout.PITCH // 2 for row in "123"]
    brush.stroke([(x, layout.TICKET[3]), (x, rows[-1])], 3, theme["cord"])
    for row, at in zip("123", rows, strict=True):
        _named_lantern(brush, theme, (x, at), row)


def string(brush: Brush, theme: Theme, posts: Sequence[tuple[int, int]]) -> None:
    """Hang a string from post to post, with three small lanterns between two posts."""
    for (one, y), (two, _) in pairwise(posts):
        brush.stroke(curves.path([(one, y), ((one + two) / 2, y + 12), (two, y)]), 3, theme["cord"])
    if theme.bold:
        return
    for (one, y), (two, _) in pairwise(posts):
        for share, drop, colour in _HANGING:
            x = round(one + (two - one) * share)
            pieces.lantern(brush, theme, (x, y + drop), 26, colour)


def _named_lantern(brush: Brush, theme: Theme, at: Point, word: str) -> None:
    """Paint a lantern that carries a letter or number."""
    x, y = round(at[0]), round(at[1])
    if not theme.bold:
        for reach, alpha in ((44, 0.1), (35, 0.14)):
            brush.disc(x, y, reach, Tint(theme["glow"], alpha))
    brush.polygon(curves.oval((x, y), 25, 23), theme["ink"], 3)
    brush.polygon(curves.oval((x, y), 25, 23), theme["gold"])
    brush.polygon(curves.oval((x, y), 18, 22), theme["glow"])
    for end in (-23, 23):
        brush.stroke([(x - 11, y + end), (x + 11, y + end)], 6, theme["ink"])
    brush.text((x, y), word, STRONG, theme["ink"], "middle")


def _mat(brush: Brush, theme: Theme, cell: str, owners: list[int]) -> None:
    """Paint the place of a stack, with the signs of those whose zone it is part of."""
    box = layout.card_box(layout.tile_box(cell), 1)
    left, top = box[:2]
    if theme.bold:
        brush.frame(box, 24, 3, theme["ink"])
    else:
        brush.rounded(box, 24, Tint(theme["mat"], 0.55))
        brush.frame(box, 24, 3, Tint(theme["mist"], 0.3))
    middle = left + layout.CARD / 2
    for place, seat in enumerate(owners):
        x = middle + 66 * (place - (len(owners) - 1) / 2)
        sign(brush, theme, (x, top + layout.CARD / 2), 54, seat)


def _zone_floor(brush: Brush, theme: Theme, cells: tuple[str, ...], seat: int) -> None:
    if not theme.bold:
        left, top, right, bottom = layout.zone_box(cells)
        brush.rounded((left + 4, top + 4, right - 4, bottom - 4), 30, Tint(theme.seat(seat), 0.2))


def zone_line(brush: Brush, theme: Theme, box: Box, seat: int, radius: int = 30) -> None:
    """Paint a seat's outline along a box: its colour and its dash on a dark line."""
    outline = curves.rounded(box, radius)
    whole = [*outline, outline[0]]
    width = _LINE + (2 if theme.bold else 0)
    brush.stroke([(round(x, 2), round(y, 2)) for x, y in whole], width + 5, theme["ink"])
    for dash in curves.dashes(outline, DASHES[seat]) if DASHES[seat] else [whole]:
        # straight dashes that begin on whole pixels look the same everywhere, and so pack well
        digits = 2 if len(dash) > _STRAIGHT else 0
        brush.stroke([(round(x, digits), round(y, digits)) for x, y in dash], width, theme.seat(seat))


def _zone_line(brush: Brush, theme: Theme, cells: tuple[str, ...], seat: int) -> None:
    left, top, right, bottom = layout.zone_box(cells)
    inset = _FAR if cells[0][1] == cells[-1][1] else _NEAR
    zone_line(brush, theme, (left + inset, top + inset, right - inset, bottom - inset), seat, 30 - inset // 2)
