"""Soft-edged shapes and text on an RGB picture.

ImageDraw draws hard edges. Each shape is therefore made once as a grey mask at four times the size, reduced, cached,
and painted through. Coordinates are pixels of the whole picture, whatever part of it the brush works on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import ceil, floor
from typing import TYPE_CHECKING, Concatenate, Literal, ParamSpec

import msgspec
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import fonts, patterns
from render.cache import ByteCache
from render.theme import RGB, mix

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from render.fonts import Type
    from render.theme import Theme

P = ParamSpec("P")
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are outside."""
Point = tuple[float, float]
Align = Literal["left", "middle", "right"]

FINE = 4
_MASK_BYTES = 12 << 20
_STAMP_BYTES = 16 << 20
_OPAQUE = 255
_BLUR_GRAIN = 4
_SMALL = 6000
"""Pixels of a rounded rectangle up to which one mask is quicker than its corners by themselves."""
_PIECE_BYTES = 12 << 20


class Tint(msgspec.Struct, frozen=True):
    """A colour that lets `1 - alpha` of the ground through."""

    colour: RGB
    alpha: float


class Fade(msgspec.Struct, frozen=True):
    """A gradient from top to bottom in few steps, so that a palette carries it."""

    top: RGB
    bottom: RGB
    steps: int = 8


class Pattern(msgspec.Struct, frozen=True):
    """Two colours in one of the kinds of `render.patterns`; `pitch` is the distance of their repetition in pixels."""

    ground: RGB
    mark: RGB
    kind: str = "stripes"
    pitch: int = 12


Paint = RGB | Tint | Fade | Pattern

_masks: ByteCache[Image.Image] = ByteCache(_MASK_BYTES, lambda mask: mask.width * mask.height)
_stamps: ByteCache[Image.Image] = ByteCache(_STAMP_BYTES, lambda stamp: 4 * stamp.width * stamp.height)
# a piece is kept with the ground it was painted on, three bytes a pixel
_pieces: ByteCache[Image.Image] = ByteCache(_PIECE_BYTES, lambda piece: 7 * piece.width * piece.height)


def clear() -> None:
    """Forget all masks, stamps and pieces."""
    _masks.clear()
    _stamps.clear()
    _pieces.clear()


