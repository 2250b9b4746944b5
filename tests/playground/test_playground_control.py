"""The page's and the control API over HTTP, the world's memory, and the command line."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import urllib.request

import aiohttp
import pytest

from playground import bot_process
from playground.server import Stage
from playground.snowflakes import Clock, Snowflakes
from playground.world import World


@pytest.fixture
async def http(stage):
    async with aiohttp.ClientSession(stage.base) as session:

        async def call(method: str, path: str, body=None):
            async with session.request(method, path, json=body) as response:
                return response.status, await response.json()

        yield call


@pytest.fixture
async def live(stage):
    """A page's websocket, showing Bo."""
    async with aiohttp.ClientSession(stage.base) as session, session.ws_connect("/play/live") as socket:
        await socket.send_json({"seats": [str(stage.world.seat("Bo").id)]})
        assert (await socket.receive_json())["t"] == "watching"

        async def heard(kind: str):
            while True:
                event = await asyncio.wait_for(socket.receive_json(), 2)
                if event["t"] == kind:
                    return event

        yield heard


async def test_the_world_is_listed_and_seats_speak(http, stage):
    _, world = await http("GET", "/play/world")
    assert [seat["name"] for seat in world["seats"]] == ["Ann", "Bo", "Cy", "Dee"]
    assert [channel["name"] for channel in world["channels"]] == ["general", "games", "quiet"]
    status, said = await http("POST", "/play/seats/Ann/say", {"channel": "games", "text": "hello"})
    assert (status, said["content"]) == (200, "hello")
    _, read = await http("GET", "/play/seats/bo/messages/games")
    assert [message["content"] for message in read["messages"]] == ["hello"]
    status, made = await http("POST", "/play/channels", {"name": "New  Room"})
    assert (status, made["name"]) == (200, "new-room")


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/play/seats/Eve/say", {"channel": "games", "text": "x"}, "Eve"),
        ("/play/seats/Ann/say", {"channel": "nowhere", "text": "x"}, "sees no channel nowhere"),
        ("/play/seats/Ann/say", {"channel": "games", "text": ""}, "1 to 2000"),
        ("/play/seats/Ann/slash", {"channel": "games", "command": "nope"}, "no /nope"),
        ("/play/seats/Ann/click", {"message": "1", "custom_id": "x"}, "sees no message"),
        ("/control/dms", {"seat": "Eve", "open": False}, "Eve"),
        ("/control/deny", {"channel": "games", "permissions": ["FLY"]}, "FLY"),
        ("/control/archive", {"channel": "games"}, "no thread"),
    ],
)
async def test_what_cannot_be_is_said(http, path, body, said):
    status, answer = await http("POST", path, body)
    assert status == 400
    assert said in answer["error"]


async def test_requests_can_be_refused_held_and_listed(http, raw):
    await http(
        "POST", "/control/fail", {"method": "POST", "path": "messages$", "status": 403, "code": 50013, "times": 1}
    )
    assert (await raw.post({"content": "x"}))[1]["code"] == 50013
    await http("POST", "/control/fail", {"path": "messages$", "status": 429, "retry_after": 0.5})
    url = raw.stage.base + "/api/v10" + raw.messages
    async with raw.session.get(url) as response:
        assert (response.status, response.headers["Via"]) == (429, "1.1 playground")
        assert (await response.json())["retry_after"] == 0.5
    _, held = await http("POST", "/control/hold", {"method": "POST", "path": "messages$", "when": "after"})
    sending = asyncio.create_task(raw.post({"content": "held"}))
    await asyncio.wait_for(raw.stage.api.desk.holds[held["hold"]].caught.wait(), 2)
    assert [message.content for message in raw.world.history(raw.games.id)] == ["held"]
    assert not sending.done()
    _, released = await http("POST", "/control/release", {"hold": held["hold"]})
    assert released == {"caught": True}
    assert (await sending)[0] == 200
    _, listed = await http("GET", "/control/requests")
    assert [record["status"] for record in listed["requests"]] == [403, 429, 200]
    assert listed["unimplemented"] == []


async def test_pings_are_listed(http, raw):
    bo = raw.world.seat("Bo")
    await raw.post({"content": f"<@{bo.id}>"})
    _, pings = await http("GET", "/control/pings")
    assert [ping["users"] for ping in pings] == [["Bo"]]


async def test_a_page_hears_only_what_its_seats_may(live, raw):
    await raw.register()
    for seat, words in ((0, "for Ann"), (1, "for Bo")):
        await raw.answer(raw.slash(seat=seat), 4, {"content": words, "flags": 64})
    event = await live("message_create")
    assert (event["message"]["content"], event["message"]["only"]) == ("for Bo", str(raw.world.seats[1].id))
    ann_dm = raw.world.dm(raw.world.seats[0])
    await raw.send("POST", f"/channels/{ann_dm.id}/messages", {"content": "secret"})
    hint = await live("last")
    assert (hint["channel"], hint["pinged"]) == (str(ann_dm.id), [str(raw.world.seats[0].id)])
    await raw.post({"content": "public"})
    assert (await live("message_create"))["message"]["content"] == "public"


async def test_a_dismissed_message_is_gone_for_its_seat(http, raw):
    await raw.register()
    asked = raw.slash()
    await raw.answer(asked, 4, {"content": "x", "flags": 64})
    await http("POST", "/play/seats/Ann/dismiss", {"message": str(asked.original)})
    assert raw.stage.actors.read(raw.world.seats[0], raw.games) == []


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
async def test_pages_of_others_are_kept_out(stage, headers):
    async with aiohttp.ClientSession(stage.base) as session, session.get("/play/world", headers=headers) as response:
        assert response.status == 403


