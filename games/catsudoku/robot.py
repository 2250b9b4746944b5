"""A reference robot for practice, substitution and tuning. It sees a view and nothing else, and looks one move ahead.

Every legal move is weighed by where it would leave all seats: own standing against the others'. A standing is zone
points, tokens, reserve cards and the hope for most tokens; early in a game points are worth what they may become.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games import chance
from games.catsudoku import moves, spotting, turns
from games.catsudoku.placing import clashes, tops
from games.catsudoku.tables import BONUS, PRICE, SETUPS, STACK_POINTS
from games.grid import PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.catsudoku.view import CatView

ENVY = 0.75
"""What others' standing counts against one's own; of it `BEST` is the best other's, the rest their mean."""
BEST = 0.4
TOKEN, SPARE_TOKEN = 1.4, 0.4
"""A token that the reserve can use, two a card, and one beyond."""
RESERVE, LAST_RESERVE = 1.6, 3.0
"""What a reserve card costs: there may be a turn to play it in, or not."""
STACKS = (0.0, 1.0, 1.5, 0.5, 0.2)
SOLO_STACKS = (0.0, 1.0, 2.0, 1.2, 0.45)
"""Advanced scoring, early: a stack of none, one, two, three and more cards. Alone nobody else spoils a stack."""
SHARP_EYES = 65
"""Of a hundred mistakes, how many are spotted. Neither all nor few: bluffing then neither pays nor loses."""


class _Table(NamedTuple):
    """What a move changes for the robot: cards a cell, reserve cards and tokens a seat."""

    heights: tuple[int, ...]
    reserves: tuple[int, ...]
    tokens: tuple[int, ...]


def choose(view: CatView, legal: Sequence[str], seed: bytes) -> str:
    """Choose a move.

    Args:
        view: what the seat to move knows.
        legal: its legal moves, not empty.
        seed: decides between equals and whether a mistake is seen; the same seed gives the same choice.

    Raises:
        ValueError: the game does not wait for this seat; it may spot a mistake, but a robot looks when a turn is over.
    """
    if view.seat not in view.awaited:
        msg = "a robot moves when the game waits for it"
        raise ValueError(msg)
    generator = chance.start(seed)
    if any(isinstance(moves.read(text), moves.Fine) for text in legal):
        return _look_over(view, legal, generator)
    values = {text: value for text in legal if (value := _value(view, moves.read(text))) is not None}
    best = max(values.values())
    equals = [text for text, value in values.items() if value > best - 1e-9]
    index, _ = chance.below(generator, len(equals))
    return equals[index]


def _look_over(view: CatView, legal: Sequence[str], generator: chance.Chance) -> str:
    """Spot a mistake, if there is one, it is seen and spotting is allowed; take the token from the leader."""
    roll, _ = chance.below(generator, 100)
    spots = [text for text in legal if isinstance(moves.read(text), moves.Spot)]
    if not spots or roll >= SHARP_EYES or spotting.newest(view.stacks, view.placed) is None:
        return moves.write(moves.Fine())
    return max(spots, key=lambda text: _victim_total(view, text))


def _victim_total(view: CatView, text: str) -> int:
    match moves.read(text):
        case moves.Spot(int(victim)):
            return view.score.totals[victim]
        case _:
            return 0


def _value(view: CatView, move: moves.Move) -> float | None:
    """Weigh a move; None for one this robot never makes: a card against the rules, a spot on suspicion."""
    table = _Table(tuple(map(len, view.stacks)), tuple(map(len, view.reserves)), view.tokens)
    match move:
        case moves.Grid(cell) if view.drawn:
            after = _laid(view, table, view.drawn, cell, price=0)
        case moves.Play(card, cell):
            after = _laid(view, table, card, cell, price=PRICE)
        case moves.Reserve():
            after = table._replace(reserves=_add(table.reserves, view.turn, 1))
        case moves.Draw() | moves.End():
            after = table
        case _:
            return None
    return None if after is None else _weigh(view, after, ended=isinstance(move, moves.End))


def _laid(view: CatView, table: _Table, card: str, cell: str, price: int) -> _Table | None:
    if view.mistakes == "spotted" and clashes(tops(view.stacks), card, cell):
        return None
    earned = turns.goal_met(view, card, cell) and view.pool + price > 0
    return _Table(
        _add(table.heights, PLACES[cell], 1),
        _add(table.reserves, view.turn, -1 if price else 0),
        _add(table.tokens, view.turn, earned - price),
    )


def _weigh(view: CatView, table: _Table, *, ended: bool) -> float:
    """Weigh a table; `ended` tells that the present turn goes no further."""
    standings = [_standing(view, table, seat, playing=seat == view.turn and not ended) for seat in range(view.seats)]
    own = standings.pop(view.turn)
    if not standings:
        return own
    return own - ENVY * (BEST * max(standings) + (1 - BEST) * sum(standings) / len(standings))


def _standing(view: CatView, table: _Table, seat: int, *, playing: bool) -> float:
    share = view.deck_left / SETUPS[view.seats].deck
    reserve, tokens = table.reserves[seat], table.tokens[seat]
    later = _turns_left(view, seat)
    if later:
        useful = min(tokens, PRICE * reserve)
        purse = TOKEN * useful + SPARE_TOKEN * (tokens - useful)
    else:
        purse = TOKEN * PRICE * min(tokens // PRICE, reserve) if playing else 0.0
    burden = (RESERVE if later else LAST_RESERVE) * reserve
    hope = BONUS * (1 - share) ** 2 if tokens and tokens == max(table.tokens) else 0.0
    return _zone(view, table, seat, share) + purse - burden + hope


def _zone(view: CatView, table: _Table, seat: int, share: float) -> float:
    """Weigh a zone: its cards, or under advanced scoring from what its stacks may become to what they are."""
    heights = [table.heights[PLACES[cell]] for cell in view.zones[seat]]
    if view.scoring == "basic":
        return sum(heights)
    early = SOLO_STACKS if view.seats == 1 else STACKS
    hoped = sum(early[min(height, len(early) - 1)] for height in heights)
    real = sum(STACK_POINTS.get(height, 0) for height in heights) + max(heights)
    return share * hoped + (1 - share) * real


def _turns_left(view: CatView, seat: int) -> int:
    """Count the turns that `seat` still has after the present one."""
    first = (seat - view.turn - 1) % view.seats
    return max(0, -(-(view.deck_left - first) // view.seats))


def _add(counts: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] + more, *counts[index + 1 :])
