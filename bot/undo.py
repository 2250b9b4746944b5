"""Taking a move back: only the last mover, while nobody moved since, never over what showed something new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import games
from bot import names
from bot.changes import NOT_PLAYING, Done
from bot.errors import Refusal
from bot.table import Setup, effective
from bot.tables import Step, Tables, running

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from bot.table import Entry
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
            raise Refusal("That move showed something new or ended a round, so it has to stand.")
        state = replayed(game, msgspec.json.decode(entries[0].text, type=Setup), kept)
        words = games.words(table.slug)
        what = " ".join(line for event in events if (line := words.tell(event, table.marked)))
        note = f"{names.signed(seat, table.players[seat].name)} takes a move back: {what}"
        await tables.write(change, Step("undo", seat, str(entry.seq), state, (), note), ())
        change.said = "Your move is taken back; it is your turn again."
    return await tables.done(game_id, change.said)


def replayed(game: Game[Any, View], setup: Setup, moves: Sequence[Entry]) -> Any:  # noqa: ANN401 - every game has its own state
    """Give the state after some moves."""
    state = game.setup(setup.seats, bytes.fromhex(setup.seed), setup.options)
    for entry in moves:
        state, _ = game.apply(state, entry.seat, entry.text)
    return state


def _last(entries: Sequence[Entry], seat: int) -> Entry:
    kept = effective(entries)
    since = [entry for entry in entries if kept and entry.seq > kept[-1].seq]
    if not kept or kept[-1].kind != "move" or kept[-1].seat != seat or any(entry.seat != seat for entry in since):
        raise Refusal("Only your own move can be taken back, and only until somebody else does something.")
    return kept[-1]
