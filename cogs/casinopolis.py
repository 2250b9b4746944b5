"""Casinopolis: /casinopolis new, place, preview, hint, and its Take turn panel with a card that moves over the map."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, cast

from discord import app_commands, ui
from discord.ext import commands

import games
from bot import hints, messages
from cogs import common, lobby
from cogs.panel import Choice, Field, Form
from games.casinopolis import GAME, words
from games.casinopolis.blocks import TYPES
from games.casinopolis.gains import gains
from games.casinopolis.map import footprint, label
from games.casinopolis.moves import read_spot
from games.phrases import count, figure, signed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.client import Slowplay
    from games.casinopolis.blocks import Cell
    from games.casinopolis.view import CasinoView

_TURNED = {False: "", True: " turned"}
_SHOWN = 25
_SPOT = (
    "Name the spot of the card's top left block by column and row as beside the map, such as M11; "
    "the list offers the best."
)
_ARROWS: tuple[tuple[str, Callable[[Cell, Cell], tuple[int, int]]], ...] = (
    ("←", lambda here, there: (here[0] - there[0], abs(here[1] - there[1]))),
    ("↑", lambda here, there: (here[1] - there[1], abs(here[0] - there[0]))),
    ("↓", lambda here, there: (there[1] - here[1], abs(here[0] - there[0]))),
    ("→", lambda here, there: (there[0] - here[0], abs(here[1] - there[1]))),
)
"""Each direction gives how far another spot lies along it, and how far beside."""


class Casinopolis(
    commands.GroupCog, group_name="casinopolis", group_description="Casinopolis: build the Strip together"
):
    """The commands of Casinopolis."""

    def __init__(self, client: Slowplay) -> None:
        self._client = client

    @app_commands.command(description="Open a table of Casinopolis for one to four players together")
    @app_commands.guild_only
    @app_commands.describe(turn_time=lobby.ABOUT_TURN_TIME, thread="Open the table in a thread of its own")
    async def new(
        self,
        interaction: common.Interaction,
        turn_time: lobby.TurnTime = "24 hours",
        thread: bool = False,  # noqa: FBT001, FBT002 - an option of a command
    ) -> None:
        """Open a lobby."""
        await lobby.open_table(interaction, "casinopolis", {}, thread=thread, turn_time=turn_time)

    @app_commands.command(description="Place one of your cards on the map")
    @app_commands.guild_only
    @app_commands.describe(
        card="The number of a card in your hand", at="The spot of its top left block, such as M11", turned="Upside down"
    )
    async def place(
        self,
        interaction: common.Interaction,
        card: app_commands.Range[int, 1, 99],
        at: str,
        turned: bool | None = None,  # noqa: FBT001 - an option of a command
    ) -> None:
        """Place a card."""
        await common.move(interaction, "casinopolis", _typed(card, at, turned), _SPOT)

    @app_commands.command(description="Look at a placement and what it would score, just for you")
    @app_commands.guild_only
    @app_commands.describe(
        card="The number of a card in your hand", at="The spot of its top left block, such as M11", turned="Upside down"
    )
    async def preview(
        self,
        interaction: common.Interaction,
        card: app_commands.Range[int, 1, 99],
        at: str,
        turned: bool | None = None,  # noqa: FBT001 - an option of a command
    ) -> None:
        """Show a placement without making it."""
        table = await common.table_here(interaction, "casinopolis")
        common.begun(table)
        seat = common.my_seat(table, interaction)
        view = cast("CasinoView", table.view(seat))
        text = common.read(table, _typed(card, at, turned), _SPOT)
        shown = cast("CasinoView", table.game.preview(view, text))
        await common.put_off(interaction)
        png = await common.picture(interaction, table, "board", shown, ghost=True)
        name, alt = f"preview-{table.id}-{table.seq}.png", games.words(table.slug).alt(shown, table.names)
        message = messages.Message(
            ui.TextDisplay(f"**{words.move(view, text)}**\n{change(view, shown)}"),
            common.shown(table, shown, name, png, alt),
            picture=(name, png, alt) if png else None,
        )
        await common.show(interaction, message)

    @app_commands.command(description="Ask the robot for a move, said to all; three times a game for the whole team")
    @app_commands.guild_only
    async def hint(self, interaction: common.Interaction) -> None:
        """Ask for a hint, said in public."""
        table = await common.table_here(interaction, "casinopolis")
        await interaction.response.defer(ephemeral=True, thinking=True)
        done = await hints.ask(
            self._client.tables, self._client.robots, table.id, interaction.user.id, interaction_id=interaction.id
        )
        await common.say(interaction, done.text)

    @place.autocomplete("card")
    @preview.autocomplete("card")
    async def _cards(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[int]]:
        found = await common.legal(interaction, "casinopolis")
        hand = cast("CasinoView", found[0]).hand if found else ()
        return [app_commands.Choice(name=f"Card {n}", value=n) for n in hand if current in str(n)]

    @place.autocomplete("at")
    @preview.autocomplete("at")
    async def _spots(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await common.legal(interaction, "casinopolis")
        number = getattr(interaction.namespace, "card", None)
        if found is None:
            return []
        view = cast("CasinoView", found[0])
        if number not in view.hand:
            return []
        turned = getattr(interaction.namespace, "turned", None)
        wanted = current.upper().replace(" ", "")
        said: dict[str, str] = {}
        for gain in await asyncio.to_thread(gains, view, number):
            spot = f"{label(gain.spot)}{_TURNED[gain.turned]}"
            if turned in {None, gain.turned} and spot.upper().replace(" ", "").startswith(wanted):
                # What is picked alone must do what it says, so the way goes with the spot.
                said[spot if turned is None else label(gain.spot)] = f"{spot}: {_more(gain.total - view.score.total)}"
        return [app_commands.Choice(name=name, value=spot) for spot, name in said.items()][:_SHOWN]


def _typed(card: int, at: str, turned: bool | None) -> str:  # noqa: FBT001 - an option of a command
    """Write a placement; the spot may say itself that the card is turned, as the suggestions do."""
    spot, told = re.subn(r"\s+turned\s*$", "", at, flags=re.IGNORECASE)
    return f"place {card} {spot}{_TURNED[turned if turned is not None else bool(told)]}"


def _more(points: int) -> str:
    return count(points, "point", sign=True)


def form(view: CasinoView, legal: list[str], chosen: Mapping[str, str]) -> Form:
    """Turn what was chosen so far into a card that arrows move over the map; it is chosen by its place in the hand."""
    place = int(chosen["card"]) if chosen.get("card", "").isdigit() else 0
    place %= len(view.hand)
    number = view.hand[place]
    ranked = gains(view, number)
    at, _, way = chosen.get("best", "").partition(";")
    spot = read_spot(at or chosen.get("spot", ""))
    turned = (way or chosen.get("turned")) == "1"
    spots = {gain.spot for gain in ranked}
    # A card that nobody has moved yet lies where it shows the least: a hasty press must not lay it.
    settled = spot in spots
    if spot is None or not settled:
        spot, turned = _beside(view), False
    here = {"card": str(place), "spot": _text(spot), "turned": str(int(turned))}
    move = f"place {number} {_text(spot)}{_TURNED[turned]}"
    about = f"Card {place + 1} of {len(view.hand)}"
    if not settled:
        about += ": move it with the arrows, turn it, or choose a spot; then confirm."
    best = tuple(
        Choice(
            f"{_text(gain.spot)};{int(gain.turned)}",
            f"{label(gain.spot)}{_TURNED[gain.turned]}",
            _more(gain.total - view.score.total),
        )
        for gain in ranked[:_SHOWN]
    )
    tweaks: list[tuple[str, Mapping[str, str] | None]] = []
    for arrow, measure in _ARROWS:
        there = _towards(spots, spot, measure)
        tweaks.append((arrow, here | {"spot": _text(there)} if there else None))
    tweaks.append(("Turn", here | {"turned": str(int(not turned))}))
    after = str((place + 1) % len(view.hand))
    other = here | {"card": after} if settled else {"card": after}
    tweaks.append(("Next card", other if len(view.hand) > 1 else None))
    return Form(
        (Field("best", "Best spots by points …", best, f"{_text(spot)};{int(turned)}" if settled else ""),),
        move if settled and move in legal else "",
        shown=move,
        tweaks=tuple(tweaks),
        note=f"{about}\n{change(view, GAME.preview(view, move))}",
        draft=here if settled else {"card": str(place)},
        picture={"ghost": True},
    )


def change(before: CasinoView, after: CasinoView) -> str:
    """Tell what a placement changes, line by line; lines without change are left out."""
    was, now = before.score, after.score
    lines = [(TYPES[kind].capitalize(), now.casinos[kind] - was.casinos[kind]) for kind in now.casinos]
    lines.append(("jackpots", now.jackpots - was.jackpots))
    titles = [next(card.title for card in after.cards if card.number == number) for number in after.conditions]
    lines += [(t, n - w) for t, n, w in zip(titles, now.conditions, was.conditions, strict=True)]
    lines.append(("roads", was.roads - now.roads))
    said = ", ".join(f"{name} {signed(points)}" for name, points in lines if points) or "nothing changes"
    gain = signed(now.total - was.total)
    return f"{figure(was.total)} → **{figure(now.total)}** of {after.target} ({gain}): {said}"


def _beside(view: CasinoView) -> Cell:
    """Give a spot beside the newest card, where the next one covers as little as possible."""
    col, row = view.laid[-1].spot
    cells = {(c, r) for c, r, _ in view.blocks}
    beside = ((col + 2, row), (col, row + 2), (col - 2, row), (col, row - 2))
    return min(beside, key=lambda spot: sum(cell in cells for cell in footprint(spot)))


def _towards(
    spots: Sequence[Cell] | set[Cell], here: Cell, measure: Callable[[Cell, Cell], tuple[int, int]]
) -> Cell | None:
    ahead = [
        (along + 2 * beside, along, there) for there in spots for along, beside in [measure(here, there)] if along > 0
    ]
    return min(ahead)[2] if ahead else None


def _text(spot: Cell) -> str:
    return f"{spot[0]},{spot[1]}"


async def setup(client: Slowplay) -> None:
    """Add the cog; called by discord.py."""
    await client.add_cog(Casinopolis(client))
