"""/game and seats: robots, substitutes, resigning, taking a move back, playing once more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands, ui

from bot import answers, compose, names, seats, undo
from bot.buttons import Button
from bot.changes import NEW
from bot.errors import Refusal
from cogs import common
from cogs.part import Part

if TYPE_CHECKING:
    from bot.buttons import Press


class Seating(Part):
    """Who moves for whom."""

    @app_commands.command(description="Add a robot to a lobby, or let one play for you until you are back")
    @app_commands.guild_only
    @app_commands.describe(
        level="How strong a robot in a lobby plays", remove="Send a robot away, or take your own seat again"
    )
    async def robot(
        self,
        interaction: common.Interaction,
        level: Literal["full", "easy"] = "full",
        remove: bool = False,  # noqa: FBT001, FBT002 - an option of a command
    ) -> None:
        """Put a robot into a seat or take it out."""
        table, user, number = await common.table_here(interaction), interaction.user.id, interaction.id
        if table.status == "lobby":
            work = (
                self._tables.drop_robot(table.id, user, interaction_id=number)
                if remove
                else self._tables.add_robot(table.id, user, level, interaction_id=number)
            )
        elif remove:
            work = seats.back(self._tables, table.id, user, interaction_id=number)
        else:
            work = seats.robot_in(self._tables, table.id, user, interaction_id=number)
        await self.do(interaction, work)

    @app_commands.command(description="Leave a running game for good; a robot plays your seat to the end")
    @app_commands.guild_only
    async def resign(self, interaction: common.Interaction) -> None:
        """Resign."""
        table = await common.table_here(interaction)
        await self.do(
            interaction, seats.resign(self._tables, table.id, interaction.user.id, interaction_id=interaction.id)
        )

    @app_commands.command(description="Take your last move back, while nobody has done anything since")
    @app_commands.guild_only
    async def undo(self, interaction: common.Interaction) -> None:
        """Undo."""
        table = await common.table_here(interaction)
        await self.do(
            interaction, undo.take_back(self._tables, table.id, interaction.user.id, interaction_id=interaction.id)
        )

    @app_commands.command(description="Offer a seat to somebody else: your own, or as host an absent player's")
    @app_commands.guild_only
    @app_commands.describe(newcomer="Who is to take the seat; they have to accept", player="Whose seat, if not yours")
    async def substitute(
        self, interaction: common.Interaction, newcomer: discord.User, player: discord.User | None = None
    ) -> None:
        """Offer a seat; the newcomer accepts with a button."""
        table = await common.table_here(interaction)
        former = player or interaction.user
        seat = table.seat_of(former.id)
        if table.status != "running" or seat is None:
            raise Refusal(f"Seats change hands in running games; at this table sit {', '.join(table.marked)}.")
        if newcomer.bot or table.seat_of(newcomer.id) is not None:
            raise Refusal("Offer the seat to somebody who does not play here yet; /game robot brings a robot.")
        manager = interaction.permissions.manage_channels
        over = await seats.offer(self._tables, table, seat, interaction.user.id, manager=manager)
        text = (
            f"{names.mention(newcomer.id)}, will you take the seat of {table.marked[seat]} in {table.game.meta.title}?"
        )
        arg = f"{seat}~{former.id}~{newcomer.id}~{int(over)}"
        accept = Button("Accept", "accept", table.id, table.seq, arg, style=compose.SUCCESS)
        message = compose.Message(ui.TextDisplay(text), ui.ActionRow(accept), pings=(newcomer.id,))
        await interaction.response.send_message(view=message.view, allowed_mentions=message.mentions)

    async def press_accept(self, interaction: common.Interaction, press: Press) -> None:
        """Accept a seat that was offered."""
        table = await common.table_of(interaction, press)
        seat, former, newcomer, over = (int(part) for part in press.arg.split("~"))
        if interaction.user.id != newcomer:
            raise Refusal(f"That seat was offered to somebody else; {NEW} opens a table of your own.")
        if table.seat_of(former) != seat:
            raise Refusal("That seat has changed hands meanwhile; /game status shows who sits where.")
        if over and not seats.absent(table, seat, self._tables.now()):
            raise Refusal(f"{table.marked[seat]} is back and keeps the seat; /game status shows who sits where.")
        user = interaction.user
        work = seats.substitute(self._tables, table.id, seat, user.id, user.display_name, interaction_id=interaction.id)
        await self.do(interaction, work)

    async def press_back(self, interaction: common.Interaction, press: Press) -> None:
        """Take the own seat again from its robot."""
        table = await common.table_of(interaction, press)
        await self.do(
            interaction, seats.back(self._tables, table.id, interaction.user.id, interaction_id=interaction.id)
        )

    async def press_robot(self, interaction: common.Interaction, press: Press) -> None:
        """Add a robot to a lobby."""
        table = await common.table_of(interaction, press)
        work = self._tables.add_robot(table.id, interaction.user.id, "full", interaction_id=interaction.id)
        await self.do(interaction, work)

    async def press_rematch(self, interaction: common.Interaction, press: Press) -> None:
        """Open a new table with the same seats."""
        table = await common.table_of(interaction, press)
        if lacking := common.needs(interaction, common.missing(interaction)):
            raise Refusal(lacking)
        work = self._tables.rematch(table.id, interaction.user.id, interaction_id=interaction.id)
        done = await answers.in_time(interaction, work)
        await common.say(interaction, done.text)
