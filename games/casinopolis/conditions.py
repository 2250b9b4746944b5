"""Scoring conditions as data: count things, narrowed by words, perhaps minus another such count.

A word about a block narrows `blocks`, `icons`, `resorts` and the cells of `longest_line`. On a group (a road, a casino,
a jackpot) it means at least one of its blocks, and with `not` before it none. All words of a count must hold.
"""

from __future__ import annotations

import re
from functools import cache, partial
from operator import eq, ge, le
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from games.casinopolis.blocks import FRUIT, ICONS, LUCK, TYPES, Cell
from games.phrases import either

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from games.casinopolis.casinos import Casino
    from games.casinopolis.city import Choice, City
    from games.casinopolis.jackpots import Jackpot
    from games.casinopolis.roads import Road

    CellWord = Callable[[City, Choice], AbstractSet[Cell]]
    GroupWord = Callable[[Any, City, Choice], bool]
    Measure = Callable[[Any, City], int]

CELL_WORDS: Final[Mapping[str, CellWord]] = {
    **{name: partial(lambda kind, city, _: city.types[kind], kind) for kind, name in TYPES.items()},
    **{icon: partial(lambda icon, city, _: city.icons[icon], icon) for icon in ICONS},
    "fruit": lambda city, _: set().union(*(city.icons[icon] for icon in FRUIT)),
    "luck": lambda city, _: set().union(*(city.icons[icon] for icon in LUCK)),
    "resort": lambda city, _: city.resorts,
    "turn": lambda city, _: city.turns,
    "corner": lambda city, _: city.corners,
    "edge": lambda city, _: city.edge,
    "interior": lambda city, _: city.interior,
    "on_strip": lambda _, choice: set(choice.strip.cells) if choice.strip else set(),
    "on_loop": lambda city, _: city.on_loops,
    "in_jackpot": lambda city, _: city.in_jackpots,
    "in_largest": lambda _, choice: choice.largest.cells if choice.largest else set(),
    **{f"beside_{name}": partial(lambda kind, city, _: city.beside(kind), kind) for kind, name in TYPES.items()},
}
"""What can be said of a block: the cells of which it is true."""


def _holds(word: str) -> GroupWord:
    """Make a word about groups of one about blocks: it is true of at least one."""
    cells = CELL_WORDS[word]
    return lambda group, city, choice: not cells(city, choice).isdisjoint(group.cells)


def _strip(road: Road, _: City, choice: Choice) -> bool:
    return road is choice.strip


def _loop(road: Road, _city: City, _choice: Choice) -> bool:
    return road.loop


def _one_icon(road: Road, city: City, _: Choice) -> bool:
    return len({city.blocks[cell].icon for cell in road.cells}) == 1


GROUP_WORDS: Final[Mapping[str, Mapping[str, GroupWord]]] = {
    "roads": {
        "loop": _loop,
        "strip": _strip,
        **{f"passes_{name}": _holds(name) for name in TYPES.values()},
        **{f"has_{icon}": _holds(icon) for icon in ICONS},
        "one_icon": _one_icon,
        **{icon: _holds(icon) for icon in ICONS},
    },
    "casinos": {word: _holds(word) for word in (*TYPES.values(), *ICONS, "resort", "edge", "on_strip")},
    "jackpots": {word: _holds(word) for word in (*ICONS, "fruit", "luck", "edge", "on_strip", "on_loop")},
    "squares": {word: _holds(word) for word in TYPES.values()},
}
"""What can be said of a group. All blocks of a jackpot are on one road, all blocks of a square of one type."""

ONLY_NEGATED: Final = {"roads": ICONS}
"""Words that a count takes only with `not`: of a road, `has_cherry` says the rest."""


def _sections(road: Road, _: City) -> int:
    return len(road.cells)


def _turns(road: Road, city: City) -> int:
    return sum(city.blocks[cell].turn for cell in road.cells)


def _jackpots(road: Road, city: City) -> int:
    return sum(jackpot.road is road for jackpot in city.jackpots)


def _size(group: Casino | Jackpot, _: City) -> int:
    return len(group.cells)


MEASURES: Final[Mapping[str, Mapping[str, Measure]]] = {
    "roads": {"sections": _sections, "turns": _turns, "jackpots": _jackpots},
    "casinos": {"size": _size},
    "jackpots": {"size": _size},
}
"""What can be compared of a group: `size >= 6`."""

_RELATIONS: Final = {">=": ge, "<=": le, "=": eq}
_COMPARISON: Final = re.compile(r"([a-z]+) *(>=|<=|=) *(\d{1,3})")


class _Square(NamedTuple):
    cells: tuple[Cell, ...]


def _squares(city: City) -> list[_Square]:
    """Find every two-by-two of one type; they may share blocks."""
    found = []
    for cells in city.types.values():
        for col, row in cells:
            square = ((col, row), (col + 1, row), (col, row + 1), (col + 1, row + 1))
            if cells.issuperset(square):
                found.append(_Square(square))
    return found


