"""Where cards may lie, why they may not, and when they earn a token."""

from __future__ import annotations

from itertools import product

import pytest
from catsudoku_arranged import arrange, stacks

from games.catsudoku import GAME
from games.catsudoku.placing import Spot, clashes, fits, meets, tops
from games.catsudoku.tables import GOALS, OPPOSITE
from games.grid import CELLS

#          a     b     c
GRID = """
           r1    .     b2,g7
           .     y5    p7
           g3    r9    .
"""
VISIBLE = tops(stacks(GRID))


@pytest.mark.parametrize(
    ("card", "cell", "reasons"),
    [
        ("p4", "b1", []),
        ("g5", "b1", ["row 1 already has green at c1", "column b already has a 5 at b2"]),
        ("r7", "a2", ["row 2 already has a 7 at c2", "column a already has red at a1"]),
        ("g9", "a2", ["column a already has green at a3"]),
        (
            "g9",
            "c3",
            ["row 3 already has green at a3", "row 3 already has a 9 at b3", "column c already has green at c1"],
        ),
        ("b2", "b1", []),
        ("g7", "c2", ["column c already has a 7 at c1", "column c already has green at c1"]),
        ("y7", "c1", ["column c already has a 7 at c2"]),
        ("b8", "c1", []),
    ],
)
def test_every_clash_is_named_and_covered_cards_do_not_count(card, cell, reasons):
    assert [str(clash) for clash in clashes(VISIBLE, card, cell)] == reasons


def test_a_clash_with_an_eight_is_told_with_an():
    visible = tops(stacks("b8 . . . . . . . ."))
    assert [str(clash) for clash in clashes(visible, "r8", "c1")] == ["row 1 already has an 8 at a1"]


def test_a_clash_is_a_shared_number_or_colour_in_the_same_row_or_column():
    cards = [colour + number for colour in "rbgyp" for number in "123456789"]
    for card, cell in product(cards, CELLS):
        rivals = {
            other
            for other, top in zip(CELLS, VISIBLE, strict=True)
            if top and other != cell and (other[0] == cell[0] or other[1] == cell[1])
            if top[0] == card[0] or top[1] == card[1]
        }
        assert {clash.cell for clash in clashes(VISIBLE, card, cell)} == rivals


def test_the_host_is_never_covered():
    assert "b2" in fits(VISIBLE, "a1", "b8")
    assert "b2" not in fits(VISIBLE, "b2", "b8")


EMPTY = ". . . . . . . . ."


@pytest.mark.parametrize(
    ("goal", "card", "grid", "host", "met"),
    [
        ("corner", "r1", EMPTY, "b2", {"a1", "c1", "a3", "c3"}),
        ("side_away_from_host", "r2", EMPTY, "a1", {"c2", "b3"}),
        ("side_away_from_host", "r2", EMPTY, "b1", {"a2", "c2"}),
        ("side_away_from_host", "r2", EMPTY, "b2", set()),
        ("mirror_of_host", "r4", EMPTY, "a1", {"c3"}),
        ("mirror_of_host", "r4", EMPTY, "c2", {"a2"}),
        ("covers_lower", "r3", "b2 b3 b4 . y9,g1 g1,y9 . . .", "c3", {"a1", "b2"}),
        ("covers_higher", "r8", "b7 b8 b9 . g9,y1 y1,g9 . . .", "c3", {"c1", "c2"}),
        ("covers_plus_minus_1", "r5", "b4 b5 b6 . b3 y6,g7 . y7,g4 .", "c3", {"a1", "c1", "b3"}),
        ("third_exactly", "r6", "b4,b5 b6 . . b3,b7,b8 b8,b9 . . .", "c3", {"a1", "c2"}),
        ("covers_same_colour", "r7", "r1 b1 . . b2,r2 r3,b3 . . .", "c3", {"a1", "b2"}),
        ("beside_neighbour_number", "r9", "b8 . . . . . . . .", "c3", {"b1", "a2"}),
        ("beside_neighbour_number", "r9", ". . . . b8 . . . .", "c3", {"b1", "a2", "c2", "b3"}),
        ("beside_neighbour_number", "r9", "b8,b4 . . . . . . . .", "c3", set()),
        ("beside_neighbour_number", "r5", "b4 . y6 . . . . . .", "c3", {"b1", "a2", "c2"}),
    ],
)
def test_goals(goal, card, grid, host, met):
    reached = {cell for cell in CELLS if cell != host and meets(goal, Spot(card, cell, stacks(grid), host))}

    assert reached == met
    assert goal in GOALS


def test_no_card_can_lie_opposite_a_host_in_the_centre():
    assert OPPOSITE["b2"] == "b2"
    assert "b2" not in fits(tops(stacks(EMPTY)), "b2", "r4")


def test_a_card_is_refused_with_every_reason_and_what_is_possible():
    state = arrange(GRID, host="a1", drawn="r7")

    assert GAME.refusal(state, 0, "grid a2") == (
        "Row 2 already has a 7 at c2; column a already has red at a1; red 7 can go to b3, or into your reserve."
    )
    assert GAME.refusal(state, 0, "grid a1").startswith("The host stands on a1; row 1 already has a 7 at c1; ")
