"""Pausing by agreement: a game rests when every player has asked for it, and goes on when any of them wants to.

Robots agree, also where they stand in for a player; a wish counts until the next move. A rest lasts thirty days at
most: like an idle game it is warned and then ends, see `chores`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import names, outbox, told
from bot.changes import AGREED, NO_GAME, NOT_BEGUN, NOT_PLAYING, Done
from bot.errors import Refusal
from bot.tables import Step
from games import phrases

if TYPE_CHECKING:
    from bot.changes import Change
    from bot.table import Table
    from bot.tables import Tables

_WISH = "pause "
"""Before the user's id: that somebody asks for a pause."""


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
            await db.execute(
                "DELETE FROM told WHERE game_id = ? AND (kind LIKE 'pause %' OR kind = 'idle')", (game_id,)
            )
            awaited = table.game.awaited(table.state)
            step = Step("seat", seat, "", table.state, (), f"{who} ends the pause.")
            await tables.write(change, step, table.users(awaited))
            change.said = "The game goes on."
        else:
            before = user_id in await _asked(change)
            await told.note(db, table, f"{_WISH}{user_id}", tables.now())
            change.said = "All have agreed; the game is paused."
            if not await rest_if_agreed(tables, change, user_id):
                if before:
                    raise Refusal("You have asked for a pause already; the game rests when all players have.")
                players, asked = {*table.users(_all(table)), user_id}, await _asked(change)
                missing = tuple(sorted(players - asked))
                others = phrases.both(map(names.mention, missing))
                text = f"{who} asks for a pause ({len(asked & players)} of {len(players)} players). {others}, "
                text += "/game pause agrees; without that the game just goes on."
                note = outbox.Notice(text, missing)
                await outbox.add(db, game_id, table.seq, "notice", table.channel_id, note)
                change.said = "You ask for a pause; the game rests when all players have, before the next move."
    return await tables.done(game_id, change.said)


async def rest_if_agreed(tables: Tables, change: Change, *present: int) -> bool:
    """Pause a game when all its players want it, inside a change that may have left its seat to a robot; tells whether
    it rests now. Users in `present` count as players though a robot stands in for them.
    """
    table, db = await tables.seated(change), change.db
    players = {*table.users(_all(table)), *present}
    if not players or not players <= await _asked(change):
        return False
    # The rest itself is what is judged by its age, so a warning of before is void.
    await db.execute("DELETE FROM told WHERE game_id = ? AND kind = 'idle'", (table.id,))
    await db.execute(
        "UPDATE games SET status = 'paused', ending = ?, deadline = NULL, close_at = NULL, moved_at = ? WHERE id = ?",
        (AGREED, int(tables.now()), table.id),
    )
    text = "All players agree: the game is paused. /game pause by any of them ends the pause."
    await outbox.add(db, table.id, table.seq, "notice", table.channel_id, outbox.Notice(text))
    await outbox.add(db, table.id, table.seq, "refresh", table.channel_id)
    return True


async def _asked(change: Change) -> set[int]:
    noted = await told.known(change.db, change.table)
    return {int(kind.removeprefix(_WISH)) for kind in noted if kind.startswith(_WISH)}


def _all(table: Table) -> tuple[int, ...]:
    return tuple(player.seat for player in table.players)
