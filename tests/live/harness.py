"""Drive the real bot, in its own process, through the playground server, in this process.

    async with Stage(tmp_path / "games.sqlite") as stage:
        await stage.start_bot()
        ann = stage.seat("Ann")
        lobby = await ann.slash("games", "cactpot new")
        await stage.seat("Bo").click(lobby.message, label="Join")

Messages are the dicts of `playground.seats.Seats.message`: Discord's own object plus `only`, `pinged`, `used`.
"""

from __future__ import annotations

import asyncio
import re
import time
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec

from playground.bot_process import BOT
from playground.components import SELECTS, controls, texts, walk
from playground.components import Kind as Part
from playground.errors import ApiError
from playground.interaction import Kind
from playground.server import Stage as Server

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from playground.bot_process import BotProcess
    from playground.faults import Hold, Record, When
    from playground.interaction import Interaction
    from playground.model import Channel, Message, User

T = TypeVar("T")
Json = dict[str, Any]
READY_SECONDS = 60.0
ANSWER_SECONDS = 60.0


class Outcome(msgspec.Struct):
    """What became of something a seat did.

    Attributes:
        id: of the interaction, for `stage.redeliver`.
        state: "answered", "deferred" (still thinking) or "failed" (the application did not respond).
        answer: "message", "defer", "defer_update", "update", "choices", "modal" or None.
        message: the answer, or for an update the message clicked on; None when there is none (any more).
        followups: what the bot sent later.
        answered_after: seconds to the first answer.
        refusals: what Discord refused of the bot's answers; empty in a healthy bot.
    """

    id: str
    state: str
    answer: str | None
    message: Json | None
    followups: list[Json]
    modal: Json | None
    choices: list[Json] | None
    error: str | None
    answered_after: float | None
    refusals: list[str]

    @property
    def ephemeral(self) -> bool:
        """Whether only the seat itself saw the answer."""
        shown = self.followups[-1] if self.followups and self.answer == "defer_update" else self.message
        return shown is not None and shown["only"] is not None

    @property
    def text(self) -> str:
        """All words of the answer and of what followed."""
        return "\n".join(text_of(message) for message in [self.message, *self.followups] if message is not None)


def text_of(message: Json) -> str:
    """Return the words of a message: its content, then its text displays."""
    return "\n".join(part for part in [message["content"], *texts(message["components"])] if part)


def buttons(message: Json) -> dict[str, Json]:
    """Return a message's buttons by label, in order."""
    return {part.get("label", ""): part for part in walk(message["components"]) if part["type"] == Part.BUTTON}


def selects(message: Json) -> list[Json]:
    """Return a message's selects, in order."""
    return [part for part in walk(message["components"]) if part["type"] in SELECTS]


def pictures(message: Json) -> list[Json]:
    """Return a message's pictures: `url`, and `description` (the alt text) if there is one."""
    items = [item for part in walk(message["components"]) for item in part.get("items") or []]
    thumbs = [part for part in walk(message["components"]) if part["type"] == Part.THUMBNAIL]
    shown = [{**item["media"], "description": item.get("description")} for item in [*items, *thumbs]]
    return shown + [a for a in message["attachments"] if a["content_type"].startswith("image/")]


