"""The course of a turn: who may do what, and what each move changes (rulebook, "Gameplay / Turn").

Questions are answered from what lies open, so they take a state or a view alike; only drawing needs the deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar, assert_never

from msgspec.structs import replace

from games.catsudoku import moves, spotting
from games.catsudoku.placing import Spot, fits, meets, tops
from games.catsudoku.state import CatState
from games.catsudoku.tables import PRICE
from games.catsudoku.view import (
    CatView,
    Caught,
    Drawn,
    Fine,
    Kept,
    Last,
    Placed,
    Placement,
    TimeUp,
    TurnEnded,
    WrongSpot,
)
from games.grid import CELLS, PLACES

if TYPE_CHECKING:
    from games.core import Event

Table = TypeVar("Table", CatState, CatView)
Step = tuple[CatState, tuple["Event", ...]]


class Put(NamedTuple):
    """What came of laying a card: the goal it met, and whether a token was left for it."""

    goal: str | None
    earned: bool


def awaited(table: CatState | CatView) -> tuple[int, ...]:
    """Give the seats the game cannot go on without, ascending."""
    if table.phase == "over":
        return ()
    return table.waiting if table.phase == "open" else (table.turn,)


def to_act(table: CatState | CatView) -> frozenset[int]:
    """Give the seats that may move now: those awaited, and others who may spot a mistake meanwhile."""
    return frozenset(awaited(table)) | frozenset(spotting.watchers(table))


def legal(table: CatState | CatView, seat: int | None) -> list[str]:
    """List every legal move, sorted; None is the table itself."""
    found: list[moves.Move] = []
    if seat is None:
        found += [moves.Close()] if table.phase == "open" else []
    elif seat == table.turn:
        found += _own(table)
    else:
        if seat in spotting.watchers(table):
            named = spotting.victims(table, seat)
            found += [moves.Spot(victim) for victim in named] if len(named) > 1 else [moves.Spot()]
        if seat in table.waiting:
            found.append(moves.Fine())
    return sorted(map(moves.write, found))


def cells(table: CatState | CatView, card: str) -> list[str]:
    """List the cells that `card` may be laid on: with mistakes `spotted` only the host is in the way."""
    if table.mistakes == "spotted":
        return [cell for cell in CELLS if cell != table.host]
    return fits(tops(table.stacks), table.host, card)


def affordable(table: CatState | CatView) -> list[tuple[str, str]]:
    """List the plays of phase 2, card and cell."""
    if table.tokens[table.turn] < PRICE:
        return []
    return [(card, cell) for card in table.reserves[table.turn] for cell in cells(table, card)]


def goal_met(table: CatState | CatView, card: str, cell: str) -> bool:
    """Tell whether `card` would meet its goal on `cell`."""
    return meets(table.goals[card], Spot(card, cell, table.stacks, table.host))


def put(table: Table, card: str, cell: str, *, paid: bool) -> tuple[Table, Put]:
    """Lay a card of the seat whose turn it is into the grid, the drawn one or, if `paid`, one of its reserve."""
    seat = table.turn
    reserve = table.reserves[seat]
    tokens, pool = table.tokens[seat], table.pool
    if paid:
        reserve = tuple(other for other in reserve if other != card)
        tokens, pool = tokens - PRICE, pool + PRICE
    met = goal_met(table, card, cell)
    earned = met and pool > 0
    stack = (*table.stacks[PLACES[cell]], card)
    after = replace(
        table,
        phase="play",
        stacks=_with(table.stacks, PLACES[cell], stack),
        host=cell,
        drawn=None,
        reserves=_with(table.reserves, seat, reserve),
        tokens=_with(table.tokens, seat, tokens + earned),
        pool=pool - earned,
        placed=(*table.placed, Placement(card, cell, table.host, earned)),
        last=Last(seat, "played" if paid else "grid", card, cell),
    )
    return after, Put(table.goals[card] if met else None, earned)


def keep(table: Table) -> Table:
    """Put the drawn card into the reserve of the seat whose turn it is."""
    card = table.drawn
    if card is None:
        return table
    reserve = (*table.reserves[table.turn], card)
    return replace(
        table,
        phase="play",
        drawn=None,
        reserves=_with(table.reserves, table.turn, reserve),
        last=Last(table.turn, "reserve", card),
    )


def settle(table: Table) -> Table:
    """End the turn when nothing of phase 2 is possible. A spotter's game waits for `end`: it may be spotted first."""
    return table if table.mistakes == "spotted" or affordable(table) else _close(table)


