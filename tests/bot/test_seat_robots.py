"""Robots in seats."""

from __future__ import annotations

import logging
from itertools import pairwise

import pytest
from seating import ANN

import games
from bot import seats, upgrade
from bot.robots import Robots

each_game = pytest.mark.parametrize("slug", games.slugs())


async def against_robots(days, slug, level="full"):
    table = await days.lobby(1, slug)
    for _ in range(1, max(games.load(slug).meta.seats) - 1):
        await days.tables.add_robot(table.id, ANN, level)
    return (await days.tables.start(table.id, ANN, seed=bytes(16))).table


@each_game
@pytest.mark.parametrize("level", ["easy", "full"])
async def test_one_player_and_robots_play_to_the_end(days, slug, level):
    table = await against_robots(days, slug, level)
    while table.status == "running":
        await days.robots.settle()
        table = await days.tables.get(table.id)
        if table.status == "running":
            assert table.users(table.awaited) == (ANN,)
            await days.tables.move(table.id, ANN, table.game.legal(table.state, 0)[0])
            table = await days.tables.get(table.id)
    log = await days.tables.log(table.id)
    assert {entry.kind for entry in log} == {"setup", "move", "robot"}
    assert upgrade.replay(await days.tables.setup(table.id), log[1:]) == await days.state(table)
    assert [row["user_id"] for row in await days.store.rows("SELECT user_id FROM results")] == [ANN]


async def test_after_a_restart_a_robot_goes_on_where_it_waited(days, path):
    days.tables.listeners.remove(days.robots.kick)
    table = await against_robots(days, "cactpot")
    while not table.robots_to_move:
        table = (await days.tables.move(table.id, *await days.next(table))).table
    await days.reopen(path)
    await days.robots.resume()
    await days.robots.settle()
    after = await days.tables.get(table.id)
    assert after.seq > table.seq
    assert not after.robots_to_move


async def test_a_robot_whose_player_comes_back_while_it_thinks_moves_nothing(days, monkeypatch):
    table = await days.start(2)
    user = ANN + table.awaited[0]
    real = Robots.choose

    async def choose(robots, now, seat, level):
        move = await real(robots, now, seat, level)
        await seats.back(days.tables, table.id, user)
        return move

    monkeypatch.setattr(Robots, "choose", choose)
    await seats.robot_in(days.tables, table.id, user)
    await days.robots.settle()
    assert await days.kinds(table) == ["setup", "seat", "seat"]
    assert (await days.tables.get(table.id)).users(table.awaited) == (user,)


async def test_a_robot_that_fails_stops_and_is_told_of_without_secrets(days, monkeypatch, caplog):
    async def choose(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(Robots, "choose", choose)
    table = await days.start(2)
    with caplog.at_level(logging.ERROR, "slowplay"):
        await seats.robot_in(days.tables, table.id, ANN + table.awaited[0])
        await days.robots.settle()
    assert len(caplog.records) == 1
    assert (await days.tables.setup(table.id)).seed not in caplog.text


async def test_a_robot_that_failed_tries_again_by_itself_and_fills_no_log(days, monkeypatch, caplog):
    tried, real = [], Robots.choose

    async def choose(*_):
        tried.append(days.now)
        raise ZeroDivisionError

    monkeypatch.setattr(Robots, "choose", choose)
    table = await days.start(2)
    begin = days.now
    with caplog.at_level(logging.WARNING, "slowplay"):
        await seats.robot_in(days.tables, table.id, ANN + table.awaited[0])
        await days.robots.settle()
        await days.pass_by(begin + 3600)
    waits = [round((later - former) / 60) for former, later in pairwise(tried)]
    assert waits == [1, 2, 4, 8, 10, 10, 10, 10]
    assert len(caplog.records) == 1

    monkeypatch.setattr(Robots, "choose", real)
    await days.pass_by(days.now + 660)
    assert await days.kinds(table) == ["setup", "seat", "robot"]


async def test_a_closing_program_lets_robots_end_quietly(days, caplog):
    table = await against_robots(days, "catsudoku")
    while not table.robots_to_move:
        table = (await days.tables.move(table.id, *await days.next(table))).table
    days.robots.close()
    with caplog.at_level(logging.ERROR, "slowplay"):
        await days.robots.settle()
        days.robots.kick(table.id)
        await days.robots.settle()
    assert caplog.records == []
