"""The routes a bot of board games uses, as Discord answers them.

Source: Discord's documentation, resources Application, Channel, Guild, Message, User, Webhook; version 10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import commands, limits, messages, payloads
from .errors import ApiError, JsonObject, Refusal, form_error
from .model import Channel, ChannelType, Flag, Message
from .permissions import Permission, of_bot, require, require_send
from .rest import Call, Route, route
from .snowflakes import time_of

if TYPE_CHECKING:
    from .messages import Draft

# Application and gateway


def gateway(call: Call) -> JsonObject:
    """GET /gateway and /gateway/bot."""
    starts = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
    url = call.api.gateway.base.replace("http", "ws", 1) + "/gateway"
    return {"url": url, "shards": 1, "session_start_limit": starts}


def application(call: Call) -> JsonObject:
    """GET /oauth2/applications/@me and /applications/@me."""
    bot = call.world.bot
    return {
        "id": str(bot.id),
        "name": bot.display,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": payloads.user(call.world.owner),
        "team": None,
        "bot": payloads.user(bot),
    }


def me(call: Call) -> JsonObject:
    """GET /users/@me."""
    return payloads.user(call.world.bot) | {"verified": True, "mfa_enabled": False, "locale": "en-US", "flags": 0}


def list_commands(call: Call) -> list[JsonObject]:
    """GET /applications/{id}/commands."""
    _own_application(call)
    return call.world.commands


def put_commands(call: Call) -> list[JsonObject]:
    """PUT /applications/{id}/commands: the bulk overwrite."""
    _own_application(call)
    registered = commands.register(call.world, call.body)
    call.world.unsaved = True
    call.api.interactions.announce_commands()
    return registered


def _own_application(call: Call) -> None:
    if call.id("application_id") != call.world.bot.id:
        raise Refusal.UNKNOWN_APPLICATION.error()


# Guild, members, users


def get_guild(call: Call) -> JsonObject:
    """GET /guilds/{id}."""
    _own_guild(call)
    return payloads.guild_core(call.world) | {"approximate_member_count": 1 + len(call.world.seats)}


def get_channels(call: Call) -> list[JsonObject]:
    """GET /guilds/{id}/channels."""
    _own_guild(call)
    found = call.world.channels.values()
    return [payloads.channel(call.world, channel) for channel in found if channel.type is ChannelType.TEXT]


def get_roles(call: Call) -> list[JsonObject]:
    """GET /guilds/{id}/roles."""
    _own_guild(call)
    return payloads.roles(call.world)


def active_threads(call: Call) -> JsonObject:
    """GET /guilds/{id}/threads/active."""
    _own_guild(call)
    found = [c for c in call.world.channels.values() if c.type is ChannelType.THREAD and not c.archived]
    return {"threads": [payloads.channel(call.world, thread) for thread in found], "members": []}


def get_member(call: Call) -> JsonObject:
    """GET /guilds/{id}/members/{id}."""
    _own_guild(call)
    user = call.world.users.get(call.id("user_id"))
    if user is None:
        raise Refusal.UNKNOWN_USER.error()
    if not user.in_guild:
        raise Refusal.UNKNOWN_MEMBER.error()
    return payloads.member(call.world, user)


def _own_guild(call: Call) -> None:
    if call.id("guild_id") != call.world.guild_id:
        raise Refusal.UNKNOWN_GUILD.error()
    if not call.world.bot_in_guild:
        raise Refusal.MISSING_ACCESS.error()


def get_user(call: Call) -> JsonObject:
    """GET /users/{id}."""
    user = call.world.users.get(call.id("user_id"))
    if user is None:
        raise Refusal.UNKNOWN_USER.error()
    return payloads.user(user)


def open_dm(call: Call) -> JsonObject:
    """POST /users/@me/channels: works even when the person takes no messages; sending then fails."""
    recipient = str(call.body.get("recipient_id", ""))
    user = call.world.users.get(int(recipient)) if recipient.isdigit() else None
    if user is None or user.bot:
        raise Refusal.BAD_RECIPIENT.error()
    return payloads.channel(call.world, call.world.dm(user))


# Channels and threads


def _visible(call: Call, *needed: Permission) -> Channel:
    channel = call.world.channel(call.id("channel_id"))
    require(call.world, channel, *needed)
    return channel


def get_channel(call: Call) -> JsonObject:
    """GET /channels/{id}."""
    return payloads.channel(call.world, _visible(call))


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
    channel = _visible(call, Permission.CREATE_PUBLIC_THREADS)
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
    if _visible(call).type is not ChannelType.THREAD:
        raise Refusal.WRONG_CHANNEL_TYPE.error()


def typing(call: Call) -> None:
    """POST /channels/{id}/typing."""
    require_send(call.world, _visible(call), files=False, embeds=False)


# Messages


def send_message(call: Call) -> JsonObject:
    """POST /channels/{id}/messages."""
    world = call.world
    channel = world.channel(call.id("channel_id"))
    require_send(world, channel, files=bool(call.uploads), embeds=bool(call.body.get("embeds")))
    draft = messages.read(world, call.body, call.uploads)
    repeated = _repeated(call, draft)
    if repeated is not None:
        return payloads.message(world, call.api.interactions.base, repeated)
    post = Message(id=world.ids.next(), channel=channel.id, author=world.bot.id, nonce=draft.nonce)
    reference = (call.body.get("message_reference") or {}).get("message_id")
    if reference is not None:
        _check_reference(call, channel, int(reference))
        post.reference, post.type = int(reference), 19
    messages.apply(post, draft)
    post.pinged = messages.ringing(world, channel, draft)
    world.add_message(post)
    return payloads.message(world, call.api.interactions.base, post)


def _check_reference(call: Call, channel: Channel, message_id: int) -> None:
    require(call.world, channel, Permission.READ_MESSAGE_HISTORY)
    found = call.world.messages.get(message_id)
    must = call.body["message_reference"].get("fail_if_not_exists", True)
    if must and (found is None or found.channel != channel.id):
        raise form_error(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")


def _repeated(call: Call, draft: Draft) -> Message | None:
    """Return the bot's message of the last minutes with the same nonce, if that is to be enforced."""
    if draft.nonce is None or not call.body.get("enforce_nonce"):
        return None
    for message in reversed(call.world.messages.values()):
        if call.world.clock.now() - time_of(message.id) > limits.NONCE_SECONDS:
            return None
        if message.nonce == draft.nonce and message.author == call.world.bot.id:
            return message
    return None


