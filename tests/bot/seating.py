"""People at tables, without any Discord: user ids are 100 more than the seat."""

from __future__ import annotations

import random

import msgspec

import games
from bot import offers, seats

SEED = bytes(range(16))
CHANNEL, ANN, BEN, CLEO, DAN, EVE = 7, 100, 101, 102, 103, 104
NAMES = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", DAN: "Dan", EVE: "Eve"}
TABLES = ("games", "players", "log", "outbox")


class Seating:
    """Tables with people at them, and what the database says of them."""

    def __init__(self, tables):
        self.tables, self.store = tables, tables.store

    async def lobby(self, players=2, slug="cactpot", channel=CHANNEL, **options):
        done = await self.tables.open(
            slug, guild_id=1, channel_id=channel, user_id=ANN, name="Ann", options=options or {}
        )
        for user in range(BEN, ANN + players):
            await self.tables.join(done.table.id, user, NAMES[user])
        return await self.tables.get(done.table.id)

    async def start(self, players=2, slug="cactpot", channel=CHANNEL, seed=SEED, **options):
        table = await self.lobby(players, slug, channel, **options)
        return (await self.tables.start(table.id, ANN, seed=seed)).table

    async def next(self, table, rng=None):
        """Give the user who is to move and a legal move."""
        table = await self.tables.get(table.id)
        seat = min(table.game.to_act(table.state))
        return table.players[seat].user_id, (rng or random.Random(0)).choice(table.game.legal(table.state, seat))

    async def play(self, table, moves=None, rng=None):
        """Make random moves, as many as asked, or to the end."""
        rng = rng or random.Random(table.id)
        while table.status == "running" and (moves is None or table.seq < moves):
            user, text = await self.next(table, rng)
            table = (await self.tables.move(table.id, user, text)).table
        return table

    async def hand_over(self, table, seat, user, name, **more):
        """Let the player of a seat offer it, or the host that of a robot, and somebody take it."""
        former = (await self.tables.get(table.id)).players[seat]
        whose = offers.Robot(former.name) if former.user_id is None else former.user_id
        await offers.make(self.tables, table.id, former.user_id or table.host_id, whose, user, manager=False)
        (offer,) = await offers.to(self.store, user)
        return await seats.accept(self.tables, table.id, offer.id, user, name, **more)

    async def everything(self):
        """Give every row that has to do with games, to hold that nothing changed."""
        return {name: [tuple(row) for row in await self.store.rows(f"SELECT * FROM {name}")] for name in TABLES}

    async def outbox(self):
        """Give what waits for Discord: (kind, target, payload)."""
        rows = await self.store.rows("SELECT * FROM outbox ORDER BY id")
        return [(row["kind"], row["target"], msgspec.json.decode(row["payload"])) for row in rows]

    async def state(self, table):
        return (await self.store.row("SELECT state FROM games WHERE id = ?", (table.id,)))["state"]


def each_table():
    """Every game with every number of players."""
    return [(slug, players) for slug in games.slugs() for players in games.load(slug).meta.seats]
