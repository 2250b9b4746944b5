"""Looking into the bot's database as a second process may."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec

import games

if TYPE_CHECKING:
    from harness import Stage

PATIENCE = 60.0
"""Seconds after which something that should have come is missing; generous, machines may be busy."""


def rows(stage: Stage, sql: str) -> list[dict[str, Any]]:
    """Read from the bot's database."""
    with closing(sqlite3.connect(f"file:{stage.server.database}?mode=ro", uri=True, timeout=PATIENCE)) as db:
        db.row_factory = sqlite3.Row
        return [dict(row) for row in db.execute(sql)]


def write(stage: Stage, sql: str) -> None:
    """Change the bot's database, as time would; only while the bot is down."""
    assert not stage.bot.running
    with closing(sqlite3.connect(stage.server.database)) as db, db:
        assert db.execute(sql).rowcount == 1


def everything(stage: Stage) -> object:
    """Give all that a refused wish must leave as it was: games, seats, logs, outbox, and what all can read."""
    tables = {name: rows(stage, f"SELECT * FROM {name}") for name in ("games", "players", "log", "outbox")}
    public = {m.id: msgspec.to_builtins(m) for m in stage.server.world.messages.values() if m.only is None}
    return tables, public


def seq(stage: Stage) -> int:
    """Give the number of the newest log row of any game."""
    return int(rows(stage, "SELECT max(seq) AS seq FROM log")[0]["seq"])


def latest(stage: Stage, channel: str = "games") -> dict[str, Any]:
    """Give the row of a channel's newest game."""
    return rows(stage, f"SELECT * FROM games WHERE channel_id = {stage.server.channel(channel).id} ORDER BY id")[-1]


def position(stage: Stage, channel: str = "games") -> Any:
    """Give the spectator's view of a channel's newest game."""
    row = latest(stage, channel)
    game = games.load(row["slug"])
    return game.view(game.load_state(row["state"]), None)


def seated(stage: Stage, channel: str = "games") -> list[dict[str, Any]]:
    """Give the rows of the players of a channel's newest game, by seat."""
    return rows(stage, f"SELECT * FROM players WHERE game_id = {latest(stage, channel)['id']} ORDER BY seat")
