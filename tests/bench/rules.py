"""How fast the rules are."""

from __future__ import annotations

import games
from games.casinopolis.deck import card
from games.casinopolis.scoring import score_map
from games.casinopolis.state import blocks
from tests.bench.matches import NAMES, record
from tests.bench.timing import by_turns, median, table

ROUNDS = 15
MAPS = 20


def main() -> None:
    """Print moves a second, and what else a move costs."""
    rows = [_row(slug, seats) for slug in games.slugs() for seats in games.load(slug).meta.seats if seats <= len(NAMES)]
    head = ("`apply` a second", "`apply` us", "`legal` us", "`view` us", "`dump` and `load_state` us")
    table("Rules, one core", ("game", "moves in the match", *head), rows)
    _maps()


def _maps() -> None:
    """Print how fast whole maps of Casinopolis are scored."""
    ends = [record("casinopolis", 1, f"map {number}").states[-1] for number in range(MAPS)]
    whole = [
        (blocks(end.cards, end.laid), [card(end.cards, number).condition for number in end.conditions]) for end in ends
    ]
    (spent,) = by_turns(ROUNDS, lambda: [score_map(town, three) for town, three in whole])
    micros = median(spent) * 1000 / MAPS
    table(
        "Scoring a map of Casinopolis, 15 cards and three conditions, one core (target 3,000 a second)",
        ("maps", "us a map", "maps a second"),
        [(f"the ends of {MAPS} matches of moves drawn blindly", micros, 1e6 / micros)],
    )


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
