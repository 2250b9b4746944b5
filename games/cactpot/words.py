"""Cactpot Party in sentences. Seats are named by players' names, and by the letters A to D where room is short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.cactpot import moves
from games.cactpot import state as facts
from games.cactpot.tables import BETS_PER_SPACE, LABELS, SETUPS, SPACES
from games.cactpot.view import Bet, CactpotView, Closed, Dealt, Placed, Scored, StarSet
from games.grid import PLACES
from games.phrases import LETTERS, both, count, either, spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games.core import Event

WIDTH: Final = 30
"""Columns of the board drawn with characters."""
KINDS = {"big": "big bingo", "straight": "straight", "fifteen": "sum of 15"}
"""How a line that pays is called, by its kind."""

HELP = """\
## Cactpot Party
Nine chips, 1 to 9, fill a grid of three by three. Some lie face up, some hidden, and one is known to nobody. Guess \
what they form and bet on it. A match has three games with two or three players and two games with four; most points \
win, equal points share the win.

**1. Chips.** You see your own chips in a private message and with *My hand*. The one chip left over is the star chip.
- Four players: everybody places one chip face up, then, in reverse order, one face down.
- Three players: the same, then the starter and the second player place one more face down.
- Two players: the starter places one face up; then both in turn place two, one up and one down in the order they \
like, until the starter places a last one face down.
- Three face-up chips must never make a row, a column or a diagonal. With one up and one down to place, leave a cell \
for the one face up.
- The star chip goes to the last empty cell by itself.
- You may look at your own hidden chips at any time.

**2. Bets.** From the starter to the last player, back again, then from the starter on once more: place a token on a \
space until all are used (three each; four each with two players). At most three tokens lie on a space, of different \
players. The earlier token earns more. You cannot pass.

Points for the first, second and third token on a space:
- a line, big (1-2-3 or 7-8-9 in any order): **5, 3, 1**
- a line, straight (any other three in sequence, in any order): **4, 2, 1**
- a line, fifteen (a sum of 15): **3, 2, 1**
- bingo 0-1 (at most one line pays): **3, 2, 1**
- bingo 2 (exactly two lines pay): **4, 2, 1**
- bingo 3-8 (three lines or more pay): **5, 3, 1**
- star (the number of the star chip): **5, 3, 1**

The lines are rows 1 to 3, columns a to c, the falling diagonal a1 b2 c3 and the rising diagonal a3 b2 c1. A line \
counts once, as the best it is: 4-5-6 is a straight.

**3. Scoring.** All chips are turned up and the bets are paid. Then the starter's marker moves on, one seat (two seats \
with four players), and the next game is dealt.

**X tokens** (an option of the table): before the bets, up to nine spaces that cannot pay, whatever the hidden chips \
are, are marked with an X and take no bets.

