"""What happens by itself when a time is up. Times are rows in the store, so a restart forgets none of them.

Time is injected through `tables.now`, so that tests run weeks in milliseconds.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot import calls, chores, hours, offers, outbox
from bot.errors import Stale
from bot.tables import applied
from bot.waits import Waits

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.robots import Robots
    from bot.tables import Tables

log = logging.getLogger("slowplay")

_AFTER_TROUBLE = 60.0
_SEEN_EVERY = 300.0
_OUTAGE = 900.0
"""Seconds without the clock that count as an outage, which takes nobody's time."""
_SWEEP_EVERY = 3600.0
_LONGEST_SLEEP = 600.0
"""Seconds; a machine's clock may be set while the bot sleeps."""


class Clock:
    """Looks at what is due, after every change and when the next time comes.

    It stands still while Discord cannot be reached: nobody can move then, and nobody can be told.
    """

    def __init__(self, tables: Tables, robots: Robots, reachable: Callable[[], bool] = lambda: True) -> None:
        self._tables = tables
        self._robots = robots
        self._reachable = reachable
        self._swept = 0.0
        self._seen: float | None = None
        """When the clock looked last."""
        self._noted = 0.0
        """When that was last written to the store, for the next run."""
        self._owed: dict[int, int] = {}
        """Seconds of outages that games have not got back yet; until then their time is not up."""
        self._waits = Waits()
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._again = False
        self._running = False
        tables.listeners.append(lambda _game_id: self.look())

    def start(self) -> None:
        """Begin to watch."""
        self._running = True
        self.look()

    async def stop(self) -> None:
        """Stop watching; what is being done is finished first."""
        self._running = False
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])

    def look(self) -> None:
        """See soon what is due; returns at once."""
        if not self._running:
            return
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="clock")

    async def tick(self) -> float:
        """Do everything that is due; gives the seconds until the next time, at most ten minutes."""
        if not self._reachable():
            return _AFTER_TROUBLE
        tables, now, before = self._tables, self._tables.now(), self._tables.troubles
        await self._wake(now)
        well = [await self._safely(game_id, tables.close) for game_id in await self._due("close_at", now)]
        well += [await self._safely(game_id, self._time_out) for game_id in await self._due("deadline", now)]
        for game_id in await calls.remind(tables):
            tables.tell(game_id)
        await offers.lapse(tables)
        await calls.digests(tables)
        for row in await tables.store.rows(
            "SELECT DISTINCT target FROM outbox WHERE due_at BETWEEN 1 AND ?", (int(tables.now()),)
        ):
            tables.tell_target(row["target"])
        if tables.now() >= self._swept + _SWEEP_EVERY:
            self._swept = tables.now()
            await chores.sweep(tables)
        robot = self._robots.retry()
        wait = await self._until_next(*([] if robot is None else [robot]))
        return wait if all(well) and tables.troubles == before else max(wait, _AFTER_TROUBLE)

    async def _wake(self, now: float) -> None:
        """Note that the clock runs; give back the time of an outage, in which nobody could move.

        The machine may also have slept while the process lived on, or Discord have been out of reach: the time since
        the last look tells.
        """
        tables, seen = self._tables, self._seen
        if seen is None:
            fact = await tables.store.fact("clock")
            seen = now if fact is None else float(fact)
        self._seen = now
        gap = int(now - seen)
        if gap > _OUTAGE:
            for row in await tables.store.rows("SELECT id FROM games WHERE status = 'running'"):
                self._owed[row["id"]] = self._owed.get(row["id"], 0) + gap
            log.info("the clock stood still for %s minutes; all turns get them back", gap // 60)
        for game_id in list(self._owed):
            if await self._safely(game_id, self._give_back):
                del self._owed[game_id]
        if not 0 <= now - self._noted < _SEEN_EVERY:
            await tables.store.keep("clock", str(int(now)))
            self._noted = now

    async def _give_back(self, game_id: int) -> None:
        tables, gap = self._tables, self._owed[game_id]
        async with tables.changing(game_id) as change:
            table = change.table
            if table.status != "running":
                return  # paused or over since
            limit = table.deadline
            if limit is not None:
                # No fewer waking hours than a new turn has when quiet hours cut into it.
                waking = await tables.deadline(table, table.awaited, hours.WAKING)
                limit = max(limit + gap, waking or 0)
            await change.db.execute(
                "UPDATE games SET deadline = ?, close_at = close_at + ?, turn_at = turn_at + ? WHERE id = ?",
                (limit, gap, gap, game_id),
            )
            # So does what an undo would leave.
            await change.db.execute(
                "UPDATE log SET until = until + ? WHERE game_id = ? AND until > ?", (gap, game_id, tables.now() - gap)
            )
            if table.until is not None:
                await outbox.add(change.db, game_id, table.seq, "refresh", table.channel_id)
        tables.tell(game_id)

    async def _due(self, column: str, now: float) -> list[int]:
        """List the games whose time was up when the clock looked: should the machine sleep since, that comes later."""
        rows = await self._tables.store.rows(
            f"SELECT id FROM games WHERE status = 'running' AND {column} <= ?",  # noqa: S608 - our own column
            (now,),
        )
        return [row["id"] for row in rows if row["id"] not in self._owed]

    async def _safely(self, game_id: int, work: Callable[[int], Coroutine[None, None, None]]) -> bool:
        """Do some work on one game, so that its failing keeps no other waiting; tells whether it went well."""
        well = False
        if self._waits.over(game_id, self._tables.now()):
            with self._tables.apart(game_id, "what was due"):
                with suppress(Stale):
                    await work(game_id)
                well = True
            if well:
                self._waits.well(game_id)
            else:
                self._waits.failed(game_id, self._tables.now())
        return well

    async def _time_out(self, game_id: int) -> None:
        table = await self._tables.get(game_id)
        if table is None or not table.awaited:
            return
        seat = next((seat for seat in table.awaited if table.players[seat].robot is None), table.awaited[0])
        # The rest of the turn goes with it, or a turn of four moves would take four times as long. Alone at a table
        # there is but one turn, the whole game.
        moves: list[str] = []
        ahead = table
        while not moves or (len(table.players) > 1 and seat in ahead.awaited):
            moves.append(await self._robots.choose(ahead, seat, "full"))
            state, _, _ = applied(ahead, seat, moves[-1])
            ahead = replace(ahead, state=state)
        await self._tables.time_out(game_id, seat, moves, seq=table.seq)

    async def _until_next(self, *known: float) -> float:
        row = await self._tables.store.row(
            "SELECT min(at) AS at FROM (SELECT min(close_at) AS at FROM games WHERE status = 'running' "
            "UNION ALL SELECT min(deadline) FROM games WHERE status = 'running' "
            "UNION ALL SELECT min(digest_at) FROM people WHERE digest "
            "UNION ALL SELECT min(until) FROM offers WHERE ending IS NULL "
            "UNION ALL SELECT min(due_at) FROM outbox WHERE due_at > ?)",
            (int(self._tables.now()),),
        )
        nearest = [*known] if row is None or row["at"] is None else [*known, float(row["at"])]
        reminder = await calls.next_reminder(self._tables)
        nearest += [] if reminder is None else [reminder]
        return min([_LONGEST_SLEEP, *(max(at - self._tables.now(), 0.0) + 0.05 for at in nearest)])

    async def _work(self) -> None:
        wait = _LONGEST_SLEEP
        while self._again and self._running:
            self._again = False
            try:
                wait = await self.tick()
            except Exception:
                log.exception("the clock stumbled; it goes on")
                wait = _AFTER_TROUBLE
        if self._timer is not None:
            self._timer.cancel()
        if self._running:
            self._timer = asyncio.get_running_loop().call_later(wait, self.look)