async def test_the_world_outlives_the_playground_without_its_ephemerals(tmp_path, raw):
    path = tmp_path / "w.world.json"
    raw.world.path = path
    await raw.register()
    _, sent = await raw.post({"content": "kept"}, [("a.txt", b"bytes")])
    await raw.answer(raw.slash(), 4, {"content": "private", "flags": 64})
    raw.world.write(raw.world.snapshot())
    again = World(5, path)
    assert [message.content for message in again.messages.values()] == ["kept"]
    assert again.messages[int(sent["id"])].attachments[0].data == b"bytes"
    assert [user.display for user in again.seats][:4] == ["Ann", "Bo", "Cy", "Dee"]
    assert len(again.seats) == 5
    assert again.token == raw.world.token
    assert again.commands == raw.world.commands
    assert World(2, path).seats[3].display == "Dee"
    assert path.stat().st_mode & 0o077 == 0


async def test_the_last_words_are_kept(tmp_path):
    for expected in ([], ["hello"]):
        async with Stage(tmp_path / "g.sqlite", keep=True) as stage:
            assert [message.content for message in stage.world.messages.values()] == expected
            stage.actors.say(stage.world.seats[0], stage.channel("games"), "hello")


def test_ids_grow_even_when_the_clock_goes_back():
    ids = Snowflakes(Clock())
    first = ids.next()
    ids.clock.ahead = -3600
    assert ids.next() > first
    ids.after(first + 10**9)
    assert ids.next() > first + 10**9


async def test_nothing_listens_beyond_this_machine(stage):
    [address] = [site.name for site in stage.runner.sites]
    assert address == stage.base


async def test_a_port_in_use_is_one_line_and_exit_code_1(stage, tmp_path):
    process = await start(tmp_path, "--port", str(stage.port))
    said, _ = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 1
    assert said.decode().strip() == f"Port {stage.port} cannot be used (Address already in use); try --port 0."


async def test_a_broken_world_file_is_one_line_and_exit_code_1(tmp_path):
    (tmp_path / "g.sqlite.world.json").write_text("{")
    process = await start(tmp_path)
    said, _ = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 1
    assert "g.sqlite.world.json cannot be read" in said.decode()


async def test_the_command_line_serves_until_interrupted(tmp_path):
    process = await start(tmp_path, "--port", "0")
    assert process.stdout is not None
    while b"Play at" not in (line := await asyncio.wait_for(process.stdout.readline(), 20)):
        assert line
    address = line.split()[2].decode().split("#")[0]
    world = await asyncio.to_thread(lambda: json.load(urllib.request.urlopen(address + "play/world")))
    assert world["process"] == {"managed": False, "running": False, "code": None, "connected": False}
    process.send_signal(signal.SIGINT)
    await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 0


async def test_a_bot_that_will_not_end_is_killed(monkeypatch):
    monkeypatch.setattr(bot_process, "POLITE_SECONDS", 0.2)
    code = "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
    bot = bot_process.BotProcess({}, [sys.executable, "-c", code])
    ready = asyncio.Event()
    bot.listeners.append(lambda line: ready.set() if line == "up" else None)
    await bot.start()
    await asyncio.wait_for(ready.wait(), 10)
    await bot.stop()
    assert (bot.running, bot.code) == (False, -signal.SIGKILL)


async def test_a_bot_that_ends_by_itself_stays_ended_and_says_why():
    bot = bot_process.BotProcess(
        {"WORD": "no token"}, [sys.executable, "-c", "import os; raise SystemExit(os.environ['WORD'])"]
    )
    ended = asyncio.Event()
    bot.listeners.append(lambda line: ended.set() if line is None and bot.code is not None else None)
    await bot.start()
    await asyncio.wait_for(ended.wait(), 10)
    assert (bot.running, bot.code, list(bot.log)) == (False, 1, ["no token"])


async def start(folder, *arguments: str) -> asyncio.subprocess.Process:
    database = ("--database", str(folder / "g.sqlite"))
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playground", "--no-bot", "--no-open", *database, *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )


def test_there_are_one_to_eight_seats():
    assert [len(World(count).seats) for count in (1, 8)] == [1, 8]
    for wrong in (0, 9):
        with pytest.raises(ValueError, match="between 1 and 8"):
            World(wrong)


async def test_a_stage_shuts_down_with_requests_held(tmp_path):
    async with Stage(tmp_path / "g.sqlite") as stage, aiohttp.ClientSession() as session:
        hold = stage.api.desk.hold("GET", "gateway")
        headers = {"Authorization": f"Bot {stage.world.token}"}
        asking = asyncio.create_task(session.get(stage.base + "/api/v10/gateway", headers=headers))
        await asyncio.wait_for(hold.caught.wait(), 2)
        stage.api.desk.release_all()
        async with await asking as response:
            assert response.status == 200


async def test_a_long_event_is_not_overtaken_by_a_short_one(stage):
    lines = [f"{n} {'word ' * (20_000 if n % 2 else 1)}" for n in range(20)]
    async with aiohttp.ClientSession(stage.base) as session, session.ws_connect("/play/live", compress=15) as socket:
        await socket.send_json({"seats": []})
        assert (await socket.receive_json())["t"] == "watching"
        for line in lines:
            stage.seats.send({"t": "log", "line": line})
        heard = []
        while len(heard) < len(lines):
            event = await asyncio.wait_for(socket.receive_json(), 5)
            heard += [event["line"]] if event["t"] == "log" else []

    assert [line[:2] for line in heard] == [line[:2] for line in lines]
