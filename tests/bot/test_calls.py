"""Reminders, nudges and digests: whom they call, when, and how often."""

from __future__ import annotations

import pytest
from days import DAY, HOUR, MINUTE, MORNING, at
from room import Room
from seating import ANN, BEN, CLEO

from bot import calls, outbox, pauses, people, seats, undo
from bot.errors import Refusal


async def first(room, *args, **more):
    """Start a table; gives it and the user who is to move, who has been called."""
    table = await room.start(*args, **more)
    (user,) = table.users(table.awaited)
    assert [pings for _, pings, _ in room.heard()] == [(user,)]
    return table, user


# -- reminders ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn_time", "last"), [(HOUR, 600), (8 * HOUR, HOUR), (DAY, 3 * HOUR), (3 * DAY, 6 * HOUR), (7 * DAY, 6 * HOUR)]
)
async def test_a_turn_is_reminded_of_at_half_time_and_before_its_end(room, turn_time, last):
    _, user = await first(room, turn_time)
    times = [MORNING + turn_time / 2, MORNING + turn_time - last]
    for when in times:
        await room.at(when - 1)
        assert room.heard() == []
        await room.at(when)
        ((_, pings, words),) = room.heard()
        assert pings == (user,)
        assert f"<t:{int(MORNING + turn_time)}:R>" in words
    await room.at(MORNING + turn_time - 1)
    assert room.heard() == []


async def test_the_clock_wakes_when_a_reminder_is_due(room):
    await first(room, HOUR)
    woken = await room.days.pass_by(MORNING + HOUR)
    for due in (MORNING + 30 * 60, MORNING + 50 * 60):
        assert any(due <= when <= due + 1 for when in woken)


async def test_reminders_are_not_sent_again_after_a_restart(room, path):
    table, _ = await first(room)
    await room.at(MORNING + 13 * HOUR)
    assert len(room.heard()) == 1
    for _ in range(3):
        await room.days.reopen(path)
        room = Room(room.days)
        await room.at(room.days.now + 60)
        assert room.heard() == []
    await room.at(table.deadline - 60)
    assert len(room.heard()) == 1


async def test_after_an_outage_only_one_reminder_comes(room, path):
    await first(room, 8 * HOUR)
    await room.at(MORNING + 60)
    await room.days.reopen(path)
    room = Room(room.days)
    # The outage moves the deadline too, so both are due only when nobody looked for a while without an outage.
    for row in await room.days.store.rows("SELECT value FROM facts WHERE name = 'clock'"):
        await room.days.store.keep("clock", str(int(float(row["value"]) + 7.5 * HOUR)))
    await room.at(MORNING + 7.5 * HOUR)
    ((_, _, words),) = room.heard()
    assert "a robot makes the move" in words
    await room.at(MORNING + 7.9 * HOUR)
    assert room.heard() == []


async def test_after_an_outage_half_time_is_half_of_what_was_given_back(room, path):
    table, user = await first(room, 8 * HOUR)
    await room.at(MORNING + HOUR)
    await room.days.reopen(path)
    room = Room(room.days)
    await room.at(MORNING + 10 * HOUR)
    assert room.heard() == [], "of the eight hours one is over"
    await room.at(MORNING + (9 + 4) * HOUR - 1)
    assert room.heard() == []
    await room.at(MORNING + (9 + 4) * HOUR)
    assert [pings for _, pings, _ in room.heard()] == [(user,)]
    assert table.deadline + 9 * HOUR == (await room.days.tables.get(table.id)).deadline


async def test_who_wants_no_reminders_gets_none(room):
    for user in (ANN, BEN):
        await room.days.wish(user, reminders=False)
    await first(room)
    await room.at(MORNING + 23 * HOUR)
    assert room.heard() == []


async def test_a_new_turn_is_reminded_of_anew(room):
    table, user = await first(room)
    await room.at(MORNING + 13 * HOUR)
    assert len(room.heard(user)) == 1
    table = await room.move(table)
    (other,) = table.users(table.awaited)
    assert [pings for _, pings, _ in room.heard()] == [(other,)]
    await room.at(room.days.now + 13 * HOUR)
    assert [pings for _, pings, _ in room.heard()] == [(other,)]


async def test_a_moved_deadline_brings_no_reminder_twice(room):
    table, user = await first(room)
    await room.at(MORNING + 13 * HOUR)
    assert len(room.heard()) == 1
    away = int(room.days.now + 3 * DAY)
    await room.days.wish(user, away_until=away)
    await seats.rest(room.days.tables, user, None)
    moved = (await room.days.tables.get(table.id)).deadline
    await room.at(away)
    assert ["welcome back" in words for _, _, words in room.heard()] == [True]
    await room.at(moved - 60)
    assert ["a robot makes the move" in words for _, _, words in room.heard()] == [True]


