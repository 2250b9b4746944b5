"""Games of an earlier run: those of other rules, or damaged, are replayed and either taken along or paused."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec

import games
from bot import outbox
from bot.changes import AGREED
from bot.table import Setup, effective
from games.core import OptionError, RulesError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.table import Entry
    from bot.tables import Tables

log = logging.getLogger("slowplay")

_CLOSES = "so it is paused; /game end closes it and frees the channel, or it ends in thirty days."
_OTHER_RULES = f"This game began under earlier rules that I no longer play the same way, {_CLOSES}"
_DAMAGED = f"What I stored of this game is damaged and I cannot go on with it, {_CLOSES}"


class Broken(Exception):
    """A log that these rules do not replay; the message names the first row that fails and why. `public` leaves the
    reason out: it may tell what a player holds, which no log of the program may.
    """

    def __init__(self, public: str, reason: Exception) -> None:
        super().__init__(f"{public}: {reason}")
        self.public = public


def replay(setup: Setup, entries: Sequence[Entry]) -> bytes:
    """Play a log again by today's rules; gives the state at its end.

    Raises:
        Broken: the set-up or a move is refused.
    """
    game = games.load(setup.game)
    try:
        state = game.setup(setup.seats, bytes.fromhex(setup.seed), setup.options)
    except OptionError as error:
        raise Broken("the set-up", error) from None
    for entry in effective(entries):
        try:
            state, _ = game.apply(state, entry.seat, entry.text)
        except RulesError as error:
            raise Broken(f"move {entry.seq} by seat {entry.seat}", error) from None
    return game.dump(state)


async def all_games(tables: Tables) -> None:
    """Take along every game that may go on, or pause it: nothing that is wrong with one keeps the bot from starting.

    A game of another rules version is replayed, and paused when its state comes out differently. A state of today's
    version that cannot be read is made anew from the log. Where a game is played that there is no more, it ends.
    """
    rows = await tables.store.rows("SELECT * FROM games WHERE status <> 'over' ORDER BY id")
    for row in rows:
        with tables.apart(row["id"], "looking after it at the start"):
            if row["slug"] not in games.slugs():
                log.error("game=%s is over: I have no game called %s any more", row["id"], row["slug"])
                await tables.discard(
                    row["id"], "I no longer have the game played here, so it ends; the channel is free."
                )
            elif row["status"] == "running" or row["ending"] == AGREED:
                await _take_along(tables, row)


async def _take_along(tables: Tables, row: sqlite3.Row) -> None:
    game_id, version = row["id"], games.load(row["slug"]).version
    if row["engine"] == version:
        if readable(row["slug"], row["state"]):
            return
        try:
            state = await _replayed(tables, row)
        except Broken as error:
            log.error("game=%s is paused: its state cannot be read, and %s is refused", game_id, error.public)  # noqa: TRY400 - the reason may tell secrets
            await tables.pause(game_id, _DAMAGED)
            return
        log.warning("game=%s: its state could not be read and was made anew from its log", game_id)
        async with tables.store.transaction() as db:
            await db.execute("UPDATE games SET state = ? WHERE id = ?", (state, game_id))
            if row["status"] == "running":
                # What was to tell of the last moves may have been lost with the state.
                await outbox.add(db, game_id, row["seq"], "board", row["channel_id"], outbox.Ping())
        return
    try:
        same = await _replayed(tables, row) == row["state"]
        why = "" if same else "the replayed position differs from the stored one"
    except Broken as error:
        why = f"{error.public} is refused"
    if why:
        log.error("game=%s is paused, rules %s do not replay it: %s", game_id, version, why)
        await tables.pause(game_id, _OTHER_RULES)
    else:
        async with tables.store.transaction() as db:
            await db.execute("UPDATE games SET engine = ? WHERE id = ?", (version, game_id))


def readable(slug: str, state: bytes) -> bool:
    """Tell whether today's rules can read a stored state."""
    try:
        games.load(slug).load_state(state)
    except Exception:  # noqa: BLE001 - whatever it is, the game cannot be played on
        return False
    return True


async def _replayed(tables: Tables, row: sqlite3.Row) -> bytes:
    """Give the state at the end of a stored log.

    Raises:
        Broken: the log cannot be read, is too short, or is refused.
    """
    try:
        entries = await tables.log(row["id"])
        whole = entries[-1].seq == row["seq"]
        state = replay(msgspec.json.decode(entries[0].text, type=Setup), entries[1:])
    except Broken:
        raise
    except Exception as error:  # noqa: BLE001 - a damaged log may fail in any way
        raise Broken("the log", error) from None
    if not whole:
        raise Broken("the log", ValueError("its end is missing"))
    return state
