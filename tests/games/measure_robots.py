"""Measure the robots in seeded games and print the tables of docs/robots.md.

python -m tests.games.measure_robots [games a line, 300 unless told]
"""

from __future__ import annotations

import random
import sys
import time
from statistics import mean
from typing import TYPE_CHECKING, Any, NamedTuple

import games
from games import robots
from games.cactpot import moves, odds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Player = Callable[[str, Any, Sequence[str], bytes], str]


class Result(NamedTuple):
    """One finished game: the measured seat's share of the win, its points, the others' mean points, its slowest move
    in milliseconds of processor time."""

    share: float
    points: float
    others: float
    slowest: float


def full(slug: str, view: Any, legal: Sequence[str], seed: bytes) -> str:
    return robots.choose(slug, view, legal, seed)


def easy(slug: str, view: Any, legal: Sequence[str], seed: bytes) -> str:
    return robots.choose(slug, view, legal, seed, "easy")


def blind(_slug: str, _view: Any, legal: Sequence[str], seed: bytes) -> str:
    return random.Random(seed).choice(legal)


def public(slug: str, view: Any, legal: Sequence[str], seed: bytes) -> str:
    """Bet at the best odds that everybody can see; place blindly."""
    return _bettor(slug, view, legal, seed, odds.worlds)


def own(slug: str, view: Any, legal: Sequence[str], seed: bytes) -> str:
    """Bet at the best odds that the own chips give, without reading others' bets; place blindly."""
    return _bettor(slug, view, legal, seed, odds.possible)


def bets(slug: str, view: Any, legal: Sequence[str], seed: bytes) -> str:
    """Bet like the robot; place blindly."""
    return (full if view.phase == "bet" else blind)(slug, view, legal, seed)


def _bettor(slug: str, view: Any, legal: Sequence[str], seed: bytes, known: Callable[[Any], Any]) -> str:
    if view.phase != "bet":
        return blind(slug, view, legal, seed)
    worth = odds.worth((world, 1.0) for world in known(view))

    def points(text: str) -> float:
        space = moves.read(text).space
        return worth[space][len(view.bets.get(space, ()))]

    best = max(map(points, legal))
    return blind(slug, view, [text for text in legal if points(text) > best - 1e-9], seed)


def play(slug: str, seats: int, number: int, measured: Player, other: Player) -> Result:
    """Play one game; the measured player's seat goes round from game to game."""
    game, place, slowest = games.load(slug), number % seats, 0.0
    state = game.setup(seats, f"robots {number}")
    while awaited := game.awaited(state):
        seat = min(awaited)
        view, legal = game.view(state, seat), game.legal(state, seat)
        seed = f"robots {number} {view.seq}".encode()
        if seat == place:
            began = time.process_time()
            text = measured(slug, view, legal, seed)
            slowest = max(slowest, 1000 * (time.process_time() - began))
        else:
            text = other(slug, view, legal, seed)
        state, _ = game.apply(state, seat, text)
    outcome = game.outcome(state)
    first = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    rest = [score for seat, score in enumerate(outcome.scores) if seat != place]
    return Result((place in first) / len(first), outcome.scores[place], mean(rest), slowest)


LINES = [
    ("cactpot", full, blind),
    ("cactpot", full, public),
    ("cactpot", full, own),
    ("cactpot", full, bets),
    ("cactpot", full, easy),
    ("cactpot", easy, blind),
    ("catsudoku", full, easy),
    ("catsudoku", easy, blind),
]


def main(count: int) -> None:
    print("| game | one seat | the others | seats | wins | by chance | points | others | slowest move, ms |")  # noqa: T201 - the tables are its output
    print(f"|{' --- |' * 9}")  # noqa: T201 - as above
    for slug, measured, other in LINES:
        for seats in (2, 3, 4):
            results = [play(slug, seats, number, measured, other) for number in range(count)]
            share, points, others, _ = (mean(column) for column in zip(*results, strict=True))
            slowest = max(result.slowest for result in results)
            print(  # noqa: T201 - as above
                f"| {slug} | {measured.__name__} | {other.__name__} | {seats} | {100 * share:.0f} % "
                f"| {100 / seats:.0f} % | {points:.1f} | {others:.1f} | {slowest:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
