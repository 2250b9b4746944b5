"""Measure animated pictures of whole matches and print the tables of docs/replay.md.

python -m tests.measure_replay [matches a number of seats, 5 unless told]
"""

from __future__ import annotations

import io
import math
import sys
import time
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageChops, ImageStat

import games
import render
from games.core import Scoring
from render import replay
from render.gif import Gif
from tests.bench.matches import NAMES, Match, longest, record
from tests.bench.timing import machine, say, table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WIDTHS = (1200, 800, 600, 400)


def pictures(match: Match) -> tuple[list[bytes], list[int]]:
    """Draw the deal and every move as a replay shows them; gives PNG files and milliseconds."""
    game, drawer, names = games.load(match.slug), render.load(match.slug), NAMES[: match.seats]
    state = match.states[0]
    frames, durations = [drawer.board(game.view(state, None), names)], [replay.MOVE]
    for seat, text in match.moves:
        state, events = game.apply(state, seat, text)
        scorings = [event for event in events if isinstance(event, Scoring)]
        frames.append(drawer.scored(scorings[-1], names) if scorings else drawer.board(game.view(state, None), names))
        durations.append(replay.SCORING if scorings else replay.MOVE)
    durations[-1] = replay.END
    return frames, durations


def small(png: bytes, width: int) -> tuple[Image.Image, Image.Image]:
    """Bring a picture to a width; gives it in full colour and in the palette it came with."""
    with Image.open(io.BytesIO(png)) as full:
        full.load()
        colour = full.convert("RGB")
        if width == full.width:
            return colour, full.copy()
        colour = colour.resize((width, full.height * width // full.width), Image.Resampling.BOX)
        return colour, colour.quantize(palette=full, dither=Image.Dither.NONE)


def ours(frames: Sequence[Image.Image], durations: Sequence[int]) -> bytes:
    """Write a GIF file as a replay does."""
    assert frames[0].palette is not None
    film = Gif(frames[0].size, bytes(frames[0].palette.palette))
    for frame, ms in zip(frames, durations, strict=True):
        film.add(frame, ms)
    return film.file()


def pillow(form: str, **options: Any) -> Callable[[Sequence[Image.Image], Sequence[int]], bytes]:
    """Give a writer of animations by Pillow."""

    def write(frames: Sequence[Image.Image], durations: Sequence[int]) -> bytes:
        file = io.BytesIO()
        frames[0].save(file, form, save_all=True, append_images=frames[1:], duration=list(durations), loop=0, **options)
        return file.getvalue()

    return write


FORMATS = {
    "GIF, ours": ours,
    "GIF, Pillow": pillow("GIF", optimize=True, disposal=1),
    "WebP lossless, method 1, quality 0": pillow("WEBP", lossless=True, method=1, quality=0),
    "WebP lossless, method 4": pillow("WEBP", lossless=True, method=4),
    "WebP lossy, quality 80, method 0": pillow("WEBP", quality=80, method=0),
}


def psnr(first: Image.Image, second: Image.Image) -> float:
    """Give how near two pictures are, in dB; 99 when they are the same."""
    squares = ImageStat.Stat(ImageChops.difference(first.convert("RGB"), second.convert("RGB"))).sum2
    error = sum(squares) / (3 * first.width * first.height)
    return 99.0 if error == 0 else 10 * math.log10(255**2 / error)


def compare(slug: str) -> None:
    """Print what formats and widths cost for the longest kind of match of a game."""
    frames, durations = pictures(longest(slug))
    rows: list[tuple[object, ...]] = []
    for width in WIDTHS:
        both = [small(png, width) for png in frames]
        for name, write in FORMATS.items():
            shown = [indexed if name.startswith("GIF") else indexed.convert("RGB") for _, indexed in both]
            began = time.process_time()
            data = write(shown, durations)
            spent = (time.process_time() - began) * 1000
            worst = min(map(psnr, [colour for colour, _ in both], decoded(data, durations)))
            rows.append((f"{width} px, {name}", len(data) / 1000, spent, worst))
    table(
        f"{games.load(slug).meta.title}, {len(frames)} frames",
        ("width and format", "kB", "CPU ms", "worst frame, dB"),
        rows,
    )


def decoded(data: bytes, durations: Sequence[int]) -> list[Image.Image]:
    """Read what each of the frames shows; writers may have put equal neighbours together."""
    shown = []
    with Image.open(io.BytesIO(data)) as film:
        until = 0
        for number in range(film.n_frames):
            film.seek(number)
            film.load()
            until += film.info["duration"]
            while len(shown) < len(durations) and sum(durations[: len(shown) + 1]) <= until:
                shown.append(film.convert("RGB"))
    return shown


def sizes(matches: int) -> None:
    """Print how many frames and bytes whole matches take."""
    rows: list[tuple[object, ...]] = []
    for slug in games.slugs():
        for seats in games.load(slug).meta.seats:
            counts, heavy, spent = [], [], []
            for number in range(matches):
                match = record(slug, seats, f"replay {number}")
                frames, durations = pictures(match)
                began = time.process_time()
                data = replay.animation(frames, durations)
                spent.append((time.process_time() - began) * 1000 / len(frames))
                counts.append(len(frames))
                heavy.append(len(data) / 1000)
            rows.append(
                (f"{games.load(slug).meta.title}, {seats}", max(counts), sum(heavy) / matches, max(heavy), max(spent))
            )
    table(
        f"Whole matches at 600 x 450, {matches} for each number of seats",
        ("game, seats", "frames, most", "kB, mean", "kB, most", "CPU ms a frame, most"),
        rows,
    )


def main() -> None:
    """Print all tables."""
    say(machine())
    for slug in games.slugs():
        compare(slug)
    sizes(int(sys.argv[1]) if len(sys.argv) > 1 else 5)


if __name__ == "__main__":
    main()
