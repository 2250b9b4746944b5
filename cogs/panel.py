"""The Take turn panel: selects for what and where, a preview, Confirm. Common to all games.

A game's cog has a function `form` that turns view, legal moves and what was chosen so far into a `Form`. All state of
a panel is in its custom_ids, so it survives a restart; choices are places in lists, never a chip or a card by name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import discord
import msgspec
from discord import ui
from discord.ext import commands

import games
from bot import answers, messages, wording
from bot.buttons import Button, Press, Select
from bot.changes import running
from bot.errors import Refusal, Stale
from cogs import common
from games.core import RulesError

if TYPE_CHECKING:
    from bot.client import Slowplay
    from bot.table import Table

_SEPARATOR = "~"
_DRAFTS = 500
"""Half-made choices that are remembered beside what the custom_ids carry."""
_WIDE = 5
"""Buttons in a row."""


class Choice(msgspec.Struct, frozen=True):
    """One option of a field: a short value for the custom_id, and what the player reads."""

    value: str
    label: str
    about: str = ""


class Field(msgspec.Struct, frozen=True):
    """One select: its name, what it asks, what can be chosen (1 to 25), what is chosen ('' for nothing yet)."""

    name: str
    asks: str
    choices: tuple[Choice, ...]
    chosen: str = ""


class Form(msgspec.Struct, frozen=True):
    """A turn being composed. `move` is the finished move text, or '' while something is open."""

    fields: tuple[Field, ...]
    move: str = ""
    deeds: tuple[tuple[str, str], ...] = ()
    """Moves that need no choosing, as (button label, move text)."""
    picture: Mapping[str, Any] = {}
    """What else the game's picture of a board takes, such as cells to point out."""
    tweaks: tuple[tuple[str, Mapping[str, str] | None], ...] = ()
    """Buttons that change what is chosen, as (button label, everything chosen then); None for one with no effect."""
    note: str = ""
    """What the move would do, under its name."""
    draft: Mapping[str, str] | None = None
    """Everything chosen, where that is more than the fields show."""
    shown: str = ""
    """A move to draw while none is finished; it cannot be confirmed, because nobody has chosen it."""


def only(values: list[str], wanted: str) -> str:
    """Give what was chosen when it is still possible; the single possibility chooses itself."""
    return values[0] if len(values) == 1 else wanted if wanted in values else ""


Former = Callable[[Any, list[str], Mapping[str, str]], Form]


