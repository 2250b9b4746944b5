"""Small things on the pictures of Casinopolis: chips, pills, whole cards, swatches of casinos."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from games.casinopolis.blocks import lie
from games.casinopolis.map import CORNERS
from render import fonts
from render.brush import piece
from render.casinopolis import tiles
from render.casinopolis.themes import CHIPS
from render.casinopolis.tiles import HIGH, WIDE, Tile
from render.fonts import Type
from render.panels import SMALL, STRONG

if TYPE_CHECKING:
    from games.casinopolis.blocks import Four
    from render.brush import Brush, Point
    from render.theme import Theme

_SPOTS = 8
_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0.0, 0.0),),
    2: ((-0.3, 0.0), (0.3, 0.0)),
    3: ((-0.36, 0.2), (0.36, 0.2), (0.0, -0.36)),
}
_PYRAMID = ((-30, 0, 30, 18), (-21, 18, 21, 36), (-12, 36, 12, 54), (-4, 54, 4, 68))
_CASTLE = ((-28, 0, 28, 44), (-28, 44, -17, 58), (-6, 44, 6, 58), (17, 44, 28, 58))
_TEMPLE = ((-30, 0, 30, 7), (-26, 7, -16, 44), (-5, 7, 5, 44), (16, 7, 26, 44), (-30, 44, 30, 52))
"""Walls as left, foot, right, top above the ground."""
PILL = 30
"""Height of a pill."""


@piece(1.05)
def chip(brush: Brush, theme: Theme, at: Point, radius: float, value: int) -> None:
    """Draw the chip of a condition, worth one to three."""
    x, y = at
    brush.disc(x, y, radius, theme["ink"])
    brush.disc(x, y, radius - 2.5, theme[CHIPS[value - 1]])
    spots = []
    for number in range(_SPOTS):
        angle = 2 * pi * number / _SPOTS
        corners = ((0.9, -0.17), (0.9, 0.17), (0.72, 0.17), (0.72, -0.17))
        spots.append(
            [
                (round(x + radius * reach * cos(angle + turn), 2), round(y + radius * reach * sin(angle + turn), 2))
                for reach, turn in corners
            ]
        )
    brush.polygons(spots, theme["plaque"])
    brush.ring(x, y, radius * 0.68, 2, theme["plaque"])
    brush.text(at, str(value), Type(round(radius * 1.05), bold=True), theme["ink"], "middle")


@piece(0.6)
def badge(brush: Brush, theme: Theme, at: Point, size: float, value: int, *, loss: bool) -> None:
    """Draw a small chip for one hit of a condition; one for a hit taken off is square and crossed by a bar."""
    x, y = at
    half = size / 2
    if loss:
        box = (round(x - half), round(y - half), round(x + half), round(y + half))
        brush.rounded(box, max(2, round(half * 0.4)), theme["white"])
        brush.rounded((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2), max(2, round(half * 0.3)), theme["loss"])
        ink = theme["white"]
    else:
        brush.disc(x, y, half + 1, theme["ink"])
        brush.disc(x, y, half - 1, theme[CHIPS[value - 1]])
        ink = theme["ink"]
    for dx, dy in _PIPS[value]:
        brush.disc(round(x + dx * half, 1), round(y + dy * half, 1), max(1.5, half * 0.21), ink)


def pill(brush: Brush, theme: Theme, at: Point, text: str, colour: str) -> None:
    """Write a few characters on a pill round `at`."""
    width = max(PILL + 6, fonts.measure(text, SMALL) + 16)
    left, top = round(at[0] - width / 2), round(at[1] - PILL / 2)
    box = (left, top, left + width, top + PILL)
    brush.rounded(box, PILL // 2, theme["ink"])
    brush.rounded((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2), PILL // 2 - 2, theme[colour])
    brush.text((left + width / 2, top + PILL / 2), text, SMALL, theme["ink"], "middle")


def card(brush: Brush, theme: Theme, at: tuple[int, int], blocks: Four, unit: int, *, turned: bool = False) -> None:
    """Draw a card by itself, 6 by 4 units, with its left top corner at `at`."""
    lying = dict(zip(CORNERS, lie(blocks, turned=turned), strict=True))
    for (col, row), tile in tiles.lay(lying, dict.fromkeys(lying, 0)).items():
        brush.picture((at[0] + col * WIDE * unit, at[1] + row * HIGH * unit), tiles.draw(theme, tile, unit))
    box = (at[0] - 3, at[1] - 3, at[0] + 2 * WIDE * unit + 3, at[1] + 2 * HIGH * unit + 3)
    brush.frame(box, 6, 4, theme["ink"])


def number(brush: Brush, theme: Theme, at: Point, value: int) -> None:
    """Write a card's number on a dark disc."""
    brush.disc(*at, 28, theme["cream"])
    brush.disc(*at, 25, theme["plaque"])
    brush.text(at, str(value), STRONG, theme["cream"], "middle")


