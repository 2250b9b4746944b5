"""Composing and sending one row of the outbox, a function a kind, and finding what may have been sent already."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

import discord
import msgspec

from bot import calls, compose, hours, names, offers, outbox, people
from bot.traces import Traces
from games import chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.pictures import Pictures
    from bot.store import Transaction
    from bot.table import Table
    from bot.tables import Tables

log = logging.getLogger("slowplay")

_NO_MESSAGE = 10008
_BOARD_FIRST = 60
"""Seconds after which it is looked again whether a new board has been posted."""
_NEEDS_PICTURE = (
    "The picture is missing: somebody who manages this channel can give me the permission **Attach Files** here."
)


class Delivery:
    """Sends single rows. `doubtful` is the newest row that an earlier run may have sent."""

    def __init__(self, client: discord.Client, tables: Tables, pictures: Pictures) -> None:
        self._client = client
        self._tables = tables
        self._store = tables.store
        self._pictures = pictures
        self._traces = Traces(client)
        self._foreseen: dict[tuple[int, int], asyncio.Task[bytes]] = {}
        self.doubtful = 0
        tables.foresee = self._foresee

    async def deliver(self, row: outbox.Row) -> None:
        """Compose and send what a row stands for, and take it out of the outbox."""
        if row.game_id is None:
            await self._digest(row)
            return
        table = await self._tables.get(row.game_id)
        assert table is not None
        await _SENDERS[row.kind](self, row, table)

    # -- one function a kind ---------------------------------------------------------------------------------------

    async def _lobby(self, row: outbox.Row, table: Table) -> None:
        seal = (
            "" if table.state is None else chance.commitment(bytes.fromhex((await self._tables.setup(table.id)).seed))
        )
        message = compose.lobby(table, seal)
        posted = table.message.message_id if table.message else None
        if posted is None and self._unsure(row):
            posted = await self._traces.find(row, table.channel_id, 0)
        if posted is not None and not await self._edit(table, posted, message):
            posted = None
        if posted is None and table.status == "lobby":
            posted = await self._send(row, table.channel_id, message, 0)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])
            standing = outbox.Standing(posted, compose.title(table), "") if posted and table.status == "lobby" else None
            await _remember(db, table.id, standing)

    async def _board(self, row: outbox.Row, table: Table) -> None:
        rows = [
            r
            for r in await outbox.waiting(self._store, row.target)
            if r.kind == "board" and r.game_id == table.id and r.seq <= table.seq
        ]
        if not rows:
            return  # the channel was deleted meanwhile, and all that waited with it
        found = await self._traces.strays(table) if any(self._unsure(r) for r in rows) else {}
        strays = list(found.values())
        if table.status == "over":
            async with self._store.transaction() as db:
                await outbox.remove(db, rows)
                await _retire(db, table, strays)
                await _remember(db, table.id, None)
            self._log_moves(table, 0.0, 0.0)
            return
        began = time.perf_counter()
        first = min(r.seq for r in rows)
        entries = [entry for entry in await self._tables.log(table.id, first) if entry.seq <= table.seq]
        missing = "" if self._may_attach(table) else _NEEDS_PICTURE
        png = None if missing else await self._draw_board(table)
        drawn = time.perf_counter()
        # Whom a board called that was posted, though never noted, is not called again.
        calling = [msgspec.json.decode(r.payload, type=outbox.Ping) for r in rows if r.seq not in found]
        users = {user for ping in calling for user in ping.users}
        pings, later = await calls.split(self._tables, table, [u for u in table.users(table.awaited) if u in users])
        message, standing = compose.board(table, entries, png, pings, missing, await self._tables.away(table))
        message_id = await self._send(row, table.channel_id, message, table.seq)
        async with self._store.transaction() as db:
            await outbox.remove(db, rows)
            await _retire(db, table, strays)
            await _remember(db, table.id, msgspec.structs.replace(standing, message_id=message_id))
            await calls.call(self._tables, db, table, tuple(later), "it is your turn.")
        self._log_moves(table, (drawn - began) * 1000, (time.perf_counter() - drawn) * 1000)

    async def _scored(self, row: outbox.Row, table: Table) -> None:
        (event,) = table.game.load_events(msgspec.json.decode(row.payload, type=str).encode())
        png = await self._draw(table, "scored", event) if self._may_attach(table) else None
        final = table.status == "over" and row.seq == table.seq
        seed = (await self._tables.setup(table.id)).seed if final else ""
        happened, pings = await self._ending(table, row) if final else ([], [])
        message = compose.scored(table, row.seq, event, png, seed, happened=happened, pings=pings)
        await self._send(row, table.channel_id, message, row.seq)
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
        return compose.told(table, entries), pings

    async def _hand(self, row: outbox.Row, table: Table) -> None:
        rows = [
            r
            for r in await outbox.waiting(self._store, row.target)
            if r.kind == "hand" and r.game_id == table.id and r.seq <= table.seq
        ]
        seat = table.seat_of(row.target)
        try:
            if seat is not None and table.status == "running":
                png = await self._draw(table, "hand", table.view(seat))
                private = await self._client.create_dm(discord.Object(row.target))
                # The newest row's nonce and seq: an older one may have been used for an older hand, and the same
                # hand is not news again because others have moved.
                last = rows[-1]
                silent = last.seq > 0 or await self._resting(row.target)
                message = compose.hand(table, seat, png, last.seq)
                await self._send(last, private.id, message, last.seq, silent=silent)
                await self._dm_open(table, seat)
        except discord.Forbidden:
            # Whichever of several codes: blocked, messages of this server off, no server in common any more.
            await self._dm_shut(table, row.target)
        async with self._store.transaction() as db:
            await outbox.remove(db, rows)

    async def _ping(self, row: outbox.Row, table: Table) -> None:
        """Call one player; dropped when the turn is over, put off when they are asleep or away by now."""
        said = msgspec.json.decode(row.payload, type=outbox.Call)
        current = table.turn == said.turn and said.user in table.users(table.awaited)
        pings, later = await calls.split(self._tables, table, [said.user] if current else [])
        if pings:
            text = f"{names.mention(said.user)}, {said.text} {compose.link(table)}"
            await self._send(row, table.channel_id, compose.notice(text, pings), row.seq)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])
            await calls.call(self._tables, db, table, tuple(later), said.text)

    async def _invite(self, row: outbox.Row, table: Table) -> None:
        """Post the offer of a seat; who must not be called now is called by a message of its own afterwards."""
        offer = await offers.get(self._store, msgspec.json.decode(row.payload, type=int))
        assert offer is not None
        now, due, message_id = self._tables.now(), 0.0, offer.message_id
        if offer.ending is not None:
            if message_id is None and self._unsure(row):
                message_id = await self._traces.find(row, table.channel_id, row.seq)
        else:
            person = await people.get(self._store, offer.newcomer)
            due = 0.0 if person.digest else hours.present_at(person, now)
            pings = [] if person.digest or due > now else [offer.newcomer]
            if message_id is None:
                message_id = await self._send(row, table.channel_id, compose.offer(table, offer, pings), row.seq)
            elif pings:
                where = compose.link_to(table, message_id)
                text = f"{names.mention(offer.newcomer)}, a seat is offered to you: {where}"
                await self._send(row, table.channel_id, compose.notice(text, pings), row.seq)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])
            if message_id is not None:
                await offers.posted(db, table, offer, message_id)
            if due > now:
                await outbox.add(db, table.id, row.seq, "invite", table.channel_id, offer.id, due_at=due)

    async def _digest(self, row: outbox.Row) -> None:
        """Tell a user about all own turns, and seats offered to them, in one direct message."""
        tables = [t for t in await self._tables.of(row.target) if t.seat_of(row.target) in t.awaited]
        found = [(o, await self._tables.get(o.game_id)) for o in await offers.to(self._store, row.target)]
        offered = [compose.link_to(t, o.message_id) for o, t in found if t is not None]
        try:
            if (tables or offered) and not await self._resting(row.target):
                private = await self._client.create_dm(discord.Object(row.target))
                await self._send(row, private.id, compose.digest(tables, offered), 0)
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

    async def _notice(self, row: outbox.Row, table: Table) -> None:
        said = msgspec.json.decode(row.payload, type=outbox.Notice)
        pings, _ = await calls.split(self._tables, table, list(said.users))
        await self._send(row, table.channel_id, compose.notice(said.text, pings), row.seq)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])

    async def _retired(self, row: outbox.Row, table: Table) -> None:
        standing = msgspec.json.decode(row.payload, type=outbox.Standing)
        await self._edit(table, standing.message_id, compose.retired(standing))
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])

    async def _refresh(self, row: outbox.Row, table: Table) -> None:
        """Show on the board that stands there what has changed without a new one: until when the turn lasts."""
        shown = table.message
        waiting = await outbox.waiting(self._store, row.target)
        if any(r.kind == "board" and r.game_id == table.id for r in waiting):
            # It may have been composed before the change.
            await outbox.postpone(self._store, row, int(self._tables.now()) + _BOARD_FIRST, tried=False)
            return
        current = shown is not None and (not shown.picture or shown.picture == compose.board_file(table))
        if shown is not None and current and table.status in {"running", "paused"} and table.state is not None:
            message = compose.refreshed(table, shown, await self._tables.away(table))
            await self._edit(table, shown.message_id, message)
        async with self._store.transaction() as db:
            await outbox.remove(db, [row])

    # -- inside ----------------------------------------------------------------------------------------------------

    async def _resting(self, user_id: int) -> bool:
        """Tell whether nothing may call a user now."""
        now = self._tables.now()
        return hours.present_at(await people.get(self._store, user_id), now) > now

    async def _send(
        self, row: outbox.Row, channel_id: int, message: compose.Message, seq: int, *, silent: bool = False
    ) -> int:
        """Send a message unless it is there already; gives its id."""
        if self._unsure(row):
            found = await self._traces.find(row, channel_id, seq)
            if found is not None:
                return found
        message.tag(row.tag)
        sent = await self._client.get_partial_messageable(channel_id).send(
            view=message.view,
            files=message.files(),
            allowed_mentions=message.mentions,
            nonce=row.nonce,
            silent=silent,
        )
        return sent.id

    def _unsure(self, row: outbox.Row) -> bool:
        """Tell whether a row may have been sent already."""
        return row.id <= self.doubtful or row.tries > 0

    def _foresee(self, table: Table, state: Any, seq: int) -> None:  # noqa: ANN401 - every game has its own
        """Begin to draw a board while it is still being committed; `_board` takes it, or it is forgotten."""
        for key in [key for key in self._foreseen if key[0] == table.id]:
            self._foreseen.pop(key).cancel()
        view, names_then = table.game.view(state, None), tuple(table.names)

        async def draw() -> bytes:
            contrast = await self._tables.contrast(table)
            return await self._pictures.draw(table.slug, "board", view, names_then, contrast=contrast)

        task = asyncio.create_task(draw())
        task.add_done_callback(lambda done: None if done.cancelled() else done.exception())
        self._foreseen[table.id, seq] = task

    async def _draw_board(self, table: Table) -> bytes | None:
        """Give the picture of the newest board, begun before if it could be foreseen."""
        task = self._foreseen.pop((table.id, table.seq), None)
        if task is not None:
            try:
                return await task
            except (Exception, asyncio.CancelledError):  # noqa: BLE001 - drawn again below, where trouble is told
                log.debug("game=%s seq=%s: the foreseen picture is of no use", table.id, table.seq)
        return await self._draw(table, "board", table.view(None))

    async def _draw(self, table: Table, what: Any, of: Any) -> bytes | None:  # noqa: ANN401 - as Pictures.draw
        try:
            contrast = await self._tables.contrast(table)
            return await self._pictures.draw(table.slug, what, of, table.names, contrast=contrast)
        except Exception:
            log.exception("game=%s seq=%s: the %s could not be drawn; it goes out as text", table.id, table.seq, what)
            return None

    def _may_attach(self, table: Table) -> bool:
        channel = self._client.get_channel(table.channel_id)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return channel.permissions_for(channel.guild.me).attach_files
        return True

    async def _edit(self, table: Table, message_id: int, message: compose.Message) -> bool:
        """Change a message; tells whether it is still there."""
        there = self._client.get_partial_messageable(table.channel_id).get_partial_message(message_id)
        try:
            await there.edit(view=message.view, allowed_mentions=message.mentions)
        except discord.NotFound as error:
            if error.code != _NO_MESSAGE:
                raise
            return False
        return True

    async def _dm_open(self, table: Table, seat: int) -> None:
        """Note that direct messages arrive again; who shuts them anew is told anew."""
        if table.players[seat].dm_shut:
            async with self._store.transaction() as db:
                await db.execute("UPDATE players SET dm_shut = 0 WHERE game_id = ? AND seat = ?", (table.id, seat))

    async def _dm_shut(self, table: Table, user_id: int) -> None:
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

    def _log_moves(self, table: Table, render: float, upload: float) -> None:
        for (game_id, seq), spent in sorted(self._tables.spent.items()):
            if game_id == table.id and seq <= table.seq:
                log.info(
                    "move game=%s seq=%s seat=%s text=%r rules=%.1f commit=%.1f render=%.1f upload=%.1f",
                    game_id, seq, spent.seat, spent.public, spent.rules, spent.commit, render, upload,
                )  # fmt: skip
                del self._tables.spent[game_id, seq]


_SENDERS = {
    "lobby": Delivery._lobby,  # noqa: SLF001 - the table of this class's own methods
    "board": Delivery._board,  # noqa: SLF001
    "scored": Delivery._scored,  # noqa: SLF001
    "hand": Delivery._hand,  # noqa: SLF001
    "ping": Delivery._ping,  # noqa: SLF001
    "notice": Delivery._notice,  # noqa: SLF001
    "retire": Delivery._retired,  # noqa: SLF001
    "refresh": Delivery._refresh,  # noqa: SLF001
    "invite": Delivery._invite,  # noqa: SLF001
}


async def _remember(db: Transaction, game_id: int, standing: outbox.Standing | None) -> None:
    data = None if standing is None else msgspec.json.encode(standing)
    await db.execute("UPDATE games SET message = ? WHERE id = ?", (data, game_id))


async def _retire(db: Transaction, table: Table, strays: Sequence[outbox.Standing] = ()) -> None:
    for standing in (*strays, *([table.message] if table.message else [])):
        await outbox.add(db, table.id, table.seq, "retire", table.channel_id, standing)