class Seat:
    """One person."""

    def __init__(self, stage: Stage, user: User) -> None:
        self.stage = stage
        self.user = user
        self.id = user.id
        self.name = user.display
        self._actors = stage.server.actors

    async def slash(self, channel: str, command: str, **options: Any) -> Outcome:
        """Send a slash command and wait for its answer; "dm" is the channel with the bot."""
        return await self.stage.finish(self.send_slash(channel, command, **options))

    def send_slash(self, channel: str, command: str, **options: Any) -> Interaction:
        """Send a slash command and wait for nothing; `stage.finish` waits for the answer."""
        return self._actors.slash(self.user, self._channel(channel), command, options)

    async def autocomplete(
        self, channel: str, command: str, *, focused: str, value: str = "", **options: Any
    ) -> list[Json]:
        """Return the suggestions for an option, as {"name", "value"}."""
        place = self._channel(channel)
        sent = self._actors.autocomplete(self.user, place, command, focused, value, options)
        outcome = await self.stage.finish(sent)
        assert outcome.choices is not None, outcome
        return outcome.choices

    async def click(
        self,
        message: Json | int | str,
        *,
        label: str | None = None,
        custom_id: str | None = None,
        prefix: str | None = None,
    ) -> Outcome:
        """Press a button, found by its label, its custom_id or what that begins with."""
        return await self.stage.finish(self.send_click(message, label=label, custom_id=custom_id, prefix=prefix))

    def send_click(
        self,
        message: Json | int | str,
        *,
        label: str | None = None,
        custom_id: str | None = None,
        prefix: str | None = None,
    ) -> Interaction:
        """Press a button and wait for nothing; `stage.finish` waits for the answer."""
        post = self._message(message)
        name = self._control(post, {Part.BUTTON}, label=label, custom_id=custom_id, prefix=prefix)
        return self._actors.click(self.user, post, name)

    async def select(
        self,
        message: Json | int | str,
        *,
        value: str | Sequence[str],
        custom_id: str | None = None,
        prefix: str | None = None,
        index: int = 0,
    ) -> Outcome:
        """Choose in a select, found by its custom_id, what that begins with, or its place among the selects."""
        post = self._message(message)
        if custom_id is None and prefix is None:
            found = [part["custom_id"] for part in walk(post.components) if part["type"] in SELECTS]
            custom_id = found[index]
        name = self._control(post, set(SELECTS), custom_id=custom_id, prefix=prefix)
        values = [value] if isinstance(value, str) else list(value)
        return await self.stage.finish(self._actors.select(self.user, post, name, values))

    async def force(self, message: Json | int | str, custom_id: str, values: Sequence[str] | None = None) -> Outcome:
        """Send a click no client would: a button that is gone, disabled, made up, or on another's ephemeral."""
        number = int(message["id"]) if isinstance(message, dict) else int(message)
        post = self.stage.server.world.messages[number]
        data: Json = {"custom_id": custom_id, "component_type": 2}
        if values is not None:
            data |= {"component_type": 3, "values": list(values)}
        channel = self.stage.server.world.channels[post.channel]
        hub = self.stage.server.interactions
        return await self.stage.finish(hub.open(hub.make(Kind.COMPONENT, self.user, channel, data, message=post)))

    async def submit(self, opened: Outcome, **values: Any) -> Outcome:
        """Send the modal an outcome opened, values by custom_id."""
        interaction = self.stage.server.interactions.by_id[int(opened.id)]
        return await self.stage.finish(self._actors.submit(self.user, interaction, values))

    def say(self, channel: str, text: str) -> Json:
        """Post a plain message."""
        return self.stage.server.seats.message(self._actors.say(self.user, self._channel(channel), text))

    def messages(self, channel: str) -> list[Json]:
        """Return a channel's messages as this seat sees them, oldest first."""
        found = self._actors.read(self.user, self._channel(channel))
        return [self.stage.server.seats.message(message) for message in found]

    def dms(self) -> list[Json]:
        """Return what the bot and this seat wrote each other, oldest first."""
        return self.messages("dm")

    def dismiss(self, message: Json) -> None:
        """Put an ephemeral message out of sight."""
        self._actors.dismiss(self.user, self._message(message))

    def _channel(self, name: str) -> Channel:
        return self._actors.channel(self.user, str(name))

    def _message(self, message: Json | int | str) -> Message:
        return self._actors.message(self.user, int(message["id"]) if isinstance(message, dict) else int(message))

    @staticmethod
    def _control(
        post: Message,
        kinds: set[int],
        *,
        label: str | None = None,
        custom_id: str | None = None,
        prefix: str | None = None,
    ) -> str:
        here = {name: part for name, part in controls(post.components).items() if part["type"] in kinds}
        for name, part in here.items():
            if (label is not None and part.get("label") == label) or name == custom_id:
                return name
            if prefix is not None and name.startswith(prefix):
                return name
        there = [(part.get("label"), name) for name, part in here.items()]
        raise AssertionError(f"no control {label or custom_id or prefix} on the message; there are {there}")


