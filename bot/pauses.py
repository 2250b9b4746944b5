"""Pausing by agreement: a game rests when every player has asked for it, and goes on when any of them wants to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import names, outbox
from bot.changes import NO_GAME, NOT_BEGUN, NOT_PLAYING, Done
from bot.errors import Refusal
from bot.tables import AGREED, Step

if TYPE_CHECKING:
    from bot.tables import Tables


async def agree(tables: Tables, game_id: int, user_id: int, *, interaction_id: int | None = None) -> Done:
    """Ask for a pause, or end one that was agreed.

    Raises:
        Refusal: no game, not a player, asked before in this turn, or paused because its rules changed.
    """
    async with tables.changing(game_id, interaction_id) as change:
        db, table = change.db, change.table
        if table.status not in {"running", "paused"}:
            raise Refusal(NOT_BEGUN if table.status == "lobby" else NO_GAME)
        seat = table.seat_of(user_id)
        if seat is None:
            raise Refusal(NOT_PLAYING)
        who = names.signed(seat, table.players[seat].name)
        if table.status == "paused":
            if table.ending != AGREED:
                raise Refusal("This game is paused until its rules can go on; /game end closes it.")
            await db.execute("UPDATE games SET status = 'running', ending = NULL WHERE id = ?", (game_id,))
            await db.execute("DELETE FROM told WHERE game_id = ? AND kind LIKE 'pause %'", (game_id,))
            awaited = table.game.awaited(table.state)
            step = Step("seat", seat, "", table.state, (), f"{who} ends the pause.")
            await tables.write(change, step, table.users(awaited))
            change.said = "The game goes on."
        else:
            rows = await db.rows(
                "SELECT kind FROM told WHERE game_id = ? AND turn = ? AND kind LIKE 'pause %'", (game_id, table.turn)
            )
            asked = {int(row["kind"].split()[1]) for row in rows}
            if user_id in asked:
                raise Refusal("You have asked for a pause already; the game rests when all players have.")
            asked.add(user_id)
            await db.execute(
                "INSERT INTO told VALUES (?, ?, ?, ?)", (game_id, table.turn, f"pause {user_id}", int(tables.now()))
            )
            players = set(table.users(tuple(range(len(table.players)))))
            text = f"{who} asks for a pause ({len(asked & players)} of {len(players)} players); /game pause agrees."
            change.said = "You ask for a pause; the game rests when all players have, before the next move."
            if players <= asked:
                await db.execute(
                    "UPDATE games SET status = 'paused', ending = ?, deadline = NULL, close_at = NULL WHERE id = ?",
                    (AGREED, game_id),
                )
                text = "All players agree: the game is paused. /game pause by any of them ends the pause."
                change.said = "All have agreed; the game is paused."
            await outbox.add(db, game_id, table.seq, "notice", table.channel_id, outbox.Notice(text))
    return await tables.done(game_id, change.said)
