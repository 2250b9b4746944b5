"""Pausing by agreement, as the players of a table see it."""

from __future__ import annotations

import pytest
from simstage import words

import games

each_game = pytest.mark.parametrize("slug", games.slugs())


@each_game
async def test_a_pause_needs_everybody_and_says_so_at_every_step(stage, refused, slug):
    await stage.start(2, slug)
    await stage.slash(stage.ann, "game pause")
    assert "●A **Ann** asks for a pause (1 of 2 players)" in words(stage.public()[-1])
    assert stage.public()[-1].ping_user_ids == [stage.ben.id]
    assert (await stage.table()).status == "running"

    await stage.slash(stage.ben, "game pause")
    assert "All players agree" in words(stage.public()[-1])
    said = await stage.slash(stage.ann, "game status")
    assert "/game pause by any of its players lets it go on" in said.text
    assert "rules" not in said.text
    await refused(stage.slash(stage.ann, "game undo"), "/game pause")


async def test_asking_twice_for_a_pause_is_said_once(stage, refused):
    await stage.start(2)
    await stage.slash(stage.ann, "game pause")
    await refused(stage.slash(stage.ann, "game pause"), "already")
    assert (await stage.table()).status == "running"


async def test_after_a_pause_nobody_can_pause_again_alone(stage):
    await stage.start(2)
    for who in (stage.ann, stage.ben):
        await stage.slash(who, "game pause")
    await stage.slash(stage.ann, "game pause")
    assert "ends the pause" in words(stage.board())
    await stage.slash(stage.ben, "game pause")

    assert (await stage.table()).status == "running"
    assert "1 of 2" in words(stage.public()[-1])
