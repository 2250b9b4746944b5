"""Seats that change hands: robots, resigning, substitutes."""

from __future__ import annotations

import discord
import pytest
from simstage import SEED, alts, buttons, words

import games
from bot.changes import NOT_PLAYING

each_game = pytest.mark.parametrize("slug", games.slugs())


async def kinds(stage):
    return [entry.kind for entry in await stage.bot.tables.log((await stage.table()).id)]


def hold_robots(stage):
    """Keep robots from moving by themselves, so that a test can come before them."""
    stage.bot.tables.listeners.remove(stage.bot.robots.kick)


# -- robots ------------------------------------------------------------------------------------------------------------


@each_game
async def test_robots_sit_down_in_a_lobby_and_are_sent_away_again(stage, refused, slug):
    await stage.lobby(1, slug)
    said = await stage.slash(stage.ann, "game robot", level="easy")
    assert said.ephemeral
    assert said.text == "Ada Robot sits down, a robot that plays easily."
    assert "■B **Ada Robot**, easy" in words(stage.public()[0])
    await stage.click(stage.ann, stage.public()[0], "Add robot")
    table = await stage.table()
    assert [(player.name, player.user_id, player.robot) for player in table.players] == [
        ("Ann", stage.ann.id, None),
        ("Ada Robot", None, "easy"),
        ("Bix Robot", None, "full"),
    ]
    assert "Bix Robot" in words(stage.public()[0])

    await stage.slash(stage.ann, "game robot", remove=True)
    assert "Bix Robot" not in words(stage.public()[0])
    await refused(stage.slash(stage.ben, "game robot"), "sit at this table")
    await refused(stage.slash(stage.ben, "game robot", remove=True), "no robot")
    await stage.slash(stage.ann, "game robot", remove=True)
    await refused(stage.slash(stage.ann, "game robot", remove=True), "no robot")


@each_game
async def test_a_full_table_has_no_seat_for_a_robot(stage, refused, slug):
    await stage.lobby(max(games.load(slug).meta.seats), slug)
    await refused(stage.slash(stage.ann, "game robot"), "seats are taken")
    assert "Add robot" not in buttons(stage.public()[0])


@each_game
async def test_a_robot_moves_whenever_it_is_its_turn_and_is_never_called(stage, slug):
    table = await stage.lobby(1, slug)
    await stage.slash(stage.ann, "game robot", level="easy")
    await stage.bot.tables.start(table.id, stage.ann.id, seed=SEED)
    await stage.settle()
    for _ in range(2):
        assert (await stage.to_act())[0] is stage.ann
        await stage.move()

    assert "robot" in await kinds(stage)
    assert all(message.ping_user_ids in ([], [stage.ann.id]) for message in stage.public())
    log = await stage.bot.tables.log(table.id)
    assert {entry.seat for entry in log if entry.kind == "robot"} == {1}
    assert {entry.seat for entry in log if entry.kind == "move"} == {0}


@each_game
async def test_a_robot_plays_for_who_is_away_until_they_press_i_am_back(stage, refused, slug):
    await stage.start(slug=slug)
    away, _ = await stage.to_act()
    other = await stage.waiting()
    said = await stage.slash(away, "game robot")
    assert said.ephemeral
    table = await stage.table()
    seat = table.seat_of(away.id)
    assert table.players[seat].robot == "full"
    assert (await stage.to_act())[0] is other
    assert "robot" in await kinds(stage)
    assert f"A robot plays for {table.marked[seat]}" in words(stage.board())
    await refused(stage.slash(away, "game robot"), "plays for you already")
    await refused(stage.click(other, stage.board(), "I am back"), "yours already")
    await refused(stage.click(stage.dan, stage.board(), "I am back"), "do not play")

    hands, posted = len(stage.private(away)), len(stage.public())
    said = await stage.click(away, stage.board(), "I am back")
    assert "Welcome back" in said.text
    table = await stage.table()
    assert table.players[seat].robot is None
    assert "I am back" not in buttons(stage.board())
    assert f"{table.marked[seat]} is back" in (await stage.slash(other, "game history")).text
    assert "A robot plays for" not in words(stage.board())
    assert len(stage.public()) == posted, "the board that stands there shows it"
    assert len(stage.private(away)) == hands + 1
    await refused(stage.slash(away, "game robot", remove=True), "yours already")


