"""/game: what all games have in common, and the buttons under every lobby and board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui
from discord.ext import commands

import games
from bot import answers, compose, logfile, names
from bot.buttons import Button
from bot.errors import Refusal
from cogs import common

if TYPE_CHECKING:
    from bot.buttons import Press
    from bot.client import Slowplay
    from bot.table import Table

_PAGE = 15


class GameCog(commands.GroupCog, group_name="game", group_description="The game in this channel, whatever it is"):
    """Commands common to all games."""

    def __init__(self, client: Slowplay) -> None:
        self._client = client
        self._tables = client.tables
        client.routes |= {
            "join": self._press_join,
            "leave": self._press_leave,
            "start": self._press_start,
            "rules": self._press_rules,
            "hand": self._press_hand,
            "text": self._press_text,
            "history": self._press_history,
        }

    # -- the lobby -------------------------------------------------------------------------------------------------

    @app_commands.command(description="Take a seat at the table in this channel")
    @app_commands.guild_only
    async def join(self, interaction: common.Interaction) -> None:
        """Join a lobby."""
        await self._join(interaction, await common.table_here(interaction))

    @app_commands.command(description="Give up your seat before the game begins")
    @app_commands.guild_only
    async def leave(self, interaction: common.Interaction) -> None:
        """Leave a lobby."""
        await self._leave(interaction, await common.table_here(interaction))

    @app_commands.command(description="Begin the game at the table in this channel")
    @app_commands.guild_only
    async def start(self, interaction: common.Interaction) -> None:
        """Start a game."""
        await self._start(interaction, await common.table_here(interaction))

    async def _press_join(self, interaction: common.Interaction, press: Press) -> None:
        await self._join(interaction, await common.table_of(interaction, press))

    async def _press_leave(self, interaction: common.Interaction, press: Press) -> None:
        await self._leave(interaction, await common.table_of(interaction, press))

    async def _press_start(self, interaction: common.Interaction, press: Press) -> None:
        await self._start(interaction, await common.table_of(interaction, press))

    async def _join(self, interaction: common.Interaction, table: Table) -> None:
        user = interaction.user
        work = self._tables.join(table.id, user.id, user.display_name, interaction_id=interaction.id)
        await common.say(interaction, (await answers.in_time(interaction, work)).text)

    async def _leave(self, interaction: common.Interaction, table: Table) -> None:
        work = self._tables.leave(table.id, interaction.user.id, interaction_id=interaction.id)
        await common.say(interaction, (await answers.in_time(interaction, work)).text)

    async def _start(self, interaction: common.Interaction, table: Table) -> None:
        work = self._tables.start(table.id, interaction.user.id, interaction_id=interaction.id)
        await common.say(interaction, (await answers.in_time(interaction, work)).text)

    # -- looking ---------------------------------------------------------------------------------------------------

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
                f"**{table.game.meta.title}**, {compose.link(table)}\n"
                f"{games.words(table.slug).turn(view, table.marked)}\n"
                f"Players: {players}. Moves made: {view.seq}. Last change <t:{table.moved_at}:R>."
            )
            if table.status == "paused":
                text += "\nThis game is paused: its rules have changed since it began. /game end frees the channel."
        await common.say(interaction, text)

    @app_commands.command(description="Explain the rules of the game in this channel")
    @app_commands.describe(game="Another game")
    @app_commands.choices(
        game=[app_commands.Choice(name=games.load(slug).meta.title, value=slug) for slug in games.slugs()]
    )
    async def rules(self, interaction: common.Interaction, game: str | None = None) -> None:
        """Show the rules."""
        table = await self._tables.at(interaction.channel_id or 0)
        slug = game or (table.slug if table else games.slugs()[0])
        await self._rules(interaction, slug)

    @app_commands.command(description="Tell what has happened in this game, newest first")
    @app_commands.guild_only
    async def history(self, interaction: common.Interaction) -> None:
        """Show the history."""
        table = await self._tables.at(interaction.channel_id or 0)
        if table is None or table.state is None:
            raise Refusal("Nothing has been played in this channel yet; a new command opens a table.")
        await self._history(interaction, table, 0)

    @app_commands.command(description="List all your games, those that wait for you first")
    async def mine(self, interaction: common.Interaction) -> None:
        """List the caller's games over all servers."""
        tables = await self._tables.of(interaction.user.id)
        if not tables:
            raise Refusal("You play in no game at the moment; a new command in a server's channel opens a table.")
        lines = []
        for table in sorted(tables, key=lambda t: not self._waits(t, interaction.user.id)):
            waits = self._waits(table, interaction.user.id)
            what = "**your turn**" if waits else "not begun" if table.state is None else "waiting for others"
            lines.append(f"- {table.game.meta.title}, {compose.link(table)}: {what}, since <t:{table.moved_at}:R>")
        shown = lines[:20]
        if len(lines) > len(shown):
            shown.append(f"-# … and {len(lines) - len(shown)} more")
        # Twenty lines with links are more than the 2,000 characters of a plain message.
        message = compose.Message(ui.TextDisplay("\n".join(shown)))
        await interaction.response.send_message(view=message.view, ephemeral=True, allowed_mentions=message.mentions)

    @app_commands.command(description="End the game in this channel for all; for its host and channel managers")
    @app_commands.guild_only
    async def end(self, interaction: common.Interaction) -> None:
        """End a game early."""
        table = await common.table_here(interaction)
        work = self._tables.end(
            table.id,
            interaction.user.id,
            interaction.user.display_name,
            allowed=interaction.permissions.manage_channels,
            interaction_id=interaction.id,
        )
        await common.say(interaction, (await answers.in_time(interaction, work)).text)

    @app_commands.command(description="Check that the deal was fair: the seal now, seed and log after the end")
    @app_commands.guild_only
    async def verify(self, interaction: common.Interaction) -> None:
        """Show the commitment of a running game, or the log of a finished one."""
        table = await self._tables.at(interaction.channel_id or 0)
        if table is None or table.state is None:
            raise Refusal("Nothing has been dealt in this channel yet; a new command opens a table.")
        await common.put_off(interaction)
        log = await logfile.of(self._tables, table)
        if table.status != "over":
            text = (
                f"The deal is sealed with SHA-256 `{log.commitment}`. When the game is over I show the seed; "
                "its SHA-256 must be this, and every card and chip follows from it."
            )
            await interaction.followup.send(text, ephemeral=True)
            return
        text = (
            f"Seed `{log.seed}`, sealed as `{log.commitment}`. The file has the whole log: `python -m bot replay FILE` "
            "checks seal, deal and every move."
        )
        await interaction.followup.send(text, file=logfile.attachment(table, log), ephemeral=True)

    # -- buttons ---------------------------------------------------------------------------------------------------

    async def _press_rules(self, interaction: common.Interaction, press: Press) -> None:
        await self._rules(interaction, (await common.table_of(interaction, press)).slug)

    async def _press_hand(self, interaction: common.Interaction, press: Press) -> None:
        await common.show_hand(interaction, await common.table_of(interaction, press))

    async def _press_text(self, interaction: common.Interaction, press: Press) -> None:
        table = await common.table_of(interaction, press)
        common.begun(table)
        await self._text(interaction, table)

    async def _press_history(self, interaction: common.Interaction, press: Press) -> None:
        page = int(press.arg) if press.arg.isdigit() else 0
        await self._history(interaction, await common.table_of(interaction, press), page, edit=bool(press.arg))

    # -- inside ----------------------------------------------------------------------------------------------------

    async def _rules(self, interaction: common.Interaction, slug: str) -> None:
        message = compose.Message(ui.TextDisplay(games.words(slug).HELP))
        await interaction.response.send_message(view=message.view, ephemeral=True)

    async def _text(self, interaction: common.Interaction, table: Table) -> None:
        turn = games.words(table.slug).turn(table.view(None), table.marked)
        await answers.say(interaction, f"{compose.drawn(table)}\n{turn}")

    async def _history(self, interaction: common.Interaction, table: Table, page: int, *, edit: bool = False) -> None:
        events = [e for entry in await self._tables.log(table.id) for e in table.game.load_events(entry.events)]
        words = games.words(table.slug)
        lines = [f"`{n:>3}` {line}" for n, e in enumerate(events, 1) if (line := words.tell(e, table.marked))]
        pages = max(1, -(-len(lines) // _PAGE))
        page = min(page, pages - 1)
        end = len(lines) - page * _PAGE
        shown = "\n".join(lines[max(0, end - _PAGE) : end])[:3500]
        parts: list[ui.Item[Any]] = [
            ui.TextDisplay(f"{compose.title(table)}: history, page {page + 1} of {pages}"),
            ui.TextDisplay(shown or "Nothing yet."),
        ]
        if pages > 1:
            parts.append(
                ui.ActionRow(
                    Button("Older", "history", table.id, table.seq, str(page + 1), disabled=page + 1 >= pages),
                    Button("Newer", "history", table.id, table.seq, str(max(page - 1, 0)), disabled=page == 0),
                )
            )
        message = compose.Message(*parts)
        if edit:
            await interaction.response.edit_message(view=message.view, allowed_mentions=message.mentions)
        else:
            await interaction.response.send_message(
                view=message.view, ephemeral=True, allowed_mentions=message.mentions
            )

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


async def setup(client: Slowplay) -> None:
    """Add the cog; called by discord.py."""
    await client.add_cog(GameCog(client))
