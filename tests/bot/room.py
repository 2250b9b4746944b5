"""A table whose messages arrive somewhere: days, and a Discord that writes down what it is sent."""

from __future__ import annotations

from days import DAY
from seating import ANN, BEN, CLEO, SEED

from bot.posts import Posts
from tests.fortnight.recorder import Recorder
from tests.fortnight.world import Pictures


class Room:
    """A table whose messages arrive somewhere."""

    def __init__(self, days):
        self.days = days
        self.discord = Recorder(lambda: days.now, set())
        self.posts = Posts(self.discord, days.tables, Pictures())
        self._heard = 0

    async def start(self, turn_time=DAY, players=2, slug="cactpot"):
        days = self.days
        opened = await days.tables.open(
            slug, guild_id=1, channel_id=7, user_id=ANN, name="Ann", options={}, turn_time=turn_time
        )
        for user, name in [(BEN, "Ben"), (CLEO, "Cleo")][: players - 1]:
            await days.tables.join(opened.table.id, user, name)
        table = (await days.tables.start(opened.table.id, ANN, seed=SEED)).table
        await self.settle()
        return table

    async def settle(self):
        await self.days.robots.settle()
        await self.posts.settle()

    async def at(self, time):
        await self.days.at(time)
        await self.settle()

    async def move(self, table, text=None):
        user, usual = await self.days.next(table)
        await self.days.tables.move(table.id, user, text or usual)
        await self.settle()
        return await self.days.tables.get(table.id)

    def heard(self, user=None):
        """Take what pinged anybody: (when, whom, words)."""
        new, self._heard = self.discord.sent[self._heard :], len(self.discord.sent)
        return [(s.time, s.pings, s.words) for s in new if s.pings and user in {None, *s.pings}]
