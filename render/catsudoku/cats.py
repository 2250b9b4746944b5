"""Nine cats, a number each: data in a square of 100 by 100 and the one way to draw them.

A cat is a list of layers from back to front; the parts of a layer share one outline. A light rim round the whole cat
keeps its silhouette clear of any pattern behind it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from render import curves

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from render.brush import Brush, Point
    from render.theme import Theme

Kind = Literal["loop", "poly", "line"]
_LINE, _RIM = 2.6, 2.6
"""Width of the outline and of the light rim, in hundredths of the cat's square."""


class Part(msgspec.Struct, frozen=True):
    """A smooth closed shape, a polygon, or a smooth line of `width`; `fill` names a colour."""

    kind: Kind
    fill: str
    points: tuple[Point, ...]
    width: float = 0


class Layer(msgspec.Struct, frozen=True):
    """Parts with one outline round all of them, and details drawn over them without one."""

    parts: tuple[Part, ...]
    details: tuple[Part, ...] = ()


def cat(brush: Brush, theme: Theme, at: Point, size: float, number: int) -> None:
    """Draw the cat of `number` in a square of `size` pixels with its left top corner at `at`."""
    layers = CATS[number]
    scale = size / 100
    line = max(1.5, _LINE * scale) * (1.25 if theme.bold else 1)
    rim = max(1.5, _RIM * scale)

    def draw(part: Part, fill: str, grow: float) -> None:
        points = [(round(at[0] + x * scale, 2), round(at[1] + y * scale, 2)) for x, y in _outline(part)]
        if part.kind == "line":
            brush.stroke(points, part.width * scale + 2 * grow, theme[fill])
        else:
            brush.polygon(points, theme[fill], part.width * scale / 2 + grow)

    for layer in layers:
        for part in layer.parts:
            draw(part, "cream", line + rim)
    for layer in layers:
        for part in layer.parts:
            draw(part, "ink", line)
        for part in (*layer.parts, *layer.details):
            draw(part, part.fill, 0)


@lru_cache(maxsize=512)
def _outline(part: Part) -> Sequence[Point]:
    if part.kind == "loop":
        return curves.loop(part.points)
    return curves.path(part.points) if part.kind == "line" else part.points


# -- heads -------------------------------------------------------------------------------------------------------------

_EARS = (((-0.95, -0.1), (-0.86, -1.08), (-0.2, -0.66)), ((0.95, -0.1), (0.86, -1.08), (0.2, -0.66)))
_INNER_EARS = (((-0.78, -0.42), (-0.74, -0.84), (-0.44, -0.62)), ((0.78, -0.42), (0.74, -0.84), (0.44, -0.62)))
_FACE = ((0.0, -0.76), (0.62, -0.6), (0.98, 0.0), (0.86, 0.46), (0.42, 0.76), (0.0, 0.82))
_MOUTH = ((-0.26, 0.36), (-0.14, 0.48), (0.0, 0.36), (0.14, 0.48), (0.26, 0.36))


