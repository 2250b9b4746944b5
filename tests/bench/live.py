"""Whole moves, start-up and load over loopback: the real bot and a floor bot, each in its own process."""

from __future__ import annotations

import asyncio
import functools
import re
import sqlite3
import sys
import tempfile
import time
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import games
from games import chance
from games.core import Scoring
from tests.bench.timing import median, percentile, table
from tests.live.harness import Stage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from playground.world import Change

SEATS, MATCHES, STARTS = 3, 2, 7
TABLES, WAVES, TABLE_SEATS = 30, 10, 2
CALM = 0.12
"""Seconds without a request after which a bot has done everything that a move asks for."""
FLOOR = (sys.executable, "-m", "tests.bench.floor_bot")
STAGES = ("rules", "commit", "render", "upload")

Typed = tuple[str, dict[str, Any]]


def _cactpot(text: str) -> Typed:
    word, *rest = text.split()
    if word == "bet":
        return "cactpot bet", {"on": rest[0]}
    return "cactpot place", {"chip": int(rest[0]), "space": rest[1], "face": rest[2]}


def _catsudoku(text: str) -> Typed:
    match text.split():
        case ["grid", cell]:
            return "catsudoku grid", {"space": cell}
        case ["play", card, cell]:
            return "catsudoku play", {"card": card, "space": cell}
    return f"catsudoku {text}", {}


def _casinopolis(text: str) -> Typed:
    _, card, spot, *turned = text.split()
    return "casinopolis place", {"card": int(card), "at": spot, "turned": bool(turned)}


TYPED: dict[str, Callable[[str], Typed]] = {
    "cactpot": _cactpot,
    "catsudoku": _catsudoku,
    "casinopolis": _casinopolis,
}
"""How a move's text is typed as a slash command, a game."""


class Pair(NamedTuple):
    """The real bot's stage and the floor's."""

    real: Stage
    floor: Stage

    @property
    def picture(self) -> Path:
        """The file that the floor uploads."""
        return self.floor.server.database.with_suffix(".png")


@asynccontextmanager
async def _stages() -> AsyncIterator[Pair]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        real = await stack.enter_async_context(Stage(folder / "real.sqlite", env={"LOG_LEVEL": "INFO"}))
        floor = await stack.enter_async_context(Stage(folder / "floor.sqlite", command=FLOOR))
        for stage in (real, floor):
            await stage.start_bot()
        yield Pair(real, floor)


