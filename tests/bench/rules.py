"""How fast the rules are."""

from __future__ import annotations

import games
from tests.bench.matches import NAMES, record
from tests.bench.timing import by_turns, median, table

ROUNDS = 15


def main() -> None:
    """Print moves a second, and what else a move costs."""
    rows = [_row(slug, seats) for slug in games.slugs() for seats in games.load(slug).meta.seats if seats <= len(NAMES)]
    head = ("`apply` a second", "`apply` us", "`legal` us", "`view` us", "`dump` and `load_state` us")
    table("Rules, one core", ("game", "moves in the match", *head), rows)


def _row(slug: str, seats: int) -> tuple[object, ...]:
    game, match = games.load(slug), record(slug, seats)
    steps = [(state, *move) for state, move in zip(match.states, match.moves, strict=False)]
    spent = by_turns(
        ROUNDS,
        lambda: [game.apply(state, seat, text) for state, seat, text in steps],
        lambda: [game.legal(state, seat) for state, seat, _ in steps],
        lambda: [game.view(state, seat) for state, seat, _ in steps],
        lambda: [game.load_state(game.dump(state)) for state, _, _ in steps],
    )
    micros = [median(side) * 1000 / len(steps) for side in spent]
    return f"{slug}, {seats} seats", len(steps), 1e6 / micros[0], *micros
