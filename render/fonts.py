"""Text as grey masks, in the first bundled font that has the character.

Known words are set in Inter without shaping; anything else is split into runs by font and shaped where the Pillow at
hand can shape (Raqm). Masks and measures are cached; both caches are bounded.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw, ImageFont, features

from render import charmap
from render.cache import ByteCache

FOLDER = Path(__file__).parent / "fonts"
CAP_HEIGHT = 0.727
"""Height of Inter's capitals and figures in em: text is centred on them."""
LONGEST = 80
"""Characters of a text that are looked at; no box holds more."""

_ASCENT, _DESCENT = 1.1, 0.35
_MASK_BYTES = 8 << 20
_MARKS = 3
_ELLIPSIS, _MISSING, _SPACE = "…", "□", " "
_JOINER, _TEXT_SIGN, _EMOJI_SIGN, _KEYCAP = "\u200d", "\ufe0e", "\ufe0f", "\u20e3"
_SKIN = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_REGIONAL = range(0x1F1E6, 0x1F200)
_KEPT_FORMAT = frozenset({_JOINER, "\u200c"})


class MissingFont(OSError):
    """A bundled font is not there or cannot be read; the message names the file."""


class Face(msgspec.Struct, frozen=True):
    """A font file; `scale` evens out fonts that look larger than Inter at the same size."""

    file: str
    scale: float = 1.0


REGULAR, BOLD = Face("Inter-Regular.ttf"), Face("Inter-Bold.ttf")
EMOJI = Face("NotoEmoji-Regular.ttf", 0.86)
FALLBACK = (
    Face("NotoSansArabic-Regular.ttf"),
    Face("NotoSansHebrew-Regular.ttf"),
    Face("NotoSansThai-Regular.ttf"),
    Face("NotoSansDevanagari-Regular.ttf"),
    Face("WenQuanYiMicroHei.ttc"),
    EMOJI,
    Face("NotoSansSymbols2-Regular.ttf"),
    Face("NotoSansMath-Regular.ttf"),
)
FACES = (REGULAR, BOLD, *FALLBACK)


class Run(msgspec.Struct, frozen=True):
    """A piece of text in one font."""

    text: str
    face: Face


class Type(msgspec.Struct, frozen=True):
    """Size in pixels and weight of a text."""

    size: int
    bold: bool = False


class TextMask(msgspec.Struct, frozen=True):
    """A set line: an L mask whose left top corner is at (left, top) from the start of the baseline, and its width."""

    image: Image.Image
    left: int
    top: int
    width: int


def check_fonts() -> None:
    """Open every bundled font.

    Raises:
        MissingFont: one is not there or damaged.
    """
    for face in FACES:
        _charmap(face)
        _open(face, 16, shaped=False)


def clean(text: str) -> str:
    """Make any text one drawable line: composed, without controls and directions, few marks a letter, 80 characters."""
    out: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[: 8 * LONGEST]):
        kind = unicodedata.category(char)
        if kind[0] == "Z" or char in "\t\n\r":
            if out and out[-1] != _SPACE:
                out.append(_SPACE)
            continue
        if kind[0] == "C" and char not in _KEPT_FORMAT and ord(char) not in _TAGS:
            continue
        marks = marks + 1 if kind[0] == "M" else 0
        if marks <= _MARKS:
            out.append(char)
    return "".join(out[:LONGEST]).strip()


@lru_cache(maxsize=4096)
def fit(text: str, kind: Type, width: int) -> str:
    """Give `text`, or as much of its start as fits `width` pixels with an ellipsis."""
    if measure(text, kind) <= width:
        return text
    parts = _clusters(text)
    low, high = 0, len(parts) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if measure(_cut(parts, middle), kind) <= width:
            low = middle
        else:
            high = middle - 1
    return _cut(parts, low)


@lru_cache(maxsize=1024)
def wrap(text: str, kind: Type, width: int, most: int) -> tuple[str, ...]:
    """Break `text` at spaces into at most `most` lines of `width` pixels; what does not fit ends in an ellipsis."""
    lines = [""]
    words = text.split(_SPACE)
    for place, word in enumerate(words):
        longer = f"{lines[-1]}{_SPACE}{word}" if lines[-1] else word
        if measure(longer, kind) <= width or not lines[-1]:
            lines[-1] = longer
        elif len(lines) == most:
            lines[-1] += _SPACE + _SPACE.join(words[place:])
            break
        else:
            lines.append(word)
    return tuple(fit(line, kind, width) for line in lines)


@lru_cache(maxsize=4096)
def measure(text: str, kind: Type) -> int:
    """Give the width of a line in pixels."""
    return round(sum(_length(run, kind.size) for run in runs(text, bold=kind.bold)))


