"""A game as one animated picture: a frame a move, made from the pictures the game draws anyway.

GIF, because it plays in every client; docs/replay.md has the measurement behind format, size and limits. A step is one
frame, so that whoever drives `filming` can draw other things in between.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import msgspec
from PIL import Image

from render.gif import Gif

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MOVE, SCORING, END = 800, 2000, 4000
"""Milliseconds that a move, a scoring and the end of the game are shown."""
LIMIT = 1_000_000
"""Bytes that an animation should not exceed."""


class Cut(msgspec.Struct, frozen=True):
    """How much is left of the pictures: width and height divided by `shrink`, one move of `every`."""

    shrink: int
    every: int


CUTS = (Cut(2, 1), Cut(3, 1), Cut(3, 2), Cut(3, 4), Cut(3, 8))
"""What is tried in turn until a film fits: smaller pictures first, then fewer. The last is taken whatever it weighs."""


def animation(frames: Sequence[bytes], durations: Sequence[int], limit: int = LIMIT) -> bytes:
    """Make an animated GIF of PNG files that share size and palette.

    Args:
        frames: PNG files as a game's pictures are.
        durations: milliseconds of each frame.
        limit: bytes above which smaller and fewer frames are tried, see `CUTS`.

    Raises:
        ValueError: no frames, a duration too few or too many, or frames of different size or palette.
    """
    if len(frames) != len(durations):
        raise ValueError(f"{len(frames)} frames have {len(durations)} durations")
    return next(filter(None, filming(frames.__getitem__, durations, limit)))


def filming(draw: Callable[[int], bytes], durations: Sequence[int], limit: int = LIMIT) -> Iterator[bytes | None]:
    """Make an animated GIF step by step: None after each frame, the file at last.

    Args:
        draw: gives frame number n, from 0, as a PNG file; asked in order, and again for every cut that is tried.
        durations: milliseconds of each frame.
        limit: as for `animation`.

    Raises:
        ValueError: as `animation`.
    """
    if not durations:
        raise ValueError("an animation needs a frame")
    for cut in CUTS:
        film: Gif | None = None
        palette = b""
        for number, ms in kept(durations, cut.every):
            frame, colours = _shrunk(draw(number), cut.shrink)
            if film is None:
                film, palette = Gif(frame.size, colours), colours
            if colours != palette:
                raise ValueError(f"frame {number} has another palette than those before it")
            film.add(frame, ms)
            yield None
            if len(film) > limit and cut is not CUTS[-1]:
                break
        else:
            assert film is not None
            yield film.file()
            return


def levelled(frames: Sequence[bytes]) -> list[bytes]:
    """Give PNG files one size, that of the widest and the highest: ground goes to the right of and below the others."""
    sizes = [Image.open(io.BytesIO(png), formats=("PNG",)).size for png in frames]
    size = max(width for width, _ in sizes), max(height for _, height in sizes)
    return [png if own == size else _extended(png, size) for png, own in zip(frames, sizes, strict=True)]


def _extended(png: bytes, size: tuple[int, int]) -> bytes:
    image = Image.open(io.BytesIO(png), formats=("PNG",))
    image.load()
    assert image.palette is not None
    wide = Image.new("P", size, image.getpixel((0, image.height - 1)))
    wide.putpalette(bytes(image.palette.palette))
    wide.paste(image)
    file = io.BytesIO()
    wide.save(file, "PNG", compress_level=1)
    return file.getvalue()


def kept(durations: Sequence[int], every: int) -> list[tuple[int, int]]:
    """Choose frames: the first, the last, each that stands longer than a move, and one of `every` others.

    Gives (number, milliseconds); the time of a frame left out goes to the one before it.
    """
    chosen: list[tuple[int, int]] = []
    last = len(durations) - 1
    for number, ms in enumerate(durations):
        if number % every == 0 or number == last or ms > min(durations):
            chosen.append((number, ms))
        else:
            before, shown = chosen[-1]
            chosen[-1] = (before, shown + ms)
    return chosen


def _shrunk(png: bytes, shrink: int) -> tuple[Image.Image, bytes]:
    """Read a palette PNG file and make it smaller by taking the mean of boxes; gives it with its palette."""
    image = Image.open(io.BytesIO(png), formats=("PNG",))
    if image.mode != "P" or image.palette is None:
        raise ValueError(f"a frame has to be a palette picture, not {image.mode}")
    image.load()
    colours = bytes(image.palette.palette)
    if shrink == 1:
        return image, colours
    small = image.convert("RGB").reduce(shrink)
    # every colour of a theme is its own nearest (render/theme.py), so flat areas keep theirs exactly
    return small.quantize(palette=image, dither=Image.Dither.NONE), colours
