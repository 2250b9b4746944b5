"""The loopback world: one guild with its channels, threads, members and messages, kept in a JSON file.

Every change goes through a method of `World` and is told to the listeners as a `Change`; the gateway turns
changes into Discord's events, the page into live updates.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from .errors import Refusal
from .model import Attachment, Channel, ChannelType, Message, Snapshot, User
from .snowflakes import Clock, Snowflakes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ChangeKind: TypeAlias = Literal[
    "message_create",
    "message_update",
    "message_delete",
    "channel_create",
    "channel_update",
    "channel_delete",
    "guild_create",
    "guild_delete",
    "member_add",
    "member_update",
    "member_remove",
    "commands",
    "interaction",
    "interaction_done",
]
# The first four have easy names; the others are there to break what only knows easy names.
SEATS = (
    ("ann", "Ann"),
    ("bo", "Bo"),
    ("cy", "Cy"),
    ("dee", "Dee"),
    ("mei", "小林 梅🌸"),
    ("bold_bob", "**Bold** _Bob_ `x` <@1> @everyone"),
    ("long", "Wolfeschlegelsteinhausenbergerdor"[:32]),
    ("sofia", "Софія 👩‍🚀 Ω"),
)
CHANNELS = ("general", "games", "quiet")
KEPT_MESSAGES = 400


class Change(msgspec.Struct, frozen=True):
    """Something happened. `only` limits it to one user's eyes; `new` tells a created thread from one opened again."""

    kind: ChangeKind
    channel: Channel | None = None
    message: Message | None = None
    user: User | None = None
    only: int | None = None
    payload: dict[str, Any] | None = None


