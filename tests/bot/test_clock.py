"""What happens by itself when a time is up."""

from __future__ import annotations

import asyncio
import logging
import random

import pytest
from days import MORNING, at
from seating import ANN, BEN, CLEO

import games
from bot import offers, seats, upgrade
from bot.errors import Refusal, Stale
from bot.hours import DAY, HOUR
from bot.robots import Robots
from bot.tables import PATIENCE
from games.core import RulesError

TURN_TIMES = [HOUR, 7 * DAY]
each_game = pytest.mark.parametrize("slug", games.slugs())


async def start(days, turn_time=DAY, slug="cactpot", players=2, channel=7, **options):
    done = await days.tables.open(
        slug, guild_id=1, channel_id=channel, user_id=ANN, name="Ann", options=options, turn_time=turn_time
    )
    for user, name in [(BEN, "Ben"), (CLEO, "Cleo")][: players - 1]:
        await days.tables.join(done.table.id, user, name)
    return (await days.tables.start(done.table.id, ANN, seed=bytes(16))).table


async def replays(days, table):
    log = await days.tables.log(table.id)
    return upgrade.replay(await days.tables.setup(table.id), log[1:]) == await days.state(table)


# -- deadlines ---------------------------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("turn_time", TURN_TIMES)
async def test_a_turn_has_its_time_from_the_move_before(days, slug, turn_time):
    table = await start(days, turn_time, slug)
    assert table.deadline == MORNING + turn_time
    days.now += 600
    user, text = await days.next(table)
    table = (await days.tables.move(table.id, user, text)).table
    assert table.deadline == MORNING + 600 + turn_time


async def test_without_a_turn_time_a_turn_lasts_for_ever(days):
    table = await start(days, None)
    assert table.deadline is None
    await days.later(days=26)
    assert await days.kinds(table) == ["setup"]
    assert await days.called() == []


async def test_the_deadline_is_stretched_for_whoever_is_awaited(days):
    for user in (ANN, BEN):
        await days.wish(user, zone="Asia/Kathmandu", quiet_from=22 * 60, quiet_to=8 * 60)
    days.now = at("2027-01-15 23:00", "Asia/Kathmandu")
    table = await start(days, HOUR)
    assert table.deadline == at("2027-01-16 09:00", "Asia/Kathmandu")


# -- time-outs ---------------------------------------------------------------------------------------------------------


@each_game
async def test_when_time_is_up_a_robot_makes_the_move_and_the_log_says_so(days, slug):
    table = await start(days, slug=slug)
    (seat,) = table.awaited
    await days.at(table.deadline - 1)
    assert await days.kinds(table) == ["setup"]
    await days.at(table.deadline)

    entries = (await days.tables.log(table.id))[1:]
    assert {(entry.kind, entry.seat) for entry in entries} == {("timeout", seat)}
    assert "Time is up" in entries[0].note
    assert table.players[seat].name in entries[0].note
    after, awaited = await days.awaited(table)
    assert ANN + seat not in awaited
    assert after.players[seat].missed == 1
    assert after.players[seat].robot is None
    assert await replays(days, table)


async def test_the_whole_turn_is_played_and_counts_as_one(days):
    table = await start(days, slug="catsudoku")
    (seat,) = table.awaited
    await days.at(table.deadline)

    entries = (await days.tables.log(table.id))[1:]
    assert [entry.text.split()[0] for entry in entries][:2] == ["draw", "grid"]
    assert [bool(entry.note) for entry in entries] == [True] + [False] * (len(entries) - 1)
    assert (await days.awaited(table))[0].players[seat].missed == 1


async def test_alone_at_a_table_a_time_out_is_one_move(days):
    table = await start(days, slug="catsudoku", players=1)
    await days.at(table.deadline)
    assert await days.kinds(table) == ["setup", "timeout"]


