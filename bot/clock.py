"""What happens by itself when a time is up. Times are rows in the store, so a restart forgets none.

Time is injected through `tables.now`, so that tests run weeks in milliseconds.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.tables import Tables

log = logging.getLogger("slowplay")

_LONGEST_SLEEP = 600.0
"""Seconds; a machine's clock may be set while the bot sleeps."""


class Clock:
    """Watches the earliest time and acts on it."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        tables.listeners.append(lambda _game_id: self._news.set())

    def start(self) -> None:
        """Begin to watch."""
        self._task = asyncio.create_task(self._watch(), name="clock")

    async def stop(self) -> None:
        """Stop watching."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def tick(self) -> float:
        """Do everything that is due; gives the seconds until the next time, at most ten minutes."""
        store, now = self._tables.store, self._tables.now()
        for row in await store.rows("SELECT id FROM games WHERE status = 'running' AND close_at <= ?", (int(now),)):
            try:
                await self._tables.close(row["id"])
            except Exception:
                log.exception("game=%s: the table's own move failed; it is tried again later", row["id"])
        nearest = await store.row(
            "SELECT min(close_at) AS at FROM games WHERE status = 'running' AND close_at > ?", (now,)
        )
        if nearest is None or nearest["at"] is None:
            return _LONGEST_SLEEP
        return min(max(float(nearest["at"]) - now, 0.0), _LONGEST_SLEEP)

    async def _watch(self) -> None:
        while True:
            self._news.clear()
            wait = await self.tick()
            try:
                await asyncio.wait_for(self._news.wait(), wait)
            except TimeoutError:
                continue
