"""The Discord client: opens the store, loads the cogs by name, sends what an earlier run left behind."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot import answers, upgrade
from bot.buttons import Button, Route, Select
from bot.clock import Clock
from bot.glances import Glances
from bot.pictures import Pictures
from bot.posts import Posts
from bot.robots import Robots
from bot.store import Store
from bot.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

log = logging.getLogger("slowplay")

COGS = ("cogs.game", "cogs.panel", *(f"cogs.{slug}" for slug in games.slugs()))
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
)
"""Exactly what the invite link asks for."""


class Tree(app_commands.CommandTree["Slowplay"]):
    """The slash commands, with one boundary for everything that goes wrong in them."""

    async def on_error(
        self, interaction: discord.Interaction[Slowplay], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the player, log what nobody expected."""
        await answers.explain(interaction, error)


class Slowplay(commands.AutoShardedBot):
    """The bot. Everything that outlives the process is in its store."""

    store: Store
    tables: Tables
    posts: Posts
    clock: Clock
    robots: Robots

    def __init__(self, database: Path, decks: Mapping[str, object] | None = None) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        # What goes wrong in suggestions never comes to the tree's own boundary.
        logging.getLogger(app_commands.tree.__name__).addFilter(answers.worth_logging)
        self.routes: dict[str, Route] = {}
        self.pictures = Pictures()
        self.glances = Glances()
        self._database = database
        self._decks = decks or {}
        self._cut_off: set[int] = set()
        """Shards without a connection; their servers are out of reach."""
        self._resumed = False
        self._resuming = asyncio.Lock()

    async def setup_hook(self) -> None:
        """Open everything before the gateway connects.

        Raises:
            Stop: the database cannot be used.
        """
        self.store = await Store.open(self._database)
        self.tables = Tables(self.store)
        self.tables.decks = self._decks
        self.posts = Posts(self, self.tables, self.pictures)
        await self.posts.recall()
        self.robots = Robots(self.tables)
        self.clock = Clock(self.tables, self.robots, self._reachable)
        self.add_dynamic_items(Button, Select)
        for cog in COGS:
            await self.load_extension(cog)
        await upgrade.all_games(self.tables)
        await self._sync()

    async def on_ready(self) -> None:
        """Send what was committed before; on_ready comes again after a lost session."""
        async with self._resuming:
            if self._resumed:
                return
            self._resumed = True
            await self._leave_servers()
            await self.posts.resume()
            await self.robots.resume()
            self.clock.start()
            self.pictures.warm()
            log.info("ready as %s in %d servers", self.user, len(self.guilds))

    def _reachable(self) -> bool:
        """Tell whether any part of Discord is connected."""
        return self.shard_count is None or len(self._cut_off) < self.shard_count

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that the servers of a shard are out of reach."""
        self._cut_off.add(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Go on with what waits, after a new session."""
        self._cut_off.discard(shard_id)
        if self._resumed:
            self.clock.look()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Go on with what waits, in the session of before."""
        await self.on_shard_connect(shard_id)

    async def _leave_servers(self) -> None:
        """End the games of servers that let the bot go while it was offline.

        Once all shards are ready every server is known, also one that is out of service.
        """
        known = {guild.id for guild in self.guilds}
        for row in await self.store.rows("SELECT DISTINCT guild_id FROM games WHERE status <> 'over'"):
            if row["guild_id"] and row["guild_id"] not in known:
                await self.tables.vacate(guild_id=row["guild_id"])

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the game of a channel that was deleted."""
        await self.tables.vacate(channel_id=channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the game of a thread that was deleted."""
        await self.tables.vacate(channel_id=payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the games of a server that let the bot go."""
        await self.tables.vacate(guild_id=guild.id)

    async def close(self) -> None:
        """End cleanly: what is being sent goes out, then the connections close."""
        if hasattr(self, "posts"):
            # Discord says ready seconds after it is connected: what begins late must not run on without its store.
            async with self._resuming:
                self._resumed = True
            await self.clock.stop()
            self.robots.close()
            await self.posts.close()
        await super().close()
        if hasattr(self, "store"):
            await self.store.close()
        self.pictures.close()

    async def _sync(self) -> None:
        """Register the commands when they differ from those registered last (Discord limits how often)."""
        wanted = json.dumps([command.to_dict(self.tree) for command in self.tree.get_commands()], sort_keys=True)
        fingerprint = hashlib.sha256(f"{self.application_id} {wanted}".encode()).hexdigest()
        if await self.store.fact("commands") != fingerprint:
            await self.tree.sync()
            await self.store.keep("commands", fingerprint)
            log.info("slash commands registered")
