"""The score of a map: rulebook example, hand-counted maps, ties, symmetries, and a second implementation."""

from __future__ import annotations

import random
import time

import casinopolis_plain as plain
import pytest
from casinopolis_drawn import city

from games.casinopolis import HOUSE, Condition, Tally, score_map
from games.casinopolis.blocks import BLOCKS, lie, turn
from games.casinopolis.conditions import CELL_WORDS, COUNTS, GROUP_WORDS, MEASURES, ONLY_NEGATED
from games.casinopolis.deck import card
from games.casinopolis.map import footprint, spots

NOTHING = Condition("blocks", ("clover", "cherry"))
"""A condition that is never hit: a block has one icon."""
NONE = (NOTHING, NOTHING, NOTHING)


def conditions(*numbers):
    return [card(HOUSE, number).condition for number in numbers]


EXAMPLE = city(
    """
    .   .   .   M┌D M┐H .
    E┌c E─c E─c E┐c .   .
    R│D E   E   E│l .   .
    M└p R─p M─l M┘l .   .
    R│C M│D R│H R│C E│D M│H
    """
)


def test_the_example_of_the_rulebook():
    score = score_map(EXAMPLE, conditions(5, 17, 9))

    assert score.casinos == {"E": 7, "M": 2, "R": 1}
    assert score.jackpots == 7
    assert sorted(map(len, score.jackpot_cells)) == [3, 4]
    assert score.hits == (2, 9, 1)
    assert score.conditions == (2, 18, 3)
    assert score.roads == 8
    assert score.total == 32
    assert score.total >= 5 + 17 + 9


def test_the_cells_behind_the_example():
    score = score_map(EXAMPLE, conditions(5, 17, 9))
    loop = {(0, 1), (1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (0, 3), (0, 2)}
    egyptian = ((0, 1), (1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2))

    assert set(score.strip) == loop
    assert score.loops.count(True) == 1
    assert score.loops[score.road_cells.index(score.strip)]
    assert score.largest == egyptian
    assert score.casino_cells["E"] == egyptian
    assert score.casino_cells["M"] == ((2, 3), (3, 3))
    assert score.casino_cells["R"] in (((0, 2),), ((1, 3),))
    assert {frozenset(cells) for cells in score.jackpot_cells} == {
        frozenset({(0, 1), (1, 1), (2, 1), (3, 1)}),
        frozenset({(3, 2), (3, 3), (2, 3)}),
    }
    turns, fruit, corner = score.condition_cells
    assert {frozenset(road) for road in turns.plus} == {frozenset(loop), frozenset({(3, 0), (4, 0)})}
    assert {cell for (cell,) in fruit.plus} == loop - {(0, 2)}
    assert corner.plus == (((0, 1),),)
    assert not any(marks.minus for marks in score.condition_cells)
    assert sum(map(len, score.road_cells)) == 18


def points(drawing, *three):
    score = score_map(city(drawing), three or NONE)
    return score.casinos["E"], score.casinos["M"], score.casinos["R"], score.jackpots, -score.roads, score.total


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("E", (0, 0, 0, 0, 0, 0)),
        ("E─c", (1, 0, 0, 0, -1, 0)),
        # a Resort counts in the size, but does not put a casino on the Strip
        ("E─c E E M", (3, 0, 0, 0, -1, 2)),
        # only the largest on the Strip of each type scores, though a larger one lies elsewhere
        ("E─c M─D . E E E", (1, 1, 0, 0, -1, 1)),
        ("E─c M─D E─c E \n M M M M", (2, 5, 0, 0, -1, 6)),
        ("E─c E M─D M M \n E . . . M│c", (0, 4, 0, 0, -3, 1)),
        # sections join only where both blocks have one at the edge
        ("E─c E─c M│D", (2, 0, 0, 0, -2, 0)),
        ("E─c M┐D \n . R│c", (1, 1, 1, 0, -1, 2)),
        ("E─c M┐D \n . R─c", (1, 1, 0, 0, -2, 0)),
        # jackpots: as long as the run goes, along one road only
        ("E─c E─c", (2, 0, 0, 0, -1, 1)),
        ("E─c E─c E─c", (3, 0, 0, 3, -1, 5)),
        ("E─c E─c E─c E─c E─l", (5, 0, 0, 4, -1, 8)),
        ("E─c E─c E─l E─c", (4, 0, 0, 0, -1, 3)),
        ("E│c E│c E│c", (3, 0, 0, 0, -3, 0)),
        ("E─c E─c E─c E─D E─D E─D E─D", (7, 0, 0, 7, -1, 13)),
        # the smallest loop is one road of four sections; a jackpot runs round it
        ("E┌c E┐c \n E└c E┘l", (4, 0, 0, 3, -1, 6)),
        ("E┌c E┐l \n E└c E┘c", (4, 0, 0, 3, -1, 6)),
        ("E┌c E┐c \n E└c E┘c", (4, 0, 0, 4, -1, 7)),
        ("E┌c M┐l \n M└l E┘c", (1, 1, 0, 0, -1, 1)),
    ],
)
def test_casinos_jackpots_and_roads_counted_by_hand(drawing, expected):
    assert points(drawing) == expected


