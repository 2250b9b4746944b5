"""A table is one channel's game. Every change of any game goes through here.

One change: the table's lock, then one transaction that checks the expected seq, applies the rules, writes the log row,
the state and the outbox rows; only after its commit anything leaves for Discord.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

import games
from bot import names, outbox
from bot.changes import NO_GAME, NOT_PLAYING, Done, Spent
from bot.errors import Refusal, Stale
from bot.lobbies import Lobbies
from games.core import Event, RulesError, Scoring, View

if TYPE_CHECKING:
    import aiosqlite

    from bot.table import Table

log = logging.getLogger("slowplay")


class Tables(Lobbies):
    """All tables of one store."""

    async def move(
        self, game_id: int, user_id: int, text: str, *, seq: int | None = None, interaction_id: int | None = None
    ) -> Done:
        """Make a player's move. `seq` is that of the board it was chosen on, None when it was typed.

        An interaction that comes twice gets its first answer again and moves nothing.

        Raises:
            Stale: the board is newer than `seq`.
            Refusal: no running game, or the user does not play in it.
            RulesError: the rules refuse the move.
        """
        began = time.perf_counter()
        async with self.changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            _running(table)
            seat = table.seat_of(user_id)
            if seat is None:
                raise Refusal(NOT_PLAYING)
            if seq is not None and seq != table.seq:
                raise Stale
            before = table.view(seat)
            state, events, move = _applied(table, seat, text)
            ruled = time.perf_counter()
            await self._write(db, table, seat, move, state, events)
            after = table.game.view(state, seat)
            change.said = f"{games.words(table.slug).move(before, move)}.\n{_next(table, after)}"
        done = time.perf_counter()
        self.spent[game_id, table.seq + 1] = Spent(
            table.game.public(move), seat, (ruled - began) * 1000, (done - ruled) * 1000
        )
        return await self.done(game_id, change.said)

    async def _write(
        self,
        db: aiosqlite.Connection,
        table: Table,
        seat: int | None,
        move: str,
        state: Any,  # noqa: ANN401 - every game has its own
        events: tuple[Event, ...],
    ) -> None:
        game, seq, now = table.game, table.seq + 1, int(self.now())
        over = game.outcome(state) is not None
        await db.execute(
            "INSERT INTO log VALUES (?, ?, 'move', ?, ?, ?, ?)",
            (table.id, seq, seat, move, game.dump_events(events), now),
        )
        await db.execute(
            "UPDATE games SET seq = ?, state = ?, status = ?, moved_at = ? WHERE id = ?",
            (seq, game.dump(state), "over" if over else "running", now, table.id),
        )
        for event in events:
            if isinstance(event, Scoring):
                await outbox.add(db, table.id, seq, "scored", table.channel_id, game.dump_events((event,)).decode())
        newly = game.awaited(state) - game.awaited(table.state)
        await outbox.add(db, table.id, seq, "board", table.channel_id, outbox.Ping(table.users(newly)))
        for player in table.players:
            was = game.private(game.view(table.state, player.seat))
            now_private = game.private(game.view(state, player.seat))
            if now_private is not None and now_private != was and not over:
                await outbox.add(db, table.id, seq, "hand", player.user_id)

    async def end(
        self, game_id: int, user_id: int, name: str, *, allowed: bool, interaction_id: int | None = None
    ) -> Done:
        """End a game for all. The host may, and whoever is `allowed` to manage the channel.

        Raises:
            Refusal: it is over, or the user may not.
        """
        async with self.changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            if table.status == "over":
                raise Refusal(NO_GAME)
            if not allowed and user_id != table.host_id:
                host = next((player.name for player in table.players if player.user_id == table.host_id), "?")
                raise Refusal(
                    f"Only the host ({names.plain(host)}) or somebody who may manage this channel can end the game."
                )
            await db.execute("UPDATE games SET status = 'over' WHERE id = ?", (game_id,))
            if table.state is None:
                await outbox.add(db, game_id, 0, "lobby", table.channel_id)
            else:
                await outbox.add(db, game_id, table.seq, "board", table.channel_id, outbox.Ping())
                text = (
                    f"{table.game.meta.title} was ended by {names.marked(name)}; /{table.slug} new opens a new table."
                )
                await outbox.add(db, game_id, table.seq, "notice", table.channel_id, outbox.Notice(text))
            change.said = f"{table.game.meta.title} is ended; the channel is free for a new table."
        return await self.done(game_id, change.said)

    async def pause(self, game_id: int, why: str) -> None:
        """Stop a game that this version of the rules cannot go on with, and tell its channel."""
        # Not through `changing`: today's rules may be unable to read the state at all.
        async with self.store.transaction() as db:
            changed = await db.execute_fetchall(
                "UPDATE games SET status = 'paused' WHERE id = ? RETURNING seq, channel_id", (game_id,)
            )
            for row in changed:
                await outbox.add(db, game_id, row["seq"], "notice", row["channel_id"], outbox.Notice(why))
        self.posted(game_id)

    async def vacate(self, channel_id: int) -> None:
        """End what is played in a channel that was deleted; nothing more can be sent there."""
        async with self.store.transaction() as db:
            ended = await db.execute_fetchall(
                "UPDATE games SET status = 'over', message = NULL WHERE channel_id = ? AND status <> 'over'"
                " RETURNING id",
                (channel_id,),
            )
            for row in ended:
                await db.execute("DELETE FROM outbox WHERE game_id = ?", (row["id"],))
                log.info("game=%s is over: its channel was deleted", row["id"])

    async def remember_name(self, table: Table, user_id: int, name: str) -> None:
        """Keep a player's newest display name."""
        if any(player.user_id == user_id and player.name != name for player in table.players):
            async with self.store.transaction() as db:
                await db.execute(
                    "UPDATE players SET name = ? WHERE game_id = ? AND user_id = ?", (name, table.id, user_id)
                )


def _running(table: Table) -> None:
    if table.status == "lobby":
        raise Refusal("This game has not begun yet; press Start in its lobby or use /game start.")
    if table.status == "paused":
        raise Refusal("This game is paused until its rules can go on; /game status tells more.")
    if table.status == "over":
        raise Refusal(NO_GAME)


def _next(table: Table, view: View) -> str:
    return games.words(table.slug).turn(view, table.marked)


def _applied(table: Table, seat: int, text: str) -> tuple[Any, tuple[Event, ...], str]:
    """Apply a move; what only a bug can raise carries game, seq and public move text into the log."""
    game = table.game
    try:
        state, events = game.apply(table.state, seat, text)
        return state, events, game.parse(text)
    except RulesError:
        raise
    except Exception as error:
        error.add_note(f"game={table.id} seq={table.seq} seat={seat} text={game.public(game.parse(text))!r}")
        raise
