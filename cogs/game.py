"""/game: what all games have in common, and the buttons under every lobby and board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from cogs.gathering import Gathering
from cogs.looking import Looking
from cogs.recording import Recording
from cogs.seating import Seating
from cogs.timing import Timing

if TYPE_CHECKING:
    from bot.client import Slowplay


class GameCog(
    Gathering,
    Looking,
    Recording,
    Seating,
    Timing,
    commands.GroupCog,
    group_name="game",
    group_description="The game in this channel, whatever it is",
):
    """Commands common to all games."""

    def __init__(self, client: Slowplay) -> None:
        self._client = client
        self._tables = client.tables
        client.routes |= {
            "join": self.press_join,
            "leave": self.press_leave,
            "start": self.press_start,
            "robot": self.press_robot,
            "rules": self.press_rules,
            "hand": self.press_hand,
            "text": self.press_text,
            "history": self.press_history,
            "accept": self.press_accept,
            "withdraw": self.press_withdraw,
            "back": self.press_back,
            "rematch": self.press_rematch,
            "resign": self.press_resign,
            "end": self.press_end,
            "keep": self.press_keep,
        }


async def setup(client: Slowplay) -> None:
    """Add the cog; called by discord.py."""
    await client.add_cog(GameCog(client))