def test_a_smallest_loop_is_one_road_without_ends():
    score = score_map(city("E┌c E┐c \n E└c E┘l"), NONE)

    assert (score.roads, score.loops, len(score.strip)) == (1, (True,), 4)


def test_a_condition_can_take_points_away():
    score = score_map(city("E . E . M"), conditions(3, 3, 3))

    assert score.hits == (-3, -3, -3)
    assert score.conditions == (-3, -6, -9)
    assert score.total == -18
    assert score.condition_cells[0].minus == (((0, 0),), ((2, 0),), ((4, 0),))


def test_the_total_is_the_sum_of_its_lines():
    rng = random.Random(1)
    for _ in range(300):
        score = score_map(plain.field(rng), conditions(*rng.sample(range(1, 19), 3)))
        assert score.total == sum(score.casinos.values()) + score.jackpots + sum(score.conditions) - score.roads
        assert score.conditions == tuple(chips * hits for chips, hits in zip((1, 2, 3), score.hits, strict=True))
        assert [len(m.plus) - len(m.minus) for m in score.condition_cells] == list(score.hits)
        assert {kind: len(cells) for kind, cells in score.casino_cells.items()} == {
            kind: size for kind, size in score.casinos.items() if size
        }
        assert sum(map(len, score.jackpot_cells)) == score.jackpots
        assert len(score.road_cells) == score.roads
        assert not score.roads or score.strip in score.road_cells


def test_an_unknown_block_is_an_error():
    for text in ("X", "E:ns", "E:sn:cherry", "E:ns:grape", ""):
        with pytest.raises(ValueError, match="there is no block"):
            score_map({(0, 0): text}, NONE)


def test_an_empty_map_scores_nothing():
    assert score_map({}, conditions(1, 9, 15)).total == 0


def lines(score):
    return score.casinos, score.jackpots, score.conditions, score.roads, score.total


def test_moving_or_turning_a_map_changes_no_score():
    rng = random.Random(2)
    for _ in range(400):
        blocks = plain.field(rng) if rng.random() < 0.5 else grown(rng)
        three = conditions(*rng.sample(range(1, 19), 3))
        right, down = rng.randint(-40, 40), rng.randint(-40, 40)
        moved = {(col + right, row + down): text for (col, row), text in blocks.items()}
        turned = {(-col, -row): turn(text) for (col, row), text in blocks.items()}
        shuffled = dict(rng.sample(sorted(blocks.items()), len(blocks)))
        score = score_map(blocks, three)

        assert lines(score_map(moved, three))[1:] == lines(score)[1:]
        assert score_map(turned, three).total == score.total
        assert score_map(shuffled, three) == score


def grown(rng, cards=15):
    """A map of random placements of cards of the house deck."""
    blocks = {}
    for number in rng.sample(range(1, 19), cards):
        spot = rng.choice(sorted(spots(blocks))) if blocks else (0, 0)
        blocks.update(zip(footprint(spot), lie(card(HOUSE, number).blocks, turned=rng.random() < 0.5), strict=True))
    return blocks


def test_a_far_card_changes_only_its_own_parts():
    rng = random.Random(3)
    for _ in range(200):
        blocks = grown(rng, 14)
        one = card(HOUSE, rng.randint(1, 18))
        far = dict(zip(footprint((100, rng.randint(-50, 50))), one.blocks, strict=True))
        alone, before, after = (score_map(cells, NONE) for cells in (far, blocks, {**blocks, **far}))

        assert after.roads == before.roads + alone.roads
        assert after.jackpots == before.jackpots + alone.jackpots
        assert set(after.road_cells) == {*before.road_cells, *alone.road_cells}
        if len(before.strip) > len(alone.strip):
            assert after.casinos == before.casinos
            assert after.total == before.total + alone.jackpots - alone.roads


RELATIONS = (">=", "<=", "=")


