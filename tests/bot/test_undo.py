"""Taking a move back, by rule."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest
from days import DAY, HOUR, MINUTE, MORNING
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from seating import ANN, BEN, EVE

import games
from bot import seats, undo, upgrade
from bot.errors import Refusal
from bot.store import Store
from bot.table import effective
from bot.tables import Tables

each_game = pytest.mark.parametrize("slug", games.slugs())


async def undoable(seating, slug, *, wanted=True, passes=None):
    """Lead a table to where the newest move may, or may not, be taken back; gives the table before it and its user."""
    table, rng = await seating.start(slug=slug), random.Random(2)
    while table.status == "running":
        user, text = await seating.next(table, rng)
        _, events = table.game.apply(table.state, user - ANN, text)
        after = (await seating.tables.move(table.id, user, text)).table
        passed = table.awaited != after.awaited
        if table.game.reveals(text, events) is not wanted and passes in {None, passed} and after.status == "running":
            return table, user
        table = after
    raise LookupError


@pytest.mark.parametrize("slug", [slug for slug in games.slugs() if slug != "casinopolis"])  # its moves all draw
async def test_the_last_mover_takes_back_what_showed_nothing(seating, slug):
    before, user = await undoable(seating, slug)
    held = (await seating.tables.get(before.id)).view(user - ANN)
    done = await undo.take_back(seating.tables, before.id, user)

    assert done.table.state == before.state
    assert await seating.state(before) == before.game.dump(before.state)
    assert done.table.awaited == before.awaited
    entries = await seating.tables.log(before.id)
    assert (entries[-1].kind, entries[-1].seat, entries[-1].text) == ("undo", user - ANN, str(entries[-2].seq))
    assert before.players[user - ANN].name in entries[-1].note
    assert upgrade.replay(await seating.tables.setup(before.id), entries[1:]) == await seating.state(before)
    if before.game.private(held) != before.game.private(before.view(user - ANN)):
        assert (await seating.outbox())[-1][:2] == ("hand", user)


@each_game
async def test_what_showed_something_stands(seating, slug):
    before, user = await undoable(seating, slug, wanted=False)
    with pytest.raises(Refusal, match="has to stand"):
        await undo.take_back(seating.tables, before.id, user)
    assert (await seating.tables.log(before.id))[-1].kind == "move"


async def test_only_the_last_mover_and_only_until_somebody_does_something(seating):
    before, user = await undoable(seating, "cactpot", passes=True)
    other = ANN + BEN - user
    with pytest.raises(Refusal, match="Only your own move"):
        await undo.take_back(seating.tables, before.id, other)
    with pytest.raises(Refusal, match="do not play"):
        await undo.take_back(seating.tables, before.id, 999)
    await seats.robot_in(seating.tables, before.id, other)
    with pytest.raises(Refusal, match="until somebody else"):
        await undo.take_back(seating.tables, before.id, user)


async def test_who_takes_a_seat_over_takes_back_no_move_of_before(seating):
    before, user = await undoable(seating, "cactpot")
    await seating.hand_over(before, user - ANN, EVE, "Eve")
    with pytest.raises(Refusal, match="Only your own move"):
        await undo.take_back(seating.tables, before.id, EVE)


async def test_who_takes_a_move_back_is_here_and_the_robot_that_stood_in_leaves(seating):
    before, user = await undoable(seating, "cactpot")
    await seats.robot_in(seating.tables, before.id, user)
    done = await undo.take_back(seating.tables, before.id, user)
    assert done.table.players[user - ANN].robot is None


async def test_a_move_is_taken_back_once(seating):
    before, user = await undoable(seating, "cactpot")
    await undo.take_back(seating.tables, before.id, user)
    while own := effective(await seating.tables.log(before.id))[-1:]:
        # Own moves before it may follow, until one showed something or was somebody else's.
        try:
            await undo.take_back(seating.tables, before.id, user)
        except Refusal:
            break
        assert own[0].seat == user - ANN
        assert own[0] not in effective(await seating.tables.log(before.id))
    with pytest.raises(Refusal):
        await undo.take_back(seating.tables, before.id, user)


async def test_before_the_first_move_there_is_nothing_to_take_back(seating):
    with pytest.raises(Refusal, match="Only your own move"):
        await undo.take_back(seating.tables, (await seating.start()).id, ANN)
    with pytest.raises(Refusal, match="begun"):
        await undo.take_back(seating.tables, (await seating.lobby(channel=9)).id, ANN)


async def test_what_a_robot_or_the_clock_moved_stands(days):
    table = await days.start()
    await days.at(table.deadline)
    user = ANN + table.awaited[0]
    with pytest.raises(Refusal, match="Only your own move"):
        await undo.take_back(days.tables, table.id, user)


# -- time --------------------------------------------------------------------------------------------------------------


async def about_to(days, *, passes, slug="cactpot"):
    """Lead a table to where somebody may make a move that can be taken back; gives the table, the user, the move."""
    before, user = await undoable(days, slug, passes=passes)
    text = (await days.tables.log(before.id))[-1].text
    table = (await undo.take_back(days.tables, before.id, user)).table
    assert table.deadline == before.deadline == days.now + DAY
    return table, user, text


@pytest.mark.parametrize("passes", [True, False])
async def test_moving_and_taking_back_again_and_again_gains_no_time(days, passes):
    table, user, text = await about_to(days, passes=passes)
    for hours in range(20):
        days.now = MORNING + hours * HOUR
        assert (await days.tables.move(table.id, user, text)).table.deadline == days.now + DAY
        days.now += MINUTE
        assert (await undo.take_back(days.tables, table.id, user)).table.deadline == table.deadline
    await days.at(table.deadline - 1)
    assert "timeout" not in await days.kinds(table)
    await days.at(table.deadline)
    assert "timeout" in await days.kinds(table)


@pytest.mark.parametrize("passes", [True, False])
async def test_when_the_time_of_before_is_over_two_hours_are_left_once_in_a_turn(days, passes):
    table, user, text = await about_to(days, passes=passes)
    days.now = table.deadline - MINUTE
    await days.tables.move(table.id, user, text)
    days.now = table.deadline + HOUR
    left = (await undo.take_back(days.tables, table.id, user)).table.deadline
    assert left == days.now + 2 * HOUR

    days.now += HOUR
    after = (await days.tables.move(table.id, user, text)).table
    if passes:
        assert after.deadline == days.now + DAY, "the next player has the whole time"
    else:
        assert after.deadline == table.deadline - MINUTE + DAY, "as when it was made first"
    days.now += MINUTE
    assert (await undo.take_back(days.tables, table.id, user)).table.deadline == left
    await days.tables.move(table.id, user, text)
    days.now = left
    with pytest.raises(Refusal, match="once in a turn"):
        await undo.take_back(days.tables, table.id, user)


async def test_taking_back_leaves_no_more_than_there_was_without(days):
    table, user, text = await about_to(days, passes=False)
    days.now = table.deadline - MINUTE
    after = (await days.tables.move(table.id, user, text)).table
    days.now = after.deadline - MINUTE
    assert (await undo.take_back(days.tables, table.id, user)).table.deadline == after.deadline


async def test_taking_back_fine_prolongs_no_time_to_look_a_turn_over(days):
    table = await days.looked_over()
    (user,) = table.users(table.awaited)
    days.now += HOUR
    assert (await days.tables.move(table.id, user, "fine")).table.close_at is None
    days.now += MINUTE
    assert (await undo.take_back(days.tables, table.id, user)).table.close_at == table.close_at


async def test_an_outage_takes_nothing_from_what_an_undo_leaves(days, path):
    table, user, text = await about_to(days, passes=True)
    days.now += HOUR
    await days.tables.move(table.id, user, text)
    await days.later()
    await days.reopen(path)
    await days.later(hours=30)
    assert (await undo.take_back(days.tables, table.id, user)).table.deadline == table.deadline + 30 * HOUR


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(slug=st.sampled_from(games.slugs()), seed=st.integers(0, 2**32))
def test_whatever_is_moved_and_taken_back_the_log_replays_to_the_state(tmp_path_factory, slug, seed):
    import asyncio  # noqa: PLC0415 - a loop of its own for each example

    async def play():
        store = await Store.open(tmp_path_factory.mktemp("undo") / "games.sqlite")
        try:
            from seating import Seating  # noqa: PLC0415 - as above

            seating, rng = Seating(Tables(store)), random.Random(seed)
            table = await seating.start(2, slug, seed=rng.randbytes(16))
            for _ in range(25):
                if table.status != "running":
                    break
                user, text = await seating.next(table, rng)
                before, table = table, (await seating.tables.move(table.id, user, text)).table
                if rng.random() < 0.5:
                    try:
                        table = (await undo.take_back(seating.tables, table.id, user)).table
                    except Refusal:
                        continue
                    assert table.state == before.state
            log = await seating.tables.log(table.id)
            assert upgrade.replay(await seating.tables.setup(table.id), log[1:]) == await seating.state(table)
        finally:
            await store.close()

    asyncio.run(play())


@pytest.mark.parametrize("slug", ["cactpot", "catsudoku"])
async def test_a_move_made_and_taken_back_over_and_over_calls_nobody_twice(room, slug):
    days = room.days
    days.tables.listeners.remove(days.robots.kick)
    table = await room.start(slug=slug)
    while (text := _turning(table)) is None:
        table = await room.move(table)
    before, (user,) = await days.awaited(table)
    room.heard()
    for _ in range(4):
        await room.move(before, text)
        await undo.take_back(days.tables, table.id, user)
        await room.settle()
    await room.move(before, text)
    table, (other,) = await days.awaited(table)
    assert other != user
    assert [pings for _, pings, _ in room.heard()] == [(other,)]

    # From then on calls come as ever.
    while (await days.awaited(table))[1] == (other,):
        table = await room.move(table)
    while (await days.awaited(table))[1] == (user,):
        table = await room.move(table)
    assert [pings for _, pings, _ in room.heard()][-2:] == [(user,), (other,)]


async def test_who_was_not_called_yet_is_called_by_the_move_made_again(room):
    days = room.days
    table = await room.start()
    while (text := _turning(table)) is None:
        table = await room.move(table)
    user, _ = await days.next(table)
    other = ANN + BEN - user
    now = datetime.fromtimestamp(days.now, UTC)
    asleep = now.hour * 60 + now.minute
    await days.wish(other, quiet_from=asleep, quiet_to=asleep + 60)
    room.heard()
    await room.move(table, text)
    await undo.take_back(days.tables, table.id, user)
    await room.move(table, text)
    assert room.heard() == []
    await room.at(days.now + HOUR + 60)
    assert [pings for _, pings, _ in room.heard()] == [(other,)]


def _turning(table):
    """Give a move that can be taken back and makes it somebody else's turn, or None."""
    seat = table.awaited[0]
    for text in table.game.legal(table.state, seat):
        state, events = table.game.apply(table.state, seat, text)
        over = table.game.outcome(state) is not None
        if not over and not table.game.reveals(text, events) and seat not in table.game.awaited(state):
            return text
    return None
