"""Results of finished games, and what can be read from them: a player's statistics, a server's leaderboard."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from bot.store import Store, Transaction
    from bot.table import Table
    from games.core import Outcome


class Standing(msgspec.Struct, frozen=True):
    """A player's record in one game: games finished, games won, mean score."""

    user_id: int
    slug: str
    games: int
    wins: int
    mean: float


async def write(db: Transaction, table: Table, outcome: Outcome | None, now: int) -> None:
    """Write the result of whoever played the match, inside the change's transaction.

    It counts, won or lost, for the player of a seat who made at least half of its moves: neither a robot's play nor
    somebody else's is a player's own, and a substitute of the last minutes need not lose what others have begun.
    """
    assert outcome is not None
    made = await _made(db, table)
    rows = [
        (
            table.id,
            player.seat,
            player.user_id,
            table.slug,
            table.guild_id,
            outcome.scores[min(player.seat, len(outcome.scores) - 1)],
            outcome.ranks[min(player.seat, len(outcome.ranks) - 1)],
            int(player.seat in outcome.won),
            now,
        )
        for player in table.players
        if player.user_id is not None and 2 * made[player.seat, player.user_id] >= made[player.seat, None] > 0
    ]
    await db.each("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


async def _made(db: Transaction, table: Table) -> Counter[tuple[int, int | None]]:
    """Count the moves of each seat that were not taken back: by its players, by user, and in all, under None."""
    made: Counter[tuple[int, int | None]] = Counter()
    for row in await db.rows(
        "SELECT seat, user_id, count(*) AS moves FROM log WHERE game_id = ?1 AND kind IN ('move', 'robot', 'timeout')"
        " AND seat IS NOT NULL AND seq NOT IN (SELECT CAST(text AS INTEGER) FROM log WHERE game_id = ?1"
        " AND kind = 'undo') GROUP BY seat, user_id",
        (table.id,),
    ):
        made[row["seat"], None] += row["moves"]
        if row["user_id"] is not None:
            made[row["seat"], row["user_id"]] += row["moves"]
    return made


async def of_player(store: Store, user_id: int) -> list[Standing]:
    """Read a player's record, game by game."""
    return await _standings(store, "WHERE user_id = ?", user_id)


async def of_server(store: Store, guild_id: int, slug: str) -> list[Standing]:
    """Read a server's leaderboard of one game: most wins first, then the better share of wins."""
    found = await _standings(store, "WHERE guild_id = ? AND slug = ?", guild_id, slug)
    return sorted(found, key=lambda each: (-each.wins, -each.wins / each.games, -each.mean))


async def answer_time(store: Store, user_id: int) -> float | None:
    """Give a player's median time from a board to the own move on it, in seconds; None before the first.

    Moves right after an own one belong to the same turn and do not count.
    """
    rows = await store.rows(
        "SELECT m.at - b.at AS took FROM log m JOIN log b ON b.game_id = m.game_id AND b.seq = m.seq - 1 "
        "WHERE m.user_id = ? AND b.seat IS NOT m.seat",
        (user_id,),
    )
    return float(median(row["took"] for row in rows)) if rows else None


async def _standings(store: Store, where: str, *args: object) -> list[Standing]:
    rows = await store.rows(
        f"SELECT user_id, slug, count(*) AS games, sum(won) AS wins, avg(score) AS mean FROM results {where} "  # noqa: S608 - constant text
        "GROUP BY user_id, slug ORDER BY slug, user_id",
        args,
    )
    return [msgspec.convert(dict(row), Standing) for row in rows]
