"""The JSON Discord sends for what there is in the world."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING
from urllib.parse import quote

from . import limits
from .model import Channel, ChannelType, Message, Origin, User
from .permissions import EVERYONE, Permission, of_bot, of_user
from .snowflakes import iso, time_of

if TYPE_CHECKING:
    from .errors import Json, JsonObject
    from .model import Attachment
    from .world import World

JOINED = "2024-01-01T00:00:00+00:00"
# Links are given out in steps, so that a message fetched twice in a row has the same ones.
_LINK_STEP = 600
_ATTACHMENT = "attachment://"


def user(person: User) -> JsonObject:
    """Return a user object."""
    return {
        "id": str(person.id),
        "username": person.name,
        "global_name": None if person.bot else person.display,
        "discriminator": "0000" if not person.bot else "0001",
        "avatar": None,
        "bot": person.bot,
        "public_flags": 0,
    }


def member(world: World, person: User, channel: Channel | None = None) -> JsonObject:
    """Return a member object; with `channel` also the permissions there, as interactions carry them."""
    data: JsonObject = {
        "user": user(person),
        "nick": None,
        "avatar": None,
        "roles": [str(world.bot_role)] if person.bot else [],
        "joined_at": JOINED,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }
    if channel is not None:
        data["permissions"] = str(int(of_user(world, channel, person)))
    return data


def roles(world: World) -> list[JsonObject]:
    """Return @everyone and the bot's own role."""
    common: JsonObject = {
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "mentionable": False,
        "flags": 0,
        "permissions": str(int(EVERYONE)),
    }
    return [
        {**common, "id": str(world.everyone_role), "name": "@everyone", "position": 0, "managed": False},
        {
            **common,
            "id": str(world.bot_role),
            "name": world.bot.display,
            "position": 1,
            "managed": True,
            "tags": {"bot_id": str(world.bot.id)},
        },
    ]


def channel(world: World, place: Channel) -> JsonObject:
    """Return a channel object of any kind."""
    if place.type is ChannelType.DM:
        recipient = world.users[place.recipient or 0]
        return {
            "id": str(place.id),
            "type": 1,
            "last_message_id": str(place.last_message) if place.last_message else None,
            "recipients": [user(recipient)],
            "flags": 0,
        }
    data: JsonObject = {
        "id": str(place.id),
        "type": int(place.type),
        "guild_id": str(world.guild_id),
        "name": place.name,
        "parent_id": str(place.parent) if place.parent else None,
        "last_message_id": str(place.last_message) if place.last_message else None,
        "rate_limit_per_user": 0,
        "flags": 0,
    }
    if place.type is ChannelType.THREAD:
        count = sum(1 for message in world.history(place.id) if message.only is None)
        return data | {
            "owner_id": str(place.owner),
            "message_count": count,
            "total_message_sent": count,
            "member_count": len(place.members),
            "thread_metadata": {
                "archived": place.archived,
                "auto_archive_duration": place.auto_archive,
                "archive_timestamp": iso(place.archive_moment or time_of(place.id)),
                "locked": place.locked,
                "create_timestamp": iso(time_of(place.id)),
            },
            "member": {
                "id": str(place.id),
                "user_id": str(world.bot.id),
                "join_timestamp": iso(time_of(place.id)),
                "flags": 0,
            },
        }
    overwrites = [{"id": str(world.bot.id), "type": 1, "allow": "0", "deny": str(place.denied)}] if place.denied else []
    return data | {
        "topic": place.topic,
        "position": place.position,
        "nsfw": False,
        "permission_overwrites": overwrites,
        "default_auto_archive_duration": 1440,
    }


