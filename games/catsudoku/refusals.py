"""Why a move is refused: one sentence with every reason and what is possible instead. All of it lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.catsudoku import moves, spotting, turns
from games.catsudoku.placing import clashes, tops
from games.catsudoku.tables import PRICE, name
from games.phrases import LETTERS, both, either, sentence

if TYPE_CHECKING:
    from games.catsudoku.state import CatState
    from games.catsudoku.view import CatView

    Open = CatState | CatView


def refusal(table: Open, seat: int | None, move: moves.Move) -> str:  # noqa: C901, PLR0911 - one sentence a move
    """Say why `move`, which is not legal for `seat`, is refused."""
    match move:
        case moves.Close():
            return _close(seat)
        case _ if seat is None:
            return "Only the closing of a turn that is open for spotting is made by the table itself."
        case moves.Spot() | moves.Fine():
            return _watching(table, seat, move)
        case _ if table.phase == "open":
            return f"The last turn is still open for spotting; {_watch(table, seat)}."
        case _ if seat != table.turn:
            return "It is another player's turn; the board says whose."
        case moves.Draw():
            return f"You have already drawn this turn; {_next(table)}."
        case moves.Grid(cell):
            return _placing(table, cell)
        case moves.Reserve():
            return f"There is no drawn card to put into the reserve; {_next(table)}."
        case moves.Play(card, cell):
            return _play(table, card, cell)
        case moves.End():
            return f"The turn cannot end yet; {_next(table)}."


def _placing(table: Open, cell: str) -> str:
    card = table.drawn
    if card is None:
        return f"There is no drawn card to place; {_next(table)}."
    instead = _instead(table, card, "into your reserve", "put it into your reserve") + "."
    return sentence("; ".join([*_reasons(table, card, cell), instead]))


def _play(table: Open, card: str, cell: str) -> str:
    if table.phase != "play":
        return f"A reserve card comes after the drawn one; {_next(table)}."
    reserve, tokens = table.reserves[table.turn], table.tokens[table.turn]
    wrong, held = [], card in reserve
    if not held:
        wrong.append(f"{name(card)} is not in your reserve ({both(map(name, reserve)) or 'it is empty'})")
    if tokens < PRICE:
        wrong.append(f"a reserve card costs {PRICE} tokens and you have {tokens}")
    if held:
        wrong += _reasons(table, card, cell)
    instead = _instead(table, card, "you end your turn", "end your turn") if held and tokens >= PRICE else _next(table)
    return f"{sentence('; '.join(wrong))}; {instead}."


def _reasons(table: Open, card: str, cell: str) -> list[str]:
    """Name everything that keeps `card` from `cell`."""
    reasons = [f"the host stands on {cell}"] if cell == table.host else []
    if table.mistakes == "refereed":
        reasons += map(str, clashes(tops(table.stacks), card, cell))
    return reasons


def _instead(table: Open, card: str, other: str, only: str) -> str:
    places = turns.cells(table, card)
    where = f"can go to {either(places)}, or {other}" if places else f"fits nowhere now: {only}"
    return f"{name(card)} {where}"


def _next(table: Open) -> str:
    """Say what the seat whose turn it is can do."""
    match table.phase:
        case "draw":
            return "draw first"
        case "place" if table.drawn:
            return f"place {name(table.drawn)} or put it into your reserve first"
        case "play" if turns.affordable(table):
            return "play a reserve card or end your turn"
        case _:
            return "end your turn"


def _close(seat: int | None) -> str:
    if seat is not None:
        return "A turn is closed by the table when the time for spotting has run out; say fine instead."
    return "No turn is open for spotting, so there is nothing to close."


def _watching(table: Open, seat: int, move: moves.Spot | moves.Fine) -> str:  # noqa: PLR0911 - one sentence a reason
    if table.mistakes == "refereed":
        return "Nothing needs spotting in this game: wrong placements are refused at once."
    if seat == table.turn and table.phase != "open":
        return f"It is your own turn, which only the others look over; {_next(table)}."
    if seat == table.turn:
        return "Your own turn is looked over by the others; you cannot answer for them."
    if isinstance(move, moves.Fine):
        if table.phase == "open":
            return "You have already called this turn fine; the others are still looking."
        return "Say fine once the turn has ended; until then you can only spot a mistake."
    if not table.placed:
        return "Nothing can be spotted: no card has been placed in this turn."
    if seat in table.barred:
        return "You lost your last token for a wrong spot, so you may not spot before your own next turn is over."
    if seat not in spotting.watchers(table):
        return "You have called this turn fine, so you may not spot a mistake in it any more."
    named = spotting.victims(table, seat)
    if len(named) > 1:
        which = either(f"that of player {LETTERS[victim]}" for victim in named)
        return f"The supply is empty and several players have the most tokens: say whose you take, {which}."
    return "Nobody has to be named for this token; spot the mistake without naming a player."


def _watch(table: Open, seat: int) -> str:
    if seat not in table.waiting:
        return "wait for the others to look it over"
    return "say fine or spot a mistake first" if seat in spotting.watchers(table) else "say fine first"
