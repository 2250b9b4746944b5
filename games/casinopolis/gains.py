"""What every placement of a card would change in the score, for panels, autocomplete and whoever looks ahead."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from games.casinopolis import state as facts
from games.casinopolis.map import spots
from games.casinopolis.view import Laid

if TYPE_CHECKING:
    from games.casinopolis.blocks import Cell
    from games.casinopolis.deck import Card
    from games.casinopolis.view import CasinoView


class Gain(msgspec.Struct, frozen=True):
    """A placement and the total it leads to."""

    spot: Cell
    turned: bool
    total: int


def gains(view: CasinoView, number: int) -> tuple[Gain, ...]:
    """Weigh every legal placement of one of the viewer's cards, the best total first.

    A card of 64 spots takes some 40 ms, so answers are kept while a player looks around.
    """
    cells = frozenset((col, row) for col, row, _ in view.blocks)
    return _gains(view.cards, view.conditions, view.laid, cells, number)


@lru_cache(maxsize=64)
def _gains(
    cards: tuple[Card, ...], conditions: tuple[int, ...], laid: tuple[Laid, ...], cells: frozenset[Cell], number: int
) -> tuple[Gain, ...]:
    found = [
        Gain(spot, turned, facts.score(cards, conditions, (*laid, Laid(None, number, spot, turned))).total)
        for spot in spots(cells)
        for turned in (False, True)
    ]
    return tuple(sorted(found, key=lambda gain: (-gain.total, gain.turned, gain.spot[1], gain.spot[0])))
