"""What a person can do: the client's side of Discord, which also stops what a client would not let one do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import limits, messages, payloads
from .commands import BOOLEAN, GROUP, INTEGER, NUMBER, STRING, SUBCOMMAND, USER, find
from .components import SELECTS, controls
from .components import Kind as Part
from .interaction import Interaction, Kind
from .model import Channel, ChannelType, Message, User

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .errors import Json, JsonObject
    from .interactions import Interactions
    from .world import World

_TRUE = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class CannotError(Exception):
    """A client would not let this happen; the message says why."""


class Actors:
    """Everything people do goes through here.

    Args:
        world: where they are.
        interactions: where their clicks go.
    """

    def __init__(self, world: World, interactions: Interactions) -> None:
        self.world = world
        self.interactions = interactions

    # Reading

    def visible(self, user: User) -> list[Channel]:
        """Return the channels a person sees: all of the guild while in it, and their DM."""
        return [
            channel
            for channel in self.world.channels.values()
            if (channel.recipient == user.id if channel.type is ChannelType.DM else user.in_guild)
        ]

    def channel(self, user: User, name: str) -> Channel:
        """Find a channel a person sees by id, by name with or without #, or "dm"."""
        if name in {"dm", "@me"}:
            return self.world.dm(user)
        for channel in self.visible(user):
            if name in {str(channel.id), channel.name, f"#{channel.name}"}:
                return channel
        message = f"{user.display} sees no channel {name}"
        raise CannotError(message)

    def read(self, user: User, channel: Channel) -> list[Message]:
        """Return a channel's messages as a person sees them, oldest first."""
        return [
            message
            for message in self.world.history(channel.id)
            if message.only in {None, user.id} and not message.dismissed
        ]

    def message(self, user: User, message_id: int) -> Message:
        """Return a message the person can see."""
        message = self.world.messages.get(message_id)
        if message is None or message.only not in {None, user.id} or message.dismissed:
            text = f"{user.display} sees no message {message_id}"
            raise CannotError(text)
        self.channel(user, str(message.channel))
        return message

    # Doing

    def say(self, user: User, channel: Channel, text: str) -> Message:
        """Post a plain message; the bot, having no such intent, does not hear of it."""
        if not 1 <= len(text) <= limits.CONTENT:
            message = f"a message has 1 to {limits.CONTENT} characters"
            raise CannotError(message)
        draft = messages.read(self.world, {"content": text}, {})
        post = Message(id=self.world.ids.next(), channel=channel.id, author=user.id, content=text)
        post.mentions = draft.mentions
        if channel.type is not ChannelType.DM:
            post.pinged = [person for person in draft.mentions if person not in {user.id, self.world.bot.id}]
        self.world.add_message(post)
        return post

    def slash(self, user: User, channel: Channel, words: str, options: Mapping[str, Any]) -> Interaction:
        """Send a slash command such as "cactpot place"."""
        command, path, known = self._find(words, channel)
        given = {key: value for key, value in options.items() if value is not None}
        unknown = set(given) - {option["name"] for option in known}
        if unknown:
            message = f"/{words} has no option {', '.join(sorted(unknown))}"
            raise CannotError(message)
        missing = [option["name"] for option in known if option.get("required") and option["name"] not in given]
        if missing:
            message = f"/{words} needs {', '.join(missing)}"
            raise CannotError(message)
        values: list[JsonObject] = []
        resolved: JsonObject = {}
        for option in known:
            if option["name"] in given:
                value = self._value(option, given[option["name"]], resolved)
                values.append({"name": option["name"], "type": option["type"], "value": value})
        data = _command_data(command, path, values)
        if resolved:
            data["resolved"] = resolved
        return self.interactions.open(
            self.interactions.make(Kind.COMMAND, user, channel, data, words=" ".join([command["name"], *path]))
        )

    def autocomplete(
        self, user: User, channel: Channel, words: str, focused: str, value: str, options: Mapping[str, Any]
    ) -> Interaction:
        """Ask for suggestions for one option, with the others as typed so far."""
        command, path, known = self._find(words, channel)
        values: list[JsonObject] = []
        for option in known:
            name = option["name"]
            if name == focused:
                if not option.get("autocomplete"):
                    message = f"/{words} {name} has no autocomplete"
                    raise CannotError(message)
                values.append({"name": name, "type": option["type"], "value": value, "focused": True})
            elif options.get(name) is not None:
                values.append({"name": name, "type": option["type"], "value": options[name]})
        data = _command_data(command, path, values)
        return self.interactions.open(self.interactions.make(Kind.AUTOCOMPLETE, user, channel, data))

    def click(self, user: User, message: Message, custom_id: str) -> Interaction:
        """Press a button."""
        part = self._control(message, custom_id)
        if part["type"] != Part.BUTTON:
            text = f"{custom_id} is no button"
            raise CannotError(text)
        return self._press(user, message, {"custom_id": custom_id, "component_type": 2, "id": part.get("id")})

    def select(self, user: User, message: Message, custom_id: str, values: list[str]) -> Interaction:
        """Choose in a select; users are given by id or name."""
        part = self._control(message, custom_id)
        if part["type"] not in SELECTS:
            text = f"{custom_id} is no select"
            raise CannotError(text)
        least, most = part.get("min_values", 1), part.get("max_values", 1)
        if not least <= len(values) <= most:
            text = f"choose {least} to {most}, not {len(values)}"
            raise CannotError(text)
        resolved: JsonObject = {}
        if part["type"] == Part.STRING_SELECT:
            offered = [option["value"] for option in part["options"]]
            wrong = [value for value in values if value not in offered]
            if wrong:
                text = f"{', '.join(wrong)} is not offered; there are {', '.join(offered)}"
                raise CannotError(text)
        elif part["type"] == Part.USER_SELECT:
            values = [str(self._value({"type": USER, "name": "user"}, value, resolved)) for value in values]
        data = {"custom_id": custom_id, "component_type": part["type"], "id": part.get("id"), "values": values}
        return self._press(user, message, data | ({"resolved": resolved} if resolved else {}))

    def submit(self, user: User, opened: Interaction, values: Mapping[str, Any]) -> Interaction:
        """Send a modal the bot opened for this person; values by custom_id."""
        if opened.modal is None or opened.user is not user:
            message = "no modal is open"
            raise CannotError(message)
        rows = []
        for row in opened.modal["components"]:
            if row["type"] == Part.TEXT:
                continue
            part = row["component"] if row["type"] == Part.LABEL else row["components"][0]
            filled = {"type": part["type"], "id": part.get("id", 0), "custom_id": part["custom_id"]}
            filled |= _filled(part, values.get(part["custom_id"]))
            if row["type"] == Part.LABEL:
                rows.append({"type": 18, "id": row.get("id", 0), "component": filled})
            else:
                rows.append({"type": 1, "id": row.get("id", 0), "components": [filled]})
        data = {"custom_id": opened.modal["custom_id"], "components": rows}
        opened.modal = None
        made = self.interactions.make(Kind.MODAL, user, opened.channel, data, message=opened.message)
        return self.interactions.open(made)

    def dismiss(self, user: User, message: Message) -> None:
        """Put an ephemeral message out of sight."""
        if message.only == user.id:
            message.dismissed = True
            self.world.update_message(message)

    # Helpers

    def _find(self, words: str, channel: Channel) -> tuple[JsonObject, list[str], list[JsonObject]]:
        try:
            command, path, options = find(self.world, words)
        except LookupError as error:
            raise CannotError(str(error.args[0])) from None
        contexts = command.get("contexts")
        if not self.world.bot_in_guild:
            message = f"{self.world.bot.display} is not on this server"
            raise CannotError(message)
        in_dm = channel.type is ChannelType.DM
        if (contexts is not None and int(in_dm) not in contexts) or (in_dm and command.get("dm_permission") is False):
            message = f"/{words} cannot be used here"
            raise CannotError(message)
        return command, path, options

    def _control(self, message: Message, custom_id: str) -> JsonObject:
        part = controls(message.components).get(custom_id)
        if part is None:
            text = f"no {custom_id} on message {message.id}"
            raise CannotError(text)
        if part.get("disabled"):
            text = f"{custom_id} is disabled"
            raise CannotError(text)
        return part

    def _press(self, user: User, message: Message, data: JsonObject) -> Interaction:
        channel = self.channel(user, str(message.channel))
        made = self.interactions.make(Kind.COMPONENT, user, channel, data, message=message)
        return self.interactions.open(made)

    def _value(self, option: JsonObject, value: Json, resolved: JsonObject) -> Json:
        try:
            typed = _typed(option, value)
        except ValueError:
            message = f"{value!r} is no value for {option['name']}"
            raise CannotError(message) from None
        if option["type"] == USER:
            user = self._user(str(value))
            resolved.setdefault("users", {})[str(user.id)] = payloads.user(user)
            if user.in_guild:
                member = payloads.member(self.world, user)
                del member["user"]
                resolved.setdefault("members", {})[str(user.id)] = member | {"permissions": "0"}
            return str(user.id)
        choices = option.get("choices")
        if choices and typed not in [choice["value"] for choice in choices]:
            by_name = {choice["name"]: choice["value"] for choice in choices}
            if value not in by_name:
                message = f"{option['name']} is one of {', '.join(by_name)}"
                raise CannotError(message)
            return by_name[value]
        _within(option, typed)
        return typed

    def _user(self, value: str) -> User:
        name = value.strip("<@!>")
        if name in {str(self.world.bot.id), self.world.bot.name, self.world.bot.display}:
            return self.world.bot
        try:
            return self.world.seat(name)
        except KeyError:
            message = f"nobody is called {value}"
            raise CannotError(message) from None


