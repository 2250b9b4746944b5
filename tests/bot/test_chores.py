"""Cleaning up: what nobody touches is closed, by the newest move and never by its age."""

from __future__ import annotations

import pytest
from days import MORNING
from seating import ANN, BEN

from bot import chores, compose, seats, upgrade
from bot.hours import DAY, HOUR


async def game(days, **more):
    opened = await days.tables.open(
        "cactpot", guild_id=1, channel_id=7, user_id=ANN, name="Ann", options={}, turn_time=None, **more
    )
    await days.tables.join(opened.table.id, BEN, "Ben")
    return (await days.tables.start(opened.table.id, ANN, seed=bytes(16))).table


async def notices(days):
    return [payload["text"] for kind, _, payload in await days.outbox() if kind == "notice"]


# -- lobbies -----------------------------------------------------------------------------------------------------------


async def test_a_lobby_nobody_starts_closes_after_three_days_and_frees_its_channel(days):
    table = await days.lobby()
    await days.later(days=3, hours=-1)
    assert (await days.tables.get(table.id)).status == "lobby"
    await days.later(hours=1)
    table = await days.tables.get(table.id)
    assert (table.status, table.ending) == ("over", "closed")
    assert "closed before it began: nobody started it for 3 days." in str(compose.lobby(table).view.to_components())
    assert (await days.lobby()).status == "lobby"


@pytest.mark.parametrize("what", ["join", "leave", "add_robot", "drop_robot"])
async def test_a_lobby_where_something_happens_stays(days, what):
    table = await days.lobby(2)
    await days.tables.add_robot(table.id, ANN, "full")
    days.now += 2 * DAY
    works = {
        "join": lambda: days.tables.join(table.id, 999, "Late"),
        "leave": lambda: days.tables.leave(table.id, BEN),
        "add_robot": lambda: days.tables.add_robot(table.id, ANN, "easy"),
        "drop_robot": lambda: days.tables.drop_robot(table.id, ANN),
    }
    await works[what]()
    await days.later(days=2)
    assert (await days.tables.get(table.id)).status == "lobby"
    await days.later(days=1)
    assert (await days.tables.get(table.id)).status == "over"


# -- idle games --------------------------------------------------------------------------------------------------------


async def test_an_idle_game_is_warned_once_and_then_ends(days):
    table = await game(days)
    await days.later(days=26)
    assert await notices(days) == []
    for _ in range(4):
        await days.later(hours=8)
    (warning,) = await notices(days)
    assert f"<t:{int(MORNING + 30 * DAY)}:R>" in warning

    await days.at(MORNING + 30 * DAY - HOUR)
    assert (await days.tables.get(table.id)).status == "running"
    await days.at(MORNING + 30 * DAY + 9 * HOUR)
    table = await days.tables.get(table.id)
    assert (table.status, table.ending) == ("over", "idle")
    assert len(await notices(days)) == 2
    assert (await days.lobby()).status == "lobby"


async def test_a_move_after_the_warning_saves_the_game_and_brings_a_new_warning_later(days):
    table = await game(days)
    await days.later(days=28)
    await days.tables.move(table.id, *await days.next(table))
    await days.later(days=26)
    assert (await days.tables.get(table.id)).status == "running"
    assert len(await notices(days)) == 1
    await days.later(days=1, hours=1)
    assert len(await notices(days)) == 2
    await days.later(days=3)
    assert (await days.tables.get(table.id)).ending == "idle"


async def test_vacations_and_robots_of_others_are_no_moves(days):
    table = await game(days)
    (user,) = table.users(table.awaited)
    days.now += 20 * DAY
    await seats.robot_in(days.tables, table.id, ANN + BEN - user)
    await days.later(days=7, hours=1)
    assert len(await notices(days)) == 1


async def test_nothing_ends_without_having_been_warned_three_days_before(days, path):
    table = await game(days)
    await days.later(hours=1)
    await days.reopen(path)
    await days.later(days=40)
    assert (await days.tables.get(table.id)).status == "running"
    (warning,) = await notices(days)
    assert f"<t:{int(days.now + 3 * DAY)}:R>" in warning
    await days.later(days=3, hours=-2)
    assert (await days.tables.get(table.id)).status == "running"
    await days.later(hours=3)
    assert (await days.tables.get(table.id)).ending == "idle"


async def test_a_game_that_its_rules_have_left_blocks_its_channel_for_a_month_at_most(days, path):
    table = await game(days)
    await days.later(days=28)
    async with days.store.transaction() as db:
        await db.execute("UPDATE games SET engine = 0, state = ?", (b'{"board": "of an earlier kind"}',))
    await days.reopen(path)
    await upgrade.all_games(days.tables)
    told = await notices(days)
    assert "or it ends in thirty days" in told[-1]
    await days.later(days=26)
    assert await notices(days) == told
    await days.later(days=1)
    assert "has waited for its rules for 27 days" in (await notices(days))[-1]
    await days.later(days=2)
    assert (await days.tables.get(table.id)).status == "paused"
    await days.later(days=1, hours=1)
    table = await days.tables.get(table.id)
    assert (table.status, table.ending) == ("over", "idle")
    assert (await days.lobby()).status == "lobby"


async def test_a_game_of_many_months_with_moves_goes_on(days):
    table = await game(days)
    for _ in range(10):
        days.now += 20 * DAY
        await days.tables.move(table.id, *await days.next(table))
        await days.later(hours=2)
    assert (await days.tables.get(table.id)).status == "running"
    assert await notices(days) == []


async def test_cleaning_goes_on_after_a_restart_and_every_hour(days, path):
    table = await days.lobby()
    await days.later(days=2)
    await days.reopen(path)
    await days.pass_by(MORNING + 3 * DAY + 2 * HOUR)
    assert (await days.tables.get(table.id)).status == "over"


async def test_what_is_touched_in_the_moment_of_cleaning_stays(days, monkeypatch):
    lobby, other = await days.lobby(channel=8), await game(days)
    real = chores._older

    async def older(tables, *which):
        found = await real(tables, *which)
        if found == [lobby.id]:
            await tables.start(lobby.id, ANN)
        if found == [other.id]:
            await tables.move(other.id, *await days.next(other))
        return found

    await days.later(days=2)
    monkeypatch.setattr(chores, "_older", older)
    await days.later(days=26)
    for table in (lobby, other):
        assert (await days.tables.get(table.id)).status == "running"
    assert await notices(days) == []
