"""A picture as a ground and sprites, all of them palette indices.

The ground of a kind of picture is painted once. What changes is laid on it as sprites: opaque boxes that were painted
over their piece of the ground, brought to the palette once and cached. Every frame starts from the ground again, so no
picture depends on one drawn before. What lies on a strip of the picture says how it looks, so a strip that was packed
before is not packed again: of a move's board about half of them.

Threads may draw at the same time: shared are only caches of things that are never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from PIL import Image

from render import brush, fonts, png
from render.brush import Box, Brush
from render.cache import ByteCache

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from render.png import Strip
    from render.theme import Theme

SPRITE_BYTES = 80 << 20
"""Bound of all cached sprites and grounds: painting ahead for all games takes 50 MB, a ground of 1200 x 900 one."""

_sprites: ByteCache[Image.Image] = ByteCache(
    SPRITE_BYTES, lambda image: image.width * image.height * len(image.getbands())
)
PACKED_BYTES = 16 << 20
"""Bound of all packed strips; a board has 15 to 20 of them, of some 5 KB."""

_strips: ByteCache[Strip] = ByteCache(PACKED_BYTES, lambda strip: len(strip.data))


class Ground:
    """What never changes on one kind of picture.

    Args:
        name: part of the cache key, unique within the theme.
        theme: the colours.
        size: width and height in pixels.
        paint: paints the empty picture.
    """

    def __init__(self, name: str, theme: Theme, size: tuple[int, int], paint: Callable[[Brush, Theme], None]) -> None:
        self.name = name
        self.theme = theme
        self.size = size
        self._paint = paint

    @property
    def key(self) -> tuple[str, str]:
        """The part of cache keys that stands for this ground."""
        return (self.theme.name, self.name)

    def indexed(self) -> Image.Image:
        """Give the ground as indices, one column wider than the picture: column 0 holds the filter bytes."""
        return _sprites.get(self.key, self._make)

    def _make(self) -> Image.Image:
        image = Image.new("RGB", self.size)
        self._paint(Brush(image), self.theme)
        painted = self.theme.index(image)
        wide = Image.new("P", (self.size[0] + 1, self.size[1]), 0)
        wide.putpalette(self.theme.plte)
        wide.paste(painted, (1, 0))
        return wide


def part(key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
    """Give a ready picture that sprites are made of, made the first time; it must not be changed.

    `key` says all there is to know of it, beginning with a theme's name and a word for what it is.
    """
    return _sprites.get(("part", key), make)


class Slot(msgspec.Struct, frozen=True):
    """A box of a picture and what it shows, as a frozen structure that says all its painter needs to know."""

    box: Box
    content: msgspec.Struct


class Split(msgspec.Struct, frozen=True):
    """What is not painted as one but as parts, the lowest first, so that after a move only what has changed is new.

    Soft edges of a part must lie on areas of one colour, or on nothing that another part painted: below a part are
    indices.
    """

    parts: Callable[[Box, Any], Sequence[Slot]]


Painters = Mapping[type, "Callable[[Brush, Theme, Box, Any], None] | Split"]
"""How each type of content is painted into its box."""


def compose(ground: Ground, slots: Sequence[Slot], painters: Painters) -> bytes:
    """Lay slots on a ground and give the picture as a PNG file."""
    frame = Frame(ground)
    _lay(frame, ground.theme, slots, painters)
    return frame.png()


def prepare(ground: Ground, slots: Iterable[Slot], painters: Painters) -> Iterator[None]:
    """Paint sprites ahead, those of one slot a step, as they are where nothing else lies."""
    for slot in slots:
        _lay(Frame(ground), ground.theme, [slot], painters)
        yield


def _lay(frame: Frame, theme: Theme, slots: Sequence[Slot], painters: Painters) -> None:
    for slot in slots:
        painter = painters[type(slot.content)]
        if isinstance(painter, Split):
            _lay(frame, theme, painter.parts(slot.box, slot.content), painters)
        else:
            frame.put(slot.box, slot.content, partial(_paint, painter, theme, slot))


def _paint(painter: Callable[[Brush, Theme, Box, Any], None], theme: Theme, slot: Slot, brush: Brush) -> None:
    painter(brush, theme, slot.box, slot.content)


class Frame:
    """One picture in the making."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._still = ground.indexed()
        self._image = self._still.copy()
        self._laid: list[tuple[Box, Hashable]] = []

    def put(self, box: Box, content: Hashable, paint: Callable[[Brush], None]) -> None:
        """Lay a sprite on `box`, over whatever lies there.

        Equal boxes and contents on the same ground, and on the same sprites, must be painted equally.
        """
        below = tuple(laid for laid in self._laid if _meet(laid[0], box))
        sprite = _sprites.get((*self._ground.key, box, content, below), lambda: self._sprite(box, paint))
        self._image.paste(sprite, (box[0] + 1, box[1]))
        self._laid.append((box, content))

    def _sprite(self, box: Box, paint: Callable[[Brush], None]) -> Image.Image:
        # what lies there comes back from its indices: every palette entry is its own nearest colour
        image = self._image.crop((box[0] + 1, box[1], box[2] + 1, box[3])).convert("RGB")
        paint(Brush(image, box[0], box[1]))
        return self._ground.theme.index(image)

    def rows(self) -> bytes:
        """Give the unfiltered PNG rows: for each a zero byte, then its indices."""
        return self._image.tobytes()

    def png(self) -> bytes:
        """Give the picture as a PNG file."""
        size = self._ground.size
        strips = [self._strip(top, min(top + png.STRIP, size[1])) for top in range(0, size[1], png.STRIP)]
        return png.join(strips, size, self._ground.theme.plte)

    def _strip(self, top: int, bottom: int) -> Strip:
        """Pack the rows from `top` to before `bottom`, unless they were packed when the same lay there."""
        width, level = self._image.width, png.level(self._ground.size)
        laid = tuple(one for one in self._laid if one[0][1] < bottom and top < one[0][3])
        return _strips.get(
            (*self._ground.key, top, laid),
            lambda: png.pack(self._image.crop((0, top, width, bottom)).tobytes(), level),
        )


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def clear() -> None:
    """Forget every sprite, ground, mask and set line, as after a start."""
    _sprites.clear()
    _strips.clear()
    brush.clear()
    fonts.clear()


def cached_bytes() -> int:
    """Give the bytes that sprites and grounds take now."""
    return _sprites.held
