"""What leaves for Discord after a commit: lobby, board, scores, hands, notices.

Rows of one target leave one after the other; a failed one waits and never blocks a game. A row that may already have
been sent (the process died, or the connection broke) is first looked for in its channel; its nonce makes Discord refuse
a second copy within minutes as well.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot import outbox
from bot.delivery import Delivery

if TYPE_CHECKING:
    from bot.pictures import Pictures
    from bot.tables import Tables

log = logging.getLogger("slowplay")

_GONE = {10003, 10004}  # unknown channel, unknown guild
_LATER = {30046, 50083}  # too many edits of old messages, a locked thread
_LONGEST_WAIT = 3600
_TRIES = 40
"""After so many (a day and more) a row goes, unless it is one of `_LASTING` and its game is not over."""
_LASTING = {"board", "scored", "lobby", "ping", "notice", "invite"}
"""Kinds that tell a channel of its game: a permission may be given back after weeks, and then the game shows again."""


class Posts:
    """The sending side of the outbox."""

    def __init__(self, client: discord.Client, tables: Tables, pictures: Pictures) -> None:
        self._tables = tables
        self._store = tables.store
        self._delivery = Delivery(client, tables, pictures)
        self._locks: defaultdict[tuple[int, bool], asyncio.Lock] = defaultdict(asyncio.Lock)
        self._running: set[asyncio.Task[None]] = set()
        self._open = True
        tables.listeners.append(self.kick)
        tables.target_listeners.append(lambda user_id: self._spawn(self._drain(user_id)))

    async def recall(self) -> None:
        """Note what an earlier run left behind and may have sent; comes before anything is sent."""
        row = await self._store.row("SELECT max(id) AS newest FROM outbox")
        self._delivery.doubt(int(row["newest"] or 0) if row else 0)

    async def resume(self) -> None:
        """Send what an earlier run left behind."""
        for target in await outbox.targets(self._store):
            self._spawn(self._drain(target))

    def kick(self, game_id: int) -> None:
        """Send what a game has ready; returns at once."""
        self._spawn(self._drain_game(game_id))

    async def settle(self) -> None:
        """Wait until nothing is being sent."""
        while self._running:
            await asyncio.gather(*self._running, return_exceptions=True)

    async def close(self) -> None:
        """Let go out what is being sent; what is committed from then on waits for the next run."""
        await self.settle()
        self._open = False

    def _spawn(self, work: Any) -> None:  # noqa: ANN401 - a coroutine
        if not self._open:
            work.close()
            return
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _drain_game(self, game_id: int) -> None:
        table = None
        with self._tables.apart(game_id, "sending"):
            table = await self._tables.get(game_id)
        targets = await outbox.targets(self._store, game_id)
        # The board first: the table waits for it, a hand only repeats what its owner knows.
        if table is not None and table.channel_id in targets:
            await self._drain(table.channel_id)
            targets.discard(table.channel_id)
        await asyncio.gather(*(self._drain(target) for target in targets))

    async def _drain(self, target: int) -> None:
        waiting = await self._empty(target, edits=False)
        if any(row.kind in outbox.EDITS for row in waiting):
            # Discord limits edits of old messages; that must never hold up what is new.
            self._spawn(self._empty(target, edits=True))

    async def _empty(self, target: int, *, edits: bool) -> list[outbox.Row]:
        """Send what is due for a target, edits of boards or all else; gives what waits then."""
        async with self._locks[target, edits]:
            while True:
                waiting = await outbox.waiting(self._store, target)
                row = self._next([row for row in waiting if (row.kind in outbox.EDITS) == edits])
                if row is None:
                    return waiting
                try:
                    await self._delivery.deliver(row)
                except Exception as error:  # noqa: BLE001 - a message never stops the others
                    if _closed(error):
                        return waiting  # the bot is ending; the next run sends it
                    await self._failed(row, error)

    def _next(self, rows: list[outbox.Row]) -> outbox.Row | None:
        now = self._tables.now()
        newest = {row.game_id: row.id for row in rows if row.kind == "board"}
        for row in rows:
            if row.due_at <= now and not (row.kind == "board" and row.id < newest[row.game_id]):
                return row
        return None

    async def _failed(self, row: outbox.Row, error: Exception) -> None:
        if isinstance(error, discord.HTTPException) and error.code in _GONE:
            log.warning("game=%s: channel %s is gone, its %s is dropped", row.game_id, row.target, row.kind)
            await self._tables.vacate(channel_id=row.target)
        elif _passing(error) and (row.tries < _TRIES or await self._lasts(row)):
            wait = min(2 ** min(row.tries, _TRIES), _LONGEST_WAIT)
            level = logging.WARNING if row.tries < _TRIES else logging.INFO
            log.log(level, "game=%s seq=%s %s waits %s s: %s", row.game_id, row.seq, row.kind, wait, error)
            await outbox.postpone(self._store, row, int(self._tables.now()) + wait)
            asyncio.get_running_loop().call_later(wait + 0.5, lambda: self._spawn(self._drain(row.target)))
            return
        else:
            log.error("game=%s seq=%s %s could not be sent", row.game_id, row.seq, row.kind, exc_info=error)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])

    async def _lasts(self, row: outbox.Row) -> bool:
        """Tell whether a row is worth sending however late it can be."""
        if row.kind not in _LASTING:
            return False
        found = await self._store.row("SELECT 1 FROM games WHERE id = ? AND status <> 'over'", (row.game_id,))
        return found is not None


def _closed(error: Exception) -> bool:
    """Tell whether the connections to Discord were closed by our own end (aiohttp has no class of error for that)."""
    return isinstance(error, RuntimeError) and str(error) == "Session is closed"


def _passing(error: Exception) -> bool:
    """Tell whether trying again later can help: trouble of the network or of Discord, a permission given back."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status in {403, 429} or error.code in _LATER  # noqa: PLR2004
    return isinstance(error, aiohttp.ClientError | OSError | TimeoutError)
