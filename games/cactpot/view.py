"""What a seat may know of a Cactpot Party match, and what everybody sees happen."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.core import Event, Scoring, View

Phase = Literal["place", "bet", "over"]
Face = Literal["up", "down"]


class Line(msgspec.Struct, frozen=True):
    """A line that pays: its betting space (`row1`, `cola`, `fall`), its kind and the three cells."""

    space: str
    kind: Literal["big", "straight", "fifteen"]
    cells: tuple[str, ...]


class Payout(msgspec.Struct, frozen=True):
    """Points of one bet: `place` is 1, 2 or 3, the order on the space."""

    space: str
    seat: int
    place: int
    points: int


class Last(msgspec.Struct, frozen=True):
    """The newest public change: a cell that was filled or a space that was bet on."""

    seat: int
    cell: str | None = None
    space: str | None = None


class Dealt(Event, frozen=True):
    """A game of the match was set up; `starter` has the marker, `sizes` are the hands."""

    game_no: int
    starter: int
    sizes: tuple[int, ...]


class Placed(Event, frozen=True):
    """A chip was placed; `chip` is None when it lies face down."""

    seat: int
    cell: str
    chip: int | None


class StarSet(Event, frozen=True):
    """The star chip went to the last empty cell."""

    cell: str


class Closed(Event, frozen=True):
    """X tokens were laid on spaces that cannot pay."""

    spaces: tuple[str, ...]


class Bet(Event, frozen=True):
    """A betting token was placed as number `place` (1 to 3) of its space."""

    seat: int
    space: str
    place: int


class Scored(Scoring, frozen=True):
    """A game of the match was scored; all chips are face up now.

    `grid` has nine chips row by row, `owners` the seat whose chip lay face down there (else None), `bets` the seats
    of each space in order, `bingos` every paying line, `bingo_space` the bingo bet that won, `totals` the points of
    this game, `scores` the sums of the match so far.
    """

    game_no: int
    games: int
    starter: int
    grid: tuple[int, ...]
    star_cell: str
    owners: tuple[int | None, ...]
    bets: dict[str, tuple[int, ...]]
    closed: tuple[str, ...]
    bingos: tuple[Line, ...]
    bingo_space: str
    payouts: tuple[Payout, ...]
    totals: tuple[int, ...]
    scores: tuple[int, ...]


class CactpotView(View, frozen=True, kw_only=True):
    """The table as one seat sees it.

    `up` maps cells to chips, `down` cells to the seat that hid a chip there, `star` is the star chip's cell once it
    lies. `hand` and `own_down` are the viewer's own and empty for a spectator. `bets` maps spaces to seats in order,
    `closed` lists spaces with an X. `tokens` and `cactuars` are what each seat has left. `queue` lists the seats of the
    coming turns of this phase, the present one first; `faces` what the seat to act may place now.
    After the match all nine chips are in `up` and none in `down`.
    """

    game_no: int
    games: int
    phase: Phase
    starter: int
    up: dict[str, int]
    down: dict[str, int]
    star: str | None
    hand: tuple[int, ...]
    own_down: dict[str, int]
    hand_sizes: tuple[int, ...]
    tokens: tuple[int, ...]
    cactuars: tuple[int, ...]
    faces: tuple[Face, ...]
    queue: tuple[int, ...]
    bets: dict[str, tuple[int, ...]]
    x_tokens: bool
    closed: tuple[str, ...]
    scores: tuple[int, ...]
    last: Last | None
