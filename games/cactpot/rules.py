"""The rules of Cactpot Party as pure functions of a state (rulebook, "Playing the Game")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from games import chance as dice
from games.cactpot import laws, moves, refusals, xtokens
from games.cactpot import state as facts
from games.cactpot.scoring import score
from games.cactpot.state import Placed, State
from games.cactpot.tables import CHIPS
from games.cactpot.view import (
    Bet,
    CactpotView,
    Closed,
    Dealt,
    Last,
    Phase,
    Scored,
    StarSet,
)
from games.cactpot.view import Placed as PlacedEvent
from games.core import Event, Game, Meta, Option, Outcome, ranks
from games.grid import CELLS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Cactpot(Game[State, CactpotView]):
    """Place chips, some hidden, then bet on the lines they form."""

    meta: ClassVar[Meta] = Meta(
        slug="cactpot",
        title="Cactpot Party",
        seats=(2, 3, 4),
        blurb="Place numbered chips, hide some of them, and bet on the lines they will form.",
        options=(
            Option(
                name="x_tokens",
                about="Mark spaces that cannot pay any more; good for a first match.",
                default=False,
                choices=((True, "X tokens mark what cannot pay"), (False, "no X tokens")),
            ),
        ),
    )
    version: ClassVar[int] = 1
    state_type = State
    event_type: ClassVar[Any] = Dealt | PlacedEvent | StarSet | Closed | Bet | Scored

    def deal(self, seats: int, seed: bytes, options: Mapping[str, Any]) -> State:
        """Draw the first starter, then deal."""
        starter, chance = dice.below(dice.start(seed), seats)
        return _deal(State(seats, chance, starter, x_tokens=options["x_tokens"]))

    def opening(self, state: State) -> tuple[Event, ...]:
        """Tell who has the marker and how many chips everybody was dealt."""
        return (_dealt(state),)

    def to_act(self, state: State) -> frozenset[int]:
        """Give the one seat whose turn it is."""
        return frozenset(facts.queue(state)[:1])

    def legal(self, state: State, seat: int | None) -> list[str]:
        """List every placement or bet of the seat whose turn it is."""
        if seat is None or seat not in self.to_act(state):
            return []
        if not facts.placing(state):
            spaces = facts.bettable(facts.bets(state), state.closed, seat)
            return sorted(f"bet {space}" for space in spaces)
        face_up, choice = facts.up(state), facts.faces(state)
        empty = facts.free([placed.cell for placed in state.placed])
        return sorted(
            f"place {chip} {cell} {face}"
            for face in choice
            for cell in facts.allowed(face_up, empty, choice, face)
            for chip in state.hands[seat]
        )

    def parse(self, text: str) -> str:
        """Read a placement or a bet."""
        return moves.write(moves.read(text))

    def refusal(self, state: State, seat: int | None, text: str) -> str:
        """Give every reason, from the seat's own view."""
        return refusals.refuse(self.view(state, seat), moves.read(text))

    def make(self, state: State, seat: int | None, text: str) -> tuple[State, tuple[Event, ...]]:
        """Place or bet; the last placement opens the bets, the last bet scores and deals again."""
        if seat is None:
            msg = "no move of Cactpot Party belongs to the table"
            raise ValueError(msg)
        match moves.read(text):
            case moves.Place() as move:
                return _place(state, seat, move)
            case moves.Wager(space):
                return _bet(state, seat, space)

    def view(self, state: State, seat: int | None) -> CactpotView:
        """Show the board, and to a seat its own hand and own hidden chips. After the match all chips are face up."""
        setup = facts.setup_of(state)
        over, queue, all_placed = facts.over(state), facts.queue(state), not facts.placing(state)
        cells = facts.free([placed.cell for placed in state.placed])
        hidden = [] if over else [placed for placed in state.placed if placed.face == "down"]
        bets = facts.bets(state)
        everyone = range(state.seats)
        phase: Phase = "over" if over else "bet" if all_placed else "place"
        return CactpotView(
            seats=state.seats,
            to_act=queue[:1],
            seat=seat,
            seq=state.seq,
            game_no=len(state.results) + (not over),
            games=setup.games,
            phase=phase,
            starter=state.starter,
            up=dict(zip(CELLS, _grid(state), strict=True)) if over else facts.up(state),
            down={placed.cell: placed.seat for placed in hidden},
            star=cells[0] if all_placed else None,
            hand=() if seat is None else state.hands[seat],
            own_down={placed.cell: placed.chip for placed in hidden if placed.seat == seat},
            hand_sizes=tuple(len(hand) for hand in state.hands),
            tokens=tuple(setup.tokens - sum(bettor == s for bettor, _ in state.bets) for s in everyone),
            cactuars=tuple(
                setup.cactuars - sum(placed.face == "down" and placed.seat == s for placed in state.placed)
                for s in everyone
            ),
            faces=facts.faces(state),
            queue=queue,
            bets=bets,
            x_tokens=state.x_tokens,
            closed=state.closed,
            scores=_scores(state),
            last=_last(state),
        )

    def preview(self, view: CactpotView, text: str) -> CactpotView:
        """Add the chip or the token to the view. Turn and order stay: nothing has been played yet."""
        if view.seat is None:
            msg = "a spectator has no moves"
            raise ValueError(msg)
        seat = view.seat
        match moves.read(text):
            case moves.Place(chip, cell, face):
                empty = facts.free((*view.up, *view.down, cell))
                down = face == "down"
                return msgspec.structs.replace(
                    view,
                    up=view.up if down else view.up | {cell: chip},
                    down=view.down | {cell: seat} if down else view.down,
                    own_down=view.own_down | {cell: chip} if down else view.own_down,
                    star=empty[0] if len(empty) == 1 else None,
                    hand=tuple(held for held in view.hand if held != chip),
                    hand_sizes=_one_less(view.hand_sizes, seat),
                    cactuars=_one_less(view.cactuars, seat) if down else view.cactuars,
                    last=Last(seat, cell=cell),
                )
            case moves.Wager(space):
                return msgspec.structs.replace(
                    view,
                    bets=view.bets | {space: (*view.bets.get(space, ()), seat)},
                    tokens=_one_less(view.tokens, seat),
                    last=Last(seat, space=space),
                )

    def private(self, view: CactpotView) -> object:
        """Give the viewer's chips, in hand and hidden on the board."""
        return (view.hand, view.own_down) if view.hand or view.own_down else None

    def outcome(self, state: State) -> Outcome | None:
        """Most points over all games win; equal points share the win."""
        if not facts.over(state):
            return None
        scores = _scores(state)
        places = ranks(scores)
        won = tuple(seat for seat, place in enumerate(places) if place == 1)
        return Outcome(scores, places, won, (), "points" if len(won) == 1 else "tie")

    def check(self, state: State) -> None:
        """Hold the laws against a state."""
        laws.check(state)

    def public(self, text: str) -> str:
        """Hide the number of a chip placed face down."""
        return moves.public(moves.read(text))

    def reveals(self, text: str, events: Sequence[Event]) -> bool:  # noqa: ARG002 - the events tell all
        """Let chips placed face up, scores and deals stand.

        A chip placed face down and a bet that does not score can be taken back. That holds for the last placement, too:
        the star chip goes to the one empty cell and X tokens follow from the chips face up, so both were public before
        it, and both are taken back with it.
        """
        return not events or not all(map(_plain, events))


