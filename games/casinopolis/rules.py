"""Casinopolis behind the contract of all games (rulebook, "Setup", "Building the Map", "Solo Play")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from games.casinopolis import deck, laws, moves, refusals
from games.casinopolis import state as facts
from games.casinopolis.map import spots
from games.casinopolis.state import State
from games.casinopolis.view import CasinoView, Dealt, Drawn, Laid, Passed, Placed, Scored, TurnedUp
from games.core import Game, IllegalMove, Meta, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.casinopolis.blocks import Cell
    from games.casinopolis.scoring import Score
    from games.casinopolis.view import BlockAt
    from games.core import Event


class Casinopolis(Game[State, CasinoView]):
    """Casinopolis with one deck, the house deck unless told otherwise."""

    meta: ClassVar[Meta] = Meta(
        slug="casinopolis",
        title="Casinopolis",
        seats=(1, 2, 3, 4),
        blurb="Build a city of casinos along the Strip together, card by card, and reach the target of its conditions.",
    )
    version: ClassVar[int] = 1
    state_type = State
    event_type: ClassVar[Any] = Dealt | Placed | Passed | Drawn | TurnedUp | Scored

    def __init__(self, cards: deck.Cards = deck.HOUSE) -> None:
        self.cards = cards

    def deal(self, seats: int, seed: bytes, options: Mapping[str, Any]) -> State:  # noqa: ARG002 - there are none
        """Draw the starter, then deal."""
        return facts.deal(seats, seed, self.cards)

    def opening(self, state: State) -> tuple[Event, ...]:
        """Tell the conditions, the target and what lies open."""
        return (
            Dealt(
                conditions=state.conditions,
                target=facts.target(state.conditions),
                starter=state.starter,
                first=state.laid[0].number,
                top=state.deck[0],
                hand_sizes=tuple(map(len, state.hands)),
            ),
        )

    def to_act(self, state: State) -> frozenset[int]:
        """Give the one seat whose turn it is."""
        return frozenset(facts.queue(state)[:1])

    def legal(self, state: State, seat: int | None) -> list[str]:
        """List every card of the hand on every spot, both ways up."""
        if seat is None or seat not in self.to_act(state):
            return []
        where = [f"{col},{row}" for col, row in spots(facts.blocks(state.cards, state.laid))]
        return sorted(
            f"place {number} {spot}{turned}"
            for number in state.hands[seat]
            for spot in where
            for turned in ("", " turned")
        )

    def parse(self, text: str) -> str:
        """Read a placement."""
        return moves.write(moves.read(text))

    def refusal(self, state: State, seat: int | None, text: str) -> str:
        """Give every reason, from the seat's own view."""
        return refusals.refuse(self.view(state, seat), moves.read(text))

    def make(self, state: State, seat: int | None, text: str) -> tuple[State, tuple[Event, ...]]:
        """Lay a card, pass the rest on, draw; the last card completes the map."""
        if seat is None:
            msg = "no move of Casinopolis belongs to the table"
            raise ValueError(msg)
        move = moves.read(text)
        after = facts.play(state, seat, move)
        before, now = _score(state), _score(after)
        events: list[Event] = [Placed(seat, move.number, move.spot, move.turned, now.total, now.total - before.total)]
        if state.seats > 1 and len(state.hands[seat]) > 1:
            events.append(Passed(seat, (seat + 1) % state.seats, len(state.hands[seat]) - 1))
        if state.deck:
            events += [Drawn(seat, state.deck[0]), TurnedUp(_top(after), len(after.deck))]
        if not facts.queue(after):
            events.append(_scored(after, now))
        return after, tuple(events)

    def view(self, state: State, seat: int | None) -> CasinoView:
        """Show the map, the open card and what all know, and to a seat its own hand."""
        queue = facts.queue(state)
        return CasinoView(
            seats=state.seats,
            to_act=queue[:1],
            seat=seat,
            seq=state.seq,
            phase="place" if queue else "over",
            starter=state.starter,
            blocks=_in_order(facts.blocks(state.cards, state.laid)),
            hand=() if seat is None else state.hands[seat],
            hand_sizes=tuple(map(len, state.hands)),
            top=_top(state),
            deck_left=len(state.deck),
            conditions=state.conditions,
            target=facts.target(state.conditions),
            score=_score(state),
            cards=state.cards,
            queue=queue,
            laid=state.laid,
            outcome=self.outcome(state),
        )

    def preview(self, view: CasinoView, text: str) -> CasinoView:
        """Lay a card of the viewer's hand in the view, with the score that gives; it need not be the viewer's turn.
        Turn and order stay: nothing has been played yet.

        Raises:
            IllegalMove: the viewer does not hold the card, or it may not lie there.
        """
        move = moves.read(text)
        if why := refusals.reasons(view, move):
            raise IllegalMove(" ".join(why))
        laid = (*view.laid, Laid(view.seat, move.number, move.spot, move.turned))
        return msgspec.structs.replace(
            view,
            blocks=_in_order(facts.blocks(view.cards, laid)),
            hand=tuple(number for number in view.hand if number != move.number),
            hand_sizes=tuple(size - (seat == view.seat) for seat, size in enumerate(view.hand_sizes)),
            score=facts.score(view.cards, view.conditions, laid),
            laid=laid,
        )

    def private(self, view: CasinoView) -> object:
        """Give the viewer's hand."""
        return view.hand or None

    def outcome(self, state: State) -> Outcome | None:
        """All win together when the total reaches the target, or lose together."""
        if facts.queue(state):
            return None
        total = _score(state).total
        won = total >= facts.target(state.conditions)
        everybody = tuple(range(state.seats))
        return Outcome(
            scores=(total,) * state.seats,
            ranks=(1,) * state.seats,
            won=everybody if won else (),
            titles=(),
            reason="won" if won else "lost",
        )

    def check(self, state: State) -> None:
        """Hold the laws against a state."""
        laws.check(state)

    def read_deck(self, text: str) -> object:
        """Read a deck file; see `deck.read`."""
        return deck.read(text)

    def with_deck(self, cards: object) -> Casinopolis:
        """Give the game with another deck; see `deck.admit`."""
        return Casinopolis(deck.admit(cards))

    def public(self, text: str) -> str:
        """Give the move as it is: a card is shown when it is laid."""
        return self.parse(text)


def _score(state: State) -> Score:
    """Score the map as if it were complete."""
    return facts.score(state.cards, state.conditions, state.laid)


def _top(state: State) -> int | None:
    return state.deck[0] if state.deck else None


def _scored(state: State, score: Score) -> Scored:
    target = facts.target(state.conditions)
    return Scored(
        seats=state.seats,
        blocks=_in_order(facts.blocks(state.cards, state.laid)),
        laid=state.laid,
        cards=tuple(deck.card(state.cards, number) for number in state.conditions),
        target=target,
        score=score,
        won=score.total >= target,
    )


def _in_order(blocks: Mapping[Cell, str]) -> tuple[BlockAt, ...]:
    """List blocks row by row."""
    return tuple((col, row, blocks[col, row]) for col, row in sorted(blocks, key=lambda cell: (cell[1], cell[0])))
