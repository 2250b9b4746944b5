"""Cat Sudoku in sentences. Everything lies open, so a view of any seat tells the same but for `hand` and `move`."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from games.catsudoku import moves, spotting, turns
from games.catsudoku.help import HELP as HELP  # noqa: PLC0414 - part of the words
from games.catsudoku.tables import GOALS, PRICE, name
from games.catsudoku.view import (
    CatView,
    Caught,
    Dealt,
    Drawn,
    Fine,
    Kept,
    Placed,
    Scored,
    TimeUp,
    TurnEnded,
    WrongSpot,
)
from games.grid import CELLS, PLACES
from games.phrases import LETTERS, both, count, either, figure, sentence, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core import Event, Outcome

ALT_LENGTH = 1000
WIDTH: Final = 30
"""Columns of the board drawn with characters."""
_HAND_LENGTH = 900
"""A reserve that takes more characters is told in short."""


def turn(view: CatView, names: Sequence[str]) -> str:
    """Say whose turn it is and what to do, or how the game ended."""
    who = names[view.turn]
    match view.phase:
        case "draw":
            return f"{who}, draw a card."
        case "place" if view.drawn:
            return f"{who}, place {name(view.drawn)} or put it into your reserve."
        case "play" if turns.affordable(view):
            return f"{who}, play a reserve card for two tokens or end your turn."
        case "open":
            return _looking(view, names)
        case "over" if view.outcome:
            return _result(view.outcome, view.tokens, names)
        case _:
            return f"{who}, end your turn."


def tell(event: Event, names: Sequence[str]) -> str:  # noqa: C901, PLR0911 - one sentence an event
    """Say what happened."""
    match event:
        case Dealt(centre, _, start):
            return f"{sentence(name(centre))} lies in the centre with the host; {names[start]} starts."
        case Drawn(seat, card):
            return f"{names[seat]} draws {name(card)}."
        case Placed(seat, card, cell):
            return f"{names[seat]} {_laid(event)} {name(card)} on {cell}{_earned(event)}."
        case Kept(seat, card):
            return f"{names[seat]} puts {name(card)} into the reserve."
        case TurnEnded(seat, waiting):
            looking = f"; {both(names[other] for other in waiting)} may look it over" if waiting else ""
            return f"{names[seat]} ends the turn{looking}."
        case Caught():
            return _caught(event, names)
        case WrongSpot(spotter, seat):
            cost = " and loses a token" if event.paid else ""
            bar = ", and may not spot until after their own next turn" if event.barred else ""
            return f"{names[spotter]} sees a mistake in {names[seat]}'s turn where none is{cost}{bar}."
        case Fine(seat):
            return f"{names[seat]} finds nothing wrong."
        case TimeUp(seat):
            return f"The time for spotting is over; {names[seat]}'s turn stands."
        case Scored():
            return _result(event.outcome, event.tokens, names)
        case _:
            return ""


def offers(view: CatView) -> tuple[tuple[str, str], ...]:
    """Offer drawing, and looking a turn over, right under the board; a spot that has to name a seat needs the panel."""
    if view.phase == "draw":
        return (("Draw a card", "draw"),)
    spot = any("spot" in turns.legal(view, seat) for seat in spotting.watchers(view))
    return (
        *((("Spot a mistake", "spot"),) if spot else ()),
        *((("Looks fine", "fine"),) if view.phase == "open" else ()),
    )


def scored(event: Scored, names: Sequence[str]) -> str:
    """Say what zone, reserve and tokens gave each player, and who won."""
    said = [f"{_result(event.outcome, event.tokens, names)}"]
    for seat, who in enumerate(names):
        sheet = event.score.sheets[seat]
        parts = [f"zone {sheet.zone}", f"reserve {figure(sheet.reserve)}"]
        parts += [f"most tokens +{sheet.bonus}"] if sheet.bonus else []
        said.append(f"{who}: {count(sheet.total, 'point')} ({', '.join(parts)}; {count(sheet.tokens, 'token')})")
    return "\n".join(said)


def alt(view: CatView, names: Sequence[str]) -> str:
    """Give the whole public position; players are named once and called by their letters then."""
    spoken = _alt(view, names, short=False)
    return (spoken if len(spoken) <= ALT_LENGTH else _alt(view, names, short=True))[:ALT_LENGTH]


def board(view: CatView, names: Sequence[str]) -> str:
    """Draw the public position: `r5/3` is a red 5 on top of three cards, `*` the host."""
    lines = [f"{view.scoring} scoring, {view.mistakes}", "", f"  {''.join(column.rjust(7) for column in 'abc')}"]
    lines += [f"{row} {''.join(_drawn(view, column + row).rjust(7) for column in 'abc')}" for row in "123"]
    lines += ["", f"deck {view.deck_left}, supply {count(view.pool, 'token')}"]
    if view.drawn:
        lines += wrap(f"drawn {view.drawn}: {GOALS[view.goals[view.drawn]]}", WIDTH, subsequent_indent="  ")
    for seat in range(view.seats):
        head, points = f"{'>' if seat in view.awaited else ' '}{LETTERS[seat]} ", figure(view.score.totals[seat], "3")
        lines.append(spread(head, names[seat], f"{points} pt", WIDTH))
        lines.append(f"   zone {' '.join(view.zones[seat])}, {count(view.tokens[seat], 'token')}")
        lines += wrap(
            f"reserve {' '.join(view.reserves[seat]) or '-'}", WIDTH, initial_indent="   ", subsequent_indent="     "
        )
    return "\n".join(line.rstrip() for line in lines)


def hand(view: CatView, names: Sequence[str], *, now: bool = True) -> str:
    """Say what the viewer's reserve could do now, card by card."""
    if view.seat is None:
        return "You are watching; nothing is hidden here but the deck."
    if view.phase == "over":
        return f"The game is over. {turn(view, names)}"
    reserve = view.reserves[view.seat]
    if not now:
        lines = [f"- **{name(card)}** ({GOALS[view.goals[card]]})" for card in reserve]
        fits = lines and sum(map(len, lines)) <= _HAND_LENGTH
        return "\n".join(["Your reserve:", *lines]) if fits else brief(view, names, now=False)
    said = [_purse(view, view.seat)]
    if view.drawn and view.seat == view.turn:
        said.append(f"Drawn: {_prospects(view, view.drawn)}")
    lines = [f"- {_prospects(view, card)}" for card in reserve] or ["Your reserve is empty."]
    if sum(map(len, lines)) > _HAND_LENGTH:
        lines = [f"- **{card}** {_cells(view, card)}" for card in reserve] + ["(* earns a token)"]
    said += [*lines, _whose(view, names, view.seat)]
    return "\n".join(said)