def _plain(event: Event) -> bool:
    """Tell whether an event shows nothing new. An allow-list: a move with any other event stands."""
    match event:
        case PlacedEvent(chip=chip):
            return chip is None
        case _:
            return isinstance(event, Bet | StarSet | Closed)


def _deal(state: State) -> State:
    """Shuffle the nine chips and hand them out from the starter on; the one left over is the star chip."""
    chips, chance = dice.shuffle(state.chance, CHIPS)
    hands: list[tuple[int, ...]] = [()] * state.seats
    for turn, size in enumerate(facts.setup_of(state).hands):
        hands[(state.starter + turn) % state.seats] = tuple(sorted(chips[:size]))
        chips = chips[size:]
    (star,) = chips
    return msgspec.structs.replace(state, chance=chance, hands=tuple(hands), star=star, placed=(), bets=(), closed=())


def _place(state: State, seat: int, move: moves.Place) -> tuple[State, tuple[Event, ...]]:
    hand = tuple(chip for chip in state.hands[seat] if chip != move.chip)
    after = msgspec.structs.replace(
        state,
        seq=state.seq + 1,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        placed=(*state.placed, Placed(seat, move.chip, move.cell, move.face)),
    )
    events: list[Event] = [PlacedEvent(seat, move.cell, move.chip if move.face == "up" else None)]
    if not facts.placing(after):
        events.append(StarSet(_star_cell(after)))
        if state.x_tokens and (closed := xtokens.hopeless(facts.up(after))):
            after = msgspec.structs.replace(after, closed=closed)
            events.append(Closed(closed))
    return after, tuple(events)


def _bet(state: State, seat: int, space: str) -> tuple[State, tuple[Event, ...]]:
    after = msgspec.structs.replace(state, seq=state.seq + 1, bets=(*state.bets, (seat, space)))
    bet = Bet(seat, space, len(facts.bets(after)[space]))
    if facts.queue(after):
        return after, (bet,)
    scored = _scored(after)
    after = msgspec.structs.replace(after, results=(*state.results, scored.totals))
    if facts.over(after):
        return after, (bet, scored)
    starter = (after.starter + facts.setup_of(after).marker) % after.seats
    after = _deal(msgspec.structs.replace(after, starter=starter))
    return after, (bet, scored, _dealt(after))


def _scored(state: State) -> Scored:
    """Score the game just ended; its totals are not yet among the results."""
    bets = facts.bets(state)
    grid, star_cell = _grid(state), _star_cell(state)
    result = score(grid, star_cell, bets, state.seats)
    owners = {placed.cell: placed.seat for placed in state.placed if placed.face == "down"}
    return Scored(
        game_no=len(state.results) + 1,
        games=facts.setup_of(state).games,
        starter=state.starter,
        grid=grid,
        star_cell=star_cell,
        owners=tuple(owners.get(cell) for cell in CELLS),
        bets=bets,
        closed=state.closed,
        bingos=result.bingos,
        bingo_space=result.bingo_space,
        payouts=result.payouts,
        totals=result.totals,
        scores=tuple(map(sum, zip(_scores(state), result.totals, strict=True))),
    )


def _dealt(state: State) -> Dealt:
    return Dealt(len(state.results) + 1, state.starter, tuple(len(hand) for hand in state.hands))


def _star_cell(state: State) -> str:
    (cell,) = facts.free([placed.cell for placed in state.placed])
    return cell


def _grid(state: State) -> tuple[int, ...]:
    chips = {placed.cell: placed.chip for placed in state.placed}
    return tuple(chips.get(cell, state.star) for cell in CELLS)


def _scores(state: State) -> tuple[int, ...]:
    return tuple(sum(totals[seat] for totals in state.results) for seat in range(state.seats))


def _last(state: State) -> Last | None:
    if state.bets:
        seat, space = state.bets[-1]
        return Last(seat, space=space)
    if state.placed:
        return Last(state.placed[-1].seat, cell=state.placed[-1].cell)
    return None


def _one_less(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(count - (index == seat) for index, count in enumerate(counts))