**To play** press *Take turn* under the board, or use `/cactpot place` and `/cactpot bet`.
"""


def turn(view: CactpotView, names: Sequence[str]) -> str:
    """Say whose turn it is and what to do, or who won."""
    if view.phase == "over":
        best = max(view.scores)
        winners = [seat for seat, points in enumerate(view.scores) if points == best]
        if len(winners) == 1:
            return f"{names[winners[0]]} wins the match with {count(best, 'point')}."
        return f"{both(names[seat] for seat in winners)} share the win with {count(best, 'point')} each."
    seat = view.to_act[0]
    if view.phase == "bet":
        return f"{names[seat]}, place bet {facts.bet_number(view)} of {SETUPS[view.seats].tokens}."
    if len(view.faces) > 1:
        return f"{names[seat]}, place two chips, one face up and one face down; begin with either."
    return f"{names[seat]}, place a chip face {view.faces[0]}."


def tell(event: Event, names: Sequence[str]) -> str:  # noqa: PLR0911 - one sentence an event
    """Say what happened."""
    match event:
        case Dealt(game_no, starter):
            return f"Game {game_no} is dealt; {names[starter]} starts."
        case Placed(seat, cell, None):
            return f"{names[seat]} places a chip face down on {cell}."
        case Placed(seat, cell, chip):
            return f"{names[seat]} places chip {chip} on {cell}."
        case StarSet(cell):
            return f"The star chip goes to {cell}."
        case Closed(spaces):
            return f"X tokens close {both(LABELS[space] for space in spaces)}."
        case Bet(seat, space, place):
            return f"{names[seat]} bets on {LABELS[space]}{('', ', as second', ', as third')[place - 1]}."
        case Scored():
            gains = ", ".join(f"{name} {points}" for name, points in zip(names, event.totals, strict=True))
            lines = (
                both(f"{LABELS[line.space]} ({KINDS[line.kind]})" for line in event.bingos)
                if event.bingos
                else "no line"
            )
            star = event.grid[PLACES[event.star_cell]]
            return f"Game {event.game_no} is scored: {lines} paid, the star chip was {star}. Points: {gains}."
        case _:
            return ""


def offers(_view: CactpotView) -> tuple[tuple[str, str], ...]:
    """Every move needs choosing; none is offered under the board."""
    return ()


def scored(event: Scored, names: Sequence[str]) -> str:
    """Say which lines came, name every payout, and give points and standings."""
    star = event.grid[PLACES[event.star_cell]]
    lines = [f"{LABELS[line.space]} ({KINDS[line.kind]})" for line in event.bingos]
    came = f"{len(lines)} of 8 lines paid: {both(lines)}" if lines else "No line paid"
    said = [f"Game {event.game_no} of {event.games} is scored. {came}. The star chip was {star}."]
    for seat, name in enumerate(names):
        own = [
            f"{LABELS[pay.space]} {('1st', '2nd', '3rd')[pay.place - 1]} +{pay.points}"
            for pay in event.payouts
            if pay.seat == seat
        ]
        because = f" ({', '.join(own)})" if own else ""
        said.append(f"{name}: +{event.totals[seat]}{because}, {count(event.scores[seat], 'point')} in the match")
    return "\n".join(said)


def alt(view: CactpotView, names: Sequence[str]) -> str:
    """Give the whole public position; players are named once and called by their letters then."""
    players = "; ".join(_player(view, names, seat) for seat in range(view.seats))
    rows = ". ".join(f"Row {row}: {', '.join(_spoken(view, column + row) for column in 'abc')}" for row in "123")
    bets = "; ".join(
        f"{LABELS[space]}: {', '.join(LETTERS[seat] for seat in seats)}" for space, seats in view.bets.items()
    )
    parts = [
        f"Cactpot Party, game {view.game_no} of {view.games}, starter {LETTERS[view.starter]}. {players}",
        rows,
        *([f"Bets in order: {bets}"] if bets else []),
        *([f"Closed by X: {both(LABELS[space] for space in view.closed)}"] if view.closed else []),
        turn(view, LETTERS),
    ]
    return ". ".join(parts)


def board(view: CactpotView, names: Sequence[str]) -> str:
    """Draw the public position: `?B` is a chip hidden by B, `*` the star chip, letters after a space its bets."""
    lines = [f"Game {view.game_no} of {view.games}, starter {LETTERS[view.starter]}", "", "     a   b   c"]
    lines += [f" {row} {''.join(_drawn(view, column + row).rjust(4) for column in 'abc')}" for row in "123"]
    lines += ["", *(_bet_row(view, spaces) for spaces in _BET_ROWS), ""]
    for seat in range(view.seats):
        mark = ">" if seat in view.to_act else " "
        tail = f"{view.scores[seat]:>3} pt{_stock(view, seat)}"
        head = f"{mark}{LETTERS[seat]} "
        lines.append(spread(head, names[seat], tail, WIDTH))
    return "\n".join(line.rstrip() for line in lines)


def hand(view: CactpotView, names: Sequence[str], *, now: bool = True) -> str:
    """Say which chips the viewer has, in hand and hidden, and what to do."""
    if view.seat is None:
        return "You are watching; only players hold chips."
    if view.phase == "over":
        return f"The match is over. {turn(view, names)}"
    said = [f"Chips in your hand: {', '.join(map(str, view.hand))}." if view.hand else "Your hand is empty."]
    if view.own_down:
        hidden = both(f"{chip} on {cell}" for cell, chip in sorted(view.own_down.items()))
        said.append(f"Hidden by you: {hidden}.")
    if now and view.seat in view.to_act:
        said.append(_possible(view, view.seat))
    elif now:
        said.append(f"It is the turn of {names[view.to_act[0]]}.")
    return " ".join(said)


def brief(view: CactpotView, names: Sequence[str], *, now: bool = True) -> str:
    """Say the same: it is short."""
    return hand(view, names, now=now)


def move(view: CactpotView, text: str) -> str:
    """Name a move: 'Chip 7 on b2, face down', 'Bet on row 1, as second'."""
    match moves.read(text):
        case moves.Place(chip, cell, face):
            return f"Chip {chip} on {cell}, face {face}"
        case moves.Wager(space):
            place = len(view.bets.get(space, ()))
            return f"Bet on {LABELS[space]}{('', ', as second', ', as third')[min(place, BETS_PER_SPACE - 1)]}"


def answer(view: CactpotView, text: str, events: Sequence[Event], names: Sequence[str]) -> str:  # noqa: ARG001 - a placement shows nothing new
    """Say to its mover what a move did."""
    return f"{move(view, text)}."


_BET_ROWS = (
    ("row1", "cola"),
    ("row2", "colb"),
    ("row3", "colc"),
    ("fall", "rise"),
    ("bingo0-1", "bingo2"),
    ("bingo3-8", "star1"),
    ("star2", "star3"),
    ("star4", "star5"),
    ("star6", "star7"),
    ("star8", "star9"),
)


def _player(view: CactpotView, names: Sequence[str], seat: int) -> str:
    return f"{LETTERS[seat]} is {names[seat]}, {count(view.scores[seat], 'point')}{_stock(view, seat)}"


def _stock(view: CactpotView, seat: int) -> str:
    match view.phase:
        case "place":
            return f", {count(view.hand_sizes[seat], 'chip')}"
        case "bet":
            return f", {count(view.tokens[seat], 'bet')}"
        case "over":
            return ""


def _spoken(view: CactpotView, cell: str) -> str:
    if cell in view.up:
        return f"{view.up[cell]} (star)" if cell == view.star else str(view.up[cell])
    if cell in view.down:
        return f"hidden by {LETTERS[view.down[cell]]}"
    return "star" if cell == view.star else "empty"


def _drawn(view: CactpotView, cell: str) -> str:
    if cell in view.up:
        return f"*{view.up[cell]}" if cell == view.star else str(view.up[cell])
    if cell in view.down:
        return f"?{LETTERS[view.down[cell]]}"
    return "*" if cell == view.star else "."


def _bet_row(view: CactpotView, spaces: Iterable[str]) -> str:
    return "".join(f"{_SHORT[space]:<10}{_bets_drawn(view, space):<5}" for space in spaces)


def _bets_drawn(view: CactpotView, space: str) -> str:
    return "X" if space in view.closed else "".join(LETTERS[seat] for seat in view.bets.get(space, ())) or "-"


_SHORT = {space: label.replace("column", "col").replace(" diagonal", "") for space, label in LABELS.items()}


def _possible(view: CactpotView, seat: int) -> str:
    if view.phase == "bet":
        spaces = facts.bettable(view.bets, view.closed, seat)
        return f"Your turn to bet, on {_some('space', SPACES, spaces, LABELS)}."
    empty = facts.free((*view.up, *view.down))
    ways: dict[str, str] = {}
    for face in view.faces:
        where = _some("free cell", empty, facts.allowed(view.up, empty, view.faces, face))
        ways[where] = f"{ways[where]} or face {face}" if where in ways else f"face {face}"
    return f"Your turn to place one {', or '.join(f'{faces} on {where}' for where, faces in ways.items())}."


def _some(noun: str, every: Sequence[str], possible: Sequence[str], names: Mapping[str, str] | None = None) -> str:
    """Say what is possible as shortly as it can be said: any, any but a few, or a few."""
    called = names or {one: one for one in every}
    barred = [called[one] for one in every if one not in possible]
    if not barred:
        return f"any {noun}"
    return f"any {noun} but {both(barred)}" if len(barred) < len(possible) else either(called[one] for one in possible)
