"""SQLite through aiosqlite: opening, migrations, transactions. Nothing here knows a game.

New files are for their owner alone, as they hold hands and seeds; the mode of a file that is there is left as it is.

Two connections: one writes, under a lock around every whole transaction (coroutines that share a connection would lose
each other's work), one reads and so never sees a half-made change. A third holds `<file>.lock` for the life of the
process, so that no two bots serve one database; the system lets go of it however the process ends.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import TYPE_CHECKING

import aiosqlite

from bot.errors import Stop

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Iterable
    from pathlib import Path

_BUSY_MS = 5_000


class Transaction:
    """A running transaction: runs one statement after another.

    No cursor of sqlite3 ever leaves the thread of its connection. Where one dies in another thread while its statement,
    which is kept for the next use, runs again there, Python 3.11 loses track of that statement: now and then a sound
    one fails with "bad parameter or other API misuse".
    """

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db

    async def execute(self, sql: str, args: Iterable[object] = ()) -> None:
        """Run a statement that gives nothing back."""
        await self._db.execute_fetchall(sql, tuple(args))

    async def each(self, sql: str, rows: Iterable[Iterable[object]]) -> None:
        """Run a statement once for each row of arguments."""
        for args in rows:
            await self.execute(sql, args)

    async def rows(self, sql: str, args: Iterable[object] = ()) -> list[sqlite3.Row]:
        """Run a statement and give its rows: of a SELECT, or what RETURNING says of a change."""
        return list(await self._db.execute_fetchall(sql, tuple(args)))


class Store:
    """An open database."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection, guard: sqlite3.Connection) -> None:
        self._writer = writer
        self._reader = reader
        self._guard = guard
        self._lock = asyncio.Lock()
        self.commits = 0
        """Counts the transactions: what was read stays true until the next."""

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open the database, making or migrating it where needed.

        Raises:
            Stop: it cannot be opened, is newer than this program, is damaged, or another bot is using it.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            guard = _claim(path)
            try:
                migrate(path)
                writer = await _connect(path)
                reader = await _connect(path, reading=True)
            except BaseException:
                guard.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise Stop(
                f"DATABASE {path} cannot be opened ({error}); check the path, its permissions and the disk"
            ) from None
        return cls(writer, reader, guard)

    async def close(self) -> None:
        """Close every connection; a running transaction ends first."""
        async with self._lock:
            await self._writer.close()
        await self._reader.close()
        self._guard.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Give a transaction after `BEGIN IMMEDIATE`; commit at the end, roll back on any exception, also then."""
        async with self._lock:
            # A cancellation must never leave a transaction open behind it: each step runs to its end first.
            try:
                db = Transaction(self._writer)
                await _whole(db.execute("BEGIN IMMEDIATE"))
                yield db
            except BaseException:
                await _whole(self._writer.rollback())
                raise
            try:
                await _whole(self._writer.commit())
            except BaseException:
                # A commit that failed (a full disk) leaves its transaction open, in the way of every later one.
                await _whole(self._writer.rollback())
                raise
            finally:
                self.commits += 1  # who was cancelled has committed all the same

    async def rows(self, sql: str, args: Iterable[object] = ()) -> list[sqlite3.Row]:
        """Read rows of what has been committed."""
        return list(await self._reader.execute_fetchall(sql, tuple(args)))

    async def row(self, sql: str, args: Iterable[object] = ()) -> sqlite3.Row | None:
        """Read the first row of what has been committed, or None."""
        return next(iter(await self.rows(sql, args)), None)

    async def fact(self, name: str) -> str | None:
        """Read a fact that the program keeps about itself."""
        row = await self.row("SELECT value FROM facts WHERE name = ?", (name,))
        return None if row is None else str(row["value"])

    async def keep(self, name: str, value: str) -> None:
        """Keep a fact."""
        async with self.transaction() as db:
            await db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))


def private(path: Path) -> bool:
    """Make an empty file that its owner alone may read, unless there is one: SQLite takes it for a new database. Tells
    whether it made one.

    SQLite gives the files beside a database (-wal, -shm, -journal) its mode.

    Raises:
        OSError: it cannot be made.
    """
    try:
        path.resolve().touch(0o600, exist_ok=False)
    except FileExistsError:
        return False
    return True


def migrations() -> list[tuple[int, str]]:
    """List the numbered schema files as (version, SQL), ascending."""
    found = sorted(files("bot").joinpath("schema").iterdir(), key=lambda file: file.name)
    return [(int(file.name[:4]), file.read_text("utf-8")) for file in found if file.name.endswith(".sql")]


def migrate(path: Path, steps: list[tuple[int, str]] | None = None) -> None:
    """Bring a database file up to the newest schema, each step with its version in one transaction.

    Raises:
        Stop: the file is newer than this program or damaged.
        OSError, sqlite3.Error: it cannot be opened, or a step failed (then nothing of that step remains).
    """
    steps = migrations() if steps is None else steps
    private(path)
    db = sqlite3.connect(path, isolation_level=None, timeout=_BUSY_MS / 1000)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > steps[-1][0]:
            msg = (
                f"DATABASE {path} is from a newer Slowplay (schema {version}, here {steps[-1][0]}); update the program"
            )
            raise Stop(msg)
        if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Stop(f"DATABASE {path} is damaged; restore a backup (python -m bot backup makes them)")
        for number, script in steps:
            if number > version:
                _step(db, number, script)
    finally:
        db.close()


def _step(db: sqlite3.Connection, number: int, script: str) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in _statements(script):
            db.execute(statement)  # not executescript: that would commit first
        db.execute(f"PRAGMA user_version = {number}")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    found, part = [], ""
    for line in script.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            found.append(part)
            part = ""
    return [*found, part] if part.strip() else found


def _claim(path: Path) -> sqlite3.Connection:
    lock = path.with_name(f"{path.name}.lock")
    private(lock)
    guard = sqlite3.connect(lock, isolation_level=None, timeout=0)
    try:
        guard.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        guard.close()
        if "locked" not in str(error):
            raise
        raise Stop(f"DATABASE {path} is in use by another Slowplay; stop that one first") from None
    return guard


async def _connect(path: Path, *, reading: bool = False) -> aiosqlite.Connection:
    db = await aiosqlite.connect(path, isolation_level=None)
    db.row_factory = sqlite3.Row
    for pragma in (
        f"busy_timeout = {_BUSY_MS}",
        "foreign_keys = ON",
        "synchronous = FULL",
        f"query_only = {int(reading)}",
    ):
        await db.execute_fetchall(f"PRAGMA {pragma}")
    return db


async def _whole(step: Coroutine[None, None, None]) -> None:
    task = asyncio.ensure_future(step)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