# -- looking a turn over -----------------------------------------------------------------------------------------------


async def looking(room):
    """Lead a table to a turn that the others may look over; gives it, and who is to move when that is done."""
    days = room.days
    opened = await days.tables.open(
        "catsudoku", guild_id=1, channel_id=7, user_id=ANN, name="Ann", options={"mistakes": "spotted"}
    )
    for user, name in ((BEN, "Ben"), (CLEO, "Cleo")):
        await days.tables.join(opened.table.id, user, name)
    table = (await days.tables.start(opened.table.id, ANN, seed=bytes(16))).table
    while table.close_at is None:
        table = await room.move(table)
    state, _ = table.game.apply(table.state, None, table.game.legal(table.state, None)[0])
    (seat,) = table.game.awaited(state)
    return table, ANN + seat


async def test_who_has_not_looked_is_called_once_for_the_turn_that_follows(room):
    table, following = await looking(room)
    assert following in table.users(table.awaited)
    room.heard()
    await room.at(table.close_at)
    assert [pings for _, pings, _ in room.heard()] == [(following,)]
    await room.at(room.days.now + HOUR)
    assert room.heard() == []


async def test_who_has_looked_is_called_once_for_the_turn_that_follows(room):
    table, following = await looking(room)
    await room.days.tables.move(table.id, following, "fine")
    await room.settle()
    room.heard()
    await room.at(table.close_at)
    assert [pings for _, pings, _ in room.heard()] == [(following,)]


async def test_who_looks_last_and_is_to_move_then_needs_no_call(room):
    table, following = await looking(room)
    room.heard()
    for user in sorted(table.users(table.awaited), key=lambda user: user == following):
        await room.days.tables.move(table.id, user, "fine")
        await room.settle()
    table = await room.days.tables.get(table.id)
    assert table.users(table.awaited) == (following,)
    assert room.heard() == []


async def test_who_slept_while_a_turn_was_looked_over_is_called_once_in_the_morning(room):
    room.days.now = at("2027-01-15 22:30")
    for user in (ANN, BEN, CLEO):
        await room.days.wish(user, quiet_from=22 * 60, quiet_to=8 * 60)
    table, following = await looking(room)
    room.heard()
    await room.at(table.close_at)
    assert room.heard() == []
    await room.at(at("2027-01-16 08:00"))
    assert [pings for _, pings, _ in room.heard()] == [(following,)]


# -- quiet hours, vacations, mute, digest ------------------------------------------------------------------------------


async def asleep(room, **more):
    """Start a table at night, where all sleep until eight the next day."""
    for user in (ANN, BEN, CLEO):
        await room.days.wish(user, quiet_from=22 * 60, quiet_to=8 * 60, **more)
    room.days.now = at("2027-01-15 23:00")
    return at("2027-01-16 08:00"), await room.start(8 * HOUR)


async def test_who_sleeps_is_called_once_when_quiet_hours_end(room):
    morning, table = await asleep(room)
    (user,) = table.users(table.awaited)
    for hour in range(1, 9):
        await room.at(room.days.now + HOUR - (1 if hour == 9 else 0))
    assert room.heard() == []
    await room.at(morning)
    ((when, pings, _),) = room.heard()
    assert (when, pings) == (morning, (user,))


async def test_who_has_moved_meanwhile_is_not_called(room):
    morning, table = await asleep(room)
    after = await room.move(table)
    assert table.awaited != after.awaited
    await room.at(morning)
    assert [pings for _, pings, _ in room.heard()] == [after.users(after.awaited)]


async def test_what_others_do_at_night_loses_no_call(room):
    morning, table = await asleep(room)
    (user,) = table.users(table.awaited)
    other = ANN + BEN - user
    await seats.robot_in(room.days.tables, table.id, other)
    await seats.back(room.days.tables, table.id, other)
    await room.settle()
    await room.at(morning)
    assert [pings for _, pings, _ in room.heard()] == [(user,)]


async def test_the_deal_makes_no_noise_at_night(room):
    await asleep(room)
    hands = [sent for sent in room.discord.sent if sent.private is not None]
    assert len(hands) == 2
    assert all(sent.silent for sent in hands)


async def test_the_deal_by_day_may_be_heard_and_later_hands_may_not(room):
    table = await room.start()
    assert [sent.silent for sent in room.discord.sent if sent.private] == [False, False]
    room.heard()
    await room.move(table)
    assert [sent.silent for sent in room.discord.sent if sent.private][2:] == [True]


