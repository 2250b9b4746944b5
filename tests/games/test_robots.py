"""Robots of every game and strength: legal, reproducible, blind to what their seat may not know, patient."""

from __future__ import annotations

import random
from statistics import mean

import pytest
from hidden import HIDDEN
from hypothesis import given, settings
from hypothesis import strategies as st
from test_contract import FEW, choices, each_game, play, tables

import games
from games import robots

LEVELS = tuple(robots.BLIND)


@each_game
@settings(FEW, max_examples=6)
@given(data=st.data())
def test_robots_move_legally_and_only_where_the_game_waits_for_them(slug, data):
    game = games.load(slug)
    for number, step in enumerate(play(slug, data.draw(tables(slug)), data.draw(choices))):
        for seat in game.to_act(step.state):
            view, legal = game.view(step.state, seat), game.legal(step.state, seat)
            level, seed = LEVELS[number % len(LEVELS)], f"{number}".encode()
            if seat in game.awaited(step.state):
                assert robots.choose(slug, view, legal, seed, level) in legal
            else:
                with pytest.raises(ValueError, match="when the game waits for it"):
                    robots.choose(slug, view, legal, seed, level)


@each_game
@settings(FEW, max_examples=6)
@given(data=st.data())
def test_a_choice_depends_on_nothing_that_the_seat_cannot_know(slug, data):
    game, resample = games.load(slug), HIDDEN[slug].resample
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for number, step in enumerate(play(slug, data.draw(tables(slug)), data.draw(choices))):
        for seat in game.awaited(step.state):
            seed, legal = f"{number}".encode(), game.legal(step.state, seat)
            other = resample(step.state, seat, rng)
            told = [robots.choose(slug, game.view(state, seat), legal, seed) for state in (step.state, other)]
            assert told[0] == told[1]


@each_game
def test_the_seed_decides_and_the_level_is_kept(slug):
    game = games.load(slug)
    state = game.setup(2, "seed")
    while len(game.legal(state, min(game.awaited(state)))) < 8:
        seat = min(game.awaited(state))
        state, _ = game.apply(state, seat, game.legal(state, seat)[0])
    seat = min(game.awaited(state))
    view, legal = game.view(state, seat), game.legal(state, seat)
    seeds = [f"seed {number}".encode() for number in range(150)]
    best = {seed: games.robot(slug).choose(view, legal, seed) for seed in seeds}

    full = {seed: robots.choose(slug, view, legal, seed) for seed in seeds}
    easy = {seed: robots.choose(slug, view, legal, seed, "easy") for seed in seeds}
    again = {seed: robots.choose(slug, view, legal, seed, "easy") for seed in seeds}
    assert full == best
    assert easy == again
    assert set(best.values()) < set(easy.values()) <= set(legal)
    share = mean(easy[seed] != best[seed] for seed in seeds) * 100
    assert robots.BLIND["easy"] - 15 < share < robots.BLIND["easy"] + 10


def test_an_unknown_game_has_no_robot():
    with pytest.raises(KeyError):
        games.robot("chess")