def get_message(call: Call) -> JsonObject:
    """GET /channels/{id}/messages/{id}."""
    channel = _visible(call, Permission.READ_MESSAGE_HISTORY)
    message = call.world.message(channel.id, call.id("message_id"))
    return payloads.message(call.world, call.api.interactions.base, message)


def history(call: Call) -> list[JsonObject]:
    """GET /channels/{id}/messages with before, after, around, limit: newest first; [] without the permission."""
    channel = _visible(call)
    in_dm = channel.type is ChannelType.DM
    if not in_dm and Permission.READ_MESSAGE_HISTORY not in of_bot(call.world, channel):
        return []
    most = int(call.query.get("limit", "50"))
    if not 1 <= most <= limits.HISTORY:
        message = f"int value should be between 1 and {limits.HISTORY}."
        raise form_error(("limit",), "NUMBER_TYPE_MAX", message)
    found = [message for message in call.world.history(channel.id) if message.only is None]
    if "before" in call.query:
        found = [message for message in found if message.id < int(call.query["before"])][-most:]
    elif "after" in call.query:
        found = [message for message in found if message.id > int(call.query["after"])][:most]
    elif "around" in call.query:
        found.sort(key=lambda message: abs(message.id - int(call.query["around"])))
        found = sorted(found[:most], key=lambda message: message.id)
    else:
        found = found[-most:]
    return [payloads.message(call.world, call.api.interactions.base, message) for message in reversed(found)]


def edit_message(call: Call) -> JsonObject:
    """PATCH /channels/{id}/messages/{id}; messages older than an hour only three times in 20 s a channel."""
    world = call.world
    channel = _visible(call)
    message = world.message(channel.id, call.id("message_id"))
    if message.author != world.bot.id:
        raise Refusal.NOT_AUTHOR.error()
    if channel.archived:
        raise Refusal.THREAD_ARCHIVED.error()
    if call.uploads:
        require(world, channel, Permission.ATTACH_FILES)
    now = world.clock.now()
    if now - time_of(message.id) > limits.OLD_EDIT_AGE:
        _count_old_edit(call, channel, now)
    draft = messages.read(world, call.body, call.uploads, before=message)
    messages.apply(message, draft)
    message.flags &= ~int(Flag.LOADING)
    message.edited = now
    world.update_message(message)
    return payloads.message(world, call.api.interactions.base, message)


def _count_old_edit(call: Call, channel: Channel, now: float) -> None:
    past = [moment for moment in call.api.old_edits.get(channel.id, []) if now - moment < limits.OLD_EDIT_SECONDS]
    if len(past) >= limits.OLD_EDITS:
        raise Refusal.OLD_EDITS.error(retry_after=round(past[0] + limits.OLD_EDIT_SECONDS - now, 3))
    call.api.old_edits[channel.id] = [*past, now]


def delete_message(call: Call) -> None:
    """DELETE /channels/{id}/messages/{id}."""
    channel = _visible(call)
    message = call.world.message(channel.id, call.id("message_id"))
    if message.author != call.world.bot.id:
        require(call.world, channel, Permission.MANAGE_MESSAGES)
    if channel.archived:
        raise Refusal.THREAD_ARCHIVED.error()
    call.world.delete_message(message)


