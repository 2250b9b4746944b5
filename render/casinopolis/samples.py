"""Sample pictures of Casinopolis: teams' maps move by move, and maps of every shape."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from games.casinopolis import GAME
from games.casinopolis.deck import HOUSE, NUMBERS, card
from games.casinopolis.state import State, deck_size, hand_sizes
from games.casinopolis.view import Laid, Scored
from render.samples import ODD_NAMES, Sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.casinopolis.view import CasinoView

Lie = tuple[int, int, int, bool]
"""Number, column, row, whether turned."""

_TEAM_OF_TWO: tuple[Lie, ...] = (
    *((1, 0, 0, False), (12, 0, -1, False), (15, 0, -2, True), (7, 0, -3, False), (10, -1, -4, True)),
    *((5, 0, -5, True), (3, -2, -4, False), (2, -2, -2, False), (17, -2, -1, False), (9, -3, 0, False)),
    *((16, -4, -1, False), (4, -2, 1, True), (13, 0, -6, True), (18, -1, -5, False), (11, -2, -5, True)),
)
_TEAM_OF_THREE: tuple[Lie, ...] = (
    *((7, 0, 0, False), (9, 1, 0, True), (10, 1, 2, False), (16, 2, 1, True), (17, 2, 2, False), (4, 2, 3, False)),
    *((8, 3, 4, False), (6, 4, 3, True), (5, 4, 4, True), (2, 4, 1, False), (15, 4, 0, True), (1, 4, -1, False)),
    *((14, 3, -1, True), (12, 5, 5, True), (18, 4, 6, False)),
)
_TEAM_OF_FOUR: tuple[Lie, ...] = (
    *((14, 0, 0, False), (10, -1, 1, False), (18, -1, 2, False), (2, 0, 2, False), (13, 0, 1, False), (3, 0, 1, True)),
    *((17, 1, 2, True), (4, 2, 2, True), (15, 2, 1, True), (7, 2, 0, False), (11, 2, -1, True), (6, 2, -2, False)),
    *((9, 1, -2, True), (8, 1, -1, False), (16, 1, 2, True)),
)
_ROW = tuple((number, 2 * place, 0, False) for place, number in enumerate(range(4, 19)))
_COLUMN = tuple((number, 0, -2 * place, place % 2 == 1) for place, number in enumerate(range(4, 19)))
_STAIRS = tuple((number, 2 * place, place, False) for place, number in enumerate(range(4, 19)))


@lru_cache(maxsize=1)
def samples() -> tuple[Sample, ...]:
    """Give pictures of every phase, for one to four seats, maps of every shape, with plain and with odd names."""
    two, three, four = (6, 14, 8), (3, 13, 11), (12, 5, 1)
    return (
        Sample("start, solo", "board", _view(1, two, _TEAM_OF_TWO[:1])),
        Sample("first cards, two seats", "board", _view(2, two, _TEAM_OF_TWO[:4], 0)),
        Sample("halfway, two seats", "board", _view(2, two, _TEAM_OF_TWO[:9])),
        Sample("preview", "ghost", _ghost(_view(2, two, _TEAM_OF_TWO[:11]), _TEAM_OF_TWO[11])),
        Sample("late, three seats", "board", _view(3, three, _TEAM_OF_THREE[:13])),
        Sample("halfway, four seats", "board", _view(4, four, _TEAM_OF_FOUR[:8], 2)),
        Sample("deck used up, four seats", "board", _view(4, four, _TEAM_OF_FOUR[:13])),
        Sample("fifteen in a row", "board", _view(3, (1, 2, 3), _ROW[:14])),
        Sample("a tall map", "board", _view(3, (1, 2, 3), _COLUMN[:13])),
        Sample("stairs", "board", _view(3, (1, 2, 3), _STAIRS[:14])),
        Sample("preview far away", "ghost", _ghost(_view(3, (1, 2, 3), _STAIRS[:12]), _STAIRS[12])),
        Sample("scored, missed", "scored", _scored(2, two, _TEAM_OF_TWO)),
        Sample("scored, many marks", "scored", _scored(3, three, _TEAM_OF_THREE)),
        Sample("scored, won", "scored", _scored(4, four, _TEAM_OF_FOUR)),
        Sample("scored, a row", "scored", _scored(1, (1, 2, 3), _ROW)),
        Sample("over, solo", "board", _view(1, four, _TEAM_OF_FOUR, 0)),
        Sample("hand of three", "hand", _view(2, two, _TEAM_OF_TWO[:4], 1)),
        Sample("hand of one", "hand", _view(4, four, _TEAM_OF_FOUR[:6], 0)),
        Sample("hand of two, deck used up", "hand", _view(2, two, _TEAM_OF_TWO[:14], 1)),
        Sample("empty hand", "hand", _view(4, four, _TEAM_OF_FOUR[:14], 3)),
        Sample("odd names", "board", _view(4, four, _TEAM_OF_FOUR[:10]), ODD_NAMES),
        Sample("odd names, scored", "scored", _scored(4, four, _TEAM_OF_FOUR), (*ODD_NAMES[1:], "")),
        Sample("odd name, hand", "hand", _view(4, four, _TEAM_OF_FOUR[:5], 2), ODD_NAMES[::-1]),
    )


def _view(seats: int, conditions: Sequence[int], lies: Sequence[Lie], seat: int | None = None) -> CasinoView:
    """Give the view of a map; whatever is not on it is dealt in descending order."""
    turns = len(lies) - 1
    laid = tuple(
        Laid(None if turn < 0 else turn % seats, number, (col, row), turned)
        for turn, (number, col, row, turned) in enumerate(lies, start=-1)
    )
    used = {*conditions, *(one.number for one in laid)}
    left = [number for number in reversed(NUMBERS) if number not in used]
    hands = []
    for size in hand_sizes(seats, 0, turns):
        hands.append(tuple(sorted(left[:size])))
        left = left[size:]
    deck = tuple(left[: deck_size(seats, turns)])
    state = State(seats, 0, HOUSE, tuple(conditions), deck, tuple(hands), laid, turns)
    GAME.check(state)
    return GAME.view(state, seat)


def _ghost(view: CasinoView, lie: Lie) -> CasinoView:
    number, col, row, turned = lie
    seat = view.to_act[0]
    hand = tuple(sorted({number, *(other for other in view.hand if other != number)}))
    holder = msgspec.structs.replace(view, seat=seat, hand=hand)
    return GAME.preview(holder, f"place {number} {col},{row}{' turned' if turned else ''}")


def _scored(seats: int, conditions: Sequence[int], lies: Sequence[Lie]) -> Scored:
    view = _view(seats, conditions, lies)
    return Scored(
        seats=seats,
        blocks=view.blocks,
        laid=view.laid,
        cards=tuple(card(view.cards, number) for number in view.conditions),
        target=view.target,
        score=view.score,
        won=view.score.total >= view.target,
    )
