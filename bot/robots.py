"""Robots in seats: they move as soon as a table waits for them; they think in a thread, never on the event loop."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from bot.errors import Stale
from bot.waits import Waits
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
        self._waits = Waits()
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

    def retry(self) -> float | None:
        """Move where a robot could not and has waited for a while; gives when that is next due, None for never."""
        for game_id in self._waits.take(self._tables.now()):
            self.kick(game_id)
        return self._waits.next

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
            try:
                while self._open and await self._move(game_id):
                    pass
            except Exception:
                if self._waits.failed(game_id, self._tables.now()):
                    log.exception("game=%s: the robot could not move; it is tried again", game_id)
            else:
                self._waits.well(game_id)

    async def _move(self, game_id: int) -> bool:
        """Make one move; tells whether there may be another."""
        table = await self._tables.get(game_id)
        if table is None or not table.robots_to_move:
            return False
        seat = table.robots_to_move[0]
        try:
            move = await self.choose(table, seat, table.players[seat].robot or "full")
            await self._tables.robot_move(game_id, seat, move, seq=table.seq)
        except Stale:
            pass
        except Exception as error:
            error.add_note(f"game={game_id} seq={table.seq} seat={seat}")
            raise
        return True
