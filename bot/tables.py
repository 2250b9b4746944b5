"""A table is one channel's game. Every change of any game goes through here.

One change: the table's lock, then one transaction that checks the expected seq, applies the rules, writes the log row,
the state and the outbox rows; only after its commit anything leaves for Discord.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

import msgspec

import games
from bot import names, outbox, people, results, told
from bot.changes import NOT_PLAYING, Change, Done, Spent, running
from bot.endings import Endings
from bot.errors import Refusal, Stale
from bot.table import Kind, read_entry, undone_late
from games import phrases
from games.core import Event, RulesError, Scoring, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.store import Transaction
    from bot.table import Table

log = logging.getLogger("slowplay")


_FORSAKEN_EVERY = 8 * 3600
"""Seconds after which a turn's players may hear again that the game waits for them."""
PATIENCE = 3
"""Turns in a row that may time out before a robot keeps the seat."""


class Step(msgspec.Struct, frozen=True):
    """One step of a game: what kind, whose, the text for the log, the state it leads to, public events and note."""

    kind: Kind
    seat: int | None
    text: str
    state: Any
    events: tuple[Event, ...] = ()
    note: str = ""
    quiet: bool = False
    """Whether the board that stands there tells of it, so that none is posted as long as nobody is called."""


class Tables(Endings):
    """All tables of one store."""

    async def move(
        self, game_id: int, user_id: int, text: str, *, seq: int | None = None, interaction_id: int | None = None
    ) -> Done:
        """Make a player's move. `seq` is that of the board it was chosen on, None when it was typed.

        An interaction that comes twice gets its first answer again and moves nothing. A player who moves is back: a
        robot that played meanwhile leaves the seat.

        Raises:
            Stale: the board is newer than `seq`.
            Refusal: no running game, or the user does not play in it.
            RulesError: the rules refuse the move.
        """
        began = time.perf_counter()
        async with self.changing(game_id, interaction_id) as change:
            table = change.table
            running(table)
            seat = table.seat_of(user_id)
            if seat is None:
                raise Refusal(NOT_PLAYING)
            if seq is not None and seq != table.seq:
                raise Stale
            before = table.view(seat)
            state, events, move = applied(table, seat, text)
            ruled = time.perf_counter()
            await self.present(change, seat)
            await self.write(change, Step("move", seat, move, state, events))
            after = table.game.view(state, seat)
            did = games.words(table.slug).answer(before, move, events, table.marked)
            change.said = f"{did}\n{_next(table, after)}"
        done = time.perf_counter()
        self.spent[game_id, table.seq + 1] = Spent(
            table.game.public(move), seat, (ruled - began) * 1000, (done - ruled) * 1000
        )
        return await self.done(game_id, change.said)

    async def present(self, change: Change, seat: int) -> None:
        """Note, inside a change, that the player of a seat is here: a robot that stood in leaves it."""
        player = change.table.players[seat]
        if player.missed or player.robot:
            await change.db.execute(
                "UPDATE players SET missed = 0, robot = NULL WHERE game_id = ? AND seat = ?", (change.table.id, seat)
            )

    async def close(self, game_id: int) -> None:
        """Make the table's own move when its time is up; does nothing when somebody came before."""
        async with self.changing(game_id) as change:
            table = change.table
            if table.status != "running" or table.close_at is None or table.close_at > self.now():
                return
            (move, *_) = table.game.legal(table.state, None)
            state, events, move = applied(table, None, move)
            await self.write(change, Step("move", None, move, state, events))
        self.tell(game_id)

    async def robot_move(self, game_id: int, seat: int, text: str, *, seq: int) -> None:
        """Make a robot's move.

        Raises:
            Stale: the board is newer than the one it was chosen on, or the seat is a player's again.
        """
        async with self.changing(game_id) as change:
            table = change.table
            if table.status != "running" or table.seq != seq or table.players[seat].robot is None:
                raise Stale
            state, events, move = applied(table, seat, text)
            await self.write(change, Step("robot", seat, move, state, events))
        self.tell(game_id)

    async def time_out(self, game_id: int, seat: int, texts: Sequence[str], *, seq: int) -> None:
        """Make the moves of a seat whose time is up; after three such turns in a row a robot keeps the seat.

        All of them or none: one board tells of them, and nobody moves in between.

        Raises:
            Stale: somebody moved, or the deadline was moved, before.
        """
        async with self.changing(game_id) as change:
            db, table = change.db, change.table
            late = table.deadline is not None and table.deadline <= self.now()
            if table.status != "running" or table.seq != seq or not late or seat not in table.awaited:
                raise Stale
            player = table.players[seat]
            missed = player.missed + 1
            robot = "full" if missed >= PATIENCE else None
            await db.execute(
                "UPDATE players SET missed = ?, robot = ? WHERE game_id = ? AND seat = ?",
                (missed, robot, game_id, seat),
            )
            note = f"Time is up for {names.signed(seat, player.name)}; a robot makes the move{'s' * (len(texts) > 1)}"
            note += " and keeps the seat until they are back." if robot else "."
            for text in texts:
                state, events, move = applied(change.table, seat, text)
                await self.write(change, Step("timeout", seat, move, state, events, note))
                await self.reread(change)
                note = ""
            if change.table.status == "running":
                await self.wait_for_anybody(change)
        self.tell(game_id)

    async def wait_for_anybody(self, change: Change, but: int | None = None) -> bool:
        """Tell the players of a game, inside a change, that it waits for them when nobody plays it any more; not those
        who have just heard so, and not `but`, who reads it anyhow. Tells whether the game waits.
        """
        table = await self.seated(change)
        users = tuple(user for user in table.everybody if user != but)
        if not table.forsaken:
            return False
        if users and await told.first(change.db, table, "forsaken", self.now(), _FORSAKEN_EVERY):
            who = phrases.both(map(names.mention, users))
            text = f"{who}: nobody plays here now, so the game waits. **I am back** or a move lets it go on."
            await outbox.add(change.db, table.id, table.seq, "notice", table.channel_id, outbox.Notice(text, users))
        return True

    async def write(
        self, change: Change, step: Step, pings: tuple[int, ...] | None = None, *, until: int | None = None
    ) -> None:
        """Write a step: log row, state, times, results, and what has to leave for Discord.

        `pings` are the users to call when they are others than those newly awaited. A seat that changes its ways and
        calls nobody begins no turn: its deadline, and what was told of it, stay as they are. `until` is when the time
        is over that the step leaves, where it is not the whole.
        """
        db, table = change.db, await self.seated(change)
        game, seq, now = table.game, table.seq + 1, int(self.now())
        over = game.outcome(step.state) is not None
        quiet = step.quiet and not pings and table.message is not None and not await outbox.boards(db, table.id)
        board: outbox.Kind = "refresh" if quiet else "board"
        if not over and board == "board":
            self.foresee(table, step.state, seq)
        events = game.dump_events(step.events)
        mover = table.players[step.seat].user_id if step.kind == "move" and step.seat is not None else None
        await db.execute(
            "INSERT INTO log (game_id, seq, kind, seat, text, note, events, at, until, user_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (table.id, seq, step.kind, step.seat, step.text, step.note, events, now, table.until, mover),
        )
        awaited, close_at, limit = game.awaited(step.state), None, None
        fresh = step.kind != "seat" or bool(pings)
        if not over and game.legal(step.state, None):
            # The time runs from when the table first may move, not from the newest move of somebody else.
            close_at = table.close_at or until or now + table.window
        elif not over and fresh:
            limit = await self._limit(change, table, step, awaited, until)
        elif not over and table.users(awaited):
            limit = table.deadline
        await db.execute(
            "UPDATE games SET seq = ?, state = ?, status = ?, ending = ?, moved_at = ?, close_at = ?, deadline = ?,"
            " turn = turn + ?, turn_at = ? WHERE id = ?",
            (
                seq,
                game.dump(step.state),
                "over" if over else "running",
                "finished" if over else None,
                now if fresh else table.moved_at,
                close_at,
                limit,
                fresh,
                now if fresh else table.turn_at,
                table.id,
            ),
        )
        for event in step.events:
            if isinstance(event, Scoring):
                await outbox.add(db, table.id, seq, "scored", table.channel_id, game.dump_events((event,)).decode())
        newly = table.users(_newly(table, step)) if pings is None else pings
        called = await told.called(db, table, step.seat, now) if newly else frozenset()
        ping = outbox.Ping(tuple(user for user in newly if user not in called))
        await outbox.add(db, table.id, seq, board, table.channel_id, ping if board == "board" else None)
        if over:
            await results.write(db, table, game.outcome(step.state), now)
        else:
            await self._hands(db, table, step.state, newly)

    async def _limit(
        self, change: Change, table: Table, step: Step, awaited: frozenset[int], until: int | None
    ) -> int | None:
        """Give until when the turn lasts that a step begins."""
        whole = await self.deadline(table, awaited)
        if whole is None or until is not None:
            return None if whole is None else until
        if step.kind == "move" and step.seat in awaited:
            before = (table.id, table.seq)
            rows = await change.db.rows("SELECT kind FROM log WHERE game_id = ? AND seq = ?", before)
            if rows[0]["kind"] == "undo":
                rows = await change.db.rows("SELECT * FROM log WHERE game_id = ? AND seq <= ? ORDER BY seq", before)
                entries = [read_entry(row) for row in rows]
                if undone_late(entries, step.seat):
                    # Made again, the move leaves no more than it did, or making and undoing would gain time for ever.
                    return min(whole, max(entries[-1].until or whole, table.deadline or 0))
        return whole

    async def _hands(self, db: Transaction, table: Table, state: Any, newly: tuple[int, ...]) -> None:  # noqa: ANN401 - any state
        """Send hands to those whose hand changed, or whose turn it became, as each wants it."""
        game = table.game
        players = [player for player in table.players if player.user_id is not None]
        wishes = await people.of(self.store, [player.user_id for player in players if player.user_id is not None])
        for player in players:
            assert player.user_id is not None
            was = game.private(game.view(table.state, player.seat))
            private = game.private(game.view(state, player.seat))
            wish = wishes[player.user_id].dm
            if private is not None and (
                (wish == "changes" and private != was) or (wish == "turns" and player.user_id in newly)
            ):
                await outbox.add(db, table.id, table.seq + 1, "hand", player.user_id)

    async def remember_name(self, table: Table, user_id: int, name: str) -> None:
        """Keep a player's newest display name."""
        if any(player.user_id == user_id and player.name != name for player in table.players):
            async with self.store.transaction() as db:
                await db.execute(
                    "UPDATE players SET name = ? WHERE game_id = ? AND user_id = ?", (name, table.id, user_id)
                )


def _newly(table: Table, step: Step) -> frozenset[int]:
    """Give the seats that the game waits for since a step.

    Who was awaited to look a turn over, and now is to move, has another turn than they were called for.
    """
    game = table.game
    before, after = game.awaited(table.state), game.awaited(step.state)
    looked = game.legal(table.state, None) and not game.legal(step.state, None)
    return after - {step.seat} if looked else after - before


def _next(table: Table, view: View) -> str:
    return games.words(table.slug).turn(view, table.marked)


def applied(table: Table, seat: int | None, text: str) -> tuple[Any, tuple[Event, ...], str]:
    """Apply a move; what only a bug can raise carries game, seq and public move text into the log."""
    game = table.game
    try:
        state, events = game.apply(table.state, seat, text)
        return state, events, game.parse(text)
    except RulesError:
        raise
    except Exception as error:
        error.add_note(f"game={table.id} seq={table.seq} seat={seat} text={game.public(game.parse(text))!r}")
        raise
