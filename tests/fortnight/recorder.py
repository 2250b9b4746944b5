"""A Discord that takes what the bot sends and writes it down: as much of a client as `bot.posts` uses.

As the real one it gives a message that comes twice with the same nonce only once, refuses direct messages of those who
want none, loses a connection now and then, before or after a message has arrived, and knows no deleted channel.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from discord.components import _component_factory

if TYPE_CHECKING:
    from collections.abc import Callable

PRIVATE = 10**9
"""Added to a user's id it is the id of their private channel."""
_SAME_NONCE = 300
_LOST_BEFORE, _LOST_AFTER = 47, 29
"""Of the messages of one channel, every how many-th is lost before or after it arrives."""


class Sent(NamedTuple):
    """A message as it arrived: when (unix seconds), where, whom it pinged, all words, ids of buttons, its picture."""

    time: float
    id: int
    channel: int
    pings: tuple[int, ...]
    silent: bool
    words: str
    marks: tuple[str, ...]
    picture: bytes | None
    parts: list[dict[str, Any]]

    @property
    def private(self) -> int | None:
        """The user whose direct message it is."""
        return self.channel - PRIVATE if self.channel > PRIVATE else None


class Recorder:
    """The client."""

    def __init__(self, now: Callable[[], float], shut: set[int]) -> None:
        self.now = now
        self.shut = shut
        self.gone: set[int] = set()
        self.sent: list[Sent] = []
        self.edited: dict[int, list[dict[str, Any]]] = {}
        self.lost = self.repeated = 0
        self._requests: Counter[int] = Counter()
        self.user = SimpleNamespace(id=1)
        self.dying: asyncio.Event | None = None
        """Set when the next message has arrived, after which its sender waits for ever."""
        self._nonces: dict[tuple[int, str], tuple[float, int]] = {}

    def get_channel(self, _channel_id: int) -> None:
        """Know no permissions."""

    async def create_dm(self, user: Any) -> Any:
        return SimpleNamespace(id=PRIVATE + user.id)

    def get_partial_messageable(self, channel_id: int) -> Channel:
        return Channel(self, channel_id)

    async def take(self, channel: int, view: Any, files: Any, mentions: Any, nonce: str, *, silent: bool) -> int:
        """Let a message arrive, or not."""
        await asyncio.sleep(0)
        self._requests[channel] += 1
        if channel - PRIVATE in self.shut:
            raise discord.Forbidden(_status(403), {"code": 50007, "message": "Cannot send messages to this user"})
        if channel in self.gone:
            raise discord.NotFound(_status(404), {"code": 10003, "message": "Unknown Channel"})
        if self._requests[channel] % _LOST_BEFORE == 0:
            self.lost += 1
            raise discord.DiscordServerError(_status(503), "upstream connect error")
        time, known = self._nonces.get((channel, nonce), (0.0, 0))
        if self.now() - time < _SAME_NONCE:
            self.repeated += 1
            return known
        parts = view.to_components()
        texts, marks = [], []
        for part in _walk(parts):
            texts += [str(part[key]) for key in ("content", "label", "description", "url") if part.get(key)]
            marks += [part["custom_id"]] if part.get("custom_id") else []
            if "media" in part:
                marks.append(part["media"]["url"])
        pings = tuple(user.id for user in mentions.users)
        picture = files[0].fp.read() if files else None
        one = Sent(
            self.now(), len(self.sent) + 2, channel, pings, silent, "\n".join(texts), tuple(marks), picture, parts
        )
        self.sent.append(one)
        self._nonces[channel, nonce] = (one.time, one.id)
        if self.dying is not None:
            self.dying.set()
            await asyncio.Event().wait()  # the process dies here: sent, and not yet noted
        if self._requests[channel] % _LOST_AFTER == 0:
            self.lost += 1
            raise OSError("connection reset")
        return one.id


class Channel:
    """A channel, or somebody's private one."""

    def __init__(self, recorder: Recorder, channel_id: int) -> None:
        self._recorder, self._id = recorder, channel_id

    async def send(self, *, view: Any, files: Any, allowed_mentions: Any, nonce: str, silent: bool) -> Any:
        sent = await self._recorder.take(self._id, view, files, allowed_mentions, nonce, silent=silent)
        return SimpleNamespace(id=sent)

    async def history(self, *, limit: int) -> Any:
        found = [sent for sent in self._recorder.sent if sent.channel == self._id]
        for sent in reversed(found[-limit:]):
            parts = self._recorder.edited.get(sent.id, sent.parts)
            components = [_component_factory(_as_shown(part)) for part in parts]
            yield SimpleNamespace(id=sent.id, author=SimpleNamespace(id=1), components=components)

    def get_partial_message(self, message_id: int) -> Any:
        async def edit(*, view: Any, allowed_mentions: Any) -> None:
            await asyncio.sleep(0)
            assert not allowed_mentions.users
            self._recorder.edited[message_id] = view.to_components()

        return SimpleNamespace(edit=edit)


def _status(code: int) -> Any:
    return SimpleNamespace(status=code, reason="")


def _walk(parts: Any) -> Any:
    for part in parts:
        yield part
        for inside in ("components", "items"):
            yield from _walk(part.get(inside, ()))
        if "accessory" in part:
            yield from _walk([part["accessory"]])


def _as_shown(part: dict[str, Any]) -> dict[str, Any]:
    """Give a part as Discord gives it back: attachments have an address."""
    copy = dict(part)
    for inside in ("components", "items"):
        if inside in copy:
            copy[inside] = [_as_shown(each) for each in copy[inside]]
    if "media" in copy:
        url = copy["media"]["url"].replace("attachment://", "https://cdn.example/")
        copy["media"] = {"url": url, "proxy_url": url, "width": 1, "height": 1, "content_type": "image/png"}
    return copy
