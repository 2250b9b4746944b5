"""/game afterwards: history, replay, fairness, statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui

import games
from bot import answers, compose, logfile, names, results
from bot.buttons import Button
from bot.errors import Refusal
from cogs import common
from cogs.part import Part

if TYPE_CHECKING:
    from bot.buttons import Press
    from bot.table import Table


_PAGE = 15
_BEST = 10


class Recording(Part):
    """What has happened, here and in all games."""

    @app_commands.command(description="Tell what has happened in this game, newest first")
    @app_commands.guild_only
    async def history(self, interaction: common.Interaction) -> None:
        """Show the history."""
        table = await self._tables.at(interaction.channel_id or 0)
        if table is None or table.state is None:
            raise Refusal("Nothing has been played in this channel yet; a new command opens a table.")
        await self._history(interaction, table, 0)

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

    @app_commands.command(description="Show a player's games, wins, averages and how fast they answer")
    @app_commands.describe(player="Somebody else")
    async def stats(self, interaction: common.Interaction, player: discord.User | None = None) -> None:
        """Show a player's statistics."""
        user = player or interaction.user
        standings = await results.of_player(self._tables.store, user.id)
        if not standings:
            raise Refusal(f"{names.plain(user.display_name)} has finished no game yet; a new command opens a table.")
        took = await results.answer_time(self._tables.store, user.id)
        lines = [
            f"- {games.load(each.slug).meta.title}: {each.games} finished, {each.wins} won, "
            f"{each.mean:.1f} points on average"
            for each in standings
        ]
        median = f"\n-# Half of all answers come within {_span(took)}." if took is not None else ""
        await answers.say(interaction, f"{names.marked(user.display_name)}\n" + "\n".join(lines) + median)

    @app_commands.command(description="Show who won most in this server")
    @app_commands.guild_only
    @app_commands.choices(
        game=[app_commands.Choice(name=games.load(slug).meta.title, value=slug) for slug in games.slugs()]
    )
    async def leaderboard(self, interaction: common.Interaction, game: str | None = None) -> None:
        """Show a server's leaderboard of one game."""
        table = await self._tables.at(interaction.channel_id or 0)
        slug = game or (table.slug if table else games.slugs()[0])
        title = games.load(slug).meta.title
        standings = await results.of_server(self._tables.store, interaction.guild_id or 0, slug)
        if not standings:
            raise Refusal(f"Nobody has finished {title} in this server yet; /{slug} new opens a table.")
        lines = [
            f"{n}. {names.mention(each.user_id)}: {each.wins} of {each.games} won, {each.mean:.1f} points on average"
            for n, each in enumerate(standings[:_BEST], 1)
        ]
        await answers.say(interaction, f"**{title}**\n" + "\n".join(lines))

    async def press_history(self, interaction: common.Interaction, press: Press) -> None:
        """History was pressed, or a page of it."""
        page = int(press.arg) if press.arg.isdigit() else 0
        await self._history(interaction, await common.table_of(interaction, press), page, edit=bool(press.arg))

    async def _history(self, interaction: common.Interaction, table: Table, page: int, *, edit: bool = False) -> None:
        told = compose.told(table, await self._tables.log(table.id))
        lines = [f"`{n:>3}` {line}" for n, line in enumerate(told, 1)]
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


def _span(seconds: float) -> str:
    """Say a length of time in its largest fitting unit."""
    for unit, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds:.0f} seconds"
