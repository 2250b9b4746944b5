"""Every word a condition may use, with what it finds on maps counted by hand."""

from __future__ import annotations

import pytest
from casinopolis_drawn import city

from games.casinopolis import Condition, Tally, score_map
from games.casinopolis.conditions import CELL_WORDS, COUNTS, GROUP_WORDS, MEASURES, ONLY_NEGATED, check_word

# a loop of eight with four cherries round its start, two lone sections, two Resorts
TOWN = city(
    """
    E┌c E─c M┐c .
    E│c R   M│l R─D
    E└l R─l M┘p E
    .   M│H .   .
    """
)
# one road with a jackpot of horseshoes and one of lemons, one with a jackpot of plums, gaps inside
LANE = city(
    """
    E─H E─H E─H R─l R─l R─l R─l
    M   .   M   .   M   .   M
    M─p M─p M─p M   M   R─C R┐D
    """
)


def hits(blocks, count, *where):
    nothing = Condition("blocks", ("clover", "cherry"))
    return score_map(blocks, (Condition(count, where), nothing, nothing)).hits[0]


def found(blocks, count, *where):
    nothing = Condition("blocks", ("clover", "cherry"))
    marks = score_map(blocks, (Condition(count, where), nothing, nothing)).condition_cells[0]
    return {cell for cells in marks.plus for cell in cells}


# word: blocks of TOWN, blocks of LANE
CELLS = {
    "egyptian": (5, 3),
    "medieval": (4, 9),
    "roman": (3, 6),
    "cherry": (4, 0),
    "lemon": (3, 4),
    "plum": (1, 3),
    "clover": (0, 1),
    "diamond": (1, 1),
    "horseshoe": (1, 3),
    "fruit": (8, 7),
    "luck": (2, 5),
    "resort": (2, 6),
    "turn": (4, 1),
    "corner": (6, 4),
    "edge": (9, 18),
    "interior": (3, 0),
    "on_strip": (8, 7),
    "on_loop": (8, 0),
    "in_jackpot": (4, 10),
    "in_largest": (4, 8),
    "beside_egyptian": (9, 6),
    "beside_medieval": (8, 14),
    "beside_roman": (9, 10),
}
GROUPS = {
    "roads": {
        "loop": (1, 0),
        "strip": (1, 1),
        "passes_egyptian": (1, 1),
        "passes_medieval": (2, 1),
        "passes_roman": (2, 2),
        "has_cherry": (1, 0),
        "has_lemon": (1, 1),
        "has_plum": (1, 1),
        "has_clover": (0, 1),
        "has_diamond": (1, 1),
        "has_horseshoe": (1, 1),
        "one_icon": (2, 1),
        "sections >= 2": (1, 3),
        "sections <= 1": (2, 0),
        "sections = 8": (1, 0),
        "turns >= 1": (1, 1),
        "turns <= 0": (2, 2),
        "turns = 4": (1, 0),
        "jackpots >= 1": (1, 2),
        "jackpots <= 0": (2, 1),
        "jackpots = 2": (0, 1),
        "not cherry": (2, 3),
        "not lemon": (2, 2),
        "not plum": (2, 2),
        "not clover": (3, 2),
        "not diamond": (2, 2),
        "not horseshoe": (2, 2),
    },
    "casinos": {
        "egyptian": (2, 1),
        "medieval": (2, 2),
        "roman": (2, 2),
        "cherry": (2, 0),
        "lemon": (3, 1),
        "plum": (1, 1),
        "clover": (0, 1),
        "diamond": (1, 1),
        "horseshoe": (1, 1),
        "resort": (2, 2),
        "edge": (5, 5),
        "on_strip": (3, 2),
        "size >= 3": (2, 3),
        "size <= 1": (3, 1),
        "size = 2": (1, 1),
    },
    "jackpots": {
        "cherry": (1, 0),
        "lemon": (0, 1),
        "plum": (0, 1),
        "clover": (0, 0),
        "diamond": (0, 0),
        "horseshoe": (0, 1),
        "fruit": (1, 2),
        "luck": (0, 1),
        "edge": (1, 3),
        "on_strip": (1, 2),
        "on_loop": (1, 0),
        "size >= 4": (1, 1),
        "size <= 3": (0, 2),
        "size = 4": (1, 1),
    },
}
ALL = {"blocks": (12, 18), "icons": (10, 12), "resorts": (2, 6), "roads": (3, 3), "casinos": (6, 5), "jackpots": (1, 3)}


@pytest.mark.parametrize("count", ALL)
def test_a_count_without_words_counts_all(count):
    assert (hits(TOWN, count), hits(LANE, count)) == ALL[count]


@pytest.mark.parametrize("word", CELLS)
def test_a_word_about_blocks(word):
    assert (hits(TOWN, "blocks", word), hits(LANE, "blocks", word)) == CELLS[word]
    assert hits(TOWN, "blocks", f"not {word}") == len(TOWN) - CELLS[word][0]
    for blocks in (TOWN, LANE):
        sections = {cell for cell, text in blocks.items() if ":" in text}
        assert found(blocks, "icons", word) == found(blocks, "blocks", word) & sections
        assert found(blocks, "resorts", word) == found(blocks, "blocks", word) - sections


@pytest.mark.parametrize(("count", "word"), [(count, word) for count in GROUPS for word in GROUPS[count]])
def test_a_word_about_groups(count, word):
    expected = GROUPS[count][word]
    assert (hits(TOWN, count, word), hits(LANE, count, word)) == expected
    if not word.startswith("not "):
        assert hits(TOWN, count, f"not {word}") == ALL[count][0] - expected[0]
        assert hits(LANE, count, f"not {word}") == ALL[count][1] - expected[1]