def _head(
    at: Point, size: float, fur: str, mood: str = "open", turn: float = 0, patch: str = "", eyes: str = "ink"
) -> Layer:
    """Give a head of half width `size`: `mood` is open, happy or asleep, `patch` colours one ear."""

    def place(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(curves.turned([(at[0] + x * size, at[1] + y * size) for x, y in points], at, turn))

    face = (*_FACE, *((-x, y) for x, y in reversed(_FACE[1:-1])))
    parts = [Part("poly", fur, place(ear), size * 0.16) for ear in _EARS]
    parts.append(Part("loop", fur, place(face)))
    details = [Part("poly", "pink", place(ear), size * 0.1) for ear in _INNER_EARS]
    if patch:
        patched = ((0.1, -0.74), (0.62, -0.6), (0.94, -0.12), (0.62, 0.08), (0.2, -0.22))
        details.insert(0, Part("poly", patch, place(_EARS[1]), size * 0.16))
        details.insert(1, Part("loop", patch, place(patched)))
    for side in (-1, 1):
        details.append(Part("loop", "pink", place(_around((side * 0.62, 0.36), 0.17, 0.1))))
        details += _eye(mood, side, eyes, place, size)
    details.append(Part("poly", "pink", place(((-0.09, 0.2), (0.09, 0.2), (0.0, 0.3))), size * 0.08))
    dark = "ink" if fur != "black" else "cream"
    details.append(Part("line", dark, place(_MOUTH), size * 0.08))
    return Layer(tuple(parts), tuple(details))


def _around(at: Point, wide: float, high: float) -> tuple[Point, ...]:
    x, y = at
    slant = 0.707
    return tuple(
        (x + a * wide, y + b * high)
        for a, b in (
            (1, 0),
            (slant, slant),
            (0, 1),
            (-slant, slant),
            (-1, 0),
            (-slant, -slant),
            (0, -1),
            (slant, -slant),
        )
    )


def _eye(
    mood: str, side: int, colour: str, place: Callable[[Sequence[Point]], tuple[Point, ...]], size: float
) -> list[Part]:
    x = side * 0.4
    if mood == "open":
        pupil = [] if colour == "ink" else [Part("loop", "ink", place(_around((x, 0.02), 0.07, 0.15)))]
        shine = Part("loop", "cream", place(_around((x + 0.05, -0.06), 0.05, 0.06)))
        return [Part("loop", colour, place(_around((x, 0.02), 0.15, 0.19))), *pupil, shine]
    lift = -0.16 if mood == "happy" else 0.14
    arc = ((x - 0.2, 0.06), (x, 0.06 + lift), (x + 0.2, 0.06))
    dark = "ink" if colour == "ink" else "cream"
    return [Part("line", dark, place(arc), size * 0.11)]


# -- the nine ----------------------------------------------------------------------------------------------------------


def _blob(fill: str, *points: Point) -> Part:
    return Part("loop", fill, points)


def _line(fill: str, width: float, *points: Point) -> Part:
    return Part("line", fill, points, width)


def _ball(fill: str, at: Point, wide: float, high: float) -> Part:
    return Part("loop", fill, _around(at, wide, high))


_SITTING = (
    Layer((_line("ginger", 10, (66, 90), (86, 90), (93, 76), (84, 64)),)),
    Layer(
        (_blob("cream", (50, 48), (68, 58), (77, 78), (73, 95), (50, 97), (27, 95), (23, 78), (32, 58)),),
        (
            _blob("ginger", (68, 60), (77, 78), (74, 88), (64, 76)),
            _line("ink", 2.4, (42, 80), (43, 94)),
            _line("ink", 2.4, (58, 80), (57, 94)),
        ),
    ),
    _head((50, 35), 29, "cream", patch="ginger"),
)

_LOAF = (
    Layer(
        (_blob("ginger", (6, 88), (9, 66), (26, 52), (58, 46), (84, 54), (95, 74), (92, 92), (50, 96), (12, 95)),),
        (
            _line("ginger_dark", 4.5, (62, 47), (60, 60)),
            _line("ginger_dark", 4.5, (74, 50), (72, 64)),
            _line("ginger_dark", 4.5, (85, 58), (83, 72)),
            _line("ink", 2.4, (90, 82), (74, 88), (58, 86)),
        ),
    ),
    _head((34, 54), 28, "ginger", "happy"),
)

_STRETCHING = (
    Layer((_line("grey", 9, (80, 48), (92, 36), (86, 20), (94, 8)),)),
    Layer(
        (
            _line("grey", 13, (82, 60), (86, 76), (82, 92), (90, 92)),
            _line("grey", 12, (34, 84), (20, 91), (6, 91)),
            _blob("grey", (28, 72), (46, 62), (66, 46), (82, 40), (92, 52), (88, 70), (72, 72), (52, 80), (36, 92)),
        ),
        (
            _line("grey_dark", 4, (62, 52), (66, 62)),
            _line("grey_dark", 4, (72, 45), (76, 56)),
            _line("grey_dark", 4, (52, 60), (55, 69)),
        ),
    ),
    Layer((_line("grey", 12, (40, 88), (28, 92), (14, 92)),)),
    _head((27, 60), 24, "grey", "happy", -12),
)

_PEEKING = (
    _head((50, 50), 36, "black", eyes="gold"),
    Layer(
        (Part("poly", "ginger", ((8, 70), (92, 70), (87, 96), (13, 96)), 4),),
        (
            _line("ginger_dark", 3.4, (10, 84), (90, 84)),
            _line("ginger_dark", 3.4, (36, 72), (38, 96)),
            _line("ginger_dark", 3.4, (64, 72), (62, 96)),
        ),
    ),
    Layer(
        (_ball("black", (24, 70), 11, 9),),
        (_line("cream", 2, (20, 72), (20, 76)), _line("cream", 2, (27, 72), (27, 76))),
    ),
    Layer(
        (_ball("black", (76, 70), 11, 9),),
        (_line("cream", 2, (73, 72), (73, 76)), _line("cream", 2, (80, 72), (80, 76))),
    ),
)

_FAN = (
    Layer((_line("cream", 9, (24, 90), (8, 88), (4, 74), (12, 64)),)),
    Layer(
        (_blob("cream", (42, 50), (58, 60), (66, 80), (62, 95), (42, 97), (22, 95), (18, 80), (27, 60)),),
        (_line("ink", 2.4, (36, 82), (37, 95)), _line("ink", 2.4, (50, 82), (49, 95))),
    ),
    Layer((_line("gold_dark", 4.5, (66, 74), (76, 42)),)),
    Layer(
        (_ball("red", (79, 24), 20, 20),),
        (
            _ball("cream", (79, 24), 13, 13),
            _ball("red", (79, 24), 6.5, 6.5),
        ),
    ),
    Layer((_line("cream", 11, (54, 72), (66, 72)),)),
    _head((40, 38), 28, "cream", "happy"),
)

_MASK = (
    Layer(
        (_blob("b", (50, 62), (74, 68), (84, 84), (86, 97), (50, 98), (14, 97), (16, 84), (26, 68)),),
        (
            Part("poly", "cream", ((40, 64), (60, 64), (52, 97), (48, 97)), 2),
            _line("b_mark", 3, (20, 88), (40, 90)),
            _line("b_mark", 3, (80, 88), (60, 90)),
        ),
    ),
    _head((44, 46), 33, "ginger", "open"),
    Layer(
        (
            Part("poly", "cream", ((60, 18), (62, 0), (74, 12)), 3),
            Part("poly", "cream", ((82, 16), (96, 8), (95, 26)), 3),
            _blob("cream", (76, 9), (93, 22), (88, 36), (74, 50), (66, 36), (58, 22)),
        ),
        (
            _line("red", 3.4, (66, 22), (72, 27)),
            _line("red", 3.4, (88, 25), (81, 28)),
            _ball("red", (75, 43), 3.4, 2.6),
            _ball("red", (77, 15), 2.6, 3.6),
            Part("poly", "red", ((64, 11), (65, 6), (69, 10)), 1.5),
            Part("poly", "red", ((88, 15), (92, 13), (92, 18)), 1.5),
        ),
    ),
)

_FISH = (
    Layer((_line("cream", 9, (72, 92), (90, 92), (96, 80)),)),
    Layer(
        (_blob("cream", (50, 48), (68, 58), (78, 80), (74, 96), (50, 98), (26, 96), (22, 80), (32, 58)),),
        (),
    ),
    _head((50, 34), 28, "cream", "happy", patch="grey"),
    Layer(
        (
            Part("poly", "lantern", ((78, 74), (97, 60), (94, 74), (98, 88)), 3),
            _blob("lantern", (6, 74), (20, 62), (46, 59), (70, 66), (84, 74), (70, 83), (46, 89), (20, 86)),
        ),
        (
            _ball("cream", (19, 71), 4.5, 4.5),
            _ball("ink", (18.5, 71.5), 2.4, 2.4),
            _line("cream", 2.6, (33, 64), (37, 74), (33, 84)),
            _line("cream", 2.6, (48, 66), (52, 74), (48, 82)),
            _line("cream", 2.6, (63, 69), (66, 74), (63, 79)),
        ),
    ),
    Layer((_ball("cream", (40, 88), 9, 7),)),
    Layer((_ball("cream", (64, 86), 9, 7),)),
)

_ASLEEP = (
    Layer(
        (_blob("cream", (10, 78), (20, 56), (46, 44), (74, 48), (92, 66), (92, 86), (70, 96), (36, 97), (14, 92)),),
        (_blob("grey", (52, 44), (74, 48), (90, 62), (78, 68), (60, 60)),),
    ),
    _head((32, 66), 26, "cream", "asleep", -10, patch="grey"),
    Layer((_line("grey", 12, (90, 76), (84, 90), (64, 92), (48, 88)),)),
    Layer((_line("cream", 4, (60, 26), (74, 26), (61, 38), (75, 38)),)),
    Layer((_line("cream", 3.2, (82, 8), (92, 8), (83, 17), (93, 17)),)),
)

_JUMPING = (
    Layer((_line("black", 9, (26, 66), (10, 58), (6, 42), (14, 32)),)),
    Layer(
        (
            _line("black", 13, (34, 70), (24, 84), (10, 90)),
            _line("black", 13, (44, 74), (38, 90), (26, 96)),
            _line("black", 12, (66, 54), (84, 56), (95, 48)),
            _line("black", 12, (60, 60), (74, 70), (88, 70)),
            _blob("black", (30, 56), (44, 42), (62, 36), (76, 44), (74, 58), (58, 68), (46, 80), (30, 78)),
        ),
        (
            _ball("cream", (96, 47), 4, 5),
            _ball("cream", (89, 70), 5, 5),
            _ball("cream", (8, 90), 5, 5),
            _ball("cream", (24, 96), 5, 4),
            _blob("cream", (60, 54), (72, 52), (66, 62), (52, 68)),
        ),
    ),
    _head((68, 30), 25, "black", "open", 10, eyes="gold"),
)

CATS: dict[int, tuple[Layer, ...]] = {
    1: _SITTING,
    2: _LOAF,
    3: _STRETCHING,
    4: _PEEKING,
    5: _FAN,
    6: _MASK,
    7: _FISH,
    8: _ASLEEP,
    9: _JUMPING,
}
