"""The routes of channels and threads, as Discord answers them.

Source: Discord's documentation, resource Channel; version 10.
"""

from __future__ import annotations

from . import limits, payloads
from .errors import JsonObject, Refusal, form_error
from .model import Channel, ChannelType, Flag
from .permissions import Permission, require, require_send
from .rest import Call, visible


def get_channel(call: Call) -> JsonObject:
    """GET /channels/{id}."""
    return payloads.channel(call.world, visible(call))


def edit_channel(call: Call) -> JsonObject:
    """PATCH /channels/{id}: name; for a thread also archived, locked and how soon it is archived."""
    channel = call.world.channel(call.id("channel_id"))
    if channel.type is ChannelType.THREAD:
        own_thread = channel.owner == call.world.bot.id
        if not own_thread or "locked" in call.body:
            require(call.world, channel, Permission.MANAGE_THREADS)
        require(call.world, channel)
        if channel.archived and call.body.get("archived") is not False:
            raise Refusal.THREAD_ARCHIVED.error()
        if call.body.get("archived") and not channel.archived:
            channel.archive_moment = call.world.clock.now()
        channel.archived = bool(call.body.get("archived", channel.archived))
        channel.locked = bool(call.body.get("locked", channel.locked))
        channel.auto_archive = int(call.body.get("auto_archive_duration", channel.auto_archive))
    else:
        require(call.world, channel, Permission.MANAGE_CHANNELS)
        channel.topic = call.body.get("topic", channel.topic)
    if "name" in call.body:
        channel.name = _channel_name(call)
    call.world.update_channel(channel)
    return payloads.channel(call.world, channel)


def delete_channel(call: Call) -> JsonObject:
    """DELETE /channels/{id}."""
    channel = call.world.channel(call.id("channel_id"))
    thread = channel.type is ChannelType.THREAD
    require(call.world, channel, Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS)
    data = payloads.channel(call.world, channel)
    call.world.delete_channel(channel)
    return data


def _channel_name(call: Call) -> str:
    name = call.body.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= limits.CHANNEL_NAME:
        message = f"Must be between 1 and {limits.CHANNEL_NAME} in length."
        raise form_error(("name",), "BASE_TYPE_BAD_LENGTH", message)
    return name


def start_thread(call: Call) -> JsonObject:
    """POST /channels/{id}/threads and /channels/{id}/messages/{id}/threads: a public thread."""
    world = call.world
    channel = visible(call, Permission.CREATE_PUBLIC_THREADS)
    if channel.type is not ChannelType.TEXT:
        raise Refusal.WRONG_CHANNEL_TYPE.error()
    name = _channel_name(call)
    first = world.message(channel.id, call.id("message_id")) if "message_id" in call.args else None
    if first is None and call.body.get("type", 12) != ChannelType.THREAD:
        raise Refusal.MISSING_PERMISSIONS.error()
    if first is not None and first.thread is not None:
        raise Refusal.THREAD_EXISTS.error()
    duration = call.body.get("auto_archive_duration") or 1440
    if duration not in {60, 1440, 4320, 10080}:
        message = "Value must be one of {60, 1440, 4320, 10080}."
        raise form_error(("auto_archive_duration",), "BASE_TYPE_CHOICES", message)
    thread = Channel(
        id=first.id if first else world.ids.next(),
        type=ChannelType.THREAD,
        name=name,
        parent=channel.id,
        owner=world.bot.id,
        auto_archive=duration,
        members=[world.bot.id],
    )
    world.add_channel(thread)
    if first is not None:
        first.thread = thread.id
        first.flags |= int(Flag.HAS_THREAD)
        world.update_message(first)
    return payloads.channel(world, thread)


def thread_member(call: Call) -> None:
    """PUT and DELETE of /channels/{id}/thread-members/...: nothing depends on it here."""
    if visible(call).type is not ChannelType.THREAD:
        raise Refusal.WRONG_CHANNEL_TYPE.error()


def typing(call: Call) -> None:
    """POST /channels/{id}/typing."""
    require_send(call.world, visible(call), files=False, embeds=False)
