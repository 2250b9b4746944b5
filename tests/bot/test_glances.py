"""Which board a typed move was chosen on."""

from __future__ import annotations

from bot.glances import _FRESH, _MOST, Glances


def test_the_newest_suggestion_tells_once():
    seen = Glances()
    seen.note(1, 7, 3, 100.0)
    seen.note(1, 7, 4, 101.0)
    seen.note(2, 7, 5, 101.0)
    assert seen.take(1, 7, 102.0) == 4
    assert seen.take(1, 7, 102.0) is None
    assert seen.take(2, 8, 102.0) is None
    assert seen.take(2, 7, 102.0) == 5


def test_a_suggestion_of_long_ago_tells_nothing():
    seen = Glances()
    seen.note(1, 7, 3, 100.0)
    assert seen.take(1, 7, 100.0 + _FRESH + 1) is None


def test_no_more_are_remembered_than_are_of_use():
    seen = Glances()
    for user in range(_MOST + 1):
        seen.note(user, 7, user, 100.0)
    assert seen.take(0, 7, 100.0) is None
    assert seen.take(1, 7, 100.0) == 1
