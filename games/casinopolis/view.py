"""What a seat may know of a game of Casinopolis, and what everybody sees happen."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.casinopolis.blocks import Cell  # noqa: TC001 - msgspec reads annotations
from games.casinopolis.deck import Card  # noqa: TC001 - msgspec reads annotations
from games.casinopolis.scoring import Score  # noqa: TC001 - msgspec reads annotations
from games.core import Event, Outcome, Scoring, View

Phase = Literal["place", "over"]
BlockAt = tuple[int, int, str]
"""A visible block: column, row, text."""


class Laid(msgspec.Struct, frozen=True):
    """A card on the map: `spot` is the cell of its top-left block, `seat` is None for the card of the set-up."""

    seat: int | None
    number: int
    spot: Cell
    turned: bool


class Dealt(Event, frozen=True):
    """The game was set up: conditions from one to three chips, their sum, the starter, the first card of the map."""

    conditions: tuple[int, ...]
    target: int
    starter: int
    first: int
    top: int
    hand_sizes: tuple[int, ...]


class Placed(Event, frozen=True):
    """A card was laid; `total` is the score now, `gain` what the card changed."""

    seat: int
    number: int
    spot: Cell
    turned: bool
    total: int
    gain: int


class Passed(Event, frozen=True):
    """The rest of a hand went to the next player; which cards is theirs to know."""

    seat: int
    to: int
    count: int


class Drawn(Event, frozen=True):
    """A player took the top card, which all had seen."""

    seat: int
    number: int


class TurnedUp(Event, frozen=True):
    """The deck shows its next card; None when it is used up. `deck_left` counts the shown card."""

    number: int | None
    deck_left: int


class Scored(Scoring, frozen=True):
    """The map is complete; everything a picture of the end needs.

    `blocks` are the visible blocks, `laid` all cards in order of play, `cards` the three conditions' cards from one to
    three chips.
    """

    seats: int
    blocks: tuple[BlockAt, ...]
    laid: tuple[Laid, ...]
    cards: tuple[Card, ...]
    target: int
    score: Score
    won: bool


class CasinoView(View, frozen=True, kw_only=True):
    """The table as one seat sees it. Hidden are other hands and the deck below its top.

    `blocks` are the visible blocks, row by row; `hand` the viewer's card numbers, empty for a spectator; `top` the open
    card of the deck, None when it is used up; `deck_left` counts it. `conditions` are the numbers of the one-, two- and
    three-chip condition. `score` counts as if the map were complete. `cards` has every card of the whole deck,
    which all know, ascending. `queue` lists the seats of the coming turns, the present one first: each passes what
    is left of the hand to the next. `laid` has all cards on the map in order of play.
    """

    phase: Phase
    starter: int
    blocks: tuple[BlockAt, ...]
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    top: int | None
    deck_left: int
    conditions: tuple[int, ...]
    target: int
    score: Score
    cards: tuple[Card, ...]
    queue: tuple[int, ...]
    laid: tuple[Laid, ...]
    outcome: Outcome | None
