"""The gateway by bare websocket."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager

import aiohttp
import pytest

from playground.model import Channel, ChannelType
from playground.world import Change

GUILDS = 1


@pytest.fixture
async def gate(stage):
    async with aiohttp.ClientSession(stage.base) as session:

        @asynccontextmanager
        async def connect():
            async with session.ws_connect("/gateway?v=10&encoding=json") as socket:
                hello = await socket.receive_json()
                assert hello["op"] == 10
                yield socket

        yield connect


async def identify(socket, stage, intents: int = GUILDS, **more) -> list[dict]:
    data = {"token": stage.world.token, "intents": intents, **more}
    await socket.send_json({"op": 2, "d": data})
    return [await asyncio.wait_for(socket.receive_json(), 2) for _ in range(2)]


async def closed(socket) -> int:
    while True:
        frame = await asyncio.wait_for(socket.receive(), 2)
        if frame.type in {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED}:
            return socket.close_code


async def test_a_bot_identifies_and_gets_the_guild(stage, gate):
    async with gate() as socket:
        ready, guild = await identify(socket, stage, shard=[0, 1])
        assert (ready["t"], ready["s"], ready["d"]["shard"]) == ("READY", 1, [0, 1])
        assert (guild["t"], len(guild["d"]["channels"]), guild["d"]["member_count"]) == ("GUILD_CREATE", 3, 5)
        assert [member["user"]["id"] for member in guild["d"]["members"]] == [str(stage.world.bot.id)]
        await socket.send_json({"op": 1, "d": 2})
        assert (await socket.receive_json())["op"] == 11


async def test_a_heartbeat_is_answered_after_its_sender_has_noted_it(stage, gate):
    async with gate() as socket:
        await identify(socket, stage)
        sent = time.perf_counter()
        await socket.send_json({"op": 1, "d": 2})
        assert (await socket.receive_json())["op"] == 11
        assert time.perf_counter() - sent >= 0.01


@pytest.mark.parametrize(
    ("data", "code"), [({"token": "a.b.c"}, 4004), ({"intents": 1 << 15}, 4014), ({"intents": 1 << 1}, 4014)]
)
async def test_a_wrong_token_or_a_privileged_intent_is_turned_away(stage, gate, data, code):
    async with gate() as socket:
        await socket.send_json({"op": 2, "d": {"token": stage.world.token, "intents": 1, **data}})
        assert await closed(socket) == code


async def test_messages_are_told_only_to_those_who_asked_for_them(stage, gate):
    async with gate() as plain, gate() as curious:
        await identify(plain, stage)
        await identify(curious, stage, GUILDS | 1 << 9)
        stage.actors.say(stage.world.seats[0], stage.channel("games"), "hello")
        stage.create_channel("next")
        assert (await curious.receive_json())["t"] == "MESSAGE_CREATE"
        assert (await curious.receive_json())["t"] == "CHANNEL_CREATE"
        assert (await plain.receive_json())["t"] == "CHANNEL_CREATE"


async def test_shards_hear_of_their_own_guild_and_the_first_of_private_messages(stage, gate):
    mine = (stage.world.guild_id >> 22) % 2
    async with gate() as first, gate() as second:
        sockets = [first, second]
        for number, socket in enumerate(sockets):
            data = {"token": stage.world.token, "intents": GUILDS, "shard": [number, 2]}
            await socket.send_json({"op": 2, "d": data})
            ready = await socket.receive_json()
            assert len(ready["d"]["guilds"]) == (number == mine)
        assert (await sockets[mine].receive_json())["t"] == "GUILD_CREATE"
        ann = stage.world.seats[0]
        stage.world.commands = [{"id": "1", "type": 1, "name": "demo", "options": []}]
        stage.actors.slash(ann, stage.world.dm(ann), "demo", {})
        assert "guild_id" not in (await first.receive_json())["d"]
        stage.actors.slash(ann, stage.channel("games"), "demo", {})
        assert (await sockets[mine].receive_json())["d"]["guild_id"] == str(stage.world.guild_id)


async def test_a_resume_replays_what_was_missed_in_order_and_once(stage, gate):
    async with gate() as socket:
        ready, _ = await identify(socket, stage)
    await asyncio.sleep(0.05)
    for name in ("one", "two", "three"):
        stage.create_channel(name)
    async with gate() as socket:
        data = {"token": stage.world.token, "session_id": ready["d"]["session_id"], "seq": 2}
        await socket.send_json({"op": 6, "d": data})
        stage.create_channel("four")
        heard = [await asyncio.wait_for(socket.receive_json(), 2) for _ in range(5)]
        assert [event["s"] for event in heard] == [3, 4, 5, 6, 7]
        names = [event["d"].get("name", event["t"]) for event in heard]
        assert sorted(names) == ["RESUMED", "four", "one", "three", "two"]


async def test_an_unknown_session_cannot_be_resumed(stage, gate):
    async with gate() as socket:
        await socket.send_json({"op": 6, "d": {"token": stage.world.token, "session_id": "x", "seq": 1}})
        assert await socket.receive_json() == {"op": 9, "s": None, "t": None, "d": False}


async def test_members_are_looked_up_by_id_or_name(stage, gate):
    bo = stage.world.seat("Bo")
    async with gate() as socket:
        await identify(socket, stage)
        for asked in ({"user_ids": [str(bo.id)]}, {"query": "b", "limit": 5}):
            await socket.send_json({"op": 8, "d": {"guild_id": str(stage.world.guild_id), "nonce": "n", **asked}})
            chunk = (await socket.receive_json())["d"]
            assert ([member["user"]["username"] for member in chunk["members"]], chunk["nonce"]) == (["bo"], "n")


async def test_members_come_and_go_unseen_without_their_intent(stage, gate):
    async with gate() as socket:
        await identify(socket, stage)
        stage.world.set_membership(stage.world.seat("Bo"), inside=False)
        stage.world.tell(Change("interaction", payload={"id": "1"}))
        assert (await socket.receive_json())["t"] == "INTERACTION_CREATE"
        stage.world.set_membership(stage.world.bot, inside=False)
        gone = await socket.receive_json()
        assert (gone["t"], gone["d"]) == ("GUILD_DELETE", {"id": str(stage.world.guild_id)})
        stage.create_channel("unseen")
        stage.world.set_membership(stage.world.bot, inside=True)
        assert (await socket.receive_json())["t"] == "GUILD_CREATE"


async def test_a_polite_drop_asks_for_a_reconnect(stage, gate):
    async with gate() as socket:
        await identify(socket, stage)
        assert await stage.gateway.drop(polite=True) == 1
        assert (await socket.receive_json())["op"] == 7


async def test_the_guild_lists_all_channels_but_no_thread_out_of_sight(stage, gate):
    games = stage.channel("games")
    for name, archived in (("open", False), ("shut", True)):
        stage.world.add_channel(
            Channel(
                id=stage.world.ids.next(),
                type=ChannelType.THREAD,
                name=name,
                parent=games.id,
                owner=stage.world.bot.id,
                archived=archived,
            )
        )
    for denied, threads in (([], ["open"]), (["VIEW_CHANNEL"], [])):
        stage.deny("games", denied)
        async with gate() as socket:
            _, guild = await identify(socket, stage)
        assert [channel["name"] for channel in guild["d"]["channels"]] == ["general", "games", "quiet"]
        assert [thread["name"] for thread in guild["d"]["threads"]] == threads