def brief(view: CatView, names: Sequence[str], *, now: bool = True) -> str:
    """Say what the viewer could pay and what to do, above the picture that shows where each card may go."""
    if view.seat is None or view.phase == "over":
        return hand(view, names)
    if not now:
        return f"Your reserve: {both(map(name, view.reserves[view.seat])) or 'empty'}."
    said = [_purse(view, view.seat)]
    if view.drawn and view.seat == view.turn:
        said.append(f"Drawn: **{name(view.drawn)}** ({GOALS[view.goals[view.drawn]]}).")
    return "\n".join([*said, _whose(view, names, view.seat)])


def move(view: CatView, text: str) -> str:  # noqa: PLR0911 - one name a move
    """Name a move: 'Red 5 on b2, earns a token'."""
    match moves.read(text):
        case moves.Draw():
            return "Draw a card"
        case moves.Grid(cell) if view.drawn:
            return f"{sentence(name(view.drawn))} on {cell}{_gain(view, view.drawn, cell)}"
        case moves.Reserve() if view.drawn:
            return f"{sentence(name(view.drawn))} into your reserve"
        case moves.Play(card, cell):
            return f"{sentence(name(card))} from your reserve on {cell}{_gain(view, card, cell)}"
        case moves.End():
            return "End your turn"
        case moves.Spot(victim):
            return "Spot a mistake" if victim is None else f"Spot a mistake, take a token from {LETTERS[victim]}"
        case moves.Fine():
            return "Looks fine"
        case _:
            return text


def spot(view: CatView, card: str, cell: str) -> str:
    """Say what putting a card on a cell means to the viewer: 'on yellow 3, in your zone, earns a token'."""
    stack = view.stacks[PLACES[cell]]
    zone = ", in your zone" if view.seat is not None and cell in view.zones[view.seat] else ""
    return f"{f'on {name(stack[-1])}' if stack else 'empty'}{zone}{_gain(view, card, cell)}"


def answer(view: CatView, text: str, events: Sequence[Event], names: Sequence[str]) -> str:
    """Say to its mover what a move did; what a card is and whether a spot was right only the events tell."""
    for event in events:
        match event:
            case Caught():
                return _right(event, names)
            case WrongSpot(_, seat):
                cost = "That cost you a token" if event.paid else "You had no token to lose for it"
                bar = ", and you may not spot again until after your own next turn" if event.barred else ""
                return f"There was no mistake in {names[seat]}'s turn. {cost}{bar}."
            case Drawn(_, card):
                return f"You drew {name(card)}."
            case Fine():
                return "You called the turn fine."
    if isinstance(moves.read(text), moves.End):
        return "Your turn is over."
    return f"{move(view, text)}."


def _looking(view: CatView, names: Sequence[str]) -> str:
    able = spotting.watchers(view)
    spotters, others = (
        both(names[seat] for seat in view.waiting if (seat in able) is may_spot) for may_spot in (True, False)
    )
    if not spotters:
        return f"{others}: call {names[view.turn]}'s turn fine; after a wrong spot that is all you may do."
    more = f"; {others} may only call it fine" if others else ""
    return f"{spotters}: look over {names[view.turn]}'s turn and spot a mistake or call it fine{more}."


