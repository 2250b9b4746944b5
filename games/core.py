"""The contract every game fulfils: state in, move text in, new state and public events out.

A game is a package with `GAME`, an instance of `Game`, a module `words` that fulfils `Words` and a module `robot` that
fulfils `Robot`.

    RulesError
    |-- InvalidMove     the text cannot be read
    |-- IllegalMove     the rules forbid it; the message gives every reason and what is possible
    |-- NotYourTurn     somebody else is to move; the message is the game's own
    `-- GameOver        nobody is to move any more
    OptionError         a set-up option is unknown or has a wrong value
    InvariantError      a state that no sequence of moves can reach
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from games.phrases import either

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class RulesError(Exception):
    """A move was refused; the message is the sentence its player reads. The state is untouched."""


class InvalidMove(RulesError):
    """The move text cannot be read."""


class IllegalMove(RulesError):
    """The rules forbid the move; the message gives every reason."""


class NotYourTurn(RulesError):
    """The seat may not move now."""


class GameOver(RulesError):
    """The game has ended."""


class OptionError(ValueError):
    """A set-up option is unknown or has a wrong value; the message names it and what it takes."""


class InvariantError(AssertionError):
    """The state breaks a law of the game; only a bug can cause it."""


class Option(msgspec.Struct, frozen=True):
    """One choice made before the game begins.

    `choices` lists (value, label) pairs; a yes/no option has the values True and False, and labels that say it all.
    """

    name: str
    about: str
    default: bool | str
    choices: tuple[tuple[bool | str, str], ...]


class Meta(msgspec.Struct, frozen=True):
    """What a lobby needs to know without loading the rules."""

    slug: str
    title: str
    seats: tuple[int, ...]
    blurb: str
    options: tuple[Option, ...] = ()


class Event(msgspec.Struct, frozen=True, tag=True):
    """Something that happened. Public by construction: it carries nothing that a spectator may not know."""


class Scoring(Event, frozen=True):
    """A table was scored: an event with a message and a picture of its own. It carries all that both need."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may know. An allow-list: every game adds fields, none takes a state along.

    `seat` is None for a spectator, `to_act` holds the seats that may move, ascending, `seq` counts the moves made.
    """

    seats: int
    to_act: tuple[int, ...]
    seat: int | None
    seq: int


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `ranks` counts from 1, equal ranks are shared; `won` names the winning seats (all or none when
    the seats play together); `titles` has one title a seat, or nothing; `reason` is a word of the game's own."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    won: tuple[int, ...]
    titles: tuple[str, ...]
    reason: str


S = TypeVar("S", bound=msgspec.Struct)
V = TypeVar("V", bound=View)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class Game(ABC, Generic[S, V]):
    """The rules of one game as pure functions of frozen states."""

    meta: ClassVar[Meta]
    version: ClassVar[int]
    """Bumped only when behaviour changes: an old log must then not be replayed with these rules."""
    state_type: type[S]
    event_type: ClassVar[Any]
    """The union of the game's events, for reading them back from a log."""

    # -- what each game writes -------------------------------------------------------------------------------------

    @abstractmethod
    def deal(self, seats: int, seed: bytes, options: Mapping[str, Any]) -> S:
        """Set up a game. Seats and options have been checked and completed."""

    @abstractmethod
    def opening(self, state: S) -> tuple[Event, ...]:
        """Tell what the set-up showed to all; `state` is fresh from `setup`."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[int]:
        """Give the seats that may move now; empty when the game is over."""

    def awaited(self, state: S) -> frozenset[int]:
        """Give the seats that the game cannot go on without; others in `to_act` may move but need not."""
        return self.to_act(state)

    @abstractmethod
    def legal(self, state: S, seat: int | None) -> list[str]:
        """List every legal move of `seat` as move text, sorted and unique; None lists the table's own moves."""

    @abstractmethod
    def parse(self, text: str) -> str:
        """Read a move and give its one canonical text; `parse(parse(t)) == parse(t)`.

        Raises:
            InvalidMove: the text is no move of this game.
        """

    @abstractmethod
    def refusal(self, state: S, seat: int | None, text: str) -> str:
        """Say why `text`, canonical but not legal for `seat`, is refused: every reason and what is possible instead;
        that it is not the seat's turn, too. The sentence holds nothing that `seat` may not know."""

    @abstractmethod
    def make(self, state: S, seat: int | None, text: str) -> tuple[S, tuple[Event, ...]]:
        """Make a legal move given by its canonical text."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Give what `seat`, or a spectator for None, may know."""

    @abstractmethod
    def preview(self, view: V, text: str) -> V:
        """Show the board after the viewer's own legal move. Works on the view alone, so it can reveal nothing."""

    @abstractmethod
    def private(self, view: V) -> object:
        """Give what only the viewer knows, None when that is nothing; whenever it changes the viewer gets it by DM."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Tell how the game ended, or None while it runs."""

    @abstractmethod
    def check(self, state: S) -> None:
        """Hold the laws of the game against a state.

        Raises:
            InvariantError: one of them is broken.
        """

    @abstractmethod
    def public(self, text: str) -> str:
        """Give a canonical move text without what only its mover knows: `place ? b2 down`. For logs."""

    def reveals(self, text: str, events: Sequence[Event]) -> bool:  # noqa: ARG002 - games that allow undo read both
        """Tell whether a move, canonical text and what came of it, showed anybody something new, so that it can never
        be taken back: a draw, a card or chip turned up, a deal, a score, a turn that others are asked to judge. Every
        move does, unless a game knows better.

        A move that reveals nothing leaves chance alone, and what any seat sees after it follows from what the seat saw
        before it and from `public(text)`. Whether somebody has moved since is not asked here.
        """
        return True

    def seats(self, options: Mapping[str, Any]) -> tuple[int, ...]:  # noqa: ARG002 - where an option matters it is read
        """Give the numbers of players, ascending, that can play with these options; all of them are known."""
        return self.meta.seats

    def read_deck(self, text: str) -> object:  # noqa: ARG002 - games with a deck read it
        """Read a deck file that replaces the house deck; gives the set-up option `deck`, plain data.

        Raises:
            ValueError: the file is wrong (the message has line and reason), or this game has no deck.
        """
        raise ValueError(f"{self.meta.title} has no deck")

    def with_deck(self, cards: object) -> Game[S, V]:  # noqa: ARG002 - games with a deck read it
        """Give this game with another deck, the set-up option `deck` as `read_deck` gives it.

        Raises:
            ValueError: it is no deck, or this game has none; the message goes on after the word deck.
        """
        raise ValueError(f"is no option of {self.meta.title}")

    # -- what all games share --------------------------------------------------------------------------------------

    def setup(self, seats: int, seed: bytes | str, options: Mapping[str, Any] | None = None) -> S:
        """Set up a game for `seats` players; the same seed and options always give the same game.

        Besides the options that players choose there is `deck`: plain data that is kept with the set-up, so that a game
        goes on with the deck it began with.

        Raises:
            OptionError: wrong number of seats, unknown option, wrong value, wrong deck.
        """
        given = dict(options or {})
        if "deck" in given:
            try:
                game = self.with_deck(given.pop("deck"))
            except ValueError as error:
                msg = f"deck {error}"
                raise OptionError(msg) from None
            return game.setup(seats, seed, given)
        if seats not in self.meta.seats:
            msg = f"seats takes {either(str(n) for n in self.meta.seats)}, not {seats}"
            raise OptionError(msg)
        raw = seed.encode() if isinstance(seed, str) else seed
        return self.deal(seats, raw, complete(self.meta.options, given))

    def apply(self, state: S, seat: int | None, text: str) -> tuple[S, tuple[Event, ...]]:
        """Make a move; `state` never changes. `seat` is None for a move of the table itself.

        Raises:
            InvalidMove, GameOver, NotYourTurn, IllegalMove: in this order of precedence.
        """
        move = self.parse(text)
        if self.outcome(state) is not None:
            msg = "This game is over; start a new one to play on."
            raise GameOver(msg)
        if seat is not None and seat not in self.to_act(state):
            raise NotYourTurn(self.refusal(state, seat, move))
        if move not in self.legal(state, seat):
            raise IllegalMove(self.refusal(state, seat, move))
        return self.make(state, seat, move)

    def dump(self, state: S) -> bytes:
        """Write a state as JSON; equal states give equal bytes."""
        return msgspec.json.encode(state, order="deterministic")

    def load_state(self, data: bytes) -> S:
        """Read a state that `dump` wrote.

        Raises:
            msgspec.ValidationError: it is not such a state.
        """
        return msgspec.json.decode(data, type=self.state_type)

    def dump_events(self, events: Sequence[Event]) -> bytes:
        """Write events as JSON."""
        return msgspec.json.encode(events, order="deterministic")

    def load_events(self, data: bytes) -> tuple[Event, ...]:
        """Read events that `dump_events` wrote.

        Raises:
            msgspec.ValidationError: they are no events of this game.
        """
        events: list[Event] = msgspec.json.decode(data, type=list[self.event_type])  # type: ignore[name-defined]
        return tuple(events)


