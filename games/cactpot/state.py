"""The whole truth about a match of Cactpot Party, and the facts that follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.cactpot.tables import BETS_PER_SPACE, LINES, SETUPS, SPACES, Setup
from games.cactpot.view import Face  # noqa: TC001 - msgspec reads annotations
from games.chance import Chance  # noqa: TC001 - msgspec reads annotations
from games.grid import CELLS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from games.cactpot.view import CactpotView


class Placed(msgspec.Struct, frozen=True):
    """A chip on the board and who put it there."""

    seat: int
    chip: int
    cell: str
    face: Face


class State(msgspec.Struct, frozen=True):
    """A match of two or three games.

    `results` has the points of each seat for every game scored so far. Hands are ascending; `star` is the chip nobody
    knows; `placed` and `bets` (seat, space) are in order of play. After the last game its board stays.
    """

    seats: int
    chance: Chance
    starter: int
    x_tokens: bool = False
    seq: int = 0
    results: tuple[tuple[int, ...], ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    star: int = 0
    placed: tuple[Placed, ...] = ()
    bets: tuple[tuple[int, str], ...] = ()
    closed: tuple[str, ...] = ()


def setup_of(state: State) -> Setup:
    """Give the numbers that go with the number of players."""
    return SETUPS[state.seats]


def over(state: State) -> bool:
    """Tell whether the last game of the match has been scored."""
    return len(state.results) == setup_of(state).games


def placing(state: State) -> bool:
    """Tell whether chips are still being placed."""
    return len(state.placed) < len(setup_of(state).turns)


def queue(state: State) -> tuple[int, ...]:
    """List the seats of the coming turns of this phase, the present one first."""
    if over(state):
        return ()
    setup = setup_of(state)
    if placing(state):
        coming = tuple(seat for seat, _ in setup.turns[len(state.placed) :])
    else:
        coming = setup.bets[len(state.bets) :]
    return tuple((state.starter + seat) % state.seats for seat in coming)


def faces(state: State) -> tuple[Face, ...]:
    """List how the seat to act may place its chip: face up, face down, or either."""
    if not placing(state):
        return ()
    match setup_of(state).turns[len(state.placed)][1]:
        case "any":
            return ("up", "down")
        case "other":
            return ("down",) if state.placed[-1].face == "up" else ("up",)
        case face:
            return (face,)


def up(state: State) -> dict[str, int]:
    """Map cells to the chips that lie face up there."""
    return {placed.cell: placed.chip for placed in state.placed if placed.face == "up"}


def bets(state: State) -> dict[str, tuple[int, ...]]:
    """Map betting spaces to the seats that bet there, in order."""
    found: dict[str, tuple[int, ...]] = {}
    for seat, space in state.bets:
        found[space] = (*found.get(space, ()), seat)
    return {space: found[space] for space in SPACES if space in found}


def bet_number(view: CactpotView) -> int:
    """Tell which of its bets the seat to act places; in a preview, too, where its token lies already."""
    return SETUPS[view.seats].tokens - view.queue.count(view.queue[0]) + 1


def free(taken: Collection[str]) -> tuple[str, ...]:
    """List the cells without a chip."""
    return tuple(cell for cell in CELLS if cell not in taken)


def threes(face_up: Collection[str], cell: str) -> tuple[str, ...]:
    """Name the lines on which another face-up chip on `cell` would be the third."""
    return tuple(
        line for line, cells in LINES.items() if cell in cells and all(c == cell or c in face_up for c in cells)
    )


def allowed(face_up: Collection[str], empty: Iterable[str], choice: Collection[Face], face: Face) -> tuple[str, ...]:
    """List the cells a chip may go to with one face of the `choice` there is.

    Face up it must not be the third in a row. Who places one chip of each face in the order they like, and begins with
    the one face down, must leave a cell for the one face up; otherwise two players could run into a dead end.
    """
    empty = tuple(empty)
    if face not in choice:
        return ()
    open_up = tuple(cell for cell in empty if not threes(face_up, cell))
    if face == "up":
        return open_up
    if "up" in choice:
        return tuple(cell for cell in empty if any(other != cell for other in open_up))
    return empty


def bettable(bets: Mapping[str, tuple[int, ...]], closed: Collection[str], seat: int) -> tuple[str, ...]:
    """List the spaces a seat may bet on."""
    return tuple(
        space
        for space in SPACES
        if space not in closed and len(on := bets.get(space, ())) < BETS_PER_SPACE and seat not in on
    )
