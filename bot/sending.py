"""Sending one message of the outbox, or changing one, and finding what an earlier run may have sent already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.traces import Traces

if TYPE_CHECKING:
    from bot import outbox
    from bot.messages import Message
    from bot.table import Table

_NO_MESSAGE = 10008


class Sender:
    """Our own messages at Discord. `doubtful` is the newest row that an earlier run may have sent."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._traces = Traces(client)
        self.doubtful = 0

    async def send(self, row: outbox.Row, channel_id: int, message: Message, seq: int, *, silent: bool = False) -> int:
        """Send a row's message unless it is there already; gives its id.

        Raises:
            discord.HTTPException: Discord did not take it.
        """
        found = await self.sent(row, channel_id, seq)
        if found is not None:
            return found
        message.tag(row.tag)
        sent = await self._client.get_partial_messageable(channel_id).send(
            view=message.view,
            files=message.files(),
            allowed_mentions=message.mentions,
            nonce=row.nonce,
            silent=silent,
        )
        return sent.id

    async def send_privately(
        self, row: outbox.Row, user_id: int, message: Message, seq: int, *, silent: bool = False
    ) -> None:
        """Send a row's message to one user, unless it is there already.

        Raises:
            discord.Forbidden: they take none from us, by whichever of several codes: blocked, messages of this server
                off, no server in common any more.
        """
        private = await self._client.create_dm(discord.Object(user_id))
        await self.send(row, private.id, message, seq, silent=silent)

    async def sent(self, row: outbox.Row, channel_id: int, seq: int) -> int | None:
        """Look for a row's message where it may have been sent; gives its id."""
        return await self._traces.find(row, channel_id, seq) if self._unsure(row) else None

    async def strays(self, table: Table, rows: list[outbox.Row]) -> dict[int, outbox.Standing]:
        """Look for boards of these rows, by seq, that were posted without ever being noted."""
        return await self._traces.strays(table) if any(map(self._unsure, rows)) else {}

    async def edit(self, table: Table, message_id: int, message: Message) -> bool:
        """Change a message in a table's channel; tells whether it is still there.

        Raises:
            discord.HTTPException: Discord did not take it.
        """
        there = self._client.get_partial_messageable(table.channel_id).get_partial_message(message_id)
        try:
            await there.edit(view=message.view, allowed_mentions=message.mentions)
        except discord.NotFound as error:
            if error.code != _NO_MESSAGE:
                raise
            return False
        return True

    def may_attach(self, table: Table) -> bool:
        """Tell whether pictures may be posted in a table's channel."""
        channel = self._client.get_channel(table.channel_id)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return channel.permissions_for(channel.guild.me).attach_files
        return True

    def _unsure(self, row: outbox.Row) -> bool:
        """Tell whether a row may have been sent already."""
        return row.id <= self.doubtful or row.tries > 0
