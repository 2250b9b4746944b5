"""The whole truth of a game of Cat Sudoku and how it is dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games import chance
from games.catsudoku.tables import CARDS, CENTRE, SETUPS, TOKENS, Mistakes, ScoringMode
from games.catsudoku.view import Last, Phase, Placement  # noqa: TC001 - msgspec reads annotations
from games.grid import CELLS

if TYPE_CHECKING:
    from games.catsudoku.deck import Deck


class CatState(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one game; the fields it shares with `CatView` mean the same there.

    `deck` has the next card first; `box` holds the cards out of the game: the purple ones with one or two players and
    those removed unseen. Both are secret, as is nothing else.
    """

    seats: int
    scoring: ScoringMode
    mistakes: Mistakes
    goals: dict[str, str]
    deck: tuple[str, ...]
    box: tuple[str, ...]
    start: int
    turn: int
    phase: Phase = "draw"
    stacks: tuple[tuple[str, ...], ...]
    host: str = CENTRE
    drawn: str | None = None
    reserves: tuple[tuple[str, ...], ...]
    tokens: tuple[int, ...]
    pool: int
    placed: tuple[Placement, ...] = ()
    waiting: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    last: Last | None = None
    seq: int = 0

    @property
    def deck_left(self) -> int:
        """How many cards can still be drawn."""
        return len(self.deck)


def deal(seats: int, seed: bytes, scoring: ScoringMode, mistakes: Mistakes, goals: Deck) -> CatState:
    """Deal a game (rulebook, "Game Setup"): centre card, reserves, one token each, the start seat by chance."""
    setup = SETUPS[seats]
    cards = [card for card in CARDS if card in goals]
    shuffled, generator = chance.shuffle(chance.start(seed), [card for card in cards if card[0] in setup.colours])
    start, _ = chance.below(generator, seats)
    removed, (centre, *rest) = shuffled[: setup.removed], shuffled[setup.removed :]
    dealt = seats * setup.reserve
    return CatState(
        seats=seats,
        scoring=scoring,
        mistakes=mistakes,
        goals=goals,
        deck=tuple(rest[dealt:]),
        box=(*(card for card in cards if card[0] not in setup.colours), *removed),
        start=start,
        turn=start,
        stacks=tuple((centre,) if cell == CENTRE else () for cell in CELLS),
        reserves=tuple(tuple(rest[seat * setup.reserve : (seat + 1) * setup.reserve]) for seat in range(seats)),
        tokens=(1,) * seats,
        pool=TOKENS - seats,
    )
