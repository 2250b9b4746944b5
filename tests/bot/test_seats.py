"""Seats that change hands: one act moves everything, and what the former player knew is not sent on."""

from __future__ import annotations

import pytest
from days import DAY, HOUR
from seating import ANN, BEN, EVE

import games
from bot import seats, upgrade
from bot.errors import Refusal, Repeated
from games import robots

each_game = pytest.mark.parametrize("slug", games.slugs())


@pytest.fixture
def still(days):
    """Days on which robots sit but do not move by themselves."""
    days.tables.listeners.remove(days.robots.kick)
    return days


async def private(days):
    return [target for kind, target, _ in await days.outbox() if kind == "hand"]


@each_game
async def test_a_substitute_takes_over_turn_name_hand_and_host(still, slug):
    table = await still.start(2, slug)
    (seat,) = table.awaited
    former = ANN + seat
    if former != table.host_id:
        table = (await still.tables.move(table.id, *await still.next(table))).table
        seat = table.awaited[0]
        former = ANN + seat
    await still.sent()
    still.now += 5 * HOUR
    await still.hand_over(table, seat, EVE, "Eve")

    table = await still.tables.get(table.id)
    assert (table.players[seat].user_id, table.players[seat].name, table.seat_of(former)) == (EVE, "Eve", None)
    assert table.users(table.awaited) == (EVE,)
    assert table.deadline == still.now + DAY
    assert table.host_id == (EVE if former == ANN else ANN)
    sent = await still.outbox()
    assert [payload["users"] for kind, _, payload in sent if kind == "board"] == [[EVE]]
    assert set(await private(still)) <= {EVE}
    with pytest.raises(Refusal, match="do not play"):
        await still.tables.move(table.id, former, "draw")
    legal = table.game.legal(table.state, seat)
    assert (await still.tables.move(table.id, EVE, legal[0])).table.seq == table.seq + 1
    log = await still.tables.log(table.id)
    assert upgrade.replay(await still.tables.setup(table.id), log[1:]) == await still.state(table)


async def test_what_waits_for_the_former_player_is_not_sent_on(still):
    table = await still.start(2)
    seat = table.awaited[0]
    assert ANN + seat in await private(still)
    await still.wish(ANN + seat, quiet_from=0, quiet_to=16 * 60)
    await still.hand_over(table, seat, EVE, "Eve")
    assert sorted(await private(still)) == sorted({ANN, BEN, EVE} - {ANN + seat})


async def test_a_substitute_inherits_neither_silence_nor_closed_messages(still):
    table = await still.start(2)
    async with still.store.transaction() as db:
        await db.execute("UPDATE players SET muted = 1, dm_shut = 1, missed = 2 WHERE seat = 0")
    await still.hand_over(table, 0, EVE, "Eve")
    player = (await still.tables.get(table.id)).players[0]
    assert (player.muted, player.dm_shut, player.missed, player.robot) == (False, False, 0, None)


async def test_a_robot_leaves_its_seat_to_a_substitute(still):
    table = await still.lobby(1)
    await still.tables.add_robot(table.id, ANN, "easy")
    table = (await still.tables.start(table.id, ANN, seed=bytes(16))).table
    await still.hand_over(table, 1, EVE, "Eve")
    player = (await still.tables.get(table.id)).players[1]
    assert (player.user_id, player.robot, player.name) == (EVE, None, "Eve")


@pytest.mark.parametrize("dm", ["changes", "turns", "never"])
async def test_a_substitute_who_wants_no_messages_gets_none(still, dm):
    table = await still.start(2)
    await still.sent()
    await still.wish(EVE, dm=dm)
    await still.hand_over(table, 0, EVE, "Eve")
    assert bool(await private(still)) == (dm != "never")


@each_game
async def test_a_robot_plays_on_for_whoever_resigns(days, slug, monkeypatch):
    monkeypatch.setattr(robots, "choose", lambda _slug, _view, legal, _seed, _level: legal[-1])
    table = await days.start(2, slug)
    await seats.resign(days.tables, table.id, ANN)
    await days.robots.settle()
    table = await days.tables.get(table.id)
    assert (table.players[0].user_id, table.players[0].robot) == (None, "full")
    assert (table.host_id, table.status) == (BEN, "running")
    assert table.users(table.awaited) == (BEN,)
    table = await finish(days, table)
    assert (table.status, table.ending) == ("over", "finished")
    assert {row["user_id"] for row in await days.store.rows("SELECT user_id FROM results")} == {BEN}


async def finish(days, table):
    """Let those who are left play to the end; user ids tell nothing of seats here."""
    while table.status == "running":
        seat = next(seat for seat in table.awaited if table.players[seat].robot is None)
        await days.tables.move(table.id, table.players[seat].user_id, table.game.legal(table.state, seat)[0])
        await days.robots.settle()
        table = await days.tables.get(table.id)
    return table


async def test_when_the_last_player_resigns_the_game_ends(still):
    table = await still.start(2)
    await seats.resign(still.tables, table.id, ANN)
    await seats.resign(still.tables, table.id, BEN)
    table = await still.tables.get(table.id)
    assert (table.status, table.ending, table.deadline) == ("over", "deserted", None)
    assert "Nobody is left" in next(p for kind, _, p in await still.outbox() if kind == "notice")["text"]
    assert (await still.lobby()).status == "lobby"


async def test_a_robot_in_a_players_seat_moves_until_they_are_back(days):
    table = await days.start(3)
    await seats.robot_in(days.tables, table.id, ANN)
    for _ in range(4):
        await days.robots.settle()
        table = await days.tables.get(table.id)
        assert ANN not in table.users(table.awaited)
        await days.tables.move(table.id, *await days.next(table))
    await days.robots.settle()
    assert "robot" in await days.kinds(table)
    with pytest.raises(Refusal, match="already"):
        await seats.robot_in(days.tables, table.id, ANN)
    await seats.back(days.tables, table.id, ANN)
    with pytest.raises(Refusal, match="yours already"):
        await seats.back(days.tables, table.id, ANN)


async def test_a_seat_changes_once_an_interaction(still):
    table = await still.start(2)
    said = (await still.hand_over(table, 0, EVE, "Eve", interaction_id=1)).text
    with pytest.raises(Repeated) as again:
        await seats.accept(still.tables, table.id, 1, EVE, "Eve", interaction_id=1)
    assert str(again.value) == said


async def test_a_rematch_gives_absent_players_their_own_seats_again(still):
    table = await still.start(2)
    await seats.robot_in(still.tables, table.id, BEN)
    await still.tables.end(table.id, ANN, "Ann", allowed=False)
    table = (await still.tables.rematch(table.id, ANN)).table
    assert [(player.user_id, player.robot) for player in table.players] == [(ANN, None), (BEN, None)]


@pytest.mark.parametrize("where", [{"channel_id": 7}, {"guild_id": 1}])
async def test_what_was_played_in_a_deleted_channel_or_lost_server_is_over(still, where):
    table = await still.start(2)
    other = await still.start(2, channel=8)
    await still.tables.vacate(**where)
    table = await still.tables.get(table.id)
    assert (table.status, table.ending, table.deadline) == ("over", "gone", None)
    assert ((await still.tables.get(other.id)).status == "running") == ("channel_id" in where)
    assert {row["game_id"] for row in await still.store.rows("SELECT game_id FROM outbox")} <= {other.id}
    await still.later(days=40)
    assert len(await still.tables.log(table.id)) == 1
