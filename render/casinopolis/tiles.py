"""Blocks seen from above: a casino's ground with its neon edge, a section of road with its icon, or a Resort.

A tile is 3 by 2 units, drawn whole at four times its size and reduced; tiles are cached, as a map is mostly old ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from PIL import Image, ImageDraw

from games.casinopolis.blocks import BLOCKS, around
from render.brush import FINE
from render.canvas import part
from render.casinopolis.icons import ICONS, Stamp, resort
from render.casinopolis.themes import STYLES
from render.theme import mix

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from games.casinopolis.blocks import Cell
    from render.brush import Point
    from render.theme import RGB, Theme

WIDE, HIGH = 3, 2
"""Size of a block in units."""
DISC, _RESORT = 0.7, 0.74
"""Radius of an icon's disc and of a Resort in units."""
_REACH = 1.25
"""How far icons and Resorts reach to both sides in units."""

_ROAD, _KERB, _GAP, _EDGE, _ROUND = 0.74, 0.09, 0.05, 0.13, 0.42
_HALOS = ((1.0, 0.35), (0.62, 0.5))
"""Width beyond the road and strength of the glow of the Strip."""
_DIM = 0.66
_OPAQUE = 255
_SIDES: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
_CORNERS: tuple[Point, ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))
"""Corner number i lies between the sides i and i + 1."""


class Tile(msgspec.Struct, frozen=True):
    """A block as it lies.

    `sides` tells for north, east, south, west whether the casino goes on there, `corners` the same for north-east,
    south-east, south-west, north-west, `joins` where its road goes on, `seams` where another card begins.
    """

    text: str
    sides: tuple[bool, ...] = (False,) * 4
    corners: tuple[bool, ...] = (False,) * 4
    joins: tuple[bool, ...] = (False,) * 4
    seams: tuple[bool, ...] = (True,) * 4
    strip: bool = False
    jackpot: bool = False
    lit: bool = False
    dim: bool = False
    bare: bool = False
    """Only the casino's ground: a swatch of its style."""


def lay(
    blocks: Mapping[Cell, str],
    cards: Mapping[Cell, object],
    *,
    strip: Collection[Cell] = (),
    jackpots: Collection[Cell] = (),
    lit: Collection[Cell] | None = None,
) -> dict[Cell, Tile]:
    """Look at each block's surroundings.

    Args:
        blocks: visible blocks by cell, as text.
        cards: what says which card a cell belongs to.
        strip: cells of the Strip.
        jackpots: cells whose icons are in a jackpot.
        lit: cells of casinos that score; the others are dimmed. None dims nothing.
    """
    found = {}
    for cell, text in blocks.items():
        beside, kind = around(cell), text[0]
        across = [(cell[0] + int(x), cell[1] + int(y)) for x, y in _CORNERS]
        found[cell] = Tile(
            text,
            sides=tuple(blocks.get(other, " ")[0] == kind for other in beside),
            corners=tuple(blocks.get(other, " ")[0] == kind for other in across),
            joins=tuple(
                side in BLOCKS[text].edges and other in blocks and (side ^ 2) in BLOCKS[blocks[other]].edges
                for side, other in enumerate(beside)
            ),
            seams=tuple(cards.get(other) != cards[cell] for other in beside),
            strip=cell in strip,
            jackpot=cell in jackpots,
            lit=lit is not None and cell in lit,
            dim=lit is not None and cell not in lit,
        )
    return found


def draw(theme: Theme, tile: Tile, unit: int) -> Image.Image:
    """Give the picture of a tile, 3 by 2 units; it must not be changed."""
    return part((theme.name, "tile", tile, unit), lambda: _draw(theme, tile, unit))


def _draw(theme: Theme, tile: Tile, unit: int) -> Image.Image:
    fine = unit * FINE
    image = Image.new("RGB", (WIDE * fine, HIGH * fine), theme["street"])
    _casino(image, theme, tile, fine)
    pen = ImageDraw.Draw(image)
    _seams(pen, theme, tile, image.size)
    if tile.bare:
        return image.reduce(FINE)
    if BLOCKS[tile.text].icon:
        _road(image, theme, tile, fine)
    colours, form = _above(theme, tile, fine)
    # its edges are still hard, so laying it on the ground is the same as drawing it there
    image.paste(colours, (round(image.width / 2 - _REACH * fine), 0), form)
    return image.reduce(FINE)


def warming(theme: Theme, unit: int) -> Iterator[None]:
    """Draw every icon and Resort ahead in one size."""
    first = {block.icon or text: text for text, block in BLOCKS.items()}
    for text in first.values():
        _above(theme, Tile(text), unit * FINE)
        yield


