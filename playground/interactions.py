"""Interactions: from a person's click to the bot's answer, with every deadline and refusal between.

    pending --4/7--> answered      pending --5/6--> deferred --edit or first follow-up--> answered
    pending --8--> answered        pending --9--> answered (a modal)
    pending --3 s--> failed        deferred --15 min--> failed

Source: Discord's documentation, "Receiving and Responding".
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from . import limits, messages, payloads
from .commands import check_choices
from .components import Check
from .errors import ApiError, Faults, JsonObject, Refusal, form_error
from .interaction import ALLOWED, DID_NOT_RESPOND, Answer, Interaction, Kind
from .model import Channel, ChannelType, Flag, Message, Origin, User
from .permissions import of_bot
from .snowflakes import time_of
from .world import Change

if TYPE_CHECKING:
    from .messages import Upload
    from .world import World


class Interactions:
    """All interactions of a world, and the rules of answering them.

    Args:
        world: the world they happen in.
        base: where files are served, such as "http://127.0.0.1:8123".
    """

    def __init__(self, world: World, base: str) -> None:
        self.world = world
        self.base = base
        self.by_id: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.waiting: dict[int, Interaction] = {}
        self.duplicate_next = 0

    # A person's side

    def open(self, interaction: Interaction) -> Interaction:
        """Send an interaction to the bot and start its clock."""
        self.by_id[interaction.id] = self.by_token[interaction.token] = interaction
        self.waiting[interaction.id] = interaction
        asyncio.get_running_loop().call_later(limits.FIRST_ANSWER + 0.01, self.expire)
        self.deliver(interaction)
        if self.duplicate_next:
            self.duplicate_next -= 1
            self.deliver(interaction)
        return interaction

    def make(
        self,
        kind: Kind,
        user: User,
        channel: Channel,
        data: JsonObject,
        *,
        words: str = "",
        message: Message | None = None,
    ) -> Interaction:
        """Return a new interaction, not yet sent."""
        return Interaction(
            id=self.world.ids.next(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user=user,
            channel=channel,
            data=data,
            words=words,
            message=message,
        )

    def deliver(self, interaction: Interaction) -> None:
        """Send it over the gateway, again if it was sent before."""
        self.world.tell(Change("interaction", payload=self.payload(interaction)))

    def payload(self, interaction: Interaction) -> JsonObject:
        """Return the INTERACTION_CREATE payload."""
        world, channel, user = self.world, interaction.channel, interaction.user
        in_dm = channel.type is ChannelType.DM
        has = str(int(of_bot(world, channel)))
        data: JsonObject = {
            "id": str(interaction.id),
            "application_id": str(world.bot.id),
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": payloads.channel(world, channel) | {"permissions": has},
            "app_permissions": has,
            "locale": user.locale,
            "entitlements": [],
            "attachment_size_limit": limits.FILE_BYTES,
            "authorizing_integration_owners": {"0": "0" if in_dm else str(world.guild_id)},
            "context": 1 if in_dm else 0,
        }
        if in_dm:
            data["user"] = payloads.user(user)
        else:
            data |= {
                "guild_id": str(world.guild_id),
                "guild": {"id": str(world.guild_id), "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": payloads.member(world, user, channel),
            }
        if interaction.message is not None:
            data["message"] = payloads.message(world, self.base, interaction.message)
        return data

    def expire(self) -> None:
        """Fail what has waited too long: 3 s for a first answer, 15 minutes for a deferred one."""
        now = self.world.clock.now()
        for interaction in tuple(self.waiting.values()):
            age = now - time_of(interaction.id)
            waited = {"pending": limits.FIRST_ANSWER, "deferred": limits.TOKEN_LIFE}.get(interaction.state)
            if waited is not None and age >= waited:
                interaction.state, interaction.error = "failed", DID_NOT_RESPOND
                self._done(interaction)

    def announce_commands(self) -> None:
        """Say that the bot registered commands."""
        self.world.tell(Change("commands"))

    # The bot's side

    def refused(self, interaction_id: int, error: ApiError) -> None:
        """Note on the interaction that an answer was refused, for whoever wonders why nothing came."""
        interaction = self.by_id.get(interaction_id)
        if interaction is not None:
            interaction.refusals = [*interaction.refusals, f"{error} {error.errors or ''}".strip()]

    def callback(
        self, interaction_id: int, token: str, body: JsonObject, uploads: dict[int, Upload]
    ) -> tuple[Interaction, Message | None]:
        """Take the bot's first answer.

        Raises:
            ApiError: 10062 for an unknown or overdue one, 40060 for a second answer, 50035 for a wrong one.
        """
        self.expire()
        interaction = self.by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.state == "failed":
            raise Refusal.UNKNOWN_INTERACTION.error()
        if interaction.state != "pending":
            raise Refusal.ALREADY_ANSWERED.error()
        allowed = ALLOWED[interaction.kind]
        if interaction.kind is Kind.MODAL and interaction.message is None:
            allowed -= {Answer.UPDATE, Answer.DEFER_UPDATE}
        kind = body.get("type")
        if kind not in {int(answer) for answer in allowed}:
            names = ", ".join(str(int(answer)) for answer in sorted(allowed))
            raise form_error(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{names}}}.")
        answer = Answer(int(kind))
        try:
            message = self._first(interaction, answer, body.get("data") or {}, uploads)
        except ApiError as error:
            if error.errors is not None:
                error.errors = {"data": error.errors}
            raise
        interaction.answer = answer
        interaction.answered_after = self.world.clock.now() - time_of(interaction.id)
        deferred = answer is Answer.DEFER
        interaction.state = "deferred" if deferred else "answered"
        self._done(interaction, final=not deferred)
        return interaction, message

    def _first(
        self, interaction: Interaction, answer: Answer, data: JsonObject, uploads: dict[int, Upload]
    ) -> Message | None:
        if answer is Answer.MODAL:
            faults = Faults()
            Check(faults, set()).modal(data)
            faults.settle()
            interaction.modal = data
        elif answer is Answer.CHOICES:
            faults = Faults()
            focused = _focused(interaction.data.get("options") or [])
            check_choices(data.get("choices"), ("choices",), faults, focused)
            faults.settle()
            interaction.choices = data["choices"]
        elif answer in {Answer.UPDATE, Answer.DEFER_UPDATE}:
            interaction.original = interaction.message.id if interaction.message else None
            if answer is Answer.UPDATE and interaction.message is not None:
                return self._edit(interaction.message, data, uploads)
        else:
            interaction.ephemeral = bool(int(data.get("flags") or 0) & Flag.EPHEMERAL)
            loading = answer is Answer.DEFER
            post = self._post(interaction, data, uploads, loading=loading)
            interaction.original = post.id
            return post
        return interaction.message

    def hook(self, application: int, token: str) -> Interaction:
        """Return the interaction a webhook token belongs to.

        Raises:
            ApiError: 10015 for an unknown one or before the first answer, 50027 after 15 minutes.
        """
        interaction = self.by_token.get(token)
        if interaction is None or application != self.world.bot.id:
            raise Refusal.UNKNOWN_WEBHOOK.error()
        if self.world.clock.now() - time_of(interaction.id) >= limits.TOKEN_LIFE:
            self.expire()
            raise Refusal.TOKEN_EXPIRED.error()
        if interaction.state in {"pending", "failed"}:
            raise Refusal.UNKNOWN_WEBHOOK.error()
        return interaction

    def followup(self, interaction: Interaction, body: JsonObject, uploads: dict[int, Upload]) -> Message:
        """Send a further message; the first one after a deferral takes the place of "thinking"."""
        if interaction.state == "deferred":
            return self.edit(interaction, "@original", body, uploads)
        post = self._post(interaction, body, uploads)
        interaction.followups.append(post.id)
        return post

    def find(self, interaction: Interaction, name: str) -> Message:
        """Return `@original` or a message by id that this token may touch, or refuse with 10008."""
        wanted = interaction.original if name == "@original" else int(name) if name.isdigit() else None
        mine = {interaction.original, *interaction.followups}
        post = self.world.messages.get(wanted) if wanted in mine and wanted is not None else None
        if post is None:
            raise Refusal.UNKNOWN_MESSAGE.error()
        return post

    def edit(self, interaction: Interaction, name: str, body: JsonObject, uploads: dict[int, Upload]) -> Message:
        """Edit a message by the token; ends "thinking"."""
        post = self.find(interaction, name)
        loading = bool(post.flags & Flag.LOADING)
        self._edit(post, body, uploads, fill=loading)
        if loading and interaction.state == "deferred":
            interaction.state = "answered"
            self._done(interaction)
        return post

    def delete(self, interaction: Interaction, name: str) -> None:
        """Delete a message by the token; deleting "thinking" ends it."""
        self.world.delete_message(self.find(interaction, name))
        if interaction.state == "deferred":
            interaction.state = "answered"
            self._done(interaction)

    def _post(
        self, interaction: Interaction, body: JsonObject, uploads: dict[int, Upload], *, loading: bool = False
    ) -> Message:
        world = self.world
        hidden = bool(int(body.get("flags") or 0) & Flag.EPHEMERAL)
        by_message = interaction.message.id if interaction.message else None
        kind = int(interaction.kind)
        origin = Origin(
            id=interaction.id, type=kind, user=interaction.user.id, name=interaction.words, message=by_message
        )
        post = Message(
            id=world.ids.next(),
            channel=interaction.channel.id,
            author=world.bot.id,
            only=interaction.user.id if hidden else None,
            origin=origin,
        )
        if loading:
            post.flags = int(Flag.LOADING | (Flag.EPHEMERAL if hidden else 0))
        else:
            draft = messages.read(world, body, uploads, extra_flags=Flag.EPHEMERAL)
            messages.apply(post, draft)
            post.nonce = draft.nonce
            post.pinged = [] if hidden else messages.ringing(world, interaction.channel, draft)
        world.add_message(post)
        return post

    def _edit(self, post: Message, body: JsonObject, uploads: dict[int, Upload], *, fill: bool = False) -> Message:
        if post.id not in self.world.messages:
            raise Refusal.UNKNOWN_MESSAGE.error()
        draft = messages.read(self.world, body, uploads, before=post)
        messages.apply(post, draft)
        post.flags &= ~int(Flag.LOADING)
        if fill:
            place = self.world.channels[post.channel]
            post.pinged = [] if post.only else messages.ringing(self.world, place, draft)
        else:
            post.edited = self.world.clock.now()
        self.world.update_message(post)
        return post

    def _done(self, interaction: Interaction, *, final: bool = True) -> None:
        interaction.acknowledged.set()
        if final:
            self.waiting.pop(interaction.id, None)
            interaction.finished.set()
        self.world.tell(Change("interaction_done", payload={"id": str(interaction.id)}, only=interaction.user.id))


def _focused(options: list[JsonObject]) -> int:
    """Return the type of the option being completed."""
    for option in options:
        if option.get("focused"):
            return int(option["type"])
        if found := _focused(option.get("options") or []):
            return found
    return 0