def test_every_word_is_counted_above():
    assert set(CELLS) == set(CELL_WORDS)
    assert set(ALL) | {"squares", "longest_line"} == set(COUNTS)
    for count, words in GROUPS.items():
        compared = {f"{word} {relation}" for word in MEASURES[count] for relation in (">=", "<=", "=")}
        negated = {f"not {word}" for word in ONLY_NEGATED.get(count, ())}
        plain = set(GROUP_WORDS[count]) - set(ONLY_NEGATED.get(count, ()))
        assert {word.rstrip("0123456789 ") for word in words} == plain | negated | compared


@pytest.mark.parametrize(
    ("word", "cells"),
    [
        ("corner", {(0, 0), (2, 0), (3, 1), (0, 2), (3, 2), (1, 3)}),
        ("interior", {(1, 1), (2, 1), (1, 2)}),
        ("in_jackpot", {(0, 1), (0, 0), (1, 0), (2, 0)}),
        ("in_largest", {(0, 0), (1, 0), (0, 1), (0, 2)}),
        ("beside_medieval", {(1, 0), (2, 0), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)}),
        ("resort", {(1, 1), (3, 2)}),
    ],
)
def test_the_cells_behind_a_word(word, cells):
    assert found(TOWN, "blocks", word) == cells


def test_open_sides_that_do_not_meet_make_no_corner():
    assert found(city("E E E"), "blocks", "corner") == {(0, 0), (2, 0)}
    assert found(city(". E . \n E E E \n . E ."), "blocks", "corner") == {(1, 0), (0, 1), (2, 1), (1, 2)}


def test_a_gap_inside_the_map_opens_sides():
    ring = city("E E E \n E . E \n E E E")

    assert found(ring, "blocks", "corner") == {(0, 0), (2, 0), (0, 2), (2, 2)}
    assert hits(ring, "blocks", "edge") == 8


def test_squares_may_share_blocks():
    assert hits(city("E E E \n E E E"), "squares") == 2
    assert hits(city("E E E \n E E E \n E E E"), "squares") == 4
    assert hits(city("E E M M \n E E M M"), "squares") == 2
    assert hits(city("E E M M \n E E M M"), "squares", "egyptian") == 1
    assert hits(city("E E M M \n E E M M"), "squares", "roman") == 0
    assert hits(city("E E M M \n E E M M"), "squares", "not egyptian") == 1
    assert hits(city("R R R \n R M R \n R R R"), "squares", "roman") == 0


def test_the_longest_line_runs_along_a_row_or_a_column_without_a_break():
    blocks = city("E─c E─c M─c E─l E─c \n E│c . . . . \n R└c . . . . \n M─c . . . .")

    assert hits(blocks, "longest_line", "cherry") == 4
    assert found(blocks, "longest_line", "cherry") == {(0, 0), (0, 1), (0, 2), (0, 3)}
    assert hits(blocks, "longest_line") == 5
    assert hits(blocks, "longest_line", "egyptian", "cherry") == 2
    assert hits(blocks, "longest_line", "cherry", "not medieval") == 3
    assert hits(blocks, "longest_line", "horseshoe") == 0


def test_all_words_must_hold():
    assert hits(TOWN, "casinos", "cherry", "lemon") == 2
    assert hits(TOWN, "casinos", "cherry", "lemon", "plum") == 1
    assert hits(TOWN, "casinos", "cherry", "not plum") == 1
    assert hits(TOWN, "blocks", "cherry", "lemon") == 0
    assert hits(TOWN, "roads", "has_cherry", "has_plum", "not diamond") == 1


def test_a_road_with_two_jackpots_counts_once():
    assert found(LANE, "roads", "jackpots >= 2") == {(col, 0) for col in range(7)}


def test_one_count_can_be_taken_from_another():
    condition = Condition("icons", ("fruit",), Tally("resorts"))
    score = score_map(TOWN, (condition, condition, condition))

    assert score.hits == (6, 6, 6)
    assert len(score.condition_cells[0].plus) == 8
    assert score.condition_cells[0].minus == (((1, 1),), ((3, 2),))


@pytest.mark.parametrize(
    ("count", "where", "reason"),
    [
        (
            "houses",
            (),
            "count takes blocks, icons, resorts, longest_line, roads, casinos, jackpots or squares, not houses",
        ),
        ("blocks", ("blue",), "where of blocks takes egyptian, medieval, roman, cherry"),
        ("blocks", ("size >= 2",), "not “size >= 2”"),
        ("roads", ("cherry",), "has_cherry"),
        ("roads", ("not not loop",), "not “not not loop”"),
        ("roads", ("size >= 2",), "sections >= a number"),
        ("roads", ("sections > 2",), "sections <= a number"),
        ("casinos", ("size >= two",), "size = a number"),
        ("casinos", ("loop",), "on_strip"),
        ("jackpots", ("turn",), "on_loop"),
        ("squares", ("cherry",), "where of squares takes egyptian, medieval or roman, each also with “not” before it"),
        ("longest_line", ("size >= 2",), "in_largest"),
    ],
)
def test_a_wrong_word_is_refused_with_the_words_that_exist(count, where, reason):
    for kind in (Condition, Tally):
        with pytest.raises(ValueError, match="takes") as caught:
            kind(count, where)
        assert reason in str(caught.value)


def test_a_bare_icon_of_a_road_needs_a_not():
    check_word("roads", "not cherry")
    with pytest.raises(ValueError, match="not cherry, not lemon"):
        check_word("roads", "cherry")