def _above(theme: Theme, tile: Tile, fine: int) -> tuple[Image.Image, Image.Image]:
    """Give the icon or Resort that lies on a block, and its form."""
    block = BLOCKS[tile.text]
    known = (theme.name, "above", block.icon or block.type, tile.jackpot, tile.dim and not block.icon, fine)
    width, radius = round(2 * _REACH * fine), (DISC if block.icon else _RESORT) * fine

    def draw(image: Image.Image, *, form: bool) -> Image.Image:
        stamp = Stamp(ImageDraw.Draw(image), theme, (image.width / 2, image.height / 2), radius, form=form)
        if block.icon:
            _icon(stamp, block.icon, jackpot=tile.jackpot)
        else:
            resort(stamp, STYLES[block.type], fade=_DIM if tile.dim else 0)
        return image

    size = (width, HIGH * fine)
    return (
        part((*known, "colours"), lambda: draw(Image.new("RGB", size), form=False)),
        part((*known, "form"), lambda: draw(Image.new("1", size), form=True)),
    )


def _icon(stamp: Stamp, name: str, *, jackpot: bool) -> None:
    theme = stamp.theme
    rim = (0.13 if jackpot else 0.0) + (0.1 if theme.bold else 0.06)
    stamp.disc(0, 0, 1 + rim, theme["ink"])
    if jackpot:
        stamp.disc(0, 0, 1.13, theme["gold"])
        stamp.disc(0, 0, 0.97, theme["ink"])
        stamp.disc(0, 0, 0.93, theme["white"])
    else:
        stamp.disc(0, 0, 1, theme["white"])
    ICONS[name](stamp)


# -- casinos -----------------------------------------------------------------------------------------------------------


def _casino(image: Image.Image, theme: Theme, tile: Tile, fine: int) -> None:
    style = STYLES[tile.text[0]]
    edge = theme["ink" if theme.bold else "white" if tile.lit else f"{style}_edge"]
    if tile.dim:
        edge = mix(edge, theme["night"], _DIM)
    # on a black street a black edge only takes room from the pattern
    line = _EDGE * (1.4 if tile.lit else 0.6 if theme.bold else 1)
    image.paste(edge, (0, 0, *image.size))
    _clip(image, tile, (_GAP * fine, _ROUND * fine), (theme["street"], edge))
    ground = part((theme.name, "ground", style, tile.dim, fine), lambda: _ground(theme, style, fine, dim=tile.dim))
    body = Image.new("1", image.size, 1)
    _clip(body, tile, ((_GAP + line) * fine, (_ROUND - line) * fine), (0, 1))
    image.paste(ground, mask=body)


def _clip(
    image: Image.Image, tile: Tile, reaches: tuple[float, float], colours: tuple[RGB, RGB] | tuple[int, int]
) -> None:
    """Cut away what a tile's casino does not fill: how far from the edge and how round, outer and inner colour."""
    pen = ImageDraw.Draw(image)
    width, height = image.size
    (inset, reach), (outer, inner) = reaches, colours
    margins = [0 if open_ else inset for open_ in tile.sides]
    strips = ((width, 0.0), (0.0, height), (width, 0.0), (0.0, height))
    for margin, (dx, dy), (along, down) in zip(margins, _SIDES, strips, strict=True):
        if margin >= 1:
            x, y = (width if dx > 0 else 0.0), (height if dy > 0 else 0.0)
            _square(pen, x, y, x + along - dx * margin, y + down - dy * margin, outer)
    for number, (dx, dy) in enumerate(_CORNERS):
        first, second = tile.sides[number], tile.sides[(number + 1) % 4]
        x, y = float(width if dx > 0 else 0), float(height if dy > 0 else 0)
        if not first and not second:
            x, y = x - dx * inset, y - dy * inset
            _square(pen, x, y, x - dx * reach, y - dy * reach, outer)
            x, y = x - dx * reach, y - dy * reach
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), inner)
        elif first and second and not tile.corners[number]:
            _square(pen, x, y, x - dx * inset, y - dy * inset, outer)


def _square(pen: ImageDraw.ImageDraw, x: float, y: float, far_x: float, far_y: float, value: RGB | int) -> None:
    pen.rectangle((min(x, far_x), min(y, far_y), max(x, far_x), max(y, far_y)), value)


def _ground(theme: Theme, style: str, fine: int, *, dim: bool) -> Image.Image:
    base, mark = theme[style], theme[f"{style}_mark"]
    if dim:
        base, mark = (mix(colour, theme["night"], _DIM) for colour in (base, mark))
    image = Image.new("RGB", (WIDE * fine, HIGH * fine), base)
    pen = ImageDraw.Draw(image)
    for column in range(WIDE):
        for row in range(HIGH):
            for left, top, right, bottom in _MOTIFS[style]:
                x, y = column * fine, row * fine
                _square(pen, x + left * fine, y + top * fine, x + right * fine - 1, y + bottom * fine - 1, mark)
    return image


