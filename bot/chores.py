"""Cleaning up: lobbies nobody starts, games nobody moves in. A game is judged by its newest move, never by its age."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from bot import hours, names, outbox, people
from bot.changes import AGREED
from bot.hours import DAY
from games import phrases

if TYPE_CHECKING:
    from bot.tables import Tables

log = logging.getLogger("slowplay")

LOBBY_DAYS, WARN_DAYS, IDLE_DAYS = 3, 27, 30
_NOTICE = (IDLE_DAYS - WARN_DAYS) * DAY


class _Idle(NamedTuple):
    """Games that stand still in one way, and what their channel reads three days before they end for it, and then."""

    status: str
    ending: str | None
    warned: str
    ended: str


_IDLE = (
    _Idle(
        "running",
        None,
        f"nobody has moved here for {WARN_DAYS} days; without a move this game ends {{end}}.",
        f"Nobody has moved for {IDLE_DAYS} days, so this game ends here.",
    ),
    _Idle(
        "paused",
        AGREED,
        f"this game has been paused for {WARN_DAYS} days; it ends {{end}} unless a player's /game pause lets it go on.",
        f"This game has been paused for {IDLE_DAYS} days, so it ends here.",
    ),
    _Idle(
        "paused",
        None,
        f"this game has waited for its rules for {WARN_DAYS} days; it ends {{end}}, or before with /game end.",
        f"This game has waited for its rules for {IDLE_DAYS} days, so it ends here.",
    ),
)


async def sweep(tables: Tables) -> None:
    """Close lobbies of three days, warn games idle for 27 days, end those idle for 30 and warned three days ago.

    A paused game is idle too, from the day it was paused.
    """
    now = tables.now()
    for row in await _older(tables, "lobby", None, LOBBY_DAYS):
        with tables.apart(row, "cleaning up"):
            await tables.abandon(row, "closed", "", before=now - LOBBY_DAYS * DAY)
            log.info("game=%s: lobby closed after %s days", row, LOBBY_DAYS)
    for idle in _IDLE:
        for row in await _older(tables, idle.status, idle.ending, IDLE_DAYS):
            with tables.apart(row, "cleaning up"):
                if await _warned(tables, row):
                    await tables.abandon(row, "idle", idle.ended, before=now - IDLE_DAYS * DAY)
                    log.info("game=%s: ended after %s idle days", row, IDLE_DAYS)
        for row in await _older(tables, idle.status, idle.ending, WARN_DAYS):
            with tables.apart(row, "warning of its end"):
                await _warn(tables, row, idle)


async def _warn(tables: Tables, game_id: int, idle: _Idle) -> None:
    now = tables.now()
    async with tables.changing(game_id) as change:
        table = change.table
        if (table.status, table.ending) != (idle.status, idle.ending) or table.moved_at > now - WARN_DAYS * DAY:
            return  # somebody moved in this very moment
        if await change.db.rows(
            "INSERT OR IGNORE INTO told VALUES (?, ?, 'idle', ?) RETURNING at", (table.id, table.turn, int(now))
        ):
            end = max(table.moved_at + IDLE_DAYS * DAY, int(now) + _NOTICE)
            who = phrases.both(map(names.mention, table.everybody))
            note = outbox.Notice(f"{who}: {idle.warned.format(end=f'<t:{end}:R>')}", table.everybody)
            # When all are awake, but in time.
            wishes = await people.of(tables.store, table.everybody)
            due = max((hours.present_at(person, now) for person in wishes.values()), default=now)
            due = min(due, now + DAY)
            await outbox.add(change.db, table.id, table.seq, "notice", table.channel_id, note, due_at=due)
    tables.tell(game_id)


async def _warned(tables: Tables, game_id: int) -> bool:
    """Tell whether the warning has stood long enough: after a long outage it has not."""
    row = await tables.store.row(
        "SELECT 1 FROM told t JOIN games g ON g.id = t.game_id AND g.turn = t.turn"
        " WHERE g.id = ? AND t.kind = 'idle' AND t.at <= ?",
        (game_id, tables.now() - _NOTICE),
    )
    return row is not None


async def _older(tables: Tables, status: str, ending: str | None, days: int) -> list[int]:
    rows = await tables.store.rows(
        "SELECT id FROM games WHERE status = ? AND ending IS ? AND moved_at <= ?",
        (status, ending, tables.now() - days * DAY),
    )
    return [int(row["id"]) for row in rows]
