"""The websocket the bot listens on: identify, heartbeat, dispatch, resume.

Source: Discord's documentation, "Gateway" and "Gateway Events", version 10, JSON without compression.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from typing import TYPE_CHECKING, Final, TypeAlias

from aiohttp import WSCloseCode, WSMsgType, web

from . import payloads
from .model import ChannelType
from .permissions import Permission, of_bot
from .tasks import spawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from .errors import JsonObject
    from .model import Channel, Message, User
    from .world import Change, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11
HEARTBEAT_MS: Final = 41_250
ACK_SECONDS: Final = 0.02
"""Before a heartbeat is answered. discord.py notes from another thread when it sent one; over loopback the answer would
sometimes be there first, and the time since the heartbeat before, 41 seconds, be taken for a delay."""
KEPT_EVENTS: Final = 1000
UNKNOWN_ERROR, NOT_AUTHENTICATED, BAD_TOKEN, BAD_INTENTS = 4000, 4003, 4004, 4014

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 1, 1 << 9, 1 << 12
PRIVILEGED: Final = 1 << 1 | 1 << 8 | 1 << 15
# Name, payload, and the intent it needs (0 for none).
Event: TypeAlias = "tuple[str, JsonObject, int]"


class Session:
    """One IDENTIFY: its intents, its events, and the socket while there is one."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.events: deque[tuple[int, str]] = deque(maxlen=KEPT_EVENTS)
        self.socket: web.WebSocketResponse | None = None

    def record(self, name: str, data: JsonObject) -> str:
        """Number an event, keep it for a resume and return its text."""
        self.sequence += 1
        text = json.dumps({"op": DISPATCH, "s": self.sequence, "t": name, "d": data})
        self.events.append((self.sequence, text))
        return text


