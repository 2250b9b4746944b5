"""What was committed and still has to leave for Discord: rows written in the transaction of the change itself.

A row goes away when its message has been sent, or when nothing could ever send it. Rows of one target leave in order.
"""

from __future__ import annotations

import math
import secrets
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from bot.store import Store, Transaction

Kind = Literal["lobby", "board", "scored", "hand", "notice", "retire", "refresh", "ping", "digest", "invite"]
EDITS = {"retire", "refresh"}
"""Kinds that only change a message that is there: Discord limits how often, so they leave beside the others."""


class Row(msgspec.Struct, frozen=True):
    """A message on its way. `target` is a channel, or a user for a hand and a digest (which belongs to no game).

    `payload` is JSON whose shape `kind` fixes; nothing is sent before `due_at`.
    """

    id: int
    game_id: int | None
    seq: int
    kind: Kind
    target: int
    payload: bytes
    nonce: str
    tries: int
    due_at: int

    @property
    def tag(self) -> int:
        """The number of a component by which this row's message is found again, as it is nobody else's.

        Discord numbers components that have none from 1 on, and takes 31 bits.
        """
        return int(self.nonce, 16) & 0x3FFF_FFFF | 0x4000_0000


class Ping(msgspec.Struct, frozen=True):
    """Payload of a board: the users who are newly to move."""

    users: tuple[int, ...] = ()


class Call(msgspec.Struct, frozen=True):
    """Payload of a ping by itself: it calls `user` as long as turn number `turn` still waits for them."""

    user: int
    turn: int
    text: str


class Notice(msgspec.Struct, frozen=True):
    """Payload of a notice: one sentence for `users`, who are pinged. What is about a `lobby` is true only in it."""

    text: str
    users: tuple[int, ...] = ()
    lobby: bool = False


class Standing(msgspec.Struct, frozen=True):
    """What a posted message said, so that it can be edited without asking Discord: public texts only. A board shows
    the game as it stood after log row `seq`.
    """

    message_id: int
    title: str
    text: str
    picture: str = ""
    alt: str = ""
    seq: int | None = None

    @property
    def position(self) -> int | None:
        """The log row after which the game stood as a board shows it; what stands from earlier versions tells it by its
        picture alone.
        """
        if self.seq is None and self.picture:
            return int(self.picture.removesuffix(".png").rpartition("-")[2])
        return self.seq


async def add(
    db: Transaction,
    game_id: int | None,
    seq: int,
    kind: Kind,
    target: int,
    payload: object = None,
    *,
    due_at: float = 0,
) -> None:
    """Put a message into the outbox, inside the caller's transaction; it leaves at `due_at` at the earliest."""
    await db.execute(
        "INSERT INTO outbox (game_id, seq, kind, target, payload, nonce, due_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (game_id, seq, kind, target, msgspec.json.encode(payload), secrets.token_hex(8), math.ceil(due_at)),
    )


async def waiting(store: Store, target: int) -> list[Row]:
    """List the rows for one target, oldest first."""
    rows = await store.rows("SELECT * FROM outbox WHERE target = ? ORDER BY id", (target,))
    return [msgspec.convert(dict(row), Row) for row in rows]


async def boards(db: Transaction, game_id: int) -> bool:
    """Tell whether a board of a game waits, inside the caller's transaction."""
    return bool(await db.rows("SELECT 1 FROM outbox WHERE game_id = ? AND kind = 'board' LIMIT 1", (game_id,)))


async def targets(store: Store, game_id: int | None = None) -> set[int]:
    """List the targets that anything waits for, of one game or of all."""
    where, args = ("WHERE game_id = ?", (game_id,)) if game_id is not None else ("", ())
    rows = await store.rows(f"SELECT DISTINCT target FROM outbox {where}", args)  # noqa: S608 - constant text
    return {int(row["target"]) for row in rows}


async def remove(db: Transaction, rows: list[Row]) -> None:
    """Take rows out of the outbox, inside the caller's transaction."""
    await db.each("DELETE FROM outbox WHERE id = ?", [(row.id,) for row in rows])


async def postpone(store: Store, row: Row, due_at: int, *, tried: bool = True) -> None:
    """Leave a row until `due_at` (unix seconds), and count the try that failed, if there was one."""
    async with store.transaction() as db:
        await db.execute("UPDATE outbox SET tries = tries + ?, due_at = ? WHERE id = ?", (int(tried), due_at, row.id))
