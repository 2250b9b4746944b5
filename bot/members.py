"""Who of a table's players is still in its server; without a list of members each has to be asked for."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

if TYPE_CHECKING:
    from bot.table import Table

log = logging.getLogger("slowplay")


async def gone(server: discord.Guild, table: Table) -> set[int]:
    """Give the players of a table who are in its server no more; whoever Discord says nothing of counts as there."""
    found = set()
    for user_id in table.everybody:
        try:
            await server.fetch_member(user_id)
        except discord.NotFound:
            found.add(user_id)
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            log.warning("game=%s: whether all its players are still here could not be asked", table.id)
    return found