@each_game
@pytest.mark.parametrize("players", [1, 2])
async def test_robots_do_not_play_a_game_out_that_nobody_plays_any_more(days, slug, players):
    if players not in games.load(slug).meta.seats:
        return
    table = await start(days, slug=slug, players=players)
    while (table := (await days.awaited(table))[0]).deadline is not None:
        await days.at(table.deadline)
    assert table.status == "running"
    assert table.forsaken
    notes = [text for kind, _, text in await days.outbox() if kind == "notice"]
    assert ["nobody plays here now" in note["text"] for note in notes] == [True]
    assert notes[0]["users"] == list(range(ANN, ANN + players))
    await days.later(days=3)
    assert (await days.awaited(table))[0].seq == table.seq

    await seats.back(days.tables, table.id, ANN)
    await days.robots.settle()
    after = await days.tables.get(table.id)
    assert not after.forsaken
    assert after.status == "over" or after.users(after.awaited) == (ANN,)


@each_game
async def test_a_game_that_all_have_left_to_robots_for_a_while_waits_for_whoever_is_back_first(days, slug):
    table = await start(days, slug=slug)
    said = [(await seats.robot_in(days.tables, table.id, user)).text for user in (ANN, BEN)]
    await days.robots.settle()
    assert ["the game waits" in text for text in said] == [False, True]
    waiting = await days.tables.get(table.id)
    assert waiting.forsaken
    await days.later(days=3)
    assert (await days.tables.get(table.id)).seq == waiting.seq
    await seats.back(days.tables, table.id, BEN)
    await days.robots.settle()
    after = await days.tables.get(table.id)
    assert after.users(after.awaited) == (BEN,)


async def test_a_game_left_to_robots_by_those_who_come_back_waits_though_others_have_left_for_good(days):
    table = await start(days)
    await seats.robot_in(days.tables, table.id, ANN)
    await seats.resign(days.tables, table.id, BEN)
    await days.robots.settle()
    assert (await days.tables.get(table.id)).status == "running"
    assert (await days.tables.get(table.id)).robots_to_move == ()
    told = [text for kind, _, text in await days.outbox() if kind == "notice"]
    assert [note["users"] for note in told] == [[ANN]], "and is told so"


async def test_who_leaves_a_game_that_then_waits_for_others_reads_so(days):
    table = await start(days)
    await seats.robot_in(days.tables, table.id, BEN)
    said = (await seats.resign(days.tables, table.id, ANN)).text
    assert said.endswith("it waits until one of them is back.")
    note = (await days.tables.log(table.id))[-1].note
    assert note.endswith("has left the game; the seat is a robot's now.")


async def test_a_game_that_waits_calls_its_players_once_in_eight_hours_however_often_robots_come_and_go(days):
    table = await start(days)
    await seats.robot_in(days.tables, table.id, ANN)
    for _ in range(3):
        await seats.robot_in(days.tables, table.id, BEN)
        await seats.back(days.tables, table.id, BEN)
    told = [note["users"] for kind, _, note in await days.outbox() if kind == "notice"]
    assert told == [[ANN]]


@each_game
async def test_after_three_turns_in_a_row_the_seat_is_the_robots(days, slug):
    table = await start(days, slug=slug)
    first = table.players[table.awaited[0]]
    missed = 0
    while missed < PATIENCE:
        table, (user,) = await days.awaited(table)
        if user == first.user_id:
            await days.at(table.deadline)
            missed += 1
        else:
            await days.tables.move(table.id, *await days.next(table))
        after = (await days.tables.get(table.id)).players[first.seat]
        assert (after.missed, after.robot) == (missed, "full" if missed == PATIENCE else None)

    notes = [entry.note for entry in await days.tables.log(table.id) if entry.note]
    assert ["keeps the seat" in note for note in notes] == [False, False, True]
    await days.robots.settle()
    table, awaited = await days.awaited(table)
    assert first.user_id not in awaited
    assert await replays(days, table)


async def test_a_move_in_time_sets_the_count_back(days):
    table = await start(days)
    first = table.awaited[0]
    for in_time in (False, False, True, False, False):
        while first not in (await days.awaited(table))[0].awaited:
            await days.tables.move(table.id, *await days.next(table))
        table, _ = await days.awaited(table)
        if in_time:
            await days.tables.move(table.id, *await days.next(table))
        else:
            await days.at(table.deadline)
    player = (await days.tables.get(table.id)).players[first]
    assert (player.missed, player.robot) == (2, None)


