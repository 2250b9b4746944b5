"""The table of all routes, and those of applications, the guild and users.

Source: Discord's documentation, resources Application, Guild, User; version 10.
"""

from __future__ import annotations

from . import commands, payloads, routes_channels, routes_messages
from .errors import JsonObject, Refusal
from .model import ChannelType
from .rest import Call, Route, route

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


_HOOK = "/webhooks/{application_id}/{token}"
_CHANNEL = "/channels/{channel_id}"
_MESSAGE = _CHANNEL + "/messages/{message_id}"
ROUTES: list[Route] = [
    route("POST", "/interactions/{interaction_id}/{token}/callback", routes_messages.answer, open_=True),
    route("POST", _HOOK, routes_messages.followup, open_=True),
    route("GET", _HOOK + "/messages/{message_id}", routes_messages.get_followup, open_=True),
    route("PATCH", _HOOK + "/messages/{message_id}", routes_messages.edit_followup, open_=True),
    route("DELETE", _HOOK + "/messages/{message_id}", routes_messages.delete_followup, open_=True),
    route("POST", _CHANNEL + "/messages", routes_messages.send_message),
    route("GET", _CHANNEL + "/messages", routes_messages.history),
    route("GET", _MESSAGE, routes_messages.get_message),
    route("PATCH", _MESSAGE, routes_messages.edit_message),
    route("DELETE", _MESSAGE, routes_messages.delete_message),
    route("PUT", _MESSAGE + "/reactions/{emoji}/@me", routes_messages.reaction),
    route("DELETE", _MESSAGE + "/reactions/{emoji}/@me", routes_messages.reaction),
    route("POST", _MESSAGE + "/threads", routes_channels.start_thread),
    route("POST", _CHANNEL + "/threads", routes_channels.start_thread),
    route("PUT", _CHANNEL + "/thread-members/{user_id}", routes_channels.thread_member),
    route("DELETE", _CHANNEL + "/thread-members/{user_id}", routes_channels.thread_member),
    route("POST", _CHANNEL + "/typing", routes_channels.typing),
    route("GET", _CHANNEL, routes_channels.get_channel),
    route("PATCH", _CHANNEL, routes_channels.edit_channel),
    route("DELETE", _CHANNEL, routes_channels.delete_channel),
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
