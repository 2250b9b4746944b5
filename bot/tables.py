"""A table is one channel's game. Every change of any game goes through here.

One change: the table's lock, then one transaction that checks the expected seq, applies the rules, writes the log row,
the state and the outbox rows; only after its commit anything leaves for Discord.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections import defaultdict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec

import games
from bot import names, outbox
from bot.errors import Refusal, Repeated, Stale
from bot.table import Entry, Setup, Table, read, read_entry
from games.core import Event, OptionError, RulesError, Scoring, View, complete

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    import aiosqlite

    from bot.store import Store


class Done(msgspec.Struct, frozen=True):
    """What a change did: the table afterwards and the sentence its maker reads."""

    table: Table
    text: str


class Change:
    """A change under way: the open transaction, the table before it, and what its maker will read."""

    def __init__(self, db: aiosqlite.Connection, table: Table) -> None:
        self.db = db
        self.table = table
        self.said = ""


class Spent(msgspec.Struct):
    """Milliseconds of a move by stage, for the log."""

    public: str
    seat: int | None
    rules: float = 0.0
    commit: float = 0.0


class Tables:
    """All tables of one store. `posted` is called after each commit with the id of the game that has news."""

    def __init__(self, store: Store, *, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.posted: Callable[[int], None] = lambda _game_id: None
        self.spent: dict[tuple[int, int], Spent] = {}
        self.now = now
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    # -- reading ---------------------------------------------------------------------------------------------------

    async def get(self, game_id: int) -> Table | None:
        """Read a table by its game's id."""
        return read(
            await self.store.row("SELECT * FROM games WHERE id = ?", (game_id,)),
            await self.store.rows("SELECT * FROM players WHERE game_id = ? ORDER BY seat", (game_id,)),
        )

    async def at(self, channel_id: int) -> Table | None:
        """Read the newest table of a channel, over or not."""
        row = await self.store.row("SELECT id FROM games WHERE channel_id = ? ORDER BY id DESC LIMIT 1", (channel_id,))
        return None if row is None else await self.get(int(row["id"]))

    async def of(self, user_id: int) -> list[Table]:
        """Read every table that is not over and where the user sits, oldest move first."""
        rows = await self.store.rows(
            "SELECT g.id FROM games g JOIN players p ON p.game_id = g.id "
            "WHERE p.user_id = ? AND g.status <> 'over' ORDER BY g.moved_at, g.id",
            (user_id,),
        )
        found = [await self.get(int(row["id"])) for row in rows]
        return [table for table in found if table is not None]

    async def log(self, game_id: int) -> list[Entry]:
        """Read the whole log of a game."""
        rows = await self.store.rows("SELECT * FROM log WHERE game_id = ? ORDER BY seq", (game_id,))
        return [read_entry(row) for row in rows]

    async def setup(self, game_id: int) -> Setup:
        """Read the set-up row of a game that has started."""
        row = await self.store.row("SELECT text FROM log WHERE game_id = ? AND seq = 0", (game_id,))
        assert row is not None
        return msgspec.json.decode(row["text"], type=Setup)

    # -- the lobby -------------------------------------------------------------------------------------------------

    async def open(
        self,
        slug: str,
        *,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        options: Mapping[str, Any],
        interaction_id: int | None = None,
    ) -> Done:
        """Open a lobby in a channel, its host in the first seat.

        Raises:
            Refusal: the channel has a game, or an option is wrong.
        """
        game = games.load(slug)
        try:
            chosen = complete(game.meta.options, options)
        except OptionError as error:
            raise Refusal(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
        now = int(self.now())
        said = "Your table is open; Start begins the game when everybody is here."
        try:
            async with self.store.transaction() as db:
                await self._never_twice(db, interaction_id)
                await self._keep_answer(db, interaction_id, said)
                cursor = await db.execute(
                    "INSERT INTO games (slug, guild_id, channel_id, host_id, status, options, engine, created_at,"
                    " moved_at) VALUES (?, ?, ?, ?, 'lobby', ?, ?, ?, ?)",
                    (slug, guild_id, channel_id, user_id, _text(chosen), game.version, now, now),
                )
                game_id = cursor.lastrowid
                assert game_id is not None
                await db.execute("INSERT INTO players VALUES (?, 0, ?, ?, 0)", (game_id, user_id, name))
                await outbox.add(db, game_id, 0, "lobby", channel_id)
        except sqlite3.IntegrityError:
            raise Refusal(await self._occupied(channel_id)) from None
        return await self._done(game_id, said)

    async def join(self, game_id: int, user_id: int, name: str, *, interaction_id: int | None = None) -> Done:
        """Take the next free seat of a lobby.

        Raises:
            Refusal: it has begun, is full, or the user sits there already.
        """
        async with self._changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            _in_lobby(table)
            most = max(table.game.meta.seats)
            if table.seat_of(user_id) is not None:
                raise Refusal("You already sit at this table; press Start when everybody is here.")
            if len(table.players) >= most:
                raise Refusal(f"All {most} seats are taken; open another table in another channel or thread.")
            await db.execute("INSERT INTO players VALUES (?, ?, ?, ?, 0)", (game_id, len(table.players), user_id, name))
            await outbox.add(db, game_id, 0, "lobby", table.channel_id)
            change.said = f"You have joined {table.game.meta.title}; anybody at the table can press Start."
        return await self._done(game_id, change.said)

    async def leave(self, game_id: int, user_id: int, *, interaction_id: int | None = None) -> Done:
        """Give up a seat in a lobby. When the host goes the next player is host; the last one closes the lobby.

        Raises:
            Refusal: the game has begun, or the user does not sit there.
        """
        async with self._changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            _in_lobby(table)
            seat = table.seat_of(user_id)
            if seat is None:
                raise Refusal("You do not sit at this table; press Join to take a seat.")
            left = [player for player in table.players if player.user_id != user_id]
            await db.execute("DELETE FROM players WHERE game_id = ?", (game_id,))
            await db.executemany(
                "INSERT INTO players VALUES (?, ?, ?, ?, 0)",
                [(game_id, number, player.user_id, player.name) for number, player in enumerate(left)],
            )
            if not left:
                await db.execute("UPDATE games SET status = 'over' WHERE id = ?", (game_id,))
            elif table.host_id == user_id:
                await db.execute("UPDATE games SET host_id = ? WHERE id = ?", (left[0].user_id, game_id))
            await outbox.add(db, game_id, 0, "lobby", table.channel_id)
            change.said = "You have left the table." if left else "You have left, and the empty table is closed."
        return await self._done(game_id, change.said)

    async def start(
        self, game_id: int, user_id: int, *, seed: bytes | None = None, interaction_id: int | None = None
    ) -> Done:
        """Deal, and tell everybody. The seed comes from the system's randomness unless one is given.

        Raises:
            Refusal: it has begun, too few players, or the user does not sit there.
        """
        async with self._changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            _in_lobby(table)
            if table.seat_of(user_id) is None:
                raise Refusal("Only those who sit at this table can start it; press Join to take a seat.")
            few = min(table.game.meta.seats)
            if len(table.players) < few:
                more = few - len(table.players)
                raise Refusal(f"{table.game.meta.title} needs {few} players; {more} more must press Join first.")
            await self._deal(db, table, seed or secrets.token_bytes(16))
            change.said = f"{table.game.meta.title} begins."
        return await self._done(game_id, change.said)

    async def _deal(self, db: aiosqlite.Connection, table: Table, seed: bytes) -> None:
        game = table.game
        state = game.setup(len(table.players), seed, table.options)
        setup = Setup(table.slug, game.version, len(table.players), table.options, seed.hex())
        await db.execute(
            "INSERT INTO log VALUES (?, 0, 'setup', NULL, ?, ?, ?)",
            (table.id, _text(setup), game.dump_events(game.opening(state)), int(self.now())),
        )
        await db.execute(
            "UPDATE games SET status = 'running', engine = ?, state = ?, moved_at = ? WHERE id = ?",
            (game.version, game.dump(state), int(self.now()), table.id),
        )
        await outbox.add(db, table.id, 0, "lobby", table.channel_id)
        await outbox.add(db, table.id, 0, "board", table.channel_id, outbox.Ping(table.users(game.to_act(state))))
        for player in table.players:
            if game.private(game.view(state, player.seat)) is not None:
                await outbox.add(db, table.id, 0, "hand", player.user_id)

    # -- play ------------------------------------------------------------------------------------------------------

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
        async with self._changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            _running(table)
            seat = table.seat_of(user_id)
            if seat is None:
                raise Refusal(NOT_PLAYING)
            if seq is not None and seq != table.seq:
                raise Stale
            before = table.view(seat)
            state, events = table.game.apply(table.state, seat, text)
            move = table.game.parse(text)
            ruled = time.perf_counter()
            await self._write(db, table, seat, move, state, events)
            after = table.game.view(state, seat)
            change.said = f"{games.words(table.slug).move(before, move)}. {_next(table, after)}"
        done = time.perf_counter()
        self.spent[game_id, table.seq + 1] = Spent(
            table.game.public(move), seat, (ruled - began) * 1000, (done - ruled) * 1000
        )
        return await self._done(game_id, change.said)

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
        newly = game.to_act(state) - game.to_act(table.state)
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
        async with self._changing(game_id, interaction_id) as change:
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
        return await self._done(game_id, change.said)

    async def pause(self, game_id: int, why: str) -> None:
        """Stop a game that this version of the rules cannot go on with, and tell its channel."""
        async with self._changing(game_id) as change:
            db, table = change.db, change.table
            await db.execute("UPDATE games SET status = 'paused' WHERE id = ?", (game_id,))
            await outbox.add(db, game_id, table.seq, "notice", table.channel_id, outbox.Notice(why))
        self.posted(game_id)

    async def remember_name(self, table: Table, user_id: int, name: str) -> None:
        """Keep a player's newest display name."""
        if any(player.user_id == user_id and player.name != name for player in table.players):
            async with self.store.transaction() as db:
                await db.execute(
                    "UPDATE players SET name = ? WHERE game_id = ? AND user_id = ?", (name, table.id, user_id)
                )

    # -- inside ----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _changing(self, game_id: int, interaction_id: int | None = None) -> AsyncIterator[Change]:
        """Open a change of one game; its answer, or its refusal, is kept under the interaction's id."""
        async with self._locks[game_id]:
            try:
                async with self.store.transaction() as db:
                    await self._never_twice(db, interaction_id)
                    rows = await db.execute_fetchall("SELECT * FROM games WHERE id = ?", (game_id,))
                    seats = await db.execute_fetchall(
                        "SELECT * FROM players WHERE game_id = ? ORDER BY seat", (game_id,)
                    )
                    table = read(next(iter(rows), None), list(seats))
                    if table is None:
                        raise Refusal(NO_GAME)
                    change = Change(db, table)
                    yield change
                    await self._keep_answer(db, interaction_id, change.said)
            except Repeated:
                raise
            except (Refusal, RulesError) as error:
                async with self.store.transaction() as db:
                    await self._keep_answer(db, interaction_id, str(error))
                raise

    async def _done(self, game_id: int, said: str) -> Done:
        table = await self.get(game_id)
        assert table is not None
        self.posted(game_id)
        return Done(table, said)

    async def _never_twice(self, db: aiosqlite.Connection, interaction_id: int | None) -> None:
        rows = await db.execute_fetchall("SELECT text FROM answers WHERE interaction_id = ?", (interaction_id,))
        for row in rows:
            raise Repeated(row["text"])

    async def _keep_answer(self, db: aiosqlite.Connection, interaction_id: int | None, text: str) -> None:
        if interaction_id is not None:
            now = int(self.now())
            await db.execute("INSERT INTO answers VALUES (?, ?, ?)", (interaction_id, text, now))
            await db.execute("DELETE FROM answers WHERE at < ?", (now - _ANSWERS_KEPT,))

    async def _occupied(self, channel_id: int) -> str:
        table = await self.at(channel_id)
        assert table is not None
        title = table.game.meta.title
        if table.status == "lobby":
            return f"A table of {title} is already open here; join it with /game join, or open yours in a thread."
        return f"This channel already plays {title}; use another channel or a thread, or /game end it first."


_ANSWERS_KEPT = 3600
"""Seconds an answer is kept: an interaction lives for 15 minutes."""
NO_GAME = "No game is being played here; /cactpot new opens a table."
NOT_PLAYING = "You do not play in this game; you may watch, or open a table of your own in another channel."


def _in_lobby(table: Table) -> None:
    if table.status == "over":
        raise Refusal(NO_GAME)
    if table.status != "lobby":
        raise Refusal(
            "This game has already begun; wait for the next one, or open a table in another channel or thread."
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


def _text(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
