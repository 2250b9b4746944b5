"""The reference robot: legal, reproducible, blind to the deck, sensible in plain positions, stronger than chance."""

from __future__ import annotations

import random
from collections import Counter
from statistics import mean

import pytest
from catsudoku_arranged import arrange, make
from msgspec.structs import replace

from games.catsudoku import GAME, robot


def choose(state, seat=None, seed=b"seed"):
    seat = state.turn if seat is None else seat
    return robot.choose(GAME.view(state, seat), GAME.legal(state, seat), seed)


def finish(seats, seed, robots, **options):
    """Play a game; seats not in `robots` choose blindly. Gives the outcome."""
    state, blind = GAME.setup(seats, seed, options), random.Random(seed)
    while awaited := GAME.view(state, None).awaited:
        seat = awaited[0]
        legal = GAME.legal(state, seat)
        text = choose(state, seat, f"{seed} {state.seq}".encode()) if seat in robots else blind.choice(legal)
        state, _ = GAME.apply(state, seat, text)
    return GAME.outcome(state)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("scoring", ["basic", "advanced"])
def test_robots_play_whole_games(seats, scoring):
    assert finish(seats, "whole", range(seats), scoring=scoring) == finish(
        seats, "whole", range(seats), scoring=scoring
    )


def test_robots_play_whole_games_with_mistakes_to_spot_and_make_none():
    outcome = finish(3, "spotted", range(3), mistakes="spotted")

    assert outcome.ranks.count(1) >= 1


def test_a_choice_does_not_depend_on_the_deck():
    state, _ = make(GAME.setup(2, "seed"), "draw")
    for number in range(5):
        deck = list(state.deck)
        random.Random(number).shuffle(deck)
        assert choose(replace(state, deck=tuple(deck))) == choose(state)


def test_a_card_for_the_own_zone_goes_there_and_earns_a_token_on_the_way():
    assert choose(arrange(". . . . b2 . . . .", host="b2", drawn="r1")) in ("grid a1", "grid a3")


def test_a_rival_is_not_fed():
    state = arrange("y1 . . . b2 . . . .", host="a1", drawn="y9")

    assert GAME.legal(state, 0) == ["grid b2", "grid b3", "grid c2", "grid c3", "reserve"]
    assert choose(state) in ("grid b2", "grid b3")


def test_a_pair_of_tokens_is_spent_in_the_last_turn():
    state = arrange(". . . . b2 . . . .", host="b2", deck=(), tokens=(3, 1), reserves=(("y5",), ()))

    assert choose(state).startswith("play y5 a")


def test_in_a_spotted_game_the_robot_keeps_to_the_rules():
    state = arrange("r1 b5 y2 b4 r3 g5 y5 g8 r6", host="a1", drawn="r5", mistakes="spotted")

    assert {choose(state, seed=bytes([seed])) for seed in range(10)} == {"reserve"}


def open_turn(cell, **facts):
    state = arrange("r1 . . . b2 . . . .", host="b2", drawn="r5", mistakes="spotted", **facts)
    return make(state, f"grid {cell}", "end")[0]


def test_a_mistake_is_spotted_two_times_in_three():
    state = open_turn("c1")
    seen = Counter(choose(state, 1, f"eyes {number}".encode()) for number in range(400))

    assert set(seen) == {"spot", "fine"}
    assert 0.58 < seen["spot"] / 400 < 0.72


def test_where_no_mistake_is_none_is_spotted():
    state = open_turn("c2")

    assert {choose(state, 1, f"eyes {number}".encode()) for number in range(50)} == {"fine"}


def test_a_barred_robot_says_fine():
    state = replace(open_turn("c1"), barred=(1,))

    assert {choose(state, 1, f"eyes {number}".encode()) for number in range(20)} == {"fine"}


def test_the_token_is_taken_from_the_leader():
    state = open_turn("c1", seats=3, tokens=(4, 4, 2), reserves=(("y7",), (), ()))

    assert {choose(state, 2, f"eyes {number}".encode()) for number in range(30)} == {"spot 1", "fine"}


def test_a_robot_that_is_not_awaited_does_not_move():
    state, _ = make(arrange("r1 . . . b2 . . . .", host="b2", drawn="r5", mistakes="spotted"), "grid c1")
    assert GAME.legal(state, 1) == ["spot"]

    with pytest.raises(ValueError, match="when the game waits for it"):
        choose(state, 1)


def test_the_robot_beats_blind_play():
    wins = [finish(2, f"duel {number}", {number % 2}).won == (number % 2,) for number in range(40)]
    alone = [finish(1, f"alone {number}", {0}).scores[0] for number in range(10)]

    assert mean(wins) > 0.9
    assert mean(alone) > 12
