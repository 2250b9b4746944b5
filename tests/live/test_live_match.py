"""Whole matches with the real bot in its own process."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from matches import all_answered, by_panel, by_slash, play_out, start, verified
from players import PLAYERS, CactpotPlayer, CasinopolisPlayer, CatSudokuPlayer

import games

if TYPE_CHECKING:
    from pathlib import Path

    from harness import Stage
    from players import Player

pytestmark = pytest.mark.live
TABLES = [
    (CactpotPlayer(), 2),
    (CactpotPlayer(x_tokens=True), 3),
    (CactpotPlayer(), 4),
    (CatSudokuPlayer(), 1),
    (CatSudokuPlayer(mistakes="spotted"), 2),
    (CatSudokuPlayer(scoring="advanced"), 3),
    (CatSudokuPlayer(), 4),
    *((CasinopolisPlayer(), seats) for seats in (1, 2, 3, 4)),
]


@pytest.mark.parametrize(("player", "seats"), TABLES, ids=lambda value: str(getattr(value, "slug", value)))
async def test_a_match_by_slash_commands_ends_with_everything_told_once(
    calm: Stage, tmp_path: Path, player: Player, seats: int
) -> None:
    board = await start(calm, player, seats)
    sealed = re.search(r"[0-9a-f]{64}", (await calm.seats[0].slash("games", "game verify")).text)
    await play_out(calm, by_slash(calm, player, random.Random(seats)), board)
    match = await verified(calm, tmp_path)
    assert sealed is not None
    assert match.log["commitment"] == sealed[0]
    match.check()
    all_answered(calm)
    if player.new.get("mistakes") == "spotted":
        assert {"catsudoku spot", "catsudoku fine"} <= used(calm)


def used(stage: Stage) -> set[str]:
    """Name the slash commands that were used."""
    return {sent.words for sent in stage.server.interactions.by_id.values()}


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