@pytest.mark.parametrize("how", ["presses", "moves"])
async def test_who_comes_back_takes_the_seat_from_the_robot(days, how):
    table = await start(days)
    user = ANN + table.awaited[0]
    days.tables.listeners.remove(days.robots.kick)  # it would move at once
    await seats.robot_in(days.tables, table.id, user)
    table, awaited = await days.awaited(table)
    assert (awaited, table.deadline) == ((), None)
    if how == "presses":
        await seats.back(days.tables, table.id, user)
        table, awaited = await days.awaited(table)
        assert (awaited, table.deadline) == ((user,), days.now + DAY)
    else:
        await days.tables.move(table.id, *await days.next(table))
    player = (await days.tables.get(table.id)).players[user - ANN]
    assert (player.missed, player.robot) == (0, None)


@pytest.mark.parametrize("first", ["player", "clock"])
@pytest.mark.parametrize("seq", ["board", "typed"])
async def test_a_move_in_the_very_second_of_the_time_out_is_made_once(days, first, seq):
    table = await start(days)
    days.now = table.deadline
    user, text = await days.next(table)
    move = days.tables.move(table.id, user, text, seq=table.seq if seq == "board" else None)
    clock = days.clock.tick()
    works = [move, clock] if first == "player" else [clock, move]
    results = await asyncio.gather(*works, return_exceptions=True)

    entries = (await days.tables.log(table.id))[1:]
    assert len(entries) == 1
    made = results[works.index(move)]
    assert isinstance(made, Stale | RulesError) == (entries[0].kind == "timeout")
    assert not isinstance(results[works.index(clock)], BaseException)
    assert await replays(days, table)


@pytest.mark.parametrize("first", ["player", "clock"])
async def test_either_may_win_the_second_of_the_time_out(days, first):
    table = await start(days)
    days.now = table.deadline
    user, text = await days.next(table)
    choice = await days.robots.choose(table, user - ANN, "full")
    if first == "player":
        await days.tables.move(table.id, user, text)
        with pytest.raises(Stale):
            await days.tables.time_out(table.id, user - ANN, [choice], seq=0)
    else:
        await days.tables.time_out(table.id, user - ANN, [choice], seq=0)
        with pytest.raises(RulesError):
            await days.tables.move(table.id, user, text)
    assert len(await days.tables.log(table.id)) == 2


async def test_a_deadline_that_was_moved_meanwhile_is_not_over(days):
    table = await start(days)
    user, _ = await days.next(table)
    choice = await days.robots.choose(table, user - ANN, "full")
    days.now = table.deadline - 60
    await days.wish(user, away_until=int(days.now + 2 * DAY))
    await seats.rest(days.tables, user, None)
    days.now = table.deadline
    with pytest.raises(Stale):
        await days.tables.time_out(table.id, user - ANN, [choice], seq=table.seq)
    await days.later()
    assert await days.kinds(table) == ["setup", "seat"]


async def test_games_end_though_everybody_has_gone(days):
    table = await start(days, HOUR, players=3)
    await days.pass_by(MORNING + 40 * DAY)
    table = await days.tables.get(table.id)
    assert (table.status, table.ending) == ("over", "idle")
    assert all(player.robot for player in table.players)
    assert await replays(days, table)


async def test_a_time_out_that_fails_is_tried_again_later_and_holds_up_nobody(days, caplog, monkeypatch):
    one, other = await start(days, HOUR), await start(days, HOUR, channel=8)
    real = Robots.choose

    async def choose(robots, table, *more):
        if table.id == one.id:
            raise ZeroDivisionError
        return await real(robots, table, *more)

    monkeypatch.setattr(Robots, "choose", choose)
    with caplog.at_level(logging.ERROR, "slowplay"):
        assert await days.at(MORNING + HOUR) >= 60
    assert await days.kinds(one) == ["setup"]
    assert await days.kinds(other) == ["setup", "timeout"]
    assert len(caplog.records) == 1
    monkeypatch.setattr(Robots, "choose", real)
    await days.later(minutes=1)
    assert await days.kinds(one) == ["setup", "timeout"]


