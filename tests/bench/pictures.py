"""What a board picture costs: against packing a ready buffer, and against the smallest file known."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest import mock

import zopfli.png

import games
import render
from games.core import Scoring
from render import canvas, png
from tests.bench.matches import NAMES, Match, longest
from tests.bench.timing import by_turns, median, percentile, table

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS, COLD_ROUNDS, STARTS = 7, 5, 5
FEW = 4
"""Pictures that zopfli packs; each takes seconds."""
_FIRST = """
import sys, time
import games, render
from tests.bench.matches import NAMES, longest
match = longest(sys.argv[1])
view = games.load(match.slug).view(match.states[len(match.states) // 2], None)
pictures = render.load(match.slug)
began = time.perf_counter()
pictures.board(view, NAMES[: match.seats])
print((time.perf_counter() - began) * 1000)
"""


def speed() -> None:
    """Print state -> PNG over packing alone, for boards drawn before and for all kinds of cold starts."""
    rows: list[tuple[object, ...]] = []
    for slug in games.slugs():
        match = longest(slug)
        boards = [_drawing(match, state) for state in match.states]
        ready = [_ready(board) for board in boards]
        rows += _warm(slug, boards, ready) + _cold(slug, boards, ready)
    table(
        "State to PNG, against packing the same ready palette buffer with the same encoder",
        ("picture", "drawn ms", "packed ms", "ratio", "p95 ratio"),
        rows,
        f"Boards of a recorded match, by turns in one process, {ROUNDS} rounds warm and {COLD_ROUNDS} cold.",
    )
    _threads()


def _drawing(match: Match, state: Any) -> Callable[[], bytes]:
    game, pictures, names = games.load(match.slug), render.load(match.slug), NAMES[: match.seats]
    return lambda: pictures.board(game.view(state, None), names)


def _ready(draw: Callable[[], bytes]) -> Callable[[], bytes]:
    """Draw once, and give the packing of that picture alone."""
    frames: list[canvas.Frame] = []
    with mock.patch.object(canvas.Frame, "png", autospec=True, side_effect=frames.append):
        draw()
    ((frame,), rows) = frames, frames[0].rows()
    return lambda: png.encode(rows, frame._ground.size, frame._ground.theme.plte)


def _line(name: str, drawn: list[float], packed: list[float]) -> tuple[object, ...]:
    each = [d / p for d, p in zip(drawn, packed, strict=True)]
    return name, median(drawn), median(packed), median(drawn) / median(packed), percentile(each, 0.95)


def _warm(slug: str, boards: list[Any], ready: list[Any]) -> list[tuple[object, ...]]:
    drawn, packed = [], []
    for board, pack in zip(boards, ready, strict=True):
        d, p = by_turns(ROUNDS, lambda board=board: (canvas._strips.clear(), board()), pack)
        drawn, packed = drawn + d, packed + p
    return [_line(f"{slug}: every sprite drawn before, all packed anew (target 1.5)", drawn, packed)]


def _cold(slug: str, boards: list[Any], ready: list[Any]) -> list[tuple[object, ...]]:
    new, ahead, sprites, everything = ([], []), ([], []), ([], []), ([], [])
    for _ in range(COLD_ROUNDS):
        canvas.clear()
        for board, pack in zip(boards[:1], ready[:1], strict=True):
            _add(everything, by_turns(1, board, pack))
        for board, pack in zip(boards[1:], ready[1:], strict=True):
            _add(new, by_turns(1, board, pack))
        canvas.clear()
        for _ in render.warming(slug):
            pass
        for board, pack in zip(boards, ready, strict=True):
            _add(ahead, by_turns(1, board, pack))
        for board, pack in list(zip(boards, ready, strict=True))[:: max(1, len(boards) // FEW)]:
            canvas._sprites.clear()
            _add(sprites, by_turns(1, board, pack))
    middle = len(boards) // 2
    command = [sys.executable, "-c", _FIRST, slug]
    first = [float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(STARTS)]
    packed = by_turns(STARTS, ready[middle])[0]
    return [
        _line(f"{slug}: a match as it comes, only earlier boards drawn before", *new),
        _line(f"{slug}: a match as it comes, painted ahead as half a minute after the start", *ahead),
        _line(f"{slug}: no sprite and no ground, masks and set text warm (target 10)", *sprites),
        _line(f"{slug}: everything forgotten, fonts open", *everything),
        _line(f"{slug}: first picture of a new process", first, packed),
    ]


def _add(pair: tuple[list[float], list[float]], spent: list[list[float]]) -> None:
    for side, values in zip(pair, spent, strict=True):
        side.extend(values)


def _drain(pool: ThreadPoolExecutor, boards: list[Callable[[], bytes]]) -> None:
    for work in [pool.submit(board) for board in boards]:
        work.result()


def _threads() -> None:
    rows = []
    for slug in games.slugs():
        match = longest(slug)
        boards = [_drawing(match, state) for state in match.states]
        with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
            spent = by_turns(ROUNDS, *(partial(_drain, pool, boards) for pool in (one, two)))
        a_second = [len(boards) * 1000 / median(side) for side in spent]
        rows.append((slug, *a_second, a_second[1] / a_second[0]))
    table("Drawing with threads, warm boards a second", ("game", "one thread", "two threads", "ratio"), rows)


def size() -> None:
    """Print our bytes over those of zopfli."""
    rows = []
    for slug in games.slugs():
        match = longest(slug)
        names, pictures = NAMES[: match.seats], render.load(slug)
        step = len(match.states) // FEW
        made = [("board", _drawing(match, state)()) for state in match.states[step // 2 :: step][:FEW]]
        made.append(("hand", pictures.hand(games.load(slug).view(match.states[step], 0), names)))
        scored = [event for event in match.events if isinstance(event, Scoring)]
        made += [("scored", pictures.scored(event, names)) for event in scored[:1]]
        for kind in dict.fromkeys(kind for kind, _ in made):
            ours = [picture for name, picture in made if name == kind]
            least = [zopfli.png.optimize(picture) for picture in ours]
            kib = [sum(map(len, files)) / len(files) / 1024 for files in (ours, least)]
            rows.append((f"{slug}: {kind}", len(ours), *kib, kib[0] / kib[1]))
    table(
        "Bytes, against zopfli of the same picture (target 1.25)",
        ("picture", "pictures", "ours KiB", "zopfli KiB", "ratio"),
        rows,
        "zopfli with its usual settings for pictures of this size, 5 iterations; it may choose other filters.",
    )
