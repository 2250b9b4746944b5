"""What holds in every state that can be reached."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from games.catsudoku.placing import clashes, tops
from games.catsudoku.tables import SETUPS, TOKENS
from games.grid import CELLS, PLACES
from games.laws import uphold

if TYPE_CHECKING:
    from games.catsudoku.state import CatState


def check(state: CatState) -> None:
    """Hold every law against a state.

    Raises:
        InvariantError: some are broken; the message names them.
    """
    uphold(_laws(state), state.seq)


def _laws(state: CatState) -> list[tuple[str, bool]]:
    setup = SETUPS[state.seats]
    drawn = () if state.drawn is None else (state.drawn,)
    cards = [*state.deck, *state.box, *drawn, *chain(*state.stacks), *chain(*state.reserves)]
    draws = setup.deck - len(state.deck)
    ended = draws if state.phase in ("draw", "over") else draws - 1
    whose = ended - (state.phase == "over")
    host = state.stacks[PLACES[state.host]]
    visible = tops(state.stacks)
    return [
        ("every card is in one place", sorted(cards) == sorted(state.goals)),
        ("cards out of the game stay out", len(state.box) == len(state.goals) - setup.deck - _opened(state)),
        ("there are ten tokens", sum(state.tokens) + state.pool == TOKENS and min(*state.tokens, state.pool, 0) == 0),
        ("one entry a seat", len(state.tokens) == len(state.reserves) == state.seats),
        ("the host stands on a card", bool(host)),
        ("a drawn card waits in phase place only", (state.drawn is not None) == (state.phase == "place")),
        ("turns go round", state.turn == (state.start + whose) % state.seats),
        ("the game ends with the deck", state.phase != "over" or not state.deck),
        ("seats are awaited in phase open only", bool(state.waiting) == (state.phase == "open")),
        ("nobody looks over their own turn", state.turn not in state.waiting),
        ("cards are laid within a turn", not state.placed or state.phase in ("play", "open")),
        (
            "a referee lets no clash pass",
            state.mistakes == "spotted"
            or not any(
                clashes(visible, top, cell) for cell, top in zip(CELLS, visible, strict=True) if top is not None
            ),
        ),
        (
            "only spotters look turns over or are barred",
            state.mistakes == "spotted" or not state.waiting + state.barred,
        ),
    ]


def _opened(state: CatState) -> int:
    """How many cards lie open before the first draw: the centre and the reserves."""
    return 1 + state.seats * SETUPS[state.seats].reserve
