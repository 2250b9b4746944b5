"""How a seat takes its turn: by buttons the same in all games, by slash command through a small adapter a game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol

from harness import Outcome, buttons, selects, text_of
from stored import position, seated

from games.catsudoku import spotting

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from harness import Json, Seat, Stage

Typed = tuple[str, dict[str, Any]]
"""A slash command and its options."""


class Player(Protocol):
    """A game played by typing, everything chosen from what autocomplete offers.

    Attributes:
        new: options of the game's `new` command.
        wrong: what is refused in the first turn, with a word of the refusal.
    """

    slug: str
    new: dict[str, Any]
    wrong: tuple[tuple[Typed, str], ...]

    async def choose(self, seat: Seat, channel: str, board: Json, rng: random.Random) -> Typed:
        """Choose a move of a seat that is to move."""


class CactpotPlayer:
    """Cactpot Party: the board's last line says whether a chip or a bet is wanted."""

    slug = "cactpot"
    wrong = (
        (("cactpot bet", {"on": "row1"}), "place"),
        (("cactpot place", {"chip": 1, "space": "z9", "face": "up"}), "a1"),
        (("cactpot place", {"chip": 1, "space": "'; DROP TABLE games; --", "face": "up"}), "a1 to c3"),
    )

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


class CatSudokuPlayer:
    """Cat Sudoku: the board's last line says what is wanted. Whoever looks a turn over sees every mistake in it."""

    slug = "catsudoku"
    wrong = (
        (("catsudoku grid", {"space": "a1"}), "draw"),
        (("catsudoku reserve", {}), "draw"),
        (("catsudoku end", {}), "draw"),
        (("catsudoku fine", {}), "spotting"),
        (("catsudoku spot", {}), "spotting"),
        (("catsudoku play", {"card": "r5", "space": "a1"}), "draw"),
        (("catsudoku play", {"card": "x" * 6000, "space": "@everyone"}), "such as r5"),
        (("catsudoku grid", {"space": "'; DROP TABLE games; --"}), "a1 to c3"),
    )

    def __init__(self, **new: Any) -> None:
        self.new = new

    async def choose(self, seat: Seat, channel: str, board: Json, rng: random.Random) -> Typed:
        wanted = text_of(board)
        if ": look over " in wanted:
            return _looked_over(seat, channel)
        if "draw a card." in wanted:
            return "catsudoku draw", {}
        if "put it into your reserve" in wanted:
            cells = await seat.autocomplete(channel, "catsudoku grid", focused="space")
            if cells and rng.random() < 0.8:
                return "catsudoku grid", {"space": rng.choice(cells)["value"]}
            return "catsudoku reserve", {}
        cards = await seat.autocomplete(channel, "catsudoku play", focused="card")
        if cards and rng.random() < 0.5:
            card = rng.choice(cards)["value"]
            cells = await seat.autocomplete(channel, "catsudoku play", focused="space", card=card)
            return "catsudoku play", {"card": card, "space": rng.choice(cells)["value"]}
        return "catsudoku end", {}


def _looked_over(seat: Seat, channel: str) -> Typed:
    view = position(seat.stage, channel)
    if spotting.newest(view.stacks, view.placed) is None:
        return "catsudoku fine", {}
    users = [row["user_id"] for row in seated(seat.stage, channel)]
    givers = spotting.victims(view, users.index(seat.id))
    return "catsudoku spot", {"from_player": str(users[givers[0]])} if len(givers) > 1 else {}


class CasinopolisPlayer:
    """Casinopolis: always a card on a spot, of which autocomplete offers the best."""

    slug = "casinopolis"
    wrong = (
        (("casinopolis place", {"card": 99, "at": "M13"}), "99"),
        (("casinopolis place", {"card": 99, "at": "'; DROP TABLE games; --"}), "such as M11"),
        (("casinopolis preview", {"card": 99, "at": "M13"}), "99"),
        (("casinopolis place", {"card": 1, "at": "x" * 6000}), "such as M11"),
    )

    def __init__(self, **new: Any) -> None:
        self.new = new

    async def choose(self, seat: Seat, channel: str, board: Json, rng: random.Random) -> Typed:
        cards = await seat.autocomplete(channel, "casinopolis place", focused="card")
        options = {"card": rng.choice(cards)["value"], "turned": rng.random() < 0.5}
        spots = await seat.autocomplete(channel, "casinopolis place", focused="at", **options)
        return "casinopolis place", {**options, "at": rng.choice(spots)["value"]}


