"""Colours: one fixed palette a theme, in which every named colour is exact and blends of neighbours have ramps.

A sprite is drawn in full colour and brought to the palette once. Pillow finds the nearest entry on a grid of steps of
four, so named colours must stand a little apart; `Theme` refuses a table in which one would be mistaken for another.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from PIL import Image

from render.png import MAX_COLOURS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RGB = tuple[int, int, int]
Ramp = tuple[str, str, int]
"""Two colour names and the number of steps between them."""

_CLOSE, _CLOSE_TO_NAMED = 5, 8
"""Ramp colours nearer than this (largest channel difference) to another or to a named one add nothing the eye can see,
and would take the place of a named colour on Pillow's grid."""
_LINEAR_KNEE, _TEXT_OFFSET = 0.03928, 0.05


class Seat(msgspec.Struct, frozen=True):
    """How a seat is told apart: never by colour alone."""

    letter: str
    shape: str
    colour: str


SEATS = (
    Seat("A", "circle", "#4FA3E0"),
    Seat("B", "square", "#F28C28"),
    Seat("C", "triangle", "#3DBE8B"),
    Seat("D", "diamond", "#E07BB5"),
)


def rgb(colour: str) -> RGB:
    """Read '#RRGGBB'."""
    value = int(colour[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """Blend two colours; `share` of the second, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def contrast(first: RGB, second: RGB) -> float:
    """Give the contrast ratio of two colours, 1 to 21. Source: WCAG 2.1, "contrast ratio"."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + _TEXT_OFFSET) / (dark + _TEXT_OFFSET)


def _luminance(colour: RGB) -> float:
    def linear(channel: int) -> float:
        value = channel / 255
        return float(value / 12.92 if value <= _LINEAR_KNEE else ((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Theme:
    """The colours of a game's pictures.

    Args:
        name: part of every cache key, so unique.
        colours: '#RRGGBB' by name; the seats' colours are added as `seat0` to `seat3`.
        ramps: which colours meet at soft edges or in gradients.
        bold: high contrast: outlines are thicker, and patterns stand where tints would.
    """

    def __init__(
        self, name: str, colours: Mapping[str, str], ramps: Sequence[Ramp] = (), *, bold: bool = False
    ) -> None:
        self.name = name
        self.bold = bold
        seats = {f"seat{number}": seat.colour for number, seat in enumerate(SEATS)}
        self._colours = {key: rgb(value) for key, value in (seats | dict(colours)).items()}
        self._ramps = tuple(ramps)

    def __getitem__(self, name: str) -> RGB:
        """Give a colour by name."""
        return self._colours[name]

    def names(self) -> tuple[str, ...]:
        """Name all colours."""
        return tuple(self._colours)

    def seat(self, seat: int) -> RGB:
        """Give the colour of a seat."""
        return self._colours[f"seat{seat}"]

    @cached_property
    def palette(self) -> tuple[RGB, ...]:
        """Named colours first, then the ramps; every entry is found again by `index`.

        Raises:
            ValueError: there are more than 256, or a named colour stands too near another.
        """
        named = list(dict.fromkeys(self._colours.values()))
        entries = list(named)
        for first, second, steps in self._ramps:
            for step in range(1, steps + 1):
                colour = mix(self[first], self[second], step / (steps + 1))
                if all(_apart(colour, known) >= _CLOSE for known in entries) and all(
                    _apart(colour, known) >= _CLOSE_TO_NAMED for known in named
                ):
                    entries.append(colour)
        if len(entries) > MAX_COLOURS:
            msg = f"theme {self.name} has {len(entries)} colours, {MAX_COLOURS} are possible"
            raise ValueError(msg)
        found = _nearest(entries)
        lost = [name for name, colour in self._colours.items() if entries[found[entries.index(colour)]] != colour]
        if lost:
            msg = f"theme {self.name}: {', '.join(lost)} cannot be told from other colours"
            raise ValueError(msg)
        return tuple(colour for at, colour in enumerate(entries) if found[at] == at)

    @cached_property
    def plte(self) -> bytes:
        """The palette as a PNG file carries it."""
        return bytes(channel for colour in self.palette for channel in colour)

    @cached_property
    def _palette_image(self) -> Image.Image:
        return _model(self.palette)

    def index(self, image: Image.Image) -> Image.Image:
        """Bring an RGB picture to the palette, without dither."""
        return image.quantize(palette=self._palette_image, dither=Image.Dither.NONE)


def _apart(first: RGB, second: RGB) -> int:
    return max(abs(a - b) for a, b in zip(first, second, strict=True))


def _model(colours: Sequence[RGB]) -> Image.Image:
    model = Image.new("P", (1, 1))
    model.putpalette(bytes(channel for colour in colours for channel in colour))
    return model


def _nearest(colours: Sequence[RGB]) -> bytes:
    """Give the index that Pillow finds for each colour of a palette."""
    strip = Image.new("RGB", (len(colours), 1))
    strip.putdata(colours)
    return strip.quantize(palette=_model(colours), dither=Image.Dither.NONE).tobytes()
