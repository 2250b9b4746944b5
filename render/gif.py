"""Animated GIF files of palette pictures that share one palette, written frame by frame.

Each frame carries the box that changed since the one before; in it, what did not change is transparent, so that long
runs of one index pack well. Nothing is kept but the frame before and the bytes written.

Source: GIF89a specification, sections 18 to 27 and appendix F; looping by the NETSCAPE2.0 application extension.
"""

from __future__ import annotations

import struct

from PIL import Image, ImageChops

MAX_COLOURS = 255
"""One of the 256 indices means transparent."""
_CHANNELS = 3
_TABLE = 256 * _CHANNELS
_BITS = 8
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_END = b"\x3b"
_GLOBAL_TABLE_256 = 0xF7
_KEEP_AND_TRANSPARENT = 1 << 2 | 1
_UNCHANGED = [255, *(0,) * 255]


class Gif:
    """A GIF file in the making.

    Args:
        size: width and height in pixels.
        palette: red, green and blue of each index, at most 255 of them.

    Raises:
        ValueError: the palette does not fit.
    """

    def __init__(self, size: tuple[int, int], palette: bytes) -> None:
        colours, odd = divmod(len(palette), _CHANNELS)
        if not colours or odd or colours > MAX_COLOURS:
            raise ValueError(f"an animation takes 1 to {MAX_COLOURS} colours of 3 bytes, not {len(palette)} bytes")
        self._size = size
        self._through = colours
        self._before: Image.Image | None = None
        screen = struct.pack("<HHBBB", *size, _GLOBAL_TABLE_256, 0, 0)
        self._data = bytearray(b"GIF89a" + screen + palette.ljust(_TABLE, b"\0") + _LOOP)

    def __len__(self) -> int:
        """Give the bytes of the whole file so far."""
        return len(self._data) + len(_END)

    def add(self, frame: Image.Image, ms: int) -> None:
        """Append a frame of palette indices that stands for `ms` milliseconds, in steps of ten.

        Raises:
            ValueError: it has another size or is no palette picture.
        """
        if frame.size != self._size or frame.mode != "P":
            raise ValueError(f"a frame of {frame.mode} {frame.size} does not fit an animation of P {self._size}")
        (left, top, right, bottom), part = self._changed(frame)
        self._data += struct.pack("<BBBBHBB", 0x21, 0xF9, 4, _KEEP_AND_TRANSPARENT, ms // 10, self._through, 0)
        self._data += struct.pack("<BHHHHBB", 0x2C, left, top, right - left, bottom - top, 0, _BITS)
        self._data += part.tobytes("gif", "P", _BITS, 0) + b"\0"
        self._before = frame

    def _changed(self, frame: Image.Image) -> tuple[tuple[int, int, int, int], Image.Image]:
        whole = (0, 0, *self._size)
        if self._before is None:
            return whole, frame
        delta = ImageChops.subtract_modulo(frame, self._before)
        # an unchanged frame is one transparent pixel: every frame stays a frame
        box = delta.getbbox(alpha_only=False) or (0, 0, 1, 1)
        part = frame.crop(box)
        part.paste(self._through, mask=delta.crop(box).point(_UNCHANGED, "1"))
        return box, part

    def file(self) -> bytes:
        """Give the file with the frames added so far."""
        return bytes(self._data) + _END
