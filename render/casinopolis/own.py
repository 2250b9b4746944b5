"""What only one seat knows: its cards both ways up, with the open card of the deck and the conditions, 800 px wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.casinopolis.deck import card
from render import fonts, panels
from render.canvas import Slot
from render.casinopolis import paint, pieces
from render.casinopolis.layout import Page
from render.panels import NOTE, PLAIN, STRONG, Ticket, paper, plaque

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.casinopolis.blocks import Four
    from games.casinopolis.view import CasinoView
    from render.brush import Box, Brush
    from render.canvas import Painters
    from render.theme import Theme

WIDTH = 800
TICKET: Box = (16, 12, 784, 108)
_LEFT, _RIGHT, _TOP, _GAP = 16, 784, 118, 10
UNIT, DECK_UNIT = 38, 28
_ROW = 4 * UNIT + 46
"""Height of a row of cards with its heading."""
_DECK_RIGHT = 220
_TEXT_WIDTH, _LINES, _LINE, _PAD = 460, 4, 28, 50


class Hand(msgspec.Struct, frozen=True):
    """Cards in the hand: number and blocks."""

    cards: tuple[tuple[int, Four], ...]


class Top(msgspec.Struct, frozen=True):
    """The open card of the deck, and how many cards it has with it; None when it is used up."""

    number: int | None
    blocks: Four | None
    left: int


class Brief(msgspec.Struct, frozen=True):
    """A condition in short."""

    chips: int
    title: str
    lines: tuple[str, ...]
    points: int


class Briefs(msgspec.Struct, frozen=True):
    """The three conditions."""

    of: tuple[Brief, ...]


def page(view: CasinoView, names: Sequence[str]) -> Page:
    """Lay out the hand of a seat's view; `names` are ready to draw.

    Raises:
        ValueError: it is a spectator's view.
    """
    seat = view.seat
    if seat is None:
        msg = "a spectator has no hand"
        raise ValueError(msg)
    head = "Your cards" if len(view.hand) != 1 else "Your card"
    top = Ticket((seat,), (head,), _advice(view, seat, names), ("Only you", "see this"))
    hand = Hand(tuple((number, card(view.cards, number).blocks) for number in view.hand))
    bottom = _TOP + 24 + (2 if len(view.hand) > 1 else 1) * _ROW
    briefs = tuple(
        Brief(chips, one.title, fonts.wrap(one.text, NOTE, _TEXT_WIDTH, _LINES), points)
        for chips, one, points in zip(
            (1, 2, 3), (card(view.cards, number) for number in view.conditions), view.score.conditions, strict=True
        )
    )
    under = bottom + _GAP
    foot = under + 20 + sum(map(_height, briefs))
    deck = Top(view.top, None if view.top is None else card(view.cards, view.top).blocks, view.deck_left)
    slots = (
        Slot(TICKET, top),
        Slot((_LEFT, _TOP, _RIGHT, bottom), hand),
        Slot((_LEFT, under, _DECK_RIGHT, foot), deck),
        Slot((_DECK_RIGHT + _GAP, under, _RIGHT, foot), Briefs(briefs)),
    )
    return Page(foot + 12, slots)


def _advice(view: CasinoView, seat: int, names: Sequence[str]) -> str:
    if view.phase == "over":
        return "The game is over"
    if seat not in view.to_act:
        return f"Next: {names[view.to_act[0]]}"
    rest = len(view.hand) - 1
    return f"Lay one, pass {rest} on" if view.seats > 1 and rest else "Your turn: lay one"


def _height(brief: Brief) -> int:
    return _PAD + _LINE * len(brief.lines)


def _hand(brush: Brush, theme: Theme, box: Box, hand: Hand) -> None:
    left, top, right, _ = box
    paper(brush, theme, box, 20)
    if not hand.cards:
        brush.text(((left + right) / 2, (top + box[3]) / 2), "You hold no cards", STRONG, theme["ink"], "middle")
        return
    columns = max(2, len(hand.cards))
    step = (right - left) // columns
    for place, (number, blocks) in enumerate(hand.cards):
        for turned in (False, True):
            column, row = (int(turned), 0) if len(hand.cards) == 1 else (place, int(turned))
            x = left + column * step + (step - 6 * UNIT) // 2
            y = top + 12 + row * _ROW
            word, kind = ("turned", PLAIN) if turned else (f"Card {number}", STRONG)
            brush.text((x, y + 24), word, kind, theme["ink"])
            pieces.card(brush, theme, (x, y + 46), blocks, UNIT, turned=turned)


def _top(brush: Brush, theme: Theme, box: Box, deck: Top) -> None:
    left, top, right, _ = box
    paper(brush, theme, box, 20)
    brush.text((left + 18, top + 38), "Deck", PLAIN, theme["ink"])
    plaque(brush, theme, (right - 16, top + 38), deck.left)
    if deck.number is None or deck.blocks is None:
        brush.text((left + 18, top + 86), "used up", PLAIN, theme["muted"])
        return
    brush.text((left + 18, top + 92), f"Card {deck.number}", STRONG, theme["ink"])
    pieces.card(brush, theme, (left + 18, top + 118), deck.blocks, DECK_UNIT)


def _briefs(brush: Brush, theme: Theme, box: Box, briefs: Briefs) -> None:
    left, top, right, _ = box
    paper(brush, theme, box, 20)
    y = top + 8
    for brief in briefs.of:
        pieces.chip(brush, theme, (left + 42, y + _height(brief) / 2), 28, brief.chips)
        brush.text((left + 84, y + 24), brief.title, STRONG, theme["ink"])
        brush.text((right - 18, y + 24), paint.change(brief.points), STRONG, theme["ink"], "right")
        for place, line in enumerate(brief.lines):
            brush.text((left + 84, y + 58 + place * _LINE), line, NOTE, theme["ink"])
        y += _height(brief)


PAINTERS: Painters = {**panels.PAINTERS, Hand: _hand, Top: _top, Briefs: _briefs}
