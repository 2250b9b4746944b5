"""What goes wrong around a game: closed direct messages, missing permissions, lost channels, slow disks, restarts."""

from __future__ import annotations

import contextlib
import logging
import random

import discord
import pytest
from simstage import alts, buttons, words

import games
from bot import wording

each_game = pytest.mark.parametrize("slug", games.slugs())


# -- direct messages ---------------------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("code", [50007, 50278], ids=["blocked", "no server in common"])
async def test_closed_direct_messages_are_told_once_and_the_game_goes_on(stage, slug, code):
    stage.shut_dms(stage.ben, code)
    await stage.start(slug=slug)
    told = [m for m in stage.public() if "direct messages" in words(m)]
    assert len(told) == 1
    assert told[0].ping_user_ids == [stage.ben.id]
    assert "/game hand" in words(told[0])
    assert len(stage.private(stage.ann)) == 1

    rng = random.Random(1)
    for _ in range(10):
        await stage.move(rng=rng)
    assert (await stage.table()).seq == 10
    assert len([m for m in stage.public() if "direct messages" in words(m)]) == 1
    assert await stage.bot.store.rows("SELECT * FROM outbox") == []

    table = await stage.table()
    said = await stage.slash(stage.ben, "game hand")
    assert said.ephemeral
    assert games.words(slug).brief(table.view(table.seat_of(stage.ben.id)), table.marked) in said.text


async def test_who_opens_direct_messages_and_closes_them_again_is_told_again(stage):
    def told():
        return len([m for m in stage.public() if "direct messages" in words(m)])

    async def move_of(who):
        while (await stage.to_act())[0] is not who:
            await stage.move()
        await stage.move()

    stage.shut_dms(stage.ben)
    await stage.start(2)
    assert told() == 1
    stage.env.backend.faults.clear()
    await move_of(stage.ben)
    assert len(stage.private(stage.ben)) == 1
    stage.shut_dms(stage.ben)
    await move_of(stage.ben)
    assert told() == 2


async def test_when_all_have_closed_them_each_is_told(stage):
    for who in (stage.ann, stage.ben):
        stage.shut_dms(who)
    await stage.start(2)

    assert sorted(m.ping_user_ids[0] for m in stage.public() if "direct messages" in words(m)) == [
        stage.ann.id,
        stage.ben.id,
    ]


# -- permissions -------------------------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize(
    ("permission", "name"),
    [
        ("send_messages", "Send Messages"),
        ("attach_files", "Attach Files"),
        ("embed_links", "Embed Links"),
        ("read_message_history", "Read Message History"),
    ],
)
async def test_a_table_is_not_opened_where_a_permission_is_missing_and_it_is_named(stage, slug, permission, name):
    stage.deny(permission)
    said = await stage.slash(stage.ann, f"{slug} new")

    assert said.ephemeral
    assert name in said.text
    assert "somebody who manages this server" in said.text
    assert (await stage.table()) is None
    stage.deny()
    await stage.slash(stage.ann, f"{slug} new")
    assert (await stage.table()).status == "lobby"


