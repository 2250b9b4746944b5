"""From the command to the deal: lobbies by slash and by buttons, in channels and in threads."""

from __future__ import annotations

import pytest
from plays import PLAYS
from simstage import alts, buttons, words

import games

each_game = pytest.mark.parametrize("slug", games.slugs())


@each_game
async def test_a_lobby_fills_and_starts_by_buttons(stage, slug):
    meta = games.load(slug).meta
    few, most = min(meta.seats), max(meta.seats)
    said = await stage.slash(stage.ann, f"{slug} new")
    (lobby,) = stage.public()
    assert said.ephemeral
    assert meta.title in words(lobby)
    assert "Ann" in words(lobby)
    assert ("Start" in buttons(lobby)) == (few <= 1)

    for count, who in enumerate(stage.people[1:most], 2):
        said = await stage.click(who, lobby, "Join")
        (lobby,) = stage.public()
        assert said.ephemeral
        assert f"**Players: {count}** ({few} to {most} can play), " in words(lobby)
        assert ("Start" in buttons(lobby)) == (count >= few)
    assert "Join" not in buttons(lobby)

    said = await stage.click(stage.people[most - 1], lobby, "Leave")
    (lobby,) = stage.public()
    assert "left" in said.text
    assert "Join" in buttons(lobby)

    assert games.words(slug).HELP[:200] in (await stage.click(stage.dan, lobby, "Rules")).text
    said = await stage.click(stage.people[1], lobby, "Start")
    lobby, board = stage.public()
    assert said.ephemeral
    assert buttons(lobby) == {}
    offers = [label for label, _ in games.words(slug).offers((await stage.table()).view(None))]
    assert list(buttons(board)) == [*offers, "Take turn", "My hand", "As text", "Rules"]
    assert alts(board)
    assert board.ping_user_ids == [(await stage.to_act())[0].id]
    for who in stage.people[: most - 1]:
        assert len(stage.private(who)) == 1
    assert stage.private(stage.people[most - 1]) == []


@each_game
async def test_a_lobby_fills_and_starts_by_commands(stage, slug):
    few = min(games.load(slug).meta.seats)
    await stage.slash(stage.ann, f"{slug} new")
    for who in stage.people[1:few]:
        assert (await stage.slash(who, "game join")).ephemeral
    await stage.slash(stage.people[few], "game join")
    said = await stage.slash(stage.people[few], "game leave")
    assert said.ephemeral
    assert (await stage.slash(stage.ann, "game start")).ephemeral

    assert len((await stage.table()).players) == few
    assert (await stage.table()).status == "running"
    assert len(stage.public()) == 2


@each_game
async def test_the_host_frees_a_seat_in_the_lobby(stage, refused, slug):
    await stage.lobby(3, slug)
    await refused(stage.slash(stage.ben, "game leave", player=stage.cleo), "Only the host")
    said = await stage.slash(stage.ann, "game leave", player=stage.ben)
    assert said.ephemeral
    assert "**Ben** is free again" in said.text
    assert "Ben" not in words(stage.public()[0])
    assert "has freed the seat of **Ben**" in words(stage.public()[-1])
    assert stage.public()[-1].ping_user_ids == []
    await stage.slash(stage.ann, "game leave", player=stage.ann)
    assert (await stage.table()).host_id == stage.cleo.id


@each_game
async def test_nobody_is_pinged_before_the_game_begins(stage, slug):
    await stage.lobby(3, slug)

    assert [message.ping_user_ids for message in stage.public()] == [[]]


@each_game
async def test_options_of_the_game_are_taken_and_shown(stage, slug):
    options = PLAYS[slug].options
    table = await stage.start(slug=slug, **options)

    assert table.options == {**{o.name: o.default for o in table.game.meta.options}, **options}
    assert "With:" in words(stage.public()[0])


async def test_the_lobby_names_all_that_is_not_as_usual(stage):
    await stage.slash(stage.ann, "catsudoku new", scoring="advanced", mistakes="spotted", window="30 minutes")
    said = words(stage.public()[0]).splitlines()
    assert (
        "-# With: scoring advanced: stacks of two and three; mistakes spotted: the others have to catch them; "
        "30 minutes to look a turn over; 24 hours a turn"
    ) in said
    await stage.slash(stage.ann, "game leave")
    await stage.slash(stage.ann, "cactpot new", x_tokens=True, turn_time="none")
    assert "-# With: X tokens mark what cannot pay" in words(stage.public()[1]).splitlines()


async def test_a_server_full_of_threads_is_told_of(stage, refused):
    stage.env.inject_error("POST", f"/channels/{stage.channel.id}/threads", status=400, code=160006)
    await refused(stage.slash(stage.ann, "cactpot new", thread=True), "leave the option thread out")
    await stage.slash(stage.ann, "cactpot new")
    assert (await stage.table()).status == "lobby"


@each_game
async def test_a_table_in_a_thread_leaves_its_channel_free(stage, slug):
    said = await stage.slash(stage.ann, f"{slug} new", thread=True)
    (thread,) = stage.channel.threads
    assert f"<#{thread.id}>" in said.text
    assert games.load(slug).meta.title in thread.name
    (lobby,) = stage.public(thread)
    assert [m for m in stage.public() if buttons(m)] == []

    await stage.click(stage.ben, lobby, "Join")
    await stage.slash(stage.ben, "game start", thread)
    assert "Take turn" in buttons(stage.board(thread))
    assert len(stage.private(stage.ann)) == 1

    await stage.slash(stage.cleo, f"{slug} new")
    assert (await stage.table()).status == "lobby"


async def test_the_last_to_leave_closes_the_table_and_its_message_says_so(stage):
    await stage.slash(stage.ann, "cactpot new")
    await stage.click(stage.ann, stage.public()[0], "Leave")
    (lobby,) = stage.public()

    assert "closed before it began." in words(lobby)
    assert buttons(lobby) == {}
    await stage.slash(stage.ben, "cactpot new")
    assert len(stage.public()) == 2


async def test_when_the_host_leaves_the_next_one_can_end_the_table(stage):
    await stage.lobby(2)
    await stage.slash(stage.ann, "game leave")
    refused = await stage.sure(stage.ann, "game end")
    assert "host" in refused.text
    assert "Ben" in refused.text
    assert "ended" in (await stage.sure(stage.ben, "game end")).text
    assert (await stage.table()).status == "over"


async def test_a_lobby_message_that_was_deleted_is_posted_again(stage):
    await stage.lobby(2)
    stage.env.backend.delete_message(stage.channel.id, stage.public()[0].id)
    await stage.slash(stage.cleo, "game join")
    (lobby,) = stage.public()

    assert "Cleo" in words(lobby)
    assert "Start" in buttons(lobby)
