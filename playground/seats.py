"""The page's API under /play: what seats see and do, in JSON, and one websocket with what changes."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from . import limits, payloads
from .actors import CannotError
from .interaction import DID_NOT_RESPOND, Interaction
from .model import Channel, ChannelType, Flag, Message, User
from .permissions import Permission
from .snowflakes import time_of
from .tasks import spawn

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .errors import Json, JsonObject
    from .server import Stage
    from .world import Change

KEPT_LOG = 200


class Seats:
    """The page's side of the server."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.sockets: dict[web.WebSocketResponse, set[int]] = {}
        self.pings: dict[int, dict[int, int]] = {}
        stage.world.listeners.append(self.hear)
        stage.bot.listeners.append(self.hear_bot)
        stage.gateway.on_ready = self.tell_bot

    def routes(self) -> list[web.RouteDef]:
        """Return the routes below /play."""
        seat = "/play/seats/{seat}"
        return [
            web.get("/play/world", self._world),
            web.get("/play/live", self._live),
            web.get("/play/interactions/{id}", self._interaction),
            web.get(seat + "/messages/{channel}", self._guard(self._messages)),
            web.post(seat + "/say", self._guard(self._say)),
            web.post(seat + "/slash", self._guard(self._slash)),
            web.post(seat + "/autocomplete", self._guard(self._autocomplete)),
            web.post(seat + "/click", self._guard(self._click)),
            web.post(seat + "/select", self._guard(self._select)),
            web.post(seat + "/modal", self._guard(self._modal)),
            web.post(seat + "/dismiss", self._guard(self._dismiss)),
            web.post("/play/channels", self._create_channel),
        ]

    # What the page is told

    def world(self) -> JsonObject:
        """Return all but the messages."""
        world = self.stage.world
        return {
            "guild": {"id": str(world.guild_id), "name": "Playground"},
            "bot": payloads.user(world.bot) | {"name": world.bot.display, "in_guild": world.bot_in_guild},
            "seats": [self.seat(user) for user in world.seats],
            "channels": [self.channel(channel) for channel in world.channels.values()],
            "commands": world.commands,
            "process": self.process(),
            "log": list(self.stage.bot.log)[-KEPT_LOG:],
            "ahead": world.clock.ahead,
            "pings": {
                str(user): {str(channel): str(message) for channel, message in places.items()}
                for user, places in self.pings.items()
            },
        }

    @staticmethod
    def seat(user: User) -> JsonObject:
        """Return a person as the page needs it."""
        return payloads.user(user) | {
            "name": user.display,
            "dm_open": user.dm_open,
            "in_guild": user.in_guild,
            "manager": user.manager,
        }

    def channel(self, channel: Channel) -> JsonObject:
        """Return a channel as the page needs it."""
        return {
            "id": str(channel.id),
            "type": int(channel.type),
            "name": channel.name,
            "parent": str(channel.parent) if channel.parent else None,
            "recipient": str(channel.recipient) if channel.recipient else None,
            "last": str(channel.last_message) if channel.last_message else None,
            "archived": channel.archived,
            "locked": channel.locked,
            "denied": [bit.name for bit in Permission if bit & channel.denied],
        }

    def message(self, message: Message) -> JsonObject:
        """Return a message as the page needs it: Discord's own object and what a client adds to it."""
        loading = bool(message.flags & Flag.LOADING)
        overdue = self.stage.world.clock.now() - time_of(message.id) >= limits.TOKEN_LIFE
        origin = message.origin
        return payloads.message(self.stage.world, self.stage.base, message) | {
            "only": str(message.only) if message.only else None,
            "pinged": [str(user) for user in message.pinged],
            "silent": bool(message.flags & Flag.SUPPRESS_NOTIFICATIONS),
            "loading": loading and not overdue,
            "failed": DID_NOT_RESPOND if loading and overdue else None,
            "used": {"user": str(origin.user), "name": origin.name} if origin and origin.name else None,
        }

    def process(self) -> JsonObject:
        """Return how the bot is."""
        bot = self.stage.bot
        return {
            "managed": self.stage.manages_bot,
            "running": bot.running,
            "code": bot.code,
            "connected": self.stage.gateway.connected,
        }

    def outcome(self, interaction: Interaction) -> JsonObject:
        """Return what became of an interaction."""
        found = self.stage.world.messages.get(interaction.original or 0)
        return {
            "id": str(interaction.id),
            "kind": interaction.kind.name.lower(),
            "state": interaction.state,
            "answer": interaction.answer.name.lower() if interaction.answer else None,
            "answered_after": interaction.answered_after,
            "message": self.message(found) if found else None,
            "followups": [
                self.message(self.stage.world.messages[number])
                for number in interaction.followups
                if number in self.stage.world.messages
            ],
            "modal": interaction.modal,
            "choices": interaction.choices,
            "error": interaction.error,
            "refusals": interaction.refusals,
        }

    def hear(self, change: Change) -> None:
        """Pass a change of the world on to every page that may see it."""
        kind, message, channel = change.kind, change.message, change.channel
        if message is not None:
            self._note_pings(message)
        if not self.sockets:
            return
        if message is not None:
            self._hear_message(change, message)
        elif channel is not None:
            # That there is a DM is no secret between the seats of one page, what it says is.
            self.send({"t": kind, "channel": self.channel(channel)})
        elif kind == "commands":
            self.send({"t": kind, "commands": self.stage.world.commands})
        elif kind not in {"interaction", "interaction_done"}:
            self.send({"t": "world", "world": self.world()})

    def _hear_message(self, change: Change, message: Message) -> None:
        kind = change.kind
        # A deferred answer rings when it is filled in, which is an update that counts as no edit.
        fresh = kind == "message_create" or (kind == "message_update" and message.pinged and message.edited is None)
        if fresh and message.only is None:
            self._announce(message)
        gone = message.dismissed or kind == "message_delete"
        data = {"id": str(message.id)} if gone else self.message(message)
        data["channel_id"] = str(message.channel)
        self.send({"t": "message_delete" if gone else kind, "message": data}, change)

    def _announce(self, message: Message) -> None:
        """Tell every page that there is something new, even those that may not see what."""
        pinged = [str(user) for user in message.pinged]
        self.send({"t": "last", "channel": str(message.channel), "last": str(message.id), "pinged": pinged})

    def _note_pings(self, message: Message) -> None:
        for user in message.pinged:
            self.pings.setdefault(user, {})[message.channel] = message.id

    def hear_bot(self, line: str | None) -> None:
        """Pass the bot's output and state on to every page."""
        if line is None:
            self.tell_bot()
        else:
            self.send({"t": "log", "line": line})

    def tell_bot(self) -> None:
        """Tell every page how the bot is."""
        self.send({"t": "bot", "process": self.process()})

    def send(self, event: JsonObject, change: Change | None = None) -> None:
        """Send an event to the pages; private ones only to pages that show that seat."""
        only = change.only if change else None
        channel = change.channel if change else None
        if only is None and channel is not None and channel.type is ChannelType.DM:
            only = channel.recipient
        wanting = [socket for socket, seats in self.sockets.items() if only is None or only in seats]
        if not wanting:
            return
        event["ahead"] = self.stage.world.clock.ahead
        text = json.dumps(event)
        for socket in wanting:
            spawn(_write(socket, text))

    # What the page asks

    async def _world(self, _request: web.Request) -> web.Response:
        return web.json_response(self.world())

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        # A long event would be packed in a thread, and a short one that came after it would overtake it.
        socket = web.WebSocketResponse(heartbeat=30, compress=False)
        await socket.prepare(request)
        self.sockets[socket] = set()
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self.sockets[socket] = {int(seat) for seat in json.loads(frame.data)["seats"]}
                    # From here on nothing is missed; what came before, the page fetches.
                    await socket.send_json({"t": "watching", "ahead": self.stage.world.clock.ahead})
        finally:
            del self.sockets[socket]
        return socket

    async def _interaction(self, request: web.Request) -> web.Response:
        interaction = self.stage.interactions.by_id.get(int(request.match_info["id"]))
        if interaction is None:
            raise web.HTTPNotFound
        event = interaction.finished if request.query.get("finished") else interaction.acknowledged
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), float(request.query.get("wait", "0")))
        return web.json_response(self.outcome(interaction))

    @staticmethod
    def _guard(
        handler: Callable[[User, JsonObject, web.Request], Awaitable[Json]],
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        """Read the seat and the body of a request; what a client would not allow is a 400 with the reason."""

        async def guarded(request: web.Request) -> web.Response:
            stage: Stage = request.app[STAGE]
            try:
                user = stage.world.seat(request.match_info["seat"])
                body = await request.json() if request.can_read_body else {}
                return web.json_response(await handler(user, body, request))
            except CannotError as error:
                return web.json_response({"error": str(error)}, status=400)
            except (KeyError, ValueError) as error:
                return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)

        return guarded

    async def _messages(self, user: User, _body: JsonObject, request: web.Request) -> Json:
        channel = self.stage.actors.channel(user, request.match_info["channel"])
        found = self.stage.actors.read(user, channel)[-int(request.query.get("limit", "100")) :]
        return {"channel": self.channel(channel), "messages": [self.message(message) for message in found]}

    async def _say(self, user: User, body: JsonObject, _request: web.Request) -> Json:
        channel = self.stage.actors.channel(user, str(body["channel"]))
        return self.message(self.stage.actors.say(user, channel, str(body["text"])))

    async def _slash(self, user: User, body: JsonObject, _request: web.Request) -> Json:
        channel = self.stage.actors.channel(user, str(body["channel"]))
        options = body.get("options") or {}
        return self.outcome(self.stage.actors.slash(user, channel, str(body["command"]), options))

    async def _autocomplete(self, user: User, body: JsonObject, _request: web.Request) -> Json:
        actors = self.stage.actors
        channel = actors.channel(user, str(body["channel"]))
        typed, options = str(body.get("value", "")), body.get("options") or {}
        asked = actors.autocomplete(user, channel, str(body["command"]), str(body["focused"]), typed, options)
        await asked.acknowledged.wait()
        return self.outcome(asked)

    async def _click(self, user: User, body: JsonObject, _request: web.Request) -> Json:
        message = self.stage.actors.message(user, int(body["message"]))
        return self.outcome(self.stage.actors.click(user, message, str(body["custom_id"])))

    async def _select(self, user: User, body: JsonObject, _request: web.Request) -> Json:
        message = self.stage.actors.message(user, int(body["message"]))
        values = [str(value) for value in body["values"]]
        return self.outcome(self.stage.actors.select(user, message, str(body["custom_id"]), values))

    async def _modal(self, user: User, body: JsonObject, _request: web.Request) -> Json:
        opened = self.stage.interactions.by_id[int(body["interaction"])]
        return self.outcome(self.stage.actors.submit(user, opened, body["values"]))

    async def _dismiss(self, user: User, body: JsonObject, _request: web.Request) -> Json:
        self.stage.actors.dismiss(user, self.stage.actors.message(user, int(body["message"])))
        return {}

    async def _create_channel(self, request: web.Request) -> web.Response:
        name = "-".join(str((await request.json())["name"]).lower().split())[: limits.CHANNEL_NAME]
        if not name:
            return web.json_response({"error": "a channel needs a name"}, status=400)
        return web.json_response(self.channel(self.stage.create_channel(name)))


async def _write(socket: web.WebSocketResponse, text: str) -> None:
    with contextlib.suppress(ConnectionError, RuntimeError):
        await socket.send_str(text)


STAGE: web.AppKey[Any] = web.AppKey("stage", object)
