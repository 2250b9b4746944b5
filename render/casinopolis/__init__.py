"""Pictures of Casinopolis: a neon city from above."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image

from games.casinopolis.deck import HOUSE
from render.brush import Brush
from render.canvas import Ground, compose
from render.casinopolis import layout, own, paint, pieces, sheet, themes, tiles
from render.casinopolis.samples import samples
from render.signs import display_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.casinopolis.deck import Cards
    from games.casinopolis.view import CasinoView, Scored
    from render.theme import Theme

__all__ = ["board", "hand", "samples", "scored", "sheets", "warming"]

_UNITS = (32, 28, 25)
"""Sizes of blocks that most maps have, and cut-outs."""


def board(view: CasinoView, names: Sequence[str], *, contrast: bool = False, ghost: bool = False) -> bytes:
    """Draw the table, 1200 px wide and as high as map and conditions ask for.

    `ghost` says that the newest card of the view is only tried out, as in a view that the game's `preview` gave.
    """
    page = layout.board(view, display_names(names), ghost=ghost)
    return compose(_night((layout.WIDTH, page.height), contrast), page.slots, paint.PAINTERS)


def scored(event: Scored, names: Sequence[str], *, contrast: bool = False) -> bytes:
    """Draw the complete map, 1200 px wide: everything that scored is marked on it."""
    page = layout.scored(event, display_names(names))
    return compose(_night((layout.WIDTH, page.height), contrast), page.slots, paint.PAINTERS)


def hand(view: CasinoView, names: Sequence[str], *, contrast: bool = False) -> bytes:
    """Draw what only the viewer knows, 800 px wide.

    Raises:
        ValueError: it is a spectator's view.
    """
    page = own.page(view, display_names(names))
    return compose(_night((own.WIDTH, page.height), contrast), page.slots, own.PAINTERS)


def sheets(cards: Cards = HOUSE, *, contrast: bool = False) -> tuple[bytes, ...]:
    """Draw all cards of a deck, both ways up, with their conditions, 1200 px wide."""
    page = sheet.page(cards)
    return (compose(_night((sheet.WIDTH, page.height), contrast), page.slots, sheet.PAINTERS),)


@lru_cache(maxsize=64)
def _night(size: tuple[int, int], contrast: bool) -> Ground:  # noqa: FBT001 - a cache key
    def draw(brush: Brush, theme: Theme) -> None:
        paint.paint_ground(brush, theme, size)

    return Ground(f"night {size[0]} {size[1]}", themes.PLAIN_VIEW if contrast else themes.NEON, size, draw)


def warming() -> Iterator[None]:
    """Paint ahead icons and Resorts in the commonest sizes, and the house deck as it lies beside the map."""
    for unit in _UNITS:
        yield from tiles.warming(themes.NEON, unit)
    brush = Brush(Image.new("RGB", (1, 1)))
    for one in HOUSE:
        pieces.card(brush, themes.NEON, (0, 0), one.blocks, paint.DECK_UNIT)
        yield