@pytest.mark.parametrize(("dm", "asked"), [("changes", {ANN, BEN}), ("turns", None), ("never", set())])
async def test_the_deal_comes_by_direct_message_to_whom_wants_it(room, dm, asked):
    for user in (ANN, BEN):
        await room.days.wish(user, dm=dm)
    table = await room.start()
    asked = set(table.users(table.awaited)) if asked is None else asked
    assert {sent.private for sent in room.discord.sent if sent.private} == asked


async def test_who_is_on_vacation_is_called_when_it_ends(room):
    until = int(MORNING + 2 * DAY)
    for user in (ANN, BEN):
        await room.days.wish(user, away_until=until)
    table = await room.start()
    assert room.heard() == []
    assert table.deadline == until + DAY
    await room.at(until - 1)
    assert room.heard() == []
    await room.at(until)
    assert [pings for _, pings, _ in room.heard()] == [table.users(table.awaited)]


async def test_muted_players_are_never_pinged(room):
    table, user = await first(room)
    async with room.days.store.transaction() as db:
        await db.execute("UPDATE players SET muted = 1 WHERE user_id = ?", (user,))
    with pytest.raises(Refusal, match="gets no calls from it"):
        await calls.nudge(room.days.tables, table.id, ANN + BEN - user)
    await room.at(MORNING + 23 * HOUR)
    assert room.heard() == []
    table = await room.move(table)
    table = await room.move(table)
    assert user not in {who for _, pings, _ in room.heard() for who in pings}


def digests(room):
    return [sent for sent in room.discord.sent if "Your turns today" in sent.words]


async def test_a_digest_comes_once_a_day_in_place_of_pings(room):
    for user in (ANN, BEN):
        await room.days.wish(user, digest=True, digest_at=int(at("2027-01-15 09:00")))
    table = await room.start(7 * DAY)
    (user,) = table.users(table.awaited)
    room.heard()
    for hours_on in range(1, 50):
        await room.at(MORNING + hours_on * HOUR)
    assert [(sent.private, sent.time, sent.silent) for sent in digests(room)] == [
        (user, at(f"2027-01-{day} 09:00"), False) for day in (15, 16, 17)
    ]
    assert room.heard() == []


async def test_who_cannot_get_a_digest_is_called_in_the_channel_again(room):
    table = await room.start(7 * DAY)
    (user,) = table.users(table.awaited)
    await room.days.wish(user, digest=True, digest_at=int(MORNING + HOUR), quiet_from=9 * 60, quiet_to=10 * 60)
    room.discord.shut.add(user)
    room.heard()
    await room.at(MORNING + HOUR + 1)
    assert room.heard() == [], "not in quiet hours"
    await room.at(MORNING + 2 * HOUR)
    ((_, pings, words),) = room.heard()
    assert pings == (user,)
    assert "it is your turn" in words
    assert not (await people.get(room.days.store, user)).digest
    await room.at(MORNING + DAY + 2 * HOUR)
    assert room.heard() == []


async def test_a_digest_is_left_out_on_vacation_and_without_turns(room):
    table = await room.start(7 * DAY)
    (user,) = table.users(table.awaited)
    for each in (ANN, BEN):
        digest_at = int(at("2027-01-15 09:00"))
        await room.days.wish(each, digest=True, digest_at=digest_at, away_until=int(MORNING + DAY))
    room.heard()
    await room.at(MORNING + 2 * HOUR)
    assert digests(room) == []
    await room.at(MORNING + DAY + 2 * HOUR)
    assert [sent.private for sent in digests(room)] == [user]


# -- nudges ------------------------------------------------------------------------------------------------------------


async def test_a_nudge_calls_whom_the_game_waits_for_at_most_every_eight_hours(room):
    table, user = await first(room, 7 * DAY)
    other = ANN + BEN - user
    await calls.nudge(room.days.tables, table.id, other)
    await room.settle()
    assert [pings for _, pings, _ in room.heard()] == [(user,)]
    room.days.now += 8 * HOUR - 1
    with pytest.raises(Refusal, match=f"possible <t:{int(MORNING + 8 * HOUR)}:R>"):
        await calls.nudge(room.days.tables, table.id, other)
    room.days.now += 1
    await calls.nudge(room.days.tables, table.id, other)
    await room.settle()
    assert len(room.heard()) == 1


async def test_a_new_turn_may_be_nudged_at_once(room):
    table, user = await first(room)
    await calls.nudge(room.days.tables, table.id, ANN + BEN - user)
    table = await room.move(table)
    await calls.nudge(room.days.tables, table.id, user)


