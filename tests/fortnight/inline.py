"""Database and robots without threads of their own, so that the same fortnight comes out the same each time."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Any

from bot import store
from bot.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


class Connection:
    """As much of aiosqlite's connection as a store uses; whoever else is ready goes on before each statement."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.row_factory = sqlite3.Row
        # The machine does not lose its power here.
        for pragma in ("foreign_keys = ON", "synchronous = OFF"):
            self._db.execute(f"PRAGMA {pragma}")

    async def execute_fetchall(self, sql: str, args: Iterable[object] = ()) -> list[Any]:
        await asyncio.sleep(0)
        return self._db.execute(sql, tuple(args)).fetchall()

    async def commit(self) -> None:
        await asyncio.sleep(0)
        self._db.commit()

    async def rollback(self) -> None:
        await asyncio.sleep(0)
        self._db.rollback()

    async def close(self) -> None:
        self._db.close()


def opened(path: Path) -> Store:
    """Open a database as `Store.open` does."""
    guard = store._claim(path)
    store.migrate(path)
    return Store(Connection(path), Connection(path), guard)  # type: ignore[arg-type]


class AtOnce(Executor):
    """Does what it is given before it gives anything back."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*args, **more))
        except Exception as error:  # noqa: BLE001 - whoever waits for it is to see it
            done.set_exception(error)
        return done
