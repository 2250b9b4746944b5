"""API v10 as the bot sees it: authorisation, bodies, records, holds and errors around a table of routes."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from aiohttp import web

from .errors import ApiError, JsonObject, Refusal, form_error
from .faults import Desk, Record
from .messages import Upload
from .permissions import Permission, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .gateway import Gateway
    from .interactions import Interactions
    from .model import Channel
    from .world import World

PREFIX = "/api/v10"
_PART = re.compile(r"files\[(\d+)\]")
_BOUNDARY = re.compile(r'^multipart/form-data;.*?boundary="?([^";]+)"?', re.IGNORECASE)
_NAME = re.compile(r'\bname="([^"]*)"')
_FILENAME = re.compile(r'\bfilename="([^"]*)"')
Reply: TypeAlias = Any


class Call(msgspec.Struct):
    """One request of the bot, read. `args` are the values of the path, `body` its JSON or {}."""

    api: Api
    args: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: dict[int, Upload]

    @property
    def world(self) -> World:
        """The world the request is about."""
        return self.api.world

    def id(self, name: str) -> int:
        """Return a snowflake of the path, or refuse with 50035."""
        value = self.args[name]
        if not value.isdigit():
            raise form_error((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return int(value)


class Route(msgspec.Struct, frozen=True):
    """A method and path, and who answers. `open` routes need no token: their path carries one."""

    method: str
    pattern: re.Pattern[str]
    handler: Callable[[Call], Reply]
    open: bool


def route(method: str, path: str, handler: Callable[[Call], Reply], *, open_: bool = False) -> Route:
    """Make a route of a path such as "/channels/{channel_id}"."""
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)
    return Route(method, re.compile(pattern + "$"), handler, open_)


class Api:
    """The REST side of the loopback Discord."""

    def __init__(self, world: World, interactions: Interactions, gateway: Gateway, routes: list[Route]) -> None:
        self.world = world
        self.interactions = interactions
        self.gateway = gateway
        self.routes = routes
        self.desk = Desk()
        self.old_edits: dict[int, list[float]] = {}

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request of the bot and record it."""
        started = time.perf_counter()
        path = request.path.removeprefix(PREFIX)
        code = 0
        try:
            response = await self._answer(request, path)
        except ApiError as error:
            code = error.code
            response = refuse(error)
        ms = (time.perf_counter() - started) * 1000
        self.desk.records.append(Record(request.method, path, response.status, code, ms, self.world.clock.now()))
        return response

    async def _answer(self, request: web.Request, path: str) -> web.StreamResponse:
        body, uploads = await _read(request)
        fault = self.desk.fault(request.method, path)
        if fault is not None and fault.html:
            return web.Response(status=fault.error.status, text="<html>upstream</html>", content_type="text/html")
        if fault is not None:
            raise fault.error
        for candidate in self.routes:
            found = candidate.pattern.match(path) if candidate.method == request.method else None
            if found is None:
                continue
            if not candidate.open and request.headers.get("Authorization") != f"Bot {self.world.token}":
                raise Refusal.UNAUTHORIZED.error()
            if not await self.desk.wait(request.method, path, "before"):
                return web.Response(status=502)
            call = Call(self, found.groupdict(), dict(request.query), body, uploads)
            reply = candidate.handler(call)
            await self.desk.wait(request.method, path, "after")
            return respond(reply)
        self.desk.unimplemented.append(f"{request.method} {path}")
        raise Refusal.NOT_FOUND.error()


def visible(call: Call, *needed: Permission) -> Channel:
    """Return the channel of the path, if the bot sees it and has these permissions in it."""
    channel = call.world.channel(call.id("channel_id"))
    require(call.world, channel, *needed)
    return channel


def respond(reply: Reply) -> web.Response:
    """Make a reply of JSON, or of nothing; the content type has no charset, which discord.py insists on."""
    if reply is None:
        return web.Response(status=204)
    return web.Response(body=json.dumps(reply).encode(), content_type="application/json")


def refuse(error: ApiError) -> web.Response:
    """Make the response of a refusal; a 429 bears the headers discord.py looks for."""
    headers = {}
    if error.status == 429:  # noqa: PLR2004 - Too Many Requests
        wait = error.extra.setdefault("retry_after", 1.0)
        error.extra.setdefault("global", False)
        headers = {"Via": "1.1 playground", "Retry-After": str(wait), "X-RateLimit-Reset-After": str(wait)}
    text = json.dumps(error.body()).encode()
    return web.Response(status=error.status, body=text, content_type="application/json", headers=headers)


async def _read(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """Read a body: JSON, a form with `payload_json` and files, or nothing."""
    uploads: dict[int, Upload] = {}
    text = await request.read() if request.can_read_body else b""
    boundary = _BOUNDARY.search(request.headers.get("Content-Type", ""))
    if boundary is not None:
        form, text = text, b""
        for name, filename, data in _parts(form, boundary[1]):
            numbered = _PART.fullmatch(name)
            if name == "payload_json":
                text = data
            elif numbered is not None:
                uploads[int(numbered[1])] = Upload(filename, data)
    if not text:
        return {}, uploads
    try:
        body: JsonObject | list[Any] = json.loads(text)
    except ValueError:
        raise Refusal.BAD_JSON.error() from None
    return body, uploads


def _parts(form: bytes, boundary: str) -> Iterator[tuple[str, str, bytes]]:
    """Yield name, file name and bytes of each part (RFC 7578); several times as fast as aiohttp's reader."""
    mark = b"\r\n--" + boundary.encode()
    for part in (b"\r\n" + form).split(mark)[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        words = head.decode(errors="replace")
        name, filename = _NAME.search(words), _FILENAME.search(words)
        yield name[1] if name else "", filename[1] if filename else "unknown", data
