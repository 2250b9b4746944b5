"""Composing and sending one row of the outbox, a function a kind; what goes to single people is in `private`."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import msgspec

from bot import calls, compose, hours, messages, names, offers, outbox, people, wording
from bot.drawing import Drawing
from bot.private import Private
from bot.sending import Sender
from games import chance

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    import discord

    from bot.pictures import Pictures
    from bot.store import Transaction
    from bot.table import Table
    from bot.tables import Tables

log = logging.getLogger("slowplay")

_BOARD_FIRST = 60
"""Seconds after which it is looked again whether a new board has been posted."""
_NEEDS_PICTURE = (
    "The picture is missing: somebody who manages this channel can give me the permission **Attach Files** here."
)


class Delivery:
    """Sends single rows, each by the function of its kind."""

    def __init__(self, client: discord.Client, tables: Tables, pictures: Pictures) -> None:
        self._tables = tables
        self._store = tables.store
        self._drawing = Drawing(tables, pictures)
        self._sender = Sender(client)
        self._private = Private(tables, self._drawing, self._sender)
        self._kinds: Mapping[str, Callable[[outbox.Row, Table], Awaitable[None]]] = {
            "lobby": self._lobby,
            "board": self._board,
            "scored": self._scored,
            "hand": self._private.hand,
            "ping": self._ping,
            "notice": self._notice,
            "retire": self._retired,
            "refresh": self._refresh,
            "invite": self._invite,
        }

    def doubt(self, newest: int) -> None:
        """Take every row up to this one for perhaps sent, by an earlier run."""
        self._sender.doubtful = newest

    async def deliver(self, row: outbox.Row) -> None:
        """Compose and send what a row stands for, and take it out of the outbox."""
        if row.game_id is None:
            await self._private.digest(row)
            return
        table = await self._tables.get(row.game_id)
        assert table is not None
        await self._kinds[row.kind](row, table)

    async def _lobby(self, row: outbox.Row, table: Table) -> None:
        seal = (
            "" if table.state is None else chance.commitment(bytes.fromhex((await self._tables.setup(table.id)).seed))
        )
        message = compose.lobby(table, seal)
        posted = table.message.message_id if table.message else None
        if posted is None:
            posted = await self._sender.sent(row, table.channel_id, 0)
        if posted is not None and not await self._sender.edit(table, posted, message):
            posted = None
        if posted is None and table.status == "lobby":
            posted = await self._sender.send(row, table.channel_id, message, 0)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])
            standing = outbox.Standing(posted, wording.title(table), "") if posted and table.status == "lobby" else None
            await _remember(db, table.id, standing)

    async def _board(self, row: outbox.Row, table: Table) -> None:
        rows = [
            r
            for r in await outbox.waiting(self._store, row.target)
            if r.kind == "board" and r.game_id == table.id and r.seq <= table.seq
        ]
        if not rows:
            return  # the channel was deleted meanwhile, and all that waited with it
        found = await self._sender.strays(table, rows)
        if table.status == "over":
            async with self._store.transaction() as db:
                await outbox.remove(db, rows)
                await _retire(db, table, list(found.values()))
                await _remember(db, table.id, None)
            self._log_moves(table, 0.0, 0.0)
            return
        began = time.perf_counter()
        first = min(r.seq for r in rows)
        entries = [entry for entry in await self._tables.log(table.id, first) if entry.seq <= table.seq]
        missing = "" if self._sender.may_attach(table) else _NEEDS_PICTURE
        png = None if missing else await self._drawing.board(table)
        drawn = time.perf_counter()
        # Whom a board called that was posted, though never noted, is not called again.
        calling = [msgspec.json.decode(r.payload, type=outbox.Ping) for r in rows if r.seq not in found]
        users = {user for ping in calling for user in ping.users}
        pings, later = await calls.split(self._tables, table, [u for u in table.users(table.awaited) if u in users])
        message, standing = compose.board(table, entries, png, pings, missing, await self._tables.away(table))
        message_id = await self._sender.send(row, table.channel_id, message, table.seq)
        async with self._store.transaction() as db:
            await outbox.remove(db, rows)
            # A seat may have changed since the newest was posted unnoted: it is the one that stands from now on.
            await _retire(db, table, [stray for stray in found.values() if stray.message_id != message_id])
            await _remember(db, table.id, msgspec.structs.replace(standing, message_id=message_id))
            await calls.call(self._tables, db, table, tuple(later), "it is your turn.")
        self._log_moves(table, (drawn - began) * 1000, (time.perf_counter() - drawn) * 1000)

    async def _scored(self, row: outbox.Row, table: Table) -> None:
        (event,) = table.game.load_events(msgspec.json.decode(row.payload, type=str).encode())
        png = await self._drawing.draw(table, "scored", event) if self._sender.may_attach(table) else None
        final = table.status == "over" and row.seq == table.seq
        seed = (await self._tables.setup(table.id)).seed if final else ""
        happened, pings = await self._ending(table, row) if final else ([], [])
        message = compose.scored(table, row.seq, event, png, seed, happened=happened, pings=pings)
        await self._sender.send(row, table.channel_id, message, row.seq)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])

    async def _ending(self, table: Table, row: outbox.Row) -> tuple[list[str], list[int]]:
        """Give what has happened since the last board of a game that is over, and whom its end is to call: all who may
        be called now but whoever made the last move.
        """
        boards = [r.seq for r in await outbox.waiting(self._store, row.target) if r.kind == "board"]
        entries = await self._tables.log(table.id, min([row.seq, *boards]))
        last = entries[-1]
        made = table.players[last.seat].user_id if last.kind == "move" and last.seat is not None else None
        pings, _ = await calls.split(self._tables, table, [user for user in table.everybody if user != made])
        return wording.told(table, entries), pings

    async def _ping(self, row: outbox.Row, table: Table) -> None:
        """Call one player; dropped when the turn is over, put off when they are asleep or away by now."""
        said = msgspec.json.decode(row.payload, type=outbox.Call)
        current = table.turn == said.turn and said.user in table.users(table.awaited)
        pings, later = await calls.split(self._tables, table, [said.user] if current else [])
        if pings:
            text = f"{names.mention(said.user)}, {said.text} {wording.link(table)}"
            await self._sender.send(row, table.channel_id, messages.notice(text, pings), row.seq)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])
            await calls.call(self._tables, db, table, tuple(later), said.text)

    async def _invite(self, row: outbox.Row, table: Table) -> None:
        """Post the offer of a seat; who must not be called now is called by a message of its own afterwards."""
        offer = await offers.get(self._store, msgspec.json.decode(row.payload, type=int))
        assert offer is not None
        now, due, message_id = self._tables.now(), 0.0, offer.message_id
        if offer.ending is not None:
            if message_id is None:
                message_id = await self._sender.sent(row, table.channel_id, row.seq)
        else:
            person = await people.get(self._store, offer.newcomer)
            due = 0.0 if person.digest else hours.present_at(person, now)
            pings = [] if person.digest or due > now else [offer.newcomer]
            if message_id is None:
                message_id = await self._sender.send(row, table.channel_id, compose.offer(table, offer, pings), row.seq)
            elif pings:
                where = wording.link_to(table, message_id)
                text = f"{names.mention(offer.newcomer)}, a seat is offered to you: {where}"
                await self._sender.send(row, table.channel_id, messages.notice(text, pings), row.seq)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])
            if message_id is not None:
                await offers.posted(db, table, offer, message_id)
            if due > now:
                await outbox.add(db, table.id, row.seq, "invite", table.channel_id, offer.id, due_at=due)

    async def _notice(self, row: outbox.Row, table: Table) -> None:
        said = msgspec.json.decode(row.payload, type=outbox.Notice)
        if not said.lobby or table.status == "lobby":
            pings, _ = await calls.split(self._tables, table, list(said.users))
            await self._sender.send(row, table.channel_id, messages.notice(said.text, pings), row.seq)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])

    async def _retired(self, row: outbox.Row, table: Table) -> None:
        standing = msgspec.json.decode(row.payload, type=outbox.Standing)
        await self._sender.edit(table, standing.message_id, compose.retired(standing))
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])

    async def _refresh(self, row: outbox.Row, table: Table) -> None:
        """Show on the board that stands there what has changed without a new one: until when the turn lasts, who is
        away, for whom a robot plays.
        """
        async with self._store.transaction():  # nothing is committed between the two
            waiting = [r for r in await outbox.waiting(self._store, row.target) if r.game_id == table.id]
            now = await self._tables.get(table.id)
        boards = [r.seq for r in waiting if r.kind == "board"]
        if boards and max(boards) <= row.seq:
            # It may have been composed before the change.
            await outbox.postpone(self._store, row, int(self._tables.now()) + _BOARD_FIRST, tried=False)
            return
        there = True
        # A board of a later row shows all of this by itself.
        if not boards and now is not None and now.message is not None and await self._shows(now, now.message):
            message = compose.refreshed(now, now.message, await self._tables.away(now))
            there = await self._sender.edit(now, now.message.message_id, message)
        async with self._store.transaction() as db:
            shown = [r for r in waiting if r.kind == "refresh" and (not boards or r.seq < max(boards))]
            await outbox.remove(db, shown)
            if not there:  # somebody has deleted it
                await outbox.add(db, table.id, row.seq, "board", row.target, outbox.Ping())
        if not there:
            self._tables.tell(table.id)

    async def _shows(self, table: Table, standing: outbox.Standing) -> bool:
        """Tell whether the board that stands there shows the position of a game that is not over."""
        if table.state is None or table.status not in {"running", "paused"}:
            return False
        position = table.seq if standing.position is None else standing.position
        return all(entry.kind == "seat" for entry in await self._tables.log(table.id, position + 1))

    def _log_moves(self, table: Table, render: float, upload: float) -> None:
        for (game_id, seq), spent in sorted(self._tables.spent.items()):
            if game_id == table.id and seq <= table.seq:
                log.info(
                    "move game=%s seq=%s seat=%s text=%r rules=%.1f commit=%.1f render=%.1f upload=%.1f",
                    game_id, seq, spent.seat, spent.public, spent.rules, spent.commit, render, upload,
                )  # fmt: skip
                del self._tables.spent[game_id, seq]


async def _remember(db: Transaction, game_id: int, standing: outbox.Standing | None) -> None:
    data = None if standing is None else msgspec.json.encode(standing)
    await db.execute("UPDATE games SET message = ? WHERE id = ?", (data, game_id))


async def _retire(db: Transaction, table: Table, strays: Sequence[outbox.Standing] = ()) -> None:
    for standing in (*strays, *([table.message] if table.message else [])):
        await outbox.add(db, table.id, table.seq, "retire", table.channel_id, standing)
