"""Cat Sudoku: /catsudoku new and its moves, and its Take turn panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs import common, lobby
from cogs.panel import Choice, Field, Form, only
from games.catsudoku import words
from games.catsudoku.tables import GOALS, name
from games.phrases import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client import Slowplay
    from games.catsudoku.view import CatView

_WINDOWS = {"30 minutes": 1800, "2 hours": 7200, "8 hours": 28800, "24 hours": 86400}
_PLAY, _GRID = "play ", "grid "
_CELL = "Choose a cell from a1 to c3, such as b2; the list offers those that are possible now."
_CARD = (
    "Name a card of your reserve by colour and number, such as r5 for red 5, and a cell from a1 to c3; "
    "the lists offer those that are possible now."
)


class CatSudoku(commands.GroupCog, group_name="catsudoku", group_description="Cat Sudoku: a festival of stacked cats"):
    """The commands of Cat Sudoku."""

    @app_commands.command(description="Open a table of Cat Sudoku for one to four players")
    @app_commands.guild_only
    @app_commands.describe(
        scoring="Basic: a point a card. Advanced: stacks of two and three. Usual: advanced alone, else basic",
        mistakes="Refereed: wrong placements are refused. Spotted: the other players have to catch them",
        window="With spotted mistakes: how long the others have to look a turn over",
        turn_time=lobby.ABOUT_TURN_TIME,
        thread="Open the table in a thread of its own",
    )
    async def new(
        self,
        interaction: common.Interaction,
        scoring: Literal["usual", "basic", "advanced"] = "usual",
        mistakes: Literal["refereed", "spotted"] = "refereed",
        window: Literal["30 minutes", "2 hours", "8 hours", "24 hours"] = "2 hours",
        turn_time: lobby.TurnTime = "24 hours",
        thread: bool = False,  # noqa: FBT001, FBT002 - an option of a command
    ) -> None:
        """Open a lobby."""
        options = {"scoring": scoring, "mistakes": mistakes}
        await lobby.open_table(
            interaction, "catsudoku", options, thread=thread, turn_time=turn_time, window=_WINDOWS[window]
        )

    @app_commands.command(description="Turn up the top card of the deck")
    @app_commands.guild_only
    async def draw(self, interaction: common.Interaction) -> None:
        """Draw."""
        await common.move(interaction, "catsudoku", "draw")

    @app_commands.command(description="Put the drawn card into the grid")
    @app_commands.guild_only
    @app_commands.describe(space="A cell, such as b2")
    async def grid(self, interaction: common.Interaction, space: str) -> None:
        """Place the drawn card."""
        await common.move(interaction, "catsudoku", f"grid {space}", _CELL)

    @app_commands.command(description="Put the drawn card into your reserve")
    @app_commands.guild_only
    async def reserve(self, interaction: common.Interaction) -> None:
        """Keep the drawn card."""
        await common.move(interaction, "catsudoku", "reserve")

    @app_commands.command(description="Pay two tokens and play a card of your reserve")
    @app_commands.guild_only
    @app_commands.describe(card="A card of your reserve, such as r5", space="A cell, such as b2")
    async def play(self, interaction: common.Interaction, card: str, space: str) -> None:
        """Play a reserve card."""
        await common.move(interaction, "catsudoku", f"play {card} {space}", _CARD)

    @app_commands.command(description="End your turn")
    @app_commands.guild_only
    async def end(self, interaction: common.Interaction) -> None:
        """End the turn."""
        await common.move(interaction, "catsudoku", "end")

    @app_commands.command(description="Say that the open turn has a mistake")
    @app_commands.guild_only
    @app_commands.describe(from_player="Who gives you a token when the supply is empty and several have the most")
    async def spot(self, interaction: common.Interaction, from_player: discord.User | None = None) -> None:
        """Spot a mistake."""
        text = "spot"
        if from_player is not None:
            table = await common.table_here(interaction, "catsudoku")
            # Nobody takes a token from their own seat: who names a stranger is told what who names themself is.
            seats = (table.seat_of(person.id) for person in (from_player, interaction.user))
            text = next((f"spot {seat}" for seat in seats if seat is not None), text)
        await common.move(interaction, "catsudoku", text)

    @app_commands.command(description="Say that the open turn has no mistake")
    @app_commands.guild_only
    async def fine(self, interaction: common.Interaction) -> None:
        """Call a turn fine."""
        await common.move(interaction, "catsudoku", "fine")

    @grid.autocomplete("space")
    async def _cells(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await _suggest(interaction, _GRID, 1, current)

    @play.autocomplete("card")
    async def _cards(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await _suggest(interaction, _PLAY, 1, current)

    @play.autocomplete("space")
    async def _places(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[str]]:
        card = str(getattr(interaction.namespace, "card", "") or "").lower().strip()
        return await _suggest(interaction, f"{_PLAY}{card} " if card else _PLAY, 2, current)


async def _suggest(
    interaction: common.Interaction, kind: str, part: int, current: str
) -> list[app_commands.Choice[str]]:
    """Suggest one word of the caller's legal moves that begin with `kind`; cells say what they would earn."""
    found = await common.legal(interaction, "catsudoku")
    if found is None:
        return []
    view, legal = found
    said: dict[str, str] = {}
    for move in legal:
        if move.startswith(kind):
            value = move.split()[part]
            said.setdefault(value, _about(cast("CatView", view), move, value))
    wanted = current.lower().strip()
    return [
        app_commands.Choice(name=f"{value}: {label}"[:100], value=value)
        for value, label in said.items()
        if wanted in value or wanted in label.lower()
    ][:25]


