"""Maps drawn with characters, as the board text has them: `E└c` is an Egyptian block, a turn from north to east, a
cherry; `R` a Roman Resort; `.` a gap. Fruit small (c l p), luck capital (C D H)."""

from __future__ import annotations

STROKES = {"│": "ns", "─": "we", "└": "ne", "┘": "nw", "┌": "se", "┐": "sw"}
ICONS = {"c": "cherry", "l": "lemon", "p": "plum", "C": "clover", "D": "diamond", "H": "horseshoe"}


def city(drawing, at=(0, 0)):
    """Read a drawing; its top left block lies on `at`."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    return {
        (at[0] + col, at[1] + row): block(token)
        for row, tokens in enumerate(rows)
        for col, token in enumerate(tokens)
        if token != "."
    }


def block(token):
    """Read one block."""
    return f"{token[0]}:{STROKES[token[1]]}:{ICONS[token[2]]}" if len(token) == 3 else token
