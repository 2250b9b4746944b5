"""The robot of Cactpot Party: exact odds, bets in their light, chips where it will know more than the others."""

from __future__ import annotations

import random
from statistics import mean

import pytest
from msgspec.structs import replace

from games.cactpot import GAME, odds, robot, score
from games.cactpot.state import Placed
from games.cactpot.tables import LINES, SPACES
from games.grid import CELLS


def lie(chips, owners, star):
    """Lay nine chips of two players row by row; `owners` has a digit where a seat hid a chip, `-` elsewhere."""
    state = GAME.setup(2, "lie")
    placed = tuple(
        Placed(int(owner) if owner != "-" else 0, chip, cell, "up" if owner == "-" else "down")
        for chip, cell, owner in zip(chips, CELLS, owners, strict=True)
        if cell != star
    )
    return replace(state, starter=0, hands=((), ()), placed=placed, star=chips[CELLS.index(star)])


# Row by row: 1 2 3 / 9 4 6 / 8 5 7. Seat 0 hid 3 and 7, seat 1 hid 4 and 5; the star is 6.
LAID = lie((1, 2, 3, 9, 4, 6, 8, 5, 7), "--0-1--10", star="c2")


def choose(state, seat=0, seed=b"seed"):
    return robot.choose(GAME.view(state, seat), GAME.legal(state, seat), seed)


def test_worlds_are_all_ways_the_hidden_chips_may_lie():
    assert len(odds.worlds(GAME.view(LAID, None))) == 120
    assert len(odds.possible(GAME.view(LAID, 0))) == 6
    assert {world.grid[CELLS.index("c1")] for world in odds.possible(GAME.view(LAID, 0))} == {3}
    assert len({world.grid for world in odds.worlds(GAME.view(LAID, None))}) == 120


def test_worlds_pay_as_the_score_says():
    for world in odds.worlds(GAME.view(LAID, None)):
        for place in range(3):
            bets = dict.fromkeys(SPACES, (*(1, 1, 1)[:place], 0))
            paid = {pay.space: pay.points for pay in score(world.grid, "c2", bets, 2).payouts if pay.seat == 0}
            assert paid == {space: points[place] for space, points in world.pays.items()}


def test_expected_points_are_counted_out():
    worth = odds.worth((world, 1.0) for world in odds.possible(GAME.view(LAID, 0)))

    assert worth["row1"] == (5, 3, 1), "own chips make it certain"
    assert worth["star6"] == pytest.approx((5 / 3, 1, 1 / 3))
    assert worth["star3"] == (0, 0, 0), "that is an own chip"
    assert worth["colc"] == pytest.approx((1, 2 / 3, 1 / 3)), "3 and 7 make fifteen with a 5"


def test_a_sure_line_is_bet_on():
    assert choose(LAID) == "bet row1"


def test_a_bet_tells_what_its_player_may_hide():
    quiet = odds.beliefs(GAME.view(LAID, 0))
    state = replace(LAID, bets=((0, "row1"), (1, "star6")))
    told = odds.beliefs(GAME.view(state, 0))

    def chance_of(weighed):
        total = sum(weight for _, weight in weighed)
        return sum(weight for world, weight in weighed if world.grid[CELLS.index("c2")] == 6) / total

    assert chance_of(quiet) == pytest.approx(1 / 3)
    assert chance_of(told) > 0.5


def test_before_all_chips_lie_there_are_no_worlds_to_bet_in():
    with pytest.raises(ValueError, match="after the chips"):
        odds.worlds(GAME.view(GAME.setup(2, "seed"), 0))


def test_a_hidden_chip_makes_a_line_that_the_robot_alone_knows():
    placed = tuple(
        Placed(seat, chip, cell, "up") for seat, (chip, cell) in enumerate([(7, "a1"), (8, "c1"), (1, "b2"), (3, "b3")])
    )
    state = replace(GAME.setup(4, "seed"), starter=0, hands=((2,), (4,), (5,), (9,)), placed=placed, star=6, seq=4)
    GAME.check(state)

    assert [text.split()[2] for text in GAME.legal(state, 3)] == ["a2", "a3", "b1", "c2", "c3"]
    assert choose(state, 3) == "place 9 b1 down"


def test_one_chip_up_and_one_down_make_a_line_that_only_the_robot_is_sure_of():
    state = replace(GAME.setup(2, "seed"), starter=0, hands=((1, 5, 6), (2, 4, 7, 9)), star=3)
    state = replace(state, placed=(Placed(0, 8, "a1", "up"),), seq=1)
    GAME.check(state)

    for _ in range(2):
        state, _ = GAME.apply(state, 1, choose(state, 1))
    view = GAME.view(state, 1)
    known = view.up | view.own_down
    assert {7, 8, 9} in [{known.get(cell) for cell in cells} for cells in LINES.values()]
    assert len(view.own_down) == 1


def test_a_seat_that_is_not_to_move_is_no_robots_business():
    with pytest.raises(ValueError, match="when the game waits for it"):
        robot.choose(GAME.view(LAID, 1), ["bet row1"], b"seed")


def finish(seats, seed, hero):
    """Play a match with the robot on one seat and blind play on the others; gives the outcome."""
    state, blind = GAME.setup(seats, seed), random.Random(seed)
    while to_act := GAME.to_act(state):
        (seat,) = to_act
        legal = GAME.legal(state, seat)
        text = choose(state, seat, f"{seed} {state.seq}".encode()) if seat == hero else blind.choice(legal)
        state, _ = GAME.make(state, seat, text)
    return GAME.outcome(state)


def test_the_robot_beats_blind_play():
    wins = [finish(2, f"duel {number}", number % 2).won == (number % 2,) for number in range(20)]

    assert mean(wins) > 0.85