def _about(view: CatView, move: str, value: str) -> str:
    """Say of one word of a move what it means: of a card its name, of a cell what the card would find there."""
    kind, *rest = move.split()
    if value in view.goals:
        return name(value)
    return words.spot(view, view.drawn if kind == _GRID.strip() and view.drawn else rest[0], value)


def form(view: CatView, legal: list[str], chosen: Mapping[str, str]) -> Form:
    """Turn what was chosen so far into the selects of a turn. A reserve card is chosen by its place in the reserve."""
    deeds = tuple((words.move(view, move), move) for move in legal if not move.startswith((_GRID, _PLAY)))
    grid = [move for move in legal if move.startswith(_GRID)]
    if grid:
        cells = [move.removeprefix(_GRID) for move in grid]
        cell = only(cells, chosen.get("cell", ""))
        field = Field("cell", "Where does it go?", _choices(view, view.drawn or "", cells), cell)
        return Form((field,), f"{_GRID}{cell}" if cell else "", deeds, {"marks": () if cell else tuple(cells)})
    plays = [move for move in legal if move.startswith(_PLAY)]
    if not plays or view.seat is None:
        return Form((), "", deeds)
    reserve = view.reserves[view.seat]
    able = [str(n) for n, card in enumerate(reserve) if any(move.split()[1] == card for move in plays)]
    place = only(able, chosen.get("card", ""))
    cards = Field("card", "Play a reserve card …", tuple(_held(view, n, reserve[int(n)]) for n in able), place)
    if not place:
        return Form((cards,), "", deeds)
    card = reserve[int(place)]
    by_cell = {move.split()[2]: move for move in plays if move.split()[1] == card}
    cell = only(list(by_cell), chosen.get("cell", ""))
    where = Field("cell", "Where does it go?", _choices(view, card, list(by_cell)), cell)
    return Form((cards, where), by_cell.get(cell, ""), deeds, {"marks": () if cell else tuple(by_cell)})


def _held(view: CatView, place: str, card: str) -> Choice:
    return Choice(place, sentence(name(card)), f"Earns a token {GOALS[view.goals[card]]}")


def _choices(view: CatView, card: str, cells: list[str]) -> tuple[Choice, ...]:
    return tuple(Choice(cell, cell, sentence(words.spot(view, card, cell))) for cell in cells)


async def setup(client: Slowplay) -> None:
    """Add the cog; called by discord.py."""
    await client.add_cog(CatSudoku())
