"""The contact sheet: every sample picture of every game in small, on the dark and the light ground of a chat; below,
in full size, the sheets of cards that some games have.

python -m render.cards OUT.png
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

import games
import render
from render.brush import Brush
from render.fonts import Type
from render.theme import rgb

if TYPE_CHECKING:
    from render.samples import Sample

_WIDTH, _HEIGHT = 400, 300
"""A phone shows a picture about so large."""
_GAP, _HEAD = 24, 40
_COLUMNS = ((rgb("#313338"), False), (rgb("#FFFFFF"), False), (rgb("#313338"), True), (rgb("#FFFFFF"), True))
"""Ground of the chat, and whether the pictures are in high contrast."""
_LABEL = Type(20, bold=True)
_GREY = rgb("#8A8D94")


def contact_sheet(path: Path) -> int:
    """Draw the sheet into a PNG file; a column a ground, a row a sample.

    Returns:
        How many pictures it shows.

    Raises:
        MissingFont: a bundled font is not there.
        OSError: the file cannot be written.
    """
    rows = [(slug, sample) for slug in games.slugs() for sample in render.load(slug).samples()]
    whole = [_open(data) for slug in games.slugs() for data in getattr(render.load(slug), "sheets", tuple)()]
    step = _HEIGHT + _HEAD
    foot = step * len(rows) + _GAP
    height = foot + sum(picture.height + _GAP for picture in whole)
    sheet = Image.new("RGB", ((_WIDTH + _GAP) * len(_COLUMNS), height), _COLUMNS[0][0])
    brush = Brush(sheet)
    for column, (ground, _) in enumerate(_COLUMNS):
        left = column * (_WIDTH + _GAP)
        brush.rect((left, 0, left + _WIDTH + _GAP, foot), ground)
    for row, (slug, sample) in enumerate(rows):
        small = {contrast: _small(slug, sample, contrast=contrast) for contrast in (False, True)}
        for column, (_, contrast) in enumerate(_COLUMNS):
            left = column * (_WIDTH + _GAP) + _GAP // 2
            brush.text((left, row * step + _HEAD // 2), f"{slug}: {sample.title}", _LABEL, _GREY)
            sheet.paste(small[contrast], (left, row * step + _HEAD))
    for picture in whole:
        sheet.paste(picture, (_GAP // 2, foot + _GAP // 2))
        foot += picture.height + _GAP
    sheet.save(path, "PNG")
    return len(rows) * len(_COLUMNS)


def draw(slug: str, sample: Sample, *, contrast: bool = False) -> bytes:
    """Draw a sample as its game draws it."""
    return render.draw(render.load(slug), sample, contrast=contrast)


def _small(slug: str, sample: Sample, *, contrast: bool) -> Image.Image:
    picture = _open(draw(slug, sample, contrast=contrast))
    scale = min(_WIDTH / picture.width, _HEIGHT / picture.height)
    return picture.resize((round(picture.width * scale), round(picture.height * scale)), Image.Resampling.LANCZOS)


def _open(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def main(arguments: list[str]) -> int:
    """Run from the command line."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m render.cards OUT.png\n")
        return 2
    path = Path(arguments[0])
    sys.stdout.write(f"{contact_sheet(path)} pictures in {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
