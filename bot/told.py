"""What has been told of a turn already, or asked in it, so that it is done once: a word for it, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot import outbox

if TYPE_CHECKING:
    from bot.store import Store, Transaction
    from bot.table import Table


_CALLED = "called"
"""Before a seat and a user's id: the seat took a move back that had called the user."""
_LATELY = 600
_ANY = -1
"""The turn of notes that outlast turns."""


async def known(db: Store | Transaction, table: Table) -> dict[str, int]:
    """Give what is noted of a table's turn, with its time (unix seconds)."""
    rows = await db.rows("SELECT kind, at FROM told WHERE game_id = ? AND turn = ?", (table.id, table.turn))
    return {row["kind"]: row["at"] for row in rows}


async def called(db: Transaction, table: Table, seat: int | None, now: float) -> frozenset[int]:
    """Give the users whom moves that `seat` took back have called lately, if nobody else did anything since then."""
    rows = await db.rows(
        "SELECT kind FROM told WHERE game_id = ? AND turn = ? AND at > ?", (table.id, _ANY, int(now) - _LATELY)
    )
    notes = [(int(mover), int(user)) for _, mover, user in (row["kind"].split() for row in rows)]
    if any(mover != seat for mover, _ in notes):
        await db.execute("DELETE FROM told WHERE game_id = ? AND turn = ?", (table.id, _ANY))
        return frozenset()
    return frozenset(user for _, user in notes)


async def taken_back(db: Transaction, table: Table, seat: int, now: float) -> None:
    """Note whom the move that a seat takes back has called: made again and again it calls them once in ten minutes.

    Only who has surely been called counts: no board, and no call of theirs, waits in the outbox.
    """
    waiting = await db.rows("SELECT kind, payload FROM outbox WHERE game_id = ?", (table.id,))
    if any(row["kind"] == "board" for row in waiting):
        return
    # Else a note of long ago would stand in the place of a new one.
    old = int(now) - _LATELY
    await db.execute("DELETE FROM told WHERE game_id = ? AND turn = ? AND at <= ?", (table.id, _ANY, old))
    later = {msgspec.json.decode(row["payload"], type=outbox.Call).user for row in waiting if row["kind"] == "ping"}
    for user in {*table.users(table.awaited)} - later:
        kind = f"{_CALLED} {seat} {user}"
        await db.execute("INSERT OR IGNORE INTO told VALUES (?, ?, ?, ?)", (table.id, _ANY, kind, int(now)))


async def note(db: Transaction, table: Table, kind: str, now: float) -> None:
    """Note something of a table's turn, in place of an earlier note of that kind."""
    await db.execute("INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?)", (table.id, table.turn, kind, int(now)))


async def forget(db: Transaction, table: Table, kind: str) -> None:
    """Take a note of a table's turn back."""
    await db.execute("DELETE FROM told WHERE game_id = ? AND turn = ? AND kind = ?", (table.id, table.turn, kind))


async def first(db: Transaction, table: Table, kind: str, now: float, every: int) -> bool:
    """Note something of a table's turn unless it was noted in the last `every` seconds; tells whether it was not."""
    at = (await known(db, table)).get(kind)
    if at is not None and now - at < every:
        return False
    await note(db, table, kind, now)
    return True
