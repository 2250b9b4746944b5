"""Whole matches with the real bot in its own process."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from matches import all_answered, by_panel, by_slash, play_out, start, verified
from players import PLAYERS

import games

if TYPE_CHECKING:
    from pathlib import Path

    from harness import Stage
    from players import Player

pytestmark = pytest.mark.live
TABLES = [(player, seats) for player in PLAYERS for seats in games.load(player.slug).meta.seats]


@pytest.mark.parametrize(("player", "seats"), TABLES, ids=lambda value: str(getattr(value, "slug", value)))
async def test_a_match_by_slash_commands_ends_with_everything_told_once(
    calm: Stage, tmp_path: Path, player: type[Player], seats: int
) -> None:
    rng = random.Random(seats)
    who = player()
    board = await start(calm, who, seats)
    sealed = re.search(r"[0-9a-f]{64}", (await calm.seats[0].slash("games", "game verify")).text)
    await play_out(calm, by_slash(calm, who, rng), board)
    match = await verified(calm, tmp_path)
    assert sealed is not None
    assert match.log["commitment"] == sealed[0]
    match.check()
    all_answered(calm)


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.slug)
async def test_a_match_by_buttons_alone_ends_with_everything_told_once(
    calm: Stage, tmp_path: Path, player: type[Player]
) -> None:
    who = player()
    seats = min(games.load(who.slug).meta.seats)
    board = await start(calm, who, seats)
    await play_out(calm, by_panel(calm, random.Random(1)), board)
    (await verified(calm, tmp_path)).check()
    all_answered(calm)
