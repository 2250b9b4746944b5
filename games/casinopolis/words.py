"""Casinopolis in sentences. The map is spoken row by row; a block is its type, edges and icon, in short."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from games.casinopolis import moves
from games.casinopolis.blocks import BLOCKS, TYPES
from games.casinopolis.deck import card
from games.casinopolis.map import column, label, row_number
from games.casinopolis.view import CasinoView, Dealt, Drawn, Passed, Placed, Scored, TurnedUp
from games.phrases import both, count, figure, sentence, signed, spread

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.casinopolis.deck import Card
    from games.casinopolis.scoring import Score
    from games.core import Event

ALT_LENGTH: Final = 1000
WIDTH: Final = 60
"""Columns of the map drawn with characters; a wider one is cut into pieces, drawn one below the other."""
MARKS: Final = {"cherry": "c", "lemon": "l", "plum": "p", "clover": "C", "diamond": "D", "horseshoe": "H"}
"""Icons in the drawn map: fruit small, luck capital."""
TIMES: Final = "\N{MULTIPLICATION SIGN}"
STROKES: Final = {"ns": "│", "we": "─", "ne": "└", "nw": "┘", "se": "┌", "sw": "┐"}

_CHIPS: Final = ("one chip", "two chips", "three chips")
_ICONS: Final = {"cherry": "ch", "lemon": "le", "plum": "pl", "clover": "cl", "diamond": "di", "horseshoe": "ho"}
_NARROW: Final = 30
"""Columns of everything but the map."""
_NAME: Final = 24
"""Characters of a player's name in the alt text."""

HELP = """\
## Casinopolis
Together you build a city of casinos, card by card, on a map that grows. Three scoring conditions and a target are \
drawn at the start; reach the target with the finished map and all of you win.

**Cards.** There are 18, numbered. Each has four blocks: two of one casino type, one each of the other two \
(**E**gyptian, **M**edieval, **R**oman). Most blocks carry a section of road with an icon: fruit (cherry, lemon, plum) \
or luck (clover, diamond, horseshoe). A block without a road is a Resort. In words a section is called by the sides it \
joins: *ns* runs from north to south, *we* from west to east, *ne* turns from north to east.

**Start.** Three cards become the conditions for one, two and three chips; the sum of their numbers is the target. The \
starter gets three cards, everybody else one. One card starts the map, and the top of the deck lies open.

**Your turn.** You have three cards. Lay one, pass the other two to your left, and take the top card of the deck. The \
next player goes on with three. When the deck is used up, the remaining cards go round until 15 lie on the map. Alone, \
you keep a hand of three and draw after every card. Talk about everything; only do not show your hand.

**Placing.** The card must share at least one edge of a block with the map, or cover one block or more of it. \
Touching at a corner is not enough. It lies upright or turned by 180 degrees, never sideways, never under another \
card. Gaps are allowed. Only visible blocks count.

**Score.**
- *Roads* run where sections meet at an edge. The longest is the **Strip**.
- *Casinos* are blocks of one type connected by edges. For each type: one point a block of the largest casino that has \
a section of the Strip on it. A Resort counts, but does not put a casino on the Strip.
- *Jackpots*: three or more equal icons in a row along one road, round a loop too: one point an icon.
- *Conditions*: hits times chips. Some take points away.
- *Every road* costs one point, the Strip too. A loop is one road.
- Ties, for the Strip and for the largest casino of all, are decided in your favour, one way for the whole score.

Corner: a block with two open sides that meet. Edge: a block with an open side. Gaps inside the map open sides too.

**Spots** are called by the column and row of a card's top-left block, as drawn beside the map; the map starts at M13. \
Left of A comes ZZ, above 1 comes 99.

**To play** press *Take turn* under the board and move a card with the arrows, or use `/casinopolis place`; \
`/casinopolis preview` tries a spot out, and `/casinopolis hint` asks the robot, three times a game.
"""


def turn(view: CasinoView, names: Sequence[str]) -> str:
    """Say whose turn it is and what to do, or how the game ended."""
    total = f"{figure(view.score.total)} of {view.target}"
    if view.phase == "over":
        won = view.score.total >= view.target
        team = both(names) if len(names) > 1 else names[0]
        wins = ("wins", "win")[len(names) > 1]
        return f"{team} {wins}: {total} points." if won else f"The city falls short: {total} points."
    left = count(len(view.queue), "card")
    return f"{names[view.to_act[0]]}, lay a card. {sentence(left)} to go, {total} points so far."