def random_tally(rng, kind=Tally):
    count = rng.choice(COUNTS)
    words = [word for word in GROUP_WORDS.get(count, CELL_WORDS) if word not in ONLY_NEGATED.get(count, ())]
    words += [
        f"{measure} {relation} {rng.randint(0, 6)}" for measure in MEASURES.get(count, {}) for relation in RELATIONS
    ]
    words += [f"not {word}" for word in (*words, *ONLY_NEGATED.get(count, ()))]
    return kind(count, tuple(rng.sample(words, rng.randint(0, min(3, len(words))))))


def random_condition(rng):
    plus = random_tally(rng, Condition)
    return Condition(plus.count, plus.where, random_tally(rng) if rng.random() < 0.3 else None)


def test_a_second_implementation_agrees_on_ten_thousand_maps():
    rng = random.Random(4)
    for number in range(10_000):
        blocks = grown(rng, rng.randint(2, 6)) if number % 10 == 0 else plain.field(rng)
        three = conditions(*rng.sample(range(1, 19), 3)) if number % 2 else [random_condition(rng) for _ in range(3)]
        score = score_map(blocks, three)

        assert score.total == plain.total(blocks, three), (blocks, three)
        if number % 25 == 0:
            assert all(hits in plain.hits(blocks, one) for hits, one in zip(score.hits, three, strict=True))


def test_full_maps_agree_too():
    rng = random.Random(5)
    for _ in range(100):
        blocks, three = grown(rng), conditions(*rng.sample(range(1, 19), 3))

        assert score_map(blocks, three).total == plain.total(blocks, three)


def test_a_tied_strip_is_chosen_for_the_best_total():
    assert points("E─c M─D \n . . \n E─c M─D \n E M") == (2, 2, 0, 0, -2, 2)
    assert points("E─c M─D \n E M \n . . \n E─c M─D") == (2, 2, 0, 0, -2, 2)


@pytest.mark.parametrize("upside_down", [False, True])
def test_a_tied_strip_may_give_up_casinos_for_a_condition(upside_down):
    turns = Condition("blocks", ("turn", "on_strip"))
    straight, bent = "E─c E─c E \n E E E", "M┌c M┐D"
    drawing = f"{bent} \n . \n {straight}" if upside_down else f"{straight} \n . \n {bent}"

    assert points(drawing, turns, NOTHING, NOTHING) == (6, 0, 0, 0, -2, 4), "6 - 2, not 2 + 2 - 2"
    assert points(drawing, NOTHING, NOTHING, turns) == (0, 2, 0, 0, -2, 6), "2 + 2 x 3 - 2, not 6 - 2"


def test_a_tied_largest_casino_is_chosen_for_the_best_total():
    # two casinos of three: a line has a corner at each end, an angle is all corners
    corners = Condition("blocks", ("in_largest", "corner"))
    for drawing, angle in (
        ("E E E . M \n . . . . M M", ((4, 0), (4, 1), (5, 1))),
        ("M . . E E E \n M M . . . .", ((0, 0), (0, 1), (1, 1))),
    ):
        score = score_map(city(drawing), (corners, NOTHING, NOTHING))

        assert (score.hits[0], score.largest) == (3, angle)


def test_one_largest_casino_serves_every_line():
    resorts, icons = Condition("resorts", ("in_largest",)), Condition("icons", ("in_largest",))
    blocks = city("E E \n . . \n M│c M│c")

    assert score_map(blocks, (resorts, NOTHING, NOTHING)).hits == (2, 0, 0)
    assert score_map(blocks, (icons, NOTHING, NOTHING)).hits == (2, 0, 0)
    assert score_map(blocks, (resorts, icons, NOTHING)).hits == (0, 2, 0)
    assert score_map(blocks, (icons, resorts, NOTHING)).hits == (0, 2, 0)


def test_strip_and_largest_casino_are_chosen_together():
    both = Condition("blocks", ("in_largest", "on_strip"))
    clover = Condition("icons", ("clover", "in_largest"))
    blocks = city("E─c E─c \n . . \n M─C M─D")

    score = score_map(blocks, (both, NOTHING, clover))

    assert score.hits == (2, 0, 1)
    assert set(score.strip) == set(score.largest) == {(0, 2), (1, 2)}


def test_every_block_is_known():
    assert len(BLOCKS) == 3 + 3 * 6 * 6


def test_a_full_map_is_scored_three_thousand_times_a_second():
    rng = random.Random(6)
    maps = [(grown(rng), conditions(*rng.sample(range(1, 19), 3))) for _ in range(20)]
    best = 1.0
    for _ in range(10):
        began = time.process_time()
        for blocks, three in maps:
            score_map(blocks, three)
        best = min(best, (time.process_time() - began) / len(maps))

    assert best < 0.001, "a third of the speed, for slow machines"
