"""Small change of sentences, shared by all games."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterable

LETTERS = "ABCD"
"""The letter of each seat."""
MINUS = "\N{MINUS SIGN}"
"""The one sign before negative numbers in all that players read; what they type has a hyphen."""


def either(words: Iterable[str], joint: str = "or") -> str:
    """List words: `a, b or c`; '' for none."""
    *head, last = [*words] or [""]
    return f"{', '.join(head)} {joint} {last}" if head else last


def both(words: Iterable[str]) -> str:
    """List words: `a, b and c`; '' for none."""
    return either(words, "and")


def figure(value: float, form: str = "") -> str:
    """Write a number, in a form such as `.1f`; a negative one has a proper minus."""
    return f"{value:{form}}".replace("-", MINUS)


def signed(value: int) -> str:
    """Write a number with its sign: `+3`, `+0`, and a proper minus."""
    return figure(value, "+")


def count(value: int, noun: str, *, sign: bool = False) -> str:
    """Count things: `1 point`, `2 points`; with the sign on wish."""
    return f"{figure(value, '+' if sign else '')} {noun}{'' if abs(value) == 1 else 's'}"


def a(number: int | str) -> str:
    """Put the article before a whole number, or words that begin with one: `a 7`, `an 8`, `an 11`."""
    first = str(number).split()[0]
    return f"{'an' if first[0] == '8' or first in {'11', '18'} else 'a'} {number}"


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
