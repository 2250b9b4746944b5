"""Decks: which cards there are and the placement goal of each. A deck file is TOML, see `deck.toml`.

A deck is a mapping from card codes to names of goals, plain enough to travel as the set-up option `deck`.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec

from games.catsudoku.tables import CARDS, COLOURS, GOALS, NUMBERS, SIZES
from games.decks import DeckError, Source
from games.phrases import both, either

Deck = dict[str, str]

_LETTERS = {name: letter for letter, name in COLOURS.items()}


def read(text: str) -> Deck:
    """Read a deck file.

    Raises:
        DeckError: the first fault, with its line.
    """
    source = _Source(text)
    source.only({"cards": "[cards]", "goals": "[goals]", "special": "[special]"})
    numbers = {letter: _numbers(source, colour) for letter, colour in COLOURS.items()}
    source.only({colour: colour for colour in _LETTERS}, "cards")
    source.only({str(number): str(number) for number in NUMBERS}, "goals")
    special = source.table("special") if "special" in source.tables else {}
    deck = {f"{letter}{number}": "" for letter in numbers for number in numbers[letter]}
    for card in special:
        if card not in deck:
            reason = f"there is no card {card} in [cards]"
            raise source.fault(reason, "special", card)
    return {card: source.goal("special", card) if card in special else source.goal("goals", card[1]) for card in deck}


def admit(content: object) -> Deck:
    """Check a deck that comes as data, from the set-up of a recorded game; the cards come back in their fixed order.

    Raises:
        ValueError: it is no deck; the message says why.
    """
    try:
        deck = msgspec.convert(content, Deck)
    except msgspec.ValidationError:
        msg = "takes card codes with a goal each, as the deck reader gives them"
        raise ValueError(msg) from None
    for letter, size in SIZES.items():
        count = sum(card in deck for card in CARDS if card[0] == letter)
        if count != size:
            msg = f"takes {size} {COLOURS[letter]} cards, not {count}"
            raise ValueError(msg)
    for card, goal in deck.items():
        if card not in CARDS or goal not in GOALS:
            msg = f"takes cards like r5 with one of the known goals, not {card} with {goal}"
            raise ValueError(msg)
    return {card: deck[card] for card in CARDS if card in deck}


class _Source(Source):
    """A deck file of Cat Sudoku."""

    def table(self, name: str) -> dict[str, Any]:
        table = self.tables.get(name)
        if not isinstance(table, dict):
            reason = f"[{name}] is missing" if table is None else f"{name} takes a table, [{name}]"
            raise self.fault(reason, name)
        return table

    def only(self, known: dict[str, str], name: str | None = None) -> None:
        for key in self.tables if name is None else self.table(name):
            if key not in known:
                reason = f"{key} has no meaning here; there is {either(known.values())}"
                raise self.fault(reason, key) if name is None else self.fault(reason, name, key)

    def goal(self, name: str, key: str) -> str:
        table = self.table(name)
        if key not in table:
            reason = f"number {key} has no goal"
            raise self.fault(reason, name)
        goal = table[key]
        if not isinstance(goal, str) or goal not in GOALS:
            reason = f"{key} takes a goal, {either(GOALS)}, not {goal!r}"
            raise self.fault(reason, name, key)
        return goal


def _numbers(source: _Source, colour: str) -> list[int]:
    table = source.table("cards")
    if colour not in table:
        reason = f"{colour} is missing"
        raise source.fault(reason, "cards")
    numbers = table[colour]
    if not isinstance(numbers, list) or any(type(number) is not int or number not in NUMBERS for number in numbers):
        reason = f"{colour} takes a list of numbers from 1 to 9, not {numbers!r}"
        raise source.fault(reason, "cards", colour)
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        reason = f"{colour} has {both(map(str, twice))} more than once"
        raise source.fault(reason, "cards", colour)
    size = SIZES[_LETTERS[colour]]
    if len(numbers) != size:
        reason = f"{colour} takes {size} cards, not {len(numbers)}"
        raise source.fault(reason, "cards", colour)
    return sorted(numbers)


HOUSE = read((files(__package__) / "deck.toml").read_text(encoding="utf-8"))
"""The deck that comes with the game."""

__all__ = ["HOUSE", "Deck", "DeckError", "admit", "read"]
