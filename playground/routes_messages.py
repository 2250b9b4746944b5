"""The routes of messages and interactions, as Discord answers them.

Source: Discord's documentation, resources Message and Webhook, "Receiving and Responding"; version 10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import limits, messages, payloads
from .errors import ApiError, JsonObject, Refusal, form_error
from .model import Channel, ChannelType, Flag, Message
from .permissions import Permission, of_bot, require, require_send
from .rest import Call, visible
from .snowflakes import time_of

if TYPE_CHECKING:
    from .messages import Draft

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
    channel = visible(call, Permission.READ_MESSAGE_HISTORY)
    message = call.world.message(channel.id, call.id("message_id"))
    return payloads.message(call.world, call.api.interactions.base, message)


def history(call: Call) -> list[JsonObject]:
    """GET /channels/{id}/messages with before, after, around, limit: newest first; [] without the permission."""
    channel = visible(call)
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
        middle = sum(message.id < int(call.query["around"]) for message in found)
        found = found[max(middle - most // 2, 0) :][:most]
    else:
        found = found[-most:]
    return [payloads.message(call.world, call.api.interactions.base, message) for message in reversed(found)]


def edit_message(call: Call) -> JsonObject:
    """PATCH /channels/{id}/messages/{id}; messages older than an hour only three times in 20 s a channel."""
    world = call.world
    channel = visible(call)
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
    channel = visible(call)
    message = call.world.message(channel.id, call.id("message_id"))
    if message.author != call.world.bot.id:
        require(call.world, channel, Permission.MANAGE_MESSAGES)
    if channel.archived:
        raise Refusal.THREAD_ARCHIVED.error()
    call.world.delete_message(message)


def reaction(call: Call) -> None:
    """PUT and DELETE of reactions: accepted, not shown."""
    call.world.message(visible(call, Permission.ADD_REACTIONS).id, call.id("message_id"))


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