def _typed(option: JsonObject, value: Json) -> Json:
    kind = option["type"]
    if kind in {INTEGER, NUMBER}:
        return int(value) if kind == INTEGER else float(value)
    if kind == BOOLEAN and not isinstance(value, bool):
        if str(value).lower() not in _TRUE:
            raise ValueError(value)
        return _TRUE[str(value).lower()]
    return value if kind == BOOLEAN else str(value)


def _within(option: JsonObject, value: Json) -> None:
    kind = option["type"]
    if kind in {INTEGER, NUMBER}:
        size, least, most = value, option.get("min_value"), option.get("max_value")
    elif kind == STRING:
        size, least, most = len(value), option.get("min_length"), option.get("max_length")
    else:
        return
    if (least is not None and size < least) or (most is not None and size > most):
        message = f"{option['name']} is from {least} to {most}"
        raise CannotError(message)


def _filled(part: JsonObject, value: Json) -> JsonObject:
    """Return what a modal sends for one field."""
    if part["type"] in SELECTS:
        values = value if isinstance(value, list) else [value] if value is not None else []
        return {"values": [str(item) for item in values]}
    text = str(part.get("value") or "") if value is None else str(value)
    least, most = part.get("min_length") or 0, part.get("max_length") or limits.INPUT_VALUE
    if part.get("required", True):
        least = max(least, 1)
    if not (least <= len(text) <= most or (not text and not part.get("required", True))):
        message = f"{part['custom_id']} has {least} to {most} characters"
        raise CannotError(message)
    return {"value": text}


def _command_data(command: JsonObject, path: list[str], values: list[JsonObject]) -> JsonObject:
    options = values
    for depth, word in reversed(list(enumerate(path, start=1))):
        kind = SUBCOMMAND if depth == len(path) else GROUP
        options = [{"name": word, "type": kind, "options": options}]
    return {"id": command["id"], "name": command["name"], "type": 1, "options": options}