# -- vacations ---------------------------------------------------------------------------------------------------------


async def test_a_vacation_stops_the_clock_and_its_end_calls(days):
    table = await start(days)
    user = ANN + table.awaited[0]
    await days.later(hours=6)
    until = int(days.now + 10 * DAY)
    await days.wish(user, away_until=until)
    await seats.rest(days.tables, user, None)

    table, _ = await days.awaited(table)
    assert table.deadline == until + 18 * HOUR
    assert [(who, due) for who, _, due in await days.called()] == [(user, until)]
    assert "on vacation" in (await days.tables.log(table.id))[-1].note
    await days.at(until - 1)
    assert await days.kinds(table) == ["setup", "seat"]


async def test_a_vacation_set_again_and_again_gains_no_time(days):
    table = await start(days)
    user = ANN + table.awaited[0]
    until = int(days.now + DAY)
    was = None
    for _ in range(5):
        await days.wish(user, away_until=until)
        await seats.rest(days.tables, user, was)
        was = until
        assert (await days.awaited(table))[0].deadline == until + DAY
        assert len(await days.called()) == 1
    await days.wish(user, away_until=None)
    await seats.rest(days.tables, user, was)
    assert (await days.awaited(table))[0].deadline == days.now + DAY
    assert await days.called() == [], "who has just said so is here"


async def test_vacations_one_after_another_hold_a_turn_up_no_longer_than_one(days):
    table = await start(days)
    (user,) = (await days.awaited(table))[1]
    was = None
    for longest in (14, 15, 15):
        until = int(days.now + 13 * DAY)
        await days.wish(user, away_until=until)
        await seats.rest(days.tables, user, was)
        was = until
        assert (await days.awaited(table))[0].deadline == MORNING + longest * DAY
        await days.later(days=6)
    assert "timeout" in await days.kinds(table)


async def test_what_others_do_moves_no_deadline_and_begins_no_turn(days):
    table = await start(days, players=3)
    (user,) = (await days.awaited(table))[1]
    await days.wish(user, away_until=int(days.now + 3 * DAY))
    await seats.rest(days.tables, user, None)
    before = await days.tables.get(table.id)
    other, third = (each for each in (ANN, BEN, CLEO) if each != user)
    days.now += HOUR
    await seats.robot_in(days.tables, table.id, other)
    await seats.back(days.tables, table.id, other)
    await days.wish(third, away_until=int(days.now + DAY))
    await seats.rest(days.tables, third, None)
    await seats.resign(days.tables, table.id, third)

    after = await days.tables.get(table.id)
    assert after.seq > before.seq
    for name in ("deadline", "turn", "turn_at", "moved_at"):
        assert getattr(after, name) == getattr(before, name), name


# -- the table's own move ----------------------------------------------------------------------------------------------


async def spotting(days, turn_time=DAY):
    """Lead a table to a turn that the others may look over."""
    table = await start(days, turn_time, "catsudoku", players=3, mistakes="spotted")
    rng = random.Random(1)
    while table.close_at is None:
        table = (await days.tables.move(table.id, *await days.next(table, rng))).table
    return table


async def test_a_table_goes_on_by_itself_when_its_window_is_over(days):
    table = await spotting(days)
    assert (table.close_at, table.deadline) == (days.now + 2 * HOUR, None)
    assert await days.at(table.close_at - 5) <= 5.1
    assert (await days.tables.get(table.id)).seq == table.seq
    await days.at(table.close_at)

    after = await days.tables.get(table.id)
    entry = (await days.tables.log(table.id))[-1]
    assert (entry.kind, entry.seat) == ("move", None)
    assert (after.seq, after.close_at, after.deadline) == (table.seq + 1, None, days.now + DAY)
    assert await replays(days, table)


