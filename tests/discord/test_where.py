"""Where commands are used: in a channel without a game, under a lobby, in private messages."""

from __future__ import annotations

import pytest

import games

each_game = pytest.mark.parametrize("slug", games.slugs())
EVERY_NEW = "/cactpot new, /catsudoku new or /casinopolis new"
HERE = (
    *("board", "status", "history", "verify", "replay", "leaderboard", "join", "leave", "start", "end"),
    *("robot", "resign", "undo", "nudge", "pause", "mute"),
)


@pytest.mark.parametrize("command", HERE)
async def test_what_belongs_to_a_channel_says_so_in_private_messages(stage, refused, command):
    await refused(stage.dm(stage.ann, f"game {command}"), "in a server's channels", "/game mine")


@pytest.mark.parametrize("command", ["board", "status", "history", "verify", "replay", "pause", "undo"])
async def test_where_nothing_is_played_every_way_to_open_a_table_is_named(stage, refused, command):
    await refused(stage.slash(stage.ann, f"game {command}"), EVERY_NEW)


async def test_who_plays_nothing_and_won_nothing_hears_how_to_begin(stage, refused):
    await refused(stage.slash(stage.ann, "game mine"), EVERY_NEW)
    await refused(stage.slash(stage.ann, "game stats"), EVERY_NEW)


@pytest.mark.parametrize("command", ["history", "verify", "replay"])
async def test_before_the_first_deal_nothing_is_told(stage, refused, command):
    await stage.lobby(2)
    await refused(stage.slash(stage.ann, f"game {command}"), "has not begun")


@each_game
async def test_a_new_lobby_does_not_hide_the_game_before_it(stage, slug):
    await stage.start(2, slug)
    await stage.move()
    await stage.sure(stage.ann, "game end")
    seal = (await stage.slash(stage.ann, "game verify")).text
    assert "Seed" in seal

    for step in ("cactpot new", "game end"):
        await stage.slash(stage.ann, step)
        assert (await stage.slash(stage.ben, "game verify")).text == seal
        assert "Move 1 of 1" in (await stage.slash(stage.ben, "game history")).text
        assert (await stage.slash(stage.ben, "game replay")).message.attachments