def make(state: CatState, seat: int | None, move: moves.Move) -> Step:  # noqa: PLR0911 - one step a move
    """Make a legal move."""
    match move:
        case moves.Draw():
            return _draw(state)
        case moves.Grid(cell) if state.drawn:
            return _lay(state, state.drawn, cell, paid=False)
        case moves.Play(card, cell):
            return _lay(state, card, cell, paid=True)
        case moves.Reserve() if state.drawn:
            return settle(keep(state)), (Kept(state.turn, state.drawn),)
        case moves.End():
            return _end(state)
        case moves.Spot(victim) if seat is not None:
            return _spot(state, seat, victim)
        case moves.Fine() if seat is not None:
            return _fine(state, seat)
        case moves.Close():
            return _close(state), (TimeUp(state.turn, state.waiting),)
        case moves.Grid() | moves.Reserve() | moves.Spot() | moves.Fine():
            msg = f"{moves.write(move)} is not legal here"
            raise AssertionError(msg)
        case _ as unknown:
            assert_never(unknown)


def _own(table: CatState | CatView) -> list[moves.Move]:
    match table.phase:
        case "draw":
            return [moves.Draw()]
        case "place" if table.drawn:
            return [moves.Reserve(), *(moves.Grid(cell) for cell in cells(table, table.drawn))]
        case "play":
            return [moves.End(), *(moves.Play(card, cell) for card, cell in affordable(table))]
        case _:
            return []


def _draw(state: CatState) -> Step:
    card, *rest = state.deck
    drawn = replace(state, deck=tuple(rest), drawn=card, phase="place", last=Last(state.turn, "drawn", card))
    return drawn, (Drawn(state.turn, card, len(rest)),)


def _lay(state: CatState, card: str, cell: str, *, paid: bool) -> Step:
    after, came = put(state, card, cell, paid=paid)
    return settle(after), (Placed(state.turn, card, cell, paid, came.goal, came.earned),)


def _end(state: CatState) -> Step:
    """End the turn; with mistakes `spotted` it stays open for the others, if it laid anything they could look at."""
    waiting: tuple[int, ...] = ()
    if state.mistakes == "spotted" and state.placed:
        waiting = tuple(seat for seat in range(state.seats) if seat != state.turn)
    after = replace(state, phase="open", waiting=waiting) if waiting else _close(state)
    return after, (TurnEnded(state.turn, waiting),)


def _close(table: Table) -> Table:
    """Go on to the next seat, or end the game when the deck has run out."""
    barred = tuple(seat for seat in table.barred if seat != table.turn)
    table = replace(table, placed=(), waiting=(), barred=barred)
    if not table.deck_left:
        return replace(table, phase="over")
    return replace(table, phase="draw", turn=(table.turn + 1) % table.seats)


def _fine(state: CatState, seat: int) -> Step:
    waiting = tuple(other for other in state.waiting if other != seat)
    state = replace(state, waiting=waiting)
    return (state if waiting else _close(state)), (Fine(seat),)


def _spot(state: CatState, spotter: int, victim: int | None) -> Step:
    mistake = spotting.newest(state.stacks, state.placed)
    if mistake is None:
        return _wrong(state, spotter)
    seat, placement = state.turn, mistake.placement
    tokens, pool = list(state.tokens), state.pool
    giver = victim if victim is not None else next(iter(spotting.victims(state, spotter)), None)
    took = pool > 0 or giver is not None
    if giver is not None:
        tokens[giver] -= 1
    elif took:
        pool -= 1
    tokens[spotter] += took
    returned = placement.earned and tokens[seat] > 0
    tokens[seat] -= returned
    place = PLACES[placement.cell]
    after = replace(
        state,
        stacks=_with(state.stacks, place, state.stacks[place][:-1]),
        host=placement.host if state.host == placement.cell else state.host,
        reserves=_with(state.reserves, seat, (*state.reserves[seat], placement.card)),
        tokens=tuple(tokens),
        pool=pool + returned,
        last=Last(seat, "caught", placement.card, placement.cell),
    )
    reasons = tuple(map(str, mistake.reasons))
    event = Caught(spotter, seat, placement.card, placement.cell, reasons, took, giver, returned, after.host)
    return _close(after), (event,)


def _wrong(state: CatState, spotter: int) -> Step:
    """Take a token for a wrong spot; whoever has none left may not spot until after their own next turn (ours)."""
    paid = state.tokens[spotter] > 0
    left = state.tokens[spotter] - paid
    barred = left == 0
    after = replace(
        state,
        tokens=_with(state.tokens, spotter, left),
        pool=state.pool + paid,
        barred=tuple(sorted((*state.barred, spotter))) if barred else state.barred,
    )
    return after, (WrongSpot(spotter, state.turn, paid, barred),)


T = TypeVar("T")


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Exchange one item."""
    return (*items[:index], item, *items[index + 1 :])
