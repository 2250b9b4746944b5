"""Finding in a channel what was sent without being noted: the process died meanwhile, or the connection broke.

A message is known by the ids of its buttons, the name of its picture, and the tag that its row gave it.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import discord

from bot import outbox

if TYPE_CHECKING:
    from bot.table import Table

log = logging.getLogger("slowplay")

_LOOK_BACK = 50
_MARKS = {"lobby": "join", "board": "turn", "scored": "history"}
"""A button that only this kind of message has: with game and seq it tells whether a message was posted already, also
by another row. All others are told apart by their tags alone.
"""


class Traces:
    """Looks through the newest messages of our own."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def find(self, row: outbox.Row, channel_id: int, seq: int) -> int | None:
        """Look for a row's message in its channel; gives its id."""
        start = f"b:{_MARKS.get(row.kind, '-')}:{row.game_id}:{seq}:"
        exact = {f"{row.kind}-{row.game_id}-{seq}.png", tagged(row.tag)}
        for message in await self._own(channel_id):
            if any(mark.startswith(start) or mark in exact for mark in marks(message)):
                return message.id
        return None

    async def strays(self, table: Table) -> dict[int, outbox.Standing]:
        """Look for boards that were posted without ever being noted, by seq: they still have their buttons."""
        known = table.message.message_id if table.message else 0
        start, found = f"b:turn:{table.id}:", {}
        for message in await self._own(table.channel_id):
            for mark in marks(message) if message.id != known else ():
                seq = int(mark.split(":")[3]) if mark.startswith(start) else table.seq
                if seq != table.seq or (table.status == "over" and mark.startswith(start)):
                    found[seq] = standing(message)
        return found

    async def _own(self, channel_id: int) -> list[discord.Message]:
        """Read our own newest messages in a channel."""
        channel = self._client.get_partial_messageable(channel_id)
        me = self._client.user
        try:
            return [m async for m in channel.history(limit=_LOOK_BACK) if me is not None and m.author.id == me.id]
        except discord.Forbidden:
            log.warning("may not read the history of channel %s", channel_id)
            return []


def marks(message: discord.Message) -> set[str]:
    """Give what tells our messages apart: the ids of their buttons, the names of their pictures, their tag.

    A picture that a gallery shows is not among a message's attachments (discord-api-docs, issue 8277).
    """
    parts = _walk(message.components)
    named = {_file(item) for part in parts for item in getattr(part, "items", ())}
    tags = {tagged(part.id) for part in parts if isinstance(part, discord.Container) and part.id is not None}
    return named | tags | {part.custom_id for part in parts if getattr(part, "custom_id", None)}


def tagged(number: int) -> str:
    """Give the mark of a message that was tagged."""
    return f"#{number}"


def standing(message: discord.Message) -> outbox.Standing:
    """Read from a board what is kept of it when it is retired."""
    parts = _walk(message.components)
    text = next((part.content for part in parts if isinstance(part, discord.TextDisplay)), "")
    shown = [item for part in parts for item in getattr(part, "items", ())]
    picture, alt = (_file(shown[0]), shown[0].description or "") if shown else ("", "")
    return outbox.Standing(message.id, "", text, picture, alt)


def _walk(parts: Any) -> list[Any]:  # noqa: ANN401 - discord.py nests many types
    return [leaf for part in parts for leaf in (part, *_walk(getattr(part, "children", ())))]


def _file(item: discord.MediaGalleryItem) -> str:
    return urlsplit(item.media.url).path.rpartition("/")[2]
