"""A message as the bot writes it: read, checked, and turned into what the world keeps.

Source: Discord's message resource ("Create Message", "Edit Message", "Allowed Mentions Object").
"""

from __future__ import annotations

import mimetypes
import re
import struct
from typing import TYPE_CHECKING, Any

import msgspec

from . import limits
from .components import Check, number, texts
from .errors import Faults, JsonObject, Refusal
from .model import Attachment, Channel, ChannelType, Flag, Message

if TYPE_CHECKING:
    from .world import World

_SENDABLE = Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS | Flag.V2
_LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
_UNSAFE = re.compile(r"[^\w.\-]+", re.ASCII)
_MENTION = re.compile(r"<@!?(\d+)>")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


class Upload(msgspec.Struct, frozen=True):
    """A file as it arrived: the name its part carried and its bytes."""

    filename: str
    data: bytes


class Draft(msgspec.Struct):
    """A message that passed every check."""

    content: str
    flags: int
    components: list[dict[str, Any]]
    embeds: list[dict[str, Any]]
    attachments: list[Attachment]
    nonce: str | None
    mentions: list[int]
    everyone: bool


def read(
    world: World,
    body: JsonObject,
    uploads: dict[int, Upload],
    *,
    before: Message | None = None,
    extra_flags: int = 0,
) -> Draft:
    """Check a message body and return what it makes.

    Args:
        world: who can be mentioned.
        body: the JSON of a new message, or of an edit when `before` is given.
        uploads: files by the number in their part's name.
        before: the message being edited; what the body leaves out stays.
        extra_flags: flags allowed besides the usual ones (EPHEMERAL for interactions).

    Raises:
        ApiError: 50035 with every fault, 50006, 30015 or 40005.
    """
    faults = Faults()
    flags = _flags(body, before, extra_flags, faults)
    v2 = bool(flags & Flag.V2)
    content = body.get("content", before.content if before else "") or ""
    embeds = body.get("embeds", before.embeds if before else []) or []
    components = body.get("components", before.components if before else []) or []
    attachments = _attachments(world, body, uploads, before, faults)
    names = {attachment.filename for attachment in attachments}
    faults.length(("content",), content, 0, limits.CONTENT)
    _check_embeds(embeds, faults)
    if "components" in body or v2:
        Check(faults, names).message(components, v2=v2)
    if v2:
        _no_legacy(body, content, embeds, faults)
    nonce = body.get("nonce")
    if nonce is not None:
        nonce = str(nonce)
        faults.length(("nonce",), nonce, 0, limits.NONCE)
    mentions, everyone = _mentions(world, content, components, body.get("allowed_mentions"), faults)
    faults.settle()
    if not (content or embeds or components or attachments):
        raise Refusal.EMPTY_MESSAGE.error()
    number(components)
    return Draft(content, flags, components, embeds, attachments, nonce, mentions, everyone)


def apply(message: Message, draft: Draft) -> None:
    """Write a draft over a message. Mentions follow the text; nobody is pinged by an edit."""
    message.content, message.flags = draft.content, int(draft.flags)
    message.components, message.embeds = draft.components, draft.embeds
    message.attachments, message.mentions, message.everyone = draft.attachments, draft.mentions, draft.everyone


def ringing(world: World, channel: Channel, draft: Draft) -> list[int]:
    """Return whose client rings for a new message: the mentioned who can see it, or the other side of a DM."""
    if draft.flags & Flag.SUPPRESS_NOTIFICATIONS:
        return []
    if channel.type is ChannelType.DM:
        return [channel.recipient] if channel.recipient else []
    present = [person.id for person in world.seats if person.in_guild]
    return [person for person in present if draft.everyone or person in draft.mentions]


def _flags(body: JsonObject, before: Message | None, extra: int, faults: Faults) -> int:
    sent = body.get("flags")
    if sent is None:
        return before.flags if before else 0
    if not isinstance(sent, int):
        faults.add(("flags",), "NUMBER_TYPE_COERCE", f'Value "{sent}" is not int.')
        return 0
    if before is None:
        return sent & (_SENDABLE | extra)
    if before.v2 and not sent & Flag.V2:
        message = "The IS_COMPONENTS_V2 flag cannot be removed from a message"
        faults.add(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message)
    changeable = Flag.SUPPRESS_EMBEDS | Flag.V2
    return (before.flags & ~Flag.SUPPRESS_EMBEDS) | (sent & changeable)


