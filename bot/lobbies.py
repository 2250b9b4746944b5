"""Tables before the game: opening, joining, leaving, and the deal."""

from __future__ import annotations

import secrets
import sqlite3
from typing import TYPE_CHECKING, Any

import games
from bot import hours, names, outbox, people
from bot.changes import NEW, NO_GAME, Change, Changes, Done
from bot.errors import Refusal
from bot.table import Player, Setup, Table, compact
from games import phrases
from games.core import OptionError, complete

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from bot.store import Transaction
    from games.robots import Level


WINDOW = 2 * 3600
"""Seconds a table waits before a move of its own, unless its host chose otherwise."""


_ROBOTS = ("Ada Robot", "Bix Robot", "Cog Robot", "Dot Robot")
_SIT = "INSERT INTO players (game_id, seat, user_id, name, robot) VALUES (?, ?, ?, ?, ?)"
TURN_TIME = 24 * 3600


class Lobbies(Changes):
    """Tables that gather their players."""

    async def open(
        self,
        slug: str,
        *,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        options: Mapping[str, Any],
        window: int = WINDOW,
        turn_time: int | None = TURN_TIME,
        players: Sequence[Player] = (),
        interaction_id: int | None = None,
    ) -> Done:
        """Open a lobby in a channel, its host in the first seat, or with everybody in `players` seated and called.

        `turn_time` are the seconds of a turn, None for no limit; `window` those until the table moves by itself.

        Raises:
            Refusal: the channel has a game, or an option is wrong.
        """
        game = games.load(slug)
        try:
            chosen = complete(game.meta.options, options)
        except OptionError as error:
            raise Refusal(_sentence(error)) from None
        now = int(self.now())
        said = (
            "The same seats are taken again; press Start when everybody is ready."
            if players
            else "Your table is open; Start begins the game when everybody is here."
        )
        try:
            async with self.store.transaction() as db:
                await self.never_twice(db, interaction_id)
                await self.keep_answer(db, interaction_id, said)
                ((game_id,),) = await db.rows(
                    "INSERT INTO games (slug, guild_id, channel_id, host_id, status, options, engine, created_at,"
                    " moved_at, window, turn_time) VALUES (?, ?, ?, ?, 'lobby', ?, ?, ?, ?, ?, ?) RETURNING id",
                    (slug, guild_id, channel_id, user_id, compact(chosen), game.version, now, now, window, turn_time),
                )
                await _seat(db, game_id, players or [Player(0, user_id, name)])
                await outbox.add(db, game_id, 0, "lobby", channel_id)
                await self._call(db, game_id, channel_id, name, [p.user_id for p in players if p.user_id != user_id])
        except sqlite3.IntegrityError:
            raise Refusal(await self._occupied(channel_id, user_id)) from None
        return await self.done(game_id, said)

    async def _call(
        self, db: Transaction, game_id: int, channel_id: int, name: str, users: Iterable[int | None]
    ) -> None:
        """Call those whom somebody has seated in a lobby, inside a transaction; who is asleep or away hears later."""
        wishes = await people.of(self.store, [user for user in users if user is not None])
        groups: dict[float, list[int]] = {}
        for user, person in wishes.items():
            due = hours.present_at(person, self.now())
            groups.setdefault(due if due > self.now() else 0.0, []).append(user)
        for due, called in groups.items():
            text = f"{phrases.both(map(names.mention, called))}, {names.marked(name)} wants to play again: your seat is"
            note = outbox.Notice(f"{text} taken again; Leave gives it up, Start begins.", tuple(called), lobby=True)
            await outbox.add(db, game_id, 0, "notice", channel_id, note, due_at=due)

    async def rematch(
        self, game_id: int, user_id: int, *, gone: Collection[int] = (), interaction_id: int | None = None
    ) -> Done:
        """Open a lobby with the seats, options and times of a game that is over, its caller as host.

        Who left that game for good has no seat, nor has the robot that played on for them, nor a user who is `gone`.

        Raises:
            Refusal: it is not over, the caller did not play in it, or the channel has a game.
        """
        old = await self.get(game_id)
        if old is None or old.status != "over":
            raise Refusal("A rematch is possible when this game is over; /game end ends it early.")
        if old.seat_of(user_id) is None:
            raise Refusal(f"Only those who played can ask for a rematch; {NEW} opens a table of your own.")
        return await self.open(
            old.slug,
            guild_id=old.guild_id,
            channel_id=old.channel_id,
            user_id=user_id,
            name=old.players[old.seat_of(user_id) or 0].name,
            options=old.options,
            window=old.window,
            turn_time=old.turn_time,
            players=[
                player
                for player in old.players
                if (player.name in _ROBOTS if player.user_id is None else player.user_id not in gone)
            ],
            interaction_id=interaction_id,
        )

    async def join(self, game_id: int, user_id: int, name: str, *, interaction_id: int | None = None) -> Done:
        """Take the next free seat of a lobby.

        Raises:
            Refusal: it has begun, is full, or the user sits there already.
        """
        async with self.changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            _in_lobby(table)
            most = max(table.game.meta.seats)
            if table.seat_of(user_id) is not None:
                raise Refusal("You already sit at this table; press Start when everybody is here.")
            if len(table.players) >= most:
                raise Refusal(f"All {most} seats are taken; open another table in another channel or thread.")
            await db.execute(_SIT, (game_id, len(table.players), user_id, name, None))
            await self._changed(db, table)
            change.said = f"You have joined {table.game.meta.title}; anybody at the table can press Start."
        return await self.done(game_id, change.said)

    async def leave(self, game_id: int, user_id: int, *, interaction_id: int | None = None) -> Done:
        """Give up a seat in a lobby. When the host goes the next player is host; the last one closes the lobby.

        Raises:
            Refusal: the game has begun, or the user does not sit there.
        """
        async with self.changing(game_id, interaction_id) as change:
            _in_lobby(change.table)
            if change.table.seat_of(user_id) is None:
                raise Refusal("You do not sit at this table; press Join to take a seat.")
            remaining = await self._freed(change, user_id)
            change.said = "You have left the table." if remaining else "You have left, and the empty table is closed."
        return await self.done(game_id, change.said)

    async def unseat(
        self, game_id: int, user_id: int, name: str, whose: int, *, allowed: bool, interaction_id: int | None = None
    ) -> Done:
        """Free the seat of somebody else in a lobby. The host may, and whoever is `allowed` to manage the channel.

        Raises:
            Refusal: the game has begun, the caller may not, or nobody of that name sits there.
        """
        async with self.changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            if table.status in {"running", "paused"}:
                raise Refusal(
                    "The game has begun; /game substitute offers the seat of an absent player to somebody else."
                )
            _in_lobby(table)
            if not allowed and user_id != table.host_id:
                raise Refusal("Only the host or somebody who may manage this channel can free another's seat.")
            seat = table.seat_of(whose)
            if seat is None:
                others = [player.name for player in table.players if player.user_id not in {None, user_id}]
                sit = (
                    f"you can free that of {phrases.either(map(names.marked, others))}" if others else "nobody else has"
                )
                raise Refusal(f"That player has no seat at this table; {sit}.")
            who = names.marked(table.players[seat].name)
            remaining = await self._freed(change, whose)
            then = "Join takes one" if remaining else "the empty table is closed"
            text = f"{names.marked(name)} has freed the seat of {who}; {then}."
            await outbox.add(db, game_id, 0, "notice", table.channel_id, outbox.Notice(text))
            change.said = f"The seat of {who} is free again{'.' if remaining else ', and the empty table is closed.'}"
        return await self.done(game_id, change.said)

    async def _freed(self, change: Change, user_id: int) -> bool:
        """Free a user's seat in a lobby, inside a change; tells whether any people are left."""
        db, table = change.db, change.table
        left = [player for player in table.players if player.user_id != user_id]
        await _seat(db, table.id, left)
        remaining = [player for player in left if player.user_id is not None]
        if not remaining:
            await db.execute("UPDATE games SET status = 'over' WHERE id = ?", (table.id,))
        elif table.host_id == user_id:
            await db.execute("UPDATE games SET host_id = ? WHERE id = ?", (remaining[0].user_id, table.id))
        await self._changed(db, table)
        return bool(remaining)

    async def add_robot(
        self,
        game_id: int,
        user_id: int,
        level: Level,
        *,
        beside: int | None = None,
        interaction_id: int | None = None,
    ) -> Done:
        """Let a robot take the next free seat of a lobby; `beside` are the seats taken in the lobby that was pressed.

        Raises:
            Refusal: it has begun, is full, has changed since, or the user does not sit there.
        """
        async with self.changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            _in_lobby(table)
            if table.seat_of(user_id) is None:
                raise Refusal("Only those who sit at this table can add a robot; press Join to take a seat.")
            most = max(table.game.meta.seats)
            if len(table.players) >= most:
                raise Refusal(f"All {most} seats are taken; somebody has to leave before a robot can sit down.")
            if beside not in {None, len(table.players)}:
                raise Refusal("Somebody has sat down or left meanwhile; look who is here, and press again for a robot.")
            name = _ROBOTS[sum(player.user_id is None for player in table.players)]
            await db.execute(_SIT, (game_id, len(table.players), None, name, level))
            await self._changed(db, table)
            change.said = (
                f"{name} sits down, a robot that plays {'as well as it can' if level == 'full' else 'easily'}."
            )
        return await self.done(game_id, change.said)

    async def drop_robot(self, game_id: int, user_id: int, *, interaction_id: int | None = None) -> Done:
        """Send the newest robot of a lobby away.

        Raises:
            Refusal: it has begun, no robot is there, or the user does not sit there.
        """
        async with self.changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            _in_lobby(table)
            robots = [player for player in table.players if player.user_id is None]
            if table.seat_of(user_id) is None or not robots:
                raise Refusal("There is no robot at this table that you could send away; Add robot brings one.")
            await _seat(db, table.id, [player for player in table.players if player != robots[-1]])
            await self._changed(db, table)
            change.said = f"{robots[-1].name} is gone."
        return await self.done(game_id, change.said)

    async def start(
        self, game_id: int, user_id: int, *, seed: bytes | None = None, interaction_id: int | None = None
    ) -> Done:
        """Deal, and tell everybody. The seed comes from the system's randomness unless one is given.

        Raises:
            Refusal: it has begun, too few players, or the user does not sit there.
        """
        async with self.changing(game_id, interaction_id) as change:
            db, table = change.db, change.table
            if table.status == "running" and table.seat_of(user_id) is not None:
                raise Refusal("This game has begun; its board says whose turn it is.")
            _in_lobby(table)
            if table.seat_of(user_id) is None:
                raise Refusal("Only those who sit at this table can start it; press Join to take a seat.")
            few = min(table.game.meta.seats)
            if len(table.players) < few:
                more = few - len(table.players)
                raise Refusal(f"{table.game.meta.title} needs {few} players; {more} more must press Join first.")
            try:
                await self._deal(db, table, seed or secrets.token_bytes(16))
            except OptionError as error:
                raise Refusal(_sentence(error)) from None
            change.said = f"{table.game.meta.title} begins."
        return await self.done(game_id, change.said)

    async def _changed(self, db: Transaction, table: Table) -> None:
        """Show who sits there now; a lobby that people come and go in is not abandoned."""
        await db.execute("UPDATE games SET moved_at = ? WHERE id = ?", (int(self.now()), table.id))
        await outbox.add(db, table.id, 0, "lobby", table.channel_id)

    async def _deal(self, db: Transaction, table: Table, seed: bytes) -> None:
        game = table.game
        # The deck goes into the set-up row: a game keeps the deck it began with.
        deck = {"deck": self.decks[table.slug]} if table.slug in self.decks else {}
        options = {**table.options, **deck}
        state = game.setup(len(table.players), seed, options)
        setup = Setup(table.slug, game.version, len(table.players), options, seed.hex())
        await db.execute(
            "INSERT INTO log (game_id, seq, kind, text, events, at) VALUES (?, 0, 'setup', ?, ?, ?)",
            (table.id, compact(setup), game.dump_events(game.opening(state)), int(self.now())),
        )
        now = int(self.now())
        await db.execute(
            "UPDATE games SET status = 'running', engine = ?, state = ?, moved_at = ?, turn = 1, turn_at = ?,"
            " deadline = ? WHERE id = ?",
            (game.version, game.dump(state), now, now, await self.deadline(table, game.awaited(state)), table.id),
        )
        await outbox.add(db, table.id, 0, "lobby", table.channel_id)
        await outbox.add(db, table.id, 0, "board", table.channel_id, outbox.Ping(table.users(game.awaited(state))))
        awaited, wishes = table.users(game.awaited(state)), await people.of(self.store, table.everybody)
        for player in table.players:
            if player.user_id is not None and game.private(game.view(state, player.seat)) is not None:
                dm = wishes[player.user_id].dm
                if dm == "changes" or (dm == "turns" and player.user_id in awaited):
                    await outbox.add(db, table.id, 0, "hand", player.user_id)

    async def _occupied(self, channel_id: int, user_id: int) -> str:
        table = await self.at(channel_id)
        assert table is not None
        title = table.game.meta.title
        if table.status == "lobby" and table.seat_of(user_id) is not None:
            return f"A table of {title} is already open here, with you at it; press Start, or open one in a thread."
        if table.status == "lobby":
            return f"A table of {title} is already open here; join it with /game join, or open yours in a thread."
        return f"This channel already plays {title}; use another channel or a thread, or /game end it first."


async def _seat(db: Transaction, game_id: int, players: Sequence[Player]) -> None:
    await db.execute("DELETE FROM players WHERE game_id = ?", (game_id,))
    # A robot that played for somebody who was away stays behind in the old game.
    rows = [
        (game_id, number, player.user_id, player.name, player.robot if player.user_id is None else None)
        for number, player in enumerate(players)
    ]
    await db.each(_SIT, rows)


def _sentence(error: OptionError) -> str:
    return f"{str(error)[:1].upper()}{str(error)[1:]}."


def _in_lobby(table: Table) -> None:
    if table.status == "over":
        raise Refusal(NO_GAME)
    if table.status != "lobby":
        raise Refusal(
            "This game has already begun; wait for the next one, or open a table in another channel or thread."
        )