def guild(world: World) -> JsonObject:
    """Return the guild as GUILD_CREATE carries it: all channels, and the threads the bot may view."""
    texts = [place for place in world.channels.values() if place.type is ChannelType.TEXT]
    threads = [
        place
        for place in world.channels.values()
        if place.type is ChannelType.THREAD and not place.archived and Permission.VIEW_CHANNEL in of_bot(world, place)
    ]
    return {
        **guild_core(world),
        "joined_at": JOINED,
        "large": False,
        "unavailable": False,
        "member_count": 1 + sum(person.in_guild for person in world.seats),
        "members": [member(world, world.bot)],
        "channels": [channel(world, place) for place in texts],
        "threads": [channel(world, place) for place in threads],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def guild_core(world: World) -> JsonObject:
    """Return the guild as GET /guilds/{id} does."""
    return {
        "id": str(world.guild_id),
        "name": "Playground",
        "icon": None,
        "owner_id": str(world.owner.id),
        "roles": roles(world),
        "emojis": [],
        "stickers": [],
        "features": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "system_channel_id": None,
        "system_channel_flags": 0,
        "afk_timeout": 300,
    }


def link(world: World, base: str, place: int, file: Attachment, *, ephemeral: bool = False) -> str:
    """Return the link of a file; it dies after a day, as Discord's do."""
    given = int(world.clock.now()) // _LINK_STEP * _LINK_STEP
    dies = f"{given + int(limits.LINK_SECONDS):x}"
    folder = "ephemeral-attachments" if ephemeral else "attachments"
    seal = signature(place, file.id, dies)
    return f"{base}/{folder}/{place}/{file.id}/{quote(file.filename)}?ex={dies}&is={given:x}&hm={seal}"


def signature(place: int, file_id: int, dies: str) -> str:
    """Return the seal that ties a link to its file and its end."""
    return hashlib.sha256(f"{place}/{file_id}/{dies}".encode()).hexdigest()


def attachment(world: World, base: str, post: Message, file: Attachment) -> JsonObject:
    """Return an attachment object."""
    url = link(world, base, post.channel, file, ephemeral=post.only is not None)
    data: JsonObject = {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.data),
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    }
    if file.description is not None:
        data["description"] = file.description
    if file.width is not None:
        data |= {"width": file.width, "height": file.height}
    if post.only is not None:
        data["ephemeral"] = True
    return data


def message(world: World, base: str, post: Message) -> JsonObject:
    """Return a message object; files shown by components are not listed among its attachments, as on Discord."""
    shown: set[str] = set()
    files = {file.filename: file for file in post.attachments}
    components = [_resolve(world, base, post, files, shown, part) for part in post.components]
    embeds = [_resolve(world, base, post, files, shown, part) for part in post.embeds]
    place = world.channels.get(post.channel)
    data: JsonObject = {
        "id": str(post.id),
        "type": post.type,
        "channel_id": str(post.channel),
        "author": user(world.users[post.author]),
        "content": post.content,
        "timestamp": iso(time_of(post.id)),
        "edited_timestamp": iso(post.edited) if post.edited else None,
        "tts": False,
        "pinned": False,
        "mention_everyone": post.everyone,
        "mentions": [user(world.users[person]) for person in post.mentions],
        "mention_roles": [],
        "attachments": [attachment(world, base, post, f) for f in post.attachments if f.filename not in shown],
        "embeds": embeds,
        "components": components,
        "flags": post.flags,
    }
    if post.nonce is not None:
        data["nonce"] = post.nonce
    if post.origin is not None:
        data |= _origin(world, post, post.origin)
    elif post.author == world.bot.id:
        data["application_id"] = str(world.bot.id)
    if post.reference is not None:
        data["message_reference"] = {
            "type": 0,
            "message_id": str(post.reference),
            "channel_id": str(post.channel),
            **({} if place is None or place.type is ChannelType.DM else {"guild_id": str(world.guild_id)}),
        }
    if post.thread is not None and post.thread in world.channels:
        data["thread"] = channel(world, world.channels[post.thread])
    return data


def _origin(world: World, post: Message, origin: Origin) -> JsonObject:
    person = user(world.users[origin.user])
    metadata: JsonObject = {
        "id": str(origin.id),
        "type": origin.type,
        "user": person,
        "authorizing_integration_owners": {"0": str(world.guild_id)},
    }
    if origin.message is not None:
        metadata["interacted_message_id"] = str(origin.message)
    if origin.type == 5:  # noqa: PLR2004 - a modal's answer names what opened the modal
        metadata["triggering_interaction_metadata"] = {**metadata, "type": 2}
    data: JsonObject = {
        "application_id": str(world.bot.id),
        "webhook_id": str(world.bot.id),
        "interaction_metadata": metadata,
    }
    if origin.type == 2:  # noqa: PLR2004 - 2 is a command
        data["interaction"] = {"id": str(origin.id), "type": 2, "name": origin.name, "user": person}
    if post.type == 0:
        data["type"] = 20 if origin.type == 2 else 0  # noqa: PLR2004
    return data


def _resolve(world: World, base: str, post: Message, files: dict[str, Attachment], shown: set[str], part: Json) -> Json:
    """Copy a component or embed with `attachment://` references made into links."""
    if isinstance(part, list):
        return [_resolve(world, base, post, files, shown, item) for item in part]
    if not isinstance(part, dict):
        return part
    copy = {key: _resolve(world, base, post, files, shown, value) for key, value in part.items()}
    url = part.get("url")
    if isinstance(url, str) and url.startswith(_ATTACHMENT) and (file := files.get(url.removeprefix(_ATTACHMENT))):
        shown.add(file.filename)
        full = attachment(world, base, post, file)
        copy |= {key: full[key] for key in ("url", "proxy_url", "width", "height", "content_type") if key in full}
        copy |= {"attachment_id": full["id"], "loading_state": 2, "flags": 0}
    return copy
