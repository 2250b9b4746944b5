"""Recorded games for reading: every move, what was told, what was possible next, and what every seat saw.

`python -m tests.games.goldens` writes them anew; the difference is then read like any other change of the rules.
Views are written in full once, later only the fields that changed, seats only where they see other than spectators do.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

import games
from games import chance

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[1] / "golden"
NAMES = ("Ann", "Bob", "Cem", "Dee")
BOARD_EVERY = 8
MOST = 100


class Record(NamedTuple):
    """A game to record: its moves are drawn by a generator that the seed starts."""

    slug: str
    name: str
    seats: int
    options: dict[str, Any]
    seed: str
    moves: str = ""
    """Moves to make instead, where chance would never end the game like that."""

    @property
    def path(self) -> Path:
        """Where the record is kept."""
        return FOLDER / f"{self.slug}-{self.name}.txt"


WON = (
    "place 4 0,1; place 6 1,2 turned; place 15 2,1 turned; place 7 2,-1; place 3 -2,-1; place 17 3,2 turned; "
    "place 11 -2,1 turned; place 5 -2,3 turned; place 12 0,3 turned; place 2 1,4 turned; place 10 0,-2 turned; "
    "place 1 -2,-2 turned; place 16 -3,-2 turned; place 8 -3,1 turned"
)
RECORDS = (
    Record("cactpot", "3", 3, {"x_tokens": False}, "golden 3"),
    Record("cactpot", "4", 4, {"x_tokens": False}, "golden 4"),
    Record("cactpot", "2-x", 2, {"x_tokens": True}, "golden 2 x"),
    Record("cactpot", "3-x", 3, {"x_tokens": True}, "golden 3 x"),
    Record("cactpot", "4-x", 4, {"x_tokens": True}, "golden 4 x"),
    Record("cactpot", "2-tie", 2, {"x_tokens": False}, "golden tie 97"),
    Record("catsudoku", "1", 1, {"scoring": "usual", "mistakes": "refereed"}, "golden 1"),
    Record("catsudoku", "2-tie", 2, {"scoring": "usual", "mistakes": "refereed"}, "golden 24"),
    Record("catsudoku", "2-spotted", 2, {"scoring": "basic", "mistakes": "spotted"}, "golden 5"),
    Record("catsudoku", "3-advanced", 3, {"scoring": "advanced", "mistakes": "refereed"}, "golden 10"),
    Record("catsudoku", "4", 4, {"scoring": "usual", "mistakes": "refereed"}, "golden 4"),
    Record("catsudoku", "4-spotted", 4, {"scoring": "advanced", "mistakes": "spotted"}, "golden 2"),
    Record("casinopolis", "1", 1, {}, "golden 1"),
    Record("casinopolis", "2", 2, {}, "golden 2"),
    Record("casinopolis", "2-won", 2, {}, "golden won 2", WON),
    Record("casinopolis", "3", 3, {}, "golden 3"),
    Record("casinopolis", "4", 4, {}, "golden 4"),
)
ENDINGS = {
    "cactpot": {"points", "tie"},
    "catsudoku": {"points", "tokens", "tie"},
    "casinopolis": {"won", "lost"},
}
"""Every way in which a game can end must be recorded."""


def write(record: Record) -> str:
    """Play the game and write the record."""
    return "\n".join((*_lines(record), ""))


def outcome(record: Record) -> Any:
    """Play the game and give its outcome."""
    *_, (_, _, _, state) = play(record)
    return games.load(record.slug).outcome(state)


def play(record: Record) -> Iterator[tuple[int | None, str, Any, Any]]:
    """Play the game: mover, move, events, state after."""
    game = games.load(record.slug)
    state = game.setup(record.seats, record.seed, record.options)
    dice, given = chance.start(f"moves of {record.seed}".encode()), iter(record.moves.split("; "))
    while game.outcome(state) is None:
        possible = [(seat, text) for seat in (*sorted(game.to_act(state)), None) for text in game.legal(state, seat)]
        if record.moves:
            text = next(given)
            seat = next(seat for seat, legal in possible if legal == text)
        else:
            number, dice = chance.below(dice, len(possible))
            seat, text = possible[number]
        state, events = game.apply(state, seat, text)
        yield seat, text, events, state


def _lines(record: Record) -> Iterator[str]:
    game, words = games.load(record.slug), games.words(record.slug)
    names = NAMES[: record.seats]
    state = game.setup(record.seats, record.seed, record.options)
    yield f"{game.meta.title}, version {game.version}, {record.seats} seats, {_json(record.options)}"
    yield f"seed {record.seed!r}, commitment {chance.commitment(record.seed)}"
    seen: dict[int | None, dict[str, Any]] = {}
    yield from _told(words, game.opening(state), names)
    yield from _state(record, state, seen)
    for number, (seat, text, events, after) in enumerate(play(record), start=1):
        mover = "table" if seat is None else names[seat]
        yield ""
        yield f"== {number}. {mover}: {text}   [{game.public(text)}]"
        yield from _told(words, events, names)
        yield from _state(record, after, seen)
        if number % BOARD_EVERY == 0 or game.outcome(after):
            view = game.view(after, None)
            yield from (f"   | {line}".rstrip() for line in words.board(view, names).splitlines())
            yield f"   alt: {words.alt(view, names)}"
        state = after
    yield ""
    yield f"outcome {_json(game.outcome(state))}"


def _some(legal: list[str]) -> str:
    """Write moves; where there are very many, some, their number, and a digest of all."""
    if len(legal) <= MOST:
        return ", ".join(legal)
    digest = sha256(" ".join(legal).encode()).hexdigest()[:16]
    return f"{', '.join(legal[:: len(legal) // 10])} among {len(legal)}, digest {digest}"


def _told(words: Any, events: Any, names: Any) -> Iterator[str]:
    for event in events:
        yield f"   {words.tell(event, names)}"
        yield f"   {_json(event)}"


def _state(record: Record, state: Any, seen: dict[int | None, dict[str, Any]]) -> Iterator[str]:
    game, words = games.load(record.slug), games.words(record.slug)
    names = NAMES[: record.seats]
    public = msgspec.to_builtins(game.view(state, None))
    yield f"   turn: {words.turn(game.view(state, None), names)}"
    for seat in sorted(game.to_act(state)):
        yield f"   legal for {names[seat]}: {_some(game.legal(state, seat))}"
    if table := game.legal(state, None):
        yield f"   legal for the table: {', '.join(table)}"
    for seat in (None, *range(record.seats)):
        view = msgspec.to_builtins(game.view(state, seat))
        shown = view if seat is None else {key: value for key, value in view.items() if value != public[key]}
        before = seen.get(seat, {})
        changed = {key: value for key, value in shown.items() if key not in before or before[key] != value}
        changed |= {key: public[key] for key in before if key not in shown}
        seen[seat] = shown
        if changed:
            yield f"   {'all' if seat is None else names[seat]} see{'' if seat is None else 's'}: {_fields(changed)}"


def _fields(view: dict[str, Any]) -> str:
    return "; ".join(f"{key} {_json(value)}" for key, value in view.items())


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    for record in RECORDS:
        record.path.write_text(write(record), encoding="utf-8")
