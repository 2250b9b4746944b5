"""Where everything stands on the pictures of Casinopolis. Pure: views in, boxes with their contents out.

ticket          whose turn and what to do
map | score     the map in its frame, as high as it needs; the running score and the deck beside it
conditions      the three conditions with their chips
seats           in the order of the coming turns
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from games.casinopolis.deck import card
from games.casinopolis.map import footprint, label
from games.casinopolis.state import score as score_of
from games.phrases import count, figure, signed
from render import fonts
from render.canvas import Slot
from render.casinopolis import tiles, window
from render.casinopolis.chart import Chart, Last, TileAt
from render.casinopolis.marks import marks
from render.panels import PLAIN, Ticket

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from games.casinopolis.blocks import Cell, Four
    from games.casinopolis.deck import Card
    from games.casinopolis.scoring import Score
    from games.casinopolis.view import BlockAt, CasinoView, Laid, Scored
    from render.brush import Box

WIDTH = 1200
TICKET: Box = (16, 10, 1184, 106)
GAP = 8
_TOP, _LEFT, _RIGHT, _FOOT = 114, 8, 1192, 8
_SIDE = 976
_HEIGHTS = (580, 660)
"""Least and greatest height of the map's frame."""
_LARGEST, _LARGEST_SCORED, _CUT_OUT = 32, 42, 25
"""Units in pixels."""
_DECK_HEIGHT = 206
_TEXT_WIDTH, _MOST_LINES = 1044, 4
LINE, _RULE_PAD = 40, 62
SEAT_HEIGHT, SEAT_GAP = 76, 28


class Sums(msgspec.Struct, frozen=True):
    """The score line by line; `before` has the lines without the card of a preview."""

    lines: tuple[int, ...]
    total: int
    target: int
    before: tuple[int, ...] = ()


class Deck(msgspec.Struct, frozen=True):
    """The deck: its open card, and how many there are with it."""

    number: int
    blocks: Four
    left: int


class Verdict(msgspec.Struct, frozen=True):
    """How the game ended: points beyond the target or, below zero, missing."""

    beyond: int


class Rule(msgspec.Struct, frozen=True):
    """A condition in play."""

    chips: int
    number: int
    title: str
    lines: tuple[str, ...]
    hits: int
    points: int


class Plate(msgspec.Struct, frozen=True):
    """A seat: `cards` in hand, `first` is to move now, `more` says that another follows."""

    seat: int
    name: str
    cards: int | None
    first: bool
    more: bool


class Page(msgspec.Struct, frozen=True):
    """A picture: its height and what stands where."""

    height: int
    slots: tuple[Slot, ...]


# -- pictures ----------------------------------------------------------------------------------------------------------


def board(view: CasinoView, names: Sequence[str], *, ghost: bool = False) -> Page:
    """Lay out the table of a view; `names` are ready to draw. `ghost`: the newest card is only tried out."""
    cards = tuple(card(view.cards, number) for number in view.conditions)
    if view.phase == "over" and not ghost:
        return _end(names[: view.seats], view.blocks, view.laid, view.score, cards, view.target)
    before = score_of(view.cards, view.conditions, view.laid[:-1]) if len(view.laid) > 1 else None
    last = view.laid[-1]
    gain = signed(view.score.total - before.total) if before else ""
    newest = Last(last.spot, last.seat, gain, ghost)
    frame = _frame(view.blocks, scored=False)
    top = _preview(view, last, gain) if ghost else _turn(view, names)
    deck = None if view.top is None else Deck(view.top, card(view.cards, view.top).blocks, view.deck_left)
    sums = Sums(_lines(view.score), view.score.total, view.target, _lines(before) if ghost and before else ())
    order = view.queue[: view.seats]
    waiting = [seat for seat in range(view.seats) if seat not in order]
    plates = [
        Plate(seat, names[seat], view.hand_sizes[seat], first=place == 0, more=place + 1 < len(dict.fromkeys(order)))
        for place, seat in enumerate([*dict.fromkeys(order), *waiting])
    ]
    slots = [Slot(TICKET, top), *_charts(frame, _tiles(_by_cell(view.blocks), view.laid, view.score), newest)]
    return _page([*slots, *_side(frame, sums, deck)], frame[3], _rules(cards, view.score), plates)


def scored(event: Scored, names: Sequence[str]) -> Page:
    """Lay out the complete map with everything that scored."""
    return _end(names[: event.seats], event.blocks, event.laid, event.score, event.cards, event.target)


def _end(
    names: Sequence[str],
    blocks: Sequence[BlockAt],
    laid: Sequence[Laid],
    score: Score,
    cards: Sequence[Card],
    target: int,
) -> Page:
    beyond = score.total - target
    frame = _frame(blocks, scored=True)
    lit = {cell for cells in score.casino_cells.values() for cell in cells}
    shown = window.fill(window.extent(list(_by_cell(blocks))), frame, _LARGEST_SCORED)
    town = Chart(shown, _tiles(_by_cell(blocks), laid, score, lit), marks=marks(score))
    seats = tuple(range(len(names)))
    won = beyond >= 0
    head = "The city shines" if won else "The city falls short"
    line = f"{count(score.total, 'point')}, the target was {target}"
    stub = ("Won", f"by {beyond}" if beyond else "exactly") if won else ("Missed", f"by {-beyond}")
    slots = [Slot(TICKET, Ticket(seats, (head,), line, stub)), Slot(frame, town)]
    slots += _side(frame, Sums(_lines(score), score.total, target), Verdict(beyond))
    plates = [Plate(seat, names[seat], None, first=False, more=False) for seat in seats]
    return _page(slots, frame[3], _rules(cards, score), plates)


