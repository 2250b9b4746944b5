"""What may have been sent already is looked for in its channel, also when Discord has forgotten its nonce."""

from __future__ import annotations

import pytest
from days import HOUR, MINUTE
from room import Room
from seating import ANN

from bot import outbox, pauses

LATER = 6 * MINUTE
"""Discord knows a nonce for five minutes."""


async def reminded(room, table):
    await room.at(table.turn_at + 13 * HOUR)


async def noticed(room, table):
    await pauses.agree(room.days.tables, table.id, ANN)
    await room.settle()


async def digested(room, table):
    async with room.days.store.transaction() as db:
        await outbox.add(db, None, 0, "digest", room.days.user)
    room.days.tables.tell_target(room.days.user)
    await room.settle()


async def handed(room, table):
    async with room.days.store.transaction() as db:
        await outbox.add(db, table.id, table.seq, "hand", room.days.user)
    room.days.tables.tell(table.id)
    await room.settle()


each_kind = pytest.mark.parametrize("send", [reminded, noticed, digested, handed])


async def begin(room):
    table = await room.start()
    (room.days.user,) = table.users(table.awaited)
    return table, len(room.discord.sent)


@each_kind
async def test_what_arrived_though_the_connection_broke_is_not_sent_again_later(room, send, monkeypatch):
    table, before = await begin(room)
    take = room.discord.take

    async def arrive(*args, **more):
        await take(*args, **more)
        raise OSError  # the connection breaks when the message is there

    monkeypatch.setattr(room.discord, "take", arrive)
    await send(room, table)
    monkeypatch.setattr(room.discord, "take", take)
    assert len(room.discord.sent) == before + 1
    await room.at(room.days.now + LATER)
    assert len(room.discord.sent) == before + 1
    assert await room.days.outbox() == []


@each_kind
async def test_what_a_dying_bot_sent_is_not_sent_again_by_the_next(room, send, path, monkeypatch):
    table, before = await begin(room)
    rows, real = [], outbox.remove

    async def remove(db, gone):
        rows.extend(gone)
        await real(db, gone)

    monkeypatch.setattr(outbox, "remove", remove)
    await send(room, table)
    assert len(room.discord.sent) == before + 1
    # As if the process had died before it noted what it had sent.
    async with room.days.store.transaction() as db:
        for row in rows:
            await db.execute(
                "INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [getattr(row, name) for name in type(row).__struct_fields__],
            )
    await room.days.reopen(path)
    again = Room(room.days)
    again.discord.sent, again.discord._nonces = room.discord.sent, room.discord._nonces
    room.days.now += LATER
    await again.posts.recall()
    await again.posts.resume()
    await again.settle()
    assert len(room.discord.sent) == before + 1
    assert await room.days.outbox() == []


async def test_the_same_words_may_be_sent_again_in_another_message(room):
    table, before = await begin(room)
    for _ in range(2):
        async with room.days.store.transaction() as db:
            await outbox.add(db, table.id, table.seq, "notice", table.channel_id, outbox.Notice("Tea is ready."))
            await db.execute("UPDATE outbox SET tries = 1")
        room.days.tables.tell(table.id)
        await room.settle()
    assert [sent.words for sent in room.discord.sent[before:]] == ["Tea is ready."] * 2