def _runs(work: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    return functools.wraps(work)(lambda: asyncio.run(work()))


# -- a move ------------------------------------------------------------------------------------------------------------


@_runs
async def moves() -> None:
    """Print a whole move, from the interaction to the posted board, over the floor's."""
    rows: list[tuple[object, ...]] = []
    stages: list[tuple[object, ...]] = []
    for slug in games.slugs():
        async with _stages() as pair:
            for number in range(MATCHES):
                if number:
                    await _said(pair.real, "painted ahead")
                channel = pair.real.server.create_channel(f"match-{number}").name
                pair.floor.server.create_channel(channel)
                real, floor, first = await _match(pair, slug, channel)
                name = f"{slug}: match {number + 1} of the process"
                rows.append((name, len(real), median(real), median(floor), median(real) / median(floor), first))
            stages.append((slug, *_spent(pair.real)))
    table(
        "A whole move over loopback, interaction in to board posted (target 1.5)",
        ("match", "moves", "bot ms", "floor ms", "ratio", "bot's first answer ms"),
        rows,
        "The floor answers, commits one row and uploads the same bytes. By turns; moves that end a table are left out."
        " The second match begins when pictures are painted ahead, half a minute after the start.",
    )
    table("Where the bot's time goes, medians of its own log", ("game", *(f"{name} ms" for name in STAGES)), stages)


async def _match(pair: Pair, slug: str, channel: str) -> tuple[list[float], list[float], float]:
    game_id, dice = await _open(pair.real, slug, channel, SEATS), chance.start(f"bench {channel}".encode())
    real, floor, answers = [], [], []
    while (next_move := _next(pair.real, game_id, dice)) is not None:
        seat, text, scores, dice = next_move
        posted, answered, png = await _timed(pair.real, channel, seat, *TYPED[slug](text))
        if not scores:
            pair.picture.write_bytes(png)
            floor.append((await _timed(pair.floor, channel, 0, "move", {"text": text}))[0])
            real.append(posted)
            answers.append(answered)
    return real, floor, median(answers)


async def _open(stage: Stage, slug: str, channel: str, seats: int) -> int:
    host, *others = stage.seats[:seats]
    await host.slash(channel, f"{slug} new")
    for other in others:
        await other.slash(channel, "game join")
    await host.slash(channel, "game start")
    await stage.board(channel, label="Take turn")
    await stage.quiet(CALM)
    return int(_read(stage, "SELECT max(id) AS id FROM games")[0]["id"])


def _next(stage: Stage, game_id: int, dice: Any) -> tuple[int, str, bool, Any] | None:
    """Choose a move; gives the seat, its text, whether it scores a table, and the generator afterwards."""
    (row,) = _read(stage, f"SELECT slug, state FROM games WHERE id = {game_id}")
    game = games.load(row["slug"])
    state = game.load_state(row["state"])
    if not (to_act := game.to_act(state)):
        return None
    seat = min(to_act)
    possible = game.legal(state, seat)
    number, dice = chance.below(dice, len(possible))
    _, events = game.apply(state, seat, possible[number])
    return seat, possible[number], any(isinstance(event, Scoring) for event in events), dice


def _read(stage: Stage, sql: str) -> list[sqlite3.Row]:
    with closing(sqlite3.connect(f"file:{stage.server.database}?mode=ro", uri=True, timeout=10)) as db:
        db.row_factory = sqlite3.Row
        return db.execute(sql).fetchall()


async def _timed(
    stage: Stage, channel: str, seat: int, words: str, options: dict[str, Any]
) -> tuple[float, float, bytes]:
    """Send a command; gives ms to the posted picture, ms to the first answer, and the picture."""
    picture: asyncio.Future[tuple[float, bytes]] = asyncio.get_running_loop().create_future()

    def told(change: Change) -> None:
        message = change.message
        if change.kind == "message_create" and message.only is None and message.attachments and not picture.done():
            picture.set_result((time.perf_counter(), message.attachments[0].data))

    server = stage.server
    place = server.channel(channel)
    listener = lambda change: told(change) if change.channel is place else None  # noqa: E731
    server.world.listeners.append(listener)
    began = time.perf_counter()
    sent = server.actors.slash(stage.seats[seat].user, place, words, options)
    answered = asyncio.ensure_future(_when(sent.acknowledged))
    posted, data = await asyncio.wait_for(picture, 20)
    server.world.listeners.remove(listener)
    first = await answered
    await stage.quiet(CALM)
    assert stage.server.seats.outcome(sent)["state"] == "answered", stage.bot_log[-5:]
    return (posted - began) * 1000, (first - began) * 1000, data


async def _when(event: asyncio.Event) -> float:
    await event.wait()
    return time.perf_counter()


async def _said(stage: Stage, words: str) -> None:
    while not any(words in line for line in stage.bot_log):  # noqa: ASYNC110 - the log is a list
        await asyncio.sleep(CALM)


def _spent(stage: Stage) -> list[float]:
    lines = [line for line in stage.bot_log if " move game=" in line]
    return [median([float(re.search(rf"\b{name}=([\d.]+)", line)[1]) for line in lines]) for name in STAGES]


# -- starting ----------------------------------------------------------------------------------------------------------


@_runs
async def start() -> None:
    """Print the time from a process's start to being ready, over the floor's."""
    async with _stages() as pair:
        spent: dict[Stage, list[float]] = {stage: [] for stage in pair}
        for _ in range(STARTS):
            for stage in pair:
                await stage.stop_bot()
                spent[stage].append(await _ready(stage))
    real, floor = (median(spent[stage]) for stage in pair)
    table(
        "Start-up, process start to ready",
        ("", "bot ms", "floor ms", "ratio"),
        [(f"median of {STARTS}", real, floor, real / floor)],
        "Commands registered before; the floor imports discord.py and aiosqlite and connects.",
    )


async def _ready(stage: Stage) -> float:
    up = asyncio.Event()

    def line(text: str | None) -> None:
        if text and "ready as" in text:
            up.set()

    stage.bot.listeners.append(line)
    began = time.perf_counter()
    await stage.bot.start()
    await asyncio.wait_for(up.wait(), 30)
    stage.bot.listeners.remove(line)
    return (time.perf_counter() - began) * 1000


# -- load --------------------------------------------------------------------------------------------------------------


@_runs
async def load() -> None:
    """Print the first answer to an interaction when many tables move at once, and when their boards are out."""
    rows: list[tuple[object, ...]] = []
    for slug in games.slugs():
        async with _stages() as pair:
            channels = [f"table-{number}" for number in range(TABLES)]
            for stage in pair:
                for channel in channels:
                    stage.server.create_channel(channel)
            tables = {channel: await _open(pair.real, slug, channel, TABLE_SEATS) for channel in channels}
            await pair.real.quiet()
            dice = chance.start(b"bench load")
            real: list[tuple[list[float], float]] = []
            floor: list[tuple[list[float], float]] = []
            for _ in range(WAVES):
                wave = []
                for channel, game_id in tables.items():
                    if (next_move := _next(pair.real, game_id, dice)) is not None:
                        seat, text, _, dice = next_move
                        wave.append((channel, seat, *TYPED[slug](text)))
                answers, done, png = await _wave(pair.real, wave)
                real.append((answers, done))
                pair.picture.write_bytes(png)
                answers, done, _ = await _wave(
                    pair.floor, [(channel, 0, "move", {"text": "x"}) for channel, *_ in wave]
                )
                floor.append((answers, done))
        for name, waves in (("bot", real), ("floor", floor)):
            answers = [answer for each, _ in waves for answer in each]
            quantiles = [percentile(answers, share) for share in (0.5, 0.99, 1.0)]
            rows.append((f"{slug}: {name}", len(answers), *quantiles, median([done for _, done in waves])))
    table(
        f"Load: {TABLES} tables move at the same moment, {WAVES} times (Discord waits 3,000 ms)",
        ("", "moves", "first answer p50 ms", "p99 ms", "worst ms", "all boards out ms"),
        rows,
        "The Discord that takes all this runs on the same machine, in the process that measures.",
    )


async def _wave(stage: Stage, wave: list[tuple[str, int, str, dict[str, Any]]]) -> tuple[list[float], float, bytes]:
    """Send commands all at once; gives ms to each first answer, ms to the last picture, and that picture."""
    server = stage.server
    waiting = {server.channel(channel).id for channel, *_ in wave}
    picture: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def told(change: Change) -> None:
        if change.kind == "message_create" and change.message.only is None and change.message.attachments:
            waiting.discard(change.message.channel)
            if not waiting and not picture.done():
                picture.set_result(change.message.attachments[0].data)

    server.world.listeners.append(told)
    people = [seat.user for seat in stage.seats]
    began = time.perf_counter()
    sent = [server.actors.slash(people[seat], server.channel(channel), *typed) for channel, seat, *typed in wave]
    answers = await asyncio.gather(*(_when(each.acknowledged) for each in sent))
    png = await asyncio.wait_for(picture, 60)
    done = time.perf_counter() - began
    server.world.listeners.remove(told)
    await stage.quiet()
    return [(answer - began) * 1000 for answer in answers], done * 1000, png
