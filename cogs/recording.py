"""/game afterwards: history, replay, fairness, statistics."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui

import games
from bot import answers, logfile, messages, names, replays, results, told, wording
from bot.buttons import Button
from bot.changes import NEW
from bot.errors import Refusal
from cogs import common
from cogs.part import Part
from games import phrases
from games.core import View

if TYPE_CHECKING:
    from bot.buttons import Press
    from bot.table import Table


_LINES = 6
"""Lines of text beside a picture of the history."""
_BEST = 10
_SHARED = 3600
"""Seconds until the replay of a game may be shared anew."""


class Recording(Part):
    """What has happened, here and in all games."""

    @app_commands.command(description="Show what has happened in this game, from the newest move back")
    @app_commands.guild_only
    async def history(self, interaction: common.Interaction) -> None:
        """Show the history."""
        table = await common.dealt(interaction)
        await self._history(interaction, table, None)

    @app_commands.command(description="Show the game here as an animated picture, and after its end give its log")
    @app_commands.guild_only
    @app_commands.describe(share="After the end: show it to everybody in the channel")
    async def replay(self, interaction: common.Interaction, share: bool = False) -> None:  # noqa: FBT001, FBT002 - an option of a command
        """Show a replay; while a game runs only what the asker may know, to the asker alone."""
        table = await common.dealt(interaction)
        over = table.status == "over"
        shared = share and over and await self._first(table)
        await interaction.response.defer(ephemeral=not shared, thinking=True)
        why = "was shared here less than an hour ago" if over else "can be shared when it is over"
        try:
            await self._replay(interaction, table, f"\n-# Only you see this: a game {why}." * (share and not shared))
        except BaseException:
            if shared:
                async with self._tables.store.transaction() as db:
                    await told.forget(db, table, "shared")
            raise

    async def _replay(self, interaction: common.Interaction, table: Table, kept: str) -> None:
        """Give the replay as the answer that was promised, with a line about who sees it."""
        over = table.status == "over"
        entries, seat = await self._tables.log(table.id), table.seat_of(interaction.user.id)
        contrast = await self._tables.contrast(table)
        gif = await replays.animation_of(self._client.pictures, table, entries, seat, contrast=contrast)
        words = games.words(table.slug)
        view = table.view(None if over else seat)
        made = phrases.count(replays.count(table, entries), "move")
        alt = f"Replay of {made}. {words.alt(view, table.names)}"[:1024]
        files = [discord.File(io.BytesIO(gif), f"{table.slug}-{table.id}.gif", description=alt)]
        if over:
            files.append(logfile.attachment(table, await logfile.of(self._tables, table)))
        await interaction.edit_original_response(
            content=f"**{table.game.meta.title}**\n{wording.turn(table, view, table.marked)}{kept}",
            attachments=files,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    @app_commands.command(description="Check that the deal was fair: the seal now, seed and log after the end")
    @app_commands.guild_only
    async def verify(self, interaction: common.Interaction) -> None:
        """Show the commitment of a running game, or the log of a finished one."""
        table = await common.dealt(interaction)
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
        found = await results.of_player(self._tables.store, user.id)
        standings = [each for each in found if each.slug in games.slugs()]
        if not standings:
            raise Refusal(f"{names.plain(user.display_name)} has finished no game yet; {NEW} opens a table.")
        took = await results.answer_time(self._tables.store, user.id)
        lines = [
            f"- {games.load(each.slug).meta.title}: {each.games} finished, {each.wins} won, "
            f"{phrases.figure(each.mean, '.1f')} points on average"
            for each in standings
        ]
        median = f"\n-# Half of all answers come within {_span(took)}." if took is not None else ""
        await answers.say(interaction, f"{names.marked(user.display_name)}\n" + "\n".join(lines) + median)

    @app_commands.command(description="Show who won most in this server")
    @app_commands.guild_only
    @app_commands.choices(
        game=[app_commands.Choice(name=games.load(slug).meta.title, value=slug) for slug in games.slugs()]
    )
    @app_commands.describe(game="One game; without it that of this channel, or all where none was played")
    async def leaderboard(self, interaction: common.Interaction, game: str | None = None) -> None:
        """Show a server's leaderboard of one game or of all."""
        common.in_server(interaction)
        table = await self._tables.at(interaction.channel_id or 0)
        one = game or (None if table is None else common.slug_here(table))
        boards = []
        for slug in [one] if one else games.slugs():
            standings = await results.of_server(self._tables.store, interaction.guild_id or 0, slug)
            lines = [
                f"{n}. {names.mention(each.user_id)}: {each.wins} of {each.games} won, "
                f"{phrases.figure(each.mean, '.1f')} points on average"
                for n, each in enumerate(standings[: _BEST if one else _BEST // 2], 1)
            ]
            boards += ["\n".join([f"**{games.load(slug).meta.title}**", *lines])] if lines else []
        if not boards:
            what, new = (games.load(one).meta.title, f"/{one} new") if one else ("a game", NEW)
            raise Refusal(f"Nobody has finished {what} in this server yet; {new} opens a table.")
        await answers.say(interaction, "\n".join(boards))

    async def _first(self, table: Table) -> bool:
        """Tell whether nobody has shared the replay of a table lately, and note that somebody does now."""
        async with self._tables.store.transaction() as db:
            return await told.first(db, table, "shared", self._tables.now(), _SHARED)

    async def press_history(self, interaction: common.Interaction, press: Press) -> None:
        """History was pressed, or a page of it."""
        wanted = press.arg.partition("~")[0]
        number = int(wanted) if wanted.isdigit() else None
        await self._history(interaction, await common.table_of(interaction, press), number, edit=bool(press.arg))

    async def _history(
        self, interaction: common.Interaction, table: Table, number: int | None, *, edit: bool = False
    ) -> None:
        """Show what led to the picture after move `number`, None for the newest, as the asker may know it."""
        if edit:
            await interaction.response.defer()
        else:
            await common.put_off(interaction)
        entries, seat = await self._tables.log(table.id), table.seat_of(interaction.user.id)
        newest = replays.count(table, entries)
        number = newest if number is None else min(number, newest)
        shot = replays.picture_at(table, entries, number, seat)
        then = table.then(shot.upto)
        png = await common.picture(interaction, then, shot.what, shot.of)
        lines = [line for entry in entries if entry.seq <= shot.upto for line in wording.told(table, [entry])]
        if number == newest and wording.ended_early(table):
            lines.append(wording.ENDED)
        name, text = f"move-{table.id}-{number}.png", "\n".join(lines[-_LINES:])
        words, now = games.words(table.slug), shot.of
        alt = (words.alt(now, then.names) if isinstance(now, View) else words.scored(now, then.names))[:1000]
        parts: list[ui.Item[Any]] = [
            ui.TextDisplay(f"{wording.title(table)}\nMove {number} of {newest}\n{text}"),
            common.shown(then, now if isinstance(now, View) else None, name, png, alt),
            ui.ActionRow(
                *(
                    Button(label, "history", table.id, table.seq, f"{to}~{label}", disabled=to == number)
                    for label, to in (
                        ("First", 0),
                        ("Back", max(number - 1, 0)),
                        ("Forward", min(number + 1, newest)),
                        ("Newest", newest),
                    )
                )
            ),
        ]
        await common.show(interaction, messages.Message(*parts, picture=(name, png, alt) if png else None))


def _span(seconds: float) -> str:
    """Say a length of time in its largest fitting unit."""
    if seconds < 1:
        return "less than a second"
    for unit, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        # 90 seconds say more than a minute or two.
        if round(seconds) == unit or seconds >= 2 * unit:
            return phrases.count(round(seconds / unit), name)
    return phrases.count(round(seconds), "second")
