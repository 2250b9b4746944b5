"""Pausing by agreement."""

from __future__ import annotations

import pytest
from days import DAY, HOUR
from seating import ANN, BEN, CLEO

from bot import pauses, seats, undo
from bot.errors import Refusal


async def test_a_game_rests_when_all_have_asked_and_goes_on_when_one_wants_to(days):
    table = await days.start(3)
    for user, resting in ((ANN, False), (CLEO, False), (BEN, True)):
        done = await pauses.agree(days.tables, table.id, user)
        assert (done.table.status == "paused") is resting
    assert (done.table.deadline, done.table.ending) == (None, "agreed")
    with pytest.raises(Refusal, match="agreed to pause"):
        await days.tables.move(table.id, *await days.next(table))
    with pytest.raises(Refusal, match="agreed to pause"):
        await undo.take_back(days.tables, table.id, ANN)
    await days.later(days=20)
    assert await days.kinds(table) == ["setup"]

    await days.sent()
    done = await pauses.agree(days.tables, table.id, BEN)
    assert (done.table.status, done.table.ending, done.table.deadline) == ("running", None, days.now + DAY)
    (board,) = [payload for kind, _, payload in await days.sent() if kind == "board"]
    assert board["users"] == list(done.table.users(done.table.awaited))
    assert (await days.tables.move(table.id, *await days.next(table))).table.seq == 2


async def test_a_move_makes_an_unanswered_wish_void(days):
    table = await days.start(2)
    await pauses.agree(days.tables, table.id, ANN)
    await days.tables.move(table.id, *await days.next(table))
    assert (await pauses.agree(days.tables, table.id, BEN)).table.status == "running"


async def test_who_is_absent_need_not_agree(days):
    table = await days.start(3)
    days.tables.listeners.remove(days.robots.kick)
    await seats.robot_in(days.tables, table.id, CLEO)
    await pauses.agree(days.tables, table.id, ANN)
    assert (await pauses.agree(days.tables, table.id, BEN)).table.status == "paused"


@pytest.mark.parametrize("leave", [seats.robot_in, seats.resign])
async def test_who_leaves_the_seat_to_a_robot_blocks_no_pause_the_others_asked_for(days, leave):
    table = await days.start(3)
    days.tables.listeners.remove(days.robots.kick)
    for user in (ANN, BEN):
        assert (await pauses.agree(days.tables, table.id, user)).table.status == "running"
    await days.sent()
    assert (await leave(days.tables, table.id, CLEO)).table.status == "paused"
    assert [p["text"][:17] for kind, _, p in await days.sent() if kind == "notice"] == ["All players agree"]


async def test_a_table_left_to_robots_rests_only_when_somebody_asks(days):
    table = await days.start(2)
    days.tables.listeners.remove(days.robots.kick)
    await pauses.agree(days.tables, table.id, ANN)
    await seats.robot_in(days.tables, table.id, ANN)
    assert (await seats.robot_in(days.tables, table.id, BEN)).table.status == "running"
    assert (await pauses.agree(days.tables, table.id, ANN)).table.status == "paused"
    assert (await pauses.agree(days.tables, table.id, BEN)).table.status == "running"


async def notices(days):
    return [payload["text"] for kind, _, payload in await days.outbox() if kind == "notice"]


async def test_a_paused_game_is_warned_and_ends_after_thirty_days(days):
    table = await days.start(2)
    await days.later(hours=5)
    for user in (ANN, BEN):
        await pauses.agree(days.tables, table.id, user)
    paused = days.now
    await days.sent()
    await days.at(paused + 27 * DAY - HOUR)
    assert await notices(days) == []
    for hours in range(4):
        await days.at(paused + 27 * DAY + hours * HOUR)
    (warning,) = await notices(days)
    assert f"<t:{int(paused + 30 * DAY)}:R>" in warning
    assert "/game pause" in warning
    await days.at(paused + 30 * DAY - HOUR)
    assert (await days.tables.get(table.id)).status == "paused"
    await days.at(paused + 30 * DAY + HOUR)
    table = await days.tables.get(table.id)
    assert (table.status, table.ending) == ("over", "idle")
    assert len(await notices(days)) == 2


async def test_a_paused_game_is_warned_though_it_had_been_idle_and_warned_before(days):
    opened = await days.tables.open(
        "cactpot", guild_id=1, channel_id=7, user_id=ANN, name="Ann", options={}, turn_time=None
    )
    await days.tables.join(opened.table.id, BEN, "Ben")
    table = (await days.tables.start(opened.table.id, ANN, seed=bytes(16))).table
    await days.later(days=28)
    for user in (ANN, BEN):
        await pauses.agree(days.tables, table.id, user)
    await days.sent()
    await days.later(days=26)
    assert await notices(days) == []
    await days.later(days=1, hours=1)
    assert len(await notices(days)) == 1
    table = (await pauses.agree(days.tables, table.id, ANN)).table
    await days.later(days=4)
    assert (await days.tables.get(table.id)).status == "running"


async def test_only_players_pause_and_only_what_has_begun(days):
    table = await days.start(2)
    with pytest.raises(Refusal, match="do not play"):
        await pauses.agree(days.tables, table.id, CLEO)
    with pytest.raises(Refusal, match="not begun yet"):
        await pauses.agree(days.tables, (await days.lobby(channel=8)).id, ANN)
    await days.tables.pause(table.id, "Its rules changed.")
    with pytest.raises(Refusal, match="rules can go on"):
        await pauses.agree(days.tables, table.id, ANN)


async def test_a_window_of_the_table_rests_too(days):
    table = await days.looked_over()
    for user in (ANN, BEN):
        await pauses.agree(days.tables, table.id, user)
    await days.later(days=1)
    assert (await days.tables.get(table.id)).seq == table.seq
    table = (await pauses.agree(days.tables, table.id, ANN)).table
    assert table.close_at == days.now + 2 * HOUR