def _result(outcome: Outcome, tokens: Sequence[int], names: Sequence[str]) -> str:
    if len(outcome.scores) == 1:
        points = count(outcome.scores[0], "point")
        if outcome.titles:
            return f"{names[0]} has {points} and earns the title {outcome.titles[0]}."
        return f"{names[0]} has {points}: no title tonight, but the cats keep a lantern burning for another try."
    winners = [names[seat] for seat in outcome.won]
    best = outcome.scores[outcome.won[0]]
    if len(winners) > 1:
        return f"{both(winners)} share the win with {count(best, 'point')} each."
    tie = f" and more tokens ({tokens[outcome.won[0]]})" if outcome.scores.count(best) > 1 else ""
    return f"{winners[0]} wins with {count(best, 'point')}{tie}."


def _laid(event: Placed) -> str:
    return "pays two tokens and plays" if event.paid else "places"


def _earned(event: Placed) -> str:
    if event.goal is None:
        return ""
    return f", {GOALS[event.goal]}: {'a token' if event.earned else 'no token is left'}"


def _caught(event: Caught, names: Sequence[str]) -> str:
    giver = "the supply" if event.token_from is None else names[event.token_from]
    gain = f" {names[event.spotter]} takes a token from {giver}." if event.took else " Nobody has a token to take."
    back = " The token that the card earned goes back to the supply." if event.returned else ""
    return (
        f"{names[event.spotter]} spots a mistake by {names[event.seat]}: {both(event.reasons)}. "
        f"{sentence(name(event.card))} goes back from {event.cell} to the reserve and the turn is over.{gain}{back}"
    )


def _right(event: Caught, names: Sequence[str]) -> str:
    giver = "the supply" if event.token_from is None else names[event.token_from]
    gain = f"You take a token from {giver}." if event.took else "Nobody has a token for you to take."
    return (
        f"You were right: {both(event.reasons)}. {sentence(name(event.card))} goes back from {event.cell} to the "
        f"reserve of {names[event.seat]}, whose turn is over. {gain}"
    )


def _alt(view: CatView, names: Sequence[str], *, short: bool) -> str:
    rows = ". ".join(f"Row {row}: {', '.join(_spoken(view, column + row) for column in 'abc')}" for row in "123")
    drawn = [f"Drawn: {name(view.drawn)}, {GOALS[view.goals[view.drawn]]}"] if view.drawn else []
    parts = [
        f"Cat Sudoku, {view.scoring} scoring. {rows}",
        *drawn,
        f"Deck {view.deck_left}, supply {count(view.pool, 'token')}",
        *(_player(view, names[seat], seat, short=short) for seat in range(view.seats)),
        turn(view, LETTERS),
    ]
    return ". ".join(parts)


def _player(view: CatView, who: str, seat: int, *, short: bool) -> str:
    cards = view.reserves[seat]
    reserve = (" ".join(cards) if short else both(map(name, cards))) or "empty"
    return (
        f"{LETTERS[seat]} is {who[:32]}: zone {' '.join(view.zones[seat])}, {count(view.score.totals[seat], 'point')}, "
        f"{count(view.tokens[seat], 'token')}, reserve {reserve}"
    )


def _spoken(view: CatView, cell: str) -> str:
    stack = view.stacks[PLACES[cell]]
    if not stack:
        return "empty"
    height = f" ({len(stack)} cards)" if len(stack) > 1 else ""
    return f"{name(stack[-1])}{height}{' with the host' if cell == view.host else ''}"


def _drawn(view: CatView, cell: str) -> str:
    stack = view.stacks[PLACES[cell]]
    if not stack:
        return "."
    return f"{'*' if cell == view.host else ''}{stack[-1]}{f'/{len(stack)}' if len(stack) > 1 else ''}"


def _prospects(view: CatView, card: str) -> str:
    """Say where a card could go and which cells would earn a token."""
    places = turns.cells(view, card)
    earning = [cell for cell in places if turns.goal_met(view, card, cell)]
    if len(places) == len(CELLS) - 1:
        where = f"anywhere but {view.host}"
    else:
        where = f"on {either(places)}" if places else "fits nowhere now"
    gain = f"; goal met on {either(earning)}" if earning else ""
    return f"**{name(card)}** ({GOALS[view.goals[card]]}): {where}{gain}"


def _cells(view: CatView, card: str) -> str:
    """List the cells as `_prospects` does, in short."""
    places = turns.cells(view, card)
    return " ".join(f"{cell}{'*' if turns.goal_met(view, card, cell) else ''}" for cell in places) or "nowhere"


def _gain(view: CatView, card: str, cell: str) -> str:
    if not turns.goal_met(view, card, cell):
        return ""
    return ", earns a token" if view.pool or view.drawn is None else ", meets its goal, but no token is left"


def _purse(view: CatView, seat: int) -> str:
    tokens = view.tokens[seat]
    pays = "enough to play" if tokens >= PRICE else "too few to play"
    return f"You have {count(tokens, 'token')}, {pays} a reserve card ({PRICE} each)."


def _whose(view: CatView, names: Sequence[str], seat: int) -> str:
    return turn(view, names) if seat in view.awaited else _meanwhile(view, names)


def _meanwhile(view: CatView, names: Sequence[str]) -> str:
    said = f"It is the turn of {names[view.turn]}."
    return f"{said} You may spot a mistake in it." if view.seat in spotting.watchers(view) else said
