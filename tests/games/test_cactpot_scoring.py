"""Lines, bets and points: the rulebook's example and every combination there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from games.cactpot import score
from games.cactpot.scoring import bingos
from games.cactpot.view import Line, Payout

BLUE, RED, YELLOW = 0, 1, 2
EXAMPLE = (9, 4, 7, 8, 5, 6, 1, 3, 2)
BETS = {
    "row3": (BLUE, RED),
    "colb": (RED, BLUE, YELLOW),
    "bingo3-8": (YELLOW,),
    "star8": (YELLOW, BLUE),
}


def test_the_example_of_the_rulebook():
    result = score(EXAMPLE, "a2", BETS, 3)

    assert result.bingos == (
        Line("row3", "big", ("a3", "b3", "c3")),
        Line("colb", "straight", ("b1", "b2", "b3")),
        Line("colc", "fifteen", ("c1", "c2", "c3")),
    )
    assert result.bingo_space == "bingo3-8"
    assert result.totals == (10, 7, 11)
    assert result.payouts == (
        Payout("row3", BLUE, 1, 5),
        Payout("row3", RED, 2, 3),
        Payout("colb", RED, 1, 4),
        Payout("colb", BLUE, 2, 2),
        Payout("colb", YELLOW, 3, 1),
        Payout("bingo3-8", YELLOW, 1, 5),
        Payout("star8", YELLOW, 1, 5),
        Payout("star8", BLUE, 2, 3),
    )


def test_bets_that_lose_earn_nothing():
    lost = {"row1": (0, 1, 2), "fall": (2, 1), "bingo0-1": (1,), "bingo2": (2,), "star7": (0,), "star9": (1, 2)}

    result = score(EXAMPLE, "a2", lost, 3)

    assert (result.payouts, result.totals) == ((), (0, 0, 0))


@pytest.mark.parametrize(
    ("space", "points"),
    [("row3", (5, 3, 1)), ("colb", (4, 2, 1)), ("colc", (3, 2, 1)), ("bingo3-8", (5, 3, 1)), ("star8", (5, 3, 1))],
)
def test_earlier_bets_earn_more(space, points):
    result = score(EXAMPLE, "a2", {space: (3, 0, 2)}, 4)

    assert [(payout.seat, payout.place, payout.points) for payout in result.payouts] == [
        (3, 1, points[0]),
        (0, 2, points[1]),
        (2, 3, points[2]),
    ]
    assert result.totals == (points[1], 0, points[2], points[0])


@pytest.mark.parametrize(
    ("grid", "lines", "space", "points"),
    [
        ((1, 5, 8, 6, 2, 3, 4, 9, 7), 0, "bingo0-1", (3, 2, 1)),
        ((7, 3, 1, 8, 4, 5, 9, 6, 2), 1, "bingo0-1", (3, 2, 1)),
        ((4, 5, 9, 3, 8, 6, 7, 2, 1), 2, "bingo2", (4, 2, 1)),
        ((1, 2, 3, 4, 5, 6, 7, 8, 9), 6, "bingo3-8", (5, 3, 1)),
        ((2, 7, 6, 9, 5, 1, 4, 3, 8), 8, "bingo3-8", (5, 3, 1)),
    ],
)
def test_the_number_of_lines_wins_one_bingo_bet(grid, lines, space, points):
    result = score(grid, "a1", {"bingo0-1": (0, 1, 2), "bingo2": (0, 1, 2), "bingo3-8": (0, 1, 2)}, 3)

    assert len(result.bingos) == lines
    assert result.bingo_space == space
    assert result.totals == points


def test_the_star_pays_for_the_chip_below_it_wherever_it_lies():
    for index, cell in enumerate(("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")):
        result = score(EXAMPLE, cell, {f"star{chip}": (0,) for chip in range(1, 10)}, 2)

        assert result.payouts == (Payout(f"star{EXAMPLE[index]}", 0, 1, 5),)


def test_each_of_the_84_triples_is_paid_as_its_best_kind():
    kinds = {}
    for triple in combinations(range(1, 10), 3):
        rest = [chip for chip in range(1, 10) if chip not in triple]
        for order in permutations(triple):
            first = next((line.kind for line in bingos((*order, *rest)) if line.space == "row1"), None)
            assert kinds.setdefault(triple, first) == first, "the order on the line does not matter"

    assert Counter(kinds.values()) == {"big": 2, "straight": 5, "fifteen": 7, None: 70}
    assert {triple for triple, kind in kinds.items() if kind == "big"} == {(1, 2, 3), (7, 8, 9)}
    assert {triple for triple, kind in kinds.items() if kind == "straight"} == {(n, n + 1, n + 2) for n in range(2, 7)}
    assert {triple for triple, kind in kinds.items() if kind == "fifteen"} == {
        (1, 5, 9), (1, 6, 8), (2, 4, 9), (2, 5, 8), (2, 6, 7), (3, 4, 8), (3, 5, 7),
    }  # fmt: skip


def test_the_number_of_lines_over_all_boards():
    """Turned and mirrored boards have as many lines: those whose corner a1 is smallest and b1 < a2 stand for eight."""
    counts = Counter(
        len(bingos(grid))
        for grid in permutations(range(1, 10))
        if grid[0] < grid[2] and grid[0] < grid[6] and grid[0] < grid[8] and grid[1] < grid[3]
    )

    assert sum(counts.values()) == 362_880 / 8
    percent = [round(100 * counts[lines] / sum(counts.values()), 3) for lines in range(9)]
    assert percent == pytest.approx([22.46, 38.76, 26.24, 9.23, 2.41, 0.70, 0.14, 0.040, 0.020], abs=0.005)
