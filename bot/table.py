"""A table as it was read from the store: who sits where, what was dealt, what the log says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

import games
from bot import names, outbox

if TYPE_CHECKING:
    import sqlite3

    from games.core import Game, View

Status = Literal["lobby", "running", "paused", "over"]


class Player(msgspec.Struct, frozen=True):
    """Who sits in a seat; `dm_shut` once a direct message was refused."""

    seat: int
    user_id: int
    name: str
    dm_shut: bool = False


class Table(msgspec.Struct, frozen=True):
    """A table as it stood when it was read. `seq` is that of the newest log row; `state` is None in a lobby, and
    for a game that is paused or over when today's rules cannot read it.
    """

    id: int
    slug: str
    guild_id: int
    channel_id: int
    host_id: int
    status: Status
    options: dict[str, Any]
    engine: int
    seq: int
    state: Any
    message: outbox.Standing | None
    moved_at: int
    players: tuple[Player, ...]

    @property
    def game(self) -> Game[Any, View]:
        """The rules of the game played here."""
        return games.load(self.slug)

    @property
    def names(self) -> list[str]:
        """The players' plain names by seat."""
        return [names.plain(player.name) for player in self.players]

    @property
    def marked(self) -> list[str]:
        """The players' names by seat as messages show them: sign, letter, bold name."""
        return [names.signed(player.seat, player.name) for player in self.players]

    def seat_of(self, user_id: int) -> int | None:
        """Give the seat of a user, or None."""
        return next((player.seat for player in self.players if player.user_id == user_id), None)

    def view(self, seat: int | None) -> View:
        """Give what a seat may know; the table must have started."""
        return self.game.view(self.state, seat)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the running game cannot go on without, ascending."""
        return tuple(sorted(self.game.awaited(self.state))) if self.status == "running" else ()

    def users(self, seats: frozenset[int] | tuple[int, ...]) -> tuple[int, ...]:
        """Give the users of some seats, in seat order."""
        return tuple(player.user_id for player in self.players if player.seat in seats)


class Entry(msgspec.Struct, frozen=True):
    """A row of the log. Row 0 is the set-up, its text is JSON (see `Setup`); a move's text is what the rules read."""

    seq: int
    kind: Literal["setup", "move"]
    seat: int | None
    text: str
    events: bytes
    at: int


class Setup(msgspec.Struct, frozen=True):
    """The text of log row 0: everything that the deal came from. `seed` is hexadecimal and secret until the end."""

    game: str
    engine: int
    seats: int
    options: dict[str, Any]
    seed: str


def read_entry(row: sqlite3.Row) -> Entry:
    """Read a row of the log."""
    return msgspec.convert({key: row[key] for key in Entry.__struct_fields__}, Entry)


def read(row: sqlite3.Row | None, players: list[sqlite3.Row]) -> Table | None:
    """Read a row of games with its rows of players; None for no row."""
    if row is None:
        return None
    return Table(
        id=row["id"],
        slug=row["slug"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        host_id=row["host_id"],
        status=row["status"],
        options=msgspec.json.decode(row["options"]),
        engine=row["engine"],
        seq=row["seq"],
        state=_state(row),
        message=None if row["message"] is None else msgspec.json.decode(row["message"], type=outbox.Standing),
        moved_at=row["moved_at"],
        players=tuple(
            Player(player["seat"], player["user_id"], player["name"], bool(player["dm_shut"])) for player in players
        ),
    )


def _state(row: sqlite3.Row) -> Any:  # noqa: ANN401 - every game has its own
    if row["state"] is None:
        return None
    try:
        return games.load(row["slug"]).load_state(row["state"])
    except msgspec.DecodeError:
        if row["status"] in {"paused", "over"}:
            return None  # written by earlier rules: nothing can be shown of it, but its table can be told of and ended
        raise


def compact(value: object) -> str:
    """Write a value as JSON in one line; equal values give equal text."""
    return msgspec.json.encode(value, order="deterministic").decode()
