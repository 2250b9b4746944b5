"""Robots in seats: they move as soon as a table waits for them; they think in a thread, never on the event loop."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from bot.errors import Stale
from games import robots

if TYPE_CHECKING:
    from bot.table import Table
    from bot.tables import Tables
    from games.robots import Level

log = logging.getLogger("slowplay")


class Robots:
    """Plays every seat that a robot holds."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="robot")
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._running: set[asyncio.Task[None]] = set()
        self._open = True
        tables.listeners.append(self.kick)

    async def resume(self) -> None:
        """Move where an earlier run left a robot waiting."""
        for row in await self._tables.store.rows("SELECT id FROM games WHERE status = 'running'"):
            self.kick(row["id"])

    def kick(self, game_id: int) -> None:
        """Look whether a robot is to move in a game; returns at once."""
        task = asyncio.create_task(self._play(game_id))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def settle(self) -> None:
        """Wait until no robot has anything to do."""
        while self._running:
            await asyncio.gather(*self._running, return_exceptions=True)

    def close(self) -> None:
        """Finish the move being thought about and end the thread."""
        self._open = False
        self._thread.shutdown(cancel_futures=True)

    async def choose(self, table: Table, seat: int, level: Level) -> str:
        """Choose a move for an awaited seat, from what that seat may know."""
        view, legal = table.view(seat), table.game.legal(table.state, seat)
        seed = secrets.token_bytes(16)
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, robots.choose, table.slug, view, legal, seed, level
        )

    async def _play(self, game_id: int) -> None:
        async with self._locks[game_id]:
            while self._open:
                table = await self._tables.get(game_id)
                if table is None or not table.robots_to_move:
                    return
                seat = table.robots_to_move[0]
                try:
                    move = await self.choose(table, seat, table.players[seat].robot or "full")
                    await self._tables.robot_move(game_id, seat, move, seq=table.seq)
                except Stale:
                    continue
                except Exception:
                    log.exception("game=%s seq=%s seat=%s: the robot could not move", game_id, table.seq, seat)
                    return