class Panels(commands.Cog):
    """The panels of all games."""

    def __init__(self, client: Slowplay) -> None:
        self._drafts: dict[tuple[int, int], dict[str, str]] = {}
        client.routes |= {
            "turn": self.opened,
            "pick": self.picked,
            "confirm": self.confirmed,
            "do": self.done,
            "offer": self.offered,
            "tweak": self.tweaked,
        }

    async def opened(self, interaction: common.Interaction, press: Press) -> None:
        """Take turn was pressed under a board."""
        table = await common.table_of(interaction, press)
        if not await self._current(interaction, table, press):
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.show(interaction, table, {})

    async def picked(self, interaction: common.Interaction, press: Press) -> None:
        """Something was chosen in a panel."""
        table = await common.table_of(interaction, press)
        if not await self._current(interaction, table, press):
            return
        await interaction.response.defer()
        name, _, rest = press.arg.partition(_SEPARATOR)
        chosen = self._drafts.get(self._key(interaction, press), _read(rest))
        chosen = chosen | {name: press.values[0] if press.values else ""}
        # A second choice may come before the first is drawn: its custom_id knows nothing of the first.
        self._drafts[self._key(interaction, press)] = chosen
        while len(self._drafts) > _DRAFTS:
            self._drafts.pop(next(iter(self._drafts)))
        await self.show(interaction, table, chosen)

    async def tweaked(self, interaction: common.Interaction, press: Press) -> None:
        """A button that changes what is chosen was pressed."""
        table = await common.table_of(interaction, press)
        if not await self._current(interaction, table, press):
            return
        await interaction.response.defer()
        _, _, rest = press.arg.partition(_SEPARATOR)
        self._drafts.pop(self._key(interaction, press), None)
        await self.show(interaction, table, _read(rest))

    async def confirmed(self, interaction: common.Interaction, press: Press) -> None:
        """Confirm was pressed: make the move that the panel shows."""
        table = await common.table_of(interaction, press)
        if not await self._current(interaction, table, press):
            return
        seat = common.my_seat(table, interaction)
        form = await self._form(table, seat, _read(press.arg))
        if not form.move:
            raise Refusal("Choose everything first; the panel then shows your move, and Confirm makes it.")
        await self._make(interaction, table, press, form.move)

    async def done(self, interaction: common.Interaction, press: Press) -> None:
        """A button with a whole move was pressed."""
        table = await common.table_of(interaction, press)
        if not await self._current(interaction, table, press):
            return
        seat = common.my_seat(table, interaction)
        deeds = (await self._form(table, seat, {})).deeds
        if not press.arg.isdigit() or int(press.arg) >= len(deeds):
            raise Refusal("That is not possible now; press Take turn under the newest board.")
        await self._make(interaction, table, press, deeds[int(press.arg)][1])

    async def offered(self, interaction: common.Interaction, press: Press) -> None:
        """A move offered right under a board was pressed."""
        table = await common.table_of(interaction, press)
        if not await self._current(interaction, table, press):
            return
        offers = games.words(table.slug).offers(table.view(None))
        if not press.arg.isdigit() or int(press.arg) >= len(offers):
            raise Refusal("That is not possible now; press Take turn under the newest board.")
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._move(interaction, table, press, offers[int(press.arg)][1])

    async def show(
        self, interaction: common.Interaction, table: Table, chosen: Mapping[str, str], lead: str = ""
    ) -> None:
        """Show the panel in the deferred answer of an interaction."""
        seat = common.my_seat(table, interaction)
        view = table.view(seat)
        form = await self._form(table, seat, chosen)
        words = games.words(table.slug)
        tried = form.move or form.shown
        shown = table.game.preview(view, tried) if tried else view
        png = await common.picture(interaction, table, "board", shown, **form.picture)
        name, alt = f"turn-{table.id}-{table.seq}.png", words.alt(shown, table.names)
        text = f"**Your move:** {words.move(view, form.move)}" if form.move else words.turn(view, table.marked)
        lead = lead.removesuffix(text).rstrip()
        draft = _write(form)
        parts: list[ui.Item[Any]] = [
            ui.TextDisplay("\n".join(filter(None, [lead, wording.title(table), text, form.note]))),
            common.shown(table, shown, name, png, alt),
        ]
        for field in form.fields:
            options = [(c.value, c.label, c.about, c.value == field.chosen) for c in field.choices]
            parts.append(
                ui.ActionRow(
                    Select(field.asks, options, "pick", table.id, table.seq, f"{field.name}{_SEPARATOR}{draft}")
                )
            )
        buttons = [Button(label, "do", table.id, table.seq, str(n)) for n, (label, _) in enumerate(form.deeds)]
        if form.fields:
            style = discord.ButtonStyle.success
            buttons.insert(
                0, Button("Confirm", "confirm", table.id, table.seq, draft, style=style, disabled=not form.move)
            )
        buttons += [
            Button(label, "tweak", table.id, table.seq, f"{n}{_SEPARATOR}{_draft(then or {})}", disabled=then is None)
            for n, (label, then) in enumerate(form.tweaks)
        ]
        parts += [ui.ActionRow(*buttons[n : n + _WIDE]) for n in range(0, len(buttons), _WIDE)]
        await common.show(interaction, messages.Message(*parts, picture=(name, png, alt) if png else None))

    # -- inside ----------------------------------------------------------------------------------------------------

    def _key(self, interaction: common.Interaction, press: Press) -> tuple[int, int]:
        return (interaction.message.id if interaction.message else 0, press.seq)

    async def _form(self, table: Table, seat: int, chosen: Mapping[str, str]) -> Form:
        former: Former = import_module(f"cogs.{table.slug}").form
        # In a thread: a game may weigh every move to offer the best first.
        return await asyncio.to_thread(former, table.view(seat), table.game.legal(table.state, seat), chosen)

    async def _current(self, interaction: common.Interaction, table: Table, press: Press) -> bool:
        """Hold that the caller may move on this very board; an older one is answered with the new one."""
        common.begun(table)
        seat = common.my_seat(table, interaction)
        if table.status == "over":
            raise Refusal(f"This game is over; /{table.slug} new opens the next one.")
        running(table)
        if press.seq != table.seq:
            await common.moved_on(interaction, table.id)
            return False
        if seat not in table.view(seat).to_act:
            raise Refusal(f"It is not your turn. {games.words(table.slug).turn(table.view(seat), table.marked)}")
        return True

    async def _make(self, interaction: common.Interaction, table: Table, press: Press, move: str) -> None:
        await interaction.response.defer()
        await self._move(interaction, table, press, move)

    async def _move(self, interaction: common.Interaction, table: Table, press: Press, move: str) -> None:
        tables = common.bot(interaction).tables
        try:
            done = await tables.move(table.id, interaction.user.id, move, seq=press.seq, interaction_id=interaction.id)
            answers.made(interaction)
        except Stale:
            await common.moved_on(interaction, table.id)
            return
        except (Refusal, RulesError) as error:
            await common.show(interaction, messages.Message(ui.TextDisplay(str(error))))
            return
        seat = common.my_seat(done.table, interaction)
        if done.table.status == "running" and seat in done.table.view(seat).to_act:
            await self.show(interaction, done.table, {}, done.text)
        else:
            await common.show(interaction, messages.Message(ui.TextDisplay(done.text)))


def _write(form: Form) -> str:
    return _draft(form.draft if form.draft is not None else {field.name: field.chosen for field in form.fields})


def _draft(chosen: Mapping[str, str]) -> str:
    return _SEPARATOR.join(f"{name}={value}" for name, value in chosen.items() if value)


def _read(text: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in text.split(_SEPARATOR) if part)
    return {name: value for name, _, value in pairs}


async def setup(client: Slowplay) -> None:
    """Add the cog; called by discord.py."""
    await client.add_cog(Panels(client))
