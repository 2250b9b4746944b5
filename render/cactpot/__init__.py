"""Pictures of Cactpot Party: a carnival table under a desert sky."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.cactpot import ahead, ground, layout, own, paint, themes
from render.cactpot.samples import samples
from render.canvas import Ground, compose, prepare
from render.signs import display_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.cactpot.view import CactpotView, Scored

__all__ = ["board", "hand", "samples", "scored", "warming"]

_THEMES = {False: themes.DESERT, True: themes.PLAIN_VIEW}
_TABLES = {bold: Ground("table", theme, layout.SIZE, ground.paint_board) for bold, theme in _THEMES.items()}
_HANDS = {bold: Ground("hand", theme, own.SIZE, own.paint_ground) for bold, theme in _THEMES.items()}


def board(view: CactpotView, names: Sequence[str], *, contrast: bool = False) -> bytes:
    """Draw the table, 1200 x 900; the numbers of own hidden chips when the view is a seat's."""
    return compose(_TABLES[contrast], layout.board(view, display_names(names)), paint.PAINTERS)


def scored(event: Scored, names: Sequence[str], *, contrast: bool = False) -> bytes:
    """Draw a scored table, 1200 x 900: every chip open, the lines that pay, what each bet earned."""
    return compose(_TABLES[contrast], layout.scored(event, display_names(names)), paint.PAINTERS)


def hand(view: CactpotView, names: Sequence[str], *, contrast: bool = False) -> bytes:
    """Draw what only the viewer knows, 800 x 600.

    Raises:
        ValueError: it is a spectator's view.
    """
    return compose(_HANDS[contrast], own.slots(view, display_names(names)), own.PAINTERS)


def warming() -> Iterator[None]:
    """Paint ahead what most boards will show, one thing a step."""
    return prepare(_TABLES[False], ahead.slots(), paint.PAINTERS)
