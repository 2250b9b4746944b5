"""Cactpot Party: /cactpot new, place, bet, and its Take turn panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from cogs import common, lobby
from cogs.panel import Choice, Field, Form, only
from games.cactpot.tables import BINGOS, LABELS, PAYOUTS, STARS
from games.cactpot.view import CactpotView
from games.cactpot.words import KINDS
from games.phrases import count, sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client import Slowplay

_FACES = {"up": "face up, for all to see", "down": "face down, under one of your cactuars"}
_SPACES = {
    **{label: space for space, label in LABELS.items()},
    **{label.split()[1]: space for space, label in LABELS.items() if space in BINGOS or space in STARS},
}
"""Betting spaces as players may call them: a number alone is a star or bingos."""
_BOTH = "2"
"""The one number that may be either."""
_CELLS = "Choose a cell from a1 to c3, such as b2; the list offers those that are possible now."
_ON = (
    "Bet on a line, such as row 1 or falling diagonal, on bingo 0-1, 2 or 3-8, or on star 1 to star 9; "
    "the list offers those that are still free."
)
_WHICH = f"Say which you mean, bingo {_BOTH} or star {_BOTH}."


class Cactpot(commands.GroupCog, group_name="cactpot", group_description="Cactpot Party: hidden chips, then bets"):
    """The commands of Cactpot Party."""

    @app_commands.command(description="Open a table of Cactpot Party for two to four players")
    @app_commands.guild_only
    @app_commands.describe(
        x_tokens="Mark betting spaces that cannot pay, good for a first game",
        turn_time=lobby.ABOUT_TURN_TIME,
        thread="Open the table in a thread of its own",
    )
    async def new(
        self,
        interaction: common.Interaction,
        x_tokens: bool = False,  # noqa: FBT001, FBT002 - options of a command
        turn_time: lobby.TurnTime = "24 hours",
        thread: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Open a lobby."""
        await lobby.open_table(interaction, "cactpot", {"x_tokens": x_tokens}, thread=thread, turn_time=turn_time)

    @app_commands.command(description="Place one of your chips")
    @app_commands.guild_only
    @app_commands.describe(
        chip="One of the chips in your hand", space="An empty cell, such as b2", face="Only where you may choose"
    )
    async def place(
        self,
        interaction: common.Interaction,
        chip: app_commands.Range[int, 1, 9],
        space: str,
        face: Literal["up", "down"] | None = None,
    ) -> None:
        """Place a chip."""
        table = await common.table_here(interaction, "cactpot")
        if face is None and table.status == "running":
            view = table.view(table.seat_of(interaction.user.id))
            assert isinstance(view, CactpotView)
            if len(view.faces) > 1 and view.seat in view.to_act:
                raise Refusal("You may choose here: use the option face and say up or down.")
            face = view.faces[0] if view.faces else "up"
        await common.move(interaction, "cactpot", f"place {chip} {space} {face or 'up'}", _CELLS)

    @app_commands.command(description="Place one of your betting tokens")
    @app_commands.guild_only
    @app_commands.describe(on="A line, a number of bingos, or the star chip's number")
    async def bet(self, interaction: common.Interaction, on: str) -> None:
        """Place a bet."""
        called = " ".join(on.lower().replace("\N{EN DASH}", "-").split())
        space, asks = (called, _WHICH) if called == _BOTH else (_SPACES.get(called, on), _ON)
        await common.move(interaction, "cactpot", f"bet {space}", asks)

    @place.autocomplete("chip")
    async def _chips(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[int]]:
        chips = sorted({int(move.split()[1]) for move in await _legal(interaction, "place ")})
        return [app_commands.Choice(name=f"Chip {chip}", value=chip) for chip in chips if current in str(chip)]

    @place.autocomplete("space")
    async def _cells(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[str]]:
        given = interaction.namespace
        cells = {
            move.split()[2]
            for move in await _legal(interaction, "place ")
            if getattr(given, "face", None) in {None, move.split()[3]}
        }
        return [app_commands.Choice(name=cell, value=cell) for cell in sorted(cells) if current.lower() in cell]

    @bet.autocomplete("on")
    async def _spaces(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await common.legal(interaction, "cactpot")
        if found is None:
            return []
        view = cast("CactpotView", found[0])
        spaces = [move.split()[1] for move in found[1] if move.startswith("bet ")]
        wanted = current.lower().strip()
        return [
            app_commands.Choice(name=f"{sentence(LABELS[space])}, {_about(view, space)}", value=space)
            for space in sorted(spaces, key=list(LABELS).index)
            if wanted in space or wanted in LABELS[space].lower()
        ][:25]


async def _legal(interaction: common.Interaction, kind: str) -> list[str]:
    found = await common.legal(interaction, "cactpot")
    return [move for move in found[1] if move.startswith(kind)] if found else []


def form(view: CactpotView, legal: list[str], chosen: Mapping[str, str]) -> Form:
    """Turn what was chosen so far into the selects of a turn. A chip is chosen by its place in the hand."""
    if view.phase == "bet":
        spaces = sorted((move.split()[1] for move in legal), key=list(LABELS).index)
        on = only(spaces, chosen.get("on", ""))
        options = tuple(Choice(space, sentence(LABELS[space]), sentence(_about(view, space))) for space in spaces)
        return Form((Field("on", "Bet on …", options, on),), f"bet {on}" if on else "")
    moves = [move.split()[1:] for move in legal]
    hand = list(view.hand)
    chip = only([str(n) for n, _ in enumerate(hand)], chosen.get("chip", ""))
    faces = [face for face in ("up", "down") if any(m[2] == face for m in moves)]
    face = only(faces, chosen.get("face", ""))
    cells = sorted({m[1] for m in moves if face in {"", m[2]}})
    cell = only(cells, chosen.get("cell", ""))
    fields = [
        Field("chip", "Which chip?", tuple(Choice(str(n), f"Chip {number}") for n, number in enumerate(hand)), chip),
        Field("cell", "Where?", tuple(Choice(each, each) for each in cells), cell),
    ]
    if len(faces) > 1:
        fields.append(Field("face", "Up or down?", tuple(Choice(f, f"Face {f}", _FACES[f]) for f in faces), face))
    move = f"place {hand[int(chip)]} {cell} {face}" if chip and cell and face else ""
    return Form(tuple(fields), move if move in legal else "")


def _about(view: CactpotView, space: str) -> str:
    """Say which token the viewer's would be and what it would earn; a line's kind is known only at the end."""
    lies = len(view.bets.get(space, ()))
    kind = "star" if space.startswith("star") else space
    if kind in PAYOUTS:
        earns = count(PAYOUTS[kind][lies], "point")
    else:
        earns = ", ".join(f"{PAYOUTS[line][lies]} for a {name}" for line, name in KINDS.items())
    return f"{('first', 'second', 'third')[lies]} token: {earns}"


async def setup(client: Slowplay) -> None:
    """Add the cog; called by discord.py."""
    await client.add_cog(Cactpot())