def hand_size(brush: Brush, theme: Theme, at: Point, cards: int) -> None:
    """Draw the back of a card with how many of them somebody holds."""
    x, y = round(at[0]), round(at[1])
    brush.rounded((x - 31, y - 23, x + 31, y + 23), 8, theme["ink"])
    brush.rounded((x - 29, y - 21, x + 29, y + 21), 7, theme["pink"])
    brush.rounded((x - 25, y - 17, x + 25, y + 17), 4, theme["plaque"])
    brush.text((x, y), str(cards), STRONG, theme["cream"], "middle")


def swatch(brush: Brush, theme: Theme, at: Point, kind: str) -> None:
    """Draw a small casino of one type."""
    unit = 18
    image = tiles.draw(theme, Tile(kind, bare=True), unit)
    brush.picture((round(at[0] - image.width / 2), round(at[1] - image.height / 2)), image)


def jackpot(brush: Brush, theme: Theme, at: Point) -> None:
    """Draw three icons of a jackpot."""
    for dx in (-14, 0, 14):
        brush.disc(at[0] + dx, at[1], 13, theme["ink"])
        brush.disc(at[0] + dx, at[1], 11, theme["gold"])
        brush.disc(at[0] + dx, at[1], 7, theme["white"])


def road(brush: Brush, theme: Theme, at: Point) -> None:
    """Draw a piece of road."""
    x, y = round(at[0]), round(at[1])
    brush.rounded((x - 27, y - 15, x + 27, y + 15), 5, theme["ink"])
    brush.rect((x - 25, y - 12, x + 25, y + 12), theme["kerb"])
    brush.rect((x - 25, y - 9, x + 25, y + 9), theme["asphalt"])
    for dash in (-20, -4, 12):
        brush.rect((x + dash, y - 2, x + dash + 9, y + 2), theme["dash"])


def chips(brush: Brush, theme: Theme, at: Point) -> None:
    """Draw the three chips of the conditions."""
    for value, dx in ((3, 15), (2, 0), (1, -15)):
        brush.disc(at[0] + dx, at[1], 14, theme["ink"])
        brush.disc(at[0] + dx, at[1], 12, theme[CHIPS[value - 1]])
        for x, y in _PIPS[value]:
            brush.disc(at[0] + dx + 11 * x, at[1] + 11 * y, 2.5, theme["ink"])


def skyline(brush: Brush, theme: Theme, foot: Point, *, lit: bool) -> None:
    """Draw a pyramid, a castle and a temple side by side, in neon or dark."""
    x, y = foot
    for style, dx, walls in (("egypt", -64, _PYRAMID), ("medieval", 0, _CASTLE), ("roman", 64, _TEMPLE)):
        colour = theme[style] if lit else theme["muted"]
        many = [[(x + dx + a, y - b) for a, b in ((l, t), (r, t), (r, f), (l, f))] for l, f, r, t in walls]  # noqa: E741
        brush.polygons(many, colour)
        if style == "roman":
            brush.polygon([(x + dx - 30, y - 52), (x + dx + 30, y - 52), (x + dx, y - 72)], colour)
    if lit:
        for dx, dy in ((-64, 84), (-22, 96), (22, 96), (64, 88)):
            star = [
                (x + dx + a, y - dy - b)
                for a, b in ((0, 9), (2, 2), (9, 0), (2, -2), (0, -9), (-2, -2), (-9, 0), (-2, 2))
            ]
            brush.polygon(star, theme["gold"])
