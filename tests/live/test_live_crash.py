"""`kill -9` at every point of a move: nothing is lost, nothing comes twice, the game goes on."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import pytest
from harness import text_of
from matches import (
    all_sent,
    boards,
    break_off,
    by_panel,
    by_slash,
    healthy,
    live_board,
    move,
    open_lobby,
    over,
    start,
    verified,
)
from players import PLAYERS, CactpotPlayer, ids, movers
from stored import PATIENCE, seq

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from harness import Json, Stage
    from players import Player

    from playground.faults import When
    from playground.interactions import Interaction

pytestmark = pytest.mark.live
NONCE_OUTLIVED = 360
"""Seconds: Discord knows a nonce for five minutes, so after six only looking in the channel helps."""


class Crashes:
    """A match whose bot dies again and again."""

    def __init__(self, stage: Stage, player: Player, seed: int = 0) -> None:
        self.stage = stage
        self.player = player
        self.rng = random.Random(seed)
        self.channel = stage.server.channel("games").id
        self.slash = by_slash(stage, player, self.rng)

    async def send(self, board: Json) -> Interaction:
        """Make the next move by typing and wait for nothing."""
        seat = movers(self.stage, board)[0]
        command, options = await self.player.choose(seat, "games", board, self.rng)
        return seat.send_slash("games", command, **options)

    async def die_at(
        self, act: Callable[[], Awaitable[object]], method: str, path: str, when: When, *, later: float = 0
    ) -> None:
        """Do something; kill the bot when it makes a request, before that takes effect or after; start it again."""
        hold = self.stage.hold(method, path, when)
        await act()
        await asyncio.wait_for(hold.caught.wait(), PATIENCE)
        await self.restart(later=later, release=lambda: hold.release(drop=when == "before"))

    async def restart(self, *, later: float = 0, release: Callable[[], None] = lambda: None) -> None:
        """Kill and start the bot; `later` lets Discord's clock run on meanwhile."""
        await self.stage.kill_bot()
        release()
        if later:
            self.stage.advance(later)
        await self.stage.start_bot()

    def dm(self, seat: int) -> str:
        """Give the path on which a seat gets direct messages."""
        return rf"/channels/{self.stage.server.world.dm(self.stage.seats[seat].user).id}/messages$"

    @property
    def post(self) -> str:
        """The path on which the channel gets messages."""
        return rf"/channels/{self.channel}/messages$"

    @property
    def edit(self) -> str:
        """The path on which messages of the channel are edited."""
        return rf"/channels/{self.channel}/messages/\d+$"


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.slug)
async def test_a_bot_killed_at_every_point_of_a_move_loses_and_repeats_nothing(
    stage: Stage, tmp_path: Path, player: type[Player]
) -> None:
    who = player()
    match = Crashes(stage, who)
    board = await start(stage, who, 2)

    # Before the commit: the move was never made, and is made again.
    before = seq(stage)
    with closing(sqlite3.connect(stage.server.database, isolation_level=None)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        sent = await match.send(board)
        await stage.until(lambda: sent.state == "deferred", PATIENCE)
        await stage.kill_bot()
    await stage.start_bot()
    assert seq(stage) == before
    board = await move(stage, match.slash, board)
    assert seq(stage) == before + 1

    # After the commit: with the post not made, made, made long ago; and the former board not retired, retired.
    points: list[tuple[str, str, When, float]] = [
        ("POST", match.post, "before", 0),
        ("POST", match.post, "before", NONCE_OUTLIVED),
        ("POST", match.post, "after", 0),
        ("POST", match.post, "after", NONCE_OUTLIVED),
        ("PATCH", match.edit, "before", 0),
        ("PATCH", match.edit, "after", 0),
    ]
    # Every restart takes seconds, so the other games take two of the points: how messages leave is the same for all.
    for method, path, when, later in points if isinstance(who, CactpotPlayer) else points[3:5]:
        before = seq(stage)
        await match.die_at(partial(match.send, board), method, path, when, later=later)
        assert seq(stage) == before + 1
        board = await live_board(stage, "games", after=board)
        await all_sent(stage)
        assert ids(board)[0].split(":")[3] == str(before + 1)

    # Buttons made before all that still work.
    await move(stage, by_panel(stage, match.rng), board)
    await break_off(stage)
    (await verified(stage, tmp_path)).check()
    healthy(stage)


async def test_a_bot_killed_while_a_game_begins_deals_once_and_tells_all(stage: Stage) -> None:
    who = CactpotPlayer()
    match = Crashes(stage, who)
    ann, bo = stage.seats[:2]

    async def new() -> object:
        return ann.send_slash("games", "cactpot new")

    await match.die_at(new, "POST", match.post, "after", later=NONCE_OUTLIVED)
    await all_sent(stage)
    (lobby,) = [m for m in stage.messages("games") if any(name.startswith("b:join:") for name in ids(m))]

    async def join() -> object:
        return bo.send_click(lobby, label="Join")

    await match.die_at(join, "PATCH", match.edit, "before")
    await stage.until(lambda: bo.name in text_of(stage.message(lobby["id"]) or lobby), PATIENCE)

    async def begin() -> object:
        return ann.send_click(lobby, label="Start")

    await match.die_at(begin, "PATCH", match.edit, "after")
    board = await live_board(stage)
    await all_sent(stage)
    assert "Start" not in str(stage.message(lobby["id"]))
    await move(stage, match.slash, board)
    healthy(stage)


@pytest.mark.parametrize(("what", "when"), [("board", "after"), ("hand", "before")])
async def test_a_bot_killed_while_it_deals_shows_first_board_and_hands_once(
    stage: Stage, what: str, when: When
) -> None:
    match = Crashes(stage, CactpotPlayer())
    lobby = await open_lobby(stage, match.player, 3)
    await all_sent(stage)

    async def begin() -> object:
        return stage.seats[0].send_click(lobby, label="Start")

    path = match.post if what == "board" else match.dm(1)
    await match.die_at(begin, "POST", path, when, later=NONCE_OUTLIVED)
    board = await live_board(stage)
    await all_sent(stage)
    assert len(boards(stage)) == 1
    assert [len(seat.dms()) for seat in stage.seats[:3]] == [1, 1, 1]
    assert board["pinged"] == [str(seat.id) for seat in movers(stage, board)]
    healthy(stage)


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_bot_killed_while_it_sends_a_hand_sends_the_newest_once(stage: Stage, when: When) -> None:
    match = Crashes(stage, CactpotPlayer())
    board = await start(stage, match.player, 2)
    board = await move(stage, match.slash, board)
    await all_sent(stage)
    (two,) = movers(stage, board)  # has two chips to place now
    seat = [each.id for each in stage.seats].index(two.id)
    known = len(two.dms())

    async def twice() -> None:
        await match.send(board)
        then = await live_board(stage, "games", after=board)
        await asyncio.wait_for(hold.caught.wait(), PATIENCE)
        await match.send(then)
        await live_board(stage, "games", after=then)

    hold = stage.hold("POST", match.dm(seat), when)
    await twice()
    await match.restart(release=lambda: hold.release(drop=when == "before"))
    await all_sent(stage)
    fresh = two.dms()[known:]
    texts = [text_of(message) for message in fresh]
    assert len(set(texts)) == len(texts) == (1 if when == "before" else 2)
    assert texts[-1].splitlines()[1] in (await two.slash("games", "game hand")).text
    healthy(stage)


async def test_a_move_made_while_the_last_board_was_unconfirmed_leaves_one_live_board(stage: Stage) -> None:
    match = Crashes(stage, CactpotPlayer())
    board = await start(stage, match.player, 2)
    hold = stage.hold("POST", match.post, "after")
    await match.send(board)
    await asyncio.wait_for(hold.caught.wait(), PATIENCE)
    # It is there for all to see, and played on, while the bot still waits to hear that it was posted.
    shown = await stage.until(lambda: stage.newest("games", label="Take turn", after=board), PATIENCE)
    sent = await match.send(shown)
    await stage.finish(sent)
    await match.restart(release=hold.release)
    await live_board(stage, "games", after=shown)
    await all_sent(stage)
    assert len(boards(stage)) == 1
    healthy(stage)


async def test_a_move_in_the_first_moments_after_a_restart_repeats_nothing(stage: Stage) -> None:
    match = Crashes(stage, CactpotPlayer())
    board = await start(stage, match.player, 2)
    await all_sent(stage)
    (mover,) = movers(stage, board)
    hold = stage.hold("POST", match.dm([seat.id for seat in stage.seats].index(mover.id)), "after")
    sent = await match.send(board)
    await stage.finish(sent)
    board = await live_board(stage, "games", after=board)
    await asyncio.wait_for(hold.caught.wait(), PATIENCE)
    await match.restart(later=NONCE_OUTLIVED, release=hold.release)
    # Nobody waits until the bot has found its feet.
    sent = await match.send(board)
    await stage.finish(sent)
    await live_board(stage, "games", after=board)
    await all_sent(stage)
    for seat in stage.seats[:2]:
        texts = [text_of(message) for message in seat.dms()]
        assert len(set(texts)) == len(texts)
    healthy(stage)


async def test_a_bot_killed_while_it_posts_scores_posts_them_once(stage: Stage, tmp_path: Path) -> None:
    # A scoring within the match, and the last one: no further board comes after that.
    who = CactpotPlayer()
    match = Crashes(stage, who, seed=7)
    board = await start(stage, who, 4)
    points: list[tuple[int, When]] = [(19, "before"), (39, "after")]
    for last, when in points:
        while seq(stage) < last:
            board = await move(stage, match.slash, board)
        act = partial(match.send, board)
        await match.die_at(act, "POST", match.post, when, later=NONCE_OUTLIVED)
        board = await live_board(stage, "games", after=board)
        await all_sent(stage)
    assert over(stage)
    (await verified(stage, tmp_path)).check()
    healthy(stage)


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.slug)
async def test_kills_at_random_moments_of_a_fast_match_lose_nothing(
    stage: Stage, tmp_path: Path, player: type[Player]
) -> None:
    who = player()
    rng = random.Random(5)
    match = Crashes(stage, who, seed=5)
    board = await start(stage, who, 2)
    lost = 0
    for _ in range(2):
        playing = asyncio.create_task(_several(match, board))
        await asyncio.sleep(rng.uniform(0.0, 1.2))
        await stage.kill_bot()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        lost += 1
        await stage.start_bot()
        await all_sent(stage)
        board = await live_board(stage)
    assert seq(stage) > 0
    await break_off(stage)
    (await verified(stage, tmp_path)).check(skipped=2 * lost, rung=False)
    healthy(stage)


async def _several(match: Crashes, board: Json) -> None:
    for _ in range(4):
        board = await move(match.stage, match.slash, board)