async def test_the_window_is_not_prolonged_by_who_says_fine(days):
    table = await spotting(days)
    days.now += HOUR
    after = (await days.tables.move(table.id, ANN + table.awaited[0], "fine")).table
    assert after.close_at == table.close_at


async def test_a_window_that_everybody_closed_does_not_close_again(days):
    table = await spotting(days)
    while (now := await days.tables.get(table.id)).close_at is not None:
        await days.tables.move(table.id, ANN + now.awaited[0], "fine")
    await days.at(table.close_at + 1)
    await days.tables.close(table.id)
    assert (await days.tables.get(table.id)).seq == now.seq


# -- restarts and outages ----------------------------------------------------------------------------------------------


async def test_a_restart_forgets_no_deadline(days, path):
    table = await start(days, HOUR)
    await days.later(minutes=50)
    await days.reopen(path)
    await days.later(minutes=9)
    assert await days.kinds(table) == ["setup"]
    await days.later(minutes=1)
    assert await days.kinds(table) == ["setup", "timeout"]


async def test_a_night_without_the_bot_costs_nobody_time(days, path):
    table = await start(days, 8 * HOUR)
    window = await days.looked_over(channel=99)
    await days.later(hours=1)
    await days.reopen(path)
    await days.later(hours=9)

    now = await days.tables.get(table.id)
    assert now.seq == table.seq
    assert now.deadline == table.deadline + 9 * HOUR
    assert (await days.tables.get(window.id)).close_at == window.close_at + 9 * HOUR
    await days.at(now.deadline)
    assert await days.kinds(table) == ["setup", "timeout"]


async def test_after_an_outage_two_waking_hours_are_left(days, path):
    for user in (ANN, BEN):
        await days.wish(user, quiet_from=22 * 60, quiet_to=8 * 60)
    days.now = at("2027-01-15 12:00")
    table = await start(days, 8 * HOUR)
    await days.at(at("2027-01-15 19:00"))
    await days.reopen(path)
    await days.at(at("2027-01-15 23:00"))
    assert (await days.tables.get(table.id)).deadline == at("2027-01-16 10:00")


@pytest.mark.parametrize("wakes", ["between", "within"])
async def test_a_machine_that_slept_while_the_bot_lived_costs_nobody_time(days, monkeypatch, wakes):
    table = await start(days, 8 * HOUR)
    window = await days.looked_over(channel=99)
    await days.clock.tick()
    days.now += 600
    if wakes == "within":  # the machine goes to sleep in the middle of a look at the clock
        real = days.clock._due

        async def due(*which):
            days.now += 25 * HOUR
            monkeypatch.setattr(days.clock, "_due", real)
            return await real(*which)

        monkeypatch.setattr(days.clock, "_due", due)
        await days.clock.tick()
    else:
        days.now += 25 * HOUR
    await days.clock.tick()

    now = await days.tables.get(table.id)
    assert (now.seq, now.deadline) == (table.seq, table.deadline + 25 * HOUR + 600 * (wakes == "between"))
    assert (await days.tables.get(window.id)).seq == window.seq
    await days.pass_by(now.deadline + 60)
    assert await days.kinds(table) == ["setup", "timeout"]


async def test_while_discord_is_out_of_reach_no_time_passes(days):
    table = await start(days, 8 * HOUR)
    await days.later(minutes=10)
    days.reachable = False
    gone = days.now
    await days.pass_by(gone + 11 * HOUR)
    assert await days.kinds(table) == ["setup"]
    assert await days.called() == []
    days.reachable = True
    await days.clock.tick()
    now = await days.tables.get(table.id)
    assert (now.seq, now.deadline) == (table.seq, table.deadline + 11 * HOUR)
    await days.pass_by(now.deadline + 60)
    assert await days.kinds(table) == ["setup", "timeout"]


async def test_a_connection_that_is_lost_for_minutes_costs_and_gains_nothing(days):
    table = await start(days, HOUR)
    await days.later(minutes=50)
    days.reachable = False
    await days.pass_by(days.now + 14 * 60)
    days.reachable = True
    await days.clock.tick()
    assert await days.kinds(table) == ["setup", "timeout"]


