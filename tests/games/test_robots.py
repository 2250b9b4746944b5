"""Robots of every game and strength: legal, reproducible, blind to what their seat may not know, patient."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hidden import HIDDEN
from hypothesis import given, settings
from hypothesis import strategies as st
from test_contract import FEW, choices, each_game, play, tables

import games
from games import robots
from games.casinopolis import robot as casinopolis

LEVELS = tuple(robots.BLIND)
STATES = {"cactpot": 20, "catsudoku": 20, "casinopolis": 1}
"""In about how many states of a game robots are asked: some think long."""


@pytest.fixture(autouse=True, scope="module")
def quick():
    """Let the robot of Casinopolis follow fewer maps; what holds here does not depend on how many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(casinopolis, "WIDTH", 1)
        patch.setattr(casinopolis, "DEPTH", 2)
        yield


def some(slug, data):
    """Some states of a game on its way."""
    steps = list(play(slug, data.draw(tables(slug)), data.draw(choices)))
    first = data.draw(st.integers(0, len(steps) - 1))
    return [step.state for step in steps[first:] + steps[:first]][:: 1 + len(steps) // STATES[slug]]


@each_game
@settings(FEW, max_examples=6)
@given(data=st.data())
def test_robots_move_legally_and_only_where_the_game_waits_for_them(slug, data):
    game = games.load(slug)
    for number, state in enumerate(some(slug, data)):
        for seat in game.to_act(state):
            view, legal = game.view(state, seat), game.legal(state, seat)
            level, seed = LEVELS[number % len(LEVELS)], f"{number}".encode()
            if seat in game.awaited(state):
                assert robots.choose(slug, view, legal, seed, level) in legal
            else:
                with pytest.raises(ValueError, match="when the game waits for it"):
                    robots.choose(slug, view, legal, seed, level)


@each_game
@settings(FEW, max_examples=4)
@given(data=st.data())
def test_a_choice_depends_on_nothing_that_the_seat_cannot_know(slug, data):
    game, resample = games.load(slug), HIDDEN[slug].resample
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for number, state in enumerate(some(slug, data)):
        for seat in game.awaited(state):
            seed, legal = f"{number}".encode(), game.legal(state, seat)
            views = [game.view(either, seat) for either in (state, resample(state, seat, rng))]
            told = [robots.choose(slug, view, legal, seed) for view in views]
            assert told[0] == told[1]


@each_game
def test_a_full_robot_plays_the_robots_move_and_an_easy_one_keeps_to_its_seed(slug):
    game = games.load(slug)
    state = game.setup(2, "seed")
    seat = min(game.awaited(state))
    view, legal = game.view(state, seat), game.legal(state, seat)
    for seed in (b"one", b"two"):
        assert robots.choose(slug, view, legal, seed) == games.robot(slug).choose(view, legal, seed)
        easy = [robots.choose(slug, view, legal, seed, "easy") for _ in range(2)]
        assert easy[0] == easy[1]


def test_easy_robots_play_so_many_moves_blindly(monkeypatch):
    class Best:
        @staticmethod
        def choose(view, legal, seed):
            return legal[0]

    monkeypatch.setattr(games, "robot", lambda slug: Best)
    legal = [f"move {number}" for number in range(10)]
    chosen = Counter(robots.choose("any", None, legal, f"{number}".encode(), "easy") for number in range(2000))

    blind = robots.BLIND["easy"]
    assert set(chosen) == set(legal)
    assert sum(chosen[text] for text in legal[1:]) / 20 == pytest.approx(0.9 * blind, abs=4)
    assert max(chosen[text] for text in legal[1:]) < 1.5 * min(chosen[text] for text in legal[1:])
    assert {robots.choose("any", None, legal, f"{number}".encode()) for number in range(200)} == {"move 0"}


def test_an_unknown_game_has_no_robot():
    with pytest.raises(KeyError):
        games.robot("chess")
