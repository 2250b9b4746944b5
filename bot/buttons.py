"""Buttons and selects whose whole meaning is in their custom_id: action, game, seq and a short argument.

They outlive restarts: discord.py matches the id against the templates below and the press goes to the route that a cog
registered for its action. An id never holds anything secret.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol, cast

import discord
import msgspec
from discord import ui

from bot import answers
from bot.errors import Refusal

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

_BODY = r":(?P<action>[a-z]+):(?P<game>\d+):(?P<seq>\d+):(?P<arg>[ -~]*)"


class Press(msgspec.Struct, frozen=True):
    """What was pressed: `seq` is that of the board it was drawn for, `values` what was chosen in a select."""

    action: str
    game_id: int
    seq: int
    arg: str
    values: tuple[str, ...] = ()


Route = Callable[[discord.Interaction, Press], Awaitable[None]]


class Routed(Protocol):
    """A client with routes by action."""

    routes: dict[str, Route]


class Button(ui.DynamicItem[ui.Button[Any]], template="b" + _BODY):
    """A button that survives restarts."""

    def __init__(
        self,
        label: str,
        action: str,
        game_id: int,
        seq: int,
        arg: str = "",
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        custom_id = f"b:{action}:{game_id}:{seq}:{arg}"
        super().__init__(ui.Button(label=label[:80], custom_id=custom_id, style=style, disabled=disabled))
        self.press = Press(action, game_id, seq, arg)

    @classmethod
    async def from_custom_id(cls, _i: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /) -> Button:
        """Make the button again from its id; see discord.py, DynamicItem."""
        return cls(cast("ui.Button[Any]", item).label or "-", *_parts(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the press to its route."""
        await _dispatch(interaction, self.press)


class Select(ui.DynamicItem[ui.Select[Any]], template="s" + _BODY):
    """A select that survives restarts; `options` are (value, label, description, chosen)."""

    def __init__(
        self,
        placeholder: str,
        options: Sequence[tuple[str, str, str, bool]],
        action: str,
        game_id: int,
        seq: int,
        arg: str = "",
    ) -> None:
        select: ui.Select[Any] = ui.Select(
            placeholder=placeholder[:150],
            custom_id=f"s:{action}:{game_id}:{seq}:{arg}",
            options=[
                discord.SelectOption(value=value, label=label[:100], description=about[:100] or None, default=chosen)
                for value, label, about, chosen in options
            ],
        )
        super().__init__(select)
        self.press = Press(action, game_id, seq, arg)

    @classmethod
    async def from_custom_id(cls, _i: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /) -> Select:
        """Make the select again from its id; see discord.py, DynamicItem."""
        shown = cast("ui.Select[Any]", item)
        options = [(option.value, option.label, option.description or "", False) for option in shown.options]
        return cls(shown.placeholder or "", options, *_parts(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the choice to its route."""
        values = cast("dict[str, Any]", interaction.data).get("values", [])
        await _dispatch(interaction, msgspec.structs.replace(self.press, values=tuple(values)))


def _parts(match: re.Match[str]) -> tuple[str, int, int, str]:
    return match["action"], int(match["game"]), int(match["seq"]), match["arg"]


async def _dispatch(interaction: discord.Interaction, press: Press) -> None:
    # discord.py logs and swallows what a dynamic item raises, so the boundary is here.
    try:
        route = cast("Routed", interaction.client).routes.get(press.action)
        if route is None:
            raise Refusal(
                "That button is of another version of me; /game board shows the board with buttons that work."
            )
        await route(interaction, press)
    except Exception as error:  # noqa: BLE001 - the boundary tells the player and logs
        await answers.explain(interaction, error)
