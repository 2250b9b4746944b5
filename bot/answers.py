"""Answering an interaction: in time, once, and with a sentence whatever happens."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, TypeVar

import discord
from discord import app_commands

from bot.errors import Refusal
from games.core import RulesError

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

log = logging.getLogger("slowplay")

T = TypeVar("T")
PATIENCE = 1.5
"""Seconds after which an answer is put off; Discord waits three."""
FAILED = "Something went wrong on my side; nothing was changed, so please try again."
MADE = "That is done, but I could not show you what came of it; the newest board in the channel does."
_UNKNOWN_INTERACTION = 10062
_ALREADY_ANSWERED = 40060


async def in_time(interaction: discord.Interaction, work: Coroutine[Any, Any, T]) -> T:
    """Do some work; when it takes long, tell Discord that the answer (seen by this player only) will come later."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait([task], timeout=PATIENCE)
    if not done and not interaction.response.is_done():
        await interaction.response.defer(ephemeral=True, thinking=True)
    found = await task
    made(interaction)
    return found


def made(interaction: discord.Interaction) -> None:
    """Note that what was asked for is done: whatever fails from now on, something was changed."""
    interaction.extras["made"] = True


async def say(interaction: discord.Interaction, text: str) -> None:
    """Answer with a sentence that only this player sees."""
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())
    else:
        await interaction.response.send_message(text, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())


def worth_logging(record: logging.LogRecord) -> bool:
    """Keep a suggestion that came too late out of the log, as a filter of discord.py's own.

    Whoever types fast has asked for the next one by then; discord.py would log each with a traceback.
    """
    error = record.exc_info[1] if record.exc_info else None
    if not _too_late(error):
        return True
    log.debug("suggestions came too late: %s", error)
    return False


def _too_late(error: BaseException | None) -> bool:
    return isinstance(error, discord.HTTPException) and error.code in {_UNKNOWN_INTERACTION, _ALREADY_ANSWERED}


async def explain(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell a player why something was refused; log what nobody expected."""
    if isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__:
        error = error.__cause__
    if _too_late(error):
        # The three seconds were over or Discord delivered twice: whatever was asked has been done and posted.
        log.warning("interaction %s could not be answered: %s", interaction.id, error)
        return
    if isinstance(error, Refusal | RulesError):
        text = str(error)
    elif isinstance(error, app_commands.AppCommandError):
        text = "That command cannot be used like this; pick it again from the list that / opens."
        log.warning("command refused: %s", error)
    else:
        text = MADE if interaction.extras.get("made") else FAILED
        log.error("interaction %s failed", interaction.id, exc_info=error)
    try:
        await say(interaction, text)
    except discord.HTTPException as failure:
        log.warning("interaction %s could not be answered: %s", interaction.id, failure)
