"""/game before the game: join, leave, start, and the end for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import messages
from bot.buttons import Button
from bot.endings import may_end
from bot.errors import Refusal
from cogs import common
from cogs.part import Part

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from bot.buttons import Press
    from bot.changes import Done
    from bot.table import Table


class Gathering(Part):
    """Filling a table, and closing it."""

    @app_commands.command(description="Take a seat at the table in this channel")
    @app_commands.guild_only
    async def join(self, interaction: common.Interaction) -> None:
        """Join a lobby."""
        await self._join(interaction, await common.table_here(interaction))

    @app_commands.command(description="Give up your seat before the game begins")
    @app_commands.guild_only
    @app_commands.describe(player="Somebody else's seat, for the host and channel managers")
    async def leave(self, interaction: common.Interaction, player: discord.User | None = None) -> None:
        """Leave a lobby, or free somebody else's seat in it."""
        table, user = await common.table_here(interaction), interaction.user
        if player is None or player.id == user.id:
            await self._leave(interaction, table)
            return
        work = self._tables.unseat(
            table.id,
            user.id,
            user.display_name,
            player.id,
            allowed=interaction.permissions.manage_channels,
            interaction_id=interaction.id,
        )
        await self.do(interaction, work)

    @app_commands.command(description="Begin the game at the table in this channel")
    @app_commands.guild_only
    async def start(self, interaction: common.Interaction) -> None:
        """Start a game."""
        await self._start(interaction, await common.table_here(interaction))

    async def press_join(self, interaction: common.Interaction, press: Press) -> None:
        """Join was pressed in a lobby."""
        await self._join(interaction, await common.table_of(interaction, press))

    async def press_leave(self, interaction: common.Interaction, press: Press) -> None:
        """Leave was pressed in a lobby."""
        await self._leave(interaction, await common.table_of(interaction, press))

    async def press_start(self, interaction: common.Interaction, press: Press) -> None:
        """Start was pressed in a lobby."""
        await self._start(interaction, await common.table_of(interaction, press))

    async def _join(self, interaction: common.Interaction, table: Table) -> None:
        user = interaction.user
        await self.do(
            interaction, self._tables.join(table.id, user.id, user.display_name, interaction_id=interaction.id)
        )

    async def _leave(self, interaction: common.Interaction, table: Table) -> None:
        if table.state is not None and table.status != "over" and table.seat_of(interaction.user.id) is not None:
            raise Refusal("The game has begun: /game resign leaves it for good, /game robot for a while.")
        await self.do(interaction, self._tables.leave(table.id, interaction.user.id, interaction_id=interaction.id))

    async def _start(self, interaction: common.Interaction, table: Table) -> None:
        await self.do(interaction, self._tables.start(table.id, interaction.user.id, interaction_id=interaction.id))

    @app_commands.command(description="End the game in this channel for all; for its host and channel managers")
    @app_commands.guild_only
    async def end(self, interaction: common.Interaction) -> None:
        """End a lobby; ask whether to end a game."""
        table = await common.table_here(interaction)
        if table.status == "lobby":
            await self.do(interaction, self._end(interaction, table, lobby_only=True))
            return
        may_end(table, interaction.user.id, self._tables.now(), allowed=interaction.permissions.manage_channels)
        await self.ask(
            interaction,
            f"End this game of {table.game.meta.title} for all its players? It counts for nobody then, and nobody can "
            "take it up again.",
            Button("End the game", "end", table.id, table.seq, style=discord.ButtonStyle.danger),
            Button("Keep playing", "keep", table.id, table.seq),
        )

    async def press_end(self, interaction: common.Interaction, press: Press) -> None:
        """End the game was pressed."""
        await self.decide(interaction, self._end(interaction, await common.table_of(interaction, press)))

    async def press_keep(self, interaction: common.Interaction, _press: Press) -> None:
        """Whoever was asked wants nothing to change."""
        await interaction.response.edit_message(view=messages.notice("All stays as it is.").view)

    def _end(
        self, interaction: common.Interaction, table: Table, *, lobby_only: bool = False
    ) -> Coroutine[Any, Any, Done]:
        return self._tables.end(
            table.id,
            interaction.user.id,
            interaction.user.display_name,
            allowed=interaction.permissions.manage_channels,
            lobby_only=lobby_only,
            interaction_id=interaction.id,
        )
