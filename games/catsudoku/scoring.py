"""Who has how many points (rulebook, "Scoring" and "Advanced Scoring Options")."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.catsudoku.tables import BONUS, RESERVE_POINTS, STACK_POINTS, ScoringMode, zones
from games.grid import PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence


class Stack(msgspec.Struct, frozen=True):
    """A stack of a zone: `points` are its own, `tallest` what it earns besides as the zone's tallest one."""

    cell: str
    cards: int
    points: int
    tallest: int = 0


class Sheet(msgspec.Struct, frozen=True):
    """The points of one seat: `zone` is the sum over `stacks`, `reserve` is negative, `bonus` is for most tokens."""

    stacks: tuple[Stack, ...]
    zone: int
    reserve: int
    tokens: int
    bonus: int
    total: int


class Score(msgspec.Struct, frozen=True):
    """The points of all seats, in seat order; `ranks` counts from 1 and lets tokens break ties."""

    sheets: tuple[Sheet, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


def score(
    stacks: Sequence[Sequence[str]],
    reserves: Sequence[Sequence[str]],
    tokens: Sequence[int],
    seats: int,
    scoring: ScoringMode,
    *,
    start: int = 0,
) -> Score:
    """Score a table.

    Args:
        stacks: nine lists of cards from bottom to top, row by row.
        reserves: the cards in each seat's reserve.
        tokens: the tokens of each seat.
        seats: how many players there are.
        scoring: `basic` or `advanced`.
        start: the start seat; zones go round from it.
    """
    most = max(1, *tokens)
    sheets = tuple(
        _sheet([(cell, len(stacks[PLACES[cell]])) for cell in zone], len(reserves[seat]), tokens[seat], most, scoring)
        for seat, zone in enumerate(zones(seats, start))
    )
    standing = [(sheet.total, sheet.tokens) for sheet in sheets]
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    return Score(sheets, tuple(sheet.total for sheet in sheets), ranks)


def _sheet(zone: Sequence[tuple[str, int]], reserve: int, tokens: int, most: int, scoring: ScoringMode) -> Sheet:
    if scoring == "basic":
        stacks = tuple(Stack(cell, cards, cards) for cell, cards in zone)
    else:
        tallest, _ = max(zone, key=lambda stack: stack[1])
        stacks = tuple(
            Stack(cell, cards, STACK_POINTS.get(cards, 0), cards if cell == tallest else 0) for cell, cards in zone
        )
    points = sum(stack.points + stack.tallest for stack in stacks)
    bonus = BONUS if tokens == most else 0
    return Sheet(
        stacks,
        points,
        RESERVE_POINTS * reserve,
        tokens,
        bonus,
        points + RESERVE_POINTS * reserve + bonus,
    )