@each_game
async def test_whoever_moves_is_back(stage, slug):
    await stage.start(slug=slug)
    hold_robots(stage)
    away, legal = await stage.to_act()
    await stage.slash(away, "game robot")
    seat = (await stage.table()).seat_of(away.id)
    assert (await stage.table()).players[seat].robot == "full"
    await stage.move(legal[0])

    assert (await stage.table()).players[seat].robot is None
    assert (await kinds(stage))[-1] == "move"
    assert "I am back" not in buttons(stage.board())


@each_game
async def test_robots_and_vacations_set_over_and_over_change_the_board_that_stands_there(stage, slug):
    await stage.start(slug=slug)
    await stage.move()
    who, _ = await stage.to_act()
    other = stage.ben if who is stage.ann else stage.ann
    board, posted = stage.board(), len(stage.public())
    soon = (await stage.complete(other, "game settings", "vacation"))[2]
    for _ in range(3):
        await stage.slash(other, "game settings", vacation=soon)
        assert "is away until" in words(stage.board())
        await stage.slash(other, "game settings", vacation="off")
        assert "is away until" not in words(stage.board())
        await stage.slash(other, "game robot")
        assert "A robot plays for" in words(stage.board())
        assert "I am back" in buttons(stage.board())
        await stage.click(other, stage.board(), "I am back")
    assert (stage.board().id, len(stage.public())) == (board.id, posted)
    assert alts(stage.board()) == alts(board)
    (_, legal), before = await stage.to_act(), (await stage.table()).seq
    await stage.take_turn(who, legal[0])
    assert (await stage.table()).seq == before + 1
    assert stage.board().id != board.id


# -- resigning ---------------------------------------------------------------------------------------------------------


@each_game
async def test_a_robot_plays_on_for_who_resigns_and_without_players_the_game_ends(stage, refused, slug):
    table = await stage.start(3, slug)
    said = await stage.sure(stage.ben, "game resign")
    assert said.ephemeral
    now = await stage.table()
    assert [(player.user_id, player.robot) for player in now.players] == [
        (stage.ann.id, None),
        (None, "full"),
        (stage.cleo.id, None),
    ]
    assert any("has left the game; a robot plays on" in words(message) for message in stage.public())
    for command in ("resign", "hand", "undo", "robot"):
        await refused(stage.slash(stage.ben, f"game {command}"), "do not play")
    await stage.move()

    await stage.sure(stage.ann, "game resign")
    assert (await stage.table()).host_id == stage.cleo.id
    assert (await stage.to_act())[0] is stage.cleo
    said = await stage.sure(stage.cleo, "game resign")
    assert said.text == "You have left the game; nobody is left in it, so it is over."
    assert (await stage.bot.tables.get(table.id)).status == "over"
    assert "Nobody is left" in words(stage.public()[-1])
    assert not any(b.startswith("b:turn:") for m in stage.public() for b in buttons(m).values())
    await stage.slash(stage.dan, f"{slug} new")
    assert (await stage.table()).status == "lobby"


@each_game
async def test_leaving_for_good_is_asked_about_first(stage, refused, slug):
    table = await stage.start(slug=slug)
    before = await stage.snapshot()
    asked = await stage.slash(stage.ben, "game resign")
    assert asked.ephemeral
    assert list(asked.buttons) == ["Leave for good", "Stay"]
    leave = asked.buttons["Leave for good"]
    assert "a robot plays your seat to the end" in asked.text
    stays = await stage.click(stage.ben, asked.message, "Stay")
    assert stays.text == "All stays as it is."
    assert stays.buttons == {}
    assert await stage.snapshot() == before

    await stage.at_once((stage.ben, asked.message, leave), (stage.ben, asked.message, leave))
    assert sum("has left the game" in words(message) for message in stage.public()) == 1
    assert words(stage.again(asked.message)) in {
        "You have left the game; a robot plays your seat to the end.",
        NOT_PLAYING,
    }
    assert (await stage.bot.tables.get(table.id)).players[1].user_id is None
    assert "you are its last player, so it ends" in (await stage.slash(stage.ann, "game resign")).text


