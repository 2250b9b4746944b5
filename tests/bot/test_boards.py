"""What boards say of time: one tells of a whole turn that timed out, and the one that stands says what is true now."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from days import HOUR
from msgspec.structs import replace
from room import Room
from seating import ANN, BEN

import games
from bot import outbox, pauses, seats, wording


async def outage(room, path, hours):
    """Let the process end and another begin some hours later on the same Discord."""
    await room.at(room.days.now + 60)
    await room.days.reopen(path)
    after = Room(room.days)
    for name in ("sent", "edited", "_nonces"):
        setattr(after.discord, name, getattr(room.discord, name))
    await after.posts.recall()
    after.heard()
    await after.at(after.days.now + hours * HOUR)
    return after


def boards(room):
    return [sent for sent in room.discord.sent if any(mark.startswith("b:turn:") for mark in sent.marks)]


def now_shown(room, sent):
    """Give what a message says, and the ids of its buttons, as it is now."""
    parts = room.discord.edited.get(sent.id, sent.parts)
    (box,) = parts
    words = "\n".join(part["content"] for part in box["components"] if "content" in part)
    rows = [part["components"] for part in box["components"] if part["type"] == 1]
    return words, [button["custom_id"] for row in rows for button in row]


# -- time-outs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", games.slugs())
async def test_a_turn_that_times_out_is_one_board_that_says_so_and_tells_all_of_it(room, slug):
    table, moves = await room.start(slug=slug), 0
    while moves < (1 if slug == "casinopolis" else 2):  # its turns have one move
        table, before = await room.days.tables.get(table.id), len(boards(room))
        moves = await timed_out(room, table)
    new = boards(room)[before:]
    assert len(new) == 1
    words, _ = now_shown(room, new[0])
    assert words.count("Time is up for") == 1
    assert f"a robot makes the move{'s' if moves > 1 else ''}" in words
    entries = (await room.days.tables.log(table.id))[-moves:]
    assert {entry.kind for entry in entries} == {"timeout"}
    for line in wording.told(table, entries):
        assert line in words
    assert f"b:turn:{table.id}:{entries[-1].seq}:" in new[0].marks


async def timed_out(room, table):
    """Let a turn time out; gives how many moves the robot made."""
    await room.at(table.deadline)
    return (await room.days.tables.get(table.id)).seq - table.seq


async def test_that_time_was_up_is_said_however_much_came_after(room):
    table = await room.start()
    await timed_out(room, table)
    first = (await room.days.tables.log(table.id))[1:]
    many = [*first, *(replace(first[-1], seq=n, kind="robot", note="") for n in range(90, 110))]
    told = wording.news(table, many)
    assert "Time is up for" in told
    assert len(told.split("\n")) == 9


# -- boards that stand -------------------------------------------------------------------------------------------------


async def test_after_an_outage_the_board_shows_the_time_that_was_given_back(room, path):
    table = await room.start(8 * HOUR)
    (board,) = boards(room)
    before = now_shown(room, board)
    after = await outage(room, path, 2)
    moved = (await after.days.tables.get(table.id)).deadline
    assert moved == table.deadline + 2 * HOUR
    (board,) = boards(after)
    assert board.id in after.discord.edited
    words, buttons = now_shown(after, board)
    assert f"<t:{moved}:R>" in words
    assert (words.replace(str(moved), str(table.deadline)), buttons) == before
    assert after.heard() == []
    assert await after.days.outbox() == []


async def test_the_time_to_look_a_turn_over_is_shown_anew_too(room, path):
    days = room.days
    opened = await days.tables.open(
        "catsudoku", guild_id=1, channel_id=7, user_id=ANN, name="Ann", options={"mistakes": "spotted"}
    )
    await days.tables.join(opened.table.id, BEN, "Ben")
    table = (await days.tables.start(opened.table.id, ANN, seed=bytes(16))).table
    while table.close_at is None:
        table = await room.move(table)
    after = await outage(room, path, 5)
    assert f"<t:{table.close_at + 5 * HOUR}:R>" in now_shown(after, boards(after)[-1])[0]


async def test_a_board_that_was_still_to_be_posted_is_not_changed_but_posted_with_the_new_time(room, path):
    table = await room.start(8 * HOUR)
    await room.days.tables.move(table.id, *await room.days.next(table))  # the bot ends before it is posted
    room.posts._spawn = lambda work: work.close()
    after = await outage(room, path, 9)
    for minute in (1, 2):
        await after.at(after.days.now + minute * 60)
    moved = (await after.days.tables.get(table.id)).deadline
    assert f"<t:{moved}:R>" in now_shown(after, boards(after)[-1])[0]
    assert await after.days.outbox() == []


async def test_a_board_without_limit_and_a_finished_game_are_left_alone(room, path):
    table = await room.start(None)
    after = await outage(room, path, 9)
    assert boards(after)[0].id not in after.discord.edited
    async with after.days.store.transaction() as db:
        await outbox.add(db, table.id, 0, "refresh", 7)
    await after.days.tables.end(table.id, ANN, "Ann", allowed=False)
    await after.settle()
    (board,) = boards(after)
    assert now_shown(after, board)[1] == []


async def test_a_paused_board_says_so_and_shows_no_deadline(room):
    table = await room.start()
    for user in (ANN, BEN):
        await pauses.agree(room.days.tables, table.id, user)
    await room.settle()
    (board,) = boards(room)
    words, buttons = now_shown(room, board)
    assert "The game is paused; /game pause by any player lets it go on." in words
    assert "Time until" not in words
    assert any(each.startswith("b:turn:") for each in buttons)


# -- what changes about a seat shows on the board that stands there ----------------------------------------------------


async def test_a_board_whose_posting_was_not_noted_stands_with_its_buttons_though_a_seat_changed_since(
    room, monkeypatch
):
    table = await room.start()
    take = room.discord.take

    async def arrive(*args, **more):
        await take(*args, **more)
        raise OSError  # it has arrived; the answer is lost

    monkeypatch.setattr(room.discord, "take", arrive)
    user, text = await room.days.next(table)
    await room.days.tables.move(table.id, user, text)
    await room.settle()
    monkeypatch.setattr(room.discord, "take", take)
    await seats.robot_in(room.days.tables, table.id, user)
    room.days.now += 10
    room.days.tables.tell(table.id)
    await room.settle()
    await room.at(room.days.now + 120)
    now = await room.days.tables.get(table.id)
    words, buttons = now_shown(room, standing(room, now))
    assert f"b:turn:{table.id}:{now.seq}:" in {each[: each.rindex(":") + 1] for each in buttons}
    assert "A robot plays for" in words
    assert await room.days.outbox() == []


async def test_a_board_of_an_earlier_version_shows_what_changes_about_seats(room):
    table = await room.move(await room.start())
    async with room.days.store.transaction() as db:
        ((message,),) = await db.rows("SELECT message FROM games")
        stored = msgspec.json.decode(message)
        assert stored.pop("seq") == 1
        await db.execute("UPDATE games SET message = ?", (msgspec.json.encode(stored),))
    (user,) = table.users(table.awaited)
    await seats.robot_in(room.days.tables, table.id, ANN + BEN - user)
    await room.settle()
    now = await room.days.tables.get(table.id)
    assert "A robot plays for" in now_shown(room, standing(room, now))[0]


async def test_a_board_that_was_deleted_comes_again_when_a_seat_changes(room, monkeypatch):
    table = await room.move(await room.start())
    before = await room.days.tables.get(table.id)
    (user,) = table.users(table.awaited)

    async def gone(*_args, **_more):
        return False

    monkeypatch.setattr(room.posts._delivery._sender, "edit", gone)
    await seats.robot_in(room.days.tables, table.id, ANN + BEN - user)
    await room.settle()
    now = await room.days.tables.get(table.id)
    assert now.message.message_id != before.message.message_id
    assert "A robot plays for" in now_shown(room, standing(room, now))[0]


async def test_a_call_that_comes_while_a_board_is_changed_is_not_lost(room, monkeypatch):
    table = await room.move(await room.start())
    (user,) = table.users(table.awaited)
    await seats.robot_in(room.days.tables, table.id, ANN + BEN - user)  # a game that waits: no robot moves in it
    await room.settle()
    room.heard()
    take, real, came = room.discord.take, outbox.waiting, []

    async def broken(*_args, **_more):
        raise OSError

    async def waiting(store, target):
        found = await real(store, target)
        if not came and any(row.kind == "refresh" for row in found):
            came.append(asyncio.create_task(seats.back(room.days.tables, table.id, user)))
            await asyncio.sleep(0.01)
            monkeypatch.setattr(room.discord, "take", broken)  # the new board fails once
        return found

    monkeypatch.setattr(outbox, "waiting", waiting)
    await seats.robot_in(room.days.tables, table.id, user)
    await room.settle()
    await asyncio.gather(*came)
    await room.settle()
    monkeypatch.setattr(room.discord, "take", take)
    await room.at(room.days.now + 10)
    await room.at(room.days.now + 120)
    assert [whom for _, whom, _ in room.heard(user)] == [(user,)]
    now = await room.days.tables.get(table.id)
    assert any(each.startswith("b:turn:") for each in now_shown(room, standing(room, now))[1])


def standing(room, table):
    return next(sent for sent in room.discord.sent if sent.id == table.message.message_id)
