"""A move that reveals nothing can be taken back: nobody has learnt anything from it, and nothing of it is left."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hidden import HIDDEN
from hypothesis import given, settings
from hypothesis import strategies as st
from test_contract import FEW, choices, each_game, play, tables, viewers

import games
from games.cactpot import view as cactpot
from games.catsudoku import view as catsudoku


@each_game
@settings(FEW, max_examples=12)
@given(data=st.data())
def test_what_can_be_taken_back_has_told_nobody_anything(slug, data):
    game, (resample, _, fate) = games.load(slug), HIDDEN[slug]
    seats, *rest = data.draw(tables(slug))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for step in play(slug, (seats, *rest), data.draw(choices)):
        if game.reveals(step.text, step.events):
            continue
        assert fate(step.after) == fate(step.state)
        for seat in viewers(seats):
            other = resample(step.state, seat, rng)
            public = game.public(step.text)
            (text, *_) = [text for text in game.legal(other, step.seat) if game.public(text) == public]
            if seat == step.seat:
                text = step.text
            after, events = game.apply(other, step.seat, text)
            assert game.view(after, seat) == game.view(step.after, seat)
            assert events == step.events
            assert not game.reveals(text, events)


@pytest.mark.parametrize("slug", ["cactpot", "catsudoku"])
@settings(FEW, max_examples=8)
@given(data=st.data())
def test_playing_the_log_without_a_move_taken_back_leaves_nothing_of_it(slug, data):
    game = games.load(slug)
    table = data.draw(tables(slug))
    steps = list(play(slug, table, data.draw(choices)))
    may_go = [at for at, step in enumerate(steps) if not game.reveals(step.text, step.events)]
    taken = data.draw(st.sampled_from(may_go))
    state = game.setup(*table)
    for step in steps[:taken]:
        state, _ = game.apply(state, step.seat, step.text)

    assert game.dump(state) == game.dump(steps[taken].state)
    assert game.view(state, None).seq == game.view(steps[taken].after, None).seq - 1
    for text in game.legal(state, steps[taken].seat)[:9]:
        game.check(game.apply(state, steps[taken].seat, text)[0])


STANDS = {
    "cactpot": {cactpot.Scored, cactpot.Dealt},
    "catsudoku": {catsudoku.Drawn, catsudoku.Caught, catsudoku.WrongSpot, catsudoku.TimeUp, catsudoku.Scored},
}


@pytest.mark.parametrize(("slug", "options"), [("cactpot", {"x_tokens": True}), ("catsudoku", {"mistakes": "spotted"})])
def test_what_stands_and_what_does_not(slug, options):
    game, seen = games.load(slug), Counter()
    for number in range(12):
        table = (2 + number % 3, f"stands {number}", options)
        for step in play(slug, table, random.Random(number).randbytes(60)):
            kinds = {type(event) for event in step.events}
            turned_up = any(isinstance(event, cactpot.Placed) and event.chip for event in step.events)
            looked_over = any(isinstance(event, catsudoku.TurnEnded) and event.waiting for event in step.events)
            stands = bool(kinds & STANDS[slug]) or turned_up or looked_over
            assert game.reveals(step.text, step.events) == stands, step
            seen.update((kind, stands) for kind in kinds)

    assert {kind for kind, stands in seen if stands} >= STANDS[slug]
    assert {kind for kind, stands in seen if not stands} == {
        "cactpot": {cactpot.Placed, cactpot.StarSet, cactpot.Closed, cactpot.Bet},
        "catsudoku": {catsudoku.Placed, catsudoku.Kept, catsudoku.TurnEnded, catsudoku.Fine},
    }[slug]


def test_every_card_laid_in_casinopolis_was_secret_in_a_hand_so_it_stands():
    for seats in games.load("casinopolis").meta.seats:
        for step in play("casinopolis", (seats, "stands", {}), b"choices"):
            assert games.load("casinopolis").reveals(step.text, step.events)


@each_game
def test_a_move_of_which_nothing_is_known_stands(slug):
    assert games.load(slug).reveals("anything", ())
