"""Painting ahead: boards come in between, trouble harms nothing, and a bot that stops does not wait for it."""

from __future__ import annotations

import asyncio
import time

import pytest

import games
import render
from bot.pictures import Pictures


@pytest.fixture
def pictures():
    one = Pictures()
    yield one
    one.close()


def painting(monkeypatch, steps):
    """Take `steps` for every game's painting ahead, and note whose are taken."""
    taken = []

    def warming(slug):
        for step in steps:
            taken.append((slug, step))
            yield step()

    monkeypatch.setattr(render, "warming", warming)
    return taken


async def warmed(pictures):
    pictures.warm(after=0)
    await asyncio.wait_for(pictures._warming, 10)


async def painted(taken, steps):
    for _ in range(1000):
        if len(taken) >= steps:
            return
        await asyncio.sleep(0.01)
    pytest.fail("nothing was painted")


async def board(pictures, slug="cactpot"):
    game = games.load(slug)
    view = game.view(game.setup(2, b"seed"), None)
    return await pictures.draw(slug, "board", view, ("Ann", "Bo"))


async def test_every_game_is_painted_ahead_once(pictures, monkeypatch, caplog):
    caplog.set_level("INFO", "slowplay")
    taken = painting(monkeypatch, [lambda: None] * 2)
    await warmed(pictures)
    pictures.warm(after=0)  # on_ready comes again after a lost session
    await asyncio.sleep(0.05)

    assert [slug for slug, _ in taken] == [slug for slug in games.slugs() for _ in range(2)]
    assert [record.message for record in caplog.records if "painted ahead" in record.message] == [
        "pictures painted ahead in 0 s"
    ]


async def test_a_board_is_drawn_between_two_steps(pictures, monkeypatch):
    taken = painting(monkeypatch, [lambda: time.sleep(0.005)] * 100_000)
    pictures.warm(after=0)
    await painted(taken, 1)

    assert await asyncio.wait_for(board(pictures), 10)
    assert not pictures._warming.done()


async def test_trouble_with_one_game_leaves_the_others_and_drawing_alone(pictures, monkeypatch, caplog):
    taken = painting(monkeypatch, [lambda: 1 // 0])
    await warmed(pictures)

    assert [slug for slug, _ in taken] == list(games.slugs())
    assert sum("could not be painted ahead" in record.message for record in caplog.records) == len(games.slugs())
    assert await board(pictures)


async def test_a_bot_that_stops_does_not_paint_on(monkeypatch):
    taken = painting(monkeypatch, [lambda: None] * 100_000)
    pictures = Pictures()
    pictures.warm(after=0)
    await painted(taken, 2)
    pictures.close()
    await asyncio.wait([pictures._warming])
    before = len(taken)
    await asyncio.sleep(0.05)

    assert pictures._warming.cancelled()
    assert len(taken) == before
