"""What the parts of the /game command have in common; discord.py collects the commands of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from bot import answers
from cogs import common

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from bot.changes import Done
    from bot.client import Slowplay
    from bot.tables import Tables


class Part(commands.Cog):
    """A group of /game's commands and buttons."""

    _client: Slowplay
    _tables: Tables

    async def do(self, interaction: common.Interaction, work: Coroutine[Any, Any, Done]) -> None:
        """Make a change and answer with what it says."""
        await common.say(interaction, (await answers.in_time(interaction, work)).text)