@pytest.mark.parametrize(
    ("permission", "name"),
    [
        ("create_public_threads", "Create Public Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
    ],
)
async def test_a_thread_is_not_opened_where_a_permission_is_missing(stage, permission, name):
    stage.deny(permission)
    said = await stage.slash(stage.ann, "cactpot new", thread=True)

    assert name in said.text
    assert stage.channel.threads == []


async def test_who_can_give_the_permission_is_told_so(stage):
    stage.deny("attach_files")
    admin = stage.member("Eve", discord.Permissions(administrator=True))

    assert "you can allow it" in (await stage.slash(admin, "cactpot new")).text


@each_game
async def test_without_attach_files_the_board_comes_as_text_and_says_who_can_mend_it(stage, slug):
    await stage.start(slug=slug)
    stage.deny("attach_files")
    who, _ = await stage.to_act()
    said = await stage.move()
    board, table = stage.board(), await stage.table()
    assert "Attach Files" in said.text
    assert board.attachments == []
    assert alts(board) == []
    assert "Attach Files" in words(board)
    assert wording.drawn(table) in words(board)
    assert board.ping_user_ids == [user for user in table.users(table.awaited) if user != who.id]

    stage.deny()
    await stage.move()
    assert len(stage.board().attachments) == 1
    assert "Attach Files" not in words(stage.board())
    assert buttons(stage.again(board)) == {}


@each_game
async def test_a_board_that_may_not_be_posted_waits_until_it_may(stage, slug):
    await stage.start(slug=slug)
    stage.hold_retries()
    stage.deny("send_messages")
    said = await stage.move()
    assert "Send Messages" in said.text
    assert (await stage.table()).seq == 1
    await stage.move()
    boards = [m for m in stage.public() if m.attachments]
    assert len(boards) == 1

    stage.deny()
    stage.later += 3700
    stage.bot.posts.kick((await stage.table()).id)
    await stage.settle()
    assert buttons(stage.board())["Take turn"].split(":")[3] == "2", "only the newest of what waited"
    assert len([m for m in stage.public() if m.attachments]) == 2
    assert await stage.bot.store.rows("SELECT * FROM outbox") == []


@pytest.mark.parametrize("busy", [False, True])
async def test_a_channel_that_was_deleted_ends_its_game_and_disturbs_no_other(stage, busy):
    table = await stage.start(2)
    who, legal = await stage.to_act()
    if busy:
        await stage.bot.tables.move(table.id, who.id, legal[0])  # its board is on its way when the channel goes
    stage.env.backend.delete_channel(stage.channel.id)
    await stage.settle()
    assert await stage.bot.store.rows("SELECT * FROM outbox") == []
    assert "play in no game" in (await stage.dm(stage.ann, "game mine")).text

    stage.channel = stage.guild.create_text_channel("another")
    await stage.start(2)
    await stage.move()
    assert (await stage.table()).seq == 1
    said = await stage.dm(stage.ann, "game hand", game=table.id)
    assert said.ephemeral
    assert "/game mine" in said.text


async def test_a_channel_that_went_unnoticed_is_not_tried_for_ever(stage):
    await stage.start(2)
    path = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("POST", path, status=404, code=10003, times=None)
    await stage.move()
    tried = sum(r.path == path and r.method == "POST" for r in stage.env.http_requests)
    stage.bot.posts.kick((await stage.table()).id)
    await stage.settle()

    assert await stage.bot.store.rows("SELECT * FROM outbox WHERE target = ?", (stage.channel.id,)) == []
    assert sum(r.path == path and r.method == "POST" for r in stage.env.http_requests) == tried


# -- pictures and Discord's own troubles ------------------------------------------------------------------------------


@each_game
async def test_a_picture_that_cannot_be_drawn_never_stops_the_game(stage, slug, monkeypatch):
    stage.trouble_expected = True
    await stage.start(slug=slug)
    monkeypatch.setattr(stage.bot.pictures, "draw", lambda *_: 1 / 0)
    await stage.move()
    table = await stage.table()

    assert wording.drawn(table) in words(stage.board())
    assert "Take turn" in buttons(stage.board())
    assert len(list(await stage.bot.store.rows("SELECT * FROM outbox"))) == 0


@pytest.mark.parametrize("fault", [{"status": 500}, {"status": 503}, {"status": 403, "code": 50001}])
async def test_what_discord_fails_to_take_is_sent_again_later_once(stage, fault):
    await stage.start(2)
    stage.hold_retries()
    stage.env.inject_error("POST", f"/channels/{stage.channel.id}/messages", times=6, **fault)
    for _ in range(2):
        await stage.move()
    for _ in range(11):
        stage.later += 4000
        stage.bot.posts.kick((await stage.table()).id)
        await stage.settle()

    boards = [m for m in stage.public() if m.attachments]
    assert [m.attachments[0]["filename"] for m in boards][-1] == "board-1-2.png"
    assert len(boards) == len({m.attachments[0]["filename"] for m in boards})
    assert len([m for m in boards if "Take turn" in buttons(m)]) == 1
    assert await stage.bot.store.rows("SELECT * FROM outbox") == []


# -- restarts ----------------------------------------------------------------------------------------------------------


@each_game
async def test_after_a_restart_every_old_button_works(stage, slug):
    await stage.slash(stage.ann, f"{slug} new")
    await stage.restart()
    lobby = stage.public()[0]
    for who in stage.people[1 : min(games.load(slug).meta.seats)]:
        await stage.click(who, lobby, "Join")
        lobby = stage.public()[0]
    await stage.restart()
    await stage.click(stage.ann, lobby, "Start")
    await stage.restart()
    assert len(stage.public()) == 2, "nothing is posted twice"

    who, legal = await stage.to_act()
    for label in ("My hand", "As text", "Rules"):
        assert (await stage.click(who, stage.board(), label)).ephemeral
    await stage.take_turn(who, legal[0])
    assert (await stage.table()).seq == 1


@each_game
@pytest.mark.parametrize("log", ["whole", "damaged"])
async def test_a_game_whose_stored_state_is_damaged_goes_on_after_a_restart_or_can_be_ended(stage, slug, log):
    stage.trouble_expected = log == "damaged"
    await stage.start(2, slug=slug)
    await stage.move()
    async with stage.bot.store.transaction() as db:
        await db.execute("UPDATE games SET state = ?", (b'{"board": "of another kind"}',))
        if log == "damaged":
            await db.execute("UPDATE log SET text = '{}' WHERE seq = 0")
    await stage.restart()

    said = await stage.dm(stage.ann, "game mine")
    assert str(stage.channel.id) in said.text
    if log == "whole":
        await stage.move()
        assert (await stage.table()).seq == 2
        assert len([m for m in stage.public() if "Take turn" in buttons(m)]) == 1
    else:
        assert "damaged" in words(stage.public()[-1])
        assert "paused" in (await stage.slash(stage.ann, "game status")).text
        await stage.sure(stage.ann, "game end")
        await stage.slash(stage.ann, f"{slug} new")
        assert (await stage.table()).status == "lobby"


@each_game
async def test_a_panel_left_open_goes_on_after_a_restart(stage, slug):
    await stage.start(slug=slug)
    who, legal = await stage.to_act()
    text = legal[len(legal) // 2]
    table = await stage.table()
    panel = await stage.click(who, stage.board(), "Take turn")
    said, label = await stage.choose(who, text, panel, table, between=stage.restart)
    await stage.restart()
    await stage.click(who, said.message, label)

    assert (await stage.bot.tables.log(table.id))[-1].text == text


@each_game
async def test_commands_are_registered_once_and_again_only_when_they_change(stage, slug):
    def registered():
        return sum(r.method == "PUT" and r.path.endswith("/commands") for r in stage.env.http_requests)

    assert registered() == 1
    await stage.restart()
    assert registered() == 1
    async with stage.bot.store.transaction() as db:
        await db.execute("UPDATE facts SET value = 'other' WHERE name = 'commands'")
    await stage.restart()
    assert registered() == 2


async def test_a_game_of_other_rules_is_told_of_in_its_channel_at_the_start(stage):
    stage.trouble_expected = True
    table = await stage.start(2)
    async with stage.bot.store.transaction() as db:
        await db.execute("UPDATE games SET engine = 0, state = ?", (b'{"other": "shape"}',))
    await stage.restart()
    told = stage.public()[-1]
    assert "paused" in words(told)
    asked = [await stage.slash(stage.ann, f"game {command}") for command in ("status", "board", "hand")]
    asked += [await stage.click(stage.ann, stage.board(), label) for label in ("Take turn", "My hand", "As text")]
    for said in asked:
        assert said.ephemeral
        assert "earlier rules" in said.text
    await stage.sure(stage.ann, "game end")
    assert (await stage.bot.tables.get(table.id)).status == "over"
    assert not any(b.startswith("b:turn:") for m in stage.public() for b in buttons(m).values())
    assert "ended by **Ann**" in words(stage.public()[-1])
    assert not any("before it began" in words(message) for message in stage.public())


@each_game
async def test_a_game_that_is_gone_ends_at_the_start_and_frees_the_channel(stage, slug):
    stage.trouble_expected = True
    table = await stage.start(slug=slug)
    board = stage.board()
    async with stage.bot.store.transaction() as db:
        await db.execute("UPDATE games SET slug = 'chess'")
    await stage.restart()

    assert "no longer have the game" in words(stage.public()[-1])
    assert buttons(stage.again(board)) == {}
    assert "play in no game" in (await stage.slash(stage.ann, "game mine")).text
    for custom_id in (f"b:{action}:{table.id}:0:" for action in ("turn", "hand", "text", "rules", "join", "history")):
        said = await stage.press(stage.ann, board, custom_id)
        assert said.ephemeral
        assert "went wrong" not in said.text
    for command in ("rules", "leaderboard", "history", "verify", "status"):
        assert "went wrong" not in (await stage.slash(stage.ann, f"game {command}")).text
    await stage.slash(stage.ann, f"{slug} new")
    assert (await stage.table()).status == "lobby"


@each_game
async def test_what_cannot_be_drawn_is_shown_to_its_asker_as_text(stage, slug, monkeypatch):
    stage.trouble_expected = True
    await stage.start(slug=slug)
    who, legal = await stage.to_act()
    old = stage.board()
    monkeypatch.setattr(stage.bot.pictures, "draw", lambda *_, **__: 1 / 0)
    table = await stage.table()
    text = wording.drawn(table)
    for said in (await stage.slash(who, "game board"), await stage.click(who, old, "Take turn")):
        assert said.ephemeral
        assert "```" in said.text
        assert said.message.attachments == []
    assert text in (await stage.slash(who, "game board")).text
    said = await stage.click(who, old, "My hand")
    assert games.words(slug).hand(table.view(table.seat_of(who.id)), table.marked) in said.text
    assert text in (await stage.slash(who, "game history")).text

    await stage.take_turn(who, legal[0])
    assert (await stage.table()).seq == 1
    said = await stage.press(who, old, f"b:turn:{table.id}:0:")
    assert "moved on" in said.text
    assert wording.drawn(await stage.table()) in said.text


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_suggestions_that_come_too_late_leave_one_quiet_line(stage, caplog, status, code):
    await stage.start()
    who, _ = await stage.to_act()
    stage.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    await stage.complete(who, "cactpot place", "chip")
    assert [r.getMessage() for r in caplog.records if "too late" in r.getMessage() and r.levelno == logging.DEBUG]
    assert [r.getMessage() for r in caplog.records if r.exc_info or r.levelno > logging.INFO] == []


async def test_what_else_goes_wrong_in_suggestions_is_logged(stage, monkeypatch, caplog):
    stage.trouble_expected = True
    await stage.start()
    who, _ = await stage.to_act()
    monkeypatch.setattr(stage.bot.tables, "at", lambda *_: 1 / 0)
    with contextlib.suppress(Exception):
        await stage.complete(who, "cactpot place", "chip")
    assert any(r.exc_info and r.exc_info[0] is ZeroDivisionError for r in caplog.records)
