"""What has been told of a turn already, or asked in it, so that it is done once: a word for it, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.store import Store, Transaction
    from bot.table import Table


async def known(db: Store | Transaction, table: Table) -> dict[str, int]:
    """Give what is noted of a table's turn, with its time (unix seconds)."""
    rows = await db.rows("SELECT kind, at FROM told WHERE game_id = ? AND turn = ?", (table.id, table.turn))
    return {row["kind"]: row["at"] for row in rows}


async def note(db: Transaction, table: Table, kind: str, now: float) -> None:
    """Note something of a table's turn, in place of an earlier note of that kind."""
    await db.execute("INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?)", (table.id, table.turn, kind, int(now)))
