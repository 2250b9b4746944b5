"""Measure the reference robot of Casinopolis in seeded games and print the tables of docs/casinopolis.md.

python -m tests.measure_casinopolis play RESULTS [SOLO [OTHERS]]    300 solo games, 100 for each of 2 to 4 seats
python -m tests.measure_casinopolis tables RESULTS

Playing adds a line a finished game to the file RESULTS and goes on where an earlier run stopped.
"""

from __future__ import annotations

import re
import sys
import time
from importlib.resources import files
from math import sqrt
from pathlib import Path
from statistics import mean, pstdev

import msgspec

import games
from games.casinopolis import HOUSE, robot

GAME = games.load("casinopolis")
SEATS = GAME.meta.seats


class Result(msgspec.Struct, frozen=True):
    """One finished game; `slowest` is the longest time of a move, `moves` the sum, in seconds of one core."""

    seats: int
    number: int
    conditions: tuple[int, ...]
    hits: tuple[int, ...]
    target: int
    total: int
    slowest: float
    moves: float

    @property
    def won(self) -> bool:
        """Whether the team reached the target."""
        return self.total >= self.target


def play(seats: int, number: int) -> Result:
    """Play one game of robots."""
    seed = f"measure {seats} {number}"
    state, times = GAME.setup(seats, seed), []
    while not GAME.outcome(state):
        (seat,) = GAME.to_act(state)
        began = time.process_time()
        text = robot.choose(GAME.view(state, seat), GAME.legal(state, seat), f"{seed} {state.seq}".encode())
        times.append(time.process_time() - began)
        state, _ = GAME.make(state, seat, text)
    view = GAME.view(state, None)
    return Result(
        seats, number, view.conditions, view.score.hits, view.target, view.score.total, max(times), sum(times)
    )


def load(path: Path) -> list[Result]:
    """Read the finished games."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Result) for line in lines]


def run(path: Path, solo: int, others: int) -> None:
    """Play what is missing; the numbers of seats take turns, so that a part of the games is a fair sample."""
    wanted = [(number / (solo if seats == 1 else others), seats, number) for seats in SEATS for number in range(solo)]
    done = {(one.seats, one.number) for one in load(path)}
    for share, seats, number in sorted(wanted):
        if share < 1 and (seats, number) not in done:
            with path.open("ab") as file:
                file.write(msgspec.json.encode(play(seats, number)) + b"\n")


def row(*cells: object) -> None:
    """Print a row of a table."""
    print(f"| {' | '.join(map(str, cells))} |")  # noqa: T201 - the tables are its output


def head(*cells: str) -> None:
    """Print the first rows of a table."""
    print()  # noqa: T201 - as above
    row(*cells)
    row(*(["---"] * len(cells)))


def wins(results: list[Result]) -> str:
    """Give the share of games won with its standard error."""
    share = mean(one.won for one in results)
    return f"{100 * share:.0f} ± {100 * sqrt(share * (1 - share) / len(results)):.0f} %"


def spread(numbers: list[int]) -> str:
    """Give mean and standard deviation."""
    return f"{mean(numbers):.1f} ±{pstdev(numbers):.1f}"


def tables(results: list[Result]) -> None:
    """Print every table."""
    head("seats", "games", "won", "total", "target", "total minus target", "seconds a move", "slowest move")
    for seats in SEATS:
        if some := [one for one in results if one.seats == seats]:
            row(
                seats,
                len(some),
                wins(some),
                spread([one.total for one in some]),
                spread([one.target for one in some]),
                spread([one.total - one.target for one in some]),
                f"{mean(one.moves for one in some) / 14:.2f}",
                f"{max(one.slowest for one in some):.2f}",
            )
    head("conditions in play", "games", "won")
    known = {5, 9, 17}
    for what, some in (
        *((f"with {number}", [one for one in results if number in one.conditions]) for number in sorted(known)),
        ("without 5, 9 and 17", [one for one in results if not known & set(one.conditions)]),
    ):
        row(what, len(some), wins(some) if some else "-")
    head(
        "condition", *(f"{chips}, {whose}" for chips in ("one chip", "two", "three") for whose in ("here", "deck file"))
    )
    text = (files("games.casinopolis") / "deck.toml").read_text(encoding="utf-8")
    before = [line.split(", ") for line in re.findall(r"# measured hits at chip 1, 2, 3: (.*)", text)]
    for one, old in zip(HOUSE, before, strict=True):
        cells = []
        for chip in range(3):
            hits = [result.hits[chip] for result in results if result.conditions[chip] == one.number]
            cells += [f"{spread(hits)} ({len(hits)})" if hits else "-", old[chip]]
        row(f"{one.number} {one.title}", *cells)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["play", path, *counts]:
            run(Path(path), *(*map(int, counts), *(300, 100)[len(counts) :]))
        case ["tables", path]:
            tables(load(Path(path)))
        case _:
            sys.exit(__doc__)
