"""The least a bot must do for a move: commit one row, answer, upload one picture; with the same libraries and pragmas.

The picture is the file beside the database. Answer and upload leave at the same time, as the real bot's do.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
import time
from pathlib import Path

import aiosqlite
import discord
from discord import app_commands

from bot import loopback

DATABASE = Path(os.environ["DATABASE"])
SCHEMA = "CREATE TABLE IF NOT EXISTS moves (id INTEGER PRIMARY KEY, user INTEGER, text TEXT, at REAL) STRICT"


class Floor(discord.AutoShardedClient):
    """One command, one row, one message."""

    async def setup_hook(self) -> None:
        """Open the database as the real bot does, and register the command."""
        self.db = await aiosqlite.connect(DATABASE, isolation_level=None)
        for pragma in ("journal_mode = WAL", "busy_timeout = 5000", "foreign_keys = ON", "synchronous = FULL"):
            await self.db.execute(f"PRAGMA {pragma}")
        await self.db.execute(SCHEMA)
        self.lock = asyncio.Lock()
        tree = app_commands.CommandTree(self)
        tree.command(name="move", description="A move")(move)
        await tree.sync()

    async def on_ready(self) -> None:
        """Say so, in the words of the real bot."""
        sys.stdout.write(f"ready as {self.user}\n")
        sys.stdout.flush()

    async def close(self) -> None:
        """Close the database too."""
        await super().close()
        await self.db.close()


async def move(interaction: discord.Interaction[Floor], text: str) -> None:
    """Make a move."""
    client, user, channel = interaction.client, interaction.user, interaction.channel
    async with client.lock:
        await client.db.execute("BEGIN IMMEDIATE")
        await client.db.execute("INSERT INTO moves (user, text, at) VALUES (?, ?, ?)", (user.id, text, time.time()))
        await client.db.commit()
    file = discord.File(io.BytesIO(DATABASE.with_suffix(".png").read_bytes()), "board.png")
    await asyncio.gather(interaction.response.send_message(text, ephemeral=True), channel.send(file=file))


if __name__ == "__main__":
    loopback.connect_to(os.environ["DISCORD_API"])
    intents = discord.Intents.none()
    intents.guilds = True
    Floor(intents=intents, chunk_guilds_at_startup=False).run(os.environ["DISCORD_TOKEN"], log_handler=None)
