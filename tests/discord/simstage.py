"""A simulated server with the bot in it, and the few verbs the tests speak in."""

from __future__ import annotations

import asyncio
import hashlib
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from plays import PLAYS
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType
from simcord.env import Env
from simcord.results import InteractionResult, ResponseMessage

import games
from bot.client import Slowplay

if TYPE_CHECKING:
    from pathlib import Path

SEED = bytes(range(16))


class Said(NamedTuple):
    """What came of an interaction: the words its maker reads, whether only they do, the message, all raw."""

    text: str
    ephemeral: bool
    message: Any
    result: Any

    @property
    def buttons(self):
        return buttons(self.message)


class Timed(Slowplay):
    """The bot with the clock of its test, from before anything can be due."""

    def __init__(self, database, now):
        super().__init__(database)
        self._now = now
        # simcord waits for every task to end, and this one sleeps for half a minute.
        self.pictures.warm = lambda: None

    async def setup_hook(self):
        await super().setup_hook()
        self.tables.now = self._now


class Stage:
    """One server, one channel, four people, the bot."""

    def __init__(self, database):
        self.later = 0.0
        self.database = database
        # A busy machine makes a test slow, never wrong.
        self.env = Env(Timed(database, self.now), shard_count=1, settle_timeout=60.0)
        self.guild = self.env.create_guild("Harbour")
        self.channel = self.guild.create_text_channel("games")
        self.people = [self.member(name) for name in ("Ann", "Ben", "Cleo", "Dan")]
        self.ann, self.ben, self.cleo, self.dan = self.people
        self.trouble_expected = False

    @classmethod
    async def open(cls, database: Path):
        # The Env itself, not simcord.run: its context belongs to one task, and fixtures run in another than tests.
        stage = cls(database)
        await stage.env.start()
        await stage.settle()
        return stage

    def now(self):
        """Give the time, unix seconds: that of the simulation, and `later` seconds more."""
        return self.env.now().timestamp() + self.later

    async def wait(self, seconds):
        """Let time pass, and let the clock do what is due then."""
        self.later += seconds
        if self.bot.clock._seen is not None:
            self.bot.clock._seen = self.now()  # it has looked meanwhile, and found nothing
        # Not `tick` itself: the bot's own look at the clock may be under way.
        self.bot.clock.look()
        await asyncio.wait([self.bot.clock._task])
        await self.settle()

    @property
    def bot(self):
        return self.env.bot

    def member(self, name, permissions=None):
        roles = [self.guild.create_role(f"role of {name}", permissions=permissions)] if permissions else []
        return self.guild.add_member(self.env.create_user(name.lower(), global_name=name), roles=roles)

    async def close(self):
        await self.bot.close()
        await self.env.shutdown()

    async def restart(self):
        """End the bot's process and start another on the same database."""
        await self.bot.close()
        await self.env.restart_bot(Timed(self.database, self.now))
        await self.settle()

    async def settle(self):
        await self.env.settle()
        while self.bot.posts._running or self.bot.robots._running:
            await self.bot.robots.settle()
            await self.bot.posts.settle()
        await self.env.settle()

    # -- what people do --------------------------------------------------------------------------------------------

    async def slash(self, who, command, channel=None, /, **options):
        return await self._said(await who.slash(channel or self.channel, command, **options))

    async def sure(self, who, command):
        """Use a command that may ask before it acts, and press its first button; a refusal asks nothing."""
        said = await self.slash(who, command)
        return await self.click(who, said.message, next(iter(said.buttons))) if said.buttons else said

    async def dm(self, who, command, /, **options):
        return await self._said(await who.user.slash(command, **options))

    async def click(self, who, message, label):
        return await self._said(await who.click(ResponseMessage(self.env, message), label=label))

    async def press(self, who, message, custom_id):
        """Press a button by its id, as a changed client could: also one that is gone or somebody else's."""
        (result,) = await self.at_once((who, message, custom_id))  # selects choose the value 0
        return await self._said(result)

    async def pick(self, who, message, field, value):
        ids = [part["custom_id"] for part in parts(message) if part["type"] == 3]
        (custom_id,) = [each for each in ids if each.split(":", 4)[4].startswith(f"{field}~")]
        return await self._said(await who.select(ResponseMessage(self.env, message), [value], custom_id=custom_id))

    async def complete(self, who, command, option, typed="", channel=None, /, **filled):
        found = await who.autocomplete(channel or self.channel, command, option, typed, **filled)
        return [choice["value"] for choice in found]

    async def at_once(self, *presses, same_id=False):
        """Deliver several presses (who, message, custom_id) before the bot can answer any of them."""
        results = []
        for who, message, custom_id in presses:
            record, payload = interactions.base_payload(
                self.env.backend,
                type=3,
                channel_id=message.channel_id,
                guild_id=self.guild.id,
                user_id=who.id,
                data=_data(custom_id),
            )
            shown = dict(serializers.message_payload(self.env.backend, message))
            # discord.py looks for the part in the message; it was there when it was pressed.
            shown["components"] = [*shown["components"], {"type": 1, "id": 998, "components": [_part(custom_id)]}]
            payload["message"] = shown
            record.source_message_id = message.id
            if same_id and results:
                payload["id"] = str(results[0]._interaction.id)
            self.env.backend.emit("INTERACTION_CREATE", payload)
            results.append(InteractionResult(self.env, record))
        await self.settle()
        return results

    async def _said(self, result):
        await self.settle()
        messages = [each._message for each in (result.response, *result.followups) if each is not None]
        last = messages[-1] if messages else None
        return Said("\n".join(map(words, messages)), all(m.is_ephemeral for m in messages), last, result)

    # -- a table ---------------------------------------------------------------------------------------------------

    async def lobby(self, players=2, slug="cactpot", **options):
        await self.slash(self.ann, f"{slug} new", **options)
        for who in self.people[1:players]:
            await self.slash(who, "game join")
        return await self.table()

    async def start(self, players=2, slug="cactpot", seed=SEED, **options):
        """Open a table, seat players, deal from a known seed."""
        table = await self.lobby(players, slug, **options)
        await self.bot.tables.start(table.id, self.ann.id, seed=seed)
        await self.settle()
        return await self.table()

    async def table(self):
        return await self.bot.tables.at(self.channel.id)

    async def to_act(self):
        """Give who is to move, and what they may do."""
        table = await self.table()
        seat = min(table.view(None).to_act)
        return self.who(table, seat), table.game.legal(table.state, seat)

    def who(self, table, seat):
        return next(each for each in self.people if each.id == table.players[seat].user_id)

    async def waiting(self):
        """Give somebody at the table who is not to move; None when there is nobody."""
        table = await self.table()
        seats = [each.seat for each in table.players if each.seat not in table.view(None).to_act]
        return self.who(table, seats[0]) if seats else None

    async def move(self, text=None, rng=None):
        """Make one move by its slash command, a random one when none is given."""
        who, legal = await self.to_act()
        text = text or (rng or random.Random(0)).choice(legal)
        command, options = PLAYS[(await self.table()).slug].command(text)
        return await self.slash(who, command, **options)

    async def prepare(self, who, text):
        """Open the panel under the board and choose a move; gives the panel and the label that makes the move."""
        table = await self.table()
        return await self.choose(who, text, await self.click(who, self.board(), "Take turn"), table)

    async def choose(self, who, text, said, table, between=None):
        """Choose a move in an open panel; `between` is awaited before each choice."""
        play, view = PLAYS[table.slug], table.view(table.seat_of(who.id))
        if draft := play.draft(view, text):
            await (between or _nothing)()
            said = await self.press(who, said.message, f"b:tweak:{table.id}:{table.seq}:0~{draft}")
        picks = play.picks(view, text)
        for field, value in picks.items():
            await (between or _nothing)()
            if any(part["type"] == 3 and f":{field}~" in part["custom_id"] for part in parts(said.message)):
                said = await self.pick(who, said.message, field, value)
        return said, "Confirm" if picks or draft else games.words(table.slug).move(view, text)[:80]

    async def take_turn(self, who, text):
        """Make one move with the panel under the board; gives the answer to the last button."""
        said, label = await self.prepare(who, text)
        return await self.click(who, said.message, label)

    async def follow(self, slug, wanted, players=2, **options):
        """Lead a table to a state where `wanted(game, state)` is not None; gives what it gave and who is to move."""
        seed, moves, found = find(slug, wanted, players, **options)
        table = await self.start(players, slug, seed, **options)
        for seat, text in moves:
            await self.bot.tables.move(table.id, table.players[seat].user_id, text)
        await self.settle()
        return found, (await self.to_act())[0]

    async def snapshot(self):
        """Everything the database knows of games, to hold that nothing changed."""
        return {
            name: [tuple(row) for row in await self.bot.store.rows(f"SELECT * FROM {name}")]
            for name in ("games", "players", "log", "outbox")
        }

    # -- what is there ---------------------------------------------------------------------------------------------

    def public(self, channel=None):
        """List the messages that everybody sees, oldest first."""
        found = self.env.backend.messages.get((channel or self.channel).id, {}).values()
        return [message for message in sorted(found, key=lambda m: m.id) if not message.is_ephemeral]

    def private(self, who):
        """List the messages the bot sent to somebody directly."""
        channel = self.env.backend.dm_channels.get(who.id)
        return sorted(self.env.backend.messages.get(channel, {}).values(), key=lambda m: m.id) if channel else []

    def board(self, channel=None):
        """Give the newest board."""
        return [m for m in self.public(channel) if any(b.startswith("b:turn:") for b in buttons(m).values())][-1]

    def picture(self, message):
        """Give the bytes of a message's only picture."""
        (attachment,) = message.attachments
        return self.env.backend.cdn.get(attachment["url"])

    def again(self, message):
        """Give a message as it is now."""
        return self.env.backend.get_message(message.channel_id, message.id)

    def deny(self, *permissions, channel=None):
        """Take permissions from the bot in a channel; none gives all back."""
        channel = channel or self.channel
        off = discord.Permissions(**dict.fromkeys(permissions, True)).value
        self.env.backend.set_overwrite(channel.id, Overwrite(self.bot.user.id, OverwriteType.MEMBER, deny=off))

    def sketch(self):
        """Draw nothing real from now on: for long matches whose test does not look at pictures."""

        async def draw(_slug, what, of, names, **_more):
            return f"{what} {hashlib.sha256(repr((of, names)).encode()).hexdigest()}".encode()

        self.bot.pictures.draw = draw

    def hold_retries(self):
        """Keep the timers of failed posts from going off: the test moves the clock and asks for the next try itself."""
        loop = asyncio.get_running_loop()
        real = loop.call_later

        def call_later(delay, callback, *args, **more):
            ours = getattr(callback, "__qualname__", "").startswith("Posts._failed")
            return None if ours else real(delay, callback, *args, **more)

        loop.call_later = call_later

    def shut_dms(self, who, code=50007):
        channel = self.env.backend.get_dm_channel(who.id)
        self.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=code, times=None)