async def test_looks_ten_minutes_apart_are_no_outage(days):
    table = await start(days, DAY)
    await days.pass_by(table.deadline + 60)
    assert await days.kinds(table) == ["setup", "timeout"]
    assert (await days.tables.log(table.id))[1].at == pytest.approx(table.deadline, abs=1)


async def test_a_restart_is_no_outage(days, path):
    table = await start(days, HOUR)
    await days.later(minutes=50)
    await days.reopen(path)
    await days.later(minutes=14)
    assert await days.kinds(table) == ["setup", "timeout"]


# -- damage ------------------------------------------------------------------------------------------------------------


async def damage(days, table):
    async with days.store.transaction() as db:
        await db.execute("UPDATE games SET state = ? WHERE id = ?", (b'{"board": "of another kind"}', table.id))


async def test_a_damaged_game_holds_up_no_other(days, caplog):
    broken, sound = await start(days, 8 * HOUR), await start(days, 8 * HOUR, channel=8)
    user = ANN + sound.awaited[0]
    for table in (broken, sound):  # both wait for the same two players, and offer a seat
        await offers.make(days.tables, table.id, ANN, ANN, CLEO, manager=True)
    await days.wish(user, digest=True, digest_at=int(days.now + HOUR))
    await days.clock.tick()
    await damage(days, broken)
    await days.sent()

    await days.later(hours=5)
    assert [kind for kind, *_ in await days.sent()] == ["digest"]
    await days.wish(user, digest=False)
    await days.at(sound.deadline - 600)
    assert [who for who, *_ in await days.called()] == [user]
    assert [table.id for table in await days.tables.of(user)] == [sound.id]
    assert await days.at(sound.deadline) >= 60, "what fails is not tried again at once"
    assert await days.kinds(sound) == ["setup", "timeout"]
    await days.later(days=3)
    assert (await days.store.row("SELECT count(*) FROM offers WHERE ending IS NULL"))[0] == 1
    logged = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(logged) == len(set(logged)), "each trouble is told once"
    assert all(f"game={broken.id}" in line for line in logged)


async def test_a_damaged_game_does_not_end_the_cleaning_of_others(days):
    broken, sound = await start(days, None), await start(days, None, channel=8)
    await damage(days, broken)
    await days.later(days=27)
    await days.later(days=3)
    assert (await days.tables.get(sound.id)).ending == "idle"


async def test_an_outage_is_given_back_once_though_a_game_is_damaged(days, path):
    broken, sound = await start(days, 8 * HOUR), await start(days, 8 * HOUR, channel=8)
    await days.later(hours=1)
    await damage(days, broken)
    await days.reopen(path)
    for _ in range(3):
        await days.later(hours=3)
    assert (await days.tables.get(sound.id)).deadline == sound.deadline + 3 * HOUR

    await upgrade.all_games(days.tables)
    await days.later(minutes=10)
    assert (await days.tables.get(broken.id)).deadline == days.now + 2 * HOUR, "the mended one has waking hours left"


# -- the watch itself --------------------------------------------------------------------------------------------------


async def test_the_running_clock_looks_when_time_comes_and_after_every_change(days):
    table = await start(days, HOUR)
    days.clock.start()
    async with asyncio.timeout(5):
        while days.clock._timer is None:  # noqa: ASYNC110 - it works by itself
            await asyncio.sleep(0.001)
    days.now = days.clock._seen = table.deadline
    days.tables.tell(table.id)
    async with asyncio.timeout(5):
        while (await days.tables.get(table.id)).seq == 0:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.001)
    await days.clock.stop()
    days.now += DAY
    days.tables.tell(table.id)
    await asyncio.sleep(0)
    await days.robots.settle()
    assert await days.kinds(table) == ["setup", "timeout"]


async def test_a_paused_game_has_no_deadline(days):
    table = await start(days, HOUR)
    await days.tables.pause(table.id, "Its rules changed.")
    await days.later(hours=2)
    assert await days.kinds(table) == ["setup"]
    with pytest.raises(Refusal, match="paused"):
        await days.tables.move(table.id, *await days.next(table))
