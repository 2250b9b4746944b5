"""What the parts of the /game command have in common; discord.py collects the commands of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from bot import answers, messages
from cogs import common

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from bot.buttons import Button
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

    async def ask(self, interaction: common.Interaction, question: str, *buttons: Button) -> None:
        """Ask the caller before something that cannot be taken back."""
        await interaction.response.send_message(view=messages.question(question, *buttons).view, ephemeral=True)

    async def decide(self, interaction: common.Interaction, work: Coroutine[Any, Any, Done]) -> None:
        """Make the change that was asked about; what it says takes the question's place.

        A refusal does not: of two presses the second one is refused, and the first one's answer is to stay.
        """
        text = (await answers.in_time(interaction, work)).text
        if interaction.response.is_done():
            await answers.say(interaction, text)
        else:
            await interaction.response.edit_message(view=messages.notice(text).view)
