"""What is read out of pictures: the picture itself, in words without Markdown."""

from __future__ import annotations

import random

import pytest
from simstage import alts

import games

each_game = pytest.mark.parametrize("slug", games.slugs())


@each_game
async def test_no_alt_text_holds_markdown(stage, slug):
    await stage.start(2, slug)
    rng, said = random.Random(1), []
    for _ in range(3):
        await stage.move(rng=rng)
        who, _ = await stage.to_act()
        said += [await stage.slash(who, f"game {look}") for look in ("hand", "board", "history")]
        said.append(await stage.click(who, stage.board(), "Take turn"))
    found = [alt for each in said for alt in alts(each.message)]
    found += [alt for message in stage.public() for alt in alts(message)]
    found += [alt for who in (stage.ann, stage.ben) for message in stage.private(who) for alt in alts(message)]

    assert len(found) > 15
    assert [alt for alt in found if "**" in alt or "<@" in alt or "`" in alt] == []


@each_game
async def test_a_page_of_the_history_describes_the_board_of_that_moment(stage, slug):
    await stage.start(2, slug)
    before = alts(stage.board())
    await stage.move()
    who = await stage.waiting() or stage.dan
    page = await stage.slash(who, "game history")
    outsider = await stage.slash(stage.dan, "game history")
    assert alts(outsider.message) == alts(stage.board())
    first = await stage.click(stage.dan, outsider.message, "First")
    assert alts(first.message) == before
    assert alts(page.message)


async def test_one_move_is_one_move(stage):
    await stage.start(2)
    await stage.move()
    (attachment,) = (await stage.slash(stage.dan, "game replay")).message.attachments
    assert attachment["description"].startswith("Replay of 1 move. ")
