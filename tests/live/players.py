"""How a seat takes its turn: by buttons the same in all games, by slash command through a small adapter a game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol

from harness import Outcome, buttons, selects, text_of

if TYPE_CHECKING:
    import random

    from harness import Json, Seat, Stage

Typed = tuple[str, dict[str, Any]]
"""A slash command and its options."""


class Player(Protocol):
    """A game played by typing, everything chosen from what autocomplete offers."""

    slug: str
    new: dict[str, Any]
    """Options of the game's `new` command."""

    async def choose(self, seat: Seat, channel: str, board: Json, rng: random.Random) -> Typed:
        """Choose a move of a seat that is to move."""


class CactpotPlayer:
    """Cactpot Party: the board's last line says whether a chip or a bet is wanted."""

    slug = "cactpot"

    def __init__(self, **new: Any) -> None:
        self.new = new

    async def choose(self, seat: Seat, channel: str, board: Json, rng: random.Random) -> Typed:
        wanted = text_of(board)
        if "place bet" in wanted:
            spaces = await seat.autocomplete(channel, "cactpot bet", focused="on")
            return "cactpot bet", {"on": rng.choice(spaces)["value"]}
        options: dict[str, Any] = {}
        if "two chips" in wanted:
            options["face"] = rng.choice(["up", "down"])
        chips = await seat.autocomplete(channel, "cactpot place", focused="chip", **options)
        options["chip"] = rng.choice(chips)["value"]
        spaces = await seat.autocomplete(channel, "cactpot place", focused="space", **options)
        return "cactpot place", {**options, "space": rng.choice(spaces)["value"]}


PLAYERS = (CactpotPlayer,)


def movers(stage: Stage, board: Json) -> list[Seat]:
    """Name the seats a board calls to move: it mentions nobody else."""
    ids = re.findall(r"<@(\d+)>", text_of(board))
    return [next(seat for seat in stage.seats if str(seat.id) == number) for number in dict.fromkeys(ids)]


async def open_panel(seat: Seat, board: Json) -> Json:
    """Press Take turn; gives the panel."""
    opened = await seat.click(board, label="Take turn")
    assert opened.ephemeral, opened
    assert opened.message is not None
    return opened.message


async def fill_panel(stage: Stage, seat: Seat, panel: Json, rng: random.Random) -> Json:
    """Choose in every list in which nothing is chosen; gives the panel, ready to confirm."""

    def current() -> Json:
        found = stage.message(panel["id"])
        assert found is not None
        return found

    while todo := [part for part in selects(current()) if not _chosen(part)]:
        name = todo[0]["custom_id"].split(":")[4].partition("~")[0]

        def shown(name: str = name) -> bool:
            return any(f":{name}~" in part["custom_id"] and _chosen(part) for part in selects(current()))

        value = rng.choice(todo[0]["options"])["value"]
        done = await seat.select(panel, custom_id=todo[0]["custom_id"], value=value)
        assert done.state == "answered", done
        await stage.until(shown)
    await stage.until(lambda: not buttons(current())["Confirm"].get("disabled"))
    return current()


async def by_buttons(stage: Stage, seat: Seat, board: Json, rng: random.Random) -> Outcome:
    """Take a turn with the panel under a board."""
    panel = await fill_panel(stage, seat, await open_panel(seat, board), rng)
    return await seat.click(panel, label="Confirm")


def _chosen(part: Json) -> bool:
    return any(option.get("default") for option in part["options"])
