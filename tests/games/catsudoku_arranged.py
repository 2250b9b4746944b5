"""Positions of Cat Sudoku made by hand: what a test does not name lies in the deck."""

from __future__ import annotations

import re

from games.catsudoku import GAME
from games.catsudoku.deck import HOUSE
from games.catsudoku.state import CatState
from games.catsudoku.tables import CARDS, TOKENS
from games.grid import CELLS

GOALS = {card: HOUSE[f"y{card[1]}"] for card in CARDS}
"""Any card of any colour may be arranged; its goal is that of its number."""


def stacks(picture: str) -> tuple[tuple[str, ...], ...]:
    """Read nine stacks row by row, each from bottom to top: `r1 . b2,y3`."""
    cells = picture.split()
    assert len(cells) == 9
    return tuple(tuple(re.findall(r"[rbgyp][1-9]", cell)) for cell in cells)


def arrange(picture: str, *, host: str, **facts) -> CatState:
    """Make a position with seat 0 to play; two seats, nothing in reserve and one token each unless told otherwise."""
    seats = facts.pop("seats", 2)
    facts.setdefault("reserves", ((),) * seats)
    facts.setdefault("tokens", (1,) * seats)
    facts.setdefault("phase", "place" if "drawn" in facts else "play")
    facts.setdefault("goals", GOALS)
    facts.setdefault("pool", TOKENS - sum(facts["tokens"]))
    grid = stacks(picture)
    used = {card for pile in (*grid, *facts["reserves"], (facts.get("drawn"),)) for card in pile}
    facts.setdefault("deck", tuple(card for card in HOUSE if card not in used))
    for name, usual in {"scoring": "basic", "mistakes": "refereed", "box": (), "start": 0, "turn": 0}.items():
        facts.setdefault(name, usual)
    assert len(grid[CELLS.index(host)]) > 0
    return CatState(seats=seats, stacks=grid, host=host, **facts)


def make(state, *moves):
    """Make moves, text or (seat, text); text alone is by the seat whose turn it is. Gives the state and last events."""
    events = ()
    for move in moves:
        seat, text = (state.turn, move) if isinstance(move, str) else move
        state, events = GAME.apply(state, seat, text)
    return state, events


def cell(state, name):
    """Give the stack of a cell."""
    return state.stacks[CELLS.index(name)]