class Brush:
    """Paints on `image`, whose left top pixel is at (left, top) of the whole picture."""

    def __init__(self, image: Image.Image, left: int = 0, top: int = 0) -> None:
        self.image = image
        self._left, self._top = left, top

    # -- shapes ----------------------------------------------------------------------------------------------------

    def rect(self, box: Box, paint: Paint) -> None:
        """Fill a rectangle."""
        left, top, right, bottom = box[0] - self._left, box[1] - self._top, box[2] - self._left, box[3] - self._top
        if isinstance(paint, tuple):
            self.image.paste(paint, (left, top, right, bottom))
        elif isinstance(paint, Fade):
            self.image.paste(_fade((right - left, bottom - top), paint), (left, top))
        else:
            self._through(Image.new("L", (right - left, bottom - top), _OPAQUE), box[0], box[1], paint)

    def disc(self, x: float, y: float, radius: float, paint: Paint) -> None:
        """Fill a circle round (x, y)."""

        def draw(pen: ImageDraw.ImageDraw, at: Callable[[Sequence[Point]], list[Point]]) -> None:
            (left, top), (right, bottom) = at([(x - radius, y - radius), (x + radius, y + radius)])
            pen.ellipse((left, top, right - 1, bottom - 1), _OPAQUE)

        self._shape(("disc", radius), [(x - radius, y - radius), (x + radius, y + radius)], draw, paint)

    def ring(self, x: float, y: float, radius: float, width: float, paint: Paint) -> None:
        """Draw a circle line whose outer edge has `radius`."""

        def draw(pen: ImageDraw.ImageDraw, at: Callable[[Sequence[Point]], list[Point]]) -> None:
            for reach, value in ((radius, _OPAQUE), (radius - width, 0)):
                (left, top), (right, bottom) = at([(x - reach, y - reach), (x + reach, y + reach)])
                pen.ellipse((left, top, right - 1, bottom - 1), value)

        self._shape(("ring", radius, width), [(x - radius, y - radius), (x + radius, y + radius)], draw, paint)

    def rounded(self, box: Box, radius: int, paint: Paint) -> None:
        """Fill a rectangle with round corners."""
        left, top, right, bottom = box
        radius = max(1, min(radius, (right - left) // 2, (bottom - top) // 2))
        if not isinstance(paint, tuple) or (right - left) * (bottom - top) <= _SMALL:
            self._through(_rounded(right - left, bottom - top, radius), left, top, paint)
            return
        # masks are slow on large areas, and only the corners need one
        self.rect((left + radius, top, right - radius, bottom), paint)
        self.rect((left, top + radius, left + radius, bottom - radius), paint)
        self.rect((right - radius, top + radius, right, bottom - radius), paint)
        for (x, y), corner in zip(_corners(right - left, bottom - top, radius), _quarters(radius), strict=True):
            self._through(corner, left + x, top + y, paint)

    def frame(self, box: Box, radius: int, width: int, paint: Paint) -> None:
        """Draw the line of a rectangle with round corners, inside of `box`."""
        size = (box[2] - box[0], box[3] - box[1])

        def make() -> Image.Image:
            mask = _rounded(*size, radius).copy()
            inner = _rounded(size[0] - 2 * width, size[1] - 2 * width, max(0, radius - width))
            mask.paste(0, (width, width), inner)
            return mask

        self._through(_masks.get(("frame", *size, radius, width), make), box[0], box[1], paint)

    def polygon(self, points: Sequence[Point], paint: Paint, round_by: float = 0) -> None:
        """Fill a polygon; its corners are rounded outwards by `round_by`."""

        def draw(pen: ImageDraw.ImageDraw, at: Callable[[Sequence[Point]], list[Point]]) -> None:
            _thick(pen, at([*points, points[0]]), 2 * round_by * FINE)
            pen.polygon(at(points), _OPAQUE)

        self._shape(("polygon", round_by), points, draw, paint, round_by)

    def polygons(self, many: Sequence[Sequence[Point]], paint: Paint) -> None:
        """Fill several polygons at once."""

        def draw(pen: ImageDraw.ImageDraw, at: Callable[[Sequence[Point]], list[Point]]) -> None:
            for points in many:
                pen.polygon(at(points), _OPAQUE)

        self._shape("polygons", [point for points in many for point in points], draw, paint)

    def stroke(self, points: Sequence[Point], width: float, paint: Paint) -> None:
        """Draw a line through `points` with round ends and joints."""

        def draw(pen: ImageDraw.ImageDraw, at: Callable[[Sequence[Point]], list[Point]]) -> None:
            _thick(pen, at(points), width * FINE)

        self._shape(("stroke", width), points, draw, paint, width / 2)

    def inlay(self, box: Box, radius: int, paint: Callable[[Brush], None]) -> None:
        """Let `paint` paint a picture of its own that is seen through a window with round corners."""
        left, top, right, bottom = box
        image = self.image.crop((left - self._left, top - self._top, right - self._left, bottom - self._top))
        paint(Brush(image, left, top))
        self._windowed(image, left - self._left, top - self._top, radius)

    def stamp(self, box: Box, radius: int, key: Hashable, paint: Callable[[Brush], None]) -> None:
        """Show a small picture that comes again in many places through a window with round corners.

        `paint` paints it once, with its left top corner at (0, 0); equal keys and sizes must be painted equally and
        cover the window.
        """
        left, top, right, bottom = box
        size = (right - left, bottom - top)

        def make() -> Image.Image:
            image = Image.new("RGB", size)
            paint(Brush(image))
            return image

        self._windowed(_stamps.get((key, size), make), left - self._left, top - self._top, radius)

    def piece(self, at: Point, reach: float, key: Hashable, paint: Callable[[Brush, Point], None]) -> None:
        """Paint a small thing that comes again, `reach` pixels to all sides of `at`.

        `paint` paints it round a point of a brush; equal keys must be painted equally. What comes of it is kept for
        this key and the very ground that lies here, so soft edges stay exact.
        """
        size = 2 * ceil(reach) + 4
        # even steps: halves are rounded to even numbers, here as there
        left, top = (2 * floor((middle - reach - 1) / 2) for middle in at)
        where = (left - self._left, top - self._top)
        under = self.image.crop((*where, where[0] + size, where[1] + size))

        def make() -> Image.Image:
            paint(Brush(under), (at[0] - left, at[1] - top))
            return under

        known = (key, at[0] - left, at[1] - top, size, under.tobytes())
        self.image.paste(_pieces.get(known, make), where)

    def picture(self, at: tuple[int, int], image: Image.Image, alpha: float = 1) -> None:
        """Lay a ready picture with its left top corner at `at`; it lets `1 - alpha` of the ground through."""
        where = (at[0] - self._left, at[1] - self._top)
        if alpha == 1:
            self.image.paste(image, where)
        else:
            self.image.paste(image, where, Image.new("L", image.size, round(alpha * _OPAQUE)))

    def shadow(self, box: Box, radius: int, blur: int, tint: Tint) -> None:
        """Cast the soft shadow of a rounded rectangle that will be painted on `box`; it reaches `blur` beyond it."""
        size = (box[2] - box[0], box[3] - box[1])

        def make() -> Image.Image:
            # a quarter of the size carries a blur just as well, in a tenth of the time
            small = Image.new("L", ((size[0] + 2 * blur) // _BLUR_GRAIN, (size[1] + 2 * blur) // _BLUR_GRAIN))
            edge = blur // _BLUR_GRAIN
            area = (edge, edge, small.width - edge - 1, small.height - edge - 1)
            ImageDraw.Draw(small).rounded_rectangle(area, radius / _BLUR_GRAIN, _OPAQUE)
            soft = small.filter(ImageFilter.GaussianBlur(blur / _BLUR_GRAIN / 2))
            return soft.resize((size[0] + 2 * blur, size[1] + 2 * blur), Image.Resampling.BILINEAR)

        mask = _masks.get(("shadow", *size, radius, blur), make)
        left, top = box[0] - blur, box[1] - blur
        # what casts the shadow hides its middle, so only a frame of it is painted
        edge = min(blur + radius, *(side // 2 for side in mask.size))
        width, height = mask.size
        frame = (
            (0, 0, width, edge),
            (0, height - edge, width, height),
            (0, edge, edge, height - edge),
            (width - edge, edge, width, height - edge),
        )
        for part in frame:
            self._through(mask.crop(part), left + part[0], top + part[1], tint)

    # -- text ------------------------------------------------------------------------------------------------------

    def text(self, at: Point, text: str, kind: Type, paint: Paint, align: Align = "left") -> int:
        """Write a line whose capitals are centred on the y of `at`; `align` says what its x is.

        Returns:
            The width of the line in pixels.
        """
        line = fonts.mask(text, kind)
        start = at[0] - {"left": 0.0, "middle": line.width / 2, "right": float(line.width)}[align]
        baseline = round(at[1] + kind.size * fonts.CAP_HEIGHT / 2)
        self._through(line.image, round(start) + line.left, baseline + line.top, paint)
        return line.width

    # -- how -------------------------------------------------------------------------------------------------------

    def _shape(
        self,
        kind: Hashable,
        points: Sequence[Point],
        draw: Callable[[ImageDraw.ImageDraw, Callable[[Sequence[Point]], list[Point]]], None],
        paint: Paint,
        margin: float = 0,
    ) -> None:
        """Paint what `draw` draws within the bounds of `points`; the mask is cached by form, not by place."""
        xs, ys = [point[0] for point in points], [point[1] for point in points]
        left, top = int(min(xs) - margin) - 1, int(min(ys) - margin) - 1
        size = (int(max(xs) + margin) + 2 - left, int(max(ys) + margin) + 2 - top)

        def at(these: Sequence[Point]) -> list[Point]:
            return [((x - left) * FINE, (y - top) * FINE) for x, y in these]

        def make() -> Image.Image:
            fine = Image.new("L", (size[0] * FINE, size[1] * FINE))
            draw(ImageDraw.Draw(fine), at)
            return fine.reduce(FINE)

        self._through(_masks.get((kind, size, *at(points)), make), left, top, paint)

    def _windowed(self, image: Image.Image, left: int, top: int, radius: int) -> None:
        """Lay a picture on its place but for round corners; masks are slow, so only the corners get one."""
        radius = max(1, min(radius, image.width // 2, image.height // 2))
        corners = []
        for (x, y), quarter in zip(_corners(*image.size, radius), _quarters(radius), strict=True):
            corner = self.image.crop((left + x, top + y, left + x + radius, top + y + radius))
            corner.paste(image.crop((x, y, x + radius, y + radius)), (0, 0), quarter)
            corners.append((corner, (left + x, top + y)))
        self.image.paste(image, (left, top))
        for corner, at in corners:
            self.image.paste(corner, at)

    def _through(self, mask: Image.Image, left: int, top: int, paint: Paint) -> None:
        where = (left - self._left, top - self._top)
        if isinstance(paint, tuple):
            self.image.paste(paint, where, mask)
        elif isinstance(paint, Tint):
            veil = Image.new("L", mask.size, round(paint.alpha * _OPAQUE))
            self.image.paste(paint.colour, where, ImageChops.multiply(mask, veil))
        elif isinstance(paint, Fade):
            self.image.paste(_fade(mask.size, paint), where, mask)
        else:
            area = patterns.area(mask.size, paint.kind, paint.ground, paint.mark, paint.pitch)
            self.image.paste(area, where, mask)


_Drawing = Callable[Concatenate[Brush, "Theme", Point, float, P], None]


def piece(reach: float) -> Callable[[_Drawing[P]], _Drawing[P]]:
    """Let a function paint a piece once and show it again: see `Brush.piece`.

    The function takes a brush, a theme, the middle, a size and whatever else, all of which can be hashed; what it
    paints lies within `reach` sizes of the middle.
    """

    def wrap(draw: _Drawing[P]) -> _Drawing[P]:
        @wraps(draw)
        def drawn(brush: Brush, theme: Theme, at: Point, size: float, /, *args: P.args, **more: P.kwargs) -> None:

            def paint(inner: Brush, middle: Point) -> None:
                draw(inner, theme, middle, size, *args, **more)

            brush.piece(at, reach * size + 2, (draw, theme.name, size, args, *more.items()), paint)

        return drawn

    return wrap


def _thick(pen: ImageDraw.ImageDraw, points: Sequence[Point], width: float) -> None:
    if width <= 0:
        return
    pen.line(points, _OPAQUE, round(width))
    # a disc on every point makes round ends and joints, cheaper than Pillow's own
    reach = width / 2
    for x, y in points:
        pen.ellipse((x - reach, y - reach, x + reach - 1, y + reach - 1), _OPAQUE)


def _corners(width: int, height: int, radius: int) -> list[tuple[int, int]]:
    return [(x, y) for x in (0, width - radius) for y in (0, height - radius)]


def _quarters(radius: int) -> list[Image.Image]:
    """Give the four quarters of a disc in the order of `_corners`."""
    return [_quarter(radius, x, y) for x in (0, radius) for y in (0, radius)]


def _quarter(radius: int, x: int, y: int) -> Image.Image:
    return _masks.get(("quarter", radius, x, y), lambda: _disc(radius).crop((x, y, x + radius, y + radius)))


def _disc(radius: int) -> Image.Image:
    fine = Image.new("L", (2 * radius * FINE, 2 * radius * FINE))
    ImageDraw.Draw(fine).ellipse((0, 0, fine.width - 1, fine.height - 1), _OPAQUE)
    return fine.reduce(FINE)


def _rounded(width: int, height: int, radius: int) -> Image.Image:
    radius = max(1, min(radius, width // 2, height // 2))

    def make() -> Image.Image:
        mask = Image.new("L", (width, height), _OPAQUE)
        for corner, quarter in zip(_corners(width, height, radius), _quarters(radius), strict=True):
            mask.paste(quarter, corner)
        return mask

    return _masks.get(("rounded", width, height, radius), make)


def _fade(size: tuple[int, int], fade: Fade) -> Image.Image:
    image = Image.new("RGB", size)
    pen = ImageDraw.Draw(image)
    for step in range(fade.steps):
        top, bottom = size[1] * step // fade.steps, size[1] * (step + 1) // fade.steps
        pen.rectangle((0, top, size[0], bottom), mix(fade.top, fade.bottom, step / max(1, fade.steps - 1)))
    return image
