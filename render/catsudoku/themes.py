"""The colours of Cat Sudoku: a summer festival at night, and the same in high contrast."""

from __future__ import annotations

from games.catsudoku.tables import COLOURS
from render.theme import Theme

PATTERNS = {"r": ("waves", 30), "b": ("checks", 26), "g": ("leaves", 30), "y": ("dots", 20), "p": ("stripes", 20)}
"""Kind and pitch in pixels of each card colour's pattern."""

NIGHT = Theme(
    "festival",
    {
        "ink": "#17112E",
        "muted": "#5D5476",
        "cream": "#FFF6E0",
        "paper_edge": "#D8BE93",
        "mist": "#BDB8E6",
        "sky_top": "#0D1036",
        "sky_mid": "#272B6E",
        "sky_low": "#6A4488",
        "far_cord": "#4A4478",
        "stall": "#0C0B26",
        "panel": "#1B1E54",
        "plaque": "#1B1E54",
        "panel_edge": "#3B4190",
        "mat": "#151845",
        "mat_edge": "#2B3078",
        "gold": "#FFCB52",
        "gold_dark": "#B57A1E",
        "glow": "#FFE7A8",
        "lantern": "#F0604A",
        "lantern_dark": "#A8302F",
        "red": "#C43E38",
        "mint": "#8CF0C8",
        "r": "#B32B36",
        "r_mark": "#F59A8E",
        "b": "#2462B4",
        "b_mark": "#8FC4F6",
        "g": "#21734A",
        "g_mark": "#7FD39A",
        "y": "#F4C445",
        "y_mark": "#9A5C10",
        "p": "#6B3FA8",
        "p_mark": "#C0A0EE",
        "ginger": "#F2A552",
        "ginger_dark": "#C8702A",
        "grey": "#A3AAC4",
        "grey_dark": "#6C7396",
        "black": "#474269",
        "pink": "#F5A3A8",
    },
    (
        ("sky_top", "sky_mid", 9),
        ("sky_mid", "sky_low", 7),
        ("ink", "cream", 8),
        *(
            (f"seat{seat}", other, steps)
            for seat in range(4)
            for other, steps in (("ink", 4), ("cream", 2), ("mat", 2), ("panel", 2))
        ),
        *(
            (colour, other, steps)
            for colour in COLOURS
            for other, steps in (("ink", 3), ("cream", 3), (f"{colour}_mark", 3))
        ),
        *((f"{colour}_mark", other, steps) for colour in COLOURS for other, steps in (("ink", 2), ("cream", 2))),
        ("ginger", "ink", 3),
        ("ginger", "cream", 2),
        ("ginger", "ginger_dark", 2),
        ("grey", "ink", 3),
        ("grey", "grey_dark", 2),
        ("black", "ink", 2),
        ("black", "cream", 3),
        ("pink", "ink", 3),
        ("pink", "cream", 2),
        ("gold", "ink", 5),
        ("gold", "cream", 3),
        ("gold", "gold_dark", 2),
        ("gold", "mat", 5),
        ("gold", "panel", 4),
        ("gold", "sky_mid", 5),
        ("lantern", "ink", 3),
        ("lantern", "sky_mid", 3),
        ("lantern", "gold", 4),
        ("lantern", "lantern_dark", 2),
        ("lantern", "cream", 3),
        ("glow", "lantern", 3),
        ("glow", "sky_mid", 5),
        ("cream", "panel", 6),
        ("cream", "mat", 5),
        ("cream", "sky_mid", 3),
        ("mist", "panel", 3),
        ("mat", "mat_edge", 2),
        ("mat", "ink", 2),
        ("panel", "panel_edge", 2),
        ("panel", "ink", 2),
        ("sky_mid", "stall", 4),
        ("sky_low", "stall", 4),
        ("red", "ink", 2),
        ("red", "cream", 3),
        ("mint", "ink", 3),
        ("muted", "cream", 3),
    ),
)


def theme(*, contrast: bool) -> Theme:
    """Give the theme of a picture."""
    return NIGHT