@lru_cache(maxsize=4096)
def runs(text: str, *, bold: bool = False) -> tuple[Run, ...]:
    """Split a line into runs of one font each, in the order they stand from left to right."""
    main = BOLD if bold else REGULAR
    found: list[Run] = []
    for part in _clusters(text):
        face = _face(part, main, found[-1].face if found else main)
        drawn = _drawable(part, face) if face else _MISSING
        face = face or main
        if found and found[-1].face == face:
            found[-1] = Run(found[-1].text + drawn, face)
        else:
            found.append(Run(drawn, face))
    return tuple(reversed(found) if _right_to_left(text) else found)


def mask(text: str, kind: Type) -> TextMask:
    """Set a line; its ascenders and descenders are kept, anything taller is cut off."""
    return _masks.get((text, kind), lambda: _set(text, kind))


def clear() -> None:
    """Forget all set lines and opened fonts."""
    _masks.clear()
    for cache in (fit, wrap, measure, runs, _open, _charmap):
        cache.cache_clear()


def _set(text: str, kind: Type) -> TextMask:
    pad = kind.size // 2
    baseline, width = round(kind.size * _ASCENT), measure(text, kind)
    image = Image.new("L", (width + 2 * pad, baseline + round(kind.size * _DESCENT)))
    draw = ImageDraw.Draw(image)
    x = float(pad)
    for run in runs(text, bold=kind.bold):
        draw.text((x, baseline), run.text, 255, _font(run, kind.size), anchor="ls")
        x += _length(run, kind.size)
    box = image.getbbox() or (0, 0, 1, 1)
    return TextMask(image.crop(box), box[0] - pad, box[1] - baseline, width)


def _length(run: Run, size: int) -> float:
    return _font(run, size).getlength(run.text)


def _font(run: Run, size: int) -> ImageFont.FreeTypeFont:
    shaped = run.face not in (REGULAR, BOLD) or any(unicodedata.category(char)[0] == "M" for char in run.text)
    return _open(run.face, round(size * run.face.scale), shaped=shaped and _can_shape())


def _cut(parts: tuple[str, ...], count: int) -> str:
    return "".join(parts[:count]).rstrip() + _ELLIPSIS


@lru_cache(maxsize=4096)
def _clusters(text: str) -> tuple[str, ...]:
    parts: list[str] = []
    for char in text:
        if parts and _joins(parts[-1], char):
            parts[-1] += char
        else:
            parts.append(char)
    return tuple(parts)


def _joins(before: str, char: str) -> bool:
    code = ord(char)
    if before[-1] == _JOINER or char in (_JOINER, _TEXT_SIGN, _EMOJI_SIGN, _KEYCAP):
        return True
    if unicodedata.category(char)[0] == "M" or code in _SKIN or code in _TAGS:
        return True
    return code in _REGIONAL and len(before) == 1 and ord(before) in _REGIONAL


def _face(part: str, main: Face, before: Face) -> Face | None:
    """Give the font of a cluster: that of its first character."""
    code = ord(part[0])
    if part == _SPACE:
        # a space belongs to the words around it, but the emoji font's is far too wide
        return before if before != EMOJI and code in _charmap(before) else main
    order = (EMOJI, main, *FALLBACK) if _EMOJI_SIGN in part else (main, *FALLBACK)
    return next((face for face in order if code in _charmap(face)), None)


def _drawable(part: str, face: Face) -> str:
    """Leave out marks the font has not, and joiners that only a shaping engine understands."""
    known = _charmap(face)
    return part[0] + "".join(
        char
        for char in part[1:]
        if (unicodedata.category(char)[0] != "M" or ord(char) in known) and (ord(char) in known or _can_shape())
    )


def _right_to_left(text: str) -> bool:
    for char in text:
        direction = unicodedata.bidirectional(char)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False


@lru_cache(maxsize=1)
def _can_shape() -> bool:
    return bool(features.check("raqm"))


@lru_cache(maxsize=256)
def _open(face: Face, size: int, *, shaped: bool) -> ImageFont.FreeTypeFont:
    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    try:
        return ImageFont.truetype(FOLDER / face.file, size, layout_engine=engine)
    except OSError as error:
        raise _missing(face) from error


@lru_cache(maxsize=len(FACES))
def _charmap(face: Face) -> charmap.CharMap:
    try:
        return charmap.read((FOLDER / face.file).read_bytes())
    except (OSError, ValueError) as error:
        raise _missing(face) from error


def _missing(face: Face) -> MissingFont:
    return MissingFont(f"font {face.file} is missing or damaged; put it back into render/fonts")


_masks: ByteCache[TextMask] = ByteCache(_MASK_BYTES, lambda made: made.image.width * made.image.height)