def tell(event: Event, names: Sequence[str]) -> str:  # noqa: PLR0911 - one sentence an event
    """Say what happened."""
    match event:
        case Dealt():
            target = f"{' + '.join(map(str, event.conditions))} = {event.target} points"
            return f"The target is {target}; card {event.first} starts the map and {names[event.starter]} the game."
        case Placed(seat, number, spot, turned):
            where = f"{label(spot)}{', turned' if turned else ''}"
            return f"{names[seat]} lays card {number} on {where}: {_gained(event)}."
        case Passed(seat, to, passed):
            return f"{names[seat]} passes {count(passed, 'card')} to {names[to]}."
        case Drawn(seat, number):
            return f"{names[seat]} takes card {number} from the deck."
        case TurnedUp(None):
            return "The deck is used up."
        case TurnedUp(number):
            return f"Card {number} is open on the deck."
        case Scored():
            how = "The team wins" if event.won else "The city falls short"
            return f"{how}: {figure(event.score.total)} of {event.target} points."
        case _:
            return ""


def offers(_view: CasinoView) -> tuple[tuple[str, str], ...]:
    """Every placement needs choosing; none is offered under the board."""
    return ()


def scored(event: Scored, names: Sequence[str]) -> str:
    """Say line by line what the map is worth."""
    score = event.score
    jackpots = count(len(score.jackpot_cells), "jackpot")
    lines = [
        f"{both(names)}: {figure(score.total)} of {event.target} points, {'won' if event.won else 'lost'}.",
        f"Casinos on the Strip: {_casinos(score)} = {sum(score.casinos.values())}",
        f"Icons in {jackpots}: {score.jackpots}",
    ]
    for chips, one in enumerate(event.cards, start=1):
        hits, points = figure(score.hits[chips - 1]), figure(score.conditions[chips - 1])
        lines.append(f"{one.title}: {hits} {TIMES} {chips} = {points}")
    lines.append(
        f"{sentence(count(score.roads, 'road'))}: {figure(-score.roads)};"
        f" the Strip has {count(len(score.strip), 'section')}"
    )
    return "\n".join(lines)


def alt(view: CasinoView, names: Sequence[str]) -> str:
    """Give the whole public position; the longer the map, the shorter its blocks are written."""
    return next((text for text in _alts(view, names) if len(text) <= ALT_LENGTH), "")


def board(view: CasinoView, names: Sequence[str]) -> str:
    """Draw the public position: a block is its type, its road and its icon, as in `E└c`."""
    score = view.score
    lines = [f"{figure(score.total)} of {view.target} points, {count(len(view.queue), 'card')} to go", ""]
    lines += _map(view)
    lines += ["", "c cherry l lemon p plum", "C clover D diamond H horseshoe", ""]
    for chips, number in enumerate(view.conditions, start=1):
        tail = f"{figure(score.hits[chips - 1])}{TIMES}{chips} = {figure(score.conditions[chips - 1], '2')}"
        one = card(view.cards, number)
        lines.append(spread(f"{number} ", one.title, tail, _NARROW))
        lines += wrap(one.text, _NARROW, initial_indent="  ", subsequent_indent="  ")
    lines.append(f"casinos {_casinos(score)}")
    lines.append(f"jackpots {score.jackpots}, roads {figure(-score.roads)}")
    lines.append("")
    lines.append(f"deck {view.deck_left}, top card {_top(view)}")
    for seat, name in enumerate(names):
        tail = count(view.hand_sizes[seat], "card")
        head = f"{'>' if seat in view.to_act else ' '} "
        lines.append(spread(head, name, tail, _NARROW))
    return "\n".join(line.rstrip() for line in lines)


def hand(view: CasinoView, names: Sequence[str], *, now: bool = True) -> str:
    """Say which cards the viewer has, what they look like, and what to do."""
    if view.seat is None:
        return "You are watching; only players hold cards."
    if view.phase == "over":
        return f"The game is over. {turn(view, names)}"
    lines = [f"- {_spelled(card(view.cards, number))}" for number in view.hand]
    said = ["Your cards:" if lines else "Your hand is empty.", *lines]
    if now and view.top is not None:
        said += ["On top of the deck:", f"- {_spelled(card(view.cards, view.top))}"]
    said.append("Conditions:")
    for chips, number in zip(_CHIPS, view.conditions, strict=True):
        one = card(view.cards, number)
        said.append(f"- {one.title}, {chips}: {one.text}")
    return "\n".join([*said, _whose(view, names)] if now else said)


def brief(view: CasinoView, names: Sequence[str], *, now: bool = True) -> str:
    """Say which cards the viewer has and what to do, above the picture that shows what they look like."""
    if view.seat is None or view.phase == "over":
        return hand(view, names)
    held = f"Your cards: {both(map(str, view.hand))}." if view.hand else "Your hand is empty."
    if not now:
        return held
    top = "" if view.top is None else f" On the deck: {view.top}."
    return f"{held}{top}\n{_whose(view, names)}"


