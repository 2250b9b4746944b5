"""Sample pictures of Cat Sudoku, from games played by its own rules with fixed seeds."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from games.catsudoku import GAME
from games.catsudoku.robot import choose
from games.catsudoku.view import Scored
from render.samples import ODD_NAMES, Sample

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.catsudoku.state import CatState
    from games.catsudoku.view import CatView
    from games.core import Event

    Player = Callable[[CatView, Sequence[str]], str]

_ADVANCED = {"scoring": "advanced"}
_SPOTTED = {"mistakes": "spotted"}


@lru_cache(maxsize=1)
def samples() -> tuple[Sample, ...]:
    """Give pictures of every phase, for one to four seats, with plain and with odd names."""
    caught = _play(3, _careless, _SPOTTED, lambda view: view.last is not None and view.last.kind == "caught")[0]
    barred = _play(4, _careless, _SPOTTED, lambda view: view.phase == "open" and bool(view.barred))[0]
    hoard = _play(1, _hoarding, {}, lambda view: view.deck_left == 1)[0]
    kept = _play(2, _hoarding, {}, lambda view: bool(view.last and view.last.kind == "reserve"))
    four = _play(4, _able, {}, _drawn(14))[0]
    return (
        Sample("start, two seats", "board", GAME.view(GAME.setup(2, "sample", {}), None)),
        Sample("card drawn, alone", "board", GAME.view(_play(1, _able, {}, _drawn(12))[0], 0)),
        Sample("card drawn, two seats", "board", GAME.view(_play(2, _able, {}, _drawn(8))[0], 0)),
        Sample("three seats, advanced", "board", GAME.view(_play(3, _able, _ADVANCED, _drawn(9))[0], None)),
        Sample("four seats, begun", "board", GAME.view(_play(4, _able, {}, _drawn(22))[0], None)),
        Sample("four seats, late", "board", GAME.view(four, None)),
        Sample("a card kept", "board", GAME.view(kept[0], None)),
        Sample("everything kept, alone", "board", GAME.view(hoard, 0)),
        Sample("a turn looked over", "board", GAME.view(barred, None)),
        Sample("a mistake caught", "board", GAME.view(caught, None)),
        Sample("scored, alone", "scored", _scored(1, {})),
        Sample("scored, two seats", "scored", _scored(2, {})),
        Sample("scored, three seats, advanced", "scored", _scored(3, _ADVANCED)),
        Sample("scored, four seats", "scored", _scored(4, {})),
        Sample("scored, everything kept", "scored", _scored(1, {}, _hoarding)),
        Sample("game over", "board", GAME.view(_play(4, _able, _ADVANCED)[0], 0)),
        Sample("reserve, drawn card", "hand", GAME.view(four, four.turn)),
        Sample("reserve, another's turn", "hand", GAME.view(four, (four.turn + 1) % 4)),
        Sample("reserve, many cards", "hand", GAME.view(hoard, 0)),
        Sample("reserve, empty", "hand", _broke()),
        Sample("odd names", "board", GAME.view(four, None), ODD_NAMES),
        Sample("odd names, scored", "scored", _scored(4, {}), (*ODD_NAMES[1:], "")),
        Sample("odd name, reserve", "hand", GAME.view(four, 2), ODD_NAMES[::-1]),
    )


def _broke() -> CatView:
    """Give the view of a seat that has nothing in reserve."""
    state = _play(2, _able, {}, lambda view: () in view.reserves)[0]
    return GAME.view(state, state.reserves.index(()))


def _able(view: CatView, legal: Sequence[str]) -> str:
    """Play well."""
    return choose(view, legal, b"sample")


def _careless(view: CatView, legal: Sequence[str]) -> str:
    """Play anything, and spot mistakes now and then, rightly or not."""
    return legal[(5 * view.seq + 3) % len(legal)]


def _hoarding(_: CatView, legal: Sequence[str]) -> str:
    """Put everything into the reserve."""
    return next(text for text in ("reserve", "draw", "end") if text in legal)


def _drawn(left: int) -> Callable[[CatView], bool]:
    return lambda view: view.phase == "place" and view.deck_left <= left


def _play(
    seats: int, player: Player, options: dict[str, Any], wanted: Callable[[CatView], bool] = lambda _: False
) -> tuple[CatState, list[Event]]:
    """Play until the table is as `wanted`, or to the end."""
    state = GAME.setup(seats, f"sample {seats}", options)
    events: list[Event] = []
    while GAME.to_act(state) and not wanted(GAME.view(state, None)):
        seats_to_act = sorted(GAME.to_act(state))
        seat = seats_to_act[state.seq % len(seats_to_act)]
        state, happened = GAME.apply(state, seat, player(GAME.view(state, seat), GAME.legal(state, seat)))
        events += happened
    return state, events


def _scored(seats: int, options: dict[str, Any], player: Player = _able) -> Scored:
    return next(event for event in _play(seats, player, options)[1] if isinstance(event, Scored))
