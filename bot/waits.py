"""What failed is tried again after a while, longer each time: trouble that stays costs little and fills no log."""

from __future__ import annotations

_FIRST, _LONGEST = 60.0, 600.0


class Waits:
    """Games in trouble: each waits a minute at first, then twice as long each time, ten minutes at most.

    Every `now` is in unix seconds.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, tuple[float, float]] = {}

    def failed(self, game_id: int, now: float) -> bool:
        """Note that a game failed; tells whether for the first time."""
        _, before = self._waiting.get(game_id, (0.0, 0.0))
        wait = min(max(2 * before, _FIRST), _LONGEST)
        self._waiting[game_id] = (now + wait, wait)
        return not before

    def well(self, game_id: int) -> None:
        """Note that a game is in no trouble any more."""
        self._waiting.pop(game_id, None)

    def over(self, game_id: int, now: float) -> bool:
        """Tell whether a game may be tried."""
        return now >= self._waiting.get(game_id, (0.0, 0.0))[0]

    def take(self, now: float) -> list[int]:
        """Give the games in trouble that may be tried again; while that is done they wait once more."""
        due = [game_id for game_id in self._waiting if self.over(game_id, now)]
        for game_id in due:
            wait = self._waiting[game_id][1]
            self._waiting[game_id] = (now + wait, wait)
        return due

    @property
    def next(self) -> float | None:
        """When the next game may be tried again, or None."""
        return min((until for until, _ in self._waiting.values()), default=None)
