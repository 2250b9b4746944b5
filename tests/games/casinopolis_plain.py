"""The score of a map once more, written as plainly as the rules say it and with nothing of the game's own code.

Everything is a group of cells found by joining pairs; every tie is tried in full.
"""

from __future__ import annotations

import re
from itertools import product

TYPES = {"egyptian": "E", "medieval": "M", "roman": "R"}
FRUIT = ("cherry", "lemon", "plum")
LUCK = ("clover", "diamond", "horseshoe")
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}


def total(blocks, conditions):
    """The best total, over every choice of a longest road and a largest casino."""
    return max(_total(facts, conditions) for facts in _choices(blocks))


def hits(blocks, condition):
    """The hits of a condition for each choice."""
    return {_hits(facts, condition) for facts in _choices(blocks)}


def join(cells, together):
    """Group cells: two are in one group when a chain of neighbours `together` leads from one to the other."""
    group = {cell: {cell} for cell in cells}
    for cell in cells:
        for side in "es":
            other = beside(cell, side)
            if other in group and group[other] is not group[cell] and together(cell, other, side):
                group[cell] |= group[other]
                for moved in group[other]:
                    group[moved] = group[cell]
    return list({min(one): frozenset(one) for one in group.values()}.values())


def beside(cell, side):
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


class Facts:
    """What can be asked of a map once the Strip and the largest casino are chosen."""

    def __init__(self, blocks):
        self.blocks, self.strip, self.largest = blocks, frozenset(), frozenset()
        parts = {cell: [*text.split(":"), "", ""][:3] for cell, text in blocks.items()}
        self.type = {cell: part[0] for cell, part in parts.items()}
        self.edges = {cell: part[1] for cell, part in parts.items()}
        self.icon = {cell: part[2] for cell, part in parts.items()}
        self.casinos = join(blocks, lambda one, other, _: self.type[one] == self.type[other])
        self.sections = [cell for cell in blocks if self.edges[cell]]
        self.roads = join(self.sections, self.joined)
        same = join(self.sections, lambda a, b, side: self.joined(a, b, side) and self.icon[a] == self.icon[b])
        self.jackpots = [run for run in same if len(run) >= 3]

    def joined(self, one, other, side):
        return side in self.edges[one] and BACK[side] in self.edges[other]

    def links(self, cell):
        near = [(beside(cell, side), side) for side in self.edges[cell]]
        return sum(other in self.blocks and self.joined(cell, other, side) for other, side in near)

    def loop(self, road):
        return all(self.links(cell) == 2 for cell in road)

    def open(self, cell):
        return {side for side in STEPS if beside(cell, side) not in self.blocks}

    def says(self, word, cell):  # noqa: C901, PLR0911, PLR0912 - one line a word
        """Whether a word is true of a block."""
        if word in TYPES:
            return self.type[cell] == TYPES[word]
        if word.startswith("beside_"):
            kind = TYPES[word.removeprefix("beside_")]
            return any(self.type.get(beside(cell, side)) == kind for side in STEPS)
        match word:
            case "fruit":
                return self.icon[cell] in FRUIT
            case "luck":
                return self.icon[cell] in LUCK
            case "resort":
                return not self.edges[cell]
            case "turn":
                return self.edges[cell] in ("ne", "nw", "se", "sw")
            case "corner":
                return any(set(pair) <= self.open(cell) for pair in ("ne", "es", "sw", "wn"))
            case "edge":
                return self.open(cell) != set()
            case "interior":
                return self.open(cell) == set()
            case "on_strip":
                return cell in self.strip
            case "on_loop":
                return any(cell in road and self.loop(road) for road in self.roads)
            case "in_jackpot":
                return any(cell in jackpot for jackpot in self.jackpots)
            case "in_largest":
                return cell in self.largest
            case _:
                return self.icon[cell] == word

    def says_of(self, count, word, group):
        """Whether a word is true of a group."""
        if match := re.fullmatch(r"(\w+) (>=|<=|=) (\d+)", word):
            measures = {
                "size": len(group),
                "sections": len(group),
                "turns": sum(self.says("turn", cell) for cell in group),
                "jackpots": sum(jackpot <= group for jackpot in self.jackpots),
            }
            size, number = measures[match[1]], int(match[3])
            return {">=": size >= number, "<=": size <= number, "=": size == number}[match[2]]
        if count == "roads":
            if word in ("loop", "strip", "one_icon"):
                icons = {self.icon[cell] for cell in group}
                return {"loop": self.loop(group), "strip": group == self.strip, "one_icon": len(icons) == 1}[word]
            word = word.removeprefix("passes_").removeprefix("has_")
        return any(self.says(word, cell) for cell in group)