@each_game
async def test_resigning_takes_a_running_game(stage, refused, slug):
    await stage.lobby(1, slug)
    await refused(stage.slash(stage.ann, "game resign"), "not begun", "/game leave")
    await refused(stage.slash(stage.dan, "game resign"), "not begun", "whoever sits at its table can press Start")


# -- substitutes -------------------------------------------------------------------------------------------------------


async def offer(stage, who, newcomer, **player):
    await stage.slash(who, "game substitute", newcomer=newcomer, **player)
    return stage.public()[-1]


@each_game
async def test_a_newcomer_takes_a_seat_with_everything_that_belongs_to_it(stage, refused, slug):
    await stage.start(slug=slug)
    who, legal = await stage.to_act()
    other = await stage.waiting()
    seat = (await stage.table()).seat_of(who.id)
    asked = await offer(stage, who, stage.dan)
    assert asked.ping_user_ids == [stage.dan.id]
    assert list(buttons(asked)) == ["Accept", "Decline or withdraw"]
    accept = buttons(asked)["Accept"]
    for stranger in (who, other, stage.cleo):
        await refused(stage.click(stranger, asked, "Accept"), "somebody else")

    hands = {each.id: len(stage.private(each)) for each in stage.people}
    said = await stage.click(stage.dan, asked, "Accept")
    assert said.ephemeral
    table = await stage.table()
    assert (table.players[seat].user_id, table.players[seat].name) == (stage.dan.id, "Dan")
    assert "takes the seat of" in words(stage.board())
    assert stage.board().ping_user_ids == [stage.dan.id], "the turn is Dan's now"
    assert {each.id: len(stage.private(each)) - hands[each.id] for each in stage.people} == {
        **{each.id: 0 for each in (who, other, stage.cleo)},
        stage.dan.id: 1,
    }
    told = games.words(slug).brief(table.view(seat), table.marked, now=False)
    assert told in words(stage.private(stage.dan)[-1])

    for command in ("hand", "undo", "resign", "nudge"):
        await refused(stage.slash(who, f"game {command}"), "do not play")
    await refused(stage.click(who, stage.board(), "Take turn"), "do not play")
    before = len(stage.private(who))
    await stage.move(legal[0])
    assert (await stage.table()).seq == table.seq + 1
    assert len(stage.private(who)) == before
    await refused(stage.press(stage.dan, asked, accept), "has taken the seat")


@each_game
async def test_a_seat_that_was_taken_meanwhile_is_not_taken_again(stage, refused, slug):
    await stage.start(slug=slug)
    first = await offer(stage, stage.ben, stage.cleo)
    accept = buttons(first)["Accept"]
    second = await offer(stage, stage.ben, stage.dan)
    await stage.click(stage.dan, second, "Accept")

    await refused(stage.press(stage.cleo, first, accept), "newer offer")
    assert (await stage.table()).players[1].user_id == stage.dan.id


@each_game
async def test_who_may_offer_which_seat_to_whom(stage, refused, slug):
    await stage.start(slug=slug)
    await refused(stage.slash(stage.ben, "game substitute", newcomer=stage.dan, player=stage.ann), "host")
    await refused(stage.slash(stage.dan, "game substitute", newcomer=stage.cleo, player=stage.ben), "host")
    await refused(stage.slash(stage.ann, "game substitute", newcomer=stage.ben), "does not play here yet")
    await refused(stage.slash(stage.ann, "game substitute", newcomer=stage.dan, player=stage.cleo), "at this table")
    await refused(stage.slash(stage.dan, "game substitute", newcomer=stage.cleo), "at this table")
    await refused(stage.slash(stage.ann, "game substitute", newcomer=stage.dan, player=stage.ben), "here and plays")
    manager = stage.member("Eve", discord.Permissions(manage_channels=True))
    await refused(stage.slash(manager, "game substitute", newcomer=stage.dan, player=stage.ben), "here and plays")


@each_game
async def test_when_the_host_hands_the_seat_over_the_newcomer_is_host(stage, slug):
    await stage.start(slug=slug)
    await stage.click(stage.dan, await offer(stage, stage.ann, stage.dan), "Accept")
    assert "host" in (await stage.sure(stage.ann, "game end")).text
    await stage.sure(stage.dan, "game end")

    assert (await stage.table()).status == "over"
