"""Which characters a font file has: the `cmap` table of TrueType and OpenType, read without a font library.

Source: OpenType specification, "cmap - Character to Glyph Index Mapping Table", formats 4 and 12.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Span = tuple[int, int]
"""First and last code point, both included."""

_COLLECTION = b"ttcf"
_FORMAT_16_BIT, _FORMAT_32_BIT = 4, 12
_UNICODE_TABLES = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3))
"""(platform, encoding) of Unicode tables, the fullest first."""


class CharMap:
    """The code points of a font as ascending spans; `code in charmap` takes O(log spans)."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []
        for first, last in sorted(spans):
            if self._lasts and first <= self._lasts[-1] + 1:
                self._lasts[-1] = max(last, self._lasts[-1])
            else:
                self._firsts.append(first)
                self._lasts.append(last)

    def __contains__(self, code: int) -> bool:
        """Say whether the font has a glyph for `code`."""
        at = bisect_right(self._firsts, code) - 1
        return at >= 0 and code <= self._lasts[at]


def read(data: bytes) -> CharMap:
    """Read the character map of a font file; of a collection that of its first font.

    Raises:
        ValueError: there is no Unicode character map in `data`.
    """
    try:
        table = _table(data)
        kind = _u16(data, table)
        if kind == _FORMAT_32_BIT:
            return CharMap(_spans_32(data, table))
        if kind == _FORMAT_16_BIT:
            return CharMap(_spans_16(data, table))
    except struct.error as error:
        msg = "the font file is cut short"
        raise ValueError(msg) from error
    msg = f"character map format {kind} is not supported"
    raise ValueError(msg)


def _table(data: bytes) -> int:
    start = _u32(data, 12) if data[:4] == _COLLECTION else 0
    for entry in range(start + 12, start + 12 + 16 * _u16(data, start + 4), 16):
        if data[entry : entry + 4] == b"cmap":
            cmap = _u32(data, entry + 8)
            break
    else:
        msg = "no character map: not a font file"
        raise ValueError(msg)
    found = {
        struct.unpack_from(">HH", data, at): cmap + _u32(data, at + 4)
        for at in range(cmap + 4, cmap + 4 + 8 * _u16(data, cmap + 2), 8)
    }
    for key in _UNICODE_TABLES:
        if key in found:
            return found[key]
    msg = "no Unicode character map"
    raise ValueError(msg)


def _spans_32(data: bytes, table: int) -> Iterator[Span]:
    for group in range(_u32(data, table + 12)):
        first, last, _ = struct.unpack_from(">III", data, table + 16 + 12 * group)
        yield first, last


def _spans_16(data: bytes, table: int) -> Iterator[Span]:
    count = _u16(data, table + 6) // 2
    ends, starts = table + 14, table + 16 + 2 * count
    offsets = starts + 4 * count
    for segment in range(count):
        first, last = _u16(data, starts + 2 * segment), _u16(data, ends + 2 * segment)
        at = offsets + 2 * segment
        offset = _u16(data, at)
        if first > last or first == 0xFFFF:  # noqa: PLR2004 - the format ends with this segment
            continue
        if offset == 0:
            yield first, last
            continue
        for code in range(first, last + 1):
            # a segment may leave out characters: glyph 0 means "missing"
            if _u16(data, at + offset + 2 * (code - first)):
                yield code, code


def _u16(data: bytes, at: int) -> int:
    return int(struct.unpack_from(">H", data, at)[0])


def _u32(data: bytes, at: int) -> int:
    return int(struct.unpack_from(">I", data, at)[0])
