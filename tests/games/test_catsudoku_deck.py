"""Decks: the house deck's facts, and every way a deck file can be wrong."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files

import pytest

from games.catsudoku import GAME
from games.catsudoku.deck import HOUSE, DeckError, admit, read
from games.catsudoku.tables import GOALS, SIZES
from games.core import OptionError

TEXT = (files("games.catsudoku") / "deck.toml").read_text(encoding="utf-8")


def changed(old, new):
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


def line_of(text, part):
    return next(index for index, line in enumerate(text.splitlines(), start=1) if part in line)


def test_the_house_deck_has_every_number_four_times_and_three_times_without_purple():
    assert len(HOUSE) == 36
    assert Counter(card[0] for card in HOUSE) == SIZES
    assert set(Counter(card[1] for card in HOUSE).values()) == {4}
    assert set(Counter(card[1] for card in HOUSE if card[0] != "p").values()) == {3}


def test_the_house_deck_has_one_goal_a_number():
    assert {card[1]: goal for card, goal in HOUSE.items()} == {
        "1": "corner",
        "2": "side_away_from_host",
        "3": "covers_lower",
        "4": "mirror_of_host",
        "5": "covers_plus_minus_1",
        "6": "third_exactly",
        "7": "covers_same_colour",
        "8": "covers_higher",
        "9": "beside_neighbour_number",
    }
    assert set(HOUSE.values()) == set(GOALS)


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        ("red = [1, 2, 3, 4, 5, 6]", "red = [1, 2, 3, 4, 5, 6", "blue =", "not TOML"),
        ("red = [1, 2, 3, 4, 5, 6]", "red = [1, 2, 3, 4, 5]", "red =", "red takes 6 cards, not 5"),
        ("red = [1, 2, 3, 4, 5, 6]", "red = [1, 2, 3, 4, 5, 5]", "red =", "red has 5 more than once"),
        ("red = [1, 2, 3, 4, 5, 6]", "red = [0, 2, 3, 4, 5, 6]", "red =", "red takes a list of numbers from 1 to 9"),
        ("red = [1, 2, 3, 4, 5, 6]", "red = [true, 2, 3, 4, 5, 6]", "red =", "red takes a list of numbers from 1 to 9"),
        ("red = [1, 2, 3, 4, 5, 6]", 'red = "1-6"', "red =", "red takes a list of numbers from 1 to 9"),
        ("red = [1, 2, 3, 4, 5, 6]", "rot = [1, 2, 3, 4, 5, 6]", "[cards]", "red is missing"),
        ("red = [1, 2, 3, 4, 5, 6]", "red = [1, 2, 3, 4, 5, 6]\npink = [1]", "pink", "pink has no meaning here"),
        ('1 = "corner" ', '1 = "edge" ', '1 = "edge"', "1 takes a goal, corner, side_away_from_host"),
        ('1 = "corner" ', "1 = 7 ", "1 = 7", "1 takes a goal"),
        ('1 = "corner" ', "", "[goals]", "number 1 has no goal"),
        ('1 = "corner" ', '1 = "corner"\n10 = "corner" ', "10 =", "10 has no meaning here"),
        ("[goals]", "[goal]", "[goal]", "goal has no meaning here; there is [cards], [goals] or [special]"),
        ("[goals]", "[special]", "", "[goals] is missing"),
        ("# [special]", '[special]\nb1 = "corner"', "b1 =", "there is no card b1"),
        ("# [special]", '[special]\nr5 = "edge"', "r5 =", "r5 takes a goal"),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_reason(old, new, at, reason):
    text = changed(old, new)
    with pytest.raises(DeckError) as caught:
        read(text)

    line = line_of(text, at) if at else len(text.splitlines())
    assert caught.value.line == line
    assert reason in caught.value.reason
    assert str(caught.value) == f"line {line}: {caught.value.reason}"


@pytest.mark.parametrize(
    ("text", "line"),
    [("", 1), ("cards = 5\n", 1), ("\n\ncards.red = 5\n", 3), ("[cards]\nred = {", 2), ('goals = { 1 = "x" }', 1)],
)
def test_odd_files_are_refused_with_a_line_of_theirs(text, line):
    with pytest.raises(DeckError) as caught:
        read(text)

    assert caught.value.line == line


def test_a_single_card_may_have_a_goal_of_its_own():
    deck = read(changed("# [special]", '[special]\nr5 = "corner"'))

    assert {card for card in HOUSE if deck[card] != HOUSE[card]} == {"r5"}
    assert deck["r5"] == "corner"


def test_a_game_is_played_with_the_deck_it_is_given():
    deck = read(changed('1 = "corner" ', '1 = "covers_higher" '))
    state = GAME.setup(2, "seed", {"deck": deck})

    assert state.goals == deck
    assert state.stacks == GAME.setup(2, "seed").stacks, "the same cards, so the same deal"
    assert GAME.setup(2, "seed").goals == HOUSE


def test_a_deck_that_travelled_as_json_deals_the_same_game():
    deck = json.loads(json.dumps(HOUSE, sort_keys=True))

    assert GAME.dump(GAME.setup(4, "seed", {"deck": deck})) == GAME.dump(GAME.setup(4, "seed"))
    assert list(admit(deck)) == list(HOUSE)


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (7, "takes card codes"),
        ({"r1": 5}, "takes card codes"),
        ({}, "takes 6 red cards, not 0"),
        ({**HOUSE, "r9": "corner"}, "takes 6 red cards, not 7"),
        ({**HOUSE, "x9": "corner"}, "not x9 with corner"),
        ({**HOUSE, "r1": "edge"}, "not r1 with edge"),
    ],
)
def test_a_wrong_deck_in_a_set_up_is_refused(deck, reason):
    with pytest.raises(OptionError, match=r"^deck ") as caught:
        GAME.setup(2, "seed", {"deck": deck})

    assert reason in str(caught.value)
