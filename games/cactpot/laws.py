"""What holds in every state that can be reached."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from games.cactpot import state as facts
from games.cactpot import xtokens
from games.cactpot.tables import BETS_PER_SPACE, CHIPS, LINES, SPACES, X_TOKENS
from games.grid import CELLS
from games.laws import uphold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.cactpot.state import State


def check(state: State) -> None:
    """Hold every law against a state.

    Raises:
        InvariantError: some are broken; the message names them.
    """
    uphold((*_chips(state), *_turns(state), *_bets(state), *_match(state)), state.seq)


def _chips(state: State) -> Iterator[tuple[str, bool]]:
    placed = state.placed
    cells = [one.cell for one in placed]
    chips = [chip for hand in state.hands for chip in hand] + [one.chip for one in placed] + [state.star]
    up = facts.up(state)
    yield "every chip is in one place", sorted(chips) == list(CHIPS)
    yield "hands are ascending", all(list(hand) == sorted(hand) for hand in state.hands)
    yield "a cell takes one chip", len(set(cells)) == len(cells) and set(cells) <= set(CELLS)
    yield "no three face-up chips in a row", not any(all(cell in up for cell in line) for line in LINES.values())


def _turns(state: State) -> Iterator[tuple[str, bool]]:
    setup = facts.setup_of(state)
    by_seat = Counter(placed.seat for placed in state.placed)
    hidden = Counter(placed.seat for placed in state.placed if placed.face == "down")
    dealt = {(state.starter + turn) % state.seats: size for turn, size in enumerate(setup.hands)}
    order = [(state.starter + seat) % state.seats for seat, _ in setup.turns]
    yield "starter is a seat", 0 <= state.starter < state.seats
    yield "one hand a seat", len(state.hands) == state.seats
    yield (
        "hands shrink by what was placed",
        all(len(hand) + by_seat[seat] == dealt[seat] for seat, hand in enumerate(state.hands)),
    )
    yield "chips are placed in turn", [one.seat for one in state.placed] == order[: len(state.placed)]
    yield "a face-down chip takes a cactuar", all(count <= setup.cactuars for count in hidden.values())


def _bets(state: State) -> Iterator[tuple[str, bool]]:
    setup = facts.setup_of(state)
    bets = facts.bets(state)
    order = [(state.starter + seat) % state.seats for seat in setup.bets]
    closed = xtokens.hopeless(facts.up(state)) if state.x_tokens and not facts.placing(state) else ()
    yield "bets come after the chips", not state.bets or not facts.placing(state)
    yield "bets are placed in turn", [seat for seat, _ in state.bets] == order[: len(state.bets)]
    yield "bets lie on spaces", all(space in SPACES for _, space in state.bets)
    yield "three different players a space", all(len(on) == len(set(on)) <= BETS_PER_SPACE for on in bets.values())
    yield "X tokens lie where nothing can pay", state.closed == closed
    yield "there are enough X tokens", len(state.closed) <= X_TOKENS
    yield "no bet on an X", not set(bets) & set(state.closed)


def _match(state: State) -> Iterator[tuple[str, bool]]:
    setup = facts.setup_of(state)
    a_game = len(setup.turns) + len(setup.bets)
    earlier = len(state.results) - facts.over(state)
    yield "no more games than there are", len(state.results) <= setup.games
    yield "one result a seat", all(len(totals) == state.seats for totals in state.results)
    yield "every move counts", state.seq == earlier * a_game + len(state.placed) + len(state.bets)
    yield "a full game is scored at once", facts.over(state) or len(state.bets) < len(setup.bets)
