"""Decks: the blocks and the scoring condition of each of the 18 cards. A deck file is TOML, see `deck.toml`.

A deck is a list of cards as plain data, just as a file has them, so it can travel as the set-up option `deck`.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

import msgspec

from games.casinopolis.blocks import BLOCKS, ICONS, SHAPES, TYPES, Four
from games.casinopolis.conditions import COUNTS, Condition, Tally, check_count, check_word
from games.casinopolis.map import CORNERS
from games.casinopolis.roads import roads
from games.decks import DeckError, Source
from games.phrases import both, either

Deck = list[dict[str, Any]]
Cards = tuple["Card", ...]
"""All cards of a deck, ascending; `card` finds one by its number."""

NUMBERS: Final = range(1, 19)
TITLE_LENGTH: Final = 24
TEXT_LENGTH: Final = 120
_KEYS: Final = ("number", "blocks", "title", "text", "count", "where", "minus")
_TALLY_KEYS: Final = ("count", "where")


class Card(msgspec.Struct, frozen=True):
    """A card: its number, its blocks (top left, top right, bottom left, bottom right), its scoring condition."""

    number: int
    blocks: Four
    title: str
    text: str
    condition: Condition


class _Fault(ValueError):
    """What is wrong with a card, and under which key."""

    def __init__(self, key: str | None, reason: str) -> None:
        super().__init__(reason)
        self.key = key


def read(text: str) -> Deck:
    """Read a deck file.

    Raises:
        DeckError: the first fault, with its line.
    """
    source = Source(text)
    for key in source.tables:
        if key != "card":
            reason = f"{key} has no meaning here; there is [[card]]"
            raise source.fault(reason, key)
    cards = source.tables.get("card", [])
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        raise source.fault("card takes tables, [[card]]", "card")
    seen: set[int] = set()
    for place, card in enumerate(cards, start=1):
        try:
            _check(card, seen)
        except _Fault as fault:
            raise source.fault(str(fault), "card", fault.key, place) from None
    if len(seen) < len(NUMBERS):
        raise source.fault(_missing(seen), "card", number=max(len(cards), 1))
    return cards


def admit(content: object) -> Cards:
    """Make the cards of a deck that comes as data, from a file or from the set-up of a recorded game.

    Raises:
        ValueError: it is no deck; the message says why.
    """
    try:
        cards = msgspec.convert(content, Deck)
    except msgspec.ValidationError:
        msg = "takes a list of cards, as the deck reader gives it"
        raise ValueError(msg) from None
    seen: set[int] = set()
    for card in cards:
        try:
            _check(card, seen)
        except _Fault as fault:
            msg = f"takes other cards than {card.get('number')!r}: {fault}"
            raise ValueError(msg) from None
    if len(seen) < len(NUMBERS):
        raise ValueError(_missing(seen))
    return tuple(sorted(map(_card, cards), key=lambda card: card.number))


def card(cards: Cards, number: int) -> Card:
    """Give the card with a number."""
    return cards[number - 1]


def _card(entry: dict[str, Any]) -> Card:
    top_left, top_right, bottom_left, bottom_right = entry["blocks"]
    minus = Tally(entry["minus"]["count"], tuple(entry["minus"].get("where", ()))) if "minus" in entry else None
    return Card(
        number=entry["number"],
        blocks=(top_left, top_right, bottom_left, bottom_right),
        title=entry["title"],
        text=entry["text"],
        condition=Condition(entry["count"], tuple(entry.get("where", ())), minus),
    )


def _check(card: dict[str, Any], seen: set[int]) -> None:
    """Check a card and note its number.

    Raises:
        _Fault: the first thing that is wrong.
    """
    for key in card:
        if key not in _KEYS:
            raise _Fault(key, f"{key} has no meaning here; there is {either(_KEYS)}")
    number = card.get("number")
    if type(number) is not int or number not in NUMBERS:
        raise _Fault("number", f"number takes 1 to {NUMBERS[-1]}, {_not(card, 'number')}")
    if number in seen:
        raise _Fault("number", f"there is another card {number} before")
    seen.add(number)
    _check_blocks(card)
    for key, longest in (("title", TITLE_LENGTH), ("text", TEXT_LENGTH)):
        words = card.get(key)
        if not isinstance(words, str) or not 0 < len(words) <= longest or not words.isprintable():
            raise _Fault(key, f"{key} takes one line of at most {longest} characters, {_not(card, key)}")
    _check_tally(card, "count", "where")
    minus = card.get("minus")
    if minus is not None:
        if not isinstance(minus, dict) or any(key not in _TALLY_KEYS for key in minus):
            raise _Fault("minus", f"minus takes count and where, {_not(card, 'minus')}")
        _check_tally(minus, "minus", "minus")


def _check_tally(tally: dict[str, Any], count_key: str, where_key: str) -> None:
    count, where = tally.get("count"), tally.get("where", [])
    if not isinstance(count, str):
        raise _Fault(count_key, f"count takes {either(COUNTS)}, {_not(tally, 'count')}")
    try:
        check_count(count)
    except ValueError as error:
        raise _Fault(count_key, str(error)) from None
    if not isinstance(where, list) or not all(isinstance(word, str) for word in where):
        raise _Fault(where_key, f"where takes a list of words, {_not(tally, 'where')}")
    for word in where:
        try:
            check_word(count, word)
        except ValueError as error:
            raise _Fault(where_key, str(error)) from None


def _check_blocks(card: dict[str, Any]) -> None:
    blocks = card.get("blocks")
    if not isinstance(blocks, list) or len(blocks) != len(CORNERS):
        raise _Fault("blocks", f"blocks takes four, {_not(card, 'blocks')}")
    for text in blocks:
        if text not in BLOCKS:
            parts = f"type {either(TYPES)}, edges {either(SHAPES)}, icon {either(ICONS)}"
            raise _Fault("blocks", f"a block is like E or E:ns:cherry ({parts}), not {text!r}")
    types = [BLOCKS[text].type for text in blocks]
    if set(types) != set(TYPES):
        raise _Fault("blocks", f"two blocks have one type and one each the others, not {' '.join(types)}")
    count = len(roads({cell: BLOCKS[text] for cell, text in zip(CORNERS, blocks, strict=True)}))
    if count not in (1, 2):
        raise _Fault("blocks", f"a card has one or two roads, not {count}")


def _not(card: dict[str, Any], key: str) -> str:
    return f"not {card[key]!r}" if key in card else "and is missing"


def _missing(seen: set[int]) -> str:
    missing = (str(number) for number in NUMBERS if number not in seen)
    return f"takes {len(NUMBERS)} cards, 1 to {NUMBERS[-1]}; missing is {both(missing)}"


HOUSE_DECK: Final = read((files(__package__) / "deck.toml").read_text(encoding="utf-8"))
HOUSE: Final = admit(HOUSE_DECK)
"""The deck that comes with the game, as plain data and as cards."""

__all__ = ["HOUSE", "HOUSE_DECK", "Card", "Cards", "Deck", "DeckError", "admit", "card", "read"]