class World:
    """All there is.

    Args:
        seats: how many people there are, 1 to 8.
        path: the JSON file the world is kept in, or None to forget it at the end.
    """

    def __init__(self, seats: int = 4, path: Path | None = None) -> None:
        if not 1 <= seats <= len(SEATS):
            message = f"between 1 and {len(SEATS)} seats, not {seats}"
            raise ValueError(message)
        self.clock = Clock()
        self.ids = Snowflakes(self.clock)
        self.listeners: list[Callable[[Change], None]] = []
        self.path = path
        self.unsaved = False
        self.users: dict[int, User] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.commands: list[dict[str, Any]] = []
        self.bot_in_guild = True
        if path is not None and path.exists():
            self._restore(msgspec.json.decode(path.read_bytes(), type=Snapshot))
        else:
            self._begin()
        for name, display in SEATS[: max(seats - len(self.seats), 0) + len(self.seats)]:
            if all(user.name != name for user in self.users.values()):
                user = User(id=self.ids.next(), name=name, display=display, manager=not self.seats)
                self.users[user.id] = user

    def _begin(self) -> None:
        self.guild_id = self.ids.next()
        self.everyone_role = self.guild_id
        self.bot_role = self.ids.next()
        self.bot = User(id=self.ids.next(), name="slowplay", display="Slowplay", bot=True)
        self.users[self.bot.id] = self.bot
        for position, name in enumerate(CHANNELS):
            channel = Channel(id=self.ids.next(), type=ChannelType.TEXT, name=name, position=position)
            self.channels[channel.id] = channel

    def _restore(self, kept: Snapshot) -> None:
        self.guild_id, self.everyone_role, self.bot_role = kept.guild, kept.everyone_role, kept.bot_role
        self.users = {user.id: user for user in kept.users}
        self.bot = self.users[kept.bot]
        self.channels = {channel.id: channel for channel in kept.channels}
        self.messages = {message.id: message for message in kept.messages}
        self.commands = kept.commands
        self.bot_in_guild = kept.bot_in_guild
        self.clock.ahead = kept.ahead
        self.ids.after(max([*self.users, *self.channels, *self.messages]))

    def snapshot(self) -> bytes:
        """Return the JSON text of all that outlives a restart; ephemerals do not, as on Discord."""
        lasting = [message for message in self.messages.values() if message.only is None]
        return msgspec.json.encode(
            Snapshot(
                guild=self.guild_id,
                bot=self.bot.id,
                everyone_role=self.everyone_role,
                bot_role=self.bot_role,
                users=list(self.users.values()),
                channels=list(self.channels.values()),
                messages=lasting[-KEPT_MESSAGES:],
                commands=self.commands,
                bot_in_guild=self.bot_in_guild,
                ahead=self.clock.ahead,
            )
        )

    def write(self, snapshot: bytes) -> None:
        """Write a snapshot to the world's file: all of it or nothing."""
        assert self.path is not None
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.touch()
        fresh.chmod(0o600)  # it holds private messages
        fresh.write_bytes(snapshot)
        fresh.replace(self.path)

    # What there is

    @property
    def seats(self) -> list[User]:
        """The people, in the order they sit."""
        return [user for user in self.users.values() if not user.bot]

    @property
    def owner(self) -> User:
        """The guild's owner: the first seat."""
        return self.seats[0]

    @property
    def token(self) -> str:
        """The one token this Discord knows: dummy, of the real shape, and worth nothing anywhere else."""
        head = base64.urlsafe_b64encode(str(self.bot.id).encode()).decode().rstrip("=")
        return f"{head}.PLAY01.{'loopback-only-not-a-secret-'.ljust(38, '0')}"

    def channel(self, channel_id: int) -> Channel:
        """Return a channel, or refuse with 10003."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise Refusal.UNKNOWN_CHANNEL.error() from None

    def message(self, channel_id: int, message_id: int) -> Message:
        """Return a message that everyone in the channel sees, or refuse with 10008."""
        message = self.messages.get(message_id)
        if message is None or message.channel != channel_id or message.only is not None:
            raise Refusal.UNKNOWN_MESSAGE.error()
        return message

    def home(self, channel: Channel) -> Channel:
        """Return the channel whose permissions count: a thread's parent, else itself."""
        return self.channels.get(channel.parent or 0, channel)

    def seat(self, name: str) -> User:
        """Return a person by id, name or display name; KeyError if there is none."""
        for user in self.seats:
            if name in {str(user.id), user.name, user.display} or name.lower() == user.name:
                return user
        raise KeyError(name)

    def history(self, channel_id: int) -> list[Message]:
        """Return the messages of a channel, oldest first, ephemerals among them."""
        return [message for message in self.messages.values() if message.channel == channel_id]

    def dm(self, user: User) -> Channel:
        """Return the DM channel between a person and the bot, opened if need be."""
        for channel in self.channels.values():
            if channel.type is ChannelType.DM and channel.recipient == user.id:
                return channel
        channel = Channel(id=self.ids.next(), type=ChannelType.DM, name="", recipient=user.id)
        self.add_channel(channel)
        return channel

    def attachment(self, attachment_id: int) -> Attachment | None:
        """Find a file by id among all messages."""
        found = (a for message in self.messages.values() for a in message.attachments if a.id == attachment_id)
        return next(found, None)

    # What changes

    def tell(self, change: Change) -> None:
        """Tell every listener; the world will be saved."""
        self.unsaved = True
        for listener in tuple(self.listeners):
            listener(change)

    def add_channel(self, channel: Channel) -> None:
        """Open a channel, thread or DM."""
        self.channels[channel.id] = channel
        self.tell(Change("channel_create", channel=channel))

    def update_channel(self, channel: Channel) -> None:
        """Say that a channel was changed."""
        self.tell(Change("channel_update", channel=channel))

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages."""
        for thread in [other for other in self.channels.values() if other.parent == channel.id]:
            self.delete_channel(thread)
        for message in self.history(channel.id):
            del self.messages[message.id]
        del self.channels[channel.id]
        self.tell(Change("channel_delete", channel=channel))

    def add_message(self, message: Message) -> None:
        """Post a message; an archived thread opens again."""
        channel = self.channels[message.channel]
        if channel.archived:
            channel.archived = False
            self.update_channel(channel)
        self.messages[message.id] = message
        if message.only is None:
            channel.last_message = message.id
        self.tell(Change("message_create", channel, message, only=message.only))

    def update_message(self, message: Message) -> None:
        """Say that a message was edited."""
        self.tell(Change("message_update", self.channels[message.channel], message, only=message.only))

    def delete_message(self, message: Message) -> None:
        """Delete a message; nothing happens when it is gone already."""
        if self.messages.pop(message.id, None) is not None:
            self.tell(Change("message_delete", self.channels.get(message.channel), message, only=message.only))

    def set_membership(self, user: User, *, inside: bool) -> None:
        """Let a person, or the bot itself, leave or join the guild."""
        if user.bot:
            if self.bot_in_guild != inside:
                self.bot_in_guild = inside
                self.tell(Change("guild_create" if inside else "guild_delete"))
        elif user.in_guild != inside:
            user.in_guild = inside
            self.tell(Change("member_add" if inside else "member_remove", user=user))
