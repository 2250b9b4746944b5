"""Taking a move back: only the last mover, while nobody moved since, never over what showed something new.

It gives nobody time: what stood before the move stands again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import games
from bot import hours, told
from bot.changes import NOT_PLAYING, Done, running
from bot.errors import Refusal
from bot.table import Setup, effective, undone_late
from bot.tables import Step, Tables

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from bot.table import Entry, Table
    from games.core import Game, View


async def take_back(tables: Tables, game_id: int, user_id: int, *, interaction_id: int | None = None) -> Done:
    """Take the caller's last move back.

    Raises:
        Refusal: somebody moved since, the move showed something new, or the caller does not play.
    """
    entries = await tables.log(game_id)
    async with tables.changing(game_id, interaction_id) as change:
        table = change.table
        running(table)
        seat = table.seat_of(user_id)
        if seat is None:
            raise Refusal(NOT_PLAYING)
        if not entries or entries[-1].seq != table.seq:
            raise Refusal("Somebody moved in this very moment, so nothing can be taken back any more.")
        entry = _last(entries, seat)
        game, kept = table.game, effective(entries)[:-1]
        events = game.load_events(entry.events)
        if game.reveals(entry.text, events):
            raise Refusal(
                "That move showed something new, ended a round or called others to look at it, so it has to stand."
            )
        state = replayed(game, msgspec.json.decode(entries[0].text, type=Setup), kept)
        words = games.words(table.slug)
        what = " ".join(line for event in events if (line := words.tell(event, table.marked)))
        # What happened names its mover.
        note = f"Taken back: {what}" if what else f"{table.marked[seat]} takes a move back."
        until = await _left(tables, table, entries, entry, state)
        await told.taken_back(change.db, table, seat, tables.now())
        await tables.present(change, seat)
        await tables.write(change, Step("undo", seat, str(entry.seq), state, (), note), (), until=until)
        change.said = "Your move is taken back; it is your turn again."
    return await tables.done(game_id, change.said)


def replayed(game: Game[Any, View], setup: Setup, moves: Sequence[Entry]) -> Any:  # noqa: ANN401 - every game has its own state
    """Give the state after some moves."""
    state = game.setup(setup.seats, bytes.fromhex(setup.seed), setup.options)
    for entry in moves:
        state, _ = game.apply(state, entry.seat, entry.text)
    return state


async def _left(tables: Tables, table: Table, entries: Sequence[Entry], entry: Entry, state: Any) -> int | None:  # noqa: ANN401 - every game has its own state
    """Give until when the time lasts after a move was taken back; None for the whole of it.

    Where the time of before is over, two waking hours are left, or the whole time where that is shorter, but no more
    than the mover had without taking back; and once in a turn, except alone at a table.

    Raises:
        Refusal: the time of before is over, and a move was taken back so before in this turn.
    """
    now = int(tables.now())
    if entry.until is None or entry.until > now:
        return entry.until
    if len(table.players) > 1 and undone_late(entries, entry.seat):
        raise Refusal("The time for that move is over, and once in a turn is all that can be taken back then.")
    awaited = table.game.awaited(state)
    if table.game.legal(state, None):
        return now + min(table.window, hours.WAKING)
    left = await tables.deadline(table, awaited, hours.WAKING)
    own = entry.seat in table.awaited and table.until is not None
    return min(left, table.until) if left is not None and table.until is not None and own else left


def _last(entries: Sequence[Entry], seat: int) -> Entry:
    kept = effective(entries)
    since = [entry for entry in entries if kept and entry.seq > kept[-1].seq]
    others = any(entry.seat != seat or entry.takes_over for entry in since)
    if not kept or kept[-1].kind != "move" or kept[-1].seat != seat or others:
        raise Refusal("Only your own move can be taken back, and only until somebody else does something.")
    return kept[-1]
