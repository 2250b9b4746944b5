"""The client's own life: what it starts when Discord says ready, and how it ends."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.client import Slowplay
from bot.clock import Clock
from bot.posts import Posts
from bot.robots import Robots
from bot.store import Store
from bot.tables import Tables


@pytest.fixture
async def client(path):
    """A client as it is once it is set up, before Discord says ready."""
    async with Slowplay(path) as one:
        one.store = await Store.open(path)
        one.tables = Tables(one.store)
        one.posts = Posts(one, one.tables, one.pictures)
        one.robots = Robots(one.tables)
        one.clock = Clock(one.tables, one.robots)
        yield one


@pytest.mark.parametrize("steps", range(4))
async def test_a_bot_that_ends_while_it_gets_ready_leaves_nothing_running(client, steps, caplog):
    ready = asyncio.create_task(client.on_ready())
    for _ in range(steps):
        await asyncio.sleep(0)

    await client.close()
    await ready
    await client.on_ready()
    before = asyncio.all_tasks()
    client.tables.tell(1)

    assert not [task for task in asyncio.all_tasks() - before if task.get_name() == "clock"]
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_games_of_servers_that_let_the_bot_go_while_it_was_offline_end(client):
    await client.posts.close()  # there is no Discord
    ids = {}
    for guild in (0, 5, 6, 7):
        opened = await client.tables.open(
            "cactpot", guild_id=guild, channel_id=100 + guild, user_id=1, name="Ann", options={}
        )
        ids[guild] = opened.table.id
    for guild in (5, 6):  # as READY tells of them; one stays out of service
        client._connection._add_guild_from_data({"id": str(guild), "unavailable": True})
    await client.on_ready()

    now = {guild: await client.tables.get(game_id) for guild, game_id in ids.items()}
    assert {guild for guild, table in now.items() if table.status == "over"} == {7}
    assert now[7].ending == "gone"
    assert {row["game_id"] for row in await client.store.rows("SELECT game_id FROM outbox")} == {ids[0], ids[5], ids[6]}


async def test_the_clock_stands_still_while_no_shard_is_connected(client):
    looked, client.clock.look = [], lambda: looked.append(True)
    client.shard_count, client._resumed = 2, True
    assert client._reachable()
    await client.on_shard_disconnect(0)
    await client.on_shard_disconnect(0)
    assert client._reachable(), "other servers can be reached"
    await client.on_shard_disconnect(1)
    assert not client._reachable()
    await client.on_shard_resumed(1)
    assert client._reachable()
    assert looked == [True]
    await client.on_shard_connect(0)
    assert client._cut_off == set()
