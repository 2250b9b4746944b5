"""Cleaning up: lobbies nobody starts, games nobody moves in. A game is judged by its newest move, never by its age."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot import outbox
from bot.hours import DAY

if TYPE_CHECKING:
    from bot.tables import Tables

log = logging.getLogger("slowplay")

LOBBY_DAYS, WARN_DAYS, IDLE_DAYS = 3, 27, 30
_NOTICE = (IDLE_DAYS - WARN_DAYS) * DAY


async def sweep(tables: Tables) -> None:
    """Close lobbies of three days, warn games idle for 27 days, end those idle for 30 and warned three days ago."""
    now = tables.now()
    for row in await _older(tables, "lobby", LOBBY_DAYS):
        log.info("game=%s: lobby closed after %s days", row, LOBBY_DAYS)
        await tables.abandon(row, "closed", "", before=now - LOBBY_DAYS * DAY)
    for row in await _older(tables, "running", IDLE_DAYS):
        if await _warned(tables, row):
            log.info("game=%s: ended after %s idle days", row, IDLE_DAYS)
            text = f"Nobody has moved for {IDLE_DAYS} days, so this game ends here."
            await tables.abandon(row, "idle", text, before=now - IDLE_DAYS * DAY)
    for row in await _older(tables, "running", WARN_DAYS):
        async with tables.changing(row) as change:
            table = change.table
            if table.status != "running" or table.moved_at > now - WARN_DAYS * DAY:
                continue  # somebody moved in this very moment
            if await change.db.rows(
                "INSERT OR IGNORE INTO told VALUES (?, ?, 'idle', ?) RETURNING at", (table.id, table.turn, int(now))
            ):
                end = max(table.moved_at + IDLE_DAYS * DAY, int(now) + _NOTICE)
                text = f"Nobody has moved here for {WARN_DAYS} days; without a move this game ends <t:{end}:R>."
                await outbox.add(change.db, table.id, table.seq, "notice", table.channel_id, outbox.Notice(text))
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
        "SELECT id FROM games WHERE status = ? AND moved_at <= ?", (status, tables.now() - days * DAY)
    )
    return [int(row["id"]) for row in rows]
