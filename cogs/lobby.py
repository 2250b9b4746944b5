"""Opening a table: the same for every game's `new` command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import discord

import games
from bot import answers, names
from bot.errors import Refusal
from bot.hours import DAY, HOUR
from bot.lobbies import WINDOW
from cogs import common

if TYPE_CHECKING:
    from collections.abc import Mapping


TurnTime = Literal["none", "1 hour", "8 hours", "24 hours", "3 days", "7 days"]
TURN_TIMES: dict[str, int | None] = {
    "none": None,
    "1 hour": HOUR,
    "8 hours": 8 * HOUR,
    "24 hours": DAY,
    "3 days": 3 * DAY,
    "7 days": 7 * DAY,
}
_TOO_MANY_THREADS = 160006
ABOUT_TURN_TIME = "How long a turn may take; a robot moves when the time is up"


async def open_table(
    interaction: common.Interaction,
    slug: str,
    options: Mapping[str, Any],
    *,
    thread: bool,
    turn_time: str,
    window: int = WINDOW,
) -> None:
    """Open a table here, or in a new thread of this channel.

    Raises:
        Refusal: not in a server's text channel, a permission is missing, or the channel has a game.
    """
    channel = interaction.channel
    if interaction.guild_id is None or not isinstance(
        channel, discord.TextChannel | discord.Thread | discord.VoiceChannel
    ):
        raise Refusal("Tables stand in a server's text channels and threads; use this command there.")
    if thread and not isinstance(channel, discord.TextChannel):
        raise Refusal("A thread can only be opened from a text channel; leave the option thread out here.")
    if lacking := common.needs(interaction, common.missing(interaction, thread=thread)):
        raise Refusal(lacking)
    await answers.in_time(
        interaction, _open(interaction, channel, slug, options, thread=thread, turn_time=turn_time, window=window)
    )


async def _open(
    interaction: common.Interaction,
    channel: discord.TextChannel | discord.Thread | discord.VoiceChannel,
    slug: str,
    options: Mapping[str, Any],
    *,
    thread: bool,
    turn_time: str,
    window: int,
) -> None:
    tables, place = common.bot(interaction).tables, channel
    async with tables.once(channel.id, interaction.id):
        if isinstance(channel, discord.TextChannel) and thread:
            title = f"{games.load(slug).meta.title}: {names.plain(interaction.user.display_name)}"
            place = await _thread(channel, title)
        done = await tables.open(
            slug,
            guild_id=interaction.guild_id or 0,
            channel_id=place.id,
            user_id=interaction.user.id,
            name=interaction.user.display_name,
            options=options,
            window=window,
            turn_time=TURN_TIMES[turn_time],
            interaction_id=interaction.id,
        )
    await answers.say(interaction, f"{done.text} It is in <#{place.id}>." if thread else done.text)


async def _thread(channel: discord.TextChannel, title: str) -> discord.Thread:
    try:
        return await channel.create_thread(
            name=title[:100], type=discord.ChannelType.public_thread, auto_archive_duration=10080
        )
    except discord.HTTPException as error:
        if error.code != _TOO_MANY_THREADS:
            raise
        raise Refusal(
            "This server has as many open threads as Discord allows; leave the option thread out, or close old ones."
        ) from None
