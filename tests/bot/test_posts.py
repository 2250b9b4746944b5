"""What waits for Discord: how long it is tried, and what becomes of it when the bot ends."""

from __future__ import annotations

import logging
from types import SimpleNamespace

import discord
import pytest
from days import HOUR
from seating import ANN

from bot import offers

FORBIDDEN = SimpleNamespace(status=403, reason="Forbidden")


def shut(room):
    """Take every permission from the bot; gives what gives them back."""
    change = pytest.MonkeyPatch()

    async def take(*_, **__):
        raise discord.Forbidden(FORBIDDEN, {"code": 50001, "message": "Missing Access"})

    change.setattr(room.discord, "take", take)
    return change


async def hours(room, number):
    for _ in range(number):
        await room.at(room.days.now + HOUR)


async def test_what_tells_of_a_running_game_waits_for_weeks_until_it_may_be_posted(room, caplog):
    table = await room.start(None)
    change = shut(room)
    table = await room.move(table)
    await offers.make(room.days.tables, table.id, ANN, ANN, 999, manager=True)
    await hours(room, 60)
    assert {kind for kind, *_ in await room.days.outbox()} == {"board", "invite", "notice"}, "hands are shown on demand"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR and "board" in record.message]

    before = len(room.discord.sent)
    change.undo()
    await hours(room, 1)
    public = [sent for sent in room.discord.sent[before:] if sent.channel == table.channel_id]
    assert len(public) == 3, "the board, the offer, and that messages are shut"
    assert any(f"b:turn:{table.id}:{table.seq}:" in sent.marks for sent in public)


async def test_of_a_game_that_is_over_nothing_waits_for_ever(room):
    table = await room.start(None)
    change = shut(room)
    await room.move(table)
    await room.days.tables.end(table.id, ANN, "Ann", allowed=False)
    await hours(room, 60)
    change.undo()
    assert await room.days.outbox() == []


@pytest.mark.parametrize("late", ["kicked", "sent"])
async def test_what_comes_while_the_bot_ends_waits_for_the_next_run(room, monkeypatch, caplog, late):
    table = await room.start(None)
    if late == "kicked":
        await room.posts.close()
        monkeypatch.setattr(room.discord, "take", None)
    else:

        async def take(*_, **__):
            raise RuntimeError("Session is closed")  # as aiohttp does

        monkeypatch.setattr(room.discord, "take", take)
    await room.days.tables.move(table.id, *await room.days.next(table))
    await room.settle()
    assert "board" in [kind for kind, *_ in await room.days.outbox()]
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
