"""/game while it runs: board, hand, status, rules, and all games of mine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui

import games
from bot import answers, messages, names, wording
from bot.changes import AGREED, NEW
from bot.errors import Refusal
from cogs import common
from cogs.part import Part

if TYPE_CHECKING:
    from bot.buttons import Press
    from bot.table import Table


_STANDS = {"lobby": "not begun", "paused": "paused"}


class Looking(Part):
    """Seeing how things stand."""

    @app_commands.command(description="Show the board as it stands, as a picture or as text")
    @app_commands.guild_only
    @app_commands.describe(text="Draw the board with characters, for screen readers")
    async def board(self, interaction: common.Interaction, text: bool = False) -> None:  # noqa: FBT001, FBT002 - an option of a command
        """Show the board."""
        table = await common.table_here(interaction)
        common.begun(table)
        if text:
            await self._text(interaction, table)
        else:
            await common.show_board(interaction, table)

    @app_commands.command(description="Show what only you may see; works here and in our private messages")
    @app_commands.describe(game="Which of your games, when there are several")
    async def hand(self, interaction: common.Interaction, game: int | None = None) -> None:
        """Show the caller's hand."""
        await common.show_hand(interaction, await self._mine(interaction, game))

    @hand.autocomplete("game")
    async def _games(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[int]]:
        tables = [table for table in await self._tables.of(interaction.user.id) if table.state is not None]
        said = [(f"{table.game.meta.title}, game {table.id}, {self._place(table)}", table.id) for table in tables]
        return [app_commands.Choice(name=n[:100], value=i) for n, i in said if current.lower() in n.lower()][:25]

    @app_commands.command(description="Say whose turn it is and how things stand")
    @app_commands.guild_only
    async def status(self, interaction: common.Interaction) -> None:
        """Show the status of the game here."""
        table = await common.table_here(interaction)
        players = ", ".join(table.marked)
        if table.state is None:
            stands = "has not begun" if table.status == "lobby" else "is paused: it began under earlier rules"
            text = f"**{table.game.meta.title}** {stands}. Players: {players}."
        else:
            view = table.view(None)
            text = (
                f"**{table.game.meta.title}**, {wording.link(table)}\n"
                f"{games.words(table.slug).turn(view, table.marked)}\n"
                f"Players: {players}. Moves made: {view.seq}. Last change <t:{table.moved_at}:R>."
            )
            if table.status == "running":
                text += "".join(f"\n{line}" for line in wording.times(table, await self._tables.away(table)))
            if table.status == "paused" and table.ending == AGREED:
                text += "\nThis game is paused; /game pause by any of its players lets it go on."
            elif table.status == "paused":
                text += "\nThis game is paused: its rules have changed since it began. /game end frees the channel."
        await common.say(interaction, text)

    @app_commands.command(description="Explain the rules of the game in this channel, or of another")
    @app_commands.describe(game="Which game; without it that of this channel, or a list of all")
    @app_commands.choices(
        game=[app_commands.Choice(name=games.load(slug).meta.title, value=slug) for slug in games.slugs()]
    )
    async def rules(self, interaction: common.Interaction, game: str | None = None) -> None:
        """Show the rules."""
        table = await self._tables.at(interaction.channel_id or 0)
        slug = game or (table.slug if table is not None else "")
        if slug in games.slugs():
            await self._rules(interaction, slug)
        else:
            await answers.say(interaction, _all_games())

    @app_commands.command(description="List all your games, those that wait for you first")
    async def mine(self, interaction: common.Interaction) -> None:
        """List the caller's games over all servers."""
        tables = await self._tables.of(interaction.user.id)
        if not tables:
            raise Refusal(f"You play in no game at the moment; {NEW} in a server's channel opens a table.")
        lines = []
        for table in sorted(tables, key=lambda t: not self._waits(t, interaction.user.id)):
            waits = self._waits(table, interaction.user.id)
            what = "**your turn**" if waits else _STANDS.get(table.status, "waiting for others")
            what += f", time until <t:{table.until}:R>" if waits and table.until is not None else ""
            lines.append(
                f"- {table.game.meta.title}, {wording.link(table)}: {what}, last change <t:{table.moved_at}:R>"
            )
        shown = lines[:20]
        if len(lines) > len(shown):
            shown.append(f"-# … and {len(lines) - len(shown)} more")
        # Twenty lines with links are more than the 2,000 characters of a plain message.
        message = messages.Message(ui.TextDisplay("\n".join(shown)))
        await interaction.response.send_message(view=message.view, ephemeral=True, allowed_mentions=message.mentions)

    async def press_rules(self, interaction: common.Interaction, press: Press) -> None:
        """Rules was pressed."""
        await self._rules(interaction, common.slug_here(await common.table_of(interaction, press)))

    async def press_hand(self, interaction: common.Interaction, press: Press) -> None:
        """My hand was pressed."""
        await common.show_hand(interaction, await common.table_of(interaction, press))

    async def press_text(self, interaction: common.Interaction, press: Press) -> None:
        """As text was pressed."""
        table = await common.table_of(interaction, press)
        common.begun(table)
        await self._text(interaction, table)

    async def _rules(self, interaction: common.Interaction, slug: str) -> None:
        message = messages.Message(ui.TextDisplay(games.words(slug).HELP))
        await interaction.response.send_message(view=message.view, ephemeral=True)

    async def _text(self, interaction: common.Interaction, table: Table) -> None:
        turn = games.words(table.slug).turn(table.view(None), table.marked)
        await answers.say(interaction, f"{wording.drawn(table)}\n{turn}")

    async def _mine(self, interaction: common.Interaction, game: int | None) -> Table:
        if game is None and interaction.guild_id is not None:
            return await common.table_here(interaction)
        tables = [table for table in await self._tables.of(interaction.user.id) if table.state is not None]
        if game is not None:
            tables = [table for table in tables if table.id == game]
        if not tables:
            raise Refusal("You hold nothing in such a game; /game mine lists the games you play.")
        return min(tables, key=lambda table: not self._waits(table, interaction.user.id))

    def _waits(self, table: Table, user_id: int) -> bool:
        return table.seat_of(user_id) in table.awaited

    def _place(self, table: Table) -> str:
        channel = self._client.get_channel(table.channel_id)
        return (
            f"#{names.plain(channel.name)}"
            if isinstance(channel, discord.abc.GuildChannel | discord.Thread)
            else "elsewhere"
        )


def _all_games() -> str:
    """List every game in a line, and say how to read its rules and how to play it."""
    lines = []
    for slug in games.slugs():
        meta = games.load(slug).meta
        lines.append(f"- **{meta.title}**, {wording.extent(meta.seats)} players: {meta.blurb}")
    one = games.load(games.slugs()[0]).meta.title
    last = f"To read the rules of one, name it: /game rules game:{one}. To play, {NEW} opens a table."
    return "\n".join(["### Games", *lines, last])
