"""Small change of sentences: numbers as players read them."""

from __future__ import annotations

import re
from random import Random

import pytest

import games
from games.phrases import MINUS, a, count, figure, signed
from render import fonts
from render.fonts import Type

NUMBER_AFTER_HYPHEN = re.compile(r"(?<![\w)])-\d")


def test_a_negative_number_has_a_minus_and_never_a_hyphen():
    assert (figure(-3), figure(3), figure(-1.25, ".1f")) == (f"{MINUS}3", "3", f"{MINUS}1.2")
    assert figure(-3, "4") == f"  {MINUS}3"
    assert (signed(-3), signed(3), signed(0)) == (f"{MINUS}3", "+3", "+0")
    assert (count(-1, "point"), count(-3, "point")) == (f"{MINUS}1 point", f"{MINUS}3 points")
    assert (count(-1, "point", sign=True), count(2, "point", sign=True)) == (f"{MINUS}1 point", "+2 points")


@pytest.mark.parametrize("number", [8, 11, 18, 80, 85])
def test_numbers_spoken_with_a_vowel_first_take_an(number):
    assert a(number) == a(str(number)) == f"an {number}"


@pytest.mark.parametrize("number", [1, 2, 7, 9, 10, 12, 17, 28, 100, 110, 118])
def test_other_numbers_take_a(number):
    assert a(number) == f"a {number}"


@pytest.mark.parametrize("slug", games.slugs())
def test_everything_told_of_a_game_has_one_sign_for_minus(slug):
    game, words, rng, said = games.load(slug), games.words(slug), Random(3), []
    names = ["Ann", "Ben"]
    for seed in range(4):
        state = game.setup(2, str(seed), {})
        while seats := game.to_act(state):
            seat = min(seats)
            text = rng.choice(game.legal(state, seat))
            before = game.view(state, seat)
            state, events = game.apply(state, seat, text)
            view = game.view(state, seat)
            said += [words.tell(event, names) for event in events]
            said += [words.alt(view, names), words.board(view, names), words.hand(view, names), words.turn(view, names)]
            said.append(words.answer(before, text, events, names))
        said.append(words.scored(events[-1], names))

    assert [line for line in said if NUMBER_AFTER_HYPHEN.search(line)] == []
    assert slug == "cactpot" or any(MINUS in line for line in said), "some number was negative"


def test_the_fonts_of_the_pictures_have_the_minus():
    for bold in (False, True):
        assert fonts.measure(MINUS, Type(34, bold=bold)) > 0
