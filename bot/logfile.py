"""The log of one game as a file that anybody can check: seal, seed, moves, and the state they lead to."""

from __future__ import annotations

import hashlib
import io
from typing import TYPE_CHECKING, Any

import discord
import msgspec

import games
from bot.errors import Stop
from bot.table import Entry, Setup, effective
from bot.upgrade import Broken, replay
from games import chance

if TYPE_CHECKING:
    from pathlib import Path

    from bot.table import Table
    from bot.tables import Tables


class Log(msgspec.Struct, frozen=True):
    """A game's whole log. `commitment` is the SHA-256 of the seed's bytes, published at the start; `moves` are (seat,
    move text); `state` is the SHA-256 of the state that they lead to. Seed and moves are secret while the game runs.
    """

    game: str
    engine: int
    seats: int
    options: dict[str, Any]
    commitment: str
    seed: str
    moves: tuple[tuple[int | None, str], ...]
    state: str


async def of(tables: Tables, table: Table) -> Log:
    """Make the log file of a game that has started."""
    rows = await tables.log(table.id)
    setup = msgspec.json.decode(rows[0].text, type=Setup)
    return Log(
        game=setup.game,
        engine=setup.engine,
        seats=setup.seats,
        options=setup.options,
        commitment=chance.commitment(bytes.fromhex(setup.seed)),
        seed=setup.seed,
        moves=tuple((row.seat, row.text) for row in effective(rows)),
        state=_digest(table.game.dump(table.state)),
    )


def attachment(table: Table, log: Log) -> discord.File:
    """Give the log as a file to send."""
    data = msgspec.json.format(msgspec.json.encode(log), indent=1)
    return discord.File(io.BytesIO(data), f"{table.slug}-{table.id}.json")


def check(path: Path) -> str:
    """Check a log file against the rules and the seal; gives the sentence to print.

    Raises:
        Stop: it cannot be read, the seal does not fit, a move is refused, or it leads to another state.
    """
    try:
        log = msgspec.json.decode(path.read_bytes(), type=Log)
        seed = bytes.fromhex(log.seed)
    except (OSError, ValueError) as error:
        raise Stop(f"{path} cannot be read as a game's log ({error}); /game verify gives such files") from None
    if log.game not in games.slugs():
        raise Stop(f"{path} is of a game called {log.game}; this program knows {', '.join(games.slugs())}")
    if chance.commitment(seed) != log.commitment:
        raise Stop(f"{path}: the seed does not fit the seal; the deal is not the one that was announced")
    entries = [Entry(n, "move", seat, text, b"", 0) for n, (seat, text) in enumerate(log.moves, 1)]
    try:
        state = replay(Setup(log.game, log.engine, log.seats, log.options, log.seed), entries)
    except (Broken, ValueError) as error:
        raise Stop(f"{path}: {error}") from None
    if _digest(state) != log.state:
        raise Stop(f"{path}: every move is legal, but they lead to another state than the log says")
    title = games.load(log.game).meta.title
    return f"{path}: {title}, {log.seats} seats, {len(log.moves)} moves: seal, deal, moves and final state agree"


def _digest(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()
