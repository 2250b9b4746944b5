"""A message on its way to Discord, and its smallest kinds; what messages about games say is composed elsewhere.

Everything is Components V2: a container with texts, a picture with alt text and buttons.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.buttons import Button

QUIET = 0x80848E
"""The colour of what concerns nobody's turn."""


class Message:
    """A message ready to send: its view, its picture, whom it may ping, and what of it to remember."""

    def __init__(
        self,
        *parts: ui.Item[Any],
        colour: int = QUIET,
        picture: tuple[str, bytes, str] | None = None,
        pings: Sequence[int] = (),
    ) -> None:
        self.view = ui.LayoutView(timeout=None)
        self._all = ui.Container(*parts, accent_colour=colour)
        self.view.add_item(self._all)
        self._picture = picture
        self.mentions = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in pings]
        )

    def tag(self, number: int) -> None:
        """Number the message, so that it can be told from all others; see `traces`."""
        self._all.id = number

    def files(self) -> list[discord.File]:
        """Give the picture as a new upload; an upload can be sent only once."""
        if self._picture is None:
            return []
        name, png, alt = self._picture
        return [discord.File(io.BytesIO(png), name, description=alt)]


def gallery(name: str, alt: str) -> ui.MediaGallery[Any]:
    """Show an attachment of the same message, with its alt text."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))


def question(text: str, *buttons: Button) -> Message:
    """Compose a question before something that cannot be taken back, with the buttons that answer it."""
    return Message(ui.TextDisplay(text), ui.ActionRow(*buttons))


def notice(text: str, users: Sequence[int] = ()) -> Message:
    """Compose one sentence for a channel."""
    return Message(ui.TextDisplay(text), pings=users)