_MOTIFS = {
    "egypt": ((0.08, 0.7, 0.92, 0.88), (0.22, 0.5, 0.78, 0.71), (0.36, 0.3, 0.64, 0.51), (0.45, 0.14, 0.55, 0.31)),
    "medieval": ((0, 0.4, 1, 0.64), (0, 0.14, 0.14, 0.41), (0.36, 0.14, 0.64, 0.41), (0.86, 0.14, 1, 0.41)),
    "roman": (
        (0.2, 0.06, 0.8, 0.18),
        (0.3, 0.16, 0.42, 0.86),
        (0.47, 0.16, 0.53, 0.86),
        (0.58, 0.16, 0.7, 0.86),
        (0.2, 0.84, 0.8, 0.96),
    ),
}
"""Stepped pyramids, battlements and columns as boxes within a square of one unit; six of them make a block."""


def _seams(pen: ImageDraw.ImageDraw, theme: Theme, tile: Tile, size: tuple[int, int]) -> None:
    """Draw the border of a card where a casino goes on over it, as half of a thin line."""
    style = STYLES[tile.text[0]]
    width, height = size
    half = FINE // 2 * (2 if theme.bold else 1)
    lines = (
        (0, 0, width, half - 1),
        (width - half, 0, width, height),
        (0, height - half, width, height),
        (0, 0, half - 1, height),
    )
    for side, line in enumerate(lines):
        if tile.seams[side] and tile.sides[side]:
            pen.rectangle(line, theme[f"{style}_dark"])


# -- roads -------------------------------------------------------------------------------------------------------------


def _road(image: Image.Image, theme: Theme, tile: Tile, fine: int) -> None:
    width = _ROAD * fine
    arms = [_arm(image.size, side, fine, joined=tile.joins[side]) for side in BLOCKS[tile.text].edges]
    if tile.strip and not theme.bold:
        for beyond, strength in _HALOS:
            veil = Image.new("L", image.size)
            _band(ImageDraw.Draw(veil), arms, width + beyond * fine, round(strength * _OPAQUE))
            box = veil.getbbox()
            image.paste(theme["pink"], box, veil.crop(box))
    pen = ImageDraw.Draw(image)
    kerb = _KERB * fine * (1.5 if tile.strip else 1)
    _band(pen, arms, width + 2 * kerb, _kerb(theme, tile))
    _band(pen, arms, width, theme["asphalt"])
    for side, arm in zip(BLOCKS[tile.text].edges, arms, strict=True):
        _lane(pen, theme, arm, side, fine, joined=tile.joins[side])


def _kerb(theme: Theme, tile: Tile) -> RGB:
    if tile.strip:
        return theme["pink"] if theme.bold else theme["white"]
    return theme["cream"] if theme.bold else theme["kerb"]


def _arm(size: tuple[int, int], side: int, fine: int, *, joined: bool) -> tuple[Point, Point]:
    """Give where the half of a section begins and ends: at the edge if it goes on there, else a little before."""
    (dx, dy), (x, y) = _SIDES[side], (size[0] / 2, size[1] / 2)
    short = 0 if joined else 0.24 * fine
    return (x, y), (x + dx * (x - short), y + dy * (y - short))


def _band(pen: ImageDraw.ImageDraw, arms: list[tuple[Point, Point]], width: float, colour: RGB | int) -> None:
    half = width / 2
    for (x, y), (end_x, end_y) in arms:
        aside = half if x == end_x else 0.0
        along = half if y == end_y else 0.0
        pen.rectangle(
            (min(x, end_x) - aside, min(y, end_y) - along, max(x, end_x) + aside - 1, max(y, end_y) + along - 1), colour
        )
        pen.ellipse((x - half, y - half, x + half - 1, y + half - 1), colour)


def _lane(
    pen: ImageDraw.ImageDraw, theme: Theme, arm: tuple[Point, Point], side: int, fine: int, *, joined: bool
) -> None:
    """Draw the dashed line in the middle, and a barrier where the road ends."""
    (dx, dy), (x, y), (end_x, end_y) = _SIDES[side], *arm
    half, dash = 0.045 * fine, 0.25 * fine
    at = abs(end_x - x) + abs(end_y - y) - (0 if joined else 0.1 * fine)
    # dashes are counted from the edge inwards, half a dash first, so that they run on over it
    run = dash / 2
    while at > 0:
        near, far = (x + dx * at, y + dy * at), (x + dx * (at - run), y + dy * (at - run))
        _line(pen, near, far, half, theme["dash"])
        at -= run + dash * 0.8
        run = dash
    if not joined:
        reach, deep = (_ROAD / 2 + _KERB) * fine, 0.09 * fine
        ends = ((end_x - reach * abs(dy), end_y - reach * abs(dx)), (end_x + reach * abs(dy), end_y + reach * abs(dx)))
        _line(pen, *ends, deep + 0.05 * fine, theme["ink"])
        _line(pen, *ends, deep, theme["barrier"])


def _line(pen: ImageDraw.ImageDraw, one: Point, other: Point, half: float, colour: RGB) -> None:
    """Draw a level or upright line, `half` pixels to either side."""
    across, down = (half, 0.0) if one[0] == other[0] else (0.0, half)
    left, right = sorted((one[0], other[0]))
    top, bottom = sorted((one[1], other[1]))
    pen.rectangle((left - across, top - down, right + across, bottom + down), colour)
