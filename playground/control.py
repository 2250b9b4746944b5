"""The control API under /control: everything that can go wrong, on demand; for tests and the page's gear."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec
from aiohttp import web

from .errors import ApiError, Json, JsonObject
from .model import ChannelType
from .permissions import Permission
from .snowflakes import time_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .faults import When
    from .server import Stage

Handler: TypeAlias = "Callable[[Stage, JsonObject], Awaitable[Json]]"


def denied_bits(names: list[str]) -> int:
    """Return permission bits by name, such as ATTACH_FILES; KeyError names an unknown one."""
    return sum(Permission[name.upper()] for name in names)


async def dms(stage: Stage, body: JsonObject) -> Json:
    """{"seat", "open"}: close or open a person's DMs."""
    stage.set_dms(str(body["seat"]), is_open=bool(body["open"]))


async def gateway(stage: Stage, body: JsonObject) -> Json:
    """{"resumable": true, "polite": false, "ack": true}: drop the connection; `ack` false stops heartbeat answers."""
    if "ack" in body:
        stage.gateway.answers_heartbeats = bool(body["ack"])
        return {}
    cut = await stage.gateway.drop(resumable=bool(body.get("resumable", True)), polite=bool(body.get("polite", False)))
    return {"dropped": cut}


async def fail(stage: Stage, body: JsonObject) -> Json:
    """{"method", "path", "status", "code", "message", "times", "retry_after", "html"}: answer with an error."""
    extra = {"retry_after": float(body["retry_after"])} if "retry_after" in body else {}
    error = ApiError(int(body["status"]), int(body.get("code", 0)), str(body.get("message", "refused")), extra=extra)
    times, html = int(body.get("times", 1)), bool(body.get("html"))
    stage.api.desk.fail(str(body.get("method", "")), str(body.get("path", "")), error, times, html=html)


async def hold(stage: Stage, body: JsonObject) -> Json:
    """{"method", "path", "when": "before" | "after", "times"}: hold requests; returns {"hold": number}."""
    when: When = "after" if body.get("when") == "after" else "before"
    times = int(body.get("times", 1))
    made = stage.api.desk.hold(str(body.get("method", "")), str(body.get("path", "")), when, times)
    return {"hold": made.number}


async def release(stage: Stage, body: JsonObject) -> Json:
    """{"hold": number, "drop": false}, or {} for all: let held requests go on, or throw them away."""
    if "hold" not in body:
        stage.api.desk.release_all()
        return {}
    held = stage.api.desk.holds[int(body["hold"])]
    held.release(drop=bool(body.get("drop")))
    return {"caught": held.caught.is_set()}


async def deny(stage: Stage, body: JsonObject) -> Json:
    """{"channel": name or null for all, "permissions": [names]}: take exactly these from the bot; [] gives all back."""
    stage.deny(body.get("channel"), [str(name) for name in body["permissions"]])


async def advance(stage: Stage, body: JsonObject) -> Json:
    """{"seconds"}: move Discord's clock on. The bot's own clock does not follow."""
    stage.advance(float(body["seconds"]))
    return {"ahead": stage.world.clock.ahead}


async def delete(stage: Stage, body: JsonObject) -> Json:
    """{"message"} or {"channel"}: delete a message, channel or thread, as a moderator would."""
    world = stage.world
    if "message" in body:
        world.delete_message(world.messages[int(body["message"])])
    else:
        world.delete_channel(stage.channel(str(body["channel"])))


async def archive(stage: Stage, body: JsonObject) -> Json:
    """{"channel", "archived": true, "locked": false}: archive a thread, or open it again."""
    thread = stage.channel(str(body["channel"]))
    if thread.type is not ChannelType.THREAD:
        message = f"{thread.name} is no thread"
        raise ValueError(message)
    thread.archived, thread.locked = bool(body.get("archived", True)), bool(body.get("locked", False))
    thread.archive_moment = stage.world.clock.now()
    stage.world.update_channel(thread)


async def member(stage: Stage, body: JsonObject) -> Json:
    """{"seat" or "bot": true, "inside"}: kick somebody, or the bot, out of the guild, or let them back in."""
    world = stage.world
    user = world.bot if body.get("bot") else world.seat(str(body["seat"]))
    world.set_membership(user, inside=bool(body["inside"]))


async def redeliver(stage: Stage, body: JsonObject) -> Json:
    """{"interaction"}: send one again with the same id; {"next": n}: send each of the next n twice."""
    if "interaction" in body:
        stage.interactions.deliver(stage.interactions.by_id[int(body["interaction"])])
    else:
        stage.interactions.duplicate_next = int(body["next"])


async def bot(stage: Stage, body: JsonObject) -> Json:
    """{"do": "start" | "stop" | "kill" | "restart"}: the bot's process."""
    match body["do"]:
        case "kill":
            await stage.bot.kill()
        case "stop" | "restart":
            await stage.bot.stop()
    if body["do"] in {"start", "restart"}:
        await stage.bot.start()
    return {"running": stage.bot.running, "pid": stage.bot.pid, "code": stage.bot.code}


ACTIONS: dict[str, Handler] = {
    "dms": dms,
    "gateway": gateway,
    "fail": fail,
    "hold": hold,
    "release": release,
    "deny": deny,
    "advance": advance,
    "delete": delete,
    "archive": archive,
    "member": member,
    "redeliver": redeliver,
    "bot": bot,
}


def requests(stage: Stage) -> Json:
    """Return every request of the bot, oldest first, and those of no known route."""
    return {
        "requests": [msgspec.to_builtins(record) for record in stage.api.desk.records],
        "unimplemented": stage.api.desk.unimplemented,
    }


def pings(stage: Stage) -> Json:
    """Return who was pinged by which message, oldest first."""
    found = [message for message in stage.world.messages.values() if message.pinged]
    return [
        {
            "message": str(message.id),
            "channel": str(message.channel),
            "users": [stage.world.users[user].display for user in message.pinged],
            "at": time_of(message.id),
        }
        for message in found
    ]


def routes(stage: Stage) -> list[web.RouteDef]:
    """Return the routes below /control."""

    def post(handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answered(request: web.Request) -> web.Response:
            try:
                body = await request.json() if request.can_read_body else {}
                return web.json_response(await handler(stage, body) or {})
            except (KeyError, ValueError) as error:
                return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)

        return answered

    def get(read: Callable[[Stage], Json]) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answered(_request: web.Request) -> web.Response:
            return web.json_response(read(stage))

        return answered

    posts = [web.post(f"/control/{name}", post(handler)) for name, handler in ACTIONS.items()]
    return [*posts, web.get("/control/requests", get(requests)), web.get("/control/pings", get(pings))]
