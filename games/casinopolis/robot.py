"""A reference team player for practice, substitution, hints and tuning. It sees a view and nothing else.

A beam search over the cards it knows, its own hand and then the open card of the deck, as if the team laid them next:
all placements of the first card are weighed, then the best few maps go on. A map is worth its score, and something for
roads that could soon be closed where a condition pays for loops.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final, NamedTuple

from games import chance
from games.casinopolis import moves
from games.casinopolis.blocks import BLOCKS, around, lie
from games.casinopolis.city import City
from games.casinopolis.conditions import find
from games.casinopolis.deck import card
from games.casinopolis.map import footprint, spots
from games.casinopolis.scoring import reckon

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.casinopolis.blocks import Block, Cell
    from games.casinopolis.city import Choice
    from games.casinopolis.conditions import Condition
    from games.casinopolis.roads import Road
    from games.casinopolis.view import CasinoView

WIDTH: Final = 6
"""Maps that go on from each step to the next."""
DEPTH: Final = 4
"""Cards laid ahead at most: the hand and the open card."""
FAR: Final = 12
"""Placements away from the new cards that a step tries, the best on the present map; nearby it tries all."""
CLOSING: Final = (0.5, 0.35, 0.25)
"""What a loop is worth of its points while 0, 1, 2 cells lie between the cells its ends run into."""
LEAST_LOOP: Final = 3
"""Sections that a road needs to be seen as a loop to be closed."""


class _Line(NamedTuple):
    """Cards laid ahead: the map they give, what it is worth, and where they lie."""

    worth: float
    blocks: Mapping[Cell, Block]
    laid: tuple[moves.Place, ...]


class _Team(NamedTuple):
    """What stays the same while the robot thinks. `loops` are the conditions that know loops, with their chips;
    `placed` has the blocks of each known card both ways up; `turns` counts the cards still to come on the map."""

    conditions: Sequence[Condition]
    loops: Sequence[tuple[int, Condition]]
    placed: Mapping[tuple[int, bool], tuple[Block, ...]]
    turns: int


def choose(view: CasinoView, legal: Sequence[str], seed: bytes) -> str:
    """Choose a move.

    Args:
        view: what the seat to move knows.
        legal: its legal moves, not empty.
        seed: decides between equals; the same seed gives the same choice.
    """
    team = _team(view)
    start = _Line(0, {(col, row): BLOCKS[text] for col, row, text in view.blocks}, ())
    first = [_lay(team, start, move) for move in map(moves.read, legal)]
    first.sort(key=lambda line: -line.worth)
    beam, favourites = _widest(first), [line.laid[0] for line in first]
    for step in range(1, min(DEPTH, team.turns)):
        known = view.hand if step < view.seats or view.top is None else (*view.hand, view.top)
        further = [_lay(team, line, move) for line in beam for move in _next(line, known, favourites)]
        if not further:
            break
        further.sort(key=lambda line: -line.worth)
        beam = _widest(further)
    best = [moves.write(line.laid[0]) for line in beam if line.worth == beam[0].worth]
    index, _ = chance.below(chance.start(seed), len(best))
    return best[index]


def _team(view: CasinoView) -> _Team:
    conditions = [card(view.cards, number).condition for number in view.conditions]
    known = view.hand if view.top is None else (*view.hand, view.top)
    return _Team(
        conditions=conditions,
        loops=[
            (chips, condition)
            for chips, condition in enumerate(conditions, start=1)
            if any("loop" in word for word in condition.where)
        ],
        placed={
            (number, turned): tuple(BLOCKS[text] for text in lie(card(view.cards, number).blocks, turned=turned))
            for number in known
            for turned in (False, True)
        },
        turns=len(view.queue),
    )


def _lay(team: _Team, line: _Line, move: moves.Place) -> _Line:
    """Lay a card and weigh the map."""
    blocks = dict(line.blocks)
    blocks.update(zip(footprint(move.spot), team.placed[move.number, move.turned], strict=True))
    laid = (*line.laid, move)
    city = City(blocks)
    total, choice, _, _ = reckon(city, team.conditions)
    hope = _loop_hope(team, city, choice) if team.loops and len(laid) < team.turns else 0
    return _Line(total + hope, blocks, laid)


def _next(line: _Line, known: Iterable[int], favourites: Sequence[moves.Place]) -> Iterator[moves.Place]:
    """Give the placements to try after a line: all that meet its newest cards, and the favourites elsewhere."""
    used = {move.number for move in line.laid}
    near = spots([cell for move in line.laid for cell in footprint(move.spot)])
    for number in known:
        if number not in used:
            for spot in near:
                yield moves.Place(number, spot)
                yield moves.Place(number, spot, turned=True)
    elsewhere = (move for move in favourites if move.number not in used and move.spot not in near)
    for move, _ in zip(elsewhere, range(FAR), strict=False):
        yield move


def _widest(lines: Sequence[_Line]) -> list[_Line]:
    """Keep the best lines that lead to different maps."""
    beam: list[_Line] = []
    for line in lines:
        if not any(line.worth == other.worth and line.blocks == other.blocks for other in beam):
            beam.append(line)
            if len(beam) == WIDTH:
                break
    return beam


def _loop_hope(team: _Team, city: City, choice: Choice) -> float:
    """Say what the roads that are nearly closed would bring if they were, the less the wider the gap."""
    hope = 0.0
    for number, road in enumerate(city.roads):
        gap = _gap(city, road)
        if gap is None:
            continue
        closed = copy(city)
        closed.__dict__.pop("on_loops", None)
        closed.roads = [*city.roads[:number], road._replace(loop=True), *city.roads[number + 1 :]]
        for chips, condition in team.loops:
            more = find(condition, closed, choice).hits - find(condition, city, choice).hits
            hope += CLOSING[gap] * chips * more
    return hope


def _gap(city: City, road: Road) -> int | None:
    """Count the cells between the two into which the ends of a road run; None if it is a loop or far from one."""
    if road.loop or len(road.cells) < LEAST_LOOP:
        return None
    (one, upwards), (other, leftwards) = (
        _beyond(city, end, neighbour)
        for end, neighbour in ((road.cells[0], road.cells[1]), (road.cells[-1], road.cells[-2]))
    )
    gap = abs(one - other) + abs(upwards - leftwards)
    return gap if gap < len(CLOSING) else None


def _beyond(city: City, end: Cell, neighbour: Cell) -> Cell:
    """Give the cell into which a road runs at its end."""
    beside = around(end)
    one, other = (beside[edge] for edge in city.blocks[end].edges)
    return other if one == neighbour else one
