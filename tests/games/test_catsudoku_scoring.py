"""Points, ranks and titles."""

from __future__ import annotations

import pytest
from catsudoku_arranged import arrange, make

from games.catsudoku import GAME, score
from games.catsudoku.tables import title

CARDS = [f"{colour}{number}" for colour in "rbgyp" for number in range(1, 10)]


def heights(*counts):
    return [CARDS[:count] for count in counts]


def zone_points(column, scoring):
    """Points of the left column of two seats with nothing else on the table."""
    stacks = heights(column[0], 0, 0, column[1], 0, 0, column[2], 0, 0)
    return score(stacks, [[], []], [0, 0], 2, scoring).totals[0]


@pytest.mark.parametrize(
    ("column", "basic", "advanced"),
    [
        ((0, 0, 0), 0, 0),
        ((1, 0, 0), 1, 1),
        ((1, 1, 1), 3, 1),
        ((2, 0, 0), 2, 4),
        ((3, 0, 0), 3, 8),
        ((4, 0, 0), 4, 4),
        ((3, 3, 3), 9, 18),
        ((2, 2, 2), 6, 8),
        ((2, 3, 5), 10, 12),
        ((7, 1, 2), 10, 9),
    ],
)
def test_zones(column, basic, advanced):
    assert zone_points(column, "basic") == basic
    assert zone_points(column, "advanced") == advanced


def test_the_order_of_stacks_does_not_matter_and_one_of_equals_is_the_tallest():
    assert {zone_points(column, "advanced") for column in ((2, 3, 3), (3, 2, 3), (3, 3, 2))} == {2 + 5 + 5 + 3}
    sheet = score(heights(3, 0, 0, 3, 0, 0, 3, 0, 0), [[], []], [0, 0], 2, "advanced").sheets[0]
    assert sorted(stack.tallest for stack in sheet.stacks) == [0, 0, 3]


@pytest.mark.parametrize(
    ("seats", "totals"),
    [(1, (2 + 5 + 8,)), (2, (1 + 4 + 7, 3 + 6 + 9)), (3, (12, 15, 18)), (4, (12, 6, 18, 24))],
)
def test_each_seat_counts_its_own_zone_and_corners_are_shared_by_four(seats, totals):
    stacks = heights(1, 2, 3, 4, 5, 6, 7, 8, 9)

    assert score(stacks, [[]] * seats, [0] * seats, seats, "basic").totals == totals


def test_zones_are_counted_from_the_start_seat():
    stacks = heights(1, 2, 3, 4, 5, 6, 7, 8, 9)

    assert score(stacks, [[]] * 3, [0] * 3, 3, "basic", start=2).totals == (15, 18, 12)


def test_a_reserve_card_costs_three():
    result = score(heights(*[0] * 9), [["r1"], ["r2", "r3"]], [0, 0], 2, "advanced")

    assert result.totals == (-3, -6)
    assert [sheet.reserve for sheet in result.sheets] == [-3, -6]


@pytest.mark.parametrize(
    ("tokens", "bonus"),
    [((0,), (0,)), ((1,), (2,)), ((0, 0), (0, 0)), ((1, 0), (2, 0)), ((3, 3), (2, 2)), ((2, 3, 3, 1), (0, 2, 2, 0))],
)
def test_most_tokens_give_two_points_to_all_who_tie(tokens, bonus):
    seats = len(tokens)
    assert score(heights(*[0] * 9), [[]] * seats, tokens, seats, "basic").totals == bonus


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (-5, ""),
        (1, ""),
        (2, "Keen Kitten"),
        (5, "Keen Kitten"),
        (6, "Feline Fanatic"),
        (9, "Feline Fanatic"),
        (10, "Meow Maestro"),
        (13, "Meow Maestro"),
        (14, "Temple Treasures"),
        (17, "Temple Treasures"),
        (18, "Sudoku Sensei"),
        (40, "Sudoku Sensei"),
    ],
)
def test_titles(points, expected):
    assert title(points) == expected


def ended(picture, **facts):
    """End a game with the seat to play having nothing to do but `end`."""
    state, events = make(arrange(picture, deck=(), **facts), "end")
    return GAME.outcome(state), events[-1]


def test_most_points_win():
    outcome, _ = ended("r1,b2 . g3 . y4 . . . .", host="b2", tokens=(1, 1), reserves=((), ()))

    assert (outcome.scores, outcome.ranks, outcome.won, outcome.titles) == ((4, 3), (1, 2), (0,), ())


def test_tokens_break_a_tie():
    outcome, _ = ended("r1 . g3,b2,y5 . y4 . . . .", host="b2", tokens=(3, 1))
    assert (outcome.scores, outcome.ranks, outcome.won, outcome.reason) == ((3, 3), (1, 2), (0,), "tokens")


def test_a_tie_in_points_and_tokens_is_shared():
    outcome, _ = ended("r1 . g3 . y4 . . . .", host="b2", tokens=(1, 1))

    assert (outcome.scores, outcome.ranks, outcome.won, outcome.reason) == ((3, 3), (1, 1), (0, 1), "tie")


def test_alone_points_earn_a_title_or_nothing():
    outcome, event = ended(
        ". r1,b2,g3 . . r4,b5,g6 . . r5,b6,g7 .", host="b2", seats=1, scoring="advanced", tokens=(0,)
    )
    assert (outcome.scores, outcome.titles, outcome.won) == ((18,), ("Sudoku Sensei",), (0,))
    assert event.outcome == outcome

    outcome, _ = ended(". r1 . . b2 . . . .", host="b2", seats=1, scoring="advanced", tokens=(0,))
    assert (outcome.scores, outcome.titles, outcome.won) == ((1,), (), ())


def test_the_last_event_has_all_that_a_picture_of_the_end_needs():
    state = arrange("r1,b2 . g3 . y4 . . . .", host="b2", deck=(), reserves=(("r2",), ()), tokens=(2, 1))
    after, (_, scored) = make(state, "end")

    assert scored.stacks == state.stacks
    assert (scored.reserves, scored.tokens, scored.pool, scored.host) == (state.reserves, (2, 1), 7, "b2")
    assert scored.score == score(state.stacks, state.reserves, state.tokens, 2, "basic")
    assert scored.zones == GAME.view(after, None).zones
    sheet = scored.score.sheets[0]
    assert (sheet.zone, sheet.reserve, sheet.bonus, sheet.total) == (2, -3, 2, 1)
    assert [(stack.cell, stack.cards, stack.points) for stack in sheet.stacks] == [
        ("a1", 2, 2),
        ("a2", 0, 0),
        ("a3", 0, 0),
    ]
