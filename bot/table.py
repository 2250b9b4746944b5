"""A table as it was read from the store: who sits where, what was dealt, what the log says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

import games
from bot import names, outbox
from games.robots import Level  # noqa: TC001 - msgspec reads annotations

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from games.core import Game, View

Status = Literal["lobby", "running", "paused", "over"]


class Player(msgspec.Struct, frozen=True):
    """Who sits in a seat; `dm_shut` once a direct message was refused.

    With `robot` a robot of that level makes the moves: for nobody when `user_id` is None, else for a player who is
    away and may come back. `missed` counts turns timed out in a row; a `muted` player is never pinged for this game.
    `past` are the names that the seat had before: (the log row with which it went, name), ascending.
    """

    seat: int
    user_id: int | None
    name: str
    dm_shut: bool = False
    robot: Level | None = None
    missed: int = 0
    muted: bool = False
    past: tuple[tuple[int, str], ...] = ()

    def then(self, seq: int) -> Player:
        """Give the seat as it was called after log row `seq`."""
        return msgspec.structs.replace(self, name=next((name for end, name in self.past if seq < end), self.name))


class Table(msgspec.Struct, frozen=True):
    """A table as it stood when it was read. `seq` is that of the newest log row; `state` is None in a lobby, and
    for a game that is paused or over when today's rules cannot read it.

    A table that moves by itself does so `window` seconds after it may; `close_at` is when (unix seconds), or None.
    A turn has `turn_time` seconds, None for no limit; `turn` counts the turns, `turn_at` is when this one began and
    `deadline` when it is over. `ending` says why a game is over.
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
    window: int
    close_at: int | None
    turn_time: int | None
    turn: int
    turn_at: int
    deadline: int | None
    ending: str | None
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

    @property
    def mentioned(self) -> list[str]:
        """The players by seat as messages mention them: sign, letter, mention; robots by name."""
        return [
            f"{names.SIGNS[p.seat]} {names.mention(p.user_id) if p.user_id is not None else names.marked(p.name)}"
            for p in self.players
        ]

    def then(self, seq: int) -> Table:
        """Give the table with its seats as they were called after log row `seq`."""
        return msgspec.structs.replace(self, players=tuple(player.then(seq) for player in self.players))

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

    @property
    def until(self) -> int | None:
        """When the turn is over, or the time to look one over; None for no limit."""
        return self.close_at or self.deadline

    def users(self, seats: frozenset[int] | tuple[int, ...]) -> tuple[int, ...]:
        """Give the users who play some seats themselves, in seat order; robots have none."""
        return tuple(
            player.user_id
            for player in self.players
            if player.seat in seats and player.user_id is not None and player.robot is None
        )

    @property
    def everybody(self) -> tuple[int, ...]:
        """The users at the table, absent ones too."""
        return tuple(player.user_id for player in self.players if player.user_id is not None)

    @property
    def forsaken(self) -> bool:
        """Whether robots stand in for all its players; where nobody ever comes back there is no player left."""
        players = [player for player in self.players if player.user_id is not None]
        return bool(players) and all(player.robot for player in players)

    @property
    def robots_to_move(self) -> tuple[int, ...]:
        """The awaited seats that a robot plays. Of a forsaken game none: robots do not play it out among themselves."""
        return () if self.forsaken else tuple(seat for seat in self.awaited if self.players[seat].robot is not None)


Kind = Literal["setup", "move", "robot", "timeout", "undo", "seat"]


class Entry(msgspec.Struct, frozen=True):
    """A row of the log. Row 0 is the set-up, its text is JSON (see `Setup`).

    The text of a move, by a player, a robot or at a time-out, is what the rules read; that of an undo is the seq it
    took back; that of a seat row is a user's id or nothing. `note` is a public sentence to go with it. `until` is
    when the turn, or the time to look one over, would have been over (unix seconds), had the row not come.
    """

    seq: int
    kind: Kind
    seat: int | None
    text: str
    events: bytes
    at: int
    note: str = ""
    until: int | None = None

    @property
    def moves(self) -> bool:
        """Whether the row changed the state by a move."""
        return self.kind in {"move", "robot", "timeout"}

    @property
    def takes_over(self) -> bool:
        """Whether somebody took the seat over by it; robots come and go without a user's id."""
        return self.kind == "seat" and bool(self.text)


class Setup(msgspec.Struct, frozen=True):
    """The text of log row 0: everything that the deal came from. `seed` is hexadecimal and secret until the end."""

    game: str
    engine: int
    seats: int
    options: dict[str, Any]
    seed: str


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """Give the move rows that still count: those that no later undo took back, in order."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.moves:
            kept.append(entry)
        elif entry.kind == "undo":
            kept.pop()
    return kept


def undone_late(entries: Sequence[Entry], seat: int | None) -> bool:
    """Tell whether a seat, since others did anything, took a move back when the time it was made in was over."""
    for entry in reversed(entries):
        if entry.seat != seat:
            return False
        if entry.kind == "undo":
            until = entries[int(entry.text)].until
            if until is not None and until <= entry.at:
                return True
    return False


def read_entry(row: sqlite3.Row) -> Entry:
    """Read a row of the log."""
    return msgspec.convert({key: row[key] for key in Entry.__struct_fields__}, Entry)


def read(rows: Sequence[sqlite3.Row]) -> Table | None:
    """Read a row of games joined with its players, a row a seat (one where nobody sits); None for no row."""
    if not rows:
        return None
    row = rows[0]
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
        window=row["window"],
        close_at=row["close_at"],
        turn_time=row["turn_time"],
        turn=row["turn"],
        turn_at=row["turn_at"],
        deadline=row["deadline"],
        ending=row["ending"],
        players=tuple(_player(player) for player in rows if player["seat"] is not None),
    )


def _player(row: sqlite3.Row) -> Player:
    fields = {key: row[key] for key in Player.__struct_fields__}
    return msgspec.convert(fields | {"past": msgspec.json.decode(row["past"])}, Player, strict=False)


def _state(row: sqlite3.Row) -> Any:  # noqa: ANN401 - every game has its own
    if row["state"] is None:
        return None
    try:
        return games.load(row["slug"]).load_state(row["state"])
    except (msgspec.DecodeError, KeyError):
        if row["status"] in {"paused", "over"}:
            return None  # of earlier rules or a game that is gone: it cannot be shown, but it can be told of and ended
        raise


def compact(value: object) -> str:
    """Write a value as JSON in one line; equal values give equal text."""
    return msgspec.json.encode(value, order="deterministic").decode()