def reaction(call: Call) -> None:
    """PUT and DELETE of reactions: accepted, not shown."""
    call.world.message(_visible(call, Permission.ADD_REACTIONS).id, call.id("message_id"))


# Interactions


def answer(call: Call) -> JsonObject | None:
    """POST /interactions/{id}/{token}/callback."""
    hub = call.api.interactions
    try:
        interaction, message = hub.callback(call.id("interaction_id"), call.args["token"], call.body, call.uploads)
    except ApiError as error:
        hub.refused(call.id("interaction_id"), error)
        raise
    if call.query.get("with_response") not in {"1", "true", "True"}:
        return None
    info: JsonObject = {"id": str(interaction.id), "type": int(interaction.kind)}
    resource: JsonObject = {"type": int(interaction.answer or 0)}
    if message is not None:
        info |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.flags & Flag.LOADING),
            "response_message_ephemeral": message.only is not None,
        }
        resource["message"] = payloads.message(call.world, hub.base, message)
    return {"interaction": info, "resource": resource}


def followup(call: Call) -> JsonObject:
    """POST /webhooks/{application}/{token}."""
    hub = call.api.interactions
    interaction = hub.hook(call.id("application_id"), call.args["token"])
    return payloads.message(call.world, hub.base, hub.followup(interaction, call.body, call.uploads))


def get_followup(call: Call) -> JsonObject:
    """GET /webhooks/{application}/{token}/messages/{id}."""
    hub = call.api.interactions
    interaction = hub.hook(call.id("application_id"), call.args["token"])
    return payloads.message(call.world, hub.base, hub.find(interaction, call.args["message_id"]))


def edit_followup(call: Call) -> JsonObject:
    """PATCH /webhooks/{application}/{token}/messages/{id}."""
    hub = call.api.interactions
    interaction = hub.hook(call.id("application_id"), call.args["token"])
    message = hub.edit(interaction, call.args["message_id"], call.body, call.uploads)
    return payloads.message(call.world, hub.base, message)


def delete_followup(call: Call) -> None:
    """DELETE /webhooks/{application}/{token}/messages/{id}."""
    hub = call.api.interactions
    interaction = hub.hook(call.id("application_id"), call.args["token"])
    hub.delete(interaction, call.args["message_id"])


_HOOK = "/webhooks/{application_id}/{token}"
_CHANNEL = "/channels/{channel_id}"
_MESSAGE = _CHANNEL + "/messages/{message_id}"
ROUTES: list[Route] = [
    route("POST", "/interactions/{interaction_id}/{token}/callback", answer, open_=True),
    route("POST", _HOOK, followup, open_=True),
    route("GET", _HOOK + "/messages/{message_id}", get_followup, open_=True),
    route("PATCH", _HOOK + "/messages/{message_id}", edit_followup, open_=True),
    route("DELETE", _HOOK + "/messages/{message_id}", delete_followup, open_=True),
    route("POST", _CHANNEL + "/messages", send_message),
    route("GET", _CHANNEL + "/messages", history),
    route("GET", _MESSAGE, get_message),
    route("PATCH", _MESSAGE, edit_message),
    route("DELETE", _MESSAGE, delete_message),
    route("PUT", _MESSAGE + "/reactions/{emoji}/@me", reaction),
    route("DELETE", _MESSAGE + "/reactions/{emoji}/@me", reaction),
    route("POST", _MESSAGE + "/threads", start_thread),
    route("POST", _CHANNEL + "/threads", start_thread),
    route("PUT", _CHANNEL + "/thread-members/{user_id}", thread_member),
    route("DELETE", _CHANNEL + "/thread-members/{user_id}", thread_member),
    route("POST", _CHANNEL + "/typing", typing),
    route("GET", _CHANNEL, get_channel),
    route("PATCH", _CHANNEL, edit_channel),
    route("DELETE", _CHANNEL, delete_channel),
    route("GET", "/users/@me", me),
    route("POST", "/users/@me/channels", open_dm),
    route("GET", "/users/{user_id}", get_user),
    route("GET", "/guilds/{guild_id}", get_guild),
    route("GET", "/guilds/{guild_id}/channels", get_channels),
    route("GET", "/guilds/{guild_id}/roles", get_roles),
    route("GET", "/guilds/{guild_id}/threads/active", active_threads),
    route("GET", "/guilds/{guild_id}/members/{user_id}", get_member),
    route("GET", "/applications/@me", application),
    route("GET", "/oauth2/applications/@me", application),
    route("GET", "/applications/{application_id}/commands", list_commands),
    route("PUT", "/applications/{application_id}/commands", put_commands),
    route("GET", "/gateway", gateway),
    route("GET", "/gateway/bot", gateway),
]
