"""Days at tables without any Discord: time goes on only when a test says so."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
from seating import ANN, BEN, Seating

from bot import outbox, people
from bot.clock import Clock
from bot.hours import DAY, HOUR
from bot.robots import Robots
from bot.store import Store
from bot.tables import Tables

MINUTE = 60


def at(text, zone="UTC"):
    """Give a wall time, such as '2027-03-28 01:30', in unix seconds."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


MORNING = at("2027-01-15 08:00")


class Days(Seating):
    """People at tables, with a clock and robots."""

    def __init__(self, tables):
        super().__init__(tables)
        self.now = MORNING
        self.tables.now = lambda: self.now
        self.robots = Robots(tables)
        self.reachable = True
        self.clock = Clock(tables, self.robots, lambda: self.reachable)

    async def reopen(self, path):
        """End the process and begin another: all that is left is the file."""
        await self.robots.settle()
        self.robots.close()
        await self.store.close()
        self.store = await Store.open(path)
        self.tables = Tables(self.store, now=lambda: self.now)
        self.robots = Robots(self.tables)
        self.clock = Clock(self.tables, self.robots)

    async def at(self, time):
        """Let it be a later time and do what is due, as if the clock had looked meanwhile and found nothing."""
        self.now = float(time)
        if self.clock._seen is not None:
            self.clock._seen = self.now
        wait = await self.clock.tick()
        await self.robots.settle()
        return wait

    async def later(self, *, days=0, hours=0, minutes=0, seconds=0):
        return await self.at(self.now + days * DAY + hours * HOUR + minutes * MINUTE + seconds)

    async def pass_by(self, until):
        """Let time pass as the running bot does, from one thing due to the next; gives the times it woke up."""
        woken = []
        while self.now < until:
            wait = await self.clock.tick()
            await self.robots.settle()
            woken.append(self.now)
            self.now = min(self.now + wait, until)
        return woken

    async def wish(self, user, **settings):
        return await people.change(self.store, user, **settings)

    async def looked_over(self, channel=7):
        """Lead a table of two to a turn that the other may look over for mistakes."""
        opened = await self.tables.open(
            "catsudoku", guild_id=1, channel_id=channel, user_id=ANN, name="Ann", options={"mistakes": "spotted"}
        )
        await self.tables.join(opened.table.id, BEN, "Ben")
        table = (await self.tables.start(opened.table.id, ANN, seed=bytes(16))).table
        while table.close_at is None:
            table = (await self.tables.move(table.id, *await self.next(table))).table
        return table

    async def awaited(self, table):
        """Give the table as it is and the users it waits for."""
        table = await self.tables.get(table.id)
        return table, table.users(table.awaited)

    async def sent(self):
        """Take everything out of the outbox, as if it had been sent; gives (kind, target, payload)."""
        found = await self.outbox()
        async with self.store.transaction() as db:
            await db.execute("DELETE FROM outbox")
        return found

    async def called(self):
        """Give the calls that wait: (user, text, when they are due, 0 for now)."""
        rows = await self.store.rows("SELECT payload, due_at FROM outbox WHERE kind = 'ping' ORDER BY id")
        calls = [(msgspec.json.decode(row["payload"], type=outbox.Call), row["due_at"]) for row in rows]
        return [(call.user, call.text, due) for call, due in calls]

    async def kinds(self, table):
        return [entry.kind for entry in await self.tables.log(table.id)]
