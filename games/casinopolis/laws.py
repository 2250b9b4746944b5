"""What holds in every state that can be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.casinopolis import state as facts
from games.casinopolis.map import spots
from games.laws import uphold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.casinopolis.state import State


def check(state: State) -> None:
    """Hold every law against a state.

    Raises:
        InvariantError: some are broken; the message names them.
    """
    uphold(_laws(state), state.seq)


def _laws(state: State) -> Iterator[tuple[str, bool]]:
    first, *laid = state.laid
    held = [number for hand in state.hands for number in hand]
    cards = [*state.conditions, *state.deck, *held, *(one.number for one in state.laid)]
    sizes = facts.hand_sizes(state.seats, state.starter, state.seq)
    order = [(state.starter + turn) % state.seats for turn in range(state.seq)]
    yield "starter is a seat", 0 <= state.starter < state.seats
    yield "every card is in one place", sorted(cards) == [card.number for card in state.cards]
    yield "three cards are conditions", len(state.conditions) == facts.CONDITIONS
    yield "hands are ascending", all(list(hand) == sorted(hand) for hand in state.hands)
    yield "hands are drawn and passed on", tuple(map(len, state.hands)) == sizes
    yield "a card is drawn a turn", len(state.deck) == facts.deck_size(state.seats, state.seq)
    yield "the map begins at its origin", (first.seat, first.spot, first.turned) == (None, (0, 0), False)
    yield "cards are laid in turn", [one.seat for one in laid] == order
    yield (
        "every card meets the map",
        all(
            one.spot in spots(facts.blocks(state.cards, state.laid[:number]))
            for number, one in enumerate(laid, start=1)
        ),
    )