def _no_legacy(body: JsonObject, content: str, embeds: list[Any], faults: Faults) -> None:
    present = {"content": content, "embeds": embeds, "poll": body.get("poll"), "sticker_ids": body.get("sticker_ids")}
    for key, value in present.items():
        if value:
            message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            faults.add((key,), _LEGACY, message)


def _check_embeds(embeds: object, faults: Faults) -> None:
    size = 0
    for index, embed in enumerate(faults.items(("embeds",), embeds, 0, limits.EMBEDS)):
        if not isinstance(embed, dict):
            faults.add(("embeds", index), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        for key, most in (("title", 256), ("description", 4096)):
            if embed.get(key) is not None:
                size += len(faults.length(("embeds", index, key), embed[key], 0, most))
        fields = faults.items(("embeds", index, "fields"), embed.get("fields") or [], 0, 25)
        for place, field in enumerate(fields):
            here = ("embeds", index, "fields", place)
            size += len(faults.length((*here, "name"), field.get("name"), 1, 256))
            size += len(faults.length((*here, "value"), field.get("value"), 1, 1024))
        footer = (embed.get("footer") or {}).get("text")
        size += len(faults.length(("embeds", index, "footer", "text"), footer or "", 0, 2048))
    if size > limits.EMBED_TEXT:
        faults.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {limits.EMBED_TEXT}")


def _attachments(
    world: World, body: JsonObject, uploads: dict[int, Upload], before: Message | None, faults: Faults
) -> list[Attachment]:
    if any(len(upload.data) > limits.FILE_BYTES for upload in uploads.values()):
        raise Refusal.TOO_LARGE.error()
    listed = body.get("attachments")
    old = {attachment.id: attachment for attachment in before.attachments} if before else {}
    kept: list[Attachment] = list(old.values()) if listed is None else []
    waiting = dict(uploads)
    for index, entry in enumerate(faults.items(("attachments",), listed or [], 0, 1000)):
        here = ("attachments", index)
        number_ = _number(entry.get("id")) if isinstance(entry, dict) else None
        if number_ is None:
            faults.add((*here, "id"), "BASE_TYPE_REQUIRED", "This field is required")
            continue
        if entry.get("description") is not None:
            faults.length((*here, "description"), entry["description"], 0, limits.ALT_TEXT)
        if number_ in old:
            if "description" in entry:
                old[number_].description = entry["description"]
            kept.append(old[number_])
        elif number_ in waiting:
            upload = waiting.pop(number_)
            kept.append(_file(world, entry.get("filename") or upload.filename, upload.data, entry.get("description")))
        else:
            message = f"Attachment {number_} is neither uploaded nor on the message"
            faults.add((*here, "id"), "ATTACHMENT_NOT_FOUND", message)
    kept += [_file(world, upload.filename, upload.data, None) for upload in waiting.values()]
    if len(kept) > limits.FILES:
        raise Refusal.TOO_MANY_FILES.error()
    return kept


def _number(value: object) -> int | None:
    return int(value) if isinstance(value, (int, str)) and str(value).isdigit() else None


def _file(world: World, name: str, data: bytes, description: str | None) -> Attachment:
    filename = _UNSAFE.sub("_", name) or "unknown"
    kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    width, height = size(data)
    return Attachment(
        id=world.ids.next(),
        filename=filename,
        content_type=kind,
        data=data,
        description=description or None,
        width=width,
        height=height,
    )


def size(data: bytes) -> tuple[int | None, int | None]:
    """Return width and height in pixels of a PNG or GIF, else (None, None)."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:  # noqa: PLR2004 - signature, chunk head, two sizes
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith((b"GIF87a", b"GIF89a")) and len(data) >= 10:  # noqa: PLR2004
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    return None, None


def _mentions(
    world: World, content: str, components: list[Any], allowed: object, faults: Faults
) -> tuple[list[int], bool]:
    """Return the users mentioned and whether @everyone counts; text in code does not."""
    text = _CODE.sub("", "\n".join([content, *texts(components)]))
    named = [int(found) for found in dict.fromkeys(_MENTION.findall(text))]
    named = [person for person in named if person in world.users]
    everyone = "@everyone" in text or "@here" in text
    if not isinstance(allowed, dict):
        return named, everyone
    parse = allowed.get("parse") or []
    users = faults.items(("allowed_mentions", "users"), allowed.get("users") or [], 0, limits.MENTION_LIST)
    if "users" in parse and users:
        message = 'parse:["users"] and users: [ids...] are mutually exclusive.'
        faults.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
    chosen = {int(person) for person in users if _number(person) is not None}
    kept = named if "users" in parse else [person for person in named if person in chosen]
    return kept, everyone and "everyone" in parse
