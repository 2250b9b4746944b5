"""What everybody may know of a game of Cat Sudoku, and what everybody sees happen. Only the deck's order is secret."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.catsudoku.scoring import Score  # noqa: TC001 - msgspec reads annotations
from games.catsudoku.tables import Mistakes, ScoringMode  # noqa: TC001 - msgspec reads annotations
from games.core import Event, Outcome, Scoring, View

Phase = Literal["draw", "place", "play", "open", "over"]
"""What comes next: drawing; placing the drawn card; reserve cards or the end; others looking the turn over; nothing."""


class Placement(msgspec.Struct, frozen=True):
    """A card laid into the grid this turn: `host` is where the host stood before, `earned` tells of a token."""

    card: str
    cell: str
    host: str
    earned: bool


class Last(msgspec.Struct, frozen=True):
    """The newest change to the table. `cell` is None for a card that was turned up or went to the reserve; `caught`
    went from the cell back to the reserve."""

    seat: int
    kind: Literal["drawn", "grid", "reserve", "played", "caught"]
    card: str
    cell: str | None = None


class Dealt(Event, frozen=True):
    """The game was set up: the centre card with the host, the reserves, the seat that begins."""

    centre: str
    reserves: tuple[tuple[str, ...], ...]
    start: int
    deck_left: int


class Drawn(Event, frozen=True):
    """A card was turned up."""

    seat: int
    card: str
    deck_left: int


class Placed(Event, frozen=True):
    """A card went into the grid, from the reserve if `paid`. `goal` is the goal it met or None, `earned` tells whether
    a token was left for it."""

    seat: int
    card: str
    cell: str
    paid: bool
    goal: str | None
    earned: bool


class Kept(Event, frozen=True):
    """The drawn card went to the reserve."""

    seat: int
    card: str


class TurnEnded(Event, frozen=True):
    """A player ended the turn; one that ends by itself has no event. `waiting` are the seats that may look it over."""

    seat: int
    waiting: tuple[int, ...]


class Caught(Event, frozen=True):
    """A mistake was found: `card` left `cell` for the reserve of `seat` and the turn is over.

    `reasons` name the clashes, `token_from` is the seat that gave the spotter a token, None for the supply; `took`
    tells whether there was one to take, `returned` whether `seat` gave back the token the card had earned. `host` is
    where the host stands now.
    """

    spotter: int
    seat: int
    card: str
    cell: str
    reasons: tuple[str, ...]
    took: bool
    token_from: int | None
    returned: bool
    host: str


class WrongSpot(Event, frozen=True):
    """Somebody saw a mistake where none was; `paid` a token if there was one; `barred` from spotting for now."""

    spotter: int
    seat: int
    paid: bool
    barred: bool


class Fine(Event, frozen=True):
    """A seat found nothing wrong."""

    seat: int


class TimeUp(Event, frozen=True):
    """The time for looking a turn over has run out; `waiting` had not answered."""

    seat: int
    waiting: tuple[int, ...]


class Scored(Scoring, frozen=True):
    """The game is over; everything a picture of the end needs.

    `stacks` are nine lists from bottom to top, row by row; `zones` the cells and `score` the points of each seat.
    """

    scoring: ScoringMode
    stacks: tuple[tuple[str, ...], ...]
    host: str
    zones: tuple[tuple[str, ...], ...]
    reserves: tuple[tuple[str, ...], ...]
    tokens: tuple[int, ...]
    pool: int
    goals: dict[str, str]
    score: Score
    outcome: Outcome


class CatView(View, frozen=True, kw_only=True):
    """The table. Everything lies open, so views of different seats differ in `seat` alone.

    Cards are codes like `r5`, cells are `a1` to `c3`. `stacks` are nine lists from bottom to top, row by row; `goals`
    has every card of the whole deck with its placement goal. `turn` is the seat whose turn it is, or was last;
    `placed` what it has laid so far this turn. With mistakes `spotted`, `waiting` are the seats that still look a
    turn over, `barred` those that may not spot for now. `awaited` are the seats the game cannot go on without:
    others in `to_act` may spot a mistake but need not. `score` counts as if the game ended now.
    """

    scoring: ScoringMode
    mistakes: Mistakes
    phase: Phase
    start: int
    turn: int
    awaited: tuple[int, ...]
    stacks: tuple[tuple[str, ...], ...]
    host: str
    drawn: str | None
    reserves: tuple[tuple[str, ...], ...]
    tokens: tuple[int, ...]
    pool: int
    deck_left: int
    zones: tuple[tuple[str, ...], ...]
    goals: dict[str, str]
    placed: tuple[Placement, ...]
    waiting: tuple[int, ...]
    barred: tuple[int, ...]
    last: Last | None
    score: Score
    outcome: Outcome | None
