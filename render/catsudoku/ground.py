"""The still parts of the pictures: the night sky, lanterns, stalls, the empty grid and the zones."""

from __future__ import annotations

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
    from render.brush import Box, Brush, Point
    from render.theme import Theme

DASHES: tuple[tuple[float, ...], ...] = ((), (34, 16), (0.1, 15), (30, 14, 0.1, 14))
"""Lengths of dashes and gaps of each seat's zone; none is a whole line."""
_LINE = 7
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
_STALLS: tuple[tuple[int, int, int, int], ...] = (
    (-20, 150, 64, 5),
    (150, 120, 52, 4),
    (292, 170, 60, 6),
    (482, 130, 50, 4),
    (632, 160, 66, 5),
)
"""Left, width, height and scallops of the awning of each stall at the foot."""


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
    """Paint the dark stalls of the festival along the foot, with a little light in them."""
    for left, wide, high, scallops in _STALLS:
        if left > width:
            continue
        top = foot - high
        roof = [(left + 14, top), (left + wide - 14, top), (left + wide, top + 22), (left, top + 22)]
        brush.polygon(roof, theme["stall"], 2)
        step = wide / scallops
        for place in range(scallops):
            brush.disc(round(left + step * (place + 0.5), 1), top + 22, round(step / 2, 1), theme["stall"])
        brush.rect((max(0, left + 10), top + 20, min(width, left + wide - 10), foot), theme["stall"])
        brush.rounded((left + 24, top + 38, left + wide - 24, foot - 6), 6, mix(theme["stall"], theme["gold"], 0.45))
    brush.rect((0, foot - 8, width, foot), theme["stall"])


def _strings(brush: Brush, theme: Theme) -> None:
    """Hang two rows of lanterns: the letters of the columns with small ones between, and the numbers of the rows."""
    cord = theme["ink"] if theme.bold else theme["far_cord"]
    y = layout.LETTERS_Y
    middles = [layout.tile_box(f"{column}1")[0] + layout.PITCH // 2 for column in "abc"]
    posts = [-60, *middles, 790]
    for one, two in zip(posts, posts[1:], strict=False):
        brush.stroke(curves.path([(one, y - 24), ((one + two) / 2, y - 12), (two, y - 24)]), 3, cord)
    if not theme.bold:
        for one, two in zip(posts, posts[1:], strict=False):
            for share, drop in ((0.3, 8), (0.5, 11), (0.7, 8)):
                x = one + (two - one) * share
                if 12 < x < 736:
                    pieces.lantern(
                        brush, theme, (round(x), y - 24 + drop + 12), 24, "gold_dark" if share == 0.5 else "lantern"
                    )
    for column, x in zip("abc", middles, strict=True):
        named_lantern(brush, theme, (x, y), column)
    x = layout.NUMBERS_X
    rows = [layout.tile_box(f"a{row}")[1] + layout.PITCH // 2 for row in "123"]
    brush.stroke([(x, 106), (x, rows[-1])], 3, cord)
    for row, at in zip("123", rows, strict=True):
        named_lantern(brush, theme, (x, at), row)


def named_lantern(brush: Brush, theme: Theme, at: Point, word: str) -> None:
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
    left, top, _ = layout.card_at(layout.tile_box(cell), 1)
    box = (left, top, left + layout.CARD, top + layout.CARD)
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
    """Paint a seat's outline along a box: its colour, its dash, on a dark line."""
    outline = curves.rounded(box, radius)
    dashes = curves.dashes(outline, DASHES[seat]) if DASHES[seat] else [[*outline, outline[0]]]
    width = _LINE + (2 if theme.bold else 0)
    for grow, paint in ((6, theme["ink"]), (0, theme.seat(seat))):
        for dash in dashes:
            brush.stroke([(round(x, 2), round(y, 2)) for x, y in dash], width + grow, paint)


def _zone_line(brush: Brush, theme: Theme, cells: tuple[str, ...], seat: int) -> None:
    left, top, right, bottom = layout.zone_box(cells)
    inset = _FAR if cells[0][1] == cells[-1][1] else _NEAR
    zone_line(brush, theme, (left + inset, top + inset, right - inset, bottom - inset), seat, 30 - inset // 2)
