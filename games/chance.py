r"""Our own reproducible chance: pure functions over a value that lives in the game state.

The numbers are fixed for ever by this page alone, so that anyone can check a deal with standard tools:

- key = SHA-256(b"slowplay chance 1\0" + seed)
- block n (n = 0, 1, 2 ...) = SHA-256(key + n as eight bytes, big-endian)
- one draw takes the first four bytes of the next block as a big-endian number; numbers at and above the greatest
  multiple of the limit are thrown away and the next block is taken; the rest is reduced modulo the limit
- a shuffle goes from the last place down to the second, exchanging each with a drawn place at or before it

The published commitment is the plain SHA-256 of the seed. The prefix in the key keeps it from giving the key away.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

_PREFIX = b"slowplay chance 1\0"
_RANGE = 2**32


class Chance(msgspec.Struct, frozen=True):
    """Where the generator stands: the key, 64 hex digits, and the number of blocks used. Secret until a game ends."""

    key: str
    used: int = 0

    def __repr__(self) -> str:
        """Leave the key out: a printed state must not foretell the deal."""
        return f"Chance(used={self.used})"


def start(seed: bytes) -> Chance:
    """Give the generator that belongs to a seed."""
    return Chance(sha256(_PREFIX + seed).hexdigest())


def below(chance: Chance, limit: int) -> tuple[int, Chance]:
    """Draw a number from 0 to `limit` - 1, each equally likely.

    Raises:
        ValueError: `limit` is not between 1 and 2**32.
    """
    if not 1 <= limit <= _RANGE:
        msg = f"limit must be from 1 to {_RANGE}, not {limit}"
        raise ValueError(msg)
    key, used = bytes.fromhex(chance.key), chance.used
    fair = _RANGE - _RANGE % limit
    while True:
        number = int.from_bytes(sha256(key + used.to_bytes(8, "big")).digest()[:4], "big")
        used += 1
        if number < fair:
            return number % limit, Chance(chance.key, used)


def shuffle(chance: Chance, items: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
    """Put items in an order drawn by chance, every order equally likely."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other, chance = below(chance, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order), chance


def commitment(seed: bytes | str) -> str:
    """Give the promise published at the start of a game: SHA-256 of the seed, as hex digits."""
    return sha256(seed.encode() if isinstance(seed, str) else seed).hexdigest()
