"""What every change of a table is made of: reading, the lock, one transaction, an answer that is never given twice."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

import msgspec

import games
from bot import hours, people
from bot.errors import Refusal, Repeated
from bot.table import Entry, Setup, Table, read, read_entry
from games import phrases
from games.core import RulesError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping

    from bot.store import Store, Transaction

log = logging.getLogger("slowplay")

# One statement: between two, a change could be committed, and a table read that never was.
_TABLE = "SELECT * FROM games g LEFT JOIN players p ON p.game_id = g.id WHERE g.id = ? ORDER BY p.seat"
_REMEMBERED = 1000
"""Tables remembered as they were read."""
_ANSWERS_KEPT = 3600
"""Seconds an answer is kept: an interaction lives for 15 minutes."""
NEW = phrases.either(f"/{slug} new" for slug in games.slugs())
"""The commands that open a table, for a sentence."""
BEGIN = f"Open a table with {NEW}; others then press Join, or a robot takes a seat."
NO_GAME = f"This game is over. {BEGIN}"
NOT_BEGUN = "This game has not begun yet; whoever sits at its table can press Start in the lobby."
NOT_PLAYING = "You do not play in this game; you may watch, or open a table of your own in another channel."


AGREED = "agreed"
"""Why a game is paused that its players wanted to rest."""


class Done(msgspec.Struct, frozen=True):
    """What a change did: the table afterwards and the sentence its maker reads."""

    table: Table
    text: str


class Change:
    """A change under way: the open transaction, the table before it, and what its maker will read."""

    def __init__(self, db: Transaction, table: Table) -> None:
        self.db = db
        self.table = table
        self.said = ""


class Spent(msgspec.Struct):
    """Milliseconds of a move by stage, for the log."""

    public: str
    seat: int | None
    rules: float = 0.0
    commit: float = 0.0


class Changes:
    """The tables of one store, to be read and changed.

    Each of `listeners` is called after each commit with the id of the game that has news.
    """

    def __init__(self, store: Store, *, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.decks: Mapping[str, object] = {}
        """Decks for new games in place of the house decks, by game."""
        self.listeners: list[Callable[[int], object]] = []
        self.target_listeners: list[Callable[[int], object]] = []
        self.foresee: Callable[[Table, object, int], object] = lambda _table, _state, _seq: None
        """Told of a state that is about to be committed as `seq`, so that its board can be drawn meanwhile."""
        self.troubles = 0
        """Counts what failed for one game and was kept from the others."""
        self._told: set[tuple[int, str]] = set()
        self._read: dict[int, tuple[int, Table | None]] = {}
        self.spent: dict[tuple[int, int], Spent] = {}
        self.now = now
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    @contextmanager
    def apart(self, game_id: int, what: str) -> Iterator[None]:
        """Keep what goes wrong with one game from all others.

        It is logged once, and again when it comes back after it went well: some is tried at every look at the clock.
        """
        try:
            yield
        except Exception:
            self.troubles += 1
            if (game_id, what) not in self._told:
                self._told.add((game_id, what))
                log.exception("game=%s: %s failed; the other games go on", game_id, what)
        else:
            self._told.discard((game_id, what))

    async def get(self, game_id: int) -> Table | None:
        """Read a table by its game's id; from memory when nothing at all was written since it was read."""
        if (known := self._remembered(game_id)) is not None:
            return known
        commits = self.store.commits
        table = read(await self.store.rows(_TABLE, (game_id,)))
        if len(self._read) > _REMEMBERED:
            self._read.clear()
        self._read[game_id] = (commits, table)
        return table

    def _remembered(self, game_id: int) -> Table | None:
        """Give a table as it was read when nothing has been written since; inside a transaction nothing else can be."""
        commits, table = self._read.get(game_id, (-1, None))
        return table if commits == self.store.commits else None

    async def at(self, channel_id: int) -> Table | None:
        """Read the newest table of a channel, over or not."""
        row = await self.store.row("SELECT id FROM games WHERE channel_id = ? ORDER BY id DESC LIMIT 1", (channel_id,))
        return None if row is None else await self.get(int(row["id"]))

    async def dealt(self, channel_id: int) -> Table | None:
        """Read the newest table of a channel that was dealt, over or not: a lobby does not hide what was played."""
        row = await self.store.row(
            "SELECT id FROM games WHERE channel_id = ? AND state IS NOT NULL ORDER BY id DESC LIMIT 1", (channel_id,)
        )
        return None if row is None else await self.get(int(row["id"]))

    async def of(self, user_id: int) -> list[Table]:
        """Read every table that is not over and where the user sits, oldest move first; none that is damaged."""
        rows = await self.store.rows(
            "SELECT g.id FROM games g JOIN players p ON p.game_id = g.id "
            "WHERE p.user_id = ? AND g.status <> 'over' ORDER BY g.moved_at, g.id",
            (user_id,),
        )
        found = []
        for row in rows:
            with self.apart(row["id"], "reading"):
                table = await self.get(row["id"])
                found += [] if table is None else [table]
        return found

    async def log(self, game_id: int, first: int = 0) -> list[Entry]:
        """Read the log of a game, from the row with seq `first` on."""
        rows = await self.store.rows("SELECT * FROM log WHERE game_id = ? AND seq >= ? ORDER BY seq", (game_id, first))
        return [read_entry(row) for row in rows]

    async def setup(self, game_id: int) -> Setup:
        """Read the set-up row of a game that has started."""
        row = await self.store.row("SELECT text FROM log WHERE game_id = ? AND seq = 0", (game_id,))
        assert row is not None
        return msgspec.json.decode(row["text"], type=Setup)

    async def deadline(self, table: Table, awaited: Iterable[int], length: int | None = None) -> int | None:
        """Give when a turn that begins now is over, by the hours of all who are awaited; None for no limit.

        `length` are its seconds, when they are fewer than the table's turn time.
        """
        users = table.users(frozenset(awaited))
        if table.turn_time is None or not users:
            return None
        known = await people.of(self.store, users)
        seconds = table.turn_time if length is None else min(length, table.turn_time)
        return max(hours.deadline(known[user], self.now(), seconds) for user in users)

    async def contrast(self, table: Table) -> bool:
        """Tell whether anybody at a table wants pictures of high contrast; all get them, and nobody is named."""
        wishes = await people.of(self.store, table.everybody)
        return any(person.contrast for person in wishes.values())

    async def away(self, table: Table) -> dict[int, int]:
        """Give the players on vacation, by user, with the time it ends."""
        wishes = await people.of(self.store, table.everybody)
        return {user: p.away_until for user, p in wishes.items() if p.away_until and p.away_until > self.now()}

    @asynccontextmanager
    async def changing(self, game_id: int, interaction_id: int | None = None) -> AsyncIterator[Change]:
        """Open a change of one game; its answer, or its refusal, is kept under the interaction's id."""
        async with self._locks[game_id]:
            try:
                async with self.store.transaction() as db:
                    await self.never_twice(db, interaction_id)
                    table = self._remembered(game_id) or await _read(db, game_id)
                    if table is None:
                        raise Refusal(NO_GAME)
                    change = Change(db, table)
                    yield change
                    await self.keep_answer(db, interaction_id, change.said)
            except Repeated:
                raise
            except (Refusal, RulesError) as error:
                async with self.store.transaction() as db:
                    await self.keep_answer(db, interaction_id, str(error))
                raise

    @asynccontextmanager
    async def once(self, snowflake: int, interaction_id: int) -> AsyncIterator[None]:
        """Hold that something is done once an interaction that is no change of one table: one thing at a time for a
        channel or user. Whoever does it keeps the answer.

        Raises:
            Repeated: the interaction came before; with the answer it had then.
        """
        async with self._locks[snowflake]:  # these ids are far above those of games
            row = await self.store.row("SELECT text FROM answers WHERE interaction_id = ?", (interaction_id,))
            if row is not None:
                raise Repeated(row["text"])
            yield

    async def seated(self, change: Change) -> Table:
        """Give the table of a change with its players as they are now, inside the transaction."""
        return msgspec.structs.replace(change.table, players=(await _written(change)).players)

    async def reread(self, change: Change) -> None:
        """Let a change go on from what it has written so far."""
        change.table = await _written(change)

    async def done(self, game_id: int, said: str) -> Done:
        """Tell that a change is committed; gives the table as it is now."""
        table = await self.get(game_id)
        assert table is not None
        self.tell(game_id)
        return Done(table, said)

    def tell(self, game_id: int) -> None:
        """Say that a game has news."""
        for listener in self.listeners:
            listener(game_id)

    def tell_target(self, target: int) -> None:
        """Say that something is due for a channel or user."""
        for listener in self.target_listeners:
            listener(target)

    async def never_twice(self, db: Transaction, interaction_id: int | None) -> None:
        """Refuse an interaction that came before.

        Raises:
            Repeated: with the answer it had then.
        """
        if interaction_id is None:
            return
        rows = await db.rows("SELECT text FROM answers WHERE interaction_id = ?", (interaction_id,))
        for row in rows:
            raise Repeated(row["text"])

    async def keep_answer(self, db: Transaction, interaction_id: int | None, text: str) -> None:
        """Keep the answer to an interaction, inside the change's transaction."""
        if interaction_id is not None:
            now = int(self.now())
            await db.execute("INSERT INTO answers VALUES (?, ?, ?)", (interaction_id, text, now))
            await db.execute("DELETE FROM answers WHERE at < ?", (now - _ANSWERS_KEPT,))


async def _read(db: Transaction, game_id: int) -> Table | None:
    return read(await db.rows(_TABLE, (game_id,)))


def running(table: Table) -> None:
    """Hold that moves can be made.

    Raises:
        Refusal: not begun, paused, or over.
    """
    if table.status == "lobby":
        raise Refusal(NOT_BEGUN)
    if table.status == "paused" and table.ending == AGREED:
        raise Refusal("All have agreed to pause this game; /game pause by any of its players lets it go on.")
    if table.status == "paused":
        raise Refusal("This game is paused until its rules can go on; /game status tells more.")
    if table.status == "over":
        raise Refusal(NO_GAME)


async def _written(change: Change) -> Table:
    table = await _read(change.db, change.table.id)
    assert table is not None
    return table
