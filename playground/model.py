"""What there is in the loopback world: users, channels, messages, attachments. Plain data."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Any

import msgspec


class ChannelType(IntEnum):
    """The kinds of channel that exist here."""

    TEXT = 0
    DM = 1
    THREAD = 11


class Flag(IntFlag):
    """Message flags (Discord documentation, "Message Flags")."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    V2 = 1 << 15


class User(msgspec.Struct, kw_only=True):
    """A person at the table, or the bot."""

    id: int
    name: str
    display: str
    bot: bool = False
    dm_open: bool = True
    in_guild: bool = True
    manager: bool = False
    locale: str = "en-US"


class Channel(msgspec.Struct, kw_only=True):
    """A text channel, a thread or a DM. `denied` are the permission bits taken from the bot here."""

    id: int
    type: ChannelType
    name: str
    parent: int | None = None
    owner: int | None = None
    recipient: int | None = None
    position: int = 0
    topic: str | None = None
    last_message: int | None = None
    denied: int = 0
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    archive_moment: float = 0.0
    members: list[int] = []


class Attachment(msgspec.Struct, kw_only=True):
    """A file on a message. `description` is the alt text."""

    id: int
    filename: str
    content_type: str
    data: bytes
    description: str | None = None
    width: int | None = None
    height: int | None = None


class Origin(msgspec.Struct, kw_only=True):
    """The interaction a message answers. `name` is the command as typed, without the slash."""

    id: int
    type: int
    user: int
    name: str = ""
    message: int | None = None


class Message(msgspec.Struct, kw_only=True):
    """A message. `pinged` are the users whose client rang; `only` is the one user who sees an ephemeral."""

    id: int
    channel: int
    author: int
    type: int = 0
    content: str = ""
    flags: int = 0
    components: list[dict[str, Any]] = []
    embeds: list[dict[str, Any]] = []
    attachments: list[Attachment] = []
    edited: float | None = None
    mentions: list[int] = []
    pinged: list[int] = []
    everyone: bool = False
    nonce: str | None = None
    origin: Origin | None = None
    reference: int | None = None
    only: int | None = None
    thread: int | None = None
    dismissed: bool = False

    @property
    def v2(self) -> bool:
        """Whether the message is made of Components V2."""
        return bool(self.flags & Flag.V2)


class Snapshot(msgspec.Struct, kw_only=True):
    """All that outlives a restart of the playground."""

    guild: int
    bot: int
    everyone_role: int
    bot_role: int
    users: list[User]
    channels: list[Channel]
    messages: list[Message]
    commands: list[dict[str, Any]]
    bot_in_guild: bool = True
    ahead: float = 0.0
