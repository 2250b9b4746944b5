"""A fortnight of thirty games with twelve players, from one event to the next: the real tables, clock and posts on one
database file, a recorder for Discord, cheap pictures, and players who choose among the legal moves blindly.

Who does what is drawn from a seed, so every run is the same.
"""

from __future__ import annotations

import asyncio
import heapq
import random
import time
from datetime import datetime
from itertools import count
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

import games
from bot import calls, offers, pauses, people, robots, seats, undo
from bot.clock import Clock
from bot.errors import Refusal
from bot.hours import DAY, HOUR
from bot.posts import Posts
from bot.tables import Tables
from games.core import RulesError
from tests.fortnight import inline
from tests.fortnight.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping
    from pathlib import Path

    from bot.table import Entry, Setup, Table

BEGIN = int(datetime(2027, 10, 25, 6, tzinfo=ZoneInfo("UTC")).timestamp())
"""Europe changes its clocks in the first week, North America in the second."""
END = BEGIN + 14 * DAY
GAMES = 30
CHANNEL = 5000
TURN_TIMES = (HOUR, 8 * HOUR, DAY, DAY, 3 * DAY, None)
MINUTE = 60


class Someone(NamedTuple):
    """A player: sleeps from `bed` to `rise` (hours of the own day), asked for quiet then or not, other settings;
    answers after about `pace` minutes, and forgets one turn in `forgets`."""

    user: int
    name: str
    zone: str
    bed: int = 23
    rise: int = 7
    quiet: bool = True
    wishes: Mapping[str, Any] = MappingProxyType({})
    pace: int = 30
    forgets: int = 30


class Game(NamedTuple):
    """A game as the fortnight left it; `first` is who sat where when it began."""

    first: dict[int, int | None]
    table: Table
    log: list[Entry]
    setup: Setup | None
    state: bytes | None


PEOPLE = {
    one.user: one
    for one in (
        Someone(100, "Ann", "Europe/Berlin", wishes={"dm": "turns"}),
        Someone(101, "Ben", "Europe/Berlin", 1, 9, pace=60),
        Someone(102, "Cleo", "America/New_York", 22, 6),
        Someone(103, "Dan", "America/New_York", quiet=False, pace=15),
        Someone(104, "Eve", "America/Los_Angeles", 0, 8, wishes={"digest": True}, pace=60),
        Someone(105, "Finn", "America/Los_Angeles", 22, 10, pace=60, forgets=6),
        Someone(106, "Gita", "Asia/Kolkata", 21, 6, wishes={"reminders": False}),
        Someone(107, "Hari", "Asia/Kolkata", wishes={"contrast": True}),
        Someone(108, "Iku", "Asia/Tokyo", 0, 7, wishes={"dm": "never"}),
        Someone(109, "Jun", "Asia/Tokyo", 23, 6, pace=120, forgets=4),
        Someone(110, "Kim", "Australia/Lord_Howe", 22, 7),
        Someone(111, "Lou", "Australia/Lord_Howe", 20, 9, forgets=10),
    )
}
SHUT = {103, 110}
"""Whose direct messages are closed."""
GONE = {105: BEGIN + 6 * DAY}
"""Who simply never comes again, and since when."""
TRIPS = {101: (BEGIN + 3 * DAY, 4), 106: (BEGIN + 5 * DAY + 9 * HOUR, 3), 111: (BEGIN + 8 * DAY, 5)}
"""Vacations: when they are entered, and for how many days."""
NIGHT_OUT = (BEGIN + 9 * DAY + 13 * HOUR, 9 * HOUR)
"""When the bot goes down for a night, and for how long."""


class Pictures:
    """Pictures that say what they show."""

    async def draw(self, slug: str, what: str, of: Any, names: Any, *, contrast: bool = False) -> bytes:
        return f"{slug} {what} {getattr(of, 'seat', None)}".encode()