async def _nothing():
    pass


def _data(custom_id):
    if custom_id.startswith("s:"):
        return {"custom_id": custom_id, "component_type": 3, "values": ["0"]}
    return {"custom_id": custom_id, "component_type": 2}


def _part(custom_id):
    if custom_id.startswith("s:"):
        return {"type": 3, "id": 999, "custom_id": custom_id, "options": [{"label": "0", "value": "0"}]}
    return {"type": 2, "id": 999, "style": 2, "label": "pressed", "custom_id": custom_id}


def parts(message):
    return list(walk_components(message.components))


def with_ids(message):
    """List the parts that can be pressed or chosen from."""
    return [part for part in parts(message) if part.get("custom_id")]


def words(message):
    """Give all that can be read in a message, alt text left out."""
    return "\n".join([message.content, *(part["content"] for part in parts(message) if part["type"] == 10)]).strip()


def buttons(message):
    """Map labels to the ids of buttons that can be pressed."""
    found = [part for part in parts(message) if part["type"] == 2 and part.get("custom_id")]
    return {part["label"]: part["custom_id"] for part in found if not part.get("disabled")}


def alts(message):
    return [item["description"] for part in parts(message) if part["type"] == 12 for item in part["items"]]


def each_table():
    """Every game with every number of players."""
    return [(slug, players) for slug in games.slugs() for players in games.load(slug).meta.seats]


def find(slug, wanted, players=2, **options):
    """Find a deal and moves that lead to a state where `wanted(game, state)` is not None; gives seed, moves and that.

    Pure rules, so it is quick; `Stage.follow` then makes the same moves at a table.
    """
    game = games.load(slug)
    for attempt in range(500):
        rng, seed, moves = random.Random(attempt), attempt.to_bytes(16, "big"), []
        state = game.setup(players, seed, options)
        while seats := game.to_act(state):
            if (found := wanted(game, state)) is not None:
                return seed, moves, found
            seat = min(seats)
            moves.append((seat, rng.choice(game.legal(state, seat))))
            state, _ = game.apply(state, *moves[-1])
    raise LookupError
