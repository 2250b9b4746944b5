"""What the bot may do where (Discord documentation, "Permissions")."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

from .errors import Refusal
from .model import Channel, ChannelType, User

if TYPE_CHECKING:
    from .world import World


class Permission(IntFlag):
    """The permission bits that matter to a bot of board games."""

    MANAGE_CHANNELS = 1 << 4
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERYONE = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.MENTION_EVERYONE  # new servers give it to all: a name with @everyone in it can do harm
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
ALL = Permission(sum(Permission))
# A DM has no overwrites: these are what Discord reports there.
IN_DM = EVERYONE & ~(Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS)


def of_bot(world: World, channel: Channel) -> Permission:
    """Return what the bot may do in a channel; a thread follows its parent."""
    if channel.type is ChannelType.DM:
        return IN_DM
    home = world.home(channel)
    allowed = EVERYONE & ~Permission(home.denied)
    return allowed if Permission.VIEW_CHANNEL in allowed else Permission(0)


def of_user(world: World, channel: Channel, user: User) -> Permission:
    """Return what a person may do in a channel: all if they own the guild."""
    if channel.type is ChannelType.DM:
        return IN_DM
    if user.id == world.owner.id:
        return ALL
    return EVERYONE | (Permission.MANAGE_CHANNELS if user.manager else Permission(0))


def require(world: World, channel: Channel, *needed: Permission) -> None:
    """Refuse with 50001 when the bot cannot see the channel, with 50013 when it lacks a permission."""
    if channel.type is ChannelType.DM:
        return
    has = of_bot(world, channel)
    if not world.bot_in_guild or Permission.VIEW_CHANNEL not in has:
        raise Refusal.MISSING_ACCESS.error()
    if any(bit not in has for bit in needed):
        raise Refusal.MISSING_PERMISSIONS.error()


def require_send(world: World, channel: Channel, *, files: bool, embeds: bool) -> None:
    """Refuse a message the bot may not send here.

    Raises:
        ApiError: 50001, 50013; 50007 for a closed DM; 50083 for a locked thread (an archived one opens again).
    """
    if channel.type is ChannelType.DM:
        user = world.users.get(channel.recipient or 0)
        if user is None or not user.dm_open or not user.in_guild or not world.bot_in_guild:
            raise Refusal.DM_CLOSED.error()
        return
    in_thread = channel.type is ChannelType.THREAD
    needed = [Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES]
    needed += [Permission.ATTACH_FILES] * files + [Permission.EMBED_LINKS] * embeds
    require(world, channel, *needed)
    if channel.locked:
        raise Refusal.THREAD_ARCHIVED.error()
