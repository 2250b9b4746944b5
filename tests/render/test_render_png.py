import io
import struct
import zlib

import pytest
from PIL import Image

from render import png

PALETTE = bytes((0, 0, 0, 255, 0, 0, 0, 255, 0))
ROWS = bytes((0, 1, 2, 0, 2, 1))


def chunks(data):
    at = 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (crc,) = struct.unpack_from(">I", data, at + 8 + length)
        yield kind, body, crc
        at += 12 + length


def test_the_picture_is_decoded_as_it_was_given():
    image = Image.open(io.BytesIO(png.encode(ROWS, (2, 2), PALETTE)))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (2, 2))
    assert image.convert("RGB").tobytes() == bytes((255, 0, 0, 0, 255, 0, 0, 255, 0, 255, 0, 0))


def test_a_file_holds_nothing_but_the_picture():
    data = png.encode(ROWS, (2, 2), PALETTE)
    assert [kind for kind, _, _ in chunks(data)] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert all(zlib.crc32(kind + body) == crc for kind, body, crc in chunks(data))
    assert Image.open(io.BytesIO(data)).info == {}


@pytest.mark.parametrize(
    ("rows", "size", "palette"),
    [(ROWS[:-1], (2, 2), PALETTE), (ROWS, (3, 2), PALETTE), (ROWS, (2, 2), b""), (ROWS, (2, 2), bytes(3 * 257))],
)
def test_what_does_not_fit_is_refused(rows, size, palette):
    with pytest.raises(ValueError, match="bytes"):
        png.encode(rows, size, palette)


@pytest.mark.parametrize("height", [1, png.STRIP - 1, png.STRIP, png.STRIP + 1, 3 * png.STRIP + 5])
def test_strips_join_to_one_sound_stream(height):
    rows = b"".join(bytes((0, *((x * y + y) % 3 for x in range(30)))) for y in range(height))
    data = png.encode(rows, (30, height), PALETTE)
    ((_, stream, _),) = [one for one in chunks(data) if one[0] == b"IDAT"]

    assert zlib.decompress(stream) == rows  # zlib checks the sum over all strips
    assert Image.open(io.BytesIO(data)).tobytes() == b"".join(rows[at + 1 : at + 31] for at in range(0, len(rows), 31))
