"""Recorded matches to measure on: the same moves every time."""

from __future__ import annotations

from typing import Any, NamedTuple

import games
from games import chance

NAMES = ("Ann", "Bo", "Cy", "Dee")


class Match(NamedTuple):
    """A match of one game: the states from the deal to the end, the moves between them, and all their events."""

    slug: str
    seats: int
    states: list[Any]
    moves: list[tuple[int | None, str]]
    events: list[Any]


def record(slug: str, seats: int, seed: str = "bench") -> Match:
    """Play a match with moves drawn by a generator that the seed starts."""
    game = games.load(slug)
    dice = chance.start(seed.encode())
    match = Match(slug, seats, [game.setup(seats, seed)], [], [])
    while game.outcome(state := match.states[-1]) is None:
        possible = [(seat, text) for seat in (*sorted(game.to_act(state)), None) for text in game.legal(state, seat)]
        number, dice = chance.below(dice, len(possible))
        state, events = game.apply(state, *possible[number])
        match.states.append(state)
        match.moves.append(possible[number])
        match.events.extend(events)
    return match


def longest(slug: str) -> Match:
    """Play a match with as many seats as the game takes, up to four."""
    return record(slug, max(seats for seats in games.load(slug).meta.seats if seats <= len(NAMES)))
