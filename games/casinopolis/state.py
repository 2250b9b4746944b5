"""The whole truth about a game of Casinopolis, and the facts that follow from it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from games import chance
from games.casinopolis.blocks import lie
from games.casinopolis.deck import NUMBERS, Card, card
from games.casinopolis.map import footprint
from games.casinopolis.scoring import Score, score_map
from games.casinopolis.view import Laid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.casinopolis.blocks import Cell
    from games.casinopolis.deck import Cards
    from games.casinopolis.moves import Place

CONDITIONS: Final = 3
MAP_SIZE: Final = 15
HAND: Final = 3
"""Cards in hand of the player to place; others have one."""


class State(msgspec.Struct, frozen=True):
    """A game: `cards` is the deck it is played with; `deck` what is left to draw, the open card first;
    hands are ascending; `laid` has the cards on the map in order of play, first the one of the set-up."""

    seats: int
    starter: int
    cards: tuple[Card, ...]
    conditions: tuple[int, ...]
    deck: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    laid: tuple[Laid, ...]
    seq: int = 0


def deal(seats: int, seed: bytes, cards: Cards) -> State:
    """Shuffle and deal: the conditions, the hands from the starter on, the first card of the map."""
    starter, dice = chance.below(chance.start(seed), seats)
    order, _ = chance.shuffle(dice, NUMBERS)
    conditions, order = order[:CONDITIONS], order[CONDITIONS:]
    hands: list[tuple[int, ...]] = [()] * seats
    for turn in range(seats):
        size = HAND if turn == 0 else 1
        hands[(starter + turn) % seats] = tuple(sorted(order[:size]))
        order = order[size:]
    first = Laid(None, order[0], (0, 0), turned=False)
    return State(seats, starter, cards, conditions, order[1:], tuple(hands), (first,))


def queue(state: State) -> tuple[int, ...]:
    """Give the seats of the coming turns, the present one first; empty when the map is complete."""
    return tuple((state.starter + turn) % state.seats for turn in range(state.seq, MAP_SIZE - 1))


def target(conditions: Sequence[int]) -> int:
    """Give the points the team must reach."""
    return sum(conditions)


def blocks(cards: Cards, laid: Sequence[Laid]) -> dict[Cell, str]:
    """Give the visible blocks: later cards cover earlier ones."""
    visible: dict[Cell, str] = {}
    for one in laid:
        lying = lie(card(cards, one.number).blocks, turned=one.turned)
        visible.update(zip(footprint(one.spot), lying, strict=True))
    return visible


@lru_cache(maxsize=256)
def score(cards: Cards, conditions: tuple[int, ...], laid: tuple[Laid, ...]) -> Score:
    """Score the map that these cards make, as if it were complete. Asked for again and again for the same map."""
    return score_map(blocks(cards, laid), [card(cards, number).condition for number in conditions])


def play(state: State, seat: int, move: Place) -> State:
    """Lay a card, pass the others on and draw the top card; alone, keep the others."""
    rest = tuple(number for number in state.hands[seat] if number != move.number)
    drawn, deck = state.deck[:1], state.deck[1:]
    hands = list(state.hands)
    if state.seats == 1:
        hands[seat] = tuple(sorted((*rest, *drawn)))
    else:
        following = (seat + 1) % state.seats
        hands[following] = tuple(sorted((*hands[following], *rest)))
        hands[seat] = drawn
    return msgspec.structs.replace(
        state,
        deck=deck,
        hands=tuple(hands),
        laid=(*state.laid, Laid(seat, move.number, move.spot, move.turned)),
        seq=state.seq + 1,
    )


def hand_sizes(seats: int, starter: int, turns: int) -> tuple[int, ...]:
    """Give how many cards each seat holds after a number of turns."""
    sizes = [HAND if seat == starter else 1 for seat in range(seats)]
    left = deck_size(seats, 0)
    for turn in range(turns):
        seat = (starter + turn) % seats
        rest, sizes[seat] = sizes[seat] - 1, 0
        sizes[(seat + 1) % seats] += rest
        sizes[seat] += turn < left
    return tuple(sizes)


def deck_size(seats: int, turns: int) -> int:
    """Give how many cards are left to draw after a number of turns."""
    return max(len(NUMBERS) - CONDITIONS - HAND - (seats - 1) - 1 - turns, 0)
