"""What goes to one person by direct message: their hand, and the digest of all games that wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot import compose, hours, names, offers, outbox, people, wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.drawing import Drawing
    from bot.sending import Sender
    from bot.table import Table
    from bot.tables import Tables


class Private:
    """Sends rows to people; whoever shuts their messages is told once in the channel what does instead."""

    def __init__(self, tables: Tables, drawing: Drawing, sender: Sender) -> None:
        self._tables = tables
        self._store = tables.store
        self._drawing = drawing
        self._sender = sender

    async def hand(self, row: outbox.Row, table: Table) -> None:
        """Send a player's hand as it is now, in place of all that wait to be sent."""
        rows = [
            r
            for r in await outbox.waiting(self._store, row.target)
            if r.kind == "hand" and r.game_id == table.id and r.seq <= table.seq
        ]
        seat = table.seat_of(row.target)
        try:
            if seat is not None and table.status == "running":
                png = await self._drawing.draw(table, "hand", table.view(seat))
                # The newest row's nonce and seq: an older one may have been used for an older hand, and the same
                # hand is not news again because others have moved.
                last = rows[-1]
                silent = last.seq > 0 or await self._resting(row.target)
                message = compose.hand(table, seat, png, last.seq)
                await self._sender.send_privately(last, row.target, message, last.seq, silent=silent)
                await self._open(table, seat)
        except discord.Forbidden:
            await self._shut(table, row.target)
        async with self._store.transaction() as db:
            await outbox.remove(db, rows)

    async def digest(self, row: outbox.Row) -> None:
        """Tell a user about all own turns, and seats offered to them, in one direct message."""
        tables = [t for t in await self._tables.of(row.target) if t.seat_of(row.target) in t.awaited]
        found = [(o, await self._tables.get(o.game_id)) for o in await offers.to(self._store, row.target)]
        offered = [wording.link_to(t, o.message_id) for o, t in found if t is not None]
        try:
            if (tables or offered) and not await self._resting(row.target):
                await self._sender.send_privately(row, row.target, compose.digest(tables, offered), 0)
        except discord.Forbidden:
            await self._no_digest(row.target, tables)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])

    async def _no_digest(self, user_id: int, tables: Sequence[Table]) -> None:
        """Call a user whose digest cannot arrive in the channels that wait for them, as from now on every turn does."""
        person = await people.change(self._store, user_id, digest=False, digest_at=None)
        due = hours.present_at(person, self._tables.now())
        text = (
            f"{names.mention(user_id)}, it is your turn. Your daily digest cannot reach you by direct message, so it "
            "is off and pings call you again; /game settings turns it on."
        )
        async with self._store.transaction() as db:
            for table in tables:
                note = outbox.Notice(text, (user_id,))
                await outbox.add(db, table.id, table.seq, "notice", table.channel_id, note, due_at=due)
        for table in tables:
            self._tables.tell(table.id)

    async def _resting(self, user_id: int) -> bool:
        """Tell whether nothing may call a user now."""
        now = self._tables.now()
        return hours.present_at(await people.get(self._store, user_id), now) > now

    async def _open(self, table: Table, seat: int) -> None:
        """Note that direct messages arrive again; who shuts them anew is told anew."""
        if table.players[seat].dm_shut:
            async with self._store.transaction() as db:
                await db.execute("UPDATE players SET dm_shut = 0 WHERE game_id = ? AND seat = ?", (table.id, seat))

    async def _shut(self, table: Table, user_id: int) -> None:
        async with self._store.transaction() as db:
            if await db.rows(
                "UPDATE players SET dm_shut = 1 WHERE game_id = ? AND user_id = ? AND dm_shut = 0 RETURNING seat",
                (table.id, user_id),
            ):
                text = (
                    f"{names.mention(user_id)}, I cannot send you direct messages; press **My hand** or use /game hand."
                )
                due = hours.present_at(await people.get(self._store, user_id), self._tables.now())
                note = outbox.Notice(text, (user_id,))
                await outbox.add(db, table.id, table.seq, "notice", table.channel_id, note, due_at=due)
        self._tables.tell(table.id)
