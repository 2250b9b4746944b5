"""Small change of sentences, shared by all games."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterable

LETTERS = "ABCD"
"""The letter of each seat."""


def either(words: Iterable[str], joint: str = "or") -> str:
    """List words: `a, b or c`; '' for none."""
    *head, last = [*words] or [""]
    return f"{', '.join(head)} {joint} {last}" if head else last


def both(words: Iterable[str]) -> str:
    """List words: `a, b and c`; '' for none."""
    return either(words, "and")


def count(number: int, noun: str) -> str:
    """Count things: `1 point`, `2 points`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def sentence(text: str) -> str:
    """Begin with a capital."""
    return text[:1].upper() + text[1:]


def fit(text: str, width: int) -> str:
    """Cut and fill to a number of columns; characters of East Asia take two, combining ones none."""
    kept, used = "", 0
    for character in text:
        size = 0 if category(character) in {"Mn", "Me", "Cf"} else 2 if east_asian_width(character) in "WF" else 1
        if used + size > width - 1:
            break
        kept, used = kept + character, used + size
    return kept + " " * (width - used)


def spread(head: str, text: str, tail: str, width: int) -> str:
    """Write a line of exactly `width` columns: as much of a text as fits between a head and a tail."""
    return f"{head}{fit(text, width - len(head) - len(tail))}{tail}"
