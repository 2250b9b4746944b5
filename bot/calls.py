"""Calling players: reminders of a running turn, nudges, and a digest once a day in place of all pings.

A call is an outbox row of its own for one user. It waits through vacation and quiet hours, and is dropped when the turn
it belongs to is over by then. `told` remembers what was sent of each turn, so that nothing comes twice.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import msgspec

from bot import hours, offers, outbox, people, told
from bot.changes import NOT_PLAYING, Done, running
from bot.errors import Refusal

if TYPE_CHECKING:
    from bot.people import Person
    from bot.store import Transaction
    from bot.table import Table
    from bot.tables import Tables

NUDGE_EVERY = 8 * hours.HOUR
DIGEST_MINUTE = 9 * 60
"""When a digest comes for whoever has no quiet hours; else it comes at their end."""


_HALF = "turn_at + (deadline - turn_at) / 2"
_LAST = f"deadline - max(600, min((deadline - turn_at) / 8, {6 * hours.HOUR}))"
"""When a turn is reminded of, in SQL: at half time, and once before the end."""
_REMINDS = {
    "half": "it is still your turn: half of your time is over, and it ends {}.",
    "last": "it is still your turn, and {} a robot makes the move for you.",
}


async def remind(tables: Tables) -> list[int]:
    """Send the reminders that are due; gives the games with news. After a long silence only the last one is sent."""
    news, now = [], tables.now()
    rows = await tables.store.rows(
        f"SELECT id, {_HALF} <= ? AS half, {_LAST} <= ? AS last FROM games "  # noqa: S608 - our own columns
        f"WHERE status = 'running' AND deadline > ? AND min({_HALF}, {_LAST}) <= ?",
        (now, now, now, now),
    )
    for row in rows:
        with tables.apart(row["id"], "a reminder"):
            table = await tables.get(row["id"])
            if table is None:
                continue
            known = await told.known(tables.store, table)
            fresh = [kind for kind in ("half", "last") if row[kind] and kind not in known]
            if not fresh:
                continue
            async with tables.store.transaction() as db:
                for kind in fresh:
                    await told.note(db, table, kind, now)
                users = table.users(table.awaited)
                wishes = await people.of(tables.store, users)
                users = tuple(user for user in users if wishes[user].reminders)
                text = _REMINDS["last" if "last" in fresh else "half"]
                await call(tables, db, table, users, text.format(f"<t:{table.deadline}:R>"))
            news.append(table.id)
    return news


async def next_reminder(tables: Tables) -> float | None:
    """Give the time of the next reminder of all games, or None."""
    now = tables.now()
    row = await tables.store.row(
        f"SELECT min(CASE WHEN {_HALF} > ? THEN {_HALF} ELSE {_LAST} END) AS at FROM games "  # noqa: S608 - as above
        f"WHERE status = 'running' AND {_LAST} > ?",
        (now, now),
    )
    return None if row is None or row["at"] is None else float(row["at"])


async def nudge(tables: Tables, game_id: int, user_id: int, *, interaction_id: int | None = None) -> Done:
    """Call those a game waits for, at most once in eight hours of a turn.

    Raises:
        Refusal: not a player, it is the caller's own turn, or nudged before.
    """
    async with tables.changing(game_id, interaction_id) as change:
        db, table = change.db, change.table
        running(table)
        if table.seat_of(user_id) is None:
            raise Refusal(NOT_PLAYING)
        users = tuple(user for user in table.users(table.awaited) if user != user_id)
        if not users:
            raise Refusal("There is nobody to nudge: it is your own turn, or a robot's.")
        last = (await told.known(tables.store, table)).get("nudge")
        if last is not None and tables.now() - last < NUDGE_EVERY:
            raise Refusal(f"This turn was nudged already; the next nudge is possible <t:{last + NUDGE_EVERY}:R>.")
        wishes = await people.of(tables.store, users)
        users = tuple(user for user in users if _hears(table, wishes[user]))
        if not users:
            raise Refusal("Whoever the game waits for gets no calls from it, by their own settings; it can only wait.")
        await told.note(db, table, "nudge", tables.now())
        await call(tables, db, table, users, "the others at your table wait for your move.")
        later = any(hours.present_at(wishes[user], tables.now()) > tables.now() for user in users)
        change.said = "Nudged; whoever is asleep or away hears of it afterwards." if later else "Nudged."
    return await tables.done(game_id, change.said)


async def mute(tables: Tables, game_id: int, user_id: int, *, interaction_id: int | None = None) -> Done:
    """Stop or resume all calls of one game for the caller.

    Raises:
        Refusal: not a player.
    """
    async with tables.changing(game_id, interaction_id) as change:
        seat = change.table.seat_of(user_id)
        if seat is None:
            raise Refusal(NOT_PLAYING)
        muted = not change.table.players[seat].muted
        await change.db.execute(
            "UPDATE players SET muted = ? WHERE game_id = ? AND seat = ?", (int(muted), game_id, seat)
        )
        change.said = (
            "This game calls you no more; /game mute again undoes it." if muted else "This game calls you again."
        )
    return await tables.done(game_id, change.said)


async def call(tables: Tables, db: Transaction, table: Table, users: tuple[int, ...], text: str) -> None:
    """Put a call for each user into the outbox, due when they may be spoken to. Muted and digest players get none.

    It takes the place of what still waits: who sleeps long wakes up to one call, the newest.
    """
    wishes = await people.of(tables.store, users)
    await drop(db, table, users)
    for user in users:
        if _hears(table, wishes[user]):
            due = hours.present_at(wishes[user], tables.now())
            note = outbox.Call(user, table.turn, text)
            await outbox.add(db, table.id, table.seq, "ping", table.channel_id, note, due_at=due)


async def drop(db: Transaction, table: Table, users: tuple[int, ...]) -> None:
    """Take the calls that still wait for some users at a table out of the outbox."""
    waiting = await db.rows(
        "SELECT id, payload FROM outbox WHERE game_id = ? AND kind = 'ping' AND tries = 0", (table.id,)
    )
    for row in waiting:
        if msgspec.json.decode(row["payload"], type=outbox.Call).user in users:
            await db.execute("DELETE FROM outbox WHERE id = ?", (row["id"],))


async def split(tables: Tables, table: Table, users: list[int]) -> tuple[list[int], list[int]]:
    """Part the users that a board wants to call into those who may be pinged now, and those to be called later."""
    wishes = await people.of(tables.store, users)
    heard = [user for user in users if _hears(table, wishes[user])]
    now = [user for user in heard if hours.present_at(wishes[user], tables.now()) <= tables.now()]
    return now, [user for user in heard if user not in now]


async def digests(tables: Tables) -> None:
    """Put a digest for everybody whose time has come into the outbox."""
    rows = await tables.store.rows("SELECT user_id FROM people WHERE digest AND digest_at <= ?", (tables.now(),))
    for row in rows:
        person = await people.get(tables.store, row["user_id"])
        turns = []
        for table in await tables.of(person.user_id):
            with tables.apart(table.id, "a digest"):
                turns += [table] if table.seat_of(person.user_id) in table.awaited else []
        waiting = turns or await offers.to(tables.store, person.user_id)
        away = hours.present_at(person, tables.now()) > tables.now()
        async with tables.store.transaction() as db:
            await db.execute(
                "UPDATE people SET digest_at = ? WHERE user_id = ?", (next_digest(person, tables.now()), person.user_id)
            )
            if waiting and not away:
                await outbox.add(db, None, 0, "digest", person.user_id, due_at=tables.now())
        people.look_again(tables.store, person.user_id)


def next_digest(person: Person, now: float) -> int:
    """Give when the next digest comes: at the end of quiet hours, or at nine in the morning."""
    minute = DIGEST_MINUTE if person.quiet_to is None else person.quiet_to
    zone = ZoneInfo(person.zone)
    day = datetime.fromtimestamp(now, zone).date()
    at = datetime.combine(day, time(minute // 60, minute % 60), zone)
    if at.timestamp() <= now:
        at = datetime.combine(day + timedelta(days=1), time(minute // 60, minute % 60), zone)
    return int(at.timestamp())


def _hears(table: Table, person: Person) -> bool:
    muted = any(player.muted for player in table.players if player.user_id == person.user_id)
    return not muted and not person.digest
