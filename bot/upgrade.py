"""Games that began under an earlier version of their rules: replayed, and either taken along or paused."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec

import games
from bot.endings import AGREED
from bot.table import Setup, effective
from games.core import OptionError, RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.table import Entry
    from bot.tables import Tables

log = logging.getLogger("slowplay")


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
    """Replay every game of another rules version that may go on; pause those whose state comes out differently.

    Where a game is played that there is no more, it ends.
    """
    rows = await tables.store.rows(
        "SELECT id, slug, engine, state, status, ending FROM games WHERE status <> 'over' ORDER BY id"
    )
    for row in rows:
        if row["slug"] not in games.slugs():
            log.error("game=%s is over: I have no game called %s any more", row["id"], row["slug"])
            await tables.discard(row["id"], "I no longer have the game played here, so it ends; the channel is free.")
            continue
        if row["status"] != "running" and row["ending"] != AGREED:
            continue
        version = games.load(row["slug"]).version
        if row["engine"] == version:
            continue
        log_rows = await tables.log(row["id"])
        try:
            same = replay(msgspec.json.decode(log_rows[0].text, type=Setup), log_rows[1:]) == row["state"]
            why = "" if same else "the replayed position differs from the stored one"
        except Broken as error:
            why = f"{error.public} is refused"
        if why:
            log.error("game=%s is paused, rules %s do not replay it: %s", row["id"], version, why)
            await tables.pause(
                row["id"],
                "This game began under earlier rules that I no longer play the same way, so it is paused; "
                "/game end closes it and frees the channel, or it ends in thirty days.",
            )
        else:
            async with tables.store.transaction() as db:
                await db.execute("UPDATE games SET engine = ? WHERE id = ?", (version, row["id"]))