class Stage:
    """The playground with a bot that can be started, killed and started again.

    Args:
        database: the bot's SQLite file.
        seats: how many people there are.
        command: what runs the bot.
        env: further environment of the bot.
        keep: keep the world in a file beside the database.
    """

    def __init__(
        self,
        database: Path,
        *,
        seats: int = 4,
        command: Sequence[str] = BOT,
        env: Mapping[str, str] | None = None,
        keep: bool = False,
    ) -> None:
        self.server = Server(database, seats=seats, keep=keep, bot_command=command, bot_env=env)

    async def __aenter__(self) -> Self:
        """Start the server; the bot is started by `start_bot`."""
        await self.server.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        """End the bot and the server."""
        await self.server.__aexit__(*error)

    # The bot

    @property
    def bot(self) -> BotProcess:
        """The bot's process: `pid`, `code`, `running`."""
        return self.server.bot

    @property
    def bot_log(self) -> list[str]:
        """The lines the bot wrote, over all its lives."""
        return list(self.server.bot.log)

    async def start_bot(self, timeout: float = READY_SECONDS) -> None:  # noqa: ASYNC109 - says how long a test waits
        """Start the bot and wait until it listens and its commands are known."""
        await self.server.bot.start()

        def up() -> bool:
            if not self.server.bot.running:
                raise AssertionError("the bot ended:\n" + "\n".join(self.bot_log[-30:]))
            return self.server.gateway.connected and bool(self.server.world.commands)

        await self.until(up, timeout)

    async def kill_bot(self) -> None:
        """End the bot at once, as kill -9 does."""
        await self.server.bot.kill()

    async def stop_bot(self) -> None:
        """End the bot in order."""
        await self.server.bot.stop()

    # People and what they see

    def seat(self, name: str) -> Seat:
        """Return a person by name."""
        return Seat(self, self.server.world.seat(name))

    @property
    def seats(self) -> list[Seat]:
        """All people, in order."""
        return [Seat(self, user) for user in self.server.world.seats]

    def messages(self, channel: str) -> list[Json]:
        """Return a channel's public messages, oldest first."""
        found = self.server.world.history(self.server.channel(channel).id)
        return [self.server.seats.message(message) for message in found if message.only is None]

    def newest(self, channel: str, *, prefix: str = "", label: str = "", after: Json | None = None) -> Json | None:
        """Return the newest public message of the bot with a picture or a control, or None.

        Args:
            channel: its name.
            prefix: what the custom_id of one of its controls begins with.
            label: of one of its buttons that can be pressed.
            after: a message it must be newer than.
        """
        bot = str(self.server.world.bot.id)
        for message in reversed(self.messages(channel)):
            if after is not None and int(message["id"]) <= int(after["id"]):
                return None
            here = controls(message["components"])
            fits = any(name.startswith(prefix) for name in here) if prefix else bool(here or pictures(message))
            button = buttons(message).get(label)
            pressable = not label or (button is not None and not button.get("disabled"))
            if message["author"]["id"] == bot and fits and pressable:
                return message
        return None

    async def board(
        self, channel: str, *, prefix: str = "", label: str = "", after: Json | None = None, seconds: float = 10.0
    ) -> Json:
        """Wait for a message as `newest` finds it, and return it."""
        return await self.until(lambda: self.newest(channel, prefix=prefix, label=label, after=after), seconds)

    def message(self, number: int | str) -> Json | None:
        """Return a message by id as it is now, or None when it is deleted."""
        found = self.server.world.messages.get(int(number))
        return self.server.seats.message(found) if found else None

    def file(self, url: str) -> bytes:
        """Return the bytes behind a picture's link, from memory."""
        number = re.search(r"attachments/\d+/(\d+)/", url)
        found = self.server.world.attachment(int(number[1])) if number else None
        assert found is not None, url
        return found.data

    # Waiting

    async def until(self, predicate: Callable[[], T | None], timeout: float = 10.0) -> T:  # noqa: ASYNC109 - as start_bot
        """Wait until a predicate returns something true, and return that."""
        ends = time.monotonic() + timeout
        while True:
            found = predicate()
            if found:
                return found
            if time.monotonic() > ends:
                tail = "\n".join(self.bot_log[-15:])
                raise AssertionError(f"not within {timeout} s; the bot's last lines:\n{tail}")
            await asyncio.sleep(0.005)

    async def finish(self, sent: Interaction) -> Outcome:
        """Wait until an interaction is answered or failed."""
        await asyncio.wait_for(sent.finished.wait(), ANSWER_SECONDS)
        found = self.server.seats.outcome(sent)
        return msgspec.convert({key: found[key] for key in Outcome.__struct_fields__}, Outcome)

    async def quiet(self, seconds: float = 0.25) -> None:
        """Wait until the bot has asked nothing for a while and nothing is held."""
        while True:
            before = len(self.server.api.desk.records)
            await asyncio.sleep(seconds)
            if len(self.server.api.desk.records) == before:
                return

    # What can go wrong

    def hold(self, method: str, path: str, when: When = "before", times: int = 1) -> Hold:
        """Hold the next requests that match; `await hold.caught.wait()`, then `hold.release(drop=...)`."""
        return self.server.api.desk.hold(method, path, when, times)

    def fail(
        self, method: str, path: str, status: int, *, code: int = 0, times: int = 1, retry_after: float = 0.05
    ) -> None:
        """Refuse the next requests that match, with a 429, 500, 403 and so on."""
        extra = {"retry_after": retry_after} if status == 429 else {}
        self.server.api.desk.fail(method, path, ApiError(status, code, "refused", extra=extra), times)

    async def drop_gateway(self, *, resumable: bool = True) -> None:
        """Cut the bot's websocket."""
        await self.server.gateway.drop(resumable=resumable)

    def set_dms(self, name: str, *, is_open: bool) -> None:
        """Open or close a person's DMs."""
        self.server.set_dms(name, is_open=is_open)

    def deny(self, channel: str | None, *permissions: str) -> None:
        """Take exactly these permissions from the bot, in a channel or (None) in all; none given gives all back."""
        self.server.deny(channel, list(permissions))

    def advance(self, seconds: float) -> None:
        """Move Discord's clock on."""
        self.server.advance(seconds)

    def redeliver(self, outcome: Outcome) -> None:
        """Send an interaction to the bot once more, with the same id."""
        hub = self.server.interactions
        hub.deliver(hub.by_id[int(outcome.id)])

    def duplicate_next(self, count: int = 1) -> None:
        """Send each of the next interactions twice."""
        self.server.interactions.duplicate_next = count

    # What was asked

    @property
    def requests(self) -> list[Record]:
        """Every request of the bot, oldest first."""
        return list(self.server.api.desk.records)

    @property
    def unimplemented(self) -> list[str]:
        """Requests of no route the playground knows; a test ends by asserting there are none."""
        return self.server.api.desk.unimplemented

    @property
    def refused(self) -> list[Record]:
        """Requests Discord refused."""
        return [record for record in self.requests if record.status >= 400]

    def pings(self, channel: str) -> list[tuple[str, list[str]]]:
        """Return who was pinged in a channel: (message id, names), oldest first."""
        names = {str(user.id): user.display for user in self.server.world.seats}
        found = [message for message in self.messages(channel) if message["pinged"]]
        return [(message["id"], [names[user] for user in message["pinged"]]) for message in found]
