"""What a seat cannot know, game by game: the leak tests exchange it and then nothing the seat is shown may change.

A new game adds one entry to `HIDDEN`.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from games.cactpot import state as cactpot
from games.cactpot.view import Scored
from games.casinopolis.view import TurnedUp
from games.catsudoku.tables import SETUPS
from games.catsudoku.view import Drawn
from games.chance import start

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from games.casinopolis import state as casinopolis
    from games.catsudoku import state as catsudoku


class Hidden(NamedTuple):
    """`resample(state, seat, rng)` gives another state that `seat` (None: a spectator) cannot tell from the first;
    `reveals` are the events that turn hidden things up, so they may differ; `fate(state)` is what chance has still to
    show or has decided for nobody to see, which a move that can be taken back leaves alone."""

    resample: Callable[[Any, int | None, random.Random], Any]
    reveals: tuple[type, ...]
    fate: Callable[[Any], object]


def _cactpot(state: cactpot.State, seat: int | None, rng: random.Random) -> cactpot.State:
    """Exchange the chips in other hands, face down under other cactuars, and under the star."""
    chance = start(rng.randbytes(16))
    if cactpot.over(state):
        return msgspec.structs.replace(state, chance=chance)
    others = [other for other in range(state.seats) if other != seat]
    covered = [placed for placed in state.placed if placed.face == "down" and placed.seat != seat]
    pool = [
        state.star,
        *(placed.chip for placed in covered),
        *(chip for other in others for chip in state.hands[other]),
    ]
    rng.shuffle(pool)
    hands = tuple(
        hand if other == seat else tuple(sorted(pool.pop() for _ in hand)) for other, hand in enumerate(state.hands)
    )
    placed = tuple(
        msgspec.structs.replace(placed, chip=pool.pop()) if placed in covered else placed for placed in state.placed
    )
    (star,) = pool
    return msgspec.structs.replace(state, chance=chance, hands=hands, placed=placed, star=star)


def _catsudoku(state: catsudoku.CatState, seat: int | None, rng: random.Random) -> catsudoku.CatState:
    """Exchange the cards in the deck and those removed unseen."""
    open_box = tuple(card for card in state.box if card[0] not in SETUPS[state.seats].colours)
    pool = [*state.deck, *state.box[len(open_box) :]]
    rng.shuffle(pool)
    left = len(state.deck)
    return msgspec.structs.replace(state, deck=tuple(pool[:left]), box=(*open_box, *pool[left:]))


def _casinopolis(state: casinopolis.State, seat: int | None, rng: random.Random) -> casinopolis.State:
    """Exchange the cards in other hands and in the deck below its top."""
    others = [hand for other, hand in enumerate(state.hands) if other != seat]
    pool = [*state.deck[1:], *(card for hand in others for card in hand)]
    rng.shuffle(pool)
    hands = tuple(
        hand if other == seat else tuple(sorted(pool.pop() for _ in hand)) for other, hand in enumerate(state.hands)
    )
    return msgspec.structs.replace(state, deck=(*state.deck[:1], *pool), hands=hands)


HIDDEN = {
    "cactpot": Hidden(_cactpot, (Scored,), attrgetter("chance", "star", "starter", "results")),
    "catsudoku": Hidden(_catsudoku, (Drawn,), attrgetter("deck", "box")),
    "casinopolis": Hidden(_casinopolis, (TurnedUp,), attrgetter("deck", "conditions")),
}