async def test_who_sleeps_is_nudged_in_the_morning_and_once(room):
    morning, table = await asleep(room)
    (user,) = table.users(table.awaited)
    await calls.nudge(room.days.tables, table.id, ANN + BEN - user)
    await room.settle()
    assert room.heard() == []
    await room.at(morning)
    assert [(when, pings) for when, pings, _ in room.heard()] == [(morning, (user,))]


async def test_nobody_nudges_oneself_a_robot_or_a_game_of_others(room):
    table, user = await first(room)
    nudge = calls.nudge
    with pytest.raises(Refusal, match="your own turn"):
        await nudge(room.days.tables, table.id, user)
    with pytest.raises(Refusal, match="do not play"):
        await nudge(room.days.tables, table.id, CLEO)
    room.days.tables.listeners.remove(room.days.robots.kick)
    await seats.robot_in(room.days.tables, table.id, user)
    with pytest.raises(Refusal, match="robot's"):
        await nudge(room.days.tables, table.id, ANN + BEN - user)


# -- never twice -------------------------------------------------------------------------------------------------------


async def test_waiting_calls_are_one_a_game_and_user(room):
    _, table = await asleep(room)
    (user,) = table.users(table.awaited)
    for _ in range(3):
        async with room.days.tables.changing(table.id) as change:
            await calls.call(room.days.tables, change.db, change.table, (user,), "it is your turn.")
    assert len(await room.days.called()) == 1


async def test_a_board_that_arrived_unnoted_calls_nobody_again(room, monkeypatch):
    table, user = await first(room, slug="catsudoku")
    other = ANN + BEN - user
    while other not in table.users(table.awaited):
        room.heard()
        days = room.days
        take = room.discord.take

        async def arrive(*args, take=take, **more):
            await take(*args, **more)
            raise OSError  # the connection breaks when the message is there

        monkeypatch.setattr(room.discord, "take", arrive)
        await days.tables.move(table.id, *await days.next(table))
        await room.settle()
        monkeypatch.setattr(room.discord, "take", take)
        table = await days.tables.get(table.id)
    assert [pings for _, pings, _ in room.heard()] == [(other,)]
    room.days.now += 1
    await room.move(table)
    assert room.heard(other) == []


def quiet_moves(table):
    """List the moves that show nothing new and end the turn."""
    game, (seat,) = table.game, table.awaited
    after = {text: game.apply(table.state, seat, text) for text in game.legal(table.state, seat)}
    return [
        text
        for text, (state, events) in after.items()
        if not game.reveals(text, events) and game.awaited(state) != game.awaited(table.state)
    ]


async def test_undo_and_a_new_move_call_the_next_player_for_the_new_turn(room):
    table, _ = await first(room)
    days = room.days
    while not (passing := quiet_moves(table)):
        table = await room.move(table)
    (user,) = table.users(table.awaited)
    room.heard()
    table = await room.move(table, passing[0])
    (other,) = table.users(table.awaited)
    assert other != user
    assert len(room.heard(other)) == 1
    await undo.take_back(days.tables, table.id, user)
    await room.settle()
    assert room.heard() == []  # who took it back knows
    days.now += 11 * MINUTE
    await room.move(await days.tables.get(table.id))
    assert [pings for _, pings, _ in room.heard()] == [(other,)]


async def test_a_paused_game_calls_nobody_and_going_on_calls_again(room):
    table, user = await first(room)
    for each in (ANN, BEN):
        await pauses.agree(room.days.tables, table.id, each)
    await room.settle()
    assert [pings for _, pings, _ in room.heard()] == [(BEN,)], "who is asked to agree"
    await room.at(MORNING + 5 * DAY)
    assert room.heard() == []
    await pauses.agree(room.days.tables, table.id, ANN + BEN - user)
    await room.settle()
    assert [pings for _, pings, _ in room.heard()] == [(user,)]
    assert (await room.days.tables.get(table.id)).deadline == room.days.now + DAY


async def test_closed_direct_messages_are_told_of_once_and_not_at_night(room):
    morning, table = await asleep(room)
    room.discord.shut |= {ANN, BEN}
    for user in (ANN, BEN, ANN):
        async with room.days.store.transaction() as db:
            await outbox.add(db, table.id, table.seq, "hand", user)
        room.days.tables.tell(table.id)
        await room.settle()
    assert room.heard() == []
    await room.at(morning)
    told = [pings for _, pings, words in room.heard() if "My hand" in words and "direct messages" in words]
    assert sorted(told) == [(ANN,), (BEN,)]
    assert (await people.get(room.days.store, ANN)).quiet_to == 8 * 60