PLAYERS: tuple[Callable[..., Player], ...] = (CactpotPlayer, CatSudokuPlayer, CasinopolisPlayer)


def movers(stage: Stage, board: Json) -> list[Seat]:
    """Name the seats a board calls to move, no robots; besides it mentions only whose turn is looked over."""
    called = text_of(board).partition(": look over ")[0]
    ids = re.findall(r"<@(\d+)>", called)
    return [next(seat for seat in stage.seats if str(seat.id) == number) for number in dict.fromkeys(ids)]


# -- buttons -----------------------------------------------------------------------------------------------------------


def ids(message: Json) -> list[str]:
    """List the custom_ids of a message's buttons that can be pressed."""
    return [b["custom_id"] for b in buttons(message).values() if "custom_id" in b and not b.get("disabled")]


def of_kind(message: Json, action: str) -> list[str]:
    """List the custom_ids of a message's buttons with one action."""
    return [name for name in ids(message) if name.startswith(f"b:{action}:")]


async def open_panel(seat: Seat, board: Json) -> Json:
    """Press Take turn; gives the panel."""
    opened = await seat.click(board, label="Take turn")
    assert opened.ephemeral, opened
    assert opened.message is not None
    return opened.message


async def fill_panel(stage: Stage, seat: Seat, panel: Json, rng: random.Random) -> tuple[Json, str]:
    """Choose in every list and move what arrows move; gives the panel and the custom_id of the button that then moves.

    That is Confirm, or the button of a move that needs no choosing.
    """
    deeds = of_kind(panel, "do")
    if deeds and (not selects(panel) or rng.random() < 0.4):
        return panel, rng.choice(deeds)
    while todo := [part for part in selects(_now(stage, panel)) if not _chosen(part)]:
        await _choose(stage, seat, panel, todo[0], rng.choice(todo[0]["options"])["value"])
    if of_kind(panel, "tweak"):
        await _shift(stage, seat, panel, rng)
    await stage.until(lambda: of_kind(_now(stage, panel), "confirm"))
    panel = _now(stage, panel)
    return panel, of_kind(panel, "confirm")[0]


async def by_buttons(stage: Stage, seat: Seat, board: Json, rng: random.Random) -> Outcome:
    """Take a turn with a move offered under the board, or with the panel."""
    offers = of_kind(board, "offer")
    if offers and rng.random() < 0.5:
        return await seat.click(board, custom_id=rng.choice(offers))
    panel, name = await fill_panel(stage, seat, await open_panel(seat, board), rng)
    return await seat.click(panel, custom_id=name)


async def _shift(stage: Stage, seat: Seat, panel: Json, rng: random.Random) -> None:
    """Take another of the best spots, then press two of the arrows and the like; each changes what would be played."""
    (best,) = selects(_now(stage, panel))
    others = [option["value"] for option in best["options"] if not option.get("default")]
    if others:
        await _choose(stage, seat, panel, best, rng.choice(others))
    for _ in range(2):
        here = _now(stage, panel)
        before = buttons(here)["Confirm"]["custom_id"]
        able = [
            label
            for label in ("←", "↑", "↓", "→", "Turn", "Next card")
            if buttons(here)[label]["custom_id"] in ids(here)
        ]
        done = await seat.click(panel, label=rng.choice(able))
        assert done.state == "answered", done
        await stage.until(lambda before=before: buttons(_now(stage, panel))["Confirm"]["custom_id"] != before)


async def _choose(stage: Stage, seat: Seat, panel: Json, part: Json, value: str) -> None:
    name = part["custom_id"].split(":")[4].partition("~")[0]

    def shown() -> bool:
        same = [part for part in selects(_now(stage, panel)) if f":{name}~" in part["custom_id"]]
        return any(option["value"] == value and option.get("default") for part in same for option in part["options"])

    done = await seat.select(panel, custom_id=part["custom_id"], value=value)
    assert done.state == "answered", done
    await stage.until(shown)


def _now(stage: Stage, message: Json) -> Json:
    found = stage.message(message["id"])
    assert found is not None
    return found


def _chosen(part: Json) -> bool:
    return any(option.get("default") for option in part["options"])
