"""What a seat cannot know, game by game: the leak tests exchange it and then nothing the seat is shown may change.

A new game adds one entry to `HIDDEN`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from games.cactpot import state as cactpot
from games.cactpot.view import Scored
from games.casinopolis.view import TurnedUp
from games.chance import start

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from games.casinopolis import state as casinopolis


class Hidden(NamedTuple):
    """`resample(state, seat, rng)` gives another state that `seat` (None: a spectator) cannot tell from the first;
    `reveals` are the events that turn hidden things up, so they may differ."""

    resample: Callable[[Any, int | None, random.Random], Any]
    reveals: tuple[type, ...]


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


def _casinopolis(state: casinopolis.State, seat: int | None, rng: random.Random) -> casinopolis.State:
    """Exchange the cards in other hands and in the deck below its top."""
    others = [hand for other, hand in enumerate(state.hands) if other != seat]
    pool = [*state.deck[1:], *(card for hand in others for card in hand)]
    rng.shuffle(pool)
    hands = tuple(
        hand if other == seat else tuple(sorted(pool.pop() for _ in hand)) for other, hand in enumerate(state.hands)
    )
    return msgspec.structs.replace(state, deck=(*state.deck[:1], *pool), hands=hands)


HIDDEN = {"cactpot": Hidden(_cactpot, (Scored,)), "casinopolis": Hidden(_casinopolis, (TurnedUp,))}
