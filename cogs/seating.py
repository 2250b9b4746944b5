"""/game and seats: robots, substitutes, resigning, taking a move back, playing once more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands

from bot import members, names, offers, seats, undo
from bot.buttons import Button
from bot.errors import Refusal
from cogs import common
from cogs.part import Part

if TYPE_CHECKING:
    from bot.buttons import Press
    from bot.changes import Done
    from bot.table import Table


class Seating(Part):
    """Who moves for whom."""

    @app_commands.command(description="Add a robot to a lobby, or let one play for you until you are back")
    @app_commands.guild_only
    @app_commands.describe(level="How strong it plays", remove="Send a robot away, or take your own seat again")
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
            work = seats.robot_in(self._tables, table.id, user, level, interaction_id=number)
        await self.do(interaction, work)

    @app_commands.command(description="Leave a running game for good; a robot plays your seat to the end")
    @app_commands.guild_only
    async def resign(self, interaction: common.Interaction) -> None:
        """Ask whether to resign."""
        table = await common.table_here(interaction)
        if table.status == "lobby" and table.seat_of(interaction.user.id) is not None:
            raise Refusal("The game has not begun; /game leave gives your seat up.")
        seats.player_of(table, interaction.user.id)
        last = table.everybody == (interaction.user.id,)
        then = "you are its last player, so it ends" if last else "a robot plays your seat to the end"
        await self.ask(
            interaction,
            f"Leave this game for good? Then {then}. /game robot lets a robot play until you are back.",
            Button("Leave for good", "resign", table.id, table.seq, style=discord.ButtonStyle.danger),
            Button("Stay", "keep", table.id, table.seq),
        )

    @app_commands.command(description="Take your last move back, while nobody has done anything since")
    @app_commands.guild_only
    async def undo(self, interaction: common.Interaction) -> None:
        """Undo."""
        table = await common.table_here(interaction)
        await self.do(
            interaction, undo.take_back(self._tables, table.id, interaction.user.id, interaction_id=interaction.id)
        )

    @app_commands.command(description="Offer a seat: your own; as host or manager a robot's or an absent player's")
    @app_commands.guild_only
    @app_commands.describe(
        newcomer="Who is to take the seat; they have to accept",
        player="Whose seat, if not yours",
        robot="Which robot's seat, after somebody has left for good",
    )
    async def substitute(
        self,
        interaction: common.Interaction,
        newcomer: discord.User,
        player: discord.User | None = None,
        robot: str | None = None,
    ) -> None:
        """Offer a seat; the newcomer accepts with a button."""
        table = await common.table_here(interaction)
        if newcomer.bot:
            raise Refusal("Offer the seat to somebody who does not play here yet; /game robot brings a robot.")
        if not _sees(interaction.channel, newcomer):
            raise Refusal("Offer the seat to somebody who can see this channel; whoever it is meant for cannot.")
        work = offers.make(
            self._tables,
            table.id,
            interaction.user.id,
            offers.Robot(robot) if robot and player is None else (player or interaction.user).id,
            newcomer.id,
            manager=interaction.permissions.manage_channels,
            interaction_id=interaction.id,
        )
        await self.do(interaction, work)

    @substitute.autocomplete("robot")
    async def _robots(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[str]]:
        table = await self._tables.at(interaction.channel_id or 0)
        robots = [player.name for player in table.players if player.user_id is None] if table is not None else []
        return [
            app_commands.Choice(name=names.plain(n), value=n)
            for n in robots
            if current.strip().casefold() in n.casefold()
        ]

    async def press_resign(self, interaction: common.Interaction, press: Press) -> None:
        """Leave for good was pressed."""
        table = await common.table_of(interaction, press)
        await self.decide(
            interaction, seats.resign(self._tables, table.id, interaction.user.id, interaction_id=interaction.id)
        )

    async def press_accept(self, interaction: common.Interaction, press: Press) -> None:
        """Accept a seat that was offered."""
        table, user = await common.table_of(interaction, press), interaction.user
        number = _number(press)
        work = seats.accept(self._tables, table.id, number, user.id, user.display_name, interaction_id=interaction.id)
        await self.do(interaction, work)

    async def press_withdraw(self, interaction: common.Interaction, press: Press) -> None:
        """Withdraw an offer, or decline it."""
        table, user = await common.table_of(interaction, press), interaction.user
        work = offers.withdraw(
            self._tables,
            table.id,
            _number(press),
            user.id,
            user.display_name,
            manager=interaction.permissions.manage_channels,
            interaction_id=interaction.id,
        )
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
        work = self._tables.add_robot(
            table.id, interaction.user.id, "full", beside=press.seq or None, interaction_id=interaction.id
        )
        await self.do(interaction, work)

    async def press_rematch(self, interaction: common.Interaction, press: Press) -> None:
        """Open a new table with the same seats."""
        table = await common.table_of(interaction, press)
        if lacking := common.needs(interaction, common.missing(interaction)):
            raise Refusal(lacking)
        await self.do(interaction, self._again(interaction, table))

    async def _again(self, interaction: common.Interaction, table: Table) -> Done:
        gone = await members.gone(interaction.guild, table) if interaction.guild is not None else set()
        return await self._tables.rematch(table.id, interaction.user.id, gone=gone, interaction_id=interaction.id)


def _number(press: Press) -> int | None:
    """Give the offer that a button belongs to; None for one of an earlier version."""
    return int(press.arg) if press.arg.isdecimal() and press.arg.isascii() else None


def _sees(channel: object, user: discord.User | discord.Member) -> bool:
    """Tell whether somebody can see a channel; of whom nothing is known here that is taken for granted."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or not isinstance(user, discord.Member):
        return True
    return channel.permissions_for(user).view_channel