class Words(Protocol[V_contra]):
    """The module `words` of a game: views and events in sentences. `names` has one plain name a seat, ready to print
    (escaped and cut where the surroundings ask for it). No function knows more than the view it is given."""

    WIDTH: int
    """Columns of the board drawn with characters, at most 60."""
    HELP: str
    """The rules in our own words, Markdown, at most 3,500 characters."""

    def turn(self, view: V_contra, names: Sequence[str]) -> str:
        """Say in one line whose turn it is and what to do, or how the game ended."""

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """Say in one line what happened; '' for an event that needs no words."""

    def offers(self, view: V_contra) -> Sequence[tuple[str, str]]:
        """List up to two moves to be offered right under the public board, as (button label, move text)."""

    def scored(self, event: Any, names: Sequence[str]) -> str:  # noqa: ANN401 - the game's own Scoring event
        """Say in a few lines what paid whom and how everybody stands; at most 1,500 characters."""

    def alt(self, view: V_contra, names: Sequence[str]) -> str:
        """Give the whole public position for a screen reader, at most 1,000 characters."""

    def board(self, view: V_contra, names: Sequence[str]) -> str:
        """Draw the whole public position with characters, at most `WIDTH` columns wide, for a code block."""

    def hand(self, view: V_contra, names: Sequence[str], *, now: bool = True) -> str:
        """Say in full what only the viewer knows and what the viewer can do now; beside no picture, or as its alt.

        Without `now` only what stays true until `Game.private` changes: a message that is kept must not go stale.
        """

    def brief(self, view: V_contra, names: Sequence[str], *, now: bool = True) -> str:
        """Say the same in few lines, above a picture that shows the rest."""

    def move(self, view: V_contra, text: str) -> str:
        """Name the viewer's move: 'Chip 7 on b2, face down'. Shown to its mover only."""

    def answer(self, view: V_contra, text: str, events: Sequence[Event], names: Sequence[str]) -> str:
        """Say to its mover in a line or two what a move did; `view` is the mover's before it, `events` are what came
        of it."""


class Robot(Protocol[V_contra]):
    """The module `robot` of a game, which plays a seat: for practice, and while a player is away."""

    def choose(self, view: V_contra, legal: Sequence[str], seed: bytes) -> str:
        """Choose one of the legal moves of the seat whose view it is, as well as it can.

        It knows the view and nothing else. The seed decides whatever is left to chance: the same view, moves and seed
        give the same choice.

        Raises:
            ValueError: the game does not wait for this seat.
        """


def complete(known: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Check options and fill in the defaults.

    Raises:
        OptionError: unknown name or wrong value.
    """
    names = {option.name: option for option in known}
    for name, value in given.items():
        if name not in names:
            msg = f"there is no option {name}; there is {either(names) if names else 'none'}"
            raise OptionError(msg)
        allowed = [choice for choice, _ in names[name].choices]
        if not any(value == choice and type(value) is type(choice) for choice in allowed):
            msg = f"{name} takes {either(str(choice) for choice in allowed)}, not {value!r}"
            raise OptionError(msg)
    return {option.name: given.get(option.name, option.default) for option in known}


def ranks(scores: Sequence[int]) -> tuple[int, ...]:
    """Rank scores, highest first, from 1; equal scores share a rank."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
