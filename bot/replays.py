"""What a game looked like after each of its moves, as far as the asker may know, for its history and its replay.

While a game runs a player sees their own views of it and anybody else a spectator's. Whoever took a seat over sees it
through that seat only from then on: what the former player knew stays with them. Once it is over all see a spectator's
views, and at each scoring everything open. Moves that were taken back never show.
"""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import msgspec

import games
from bot import upgrade
from bot.errors import Refusal
from bot.table import Setup, effective
from games.core import Scoring
from render import replay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.pictures import Pictures
    from bot.table import Entry, Table
    from games.core import Event, View

OTHER_RULES = "This game was played by earlier rules that I no longer play the same way, so I cannot show it again."
NEVER_BEGAN = "This game never began, so there is nothing to show of it."


class Shot(msgspec.Struct, frozen=True):
    """One picture of a game: `number` moves that count were made, the last in log row `seq`; it shows for `ms`.
    Its seats are called as after row `upto`.
    """

    number: int
    seq: int
    what: Literal["board", "scored"]
    of: View | Event
    ms: int
    upto: int


def count(table: Table, entries: Sequence[Entry]) -> int:
    """Give how many moves count: the number of the newest picture."""
    return len(effective(_upto(table, entries)))


def frames(table: Table, entries: Sequence[Entry], seat: int | None) -> list[Shot]:
    """Give a picture of the deal and one a move: the scored table where a move led to a scoring, else the board.

    Args:
        table: the table as it is now.
        entries: its whole log.
        seat: where the asker sits, None for anybody else.

    Raises:
        Refusal: it never began, or today's rules play it otherwise.
    """
    shots = list(_shots(table, _upto(table, entries), seat))
    shots[-1] = msgspec.structs.replace(shots[-1], ms=replay.END)
    return shots


def picture_at(table: Table, entries: Sequence[Entry], number: int, seat: int | None) -> Shot:
    """Give the picture after move `number`, 0 for the deal; the nearest there is when that is out of reach.

    Args and errors are those of `frames`.
    """
    known = _upto(table, entries)
    wanted = min(max(number, 0), len(effective(known)))
    return next(islice(_shots(table, known, seat), wanted, None))


async def animation_of(
    pictures: Pictures, table: Table, entries: Sequence[Entry], seat: int | None = None, *, contrast: bool = False
) -> bytes:
    """Make the animated picture of a game; gives a GIF file. Args and errors are those of `frames`."""
    shots = await asyncio.to_thread(frames, table, entries, seat)
    called = [table.then(shot.upto).names for shot in shots]
    return await pictures.replay(table.slug, shots, called, contrast=contrast)


def _upto(table: Table, entries: Sequence[Entry]) -> list[Entry]:
    # the log may have been read a moment later than the table
    return [entry for entry in entries if entry.seq <= table.seq]


def _shots(table: Table, entries: Sequence[Entry], seat: int | None) -> Iterator[Shot]:
    known_from, newest = _known_from(entries, seat), len(effective(entries))
    for number, (seq, state, events) in enumerate(_positions(table, entries)):
        upto = table.seq if number == newest else seq
        scorings = [event for event in events if isinstance(event, Scoring)]
        if scorings:
            yield Shot(number, seq, "scored", scorings[-1], replay.SCORING, upto)
        else:
            viewer = seat if table.status != "over" and number >= known_from else None
            yield Shot(number, seq, "board", table.game.view(state, viewer), replay.MOVE, upto)


def _known_from(entries: Sequence[Entry], seat: int | None) -> int:
    """Give the number of the position that who plays a seat now found there: 0 if it was theirs from the deal."""
    taken = max((entry.seq for entry in entries if entry.takes_over and entry.seat == seat), default=0)
    return sum(entry.seq < taken for entry in effective(entries))


def _positions(table: Table, entries: Sequence[Entry]) -> Iterator[tuple[int, Any, tuple[Event, ...]]]:
    """Play the moves that count again; gives log row, state and what happened, from the deal on."""
    if not entries:
        raise Refusal(NEVER_BEGAN)
    if table.slug not in games.slugs():
        raise Refusal(OTHER_RULES)
    game, setup = table.game, msgspec.json.decode(entries[0].text, type=Setup)
    if table.engine != game.version and not _as_stored(table, setup, entries):
        raise Refusal(OTHER_RULES)
    state = game.setup(setup.seats, bytes.fromhex(setup.seed), setup.options)
    yield 0, state, ()
    for entry in effective(entries):
        state, events = game.apply(state, entry.seat, entry.text)
        yield entry.seq, state, events


def _as_stored(table: Table, setup: Setup, entries: Sequence[Entry]) -> bool:
    try:
        return table.state is not None and upgrade.replay(setup, entries) == table.game.dump(table.state)
    except upgrade.Broken:
        return False