def move(view: CasinoView, text: str) -> str:  # noqa: ARG001 - the words of other games need the view
    """Name a move: 'Card 7 on M11, turned'."""
    wanted = moves.read(text)
    return f"Card {wanted.number} on {label(wanted.spot)}{', turned' if wanted.turned else ''}"


def answer(view: CasinoView, text: str, events: Sequence[Event], names: Sequence[str]) -> str:  # noqa: ARG001 - the words of other games need the names
    """Say to its mover what a move did."""
    (laid,) = (event for event in events if isinstance(event, Placed))
    return f"{move(view, text)}: {_gained(laid)}."


def _whose(view: CasinoView, names: Sequence[str]) -> str:
    return turn(view, names) if view.seat in view.to_act else f"It is the turn of {names[view.to_act[0]]}."


def _gained(event: Placed) -> str:
    return f"{signed(event.gain)}, now {count(event.total, 'point')}"


def _casinos(score: Score) -> str:
    return " + ".join(f"{points} {TYPES[kind].capitalize()}" for kind, points in score.casinos.items())


def _alts(view: CasinoView, names: Sequence[str]) -> Iterator[str]:
    score = view.score
    conditions = "; ".join(
        f"{card(view.cards, number).title} ({number}, {chips}): {count(hits, 'hit')}"
        for number, chips, hits in zip(view.conditions, _CHIPS, score.hits, strict=True)
    )
    hands = ", ".join(f"{name[:_NAME]} {size}" for name, size in zip(names, view.hand_sizes, strict=True))
    lines = f"{_casinos(score)} on the Strip, jackpots {score.jackpots}, roads {figure(-score.roads)}"
    head = f"Casinopolis, {figure(score.total)} of {view.target} points. {conditions}. {lines}"
    hands = f"Deck {view.deck_left}, top card {_top(view)}. Cards in hand: {hands}"
    tail = f"{hands}. {turn(view, [name[:_NAME] for name in names])}"
    last = view.laid[-1]
    newest = f"Card {last.number} on {label(last.spot)}{' turned' if last.turned else ''} is the newest"
    for between in ("-", ""):
        rows = ". ".join(_row(view, row, between) for row in sorted({row for _, row, _ in view.blocks}))
        yield f"{head}. {newest}. Map from the first column named: {rows}. {tail}"
    yield f"{head}. {newest}. The map is too large for this text; it is drawn with characters on request. {tail}"


def _row(view: CasinoView, row: int, between: str) -> str:
    """Speak a row: `12 from K: E-ns-ch M, gap 2, R-we-pl`."""
    texts = {col: text for col, r, text in view.blocks if r == row}
    cols = range(min(texts), max(texts) + 1)
    runs = []
    for there, run in groupby(cols, key=texts.__contains__):
        group = list(run)
        runs.append(" ".join(_short(texts[col], between) for col in group) if there else f"gap {len(group)}")
    return f"{row_number(row)} from {column(cols[0])}: {', '.join(runs)}"


def _short(text: str, between: str) -> str:
    kind, *section = text.split(":")
    if not section:
        return kind
    edges, icon = section
    return between.join((kind, edges, _ICONS[icon]))


def _map(view: CasinoView) -> Iterator[str]:
    texts = {(col, row): text for col, row, text in view.blocks}
    cols = sorted({col for col, _ in texts})
    rows = sorted({row for _, row in texts})
    margin = max(len(str(row_number(row))) for row in rows)
    size = (WIDTH - margin) // 3
    for start in range(cols[0], cols[-1] + 1, size):
        part = range(start, min(start + size, cols[-1] + 1))
        if start > cols[0]:
            yield ""
        yield " " * margin + "".join(f"{column(col):>2} " for col in part)
        for row in range(rows[0], rows[-1] + 1):
            yield f"{row_number(row):>{margin}}" + "".join(_drawn(texts.get((col, row))) for col in part)


def _drawn(text: str | None) -> str:
    if text is None:
        return "   "
    kind, *section = text.split(":")
    if not section:
        return f"{kind}  "
    edges, icon = section
    return f"{kind}{STROKES[edges]}{MARKS[icon]}"


def _top(view: CasinoView) -> str:
    if view.top is None:
        return "none"
    top_left, top_right, *bottom = (_short(text, "-") for text in card(view.cards, view.top).blocks)
    return f"{view.top} ({top_left} {top_right} / {' '.join(bottom)})"


def _spelled(one: Card) -> str:
    top_left, top_right, bottom_left, bottom_right = map(_block, one.blocks)
    return f"**{one.number}** top {top_left}, {top_right}; bottom {bottom_left}, {bottom_right}"


def _block(text: str) -> str:
    block = BLOCKS[text]
    name = TYPES[block.type].capitalize()
    return f"{name} {text.split(':')[1]} {block.icon}" if block.icon else f"{name} Resort"
