"""The rules of Cat Sudoku behind the contract of all games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from games.catsudoku import deck, laws, moves, refusals, turns
from games.catsudoku import state as facts
from games.catsudoku.scoring import Score, score
from games.catsudoku.state import CatState
from games.catsudoku.tables import SETUPS, title, zones
from games.catsudoku.view import CatView, Caught, Dealt, Drawn, Fine, Kept, Placed, Scored, TimeUp, TurnEnded, WrongSpot
from games.core import Game, Meta, Option, OptionError, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core import Event

USUAL = "usual"
_PLAIN = (Placed, Kept, TurnEnded, Fine)
"""Events that show nothing new; but see `reveals`. An allow-list: a move with any other event stands."""

META = Meta(
    slug="catsudoku",
    title="Cat Sudoku: Summer Festival",
    seats=tuple(SETUPS),
    blurb="Lay cats into a tiny sudoku, earn tokens by placing them well, and stack up your own part of the festival.",
    options=(
        Option(
            "scoring",
            "How zones are scored",
            USUAL,
            (
                (USUAL, "as usual: basic for two to four, advanced alone"),
                ("basic", "basic: a point a card"),
                ("advanced", "advanced: stacks of two and three"),
            ),
        ),
        Option(
            "mistakes",
            "What happens to wrong placements",
            "refereed",
            (
                ("refereed", "refereed: they are refused"),
                ("spotted", "spotted: the others have to catch them"),
            ),
        ),
    ),
)


class CatSudoku(Game[CatState, CatView]):
    """Cat Sudoku with one deck, the house deck unless told otherwise."""

    meta: ClassVar[Meta] = META
    version: ClassVar[int] = 1
    state_type = CatState
    event_type: ClassVar[Any] = Dealt | Drawn | Placed | Kept | TurnEnded | Caught | WrongSpot | Fine | TimeUp | Scored

    def __init__(self, cards: deck.Deck = deck.HOUSE) -> None:
        self.deck = cards

    def deal(self, seats: int, seed: bytes, options: Mapping[str, Any]) -> CatState:
        """Set up a game.

        Raises:
            OptionError: mistakes are to be spotted in a solo game.
        """
        if seats not in self.seats(options):
            msg = "alone nobody can spot mistakes: let somebody join, or open the table with mistakes refereed"
            raise OptionError(msg)
        scoring = SETUPS[seats].scoring if options["scoring"] == USUAL else options["scoring"]
        return facts.deal(seats, seed, scoring, options["mistakes"], self.deck)

    def seats(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Give the numbers of players: nobody can spot mistakes alone."""
        return tuple(n for n in self.meta.seats if n > 1 or options["mistakes"] != "spotted")

    def opening(self, state: CatState) -> tuple[Event, ...]:
        """Tell what the set-up showed to all."""
        (centre,) = (stack[0] for stack in state.stacks if stack)
        return (Dealt(centre, state.reserves, state.start, state.deck_left),)

    def to_act(self, state: CatState) -> frozenset[int]:
        """Give the seats that may move now: who is awaited, and others who may spot a mistake meanwhile."""
        return turns.to_act(state)

    def awaited(self, state: CatState) -> frozenset[int]:
        """Give the seats that the game cannot go on without."""
        return frozenset(turns.awaited(state))

    def legal(self, state: CatState, seat: int | None) -> list[str]:
        """List every legal move of `seat`, sorted and unique."""
        return turns.legal(state, seat)

    def parse(self, text: str) -> str:
        """Read a move and give its one canonical text.

        Raises:
            InvalidMove: the text is no move of this game.
        """
        return moves.write(moves.read(text))

    def refusal(self, state: CatState, seat: int | None, text: str) -> str:
        """Say why a move is refused: every reason and what is possible instead."""
        return refusals.refusal(state, seat, moves.read(text))

    def make(self, state: CatState, seat: int | None, text: str) -> tuple[CatState, tuple[Event, ...]]:
        """Make a legal move given by its text."""
        after, events = turns.make(state, seat, moves.read(text))
        after = replace(after, seq=state.seq + 1)
        ended = self.outcome(after)
        return after, events if ended is None else (*events, _scored(after, ended))

    def view(self, state: CatState, seat: int | None) -> CatView:
        """Give what lies open; nothing of the deck and the cards removed."""
        return CatView(
            seats=state.seats,
            to_act=tuple(sorted(turns.to_act(state))),
            seat=seat,
            seq=state.seq,
            scoring=state.scoring,
            mistakes=state.mistakes,
            phase=state.phase,
            start=state.start,
            turn=state.turn,
            awaited=turns.awaited(state),
            stacks=state.stacks,
            host=state.host,
            drawn=state.drawn,
            reserves=state.reserves,
            tokens=state.tokens,
            pool=state.pool,
            deck_left=state.deck_left,
            zones=zones(state.seats, state.start),
            goals=state.goals,
            placed=state.placed,
            waiting=state.waiting,
            barred=state.barred,
            last=state.last,
            score=_score(state),
            outcome=self.outcome(state),
        )

    def preview(self, view: CatView, text: str) -> CatView:
        """Show the table after the viewer's own legal move, whose turn it is then too; what a draw or a spot would show
        stays hidden."""
        match moves.read(text):
            case moves.Grid(cell) if view.drawn:
                after, _ = turns.put(view, view.drawn, cell, paid=False)
            case moves.Play(card, cell):
                after, _ = turns.put(view, card, cell, paid=True)
            case moves.Reserve():
                after = turns.keep(view)
            case _:
                return view
        after = turns.settle(after)
        return replace(
            after,
            to_act=tuple(sorted(turns.to_act(after))),
            awaited=turns.awaited(after),
            score=_score(after),
            outcome=_outcome(after),
        )

    def private(self, view: CatView) -> object:
        """Give the viewer's reserve: all see it, but its owner wants to know by DM what it could do now."""
        return None if view.seat is None else view.reserves[view.seat] or None

    def outcome(self, state: CatState) -> Outcome | None:
        """Tell how the game ended, or None while it runs. Alone, a title is what there is to win.

        The reason is `points`, `tokens` when they broke a tie, or `tie`.
        """
        return _outcome(state)

    def check(self, state: CatState) -> None:
        """Hold the laws of the game against a state.

        Raises:
            InvariantError: one of them is broken.
        """
        laws.check(state)

    def read_deck(self, text: str) -> object:
        """Read a deck file; see `deck.read`."""
        return deck.read(text)

    def with_deck(self, cards: object) -> CatSudoku:
        """Give the game with another deck; see `deck.admit`."""
        return CatSudoku(deck.admit(cards))

    def public(self, text: str) -> str:
        """Give the move as it is: every move is public."""
        return text

    def reveals(self, text: str, events: Sequence[Event]) -> bool:  # noqa: ARG002 - the events tell all
        """Let draws, spots right or wrong, time-outs and the end stand, and a turn ended that others then look over:
        nobody corrects a mistake about to be caught. Laying and keeping cards, ending another turn and calling one
        fine can be taken back: they use nothing but what lies open."""
        called = any(isinstance(event, TurnEnded) and event.waiting for event in events)
        return not events or called or not all(isinstance(event, _PLAIN) for event in events)


def _score(table: CatState | CatView) -> Score:
    return score(table.stacks, table.reserves, table.tokens, table.seats, table.scoring, start=table.start)


def _outcome(table: CatState | CatView) -> Outcome | None:
    if table.phase != "over":
        return None
    points = _score(table)
    won = tuple(seat for seat, rank in enumerate(points.ranks) if rank == 1)
    titles: tuple[str, ...] = ()
    if table.seats == 1:
        earned = title(points.totals[0])
        won, titles = ((0,), (earned,)) if earned else ((), ())
    level = points.totals.count(max(points.totals)) > 1
    reason = "tie" if len(won) > 1 else "tokens" if level else "points"
    return Outcome(points.totals, points.ranks, won, titles, reason)


def _scored(state: CatState, outcome: Outcome) -> Scored:
    return Scored(
        scoring=state.scoring,
        stacks=state.stacks,
        host=state.host,
        zones=zones(state.seats, state.start),
        reserves=state.reserves,
        tokens=state.tokens,
        pool=state.pool,
        goals=state.goals,
        score=_score(state),
        outcome=outcome,
    )
