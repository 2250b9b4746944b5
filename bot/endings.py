"""What ends or stops a game before its end: its host, a rule of the house, a channel, server or game that is gone."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot import hours, names, offers, outbox
from bot.changes import NO_GAME
from bot.errors import Refusal
from bot.lobbies import Lobbies

if TYPE_CHECKING:
    from bot.changes import Change, Done
    from bot.table import Table

log = logging.getLogger("slowplay")

_WEEK = 7 * hours.DAY


def may_end(table: Table, user_id: int, now: float, *, allowed: bool) -> None:
    """Hold that a user may end a game for all: its host, whoever is `allowed` to manage the channel, and any player
    once nobody has moved for a week and the host is absent.

    Raises:
        Refusal: it is over, or the user may not.
    """
    if table.status == "over":
        raise Refusal(NO_GAME)
    stands_in = table.status != "lobby" and now - table.moved_at >= _WEEK and offers.stands_in(table, user_id, now)
    if not allowed and user_id != table.host_id and not stands_in:
        host = next((player.name for player in table.players if player.user_id == table.host_id), "?")
        own = {"lobby": "leave", "running": "resign"}.get(table.status)
        yours = f" /game {own} gives up your own seat." if own and table.seat_of(user_id) is not None else ""
        raise Refusal(
            f"Only the host ({names.plain(host)}) or somebody who may manage this channel can end the game.{yours}"
        )


class Endings(Lobbies):
    """Tables that end early."""

    async def end(
        self,
        game_id: int,
        user_id: int,
        name: str,
        *,
        allowed: bool,
        lobby_only: bool = False,
        interaction_id: int | None = None,
    ) -> Done:
        """End a game for all. The host may, and whoever is `allowed` to manage the channel.

        Raises:
            Refusal: it is over, the user may not, or it has begun and was to be ended only before.
        """
        async with self.changing(game_id, interaction_id) as change:
            table = change.table
            may_end(table, user_id, self.now(), allowed=allowed)
            if lobby_only and table.status != "lobby":
                raise Refusal("The game has begun in this very moment; use /game end again if it shall not go on.")
            text = f"{table.game.meta.title} was ended by {names.marked(name)}; /{table.slug} new opens a new table."
            await self.finish(change, "ended", text)
            change.said = f"{table.game.meta.title} is ended; the channel is free for a new table."
        return await self.done(game_id, change.said)

    async def finish(self, change: Change, ending: str, text: str) -> None:
        """End a game or lobby before its end, inside a change; `text` tells the channel why."""
        db, table = change.db, change.table
        await db.execute(
            "UPDATE games SET status = 'over', ending = ?, close_at = NULL, deadline = NULL WHERE id = ?",
            (ending, table.id),
        )
        if table.status == "lobby":
            await outbox.add(db, table.id, 0, "lobby", table.channel_id)
        else:
            await outbox.add(db, table.id, table.seq, "board", table.channel_id, outbox.Ping())
            await outbox.add(db, table.id, table.seq, "notice", table.channel_id, outbox.Notice(text))

    async def abandon(self, game_id: int, ending: str, text: str, *, before: float) -> None:
        """End what nobody has touched since `before`, by a rule of the house; `text` tells the channel why."""
        async with self.changing(game_id) as change:
            table = change.table
            if table.status != "over" and table.moved_at <= before:
                await self.finish(change, ending, text)
        self.tell(game_id)

    async def pause(self, game_id: int, why: str) -> None:
        """Stop a game that this version of the rules cannot go on with, and tell its channel."""
        # Not through `changing`: today's rules may be unable to read the state at all.
        async with self.store.transaction() as db:
            # As with a rest that was agreed: it is judged by its own age.
            await db.execute("DELETE FROM told WHERE game_id = ? AND kind = 'idle'", (game_id,))
            changed = await db.rows(
                "UPDATE games SET status = 'paused', ending = NULL, close_at = NULL, deadline = NULL, moved_at = ?"
                " WHERE id = ? RETURNING seq, channel_id",
                (int(self.now()), game_id),
            )
            for row in changed:
                await outbox.add(db, game_id, row["seq"], "notice", row["channel_id"], outbox.Notice(why))
        self.tell(game_id)

    async def discard(self, game_id: int, why: str) -> None:
        """End a game whose rules are not there any more, and tell its channel."""
        async with self.store.transaction() as db:
            await db.execute("DELETE FROM outbox WHERE game_id = ?", (game_id,))
            ended = await db.rows(
                "UPDATE games SET status = 'over', ending = 'removed', close_at = NULL, deadline = NULL WHERE id = ?"
                " RETURNING seq, channel_id",
                (game_id,),
            )
            for row in ended:
                await outbox.add(db, game_id, row["seq"], "board", row["channel_id"], outbox.Ping())
                await outbox.add(db, game_id, row["seq"], "notice", row["channel_id"], outbox.Notice(why))
        self.tell(game_id)

    async def vacate(self, *, channel_id: int | None = None, guild_id: int | None = None) -> None:
        """End what is played in a channel that was deleted, or in a server that let the bot go.

        Nothing more can be sent there.
        """
        async with self.store.transaction() as db:
            ended = await db.rows(
                "UPDATE games SET status = 'over', ending = 'gone', message = NULL, close_at = NULL, deadline = NULL"
                " WHERE (channel_id = ? OR guild_id = ?) AND status <> 'over' RETURNING id",
                (channel_id, guild_id),
            )
            for row in ended:
                await db.execute("DELETE FROM outbox WHERE game_id = ?", (row["id"],))
                log.info("game=%s is over: its channel or server is gone", row["id"])