# -- the map -----------------------------------------------------------------------------------------------------------


def _frame(blocks: Sequence[BlockAt], *, scored: bool) -> Box:
    shown = window.extent(list(_by_cell(blocks)))
    if not scored:
        shown = shown.wider(window.AHEAD, window.BEHIND)
    width, largest = _SIDE - GAP - 2 - _LEFT, _LARGEST_SCORED if scored else _LARGEST
    height = window.height_for(shown, width, _HEIGHTS, largest)
    return _LEFT, _TOP, _LEFT + width, _TOP + height


def _charts(frame: Box, town: tuple[TileAt, ...], newest: Last) -> list[Slot]:
    """Show the map; where that makes its blocks too small, also the surroundings of the newest card in large."""
    shown = window.extent([(col, row) for col, row, _ in town]).wider(window.AHEAD, window.BEHIND)
    whole = window.fill(shown, frame, _LARGEST)
    if whole.unit >= window.LEGIBLE:
        return [Slot(frame, Chart(whole, town, newest))]
    small, large = window.split(shown, frame, GAP)
    col, row = newest.spot
    part = window.fill(window.Extent(col, row, 2, 2), large, _CUT_OUT)
    seen = window.Extent(part.col, part.row, part.cols, part.rows)
    return [
        Slot(small, Chart(window.fill(shown, small, _LARGEST), town, newest, part=seen)),
        Slot(large, Chart(part, tuple(at for at in town if part.holds(at[:2])), newest)),
    ]


def _tiles(
    blocks: Mapping[Cell, str], laid: Sequence[Laid], score: Score, lit: Collection[Cell] | None = None
) -> tuple[TileAt, ...]:
    owners = {cell: place for place, one in enumerate(laid) for cell in footprint(one.spot)}
    jackpots = {cell for cells in score.jackpot_cells for cell in cells}
    town = tiles.lay(blocks, owners, strip=set(score.strip), jackpots=jackpots, lit=lit)
    return tuple((col, row, tile) for (col, row), tile in town.items())


def _by_cell(blocks: Sequence[BlockAt]) -> dict[Cell, str]:
    return {(col, row): text for col, row, text in blocks}


# -- round the map -----------------------------------------------------------------------------------------------------


def _turn(view: CasinoView, names: Sequence[str]) -> Ticket:
    seat = view.to_act[0]
    you = seat == view.seat
    rest = view.hand_sizes[seat] - 1
    passing = f", {'pass' if you else 'passes'} {rest} on" if view.seats > 1 and rest else ""
    line = f"{'Lay' if you else 'lays'} a card{passing}"
    return Ticket((seat,), ("Your turn" if you else names[seat],), line, (count(len(view.queue), "card"), "to go"))


def _preview(view: CasinoView, last: Laid, gain: str) -> Ticket:
    head = f"Card {last.number} on {label(last.spot)}{', turned' if last.turned else ''}"
    line = f"would make it {figure(view.score.total)} of {view.target} ({gain})"
    return Ticket(() if last.seat is None else (last.seat,), (head,), line, ("Preview", "not laid"))


def _side(frame: Box, sums: Sums, foot: Deck | Verdict | None) -> list[Slot]:
    top, bottom = frame[1], frame[3]
    if foot is None:
        return [Slot((_SIDE, top, _RIGHT, bottom), sums)]
    split = bottom - _DECK_HEIGHT
    return [Slot((_SIDE, top, _RIGHT, split - GAP), sums), Slot((_SIDE, split, _RIGHT, bottom), foot)]


def _lines(score: Score) -> tuple[int, ...]:
    """Give the lines of a score in the order they are drawn: casinos, jackpots, conditions, roads."""
    return (*score.casinos.values(), score.jackpots, sum(score.conditions), -score.roads)


def _rules(cards: Sequence[Card], score: Score) -> list[Rule]:
    return [
        Rule(chips, one.number, one.title, fonts.wrap(one.text, PLAIN, _TEXT_WIDTH, _MOST_LINES), hits, points)
        for chips, one, hits, points in zip((1, 2, 3), cards, score.hits, score.conditions, strict=True)
    ]


def _page(slots: list[Slot], top: int, rules: Sequence[Rule], plates: Sequence[Plate]) -> Page:
    """Stack conditions and seats below the map."""
    top += GAP
    for rule in rules:
        height = _RULE_PAD + LINE * len(rule.lines)
        slots.append(Slot((_LEFT, top, _RIGHT, top + height), rule))
        top += height + GAP
    room = _RIGHT - _LEFT - SEAT_GAP * (len(plates) - 1)
    for place, plate in enumerate(plates):
        left = _LEFT + place * (room // len(plates) + SEAT_GAP)
        reach = SEAT_GAP if plate.more else 0
        slots.append(Slot((left, top, left + room // len(plates) + reach, top + SEAT_HEIGHT), plate))
    return Page(top + SEAT_HEIGHT + _FOOT, tuple(slots))