class Fortnight:
    """The world and all that happens in it."""

    def __init__(self, path: Path, seed: int = 1) -> None:
        self.path, self.seed, self.rng = path, seed, random.Random(seed)
        self.now = float(BEGIN)
        self.discord = Recorder(lambda: self.now, SHUT)
        self.counts: dict[str, int] = {}
        self.vacations: dict[int, list[tuple[float, float]]] = {}
        self.restarts = 0
        self.seconds = 0.0
        self.games: list[Game] = []
        self.left = 0
        """Rows left in the outbox."""
        self._events: list[tuple[float, int, Callable[[], Coroutine[Any, Any, None]]]] = []
        self._number = count()
        self._planned: set[tuple[int, int, int]] = set()
        self._news: set[int] = set()
        self._running: dict[int, int] = {}
        self._heard = 0
        self._first: dict[int, dict[int, int | None]] = {}
        self._wake = 0.0

    # -- the process -----------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Start the bot on the file."""
        self.store = inline.opened(self.path)
        self.tables = Tables(self.store, now=lambda: self.now)
        self.posts = Posts(self.discord, self.tables, Pictures())  # type: ignore[arg-type]
        await self.posts.recall()
        self.robots = robots.Robots(self.tables)
        self.robots._thread = inline.AtOnce()  # type: ignore[assignment]
        self.clock = Clock(self.tables, self.robots)
        self.tables.listeners.append(self._news.add)
        await self.posts.resume()
        await self.robots.resume()
        self._wake = self.now
        self._news |= {row["id"] for row in await self.store.rows("SELECT id FROM games WHERE status = 'running'")}

    async def stop(self) -> None:
        """End the bot as a signal does."""
        await self.settle()
        await self._end()

    async def kill(self) -> None:
        """End the bot in the middle of what it was sending."""
        self.discord.dying = None
        running = [*self.posts._running, *self.robots._running]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._end()

    async def _end(self) -> None:
        # Timers of this process die with it.
        self.posts._spawn = lambda work: work.close()  # type: ignore[method-assign]
        self.robots.close()
        await self.store.close()

    async def settle(self) -> None:
        """Wait until bot and robots have nothing to do."""
        while self.posts._running or self.robots._running:
            await self.robots.settle()
            await self.posts.settle()

    # -- time ------------------------------------------------------------------------------------------------------

    def at(self, when: float, deed: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
        """Let something happen at a time."""
        heapq.heappush(self._events, (when, next(self._number), lambda: deed(*args)))

    async def run(self) -> None:
        """Live through the fortnight, and until nothing waits any more."""
        began = time.process_time()
        real, robots.robots.choose = robots.robots.choose, _blind
        # Retries come with the clock: a timer of the real loop would know nothing of the days that pass here.
        asyncio.get_running_loop().call_later = _no_retries(asyncio.get_running_loop().call_later)  # type: ignore[method-assign]
        try:
            await self.begin()
            await self._script()
            while self.now < END:
                await self._next()
            await self.settle()
            await self._record()
            await self.stop()
        finally:
            robots.robots.choose = real
        self.seconds = time.process_time() - began

    async def _record(self) -> None:
        for row in await self.store.rows("SELECT id, state FROM games ORDER BY id"):
            table, log = await self.tables.get(row["id"]), await self.tables.log(row["id"])
            assert table is not None
            setup = await self.tables.setup(row["id"]) if log else None
            self.games.append(Game(self._first.get(table.id, {}), table, log, setup, row["state"]))
        self.left = len(await self.store.rows("SELECT id FROM outbox"))

    async def _next(self) -> None:
        when, _, deed = self._events[0]
        # No two things happen in one second, so that what was sent can be told from what came after.
        self.now = max(self.now + 1, float(ceil(min(when, self._wake))))
        if self._wake <= when:
            self._wake = self.now + await self.clock.tick()
        else:
            heapq.heappop(self._events)
            await deed()
            self._wake = self.now  # the clock looks after every change
        await self.settle()
        row = await self.store.row("SELECT min(due_at) AS at FROM outbox WHERE tries > 0")
        if row is not None and row["at"] is not None:
            self._wake = min(self._wake, row["at"] + 0.5)  # as the timers of failed posts do
        self._hear()
        for game_id in sorted(self._news):
            self._news.discard(game_id)
            await self._plan(game_id)

    # -- what is to happen -----------------------------------------------------------------------------------------

    async def _script(self) -> None:
        for one in PEOPLE.values():
            quiet = {"quiet_from": one.bed * 60, "quiet_to": one.rise * 60} if one.quiet else {}
            person = people.Person(one.user, one.zone, **quiet, **one.wishes)
            digest_at = {"digest_at": calls.next_digest(person, self.now)} if person.digest else {}
            await people.change(self.store, one.user, zone=one.zone, **quiet, **one.wishes, **digest_at)
        slugs = games.slugs()
        for number in range(GAMES):
            slug = slugs[number % len(slugs)]
            self.at(BEGIN + number * 20 * MINUTE, self._open, number, slug)
        self.at(BEGIN + DAY, self._forgotten_lobby)
        for day in range(1, 15):
            self.at(BEGIN + day * DAY + 4 * HOUR + day * 17 * MINUTE, self._restart, day % 2 == 0)
        self.at(NIGHT_OUT[0], self._night)
        for user, (when, days) in TRIPS.items():
            self.at(when, self._leave_for, user, days)
        self.at(TRIPS[106][0] + DAY, self._leave_for, 106, 4)  # longer after all
        self.at(TRIPS[111][0] + 2 * DAY, self._leave_for, 111, 0)  # back early
        self.at(BEGIN + 7 * DAY + 5 * HOUR, self._resign_everywhere, 107)
        self.at(BEGIN + 7 * DAY + 6 * HOUR, self._offer_seats, 105)
        self.at(BEGIN + 2 * DAY + 7 * HOUR, self._delete_channel)
        self.at(BEGIN + 2 * DAY + 9 * HOUR, self._end_one)
        self.at(BEGIN + 2 * DAY + 11 * HOUR, self._pause_one)
        for day in range(1, 14):
            self.at(BEGIN + day * DAY + 15 * HOUR, self._nudge)
            self.at(BEGIN + day * DAY + 8 * HOUR, self._rest_awhile)
        self.at(END - DAY, self._end_the_rest)
        self.at(END, self._nothing)

    async def _nothing(self) -> None:
        pass

    async def _open(self, number: int, slug: str) -> None:
        game = games.load(slug)
        rng = random.Random(f"{self.seed} {number}")
        players = rng.sample(sorted(PEOPLE), rng.choice(game.meta.seats))
        options = {option.name: rng.choice(option.choices)[0] for option in game.meta.options}
        if len(players) == 1:
            options = {}  # alone there is nobody to catch mistakes
        opened = await self.tables.open(
            slug,
            guild_id=9,
            channel_id=CHANNEL + number,
            user_id=players[0],
            name=PEOPLE[players[0]].name,
            options=options,
            turn_time=TURN_TIMES[number % len(TURN_TIMES)],
            window=rng.choice((HOUR // 2, 2 * HOUR, 8 * HOUR)),
        )
        for user in players[1:]:
            await self.tables.join(opened.table.id, user, PEOPLE[user].name)
        if len(players) < max(game.meta.seats) and rng.random() < 0.2:
            await self.tables.add_robot(opened.table.id, players[0], "easy")
        started = await self.tables.start(opened.table.id, players[0], seed=rng.randbytes(16))
        self._first[opened.table.id] = {player.seat: player.user_id for player in started.table.players}

    async def _forgotten_lobby(self) -> None:
        await self.tables.open(
            games.slugs()[0], guild_id=9, channel_id=CHANNEL + GAMES, user_id=108, name="Iku", options={}
        )

    async def _restart(self, in_the_middle: bool) -> None:  # noqa: FBT001 - one of the world's events
        if in_the_middle:
            # Somebody moves, and the process dies while it is being posted.
            table = await self._some_game()
            if table is not None:
                self.discord.dying = asyncio.Event()
                user = table.users(table.awaited)[0]
                await self.tables.move(table.id, user, table.game.legal(table.state, table.seat_of(user))[0])
                await asyncio.wait(
                    [asyncio.create_task(self.discord.dying.wait()), asyncio.create_task(self.settle())],
                    return_when=asyncio.FIRST_COMPLETED,
                )
            await self.kill()
        else:
            await self.stop()
        self.restarts += 1
        self.now += 30
        await self.begin()

    async def _night(self) -> None:
        await self.stop()
        self.restarts += 1
        self.now += NIGHT_OUT[1]
        await self.begin()

    async def _leave_for(self, user: int, days: int) -> None:
        before = await people.get(self.store, user)
        until = int(self.now) + days * DAY if days else None
        await people.change(self.store, user, away_until=until)
        spans = self.vacations.setdefault(user, [])
        if before.away_until is not None and before.away_until > self.now:
            spans[-1] = (spans[-1][0], self.now)
        if until is not None:
            spans.append((self.now, until))
        await seats.rest(self.tables, user, before.away_until)

    async def _resign_everywhere(self, user: int) -> None:
        for table in await self.tables.of(user):
            if table.status == "running":
                await seats.resign(self.tables, table.id, user)
                self._count("resigned")

    async def _offer_seats(self, user: int) -> None:
        for table in await self.tables.of(user):
            free = [one for one in sorted(PEOPLE) if table.seat_of(one) is None and one not in {*GONE, *TRIPS, 107}]
            if table.status == "running" and free:
                newcomer = self.rng.choice(free)
                await offers.make(self.tables, table.id, user, user, newcomer, manager=False)
                (offer, *_) = reversed(await offers.to(self.store, newcomer))
                self.at((self._reachable(newcomer) or self.now) + 20 * MINUTE, self._accept, offer)

    async def _accept(self, offer: offers.Offer) -> None:
        try:
            await seats.accept(self.tables, offer.game_id, offer.id, offer.newcomer, PEOPLE[offer.newcomer].name)
            self._count("substitutions")
        except Refusal:
            self._count("offers that were over")

    async def _some_game(self) -> Table | None:
        """Give the oldest game of several people that waits for one of them."""
        rows = await self.store.rows("SELECT id FROM games WHERE status = 'running' ORDER BY id")
        found = [table for row in rows if (table := await self.tables.get(row["id"])) is not None]
        return next((table for table in found if len(table.everybody) > 1 and table.users(table.awaited)), None)

    async def _delete_channel(self) -> None:
        table = await self._some_game()
        if table is not None:
            self.discord.gone.add(table.channel_id)
            self._count("channels deleted")  # told by the next post that fails

    async def _end_one(self) -> None:
        rows = await self.store.rows("SELECT id FROM games WHERE status = 'running' ORDER BY id DESC LIMIT 1")
        table = await self.tables.get(rows[0]["id"])
        assert table is not None
        await self.tables.end(table.id, table.host_id, PEOPLE[table.host_id].name, allowed=False)

    async def _end_the_rest(self) -> None:
        """Let whoever manages the channels end what goes on for too long."""
        for row in await self.store.rows("SELECT id FROM games WHERE status <> 'over' ORDER BY id"):
            await self.tables.end(row["id"], 1, "Olga", allowed=True)

    async def _pause_one(self) -> None:
        rows = await self.store.rows("SELECT id FROM games WHERE status = 'running' ORDER BY id DESC LIMIT 1 OFFSET 1")
        table = await self.tables.get(rows[0]["id"])
        assert table is not None
        for user in table.everybody:
            await pauses.agree(self.tables, table.id, user)
        self._count("pauses")
        self.at(self.now + DAY, self._go_on, table.id, table.everybody[0])

    async def _go_on(self, game_id: int, user: int) -> None:
        table = await self.tables.get(game_id)
        if table is not None and table.status == "paused":
            await pauses.agree(self.tables, game_id, user)

    async def _nudge(self) -> None:
        rows = await self.store.rows("SELECT id FROM games WHERE status = 'running' ORDER BY id")
        for row in rows[::3]:
            table = await self.tables.get(row["id"])
            assert table is not None
            try:
                await calls.nudge(self.tables, table.id, table.everybody[0])
                self._count("nudges")
            except Refusal:
                self._count("nudges refused")

    async def _rest_awhile(self) -> None:
        """Let somebody give the seat to a robot, and come back the next day."""
        table = await self._some_game()
        if table is None:
            return
        user = self.rng.choice(table.everybody)
        if self._reachable(user) is None:
            return
        try:
            await seats.robot_in(self.tables, table.id, user)
            self.at(self.now + 20 * HOUR, self._back, table.id, user)
        except Refusal:
            self._count("robot refused")

    async def _back(self, game_id: int, user: int) -> None:
        try:
            await seats.back(self.tables, game_id, user)
            self._count("came back")
        except Refusal:
            self._count("back refused")

    # -- players ---------------------------------------------------------------------------------------------------

    def _reachable(self, user: int) -> float | None:
        """Give when a player is next awake and there, or None when never."""
        one, when = PEOPLE[user], self.now
        for begin, end in self.vacations.get(user, []):
            if begin <= when < end:
                when = end
        if user in GONE and when >= GONE[user]:
            return None
        for _ in range(2 * 24 * 6):
            hour = datetime.fromtimestamp(when, ZoneInfo(one.zone)).hour
            asleep = one.bed <= hour < one.rise if one.bed < one.rise else not one.rise <= hour < one.bed
            if not asleep:
                return when
            when += 10 * MINUTE
        raise AssertionError

    def _hear(self) -> None:
        """Let everybody think again of what they are called to."""
        for sent in self.discord.sent[self._heard :]:
            called = {sent.private} if sent.private and not sent.silent else set(sent.pings)
            if called:
                here = {game for game, channel in self._running.items() if sent.private or channel == sent.channel}
                self._planned -= {plan for plan in self._planned if plan[2] in called and plan[0] in here}
                self._news |= here
        self._heard = len(self.discord.sent)

    async def _plan(self, game_id: int) -> None:
        """Let those whom a game waits for answer in their own time."""
        table = await self.tables.get(game_id)
        if table is None or table.status != "running":
            self._running.pop(game_id, None)
            return
        self._running[game_id] = table.channel_id
        for user in table.users(table.awaited):
            if (game_id, table.seq, user) in self._planned:
                continue
            self._planned.add((game_id, table.seq, user))
            one = PEOPLE[user]
            if self.rng.randrange(one.forgets):
                delay = self.rng.expovariate(1 / (one.pace * MINUTE)) + 20
                self.at(self.now + delay, self._move, game_id, table.seq, user)

    async def _move(self, game_id: int, seq: int, user: int) -> None:
        table = await self.tables.get(game_id)
        if table is None or table.status != "running" or table.seq != seq or user not in table.users(table.awaited):
            return
        when = self._reachable(user)
        if when is None:
            return
        if when > self.now:
            self.at(when + self.rng.uniform(1, 40 * MINUTE), self._move, game_id, seq, user)
            return
        seat = table.seat_of(user)
        text = self.rng.choice(table.game.legal(table.state, seat))
        await self.tables.move(game_id, user, text, seq=seq)
        self._count("moves")
        if self.rng.random() < 0.06:
            self.at(self.now + 40, self._undo, game_id, user)

    async def _undo(self, game_id: int, user: int) -> None:
        try:
            await undo.take_back(self.tables, game_id, user)
            self._count("undone")
        except (Refusal, RulesError):
            self._count("undo refused")

    def _count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1


def _no_retries(real: Callable[..., Any]) -> Callable[..., Any]:
    def call_later(delay: float, callback: Callable[..., object], *args: Any, **more: Any) -> Any:
        ours = getattr(callback, "__qualname__", "").startswith("Posts.")
        return None if ours else real(delay, callback, *args, **more)

    return call_later


def _blind(slug: str, view: Any, legal: Any, _seed: bytes, _level: str = "full") -> str:
    return random.Random(f"{slug} {view.seq} {view.seat}").choice(list(legal))
