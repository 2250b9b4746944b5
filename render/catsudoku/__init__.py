"""Pictures of Cat Sudoku: a summer festival at night."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image

from games.catsudoku.deck import HOUSE
from render.brush import Brush
from render.canvas import Ground, compose
from render.catsudoku import ground, layout, own, paint, pieces, themes
from render.catsudoku.samples import samples
from render.signs import display_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from games.catsudoku.view import CatView, Scored
    from render.theme import Theme

__all__ = ["board", "hand", "samples", "scored", "warming"]


def board(view: CatView, names: Sequence[str], *, contrast: bool = False, marks: Collection[str] = ()) -> bytes:
    """Draw the table, 1200 x 900; `marks` are cells to point out, such as those a card may be laid on."""
    base = _table(view.zones, contrast)
    return compose(base, layout.board(view, display_names(names), marks), paint.PAINTERS)


def scored(event: Scored, names: Sequence[str], *, contrast: bool = False) -> bytes:
    """Draw the end of a game, 1200 x 900: the stacks that score with their points, and each seat's sum."""
    return compose(_table(event.zones, contrast), layout.scored(event, display_names(names)), paint.PAINTERS)


def hand(view: CatView, names: Sequence[str], *, contrast: bool = False) -> bytes:
    """Draw what the viewer's reserve could do now, 800 px wide and as high as it takes.

    Raises:
        ValueError: it is a spectator's view.
    """
    slots = own.slots(view, display_names(names))
    return compose(_night(own.size(view)[1], contrast), slots, own.PAINTERS)


@lru_cache(maxsize=32)
def _table(zones: tuple[tuple[str, ...], ...], contrast: bool) -> Ground:  # noqa: FBT001 - a cache key
    def draw(brush: Brush, theme: Theme) -> None:
        ground.paint_board(brush, theme, zones)

    name = "table " + " ".join(f"{cells[0]}-{cells[-1]}" for cells in zones)
    return Ground(name, themes.PLAIN_VIEW if contrast else themes.NIGHT, layout.SIZE, draw)


@lru_cache(maxsize=32)
def _night(height: int, contrast: bool) -> Ground:  # noqa: FBT001 - a cache key
    def draw(brush: Brush, theme: Theme) -> None:
        own.paint_ground(brush, theme, height)

    return Ground(f"hand {height}", themes.PLAIN_VIEW if contrast else themes.NIGHT, (own.WIDTH, height), draw)


def warming() -> Iterator[None]:
    """Paint the cards of the house deck ahead, as they lie on the grid and in the dock, one a step."""
    brush = Brush(Image.new("RGB", (layout.CARD, layout.CARD)))
    for card, goal in HOUSE.items():
        for size in (paint.DRAWN, layout.CARD):
            pieces.card(brush, themes.NIGHT, (0, 0), size, card, goal)
            yield
