"""Hints: what the robot would play for a player, said in public, a few times a game for the whole table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from bot import names, outbox
from bot.changes import NOT_PLAYING, Done, running
from bot.errors import Refusal, Stale

if TYPE_CHECKING:
    from bot.robots import Robots
    from bot.tables import Tables

MOST = 3


async def ask(tables: Tables, robots: Robots, game_id: int, user_id: int, *, interaction_id: int | None = None) -> Done:
    """Say in public what the robot would play for the caller, from what the caller may know.

    Raises:
        Refusal: not a player, not the caller's turn, no hint left, or asked before in this turn.
        Stale: the board moved while the robot was thinking.
    """
    table = await tables.get(game_id)
    seat = None if table is None else table.seat_of(user_id)
    if table is None or seat is None:
        raise Refusal(NOT_PLAYING)
    running(table)
    if seat not in table.awaited:
        raise Refusal("A hint is for the player to move; ask for one on your own turn.")
    move = await robots.choose(table, seat, "full")
    async with tables.changing(game_id, interaction_id) as change:
        if change.table.seq != table.seq:
            raise Stale
        rows = await change.db.rows("SELECT turn FROM told WHERE game_id = ? AND kind = 'hint'", (game_id,))
        given = [int(row["turn"]) for row in rows]
        if len(given) >= MOST:
            raise Refusal(f"All {MOST} hints of this game are used; now it is up to you.")
        if table.turn in given:
            raise Refusal("You have had a hint for this turn already; it stands in the channel.")
        await change.db.execute("INSERT INTO told VALUES (?, ?, 'hint', ?)", (game_id, table.turn, int(tables.now())))
        said = games.words(table.slug).move(table.view(seat), move)
        text = f"Hint {len(given) + 1} of {MOST} for {names.signed(seat, table.players[seat].name)}: {said}."
        await outbox.add(change.db, game_id, table.seq, "notice", table.channel_id, outbox.Notice(text))
        change.said = f"{said}: that is what the robot would play."
    return await tables.done(game_id, change.said)
