"""The reference robot: legal, reproducible, blind to what it cannot know, sensible in plain positions."""

from __future__ import annotations

import random
from statistics import mean

import msgspec
import pytest

from games.casinopolis import GAME, HOUSE, robot
from games.casinopolis import state as facts
from games.casinopolis.deck import card
from games.casinopolis.view import Laid


@pytest.fixture
def quick(monkeypatch):
    """A narrow beam for whole games in tests."""
    monkeypatch.setattr(robot, "WIDTH", 1)
    monkeypatch.setattr(robot, "DEPTH", 2)


def choose(state, seed=b"seed"):
    (seat,) = GAME.to_act(state)
    return robot.choose(GAME.view(state, seat), GAME.legal(state, seat), seed)


def finish(state, choice):
    while not GAME.outcome(state):
        (seat,) = GAME.to_act(state)
        state, _ = GAME.apply(state, seat, choice(state))
    return GAME.view(state, None)


def test_robots_play_a_whole_game_the_same_way_each_time(quick):
    state = GAME.setup(4, "whole")

    assert finish(state, choose) == finish(state, choose)


def test_the_robot_plays_far_better_than_chance(quick):
    rng = random.Random(1)
    states = [GAME.setup(1, f"chance {number}") for number in range(2)]
    robots = mean(finish(state, choose).score.total for state in states)
    chance = mean(finish(state, lambda now: rng.choice(GAME.legal(now, 0))).score.total for state in states)

    assert robots > chance + 25


def test_a_choice_depends_on_nothing_hidden():
    state = GAME.setup(3, "blind")
    rng, seat = random.Random(2), state.starter
    chosen = choose(state)
    for _ in range(2):
        pool = [
            *state.deck[1:],
            *(number for other, hand in enumerate(state.hands) if other != seat for number in hand),
        ]
        rng.shuffle(pool)
        hands = tuple(hand if other == seat else (pool.pop(),) for other, hand in enumerate(state.hands))
        other = msgspec.structs.replace(state, hands=hands, deck=(*state.deck[:1], *pool))
        GAME.check(other)
        assert choose(other) == chosen


def late(hand, laid, conditions, turns, deck=()):
    """A solo game with few turns to go; `laid` are card, spot, turned."""
    cards = tuple(
        Laid(None if place == 0 else 0, number, spot, turned) for place, (number, spot, turned) in enumerate(laid)
    )
    return facts.State(1, 0, HOUSE, conditions, deck, (hand,), cards, seq=14 - turns)


def test_the_last_card_goes_where_it_scores_most():
    state = late((10, 16, 18), [(12, (0, 0), False), (5, (2, 0), False), (15, (0, 2), True)], (7, 8, 3), turns=1)
    totals = {text: GAME.preview(GAME.view(state, 0), text).score.total for text in GAME.legal(state, 0)}

    assert totals[choose(state)] == max(totals.values())


def test_two_cards_are_laid_for_the_best_both_can_make():
    state = late((10, 16), [(12, (0, 0), False)], (7, 8, 3), turns=2)
    greedy = max(GAME.preview(GAME.view(state, 0), text).score.total for text in GAME.legal(state, 0))
    view = finish(state, choose)

    assert view.score.total > greedy


def test_a_road_that_is_nearly_a_loop_is_worth_something_where_loops_pay():
    # three sides of a loop with four fruit, its ends two cells apart; 17 pays for fruit on loops
    hopes = []
    for conditions in ((17, 7, 8), (7, 8, 17), (7, 8, 16)):
        state = late((1, 2, 4), [(15, (0, 0), False), (3, (0, 1), False)], conditions, turns=3)
        view = GAME.view(state, 0)
        team = robot._team(view)
        city = robot.City({(col, row): robot.BLOCKS[text] for col, row, text in view.blocks})
        hopes.append(robot._loop_hope(team, city, robot.reckon(city, team.conditions).choice))
        assert [chips for chips, _ in team.loops] == [place for place in (1, 2, 3) if conditions[place - 1] == 17]

    assert hopes == [robot.CLOSING[2] * 4, robot.CLOSING[2] * 4 * 3, 0]


def test_equal_choices_are_drawn_by_the_seed():
    state = late((1,), [(5, (0, 0), False)], (8, 7, 13), turns=1)
    totals = {text: GAME.preview(GAME.view(state, 0), text).score.total for text in GAME.legal(state, 0)}
    equals = [text for text, total in totals.items() if total == max(totals.values())]
    chosen = {choose(state, bytes([seed])) for seed in range(30)}

    assert len(equals) > 1
    assert len(chosen) > 1
    assert chosen <= set(equals)


def test_known_cards_are_the_hand_then_the_open_card():
    state = GAME.setup(1, "known")
    team = robot._team(GAME.view(state, 0))

    assert {number for number, _ in team.placed} == {*state.hands[0], state.deck[0]}
    assert team.turns == 14
    assert [one.count for one in team.conditions] == [
        card(HOUSE, number).condition.count for number in state.conditions
    ]