class Gateway:
    """All sessions of the bot.

    Args:
        world: whose changes are sent.
        base: http address of this server; the websocket is at the same place.
    """

    def __init__(self, world: World, base: str) -> None:
        self.world = world
        self.base = base
        self.sessions: dict[str, Session] = {}
        self.answers_heartbeats = True
        self.on_ready: Callable[[], None] = lambda: None
        self._outbox: deque[tuple[Session, str]] = deque()
        self._sending = False
        world.listeners.append(self.hear)

    @property
    def connected(self) -> bool:
        """Whether the bot listens right now."""
        return any(session.socket is not None for session in self.sessions.values())

    # Out

    def hear(self, change: Change) -> None:
        """Turn a change of the world into Discord's event and send it to whom it concerns."""
        event = self._event(change)
        if event is None:
            return
        name, data, intent = event
        in_guild = change.channel is None or change.channel.type is not ChannelType.DM
        if name == "INTERACTION_CREATE":
            in_guild = "guild_id" in data
        for session in self.sessions.values():
            number, count = session.shard
            mine = (self.world.guild_id >> 22) % count == number if in_guild else number == 0
            if mine and (not intent or session.intents & intent):
                self._send(session, session.record(name, data))

    def _event(self, change: Change) -> Event | None:
        world = self.world
        if change.kind == "interaction":
            return "INTERACTION_CREATE", change.payload or {}, 0
        if change.kind in {"guild_create", "guild_delete"}:
            core = {"id": str(world.guild_id)}
            return change.kind.upper(), payloads.guild(world) if world.bot_in_guild else core, GUILDS
        if not world.bot_in_guild and (change.channel is None or change.channel.type is not ChannelType.DM):
            return None
        if change.user is not None:
            return self._member_event(change.kind, change.user)
        if change.message is not None and change.channel is not None:
            return self._message_event(change, change.channel, change.message)
        return self._channel_event(change.kind, change.channel) if change.channel is not None else None

    def _member_event(self, kind: str, user: User) -> Event | None:
        guild = {"guild_id": str(self.world.guild_id)}
        if kind == "member_remove":
            return "GUILD_MEMBER_REMOVE", guild | {"user": payloads.user(user)}, GUILD_MEMBERS
        return "GUILD_MEMBER_ADD", payloads.member(self.world, user) | guild, GUILD_MEMBERS

    def _message_event(self, change: Change, channel: Channel, message: Message) -> Event | None:
        in_dm = channel.type is ChannelType.DM
        intent = DIRECT_MESSAGES if in_dm else GUILD_MESSAGES
        if change.only is not None or not any(session.intents & intent for session in self.sessions.values()):
            return None
        data = payloads.message(self.world, self.base, message)
        if change.kind == "message_delete":
            data = {key: data[key] for key in ("id", "channel_id")}
        where = {} if in_dm else {"guild_id": str(self.world.guild_id)}
        return change.kind.upper(), data | where, intent

    def _channel_event(self, kind: str, channel: Channel) -> Event | None:
        data = payloads.channel(self.world, channel)
        if channel.type is ChannelType.DM:
            return None
        if channel.type is ChannelType.TEXT:
            return kind.upper(), data, GUILDS
        # Bots are told of channels they may not view, but not of their threads.
        if Permission.VIEW_CHANNEL not in of_bot(self.world, channel):
            return None
        if kind == "channel_create":
            data["newly_created"] = True
        return kind.upper().replace("CHANNEL", "THREAD"), data, GUILDS

    def _send(self, session: Session, text: str) -> None:
        if session.socket is not None:
            self._outbox.append((session, text))
            if not self._sending:
                self._sending = True
                spawn(self._flush())

    async def _flush(self) -> None:
        try:
            while self._outbox:
                session, text = self._outbox.popleft()
                await self._write(session.socket, text)
        finally:
            self._sending = False

    @staticmethod
    async def _write(socket: web.WebSocketResponse | None, text: str) -> None:
        if socket is None or socket.closed:
            return
        try:
            await socket.send_str(text)
        except ConnectionError:
            return

    # In

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection of the bot until it ends."""
        socket = web.WebSocketResponse(heartbeat=None, max_msg_size=0)
        await socket.prepare(request)
        hello = {"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": HEARTBEAT_MS}}
        await socket.send_json(hello)
        session: Session | None = None
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    break
                session = await self._receive(socket, session, json.loads(frame.data))
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
            self.on_ready()
        return socket

    async def _receive(
        self, socket: web.WebSocketResponse, session: Session | None, message: JsonObject
    ) -> Session | None:
        data = message.get("d") or {}
        match message.get("op"):
            case 1:
                if self.answers_heartbeats:
                    await asyncio.sleep(ACK_SECONDS)
                    await self._write(socket, json.dumps({"op": HEARTBEAT_ACK, "s": None, "t": None, "d": None}))
            case 2:
                return await self._identify(socket, data)
            case 6:
                return await self._resume(socket, data)
            case 8 if session is not None:
                self._send(session, session.record("GUILD_MEMBERS_CHUNK", self._chunk(data)))
            case _ if session is None:
                await socket.close(code=NOT_AUTHENTICATED, message=b"Not authenticated.")
        return session

    async def _identify(self, socket: web.WebSocketResponse, data: JsonObject) -> Session | None:
        world = self.world
        if str(data.get("token", "")).removeprefix("Bot ") != world.token:
            await socket.close(code=BAD_TOKEN, message=b"Authentication failed.")
            return None
        intents = int(data.get("intents", 0))
        if intents & PRIVILEGED:
            await socket.close(code=BAD_INTENTS, message=b"Disallowed intent(s).")
            return None
        number, count = data.get("shard") or (0, 1)
        session = Session(intents, (int(number), int(count)))
        for other in [old for old in self.sessions.values() if old.socket is None and old.shard == session.shard]:
            del self.sessions[other.id]
        self.sessions[session.id] = session
        mine = world.bot_in_guild and (world.guild_id >> 22) % session.shard[1] == session.shard[0]
        ready = {
            "v": 10,
            "user": payloads.user(world.bot) | {"verified": True, "mfa_enabled": False, "flags": 0},
            "guilds": [{"id": str(world.guild_id), "unavailable": True}] if mine else [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.base.replace("http", "ws", 1) + "/gateway",
            "shard": list(session.shard),
            "application": {"id": str(world.bot.id), "flags": 0},
            "private_channels": [],
        }
        session.record("READY", ready)
        if mine and intents & GUILDS:
            session.record("GUILD_CREATE", payloads.guild(world))
        await self._catch_up(session, socket, 0)
        return session

    async def _resume(self, socket: web.WebSocketResponse, data: JsonObject) -> Session | None:
        session = self.sessions.get(str(data.get("session_id")))
        seen = int(data.get("seq") or 0)
        if session is None or seen > session.sequence or (session.events and session.events[0][0] > seen + 1):
            await socket.send_json({"op": INVALID_SESSION, "s": None, "t": None, "d": False})
            return None
        session.record("RESUMED", {})
        await self._catch_up(session, socket, seen)
        return session

    async def _catch_up(self, session: Session, socket: web.WebSocketResponse, seen: int) -> None:
        """Send all after `seen`, what happens meanwhile too, and only then go live: events keep their order."""
        while missed := [(number, text) for number, text in session.events if number > seen]:
            for number, text in missed:
                await socket.send_str(text)
                seen = number
        session.socket = socket
        self.on_ready()

    def _chunk(self, data: JsonObject) -> JsonObject:
        wanted = data.get("user_ids") or []
        wanted = {str(person) for person in (wanted if isinstance(wanted, list) else [wanted])}
        query = str(data.get("query") or "").lower()
        here = [person for person in self.world.seats if person.in_guild]
        found = [
            person
            for person in here
            if str(person.id) in wanted or (not wanted and query and person.name.startswith(query))
        ]
        return {
            "guild_id": str(self.world.guild_id),
            "members": [payloads.member(self.world, person) for person in found],
            "not_found": sorted(wanted - {str(person.id) for person in found}),
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
        }

    # What tests do to it

    async def drop(self, *, resumable: bool = True, polite: bool = False) -> int:
        """Cut every connection and return how many there were.

        Args:
            resumable: whether the session is kept, so that RESUME replays what was missed.
            polite: ask for a reconnect (opcode 7) instead of just closing.
        """
        cut = 0
        for session in tuple(self.sessions.values()):
            socket, session.socket = session.socket, None
            if not resumable:
                self.sessions.pop(session.id, None)
            if socket is None:
                continue
            cut += 1
            if polite:
                await socket.send_json({"op": RECONNECT, "s": None, "t": None, "d": None})
            elif resumable:
                await socket.close(code=UNKNOWN_ERROR, message=b"dropped")
            else:
                await socket.send_json({"op": INVALID_SESSION, "s": None, "t": None, "d": False})
        return cut

    async def close(self) -> None:
        """Close every connection for good."""
        for session in self.sessions.values():
            if session.socket is not None:
                await session.socket.close(code=WSCloseCode.GOING_AWAY)
