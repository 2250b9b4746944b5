"""The whole playground in one process: world, REST, gateway, page, and the bot as its child."""

from __future__ import annotations

import asyncio
import contextlib
import socket as socket_module
from pathlib import Path
from typing import TYPE_CHECKING, Self

from aiohttp import web

from . import control, payloads
from .actors import Actors
from .bot_process import BOT, BotProcess
from .gateway import Gateway
from .interactions import Interactions
from .model import Channel, ChannelType
from .rest import PREFIX, Api
from .routes import ROUTES
from .seats import STAGE, Seats
from .tasks import spawn
from .world import Change, World

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aiohttp.typedefs import Handler

HOST = "127.0.0.1"
STATIC = Path(__file__).parent / "static"
SAVE_SECONDS = 3.0
# Nothing on the page may come from elsewhere, and no text may become a script.
CSP = "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; connect-src 'self' ws:; base-uri 'none'"


class Stage:
    """Everything, wired together. Use as an async context manager.

    Args:
        database: the bot's SQLite file; the world is kept beside it when `keep` is set.
        port: 0 for any free one.
        seats: how many people there are.
        keep: whether the world outlives this process.
        bot_command: what runs the bot.
        bot_env: further environment of the bot.
    """

    def __init__(
        self,
        database: Path,
        *,
        port: int = 0,
        seats: int = 4,
        keep: bool = False,
        bot_command: Sequence[str] = BOT,
        bot_env: Mapping[str, str] | None = None,
    ) -> None:
        self.database = database
        self.port = port
        self.world = World(seats, database.with_name(database.name + ".world.json") if keep else None)
        self.bot = BotProcess(bot_env or {}, bot_command)
        self.manages_bot = True
        self.base = ""

    async def __aenter__(self) -> Self:
        """Start serving; the bot is not started."""
        # The port is known only once bound, and links need it: bind first.
        app = web.Application(client_max_size=1 << 28)
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        socket = _bind(self.port)
        self.port = socket.getsockname()[1]
        self.base = f"http://{HOST}:{self.port}"
        self.interactions = Interactions(self.world, self.base)
        self.gateway = Gateway(self.world, self.base)
        self.api = Api(self.world, self.interactions, self.gateway, ROUTES)
        self.actors = Actors(self.world, self.interactions)
        self.bot.env |= {"DISCORD_TOKEN": self.world.token, "DISCORD_API": self.base, "DATABASE": str(self.database)}
        self.seats = Seats(self)
        app[STAGE] = self
        app.middlewares.append(_only_local)
        app.add_routes(self._routes())
        await self.runner.setup()
        await web.SockSite(self.runner, socket).start()
        self._closed = asyncio.Event()
        self._saver = spawn(self._save())
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the bot, then the server."""
        self.api.desk.release_all()
        await self.bot.stop()
        await self.gateway.close()
        for page in tuple(self.seats.sockets):
            await page.close()
        await self.runner.cleanup()
        self._closed.set()
        await self._saver

    def _routes(self) -> list[web.RouteDef | web.StaticDef]:
        return [
            web.get("/", _page),
            web.get("/gateway", self.gateway.serve),
            web.get("/gateway/", self.gateway.serve),
            web.route("*", PREFIX + "/{path:.*}", self.api.serve),
            web.get("/attachments/{channel}/{file}/{name}", self._file),
            web.get("/ephemeral-attachments/{channel}/{file}/{name}", self._file),
            *self.seats.routes(),
            *control.routes(self),
            web.static("/static", STATIC),
        ]

    async def _file(self, request: web.Request) -> web.Response:
        """Serve an attachment as long as its link lives."""
        channel, number, name = (request.match_info[key] for key in ("channel", "file", "name"))
        found = self.world.attachment(int(number)) if number.isdigit() else None
        dies = request.query.get("ex", "")
        sealed = request.query.get("hm") == payloads.signature(int(channel), int(number), dies) if found else False
        if found is None or found.filename != name or not sealed or int(dies, 16) < self.world.clock.now():
            return web.Response(status=404, text="This content is no longer available.")
        safe = found.content_type if found.content_type.startswith("image/") else "application/octet-stream"
        headers = {"Cache-Control": "max-age=86400", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=found.data, content_type=safe, headers=headers)

    async def _save(self) -> None:
        """Keep the world's file fresh, and write it a last time at the end."""
        while not self._closed.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), SAVE_SECONDS)
            if self.world.path is not None and self.world.unsaved:
                self.world.unsaved = False
                await asyncio.to_thread(self.world.write, self.world.snapshot())

    # What can be done to it; the control API and tests share these

    def channel(self, name: str) -> Channel:
        """Find a guild channel or thread by id or name; KeyError if there is none."""
        for channel in self.world.channels.values():
            if name in {str(channel.id), channel.name, f"#{channel.name}"} and channel.type is not ChannelType.DM:
                return channel
        raise KeyError(name)

    def create_channel(self, name: str) -> Channel:
        """Open a text channel in the guild."""
        place = sum(channel.type is ChannelType.TEXT for channel in self.world.channels.values())
        channel = Channel(id=self.world.ids.next(), type=ChannelType.TEXT, name=name, position=place)
        self.world.add_channel(channel)
        return channel

    def set_dms(self, seat: str, *, is_open: bool) -> None:
        """Open or close a person's DMs."""
        user = self.world.seat(seat)
        user.dm_open = is_open
        self.world.tell(Change("member_update", user=user))

    def deny(self, channel: str | None, names: list[str]) -> None:
        """Take exactly these permissions from the bot, in one channel or (None) in all."""
        bits = control.denied_bits(names)
        texts = [place for place in self.world.channels.values() if place.type is ChannelType.TEXT]
        for place in texts if channel is None else [self.channel(channel)]:
            place.denied = bits
            self.world.update_channel(place)

    def advance(self, seconds: float) -> None:
        """Move Discord's clock on; what waited too long by then fails."""
        self.world.clock.ahead += seconds
        self.world.unsaved = True
        self.interactions.expire()


async def _page(_request: web.Request) -> web.FileResponse:
    return web.FileResponse(
        STATIC / "index.html", headers={"Cache-Control": "no-cache", "Content-Security-Policy": CSP}
    )


@web.middleware
async def _only_local(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests that a foreign page makes through the visitor's browser (DNS rebinding, cross-site posts)."""
    host = request.host.partition(":")[0]
    origin = request.headers.get("Origin")
    local = {HOST, "localhost"}
    if host not in local or (origin is not None and origin.partition("://")[2].partition(":")[0] not in local):
        return web.Response(status=403, text="The playground is for this machine alone.")
    response = await handler(request)
    if request.path.startswith("/static"):
        response.headers["Cache-Control"] = "no-cache"
    return response


def _bind(port: int) -> socket_module.socket:
    """Bind to the loopback address alone."""
    socket = socket_module.socket(socket_module.AF_INET, socket_module.SOCK_STREAM)
    socket.setsockopt(socket_module.SOL_SOCKET, socket_module.SO_REUSEADDR, 1)
    socket.bind((HOST, port))
    return socket
