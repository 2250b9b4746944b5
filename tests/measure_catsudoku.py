"""Measure the reference robot of Cat Sudoku in seeded games and print the tables of docs/catsudoku.md.

python -m tests.measure_catsudoku [games a setting, 2000 unless told]
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from statistics import mean, median
from typing import NamedTuple

import games
from games.catsudoku import robot, turns
from games.catsudoku.tables import NUMBERS, SETUPS, TITLES, title
from games.catsudoku.view import Placed

GAME = games.load("catsudoku")
SCORINGS = ("basic", "advanced")
SETTINGS = [(seats, scoring) for seats in SETUPS for scoring in SCORINGS]


class Result(NamedTuple):
    """One finished game; seats count from the start seat."""

    scores: tuple[int, ...]
    shares: tuple[float, ...]
    played: Counter[int]
    earned: Counter[int]
    draws: int
    stuck: int


def play(seats: int, scoring: str, seed: str, randoms: frozenset[int] = frozenset()) -> Result:
    """Play a game of robots; seats in `randoms`, counted from the start seat, choose blindly."""
    state = GAME.setup(seats, seed, {"scoring": scoring})
    blind = random.Random(seed)
    played, earned, draws, stuck = Counter(), Counter(), 0, 0
    while state.phase != "over":
        seat = state.turn
        legal = turns.legal(state, seat)
        if state.phase == "place":
            draws, stuck = draws + 1, stuck + (legal == ["reserve"])
        if (seat - state.start) % seats in randoms:
            text = blind.choice(legal)
        else:
            text = (
                legal[0]
                if len(legal) == 1
                else robot.choose(GAME.view(state, seat), legal, f"{seed}/{state.seq}".encode())
            )
        state, events = GAME.make(state, seat, text)
        for event in events:
            if isinstance(event, Placed):
                played[int(event.card[1])] += 1
                earned[int(event.card[1])] += event.earned
    outcome = GAME.outcome(state)
    order = [(state.start + turn) % seats for turn in range(seats)]
    first = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    return Result(
        tuple(outcome.scores[seat] for seat in order),
        tuple((seat in first) / len(first) for seat in order),
        played,
        earned,
        draws,
        stuck,
    )


def row(*cells: object) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)  # noqa: T201 - the tables are its output


def head(*cells: str) -> None:
    print()  # noqa: T201 - as above
    row(*cells)
    row(*(["---"] * len(cells)))


def main(count: int) -> None:
    results = {
        (seats, scoring): [play(seats, scoring, f"measure {number}") for number in range(count)]
        for seats, scoring in SETTINGS
    }
    head(
        "seats",
        "scoring",
        "tokens a card played",
        "draws with no legal cell",
        "points, median",
        "5 % to 95 %",
        "below 0",
        "wins by turn order",
    )
    for (seats, scoring), played in results.items():
        scores = sorted(score for result in played for score in result.scores)
        tail = len(scores) // 20
        row(
            seats,
            scoring,
            f"{sum(sum(r.earned.values()) for r in played) / sum(sum(r.played.values()) for r in played):.2f}",
            f"{100 * sum(r.stuck for r in played) / sum(r.draws for r in played):.1f} %",
            f"{median(scores):g}",
            f"{scores[tail]} to {scores[-1 - tail]}",
            f"{100 * sum(score < 0 for score in scores) / len(scores):.1f} %",
            " / ".join(f"{100 * mean(r.shares[turn] for r in played):.0f}" for turn in range(seats))
            if seats > 1
            else "-",
        )
    for what, share in (("tokens a card played", False), ("% of all tokens", True)):
        head(f"{what}, by number", *map(str, NUMBERS))
        for (seats, scoring), played in results.items():
            earned, cards = (sum((getattr(r, name) for r in played), Counter()) for name in ("earned", "played"))
            row(
                f"{seats} {scoring}",
                *(
                    f"{100 * earned[number] / earned.total():.0f}" if share else f"{earned[number] / cards[number]:.2f}"
                    for number in NUMBERS
                ),
            )
    names = [name for _, name in reversed(TITLES)]
    head("titles alone, %", "none", *names)
    for scoring in SCORINGS:
        titles = Counter(title(result.scores[0]) for result in results[1, scoring])
        row(scoring, *(f"{100 * titles[name] / count:.1f}" for name in ("", *names)))
    head("one robot, others blind", "scoring", "robot wins", "mean points of the robot", "of blind play")
    for seats, scoring in SETTINGS:
        strength(seats, scoring, count)


def strength(seats: int, scoring: str, count: int) -> None:
    """Print how one robot, in every place of the order in turn, does against blind play."""
    wins, own, others = [], [], []
    for number in range(count):
        place = number % seats
        blind = frozenset(range(seats)) - {place}
        result = play(seats, scoring, f"strength {number}", blind)
        wins.append(result.shares[place])
        own.append(result.scores[place])
        others += [score for turn, score in enumerate(result.scores) if turn != place]
        if seats == 1:
            others += play(seats, scoring, f"strength {number}", frozenset({0})).scores
    row(seats, scoring, "-" if seats == 1 else f"{100 * mean(wins):.1f} %", f"{mean(own):.1f}", f"{mean(others):.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
