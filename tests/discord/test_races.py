"""Several things at once, delivered before the bot can answer any of them."""

from __future__ import annotations

import random

import pytest
from plays import PLAYS
from simstage import buttons, words

import games

each_game = pytest.mark.parametrize("slug", games.slugs())


async def ready(stage, who, text):
    """Open a panel and choose everything; gives the panel and the id of the button that makes the move."""
    said, label = await stage.prepare(who, text)
    return said.message, said.buttons[label]


async def confirmed(stage, slug, count, *, same_id):
    await stage.start(slug=slug)
    who, legal = await stage.to_act()
    panel, confirm = await ready(stage, who, random.Random(4).choice(legal))
    boards = len(stage.public())
    await stage.at_once(*[(who, panel, confirm)] * count, same_id=same_id)
    assert (await stage.table()).seq == 1
    assert len(await stage.bot.tables.log(1)) == 2
    assert len(stage.public()) == boards + 1


@each_game
async def test_a_double_click_on_confirm_makes_one_move(stage, slug):
    await confirmed(stage, slug, 2, same_id=False)


@each_game
async def test_one_click_delivered_five_times_makes_one_move(stage, slug):
    await confirmed(stage, slug, 5, same_id=True)


@each_game
async def test_hammering_on_confirm_makes_one_move(stage, slug):
    await confirmed(stage, slug, 12, same_id=False)


async def test_a_double_click_on_add_robot_seats_one(stage):
    await stage.lobby(1)
    message = stage.public()[-1]
    robot = buttons(message)["Add robot"]
    await stage.at_once((stage.ann, message, robot), (stage.ann, message, robot))
    assert len((await stage.table()).players) == 2
    await stage.click(stage.ann, stage.again(message), "Add robot")
    assert len((await stage.table()).players) == 3


async def test_two_players_who_confirm_at_once_do_not_take_each_others_turn(stage):
    """The second one's panel cannot exist before the first has moved, so a changed client makes one up."""
    await stage.start(3)
    who, legal = await stage.to_act()
    panel, confirm = await ready(stage, who, legal[0])
    other = await stage.waiting()
    await stage.at_once((other, panel, confirm), (who, panel, confirm), (other, panel, confirm))

    table = await stage.table()
    assert table.seq == 1
    assert (await stage.bot.tables.log(1))[-1].seat == table.seat_of(who.id)


@each_game
async def test_the_last_seat_goes_to_one_of_those_who_join_at_once(stage, slug):
    most = max(games.load(slug).meta.seats)
    await stage.lobby(most - 1, slug)
    lobby = stage.public()[0]
    late = [stage.member(name) for name in ("Eve", "Fay", "Gus")]
    await stage.at_once(*((who, lobby, "b:join:1:0:") for who in late))

    table = await stage.table()
    assert len(table.players) == most
    assert sum(player.user_id in {who.id for who in late} for player in table.players) == 1
    assert words(stage.public()[0]).count("●") == 1
    assert "Join" not in buttons(stage.public()[0])


@each_game
async def test_everybody_may_press_start_at_once(stage, slug):
    await stage.lobby(2, slug)
    lobby = stage.public()[0]
    await stage.at_once(*((who, lobby, "b:start:1:0:") for who in (stage.ann, stage.ben, stage.ann)))

    assert len(await stage.bot.tables.log(1)) == 1
    assert len([m for m in stage.public() if "Take turn" in buttons(m)]) == 1
    assert len(stage.private(stage.ann)) == 1


@each_game
async def test_joining_and_starting_at_once_leaves_no_player_without_a_hand(stage, slug):
    await stage.lobby(2, slug)
    lobby = stage.public()[0]
    await stage.at_once((stage.ann, lobby, "b:start:1:0:"), (stage.cleo, lobby, "b:join:1:0:"))
    table = await stage.table()

    assert table.status == "running"
    assert table.view(None).seats == len(table.players)
    assert all(len(stage.private(stage.who(table, player.seat))) == 1 for player in table.players)


@each_game
async def test_moves_faster_than_posts_leave_one_board_with_all_the_news(stage, slug):
    table = await stage.start(slug=slug)
    rng, before = random.Random(7), stage.public()
    async with stage.bot.posts._locks[stage.channel.id, False]:  # the channel is slow
        for _ in range(2):  # as many as a board has lines for
            seat = min(table.game.to_act(table.state))
            text = rng.choice(table.game.legal(table.state, seat))
            table = (await stage.bot.tables.move(table.id, table.players[seat].user_id, text)).table
    await stage.settle()

    assert len(stage.public()) == len(before) + 1, "only the newest board of those that waited"
    assert len([m for m in stage.public() if "Take turn" in buttons(m)]) == 1
    assert stage.board().ping_user_ids == list(table.users(table.awaited))
    told = "\n".join(words(m) for m in stage.public() if m.id not in {b.id for b in before})
    for entry in (await stage.bot.tables.log(table.id))[1:]:
        for event in table.game.load_events(entry.events):
            assert games.words(slug).tell(event, table.marked) in told


@each_game
async def test_a_click_on_a_game_in_another_channel_moves_only_that_game(stage, slug):
    """The id of the game is in the button: never 'the present game of this player'."""
    await stage.start(slug=slug)
    who, legal = await stage.to_act()
    panel, confirm = await ready(stage, who, legal[0])
    stage.channel = stage.guild.create_text_channel("second")
    await stage.start(slug=slug)
    await stage.at_once((who, panel, confirm))

    assert [(await stage.bot.tables.get(game)).seq for game in (1, 2)] == [1, 0]


@each_game
async def test_a_command_that_opens_a_thread_and_is_delivered_twice_opens_one(stage, slug, monkeypatch):
    emit = stage.env.backend.emit

    def twice(event, payload):
        emit(event, payload)
        if event == "INTERACTION_CREATE":
            emit(event, dict(payload))

    monkeypatch.setattr(stage.env.backend, "emit", twice)
    await stage.slash(stage.ann, f"{slug} new", thread=True)

    (thread,) = stage.channel.threads
    assert (await stage.bot.tables.at(thread.id)).status == "lobby"
    assert len(stage.public(thread)) == 1


async def test_a_typed_move_is_made_on_the_board_it_was_suggested_from_or_not_at_all(stage, refused):
    await stage.start()
    for face in ("up", "up", "down"):
        first, legal = await stage.to_act()
        await stage.bot.tables.move(1, first.id, next(move for move in legal if move.endswith(face)))
    who, legal = await stage.to_act()
    assert who is not first
    await stage.complete(who, "cactpot place", "space")
    await stage.slash(first, "game undo")
    await stage.bot.tables.move(1, first.id, (await stage.to_act())[1][-1])
    await stage.settle()
    command, options = PLAYS["cactpot"].command(legal[-1])
    said = await refused(stage.slash(who, command, **options), "moved on")
    assert stage.picture(said.message) == stage.picture(stage.board())
    await stage.complete(who, "cactpot place", "space")
    await stage.move()
    assert [entry.kind for entry in await stage.bot.tables.log(1)][3:] == ["move", "undo", "move", "move"]
