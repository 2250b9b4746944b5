"""What every cog asks first: which table is meant, what is missing here, and how a picture is shown to one player."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import ui

import games
from bot import answers, compose, messages, wording
from bot.changes import BEGIN, NEW, NOT_BEGUN, NOT_PLAYING
from bot.errors import Refusal, Stale
from games import phrases
from games.core import InvalidMove

if TYPE_CHECKING:
    from bot.buttons import Press
    from bot.client import Slowplay
    from bot.table import Table
    from games.core import Event, View

log = logging.getLogger("slowplay")

Interaction = discord.Interaction[Any]


def bot(interaction: Interaction) -> Slowplay:
    """Give the client, typed."""
    return interaction.client  # type: ignore[no-any-return]


async def table_here(interaction: Interaction, slug: str | None = None) -> Table:
    """Find the table of the channel that a command was used in.

    Raises:
        Refusal: there is none, it plays another game than `slug`, or this is a private message.
    """
    in_server(interaction)
    table = await bot(interaction).tables.at(interaction.channel_id or 0)
    if table is None or table.status == "over":
        if slug is None:
            raise Refusal(f"No game is being played in this channel. {BEGIN}")
        raise Refusal(
            f"No game of {games.load(slug).meta.title} is being played in this channel; /{slug} new opens a table."
        )
    if slug is not None and table.slug != slug:
        raise Refusal(f"This channel plays {table.game.meta.title}; use the commands under /{table.slug}.")
    await bot(interaction).tables.remember_name(table, interaction.user.id, interaction.user.display_name)
    return table


def in_server(interaction: Interaction) -> None:
    """Hold that a command was used in a server; Discord offers all of /game in private messages too.

    Raises:
        Refusal: it was not.
    """
    if interaction.guild_id is None:
        raise Refusal("Games are played in a server's channels; use this command there. /game mine lists your games.")


async def dealt(interaction: Interaction) -> Table:
    """Find the newest game of the channel that has been dealt, over or not.

    Raises:
        Refusal: there is none, or its rules cannot be read any more.
    """
    in_server(interaction)
    tables, channel_id = bot(interaction).tables, interaction.channel_id or 0
    table = await tables.dealt(channel_id) or await tables.at(channel_id)
    if table is None or (table.status == "over" and table.state is None):
        raise Refusal(f"Nothing that I can show was played in this channel; {NEW} opens a table.")
    begun(table)
    return table


async def table_of(interaction: Interaction, press: Press) -> Table:
    """Find the table that a button belongs to, as it stands now.

    Raises:
        Refusal: the game is not known here any more.
    """
    table = await bot(interaction).tables.get(press.game_id)
    # An older copy of the database, put back, can give a number again that a button of a lost game still has.
    if table is None or interaction.channel_id != table.channel_id:
        raise Refusal(f"That game is not known here any more; {NEW} opens a table.")
    return table


def slug_here(table: Table | None) -> str:
    """Give the game that a table plays; the first there is where no table stands or its game is gone."""
    return table.slug if table is not None and table.slug in games.slugs() else games.slugs()[0]


def my_seat(table: Table, interaction: Interaction) -> int:
    """Give the caller's seat.

    Raises:
        Refusal: the caller does not play here.
    """
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise Refusal(NOT_PLAYING)
    return seat


def begun(table: Table) -> None:
    """Hold that there is a board to look at.

    Raises:
        Refusal: the game has not begun, or began under rules that cannot be read any more.
    """
    if table.status == "paused" and table.state is None:
        raise Refusal("This game began under earlier rules and cannot be shown any more; /game end frees the channel.")
    if table.state is None:
        raise Refusal(NOT_BEGUN)


def missing(interaction: Interaction, *, thread: bool = False) -> list[str]:
    """Name the permissions the bot needs in this channel and lacks."""
    has = interaction.app_permissions
    wanted = {
        "View Channel": has.view_channel,
        "Attach Files": has.attach_files,
        "Embed Links": has.embed_links,
        "Read Message History": has.read_message_history,
    }
    if isinstance(interaction.channel, discord.Thread) or thread:
        wanted["Send Messages in Threads"] = has.send_messages_in_threads
    else:
        wanted["Send Messages"] = has.send_messages
    if thread:
        wanted["Create Public Threads"] = has.create_public_threads
    return [name for name, given in wanted.items() if not given]


def needs(interaction: Interaction, lacking: list[str]) -> str:
    """Say which permissions are missing and who can give them; '' when none is."""
    if not lacking:
        return ""
    who = "you" if interaction.permissions.manage_roles else "somebody who manages this server"
    return f"I lack {phrases.both(lacking)} in this channel; {who} can allow it in the channel's settings."


async def say(interaction: Interaction, text: str) -> None:
    """Answer a player, with a word on what keeps the board from being posted."""
    hint = needs(interaction, missing(interaction)) if interaction.guild_id else ""
    await answers.say(interaction, f"{text}\n-# {hint}" if hint else text)


async def show(interaction: Interaction, message: messages.Message) -> None:
    """Show one player a message with a picture; the interaction must have been deferred or is deferred here."""
    await put_off(interaction)
    await interaction.edit_original_response(
        view=message.view, attachments=message.files(), allowed_mentions=discord.AllowedMentions.none()
    )


async def put_off(interaction: Interaction) -> None:
    """Promise an answer: an upload can take longer than the three seconds Discord gives."""
    if not interaction.response.is_done():
        await interaction.response.defer(ephemeral=True, thinking=True)


async def picture(
    interaction: Interaction,
    table: Table,
    what: Literal["board", "hand", "scored"],
    of: View | Event,
    **more: Any,  # noqa: ANN401 - as Pictures.draw
) -> bytes | None:
    """Draw for one player; None when that fails, which words must then make up for."""
    client = bot(interaction)
    try:
        contrast = await client.tables.contrast(table)
        return await client.pictures.draw(table.slug, what, of, table.names, contrast=contrast, **more)
    except Exception:
        log.exception("game=%s seq=%s: the %s could not be drawn; it is shown as text", table.id, table.seq, what)
        return None


def shown(table: Table, view: View | None, name: str, png: bytes | None, alt: str) -> ui.Item[Any]:
    """Give the picture of a view; the view, or the public one, drawn with characters where there is no picture."""
    return messages.gallery(name, alt) if png else ui.TextDisplay(wording.drawn(table, view))


async def show_board(interaction: Interaction, table: Table, lead: str = "") -> None:
    """Show one player the board as it stands, with working buttons."""
    await put_off(interaction)
    view = table.view(None)
    png = await picture(interaction, table, "board", view)
    words = games.words(table.slug)
    alt, name = words.alt(view, table.names), f"board-{table.id}-{table.seq}.png"
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay("\n".join(filter(None, [lead, wording.title(table)]))),
        shown(table, view, name, png, alt),
        ui.TextDisplay(wording.turn(table, view, table.marked)),
    ]
    if table.status == "running":
        parts += compose.rows(table)
    await show(interaction, messages.Message(*parts, picture=(name, png, alt) if png else None))


async def show_hand(interaction: Interaction, table: Table) -> None:
    """Show the caller what the caller holds.

    Raises:
        Refusal: not begun, or not playing.
    """
    begun(table)
    seat = my_seat(table, interaction)
    await put_off(interaction)
    png = await picture(interaction, table, "hand", table.view(seat))
    await show(interaction, compose.hand(table, seat, png))


async def moved_on(interaction: Interaction, game_id: int) -> None:
    """Tell that something was chosen on an older board, and show the newest."""
    newest = await bot(interaction).tables.get(game_id)
    assert newest is not None
    await show_board(interaction, newest, str(Stale()))


async def legal(interaction: Interaction, slug: str) -> tuple[View, list[str]] | None:
    """Give the caller's view and legal moves for autocomplete; None for whoever does not play `slug` here."""
    client, user = bot(interaction), interaction.user.id
    table = await client.tables.at(interaction.channel_id or 0)
    if table is None or table.slug != slug or table.status != "running":
        return None
    seat = table.seat_of(user)
    if seat is None:
        return None
    possible = table.game.legal(table.state, seat)
    if possible:
        client.glances.note(user, table.id, table.seq, client.tables.now())
    return table.view(seat), possible


def read(table: Table, text: str, asks: str) -> str:
    """Give the text of a move made of what somebody typed into a command's options.

    Raises:
        Refusal: it is none; with the sentence `asks`, which says what can be typed.
    """
    try:
        return table.game.parse(text)
    except InvalidMove:
        # The rules' own words explain the texts of the log, which players never see.
        raise Refusal(asks) from None


async def move(interaction: Interaction, slug: str, text: str, asks: str = "") -> None:
    """Make a typed move at the table of this channel and answer its player; `asks` says what can be typed.

    A move that was suggested while it was typed is made on the board it was suggested from, or not at all.

    Raises:
        Refusal: no such table, the caller does not play there, or it cannot be read.
        RulesError: the rules refuse the move.
    """
    table, tables, user = await table_here(interaction, slug), bot(interaction).tables, interaction.user.id
    text = read(table, text, asks) if asks else text
    seq = bot(interaction).glances.take(user, table.id, tables.now())
    work = tables.move(table.id, user, text, seq=seq, interaction_id=interaction.id)
    try:
        done = await answers.in_time(interaction, work)
    except Stale:
        await moved_on(interaction, table.id)
    else:
        await say(interaction, done.text)
