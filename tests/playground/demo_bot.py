"""A small real bot on discord.py that uses everything a game bot does; run as its own process by the tests."""

from __future__ import annotations

import asyncio
import io
import os
import struct
import sys
import zlib

import discord
import yarl
from discord import app_commands
from discord.ext import commands

API = os.environ["DISCORD_API"]
discord.http.Route.BASE = API + "/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(API.replace("http", "ws", 1) + "/gateway")


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def png(width: int = 24, height: int = 16, grey: int = 128) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes([grey]) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def picture(name: str = "board.png", grey: int = 128) -> discord.File:
    return discord.File(io.BytesIO(png(grey=grey)), name, description="a grey board")


class Board(discord.ui.LayoutView):
    def __init__(self, number: int, *, live: bool = True, user: int = 0) -> None:
        super().__init__(timeout=None)
        gallery = discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="alt text"))
        parts: list[discord.ui.Item] = [discord.ui.TextDisplay(f"## Board {number}\n<@{user}> to move"), gallery]
        if live:
            row = discord.ui.ActionRow()
            row.add_item(discord.ui.Button(label="Next", custom_id=f"next:{number}"))
            row.add_item(discord.ui.Button(label="Form", custom_id="form", style=discord.ButtonStyle.primary))
            row.add_item(discord.ui.Button(label="Off", custom_id="off", disabled=True))
            select = discord.ui.ActionRow()
            options = [discord.SelectOption(label=f"Space {letter}", value=letter) for letter in "abc"]
            select.add_item(discord.ui.Select(custom_id="where", placeholder="Where?", options=options))
            parts += [discord.ui.Separator(), row, select]
        self.add_item(discord.ui.Container(*parts, accent_colour=0x8844CC))


class Form(discord.ui.Modal, title="A form"):
    name = discord.ui.TextInput(label="Name", custom_id="name", max_length=20)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Thank you, {self.name.value}", ephemeral=True)


class Demo(commands.AutoShardedBot):
    async def setup_hook(self) -> None:
        self.tree.add_command(group)
        await self.tree.sync()

    async def on_ready(self) -> None:
        say("ready")

    async def on_resumed(self) -> None:
        say("resumed")

    async def on_thread_create(self, thread: discord.Thread) -> None:
        say("thread", thread.name)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        say("gone", channel.name)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        custom_id = interaction.data["custom_id"]
        if custom_id.startswith("next:"):
            number = int(custom_id.removeprefix("next:")) + 1
            await interaction.response.defer()
            board = Board(number, user=interaction.user.id)
            none = discord.AllowedMentions.none()
            await interaction.edit_original_response(view=board, attachments=[picture(grey=9)], allowed_mentions=none)
        elif custom_id == "form":
            await interaction.response.send_modal(Form())
        elif custom_id == "where":
            await interaction.response.send_message(f"Chosen {interaction.data['values'][0]}", ephemeral=True)


group = app_commands.Group(name="demo", description="Everything a game does")


@group.command(name="new", description="A new board")
@app_commands.describe(kind="what kind", with_="whom to ping")
@app_commands.rename(with_="with")
@app_commands.choices(
    kind=[app_commands.Choice(name="Plain", value="plain"), app_commands.Choice(name="Odd", value="o")]
)
async def new(interaction: discord.Interaction, kind: app_commands.Choice[str], with_: discord.Member) -> None:
    await interaction.response.defer()
    await interaction.followup.send(view=Board(1, user=with_.id), file=picture())
    say("permissions", interaction.app_permissions.attach_files, interaction.user.guild_permissions.value)


@group.command(name="place", description="A move")
async def place(interaction: discord.Interaction, chip: app_commands.Range[int, 1, 9], space: str) -> None:
    await interaction.response.send_message(f"{chip} on {space}", ephemeral=True)


@place.autocomplete("space")
async def spaces(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    chip = interaction.namespace.chip
    found = [f"{letter}{digit}" for letter in "abc" for digit in "123"]
    return [app_commands.Choice(name=f"{s} for {chip}", value=s) for s in found if s.startswith(current)]


@group.command(name="slow", description="Too late")
async def slow(interaction: discord.Interaction) -> None:
    await asyncio.sleep(3.3)
    try:
        await interaction.response.send_message("late")
    except discord.NotFound as error:
        say("late", error.code)


@group.command(name="dm", description="Writes to you")
async def dm(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    try:
        await interaction.user.send("Your hand", file=picture("hand.png"))
    except discord.Forbidden as error:
        await interaction.followup.send(f"closed {error.code}")
    else:
        await interaction.followup.send("sent")


@group.command(name="tour", description="Edits, deletes, history, thread")
async def tour(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    channel = interaction.channel
    first = await channel.send(view=Board(7), file=picture(), nonce=99)
    again = await channel.send(view=Board(7), file=picture(), nonce=99)
    await first.edit(view=Board(8, live=False))
    text = await channel.send("text", file=picture("a.png"))
    text = await text.edit(content="edited", attachments=[picture("b.png")])
    old = [message.id async for message in channel.history(limit=5)]
    thread = await channel.create_thread(name="side table", type=discord.ChannelType.public_thread)
    await thread.send("in the thread")
    await text.delete()
    facts = [first.id == again.id, text.attachments[0].filename, old[0] == text.id, bool(await text_gone(text))]
    await interaction.followup.send(" ".join(map(str, facts)))


async def text_gone(message: discord.Message) -> bool:
    try:
        await message.fetch()
    except discord.NotFound as error:
        return error.code == 10008
    return False


bot = Demo(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
bot.run(os.environ["DISCORD_TOKEN"])
