"""Sample pictures of Cactpot Party, from games played by its own rules with fixed seeds."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.cactpot import GAME, score
from games.cactpot.tables import SETUPS
from games.cactpot.view import Scored
from games.grid import CELLS
from render.samples import ODD_NAMES, Sample

if TYPE_CHECKING:
    from games.cactpot.state import State
    from games.core import Event

_PLACEMENTS = 8
_EXAMPLE = (9, 4, 7, 8, 5, 6, 1, 3, 2)
"""A table with all three kinds of lines, row by row."""
_EXAMPLE_BETS: dict[str, tuple[int, ...]] = {
    "row3": (0, 1),
    "colb": (1, 0, 2),
    "fall": (0,),
    "bingo3-8": (2,),
    "star8": (2, 0),
}
_RICH = (1, 3, 2, 6, 5, 4, 8, 7, 9)
"""Eight lines that pay."""


@lru_cache(maxsize=1)
def samples() -> tuple[Sample, ...]:
    """Give pictures of every phase, for two, three and four seats, with plain and with odd names."""
    return (
        Sample("start, two seats", "board", GAME.view(_play(2, 0)[0], None)),
        Sample("placing, own view", "board", GAME.view(_play(2, 5)[0], 0)),
        Sample("three chips face up", "board", GAME.view(_play(3, 3)[0], None)),
        Sample("placing, three seats", "board", GAME.view(_play(3, 6)[0], 1)),
        Sample("first bet, X tokens", "board", GAME.view(_play(3, _PLACEMENTS, x_tokens=True)[0], None)),
        Sample(
            "betting, full stacks", "board", GAME.view(_play(4, _PLACEMENTS + 10, x_tokens=True, stacked=True)[0], None)
        ),
        Sample("scored, three kinds", "scored", _scored(_EXAMPLE, "a2", _EXAMPLE_BETS, 3)),
        Sample("scored, eight lines", "scored", _scored(_RICH, "b2", {"bingo3-8": (3, 1, 0), "rise": (2,)}, 4)),
        Sample("scored, last game", "scored", _last_scored(4)),
        Sample("match over", "board", GAME.view(_play(2, None)[0], None)),
        Sample("hand, all chips", "hand", GAME.view(_play(2, 0)[0], 0)),
        Sample("hand, two hidden", "hand", GAME.view(_play(2, _PLACEMENTS + 1)[0], 1)),
        Sample("odd names", "board", GAME.view(_play(4, 6)[0], None), ODD_NAMES),
        Sample("odd names, scored", "scored", _last_scored(4), (*ODD_NAMES[1:], "")),
        Sample("odd name, hand", "hand", GAME.view(_play(4, 3)[0], 2), ODD_NAMES[::-1]),
    )


def _play(seats: int, moves: int | None, *, x_tokens: bool = False, stacked: bool = False) -> tuple[State, list[Event]]:
    """Play `moves` moves, or a whole match; stacked bets go where most tokens lie, others all over the table."""
    state = GAME.setup(seats, f"sample {seats}", {"x_tokens": x_tokens})
    events: list[Event] = []
    made = 0
    while GAME.to_act(state) and made != moves:
        seat = min(GAME.to_act(state))
        choice = GAME.legal(state, seat)
        if stacked:
            bets = GAME.view(state, None).bets
            heights = {text: len(bets.get(text.removeprefix("bet "), ())) for text in choice}
            choice = [text for text in choice if heights[text] == max(heights.values())]
        state, happened = GAME.apply(state, seat, choice[(5 * made + 3) % len(choice)])
        events += happened
        made += 1
    return state, events


def _last_scored(seats: int) -> Scored:
    return [event for event in _play(seats, None)[1] if isinstance(event, Scored)][-1]


def _scored(grid: tuple[int, ...], star: str, bets: dict[str, tuple[int, ...]], seats: int) -> Scored:
    result = score(grid, star, bets, seats)
    free = (at for at, cell in enumerate(CELLS) if cell != star and at % 2)
    owners: list[int | None] = [None] * len(CELLS)
    for seat, at in enumerate(free):
        owners[at] = seat % seats
    return Scored(
        game_no=1,
        games=SETUPS[seats].games,
        starter=1,
        grid=grid,
        star_cell=star,
        owners=tuple(owners),
        bets=bets,
        closed=("star1", "star2"),
        bingos=result.bingos,
        bingo_space=result.bingo_space,
        payouts=result.payouts,
        totals=result.totals,
        scores=result.totals,
    )
