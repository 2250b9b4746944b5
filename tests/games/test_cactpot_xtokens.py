"""X tokens lie exactly where no order of the hidden chips can pay."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

import games
from games.cactpot import score
from games.cactpot.xtokens import hopeless

CELLS = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
LINES = ("row1", "row2", "row3", "cola", "colb", "colc", "fall", "rise")
STARS = tuple(f"star{chip}" for chip in range(1, 10))
SPACES = {*LINES, "bingo0-1", "bingo2", "bingo3-8", *STARS}


def brute_force(up):
    """Score a bet on every space for every order of the hidden chips and every place of the star."""
    hidden = [chip for chip in range(1, 10) if chip not in up.values()]
    cells = [cell for cell in CELLS if cell not in up]
    paid = set()
    for order in permutations(hidden):
        chips = up | dict(zip(cells, order, strict=True))
        result = score([chips[cell] for cell in CELLS], cells[0], dict.fromkeys(SPACES, (0,)), 1)
        paid.update(payout.space for payout in result.payouts)
    return SPACES - paid


def positions(count, chips):
    rng = random.Random(count * chips)
    return [dict(zip(rng.sample(CELLS, chips), rng.sample(range(1, 10), chips), strict=True)) for _ in range(count)]


@pytest.mark.parametrize("up", [*positions(40, 4), *positions(8, 3)], ids=str)
def test_hopeless_spaces_agree_with_brute_force(up):
    assert set(hopeless(up)) == brute_force(up)


def test_a_bingo_bet_can_be_hopeless():
    up = {"a1": 8, "c1": 7, "b2": 9, "b3": 6}

    assert "bingo3-8" in brute_force(up)
    assert set(hopeless(up)) == brute_force(up)


def test_nine_tokens_are_all_used_in_the_worst_position():
    up = {"a1": 9, "c1": 8, "a3": 6, "c3": 3}
    worst = ("row2", "row3", "cola", "colb", "fall", "star3", "star6", "star8", "star9")

    assert hopeless(up) == worst
    assert brute_force(up) == set(worst)


def play(seats, seed):
    """Place all chips, some at random, and give the state and the events of the last placement."""
    game, rng = games.load("cactpot"), random.Random(seed)
    state = game.setup(seats, str(seed), {"x_tokens": True})
    for _ in range(8):
        (seat,) = game.to_act(state)
        state, events = game.apply(state, seat, rng.choice(game.legal(state, seat)))
    return game, state, events


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_x_tokens_are_laid_before_the_first_bet_and_take_no_bets(seats):
    for seed in range(10):
        game, state, events = play(seats, seed)
        view = game.view(state, None)
        (seat,) = view.to_act

        assert [type(event).__name__ for event in events] == ["Placed", "StarSet", "Closed"]
        assert events[2].spaces == view.closed == hopeless(view.up)
        assert set(view.closed) == brute_force(view.up)
        assert {f"star{chip}" for chip in view.up.values()} <= set(view.closed)
        assert not {f"bet {space}" for space in view.closed} & set(game.legal(state, seat))


def test_without_the_option_no_space_is_closed():
    game = games.load("cactpot")
    state = game.setup(4, "seed")
    for _ in range(8):
        (seat,) = game.to_act(state)
        state, events = game.apply(state, seat, game.legal(state, seat)[0])

    assert [type(event).__name__ for event in events] == ["Placed", "StarSet"]
    view = game.view(state, None)
    assert view.closed == ()
    assert len(game.legal(state, view.to_act[0])) == 20
