"""On which board somebody chose what they type: while they typed, moves were suggested to them from it."""

from __future__ import annotations

_FRESH = 60.0
"""Seconds for which a suggestion counts; a command typed later was chosen without it."""
_MOST = 1000
"""Glances remembered at a time; they are of one process, and nothing depends on one that is lost."""


class Glances:
    """The newest board from which each user was suggested moves in each game."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, int], tuple[int, float]] = {}

    def note(self, user_id: int, game_id: int, seq: int, now: float) -> None:
        """Note that a user was suggested moves from the board of log row `seq`; `now` are unix seconds."""
        self._seen.pop((user_id, game_id), None)
        self._seen[user_id, game_id] = seq, now
        if len(self._seen) > _MOST:
            del self._seen[next(iter(self._seen))]

    def take(self, user_id: int, game_id: int, now: float) -> int | None:
        """Give the seq of the board on which a user chose the move that comes now; None where nothing tells."""
        seq, at = self._seen.pop((user_id, game_id), (None, 0.0))
        return seq if now - at <= _FRESH else None
