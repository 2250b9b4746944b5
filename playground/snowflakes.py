"""Time that tests can move, and ids that tell it.

A snowflake is 64 bits: milliseconds since 2015 in the upper 42, then worker, process and a counter
(Discord's developer documentation, "Snowflakes").
"""

from __future__ import annotations

import time
from datetime import UTC, datetime

EPOCH = 1_420_070_400.0
_WORKER = 1 << 17


class Clock:
    """Wall time plus whatever a test has advanced it by, in seconds."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        """Return seconds since 1970."""
        return time.time() + self.ahead


class Snowflakes:
    """Gives out ids that grow with time."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._last = 0

    def after(self, known: int) -> None:
        """Give out only ids larger than one that is in use already."""
        self._last = max(self._last, known)

    def next(self) -> int:
        """Return a fresh id; always larger than the one before, whatever the clock does."""
        fresh = (int((self.clock.now() - EPOCH) * 1000) << 22) | _WORKER
        self._last = max(fresh, self._last + 1)
        return self._last


def time_of(snowflake: int) -> float:
    """Return the moment an id was given out, in seconds since 1970."""
    return (snowflake >> 22) / 1000 + EPOCH


def iso(moment: float) -> str:
    """Return a moment as Discord writes it."""
    return datetime.fromtimestamp(moment, UTC).isoformat()
