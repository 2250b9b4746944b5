"""The whole truth of a game of Cat Sudoku, how it is dealt, and the laws it keeps."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from games import chance
from games.catsudoku.placing import clashes, tops
from games.catsudoku.tables import CARDS, CELLS, CENTRE, PLACES, SETUPS, TOKENS, Mistakes, Scoring
from games.catsudoku.view import Last, Phase, Placement
from games.core import InvariantError

if TYPE_CHECKING:
    from games.catsudoku.deck import Deck


class CatState(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one game; the fields it shares with `CatView` mean the same there.

    `deck` has the next card first; `box` holds the cards out of the game: the purple ones with one or two players and
    those removed unseen. Both are secret, as is nothing else.
    """

    seats: int
    scoring: Scoring
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


def deal(seats: int, seed: bytes, scoring: Scoring, mistakes: Mistakes, goals: Deck) -> CatState:
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


def check(state: CatState) -> None:
    """Hold the laws of the game against a state.

    Raises:
        InvariantError: one of them is broken.
    """
    broken = [law for law, holds in _laws(state) if not holds]
    if broken:
        msg = "; ".join(broken)
        raise InvariantError(msg)


def _laws(state: CatState) -> list[tuple[str, bool]]:
    setup = SETUPS[state.seats]
    drawn = () if state.drawn is None else (state.drawn,)
    cards = [*state.deck, *state.box, *drawn, *chain(*state.stacks), *chain(*state.reserves)]
    draws = setup.deck - len(state.deck)
    ended = draws if state.phase in ("draw", "over") else draws - 1
    whose = ended - (state.phase == "over")
    host = state.stacks[PLACES[state.host]]
    visible = tops(state.stacks)
    return [
        ("every card is in one place", sorted(cards) == sorted(state.goals)),
        ("cards out of the game stay out", len(state.box) == len(state.goals) - setup.deck - _opened(state)),
        ("there are ten tokens", sum(state.tokens) + state.pool == TOKENS and min(*state.tokens, state.pool, 0) == 0),
        ("one entry a seat", len(state.tokens) == len(state.reserves) == state.seats),
        ("the host stands on a card", bool(host)),
        ("a drawn card waits in phase place only", (state.drawn is not None) == (state.phase == "place")),
        ("turns go round", state.turn == (state.start + whose) % state.seats),
        ("the game ends with the deck", state.phase != "over" or not state.deck),
        ("seats are awaited in phase open only", bool(state.waiting) == (state.phase == "open")),
        ("nobody looks over their own turn", state.turn not in state.waiting),
        ("cards are laid within a turn", not state.placed or state.phase in ("play", "open")),
        (
            "a referee lets no clash pass",
            state.mistakes == "spotted"
            or not any(
                clashes(visible, top, cell) for cell, top in zip(CELLS, visible, strict=True) if top is not None
            ),
        ),
        (
            "only spotters look turns over or are barred",
            state.mistakes == "spotted" or not state.waiting + state.barred,
        ),
    ]


def _opened(state: CatState) -> int:
    """How many cards lie open before the first draw: the centre and the reserves."""
    return 1 + state.seats * SETUPS[state.seats].reserve
