"""Palette PNG files from ready index buffers: IHDR, PLTE, IDAT and IEND only, so equal pictures are equal bytes.

A PNG row is a filter byte followed by its pixels. A canvas one column wider than the picture whose column 0 is always
index 0 therefore *is* the unfiltered stream: nothing is copied row by row, and for flat pictures no
filter packs better.

The stream is packed in strips that know nothing of each other, so that a strip that has not changed since the last
picture need not be packed again. That costs 1 to 3 bytes in a hundred.

Sources: W3C PNG specification (third edition), chapters 9 and 11; RFC 1950 (zlib), RFC 1951 (deflate).
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import msgspec
from zlib_ng import zlib_ng

if TYPE_CHECKING:
    from collections.abc import Sequence

STRIP = 64
"""Rows packed together."""
LEVEL, LEVEL_LARGE, LARGE = 6, 5, 1 << 20
"""Deflate levels, and from how many bytes of rows on the second is taken. Measured on the boards: level 5 takes three
quarters of the time of 6 for 3 % more bytes, about 1.2 times those of zopfli; hands are small and need 6."""

MAX_COLOURS = 256
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _INDEXED = 8, 3
_ZLIB, _LAST = b"\x78\x5e", b"\x03\x00"
"""Before the strips: deflate with a window of 32 KiB; after them: an empty last block."""
_ADLER = 65521


class Strip(msgspec.Struct, frozen=True):
    """Packed rows: whole deflate blocks that point to nothing before them; `size` and `adler` are those of the rows."""

    data: bytes
    size: int
    adler: int


def level(size: tuple[int, int]) -> int:
    """Give the deflate level for a picture of some width and height."""
    width, height = size
    return LEVEL if (width + 1) * height < LARGE else LEVEL_LARGE


def pack(rows: bytes, level: int) -> Strip:
    """Pack some rows: for each a zero byte, then its indices."""
    packer = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS)
    data = packer.compress(rows) + packer.flush(zlib_ng.Z_SYNC_FLUSH)
    return Strip(data, len(rows), zlib_ng.adler32(rows))


def join(strips: Sequence[Strip], size: tuple[int, int], palette: bytes) -> bytes:
    """Write a PNG file of packed rows.

    Args:
        strips: all rows of the picture, from top to bottom.
        size: width and height in pixels.
        palette: red, green and blue of each index, at most 256 of them.

    Raises:
        ValueError: the rows or the palette do not fit.
    """
    width, height = size
    length = sum(strip.size for strip in strips)
    if length != (width + 1) * height:
        msg = f"{length} bytes are no {width} x {height} picture"
        raise ValueError(msg)
    if not palette or len(palette) % 3 or len(palette) > 3 * MAX_COLOURS:
        msg = f"a palette has 1 to {MAX_COLOURS} colours of 3 bytes, not {len(palette)} bytes"
        raise ValueError(msg)
    header = struct.pack(">IIBBBBB", width, height, _DEPTH, _INDEXED, 0, 0, 0)
    stream = b"".join((_ZLIB, *(strip.data for strip in strips), _LAST, struct.pack(">I", _adler(strips))))
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", stream),
            _chunk(b"IEND", b""),
        )
    )


def encode(rows: bytes, size: tuple[int, int], palette: bytes) -> bytes:
    """Write a PNG file of all its rows, as `join` does.

    Raises:
        ValueError: the rows or the palette do not fit.
    """
    step, how = (size[0] + 1) * STRIP, level(size)
    return join([pack(rows[at : at + step], how) for at in range(0, len(rows), step)], size, palette)


def _adler(strips: Sequence[Strip]) -> int:
    """Give the checksum of all rows from those of the strips (Adler-32: two sums modulo a prime)."""
    low, high = 1, 0
    for strip in strips:
        high = (high + (strip.adler >> 16) + strip.size * (low - 1)) % _ADLER
        low = (low + (strip.adler & 0xFFFF) - 1) % _ADLER
    return high << 16 | low


def _chunk(kind: bytes, data: bytes) -> bytes:
    crc = zlib_ng.crc32(data, zlib_ng.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)
