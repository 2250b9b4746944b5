"""Why a move is refused, in sentences for its player. Everything is taken from that player's view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.cactpot import state as facts
from games.cactpot.moves import Move, Place, Wager
from games.cactpot.tables import BETS_PER_SPACE, LABELS, LINES, SETUPS
from games.phrases import both, either, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.cactpot.view import CactpotView, Face


def refuse(view: CactpotView, move: Move) -> str:
    """Give every reason why the viewer may not make `move`, and what is possible instead."""
    if view.seat is None:
        return "Only players move in Cactpot Party; no move belongs to the table."
    if view.phase == "over":
        return "This match is over; start a new one to play on."
    if view.seat not in view.to_act:
        return "It is not your turn; the board says who is next."
    match move:
        case Place():
            return _place(view, move) if view.phase == "place" else f"All chips are placed; {_open(view, view.seat)}."
        case Wager(space):
            if view.phase == "bet":
                return _wager(view, view.seat, space)
            face = view.faces[0]
            cell = facts.allowed(view.up, _free(view), view.faces, face)[0]
            return f"Bets begin once eight chips lie; place a chip now, such as {view.hand[0]} on {cell}, face {face}."


def _place(view: CactpotView, move: Place) -> str:
    reasons = []
    empty = _free(view)
    cells = facts.allowed(view.up, empty, view.faces, move.face)
    if move.chip not in view.hand:
        reasons.append(f"You do not hold chip {move.chip}; you hold {both(str(chip) for chip in view.hand)}.")
    if move.cell not in empty:
        where = _where("up" if move.face == "up" and cells else "down", cells or empty)
        reasons.append(f"{move.cell} is taken; {where}.")
    if move.face not in view.faces:
        reasons.append(_face(view, move))
    elif move.cell in empty and move.cell not in cells:
        if move.face == "down":
            danger = f"A face-down chip on {move.cell} would leave no cell for your face-up chip"
        else:
            danger = f"A face-up chip on {move.cell} would make three in a row in {_lines(view, move.cell)}"
        others = "".join(f"face {face}, or " for face in view.faces if face != move.face)
        reasons.append(f"{danger}; place it {others}on {either(cells)}.")
    return " ".join(reasons)


def _where(face: Face, cells: Sequence[str]) -> str:
    one, more = ("cell for a face-up chip", "cells for a face-up chip") if face == "up" else ("free cell", "free cells")
    return f"{more} are {both(cells)}" if len(cells) > 1 else f"the only {one} is {cells[0]}"


def _face(view: CactpotView, move: Place) -> str:
    """Say why the face is wrong: the turn has none of that face, or the other chip of the turn had it already."""
    _, turn = SETUPS[view.seats].turns[len(view.up) + len(view.down)]
    way = "face up" if move.face == "down" else "face down, under your cactuar"
    if turn != "other":
        return f"This chip goes {way}; face-{move.face} chips are not placed in this turn."
    spent = move.face == "down" and view.seat is not None and not view.cactuars[view.seat]
    last = ", under your last cactuar" if spent else ""
    return f"The face-{move.face} chip of this turn is placed already{last}; this one goes {way}."


def _wager(view: CactpotView, seat: int, space: str) -> str:
    label = LABELS[space]
    if space in view.closed:
        return f"{sentence(label)} carries an X: it cannot pay; {_open(view, seat)}."
    on = view.bets.get(space, ())
    full = len(on) == BETS_PER_SPACE
    if seat not in on:
        return f"Three bets already lie on {label}; {_open(view, seat)}."
    return f"You already bet on {label}{' and three bets already lie there' if full else ''}; {_open(view, seat)}."


def _open(view: CactpotView, seat: int) -> str:
    return f"you can bet on {either(LABELS[space] for space in facts.bettable(view.bets, view.closed, seat))}"


def _free(view: CactpotView) -> tuple[str, ...]:
    return facts.free((*view.up, *view.down))


def _lines(view: CactpotView, cell: str) -> str:
    return both(f"{LABELS[line]} ({' '.join(LINES[line])})" for line in facts.threes(view.up, cell))