def _choices(blocks):
    """The facts, with one choice after the other."""
    facts = Facts(blocks)
    strips = [road for road in facts.roads if len(road) == max(map(len, facts.roads))] or [frozenset()]
    largest = [casino for casino in facts.casinos if len(casino) == max(map(len, facts.casinos))]
    for facts.strip, facts.largest in product(strips, largest):
        yield facts


def _total(facts, conditions):
    sizes = [
        max((len(one) for one in facts.casinos if one & facts.strip and facts.says(kind, min(one))), default=0)
        for kind in TYPES
    ]
    points = [chips * _hits(facts, condition) for chips, condition in enumerate(conditions, start=1)]
    return sum(sizes) + sum(map(len, facts.jackpots)) + sum(points) - len(facts.roads)


def _hits(facts, condition):
    minus = condition.minus
    return _count(facts, condition.count, condition.where) - (_count(facts, minus.count, minus.where) if minus else 0)


def _count(facts, count, where):
    if count in ("roads", "casinos", "jackpots", "squares"):
        groups = _squares(facts) if count == "squares" else getattr(facts, count)
        return sum(_all(lambda word: facts.says_of(count, word, group), where) for group in groups)  # noqa: B023
    cells = [cell for cell in facts.blocks if _all(lambda word: facts.says(word, cell), where)]  # noqa: B023
    if count == "longest_line":
        return max((_line(cells, cell, side) for cell in cells for side in "es"), default=0)
    return sum(
        bool(facts.edges[cell]) if count == "icons" else count == "blocks" or not facts.edges[cell] for cell in cells
    )


def _all(says, where):
    return all(not says(word[4:]) if word.startswith("not ") else says(word) for word in where)


def _line(cells, cell, side):
    return 1 + _line(cells, beside(cell, side), side) if cell in cells else 0


def _squares(facts):
    four = [[(col, row), (col + 1, row), (col, row + 1), (col + 1, row + 1)] for col, row in facts.blocks]
    return [square for square in four if len({facts.type.get(cell) for cell in square}) == 1]


def field(rng):
    """A random map, dense enough for loops, jackpots and ties: few types and icons at times, many turns at others."""
    wide, high = rng.randint(1, 5), rng.randint(1, 5)
    types = rng.sample("EMR", rng.randint(1, 3))
    icons = rng.sample(FRUIT + LUCK, rng.randint(1, 6))
    shapes = rng.choice([["ns", "we"], ["ne", "nw", "se", "sw"], ["ns", "we", "ne", "nw", "se", "sw"]])
    filled, roads = rng.uniform(0.5, 1), rng.uniform(0.4, 1)
    blocks = {(0, 0): rng.choice(types)}
    for cell in product(range(wide), range(high)):
        if rng.random() < filled:
            section = f":{rng.choice(shapes)}:{rng.choice(icons)}" if rng.random() < roads else ""
            blocks[cell] = rng.choice(types) + section
    if wide > 2 and high > 2 and rng.random() < 0.3:
        _ring(blocks, rng, wide, high, types, icons)
    return blocks


def _ring(blocks, rng, wide, high, types, icons):
    """Lay a loop round the rim."""
    for col, row in product(range(wide), range(high)):
        sides = [name for name, here in (("n", row > 0), ("s", row < high - 1)) if here and col in (0, wide - 1)]
        sides += [name for name, here in (("w", col > 0), ("e", col < wide - 1)) if here and row in (0, high - 1)]
        if sides:
            blocks[col, row] = f"{rng.choice(types)}:{''.join(sides)}:{rng.choice(icons)}"