CELL_COUNTS: Final[Mapping[str, Callable[[City], AbstractSet[Cell]]]] = {
    "blocks": lambda city: city.blocks.keys(),
    "icons": lambda city: city.sections,
    "resorts": lambda city: city.resorts,
    "longest_line": lambda city: city.blocks.keys(),
}
GROUP_COUNTS: Final[Mapping[str, Callable[[City], Iterable[Any]]]] = {
    "roads": lambda city: city.roads,
    "casinos": lambda city: city.casinos,
    "jackpots": lambda city: city.jackpots,
    "squares": _squares,
}
COUNTS: Final = (*CELL_COUNTS, *GROUP_COUNTS)
"""Everything that can be counted."""


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Things to count: what, and the words that narrow it.

    Raises:
        ValueError: a word does not exist; the message names those that do.
    """

    count: str
    where: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse words without a meaning."""
        check_count(self.count)
        for word in self.where:
            check_word(self.count, word)


class Condition(Tally, frozen=True, forbid_unknown_fields=True):
    """A scoring condition: its hits are what `count` finds less what `minus` finds."""

    minus: Tally | None = None


class Found(NamedTuple):
    """What a condition found: the cells of each hit, and of each hit taken off."""

    plus: Sequence[Iterable[Cell]]
    minus: Sequence[Iterable[Cell]]

    @property
    def hits(self) -> int:
        """Give the number of hits; it can be negative."""
        return len(self.plus) - len(self.minus)


def check_count(count: str) -> None:
    """Refuse to count what cannot be counted.

    Raises:
        ValueError: with what can be.
    """
    if count not in COUNTS:
        msg = f"count takes {either(COUNTS)}, not {count}"
        raise ValueError(msg)


def check_word(count: str, word: str) -> None:
    """Refuse a word that does not exist for a count.

    Raises:
        ValueError: with the words that do.
    """
    plain = word.removeprefix("not ")
    if comparison := _COMPARISON.fullmatch(plain):
        known = comparison[1] in MEASURES.get(count, {})
    else:
        known = plain in _words(count) and (plain != word or plain not in ONLY_NEGATED.get(count, ()))
    if not known:
        msg = f"where of {count} takes {vocabulary(count)}, not “{word}”"
        raise ValueError(msg)


def vocabulary(count: str) -> str:
    """List the words of a count as a sentence has them."""
    negated = ONLY_NEGATED.get(count, ())
    words = [*(word for word in _words(count) if word not in negated), *(f"not {word}" for word in negated)]
    words += [f"{measure} {relation} a number" for measure in MEASURES.get(count, {}) for relation in _RELATIONS]
    return f"{either(words)}, each also with “not” before it"


def depends_on_choice(condition: Condition) -> tuple[bool, bool]:
    """Tell whether the choice of the Strip, and that of the largest casino, can change what a condition finds."""
    words = {word.removeprefix("not ") for tally in (condition, condition.minus) if tally for word in tally.where}
    return not words.isdisjoint({"on_strip", "strip"}), "in_largest" in words


def find(condition: Condition, city: City, choice: Choice) -> Found:
    """Find every hit of a condition."""
    return Found(_find(condition, city, choice), _find(condition.minus, city, choice) if condition.minus else ())


def _find(tally: Tally, city: City, choice: Choice) -> Sequence[Iterable[Cell]]:
    if tally.count in GROUP_COUNTS:
        groups = GROUP_COUNTS[tally.count](city)
        for holds, wanted in _tests(tally.count, tally.where):
            groups = [group for group in groups if holds(group, city, choice) is wanted]
        return [group.cells for group in groups]
    cells = set(CELL_COUNTS[tally.count](city))
    for word in tally.where:
        if word.startswith("not "):
            cells -= CELL_WORDS[word[4:]](city, choice)
        else:
            cells &= CELL_WORDS[word](city, choice)
    return [(cell,) for cell in (_longest_line(cells) if tally.count == "longest_line" else cells)]


@cache
def _tests(count: str, where: tuple[str, ...]) -> list[tuple[GroupWord, bool]]:
    """Make tests of the words about groups, each with the answer it must give."""
    return [(_test(count, word.removeprefix("not ")), not word.startswith("not ")) for word in where]


def _test(count: str, word: str) -> GroupWord:
    comparison = _COMPARISON.fullmatch(word)
    if comparison is None:
        return GROUP_WORDS[count][word]
    measure, relation, number = MEASURES[count][comparison[1]], _RELATIONS[comparison[2]], int(comparison[3])
    return lambda group, city, _: relation(measure(group, city), number)


def _words(count: str) -> Iterable[str]:
    return GROUP_WORDS.get(count, CELL_WORDS)


def _longest_line(cells: AbstractSet[Cell]) -> list[Cell]:
    """Find the longest unbroken row or column; of equal ones the topmost, then leftmost, rows first."""
    best: list[Cell] = []
    for right, down in ((1, 0), (0, 1)):
        for col, row in sorted(cells, key=lambda cell: (cell[1], cell[0])):
            if (col - right, row - down) in cells:
                continue
            line = [(col, row)]
            while (beyond := (line[-1][0] + right, line[-1][1] + down)) in cells:
                line.append(beyond)
            best = max(best, line, key=len)
    return best
