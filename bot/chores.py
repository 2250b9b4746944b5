"""Cleaning up: lobbies nobody starts, games nobody moves in. A game is judged by its newest move, never by its age."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot import outbox
from bot.endings import AGREED
from bot.hours import DAY

if TYPE_CHECKING:
    from bot.tables import Tables

log = logging.getLogger("slowplay")

LOBBY_DAYS, WARN_DAYS, IDLE_DAYS = 3, 27, 30
_NOTICE = (IDLE_DAYS - WARN_DAYS) * DAY
_IDLE = {
    "running": (
        f"Nobody has moved for {IDLE_DAYS} days, so this game ends here.",
        f"Nobody has moved here for {WARN_DAYS} days; without a move this game ends {{end}}.",
    ),
    "paused": (
        f"This game has been paused for {IDLE_DAYS} days, so it ends here.",
        f"This game has been paused for {WARN_DAYS} days; it ends {{end}} unless a player's /game pause lets it go on.",
    ),
}
"""What the channel reads when a game ends for being idle, and three days before, by its status."""


async def sweep(tables: Tables) -> None:
    """Close lobbies of three days, warn games idle for 27 days, end those idle for 30 and warned three days ago.

    A game that rests by agreement is idle too, from the day it was paused.
    """
    now = tables.now()
    for row in await _older(tables, "lobby", LOBBY_DAYS):
        log.info("game=%s: lobby closed after %s days", row, LOBBY_DAYS)
        await tables.abandon(row, "closed", "", before=now - LOBBY_DAYS * DAY)
    for status, (ended, warned) in _IDLE.items():
        for row in await _older(tables, status, IDLE_DAYS):
            if await _warned(tables, row):
                log.info("game=%s: ended after %s idle days", row, IDLE_DAYS)
                await tables.abandon(row, "idle", ended, before=now - IDLE_DAYS * DAY)
        for row in await _older(tables, status, WARN_DAYS):
            async with tables.changing(row) as change:
                table = change.table
                if table.status != status or table.moved_at > now - WARN_DAYS * DAY:
                    continue  # somebody moved in this very moment
                if await change.db.rows(
                    "INSERT OR IGNORE INTO told VALUES (?, ?, 'idle', ?) RETURNING at", (table.id, table.turn, int(now))
                ):
                    end = max(table.moved_at + IDLE_DAYS * DAY, int(now) + _NOTICE)
                    note = outbox.Notice(warned.format(end=f"<t:{end}:R>"))
                    await outbox.add(change.db, table.id, table.seq, "notice", table.channel_id, note)
            tables.tell(row)


async def _warned(tables: Tables, game_id: int) -> bool:
    """Tell whether the warning has stood long enough: after a long outage it has not."""
    row = await tables.store.row(
        "SELECT 1 FROM told t JOIN games g ON g.id = t.game_id AND g.turn = t.turn"
        " WHERE g.id = ? AND t.kind = 'idle' AND t.at <= ?",
        (game_id, tables.now() - _NOTICE),
    )
    return row is not None


async def _older(tables: Tables, status: str, days: int) -> list[int]:
    rows = await tables.store.rows(
        "SELECT id FROM games WHERE status = ? AND moved_at <= ? AND (status <> 'paused' OR ending = ?)",
        (status, tables.now() - days * DAY, AGREED),
    )
    return [int(row["id"]) for row in rows]
