"""Pictures of Cactpot Party: a carnival table under a desert sky."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from render.cactpot import ground, layout, own, paint, themes
from render.cactpot.samples import samples
from render.canvas import Frame, Ground
from render.signs import display_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.cactpot.view import CactpotView, Scored
    from render.brush import Brush
    from render.cactpot.layout import Slot
    from render.theme import Theme

__all__ = ["board", "hand", "samples", "scored"]


def board(view: CactpotView, names: Sequence[str], *, contrast: bool = False) -> bytes:
    """Draw the table, 1200 x 900; the numbers of own hidden chips when the view is a seat's."""
    return _draw(_board_ground(contrast), layout.board(view, display_names(names)))


def scored(event: Scored, names: Sequence[str], *, contrast: bool = False) -> bytes:
    """Draw a scored table, 1200 x 900: every chip open, the lines that pay, what each bet earned."""
    return _draw(_board_ground(contrast), layout.scored(event, display_names(names)))


def hand(view: CactpotView, names: Sequence[str], *, contrast: bool = False) -> bytes:
    """Draw what only the viewer knows, 800 x 600.

    Raises:
        ValueError: it is a spectator's view.
    """
    return _draw(_hand_ground(contrast), own.slots(view, display_names(names)), own.paint_slot)


def _draw(base: Ground, slots: Sequence[Slot], painter: Callable[[Brush, Theme, Slot], None] = paint.paint) -> bytes:
    frame = Frame(base)
    for slot in slots:
        frame.put(slot.box, slot.content, _painting(painter, base.theme, slot))
    return frame.png()


def _painting(painter: Callable[[Brush, Theme, Slot], None], theme: Theme, slot: Slot) -> Callable[[Brush], None]:
    return lambda brush: painter(brush, theme, slot)


@lru_cache(maxsize=2)
def _board_ground(contrast: bool) -> Ground:  # noqa: FBT001 - a cache key
    theme = themes.theme(contrast=contrast)
    return Ground("board", theme, layout.SIZE, partial(ground.paint_board, theme=theme))


@lru_cache(maxsize=2)
def _hand_ground(contrast: bool) -> Ground:  # noqa: FBT001 - a cache key
    theme = themes.theme(contrast=contrast)
    return Ground("hand", theme, own.SIZE, partial(own.paint_ground, theme=theme))
