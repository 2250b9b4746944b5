"""Two weeks of thirty games, lived through once (about ten seconds of CPU time); see `tests.fortnight`."""

from __future__ import annotations

import asyncio

import pytest

import games
from tests.fortnight import checks
from tests.fortnight.world import GAMES, Fortnight


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    one = Fortnight(tmp_path_factory.mktemp("fortnight") / "games.sqlite")
    asyncio.run(one.run())
    return one


@pytest.mark.parametrize("check", checks.ALL, ids=lambda check: check.__doc__)
def test_after_a_fortnight(world, check):
    assert check(world) == []


def test_much_has_happened_in_it(world):
    said = checks.figures(world)
    assert said["games"] == GAMES == sum(said[f"games of {slug}"] for slug in games.slugs())
    assert said["finished"] >= GAMES - 6
    assert said["moves of players"] > 600
    for what, number in said.items():
        if what != "messages that came twice and were refused":
            assert number > 0, what
