"""The nine placement goals as small signs, and in a few words with the card's own numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.catsudoku.tables import COLOURS, NUMBERS
from games.phrases import a
from render.brush import Pattern
from render.catsudoku.themes import PATTERNS

if TYPE_CHECKING:
    from collections.abc import Callable

    from render.brush import Brush, Paint, Point
    from render.theme import Theme

_TOP, _UNDER = (22, 20, 78, 46), (22, 54, 78, 84)
"""A card and the card below it, in hundredths of the sign."""


def words(goal: str, card: str) -> str:
    """Say what `card` has to do for its goal in at most 18 characters."""
    near = " or ".join(str(number) for number in (int(card[1]) - 1, int(card[1]) + 1) if number in NUMBERS)
    return {
        "corner": "in a corner",
        "side_away_from_host": "side clear of host",
        "covers_lower": "on a lower card",
        "mirror_of_host": "opposite the host",
        "covers_plus_minus_1": f"on {a(near)}",
        "third_exactly": "third of its stack",
        "covers_same_colour": f"on another {COLOURS[card[0]]}",
        "covers_higher": "on a higher card",
        "beside_neighbour_number": f"beside {a(near)}",
    }[goal]


class _Pen:
    """Draws in hundredths of a sign, in one colour."""

    def __init__(self, brush: Brush, theme: Theme, at: Point, size: float, card: str) -> None:
        self.brush, self.theme, self.at, self.scale = brush, theme, at, size / 100
        self.card = card
        self.ink = theme["ink"]

    def place(self, *points: Point) -> list[Point]:
        return [(round(self.at[0] + x * self.scale, 2), round(self.at[1] + y * self.scale, 2)) for x, y in points]

    def fill(self, box: tuple[float, float, float, float], paint: Paint | None = None) -> None:
        left, top, right, bottom = box
        self.brush.polygon(self.place((left, top), (right, top), (right, bottom), (left, bottom)), paint or self.ink, 1)

    def box(self, box: tuple[float, float, float, float], width: float = 7) -> None:
        left, top, right, bottom = box
        corners = self.place((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        self.brush.stroke(corners, width * self.scale, self.ink)

    def line(self, *points: Point, width: float = 8) -> None:
        self.brush.stroke(self.place(*points), width * self.scale, self.ink)

    def shape(self, *points: Point) -> None:
        self.brush.polygon(self.place(*points), self.ink, 1)

    def host(self, x: float, y: float) -> None:
        (place,) = self.place((x, y))
        self.brush.disc(*place, 14 * self.scale, self.ink)
        self.brush.disc(*place, 9 * self.scale, self.theme["lantern"])


def sign(brush: Brush, theme: Theme, at: Point, size: float, goal: str, card: str) -> None:
    """Draw the sign of a goal on a little plate of `size` pixels with its left top corner at `at`."""
    left, top = round(at[0]), round(at[1])
    side, line = round(size), 4 if theme.bold else 3
    brush.rounded((left, top, left + side, top + side), round(size * 0.26), theme["ink"])
    plate = (left + line, top + line, left + side - line, top + side - line)
    brush.rounded(plate, round(size * 0.26) - line, theme["cream"])
    _SIGNS[goal](_Pen(brush, theme, (left, top), side, card))


def _corner(pen: _Pen) -> None:
    pen.box((24, 24, 76, 76), 5)
    for x in (24, 76):
        for y in (24, 76):
            pen.fill((x - 10, y - 10, x + 10, y + 10))


def _side_away(pen: _Pen) -> None:
    pen.box((24, 24, 76, 76), 5)
    pen.fill((66, 40, 86, 60))
    pen.fill((40, 66, 60, 86))
    pen.host(25, 25)


def _mirror(pen: _Pen) -> None:
    pen.line((32, 32), (66, 66), width=7)
    pen.shape((78, 78), (78, 52), (52, 78))
    pen.fill((62, 62, 86, 86))
    pen.host(27, 27)


def _covers_lower(pen: _Pen) -> None:
    pen.fill(_TOP)
    pen.shape((28, 58), (72, 58), (50, 84))


def _covers_higher(pen: _Pen) -> None:
    pen.fill(_TOP)
    pen.shape((28, 82), (72, 82), (50, 56))


def _covers_near(pen: _Pen) -> None:
    pen.fill(_TOP)
    _plus_minus_one(pen, 50, 70)


def _plus_minus_one(pen: _Pen, x: float, y: float) -> None:
    pen.line((x - 20, y - 6), (x - 2, y - 6), width=7)
    pen.line((x - 11, y - 14), (x - 11, y + 2), width=7)
    pen.line((x - 20, y + 12), (x - 2, y + 12), width=7)
    pen.line((x + 10, y - 8), (x + 17, y - 14), (x + 17, y + 12), width=8)


def _third(pen: _Pen) -> None:
    pen.box((22, 78, 78, 84), 6)
    pen.box((22, 59, 78, 65), 6)
    pen.fill((18, 18, 82, 46))


def _covers_same(pen: _Pen) -> None:
    letter = pen.card[0]
    kind, _ = PATTERNS[letter]
    swatch = Pattern(pen.theme[letter], pen.theme[f"{letter}_mark"], kind, max(6, round(22 * pen.scale)))
    for box in (_TOP, _UNDER):
        left, top, right, bottom = box
        pen.fill((left - 4, top - 4, right + 4, bottom + 4))
        pen.fill(box, swatch)


def _beside(pen: _Pen) -> None:
    pen.fill((14, 32, 44, 68))
    _plus_minus_one(pen, 68, 50)


_SIGNS: dict[str, Callable[[_Pen], None]] = {
    "corner": _corner,
    "side_away_from_host": _side_away,
    "covers_lower": _covers_lower,
    "mirror_of_host": _mirror,
    "covers_plus_minus_1": _covers_near,
    "third_exactly": _third,
    "covers_same_colour": _covers_same,
    "covers_higher": _covers_higher,
    "beside_neighbour_number": _beside,
}
