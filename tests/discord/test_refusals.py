"""Bad input: one clear sentence for the one who asked, nothing changed, never a traceback or 'interaction failed'."""

from __future__ import annotations

import pytest
from plays import PLAYS
from simstage import buttons, with_ids, words

import games
from cogs import common

each_game = pytest.mark.parametrize("slug", games.slugs())


# -- any game ----------------------------------------------------------------------------------------------------------


@each_game
async def test_a_move_out_of_turn(stage, refused, slug):
    await stage.start(slug=slug)
    _, legal = await stage.to_act()
    other = await stage.waiting()
    command, options = PLAYS[slug].command(legal[0])

    table = await stage.table()
    own_words = table.game.refusal(table.state, table.seat_of(other.id), table.game.parse(legal[0]))
    await refused(stage.slash(other, command, **options), own_words, "turn")
    said = await refused(stage.click(other, stage.board(), "Take turn"), "not your turn")
    assert (await stage.to_act())[0].name.capitalize() in said.text, "it says who is to move"


@each_game
async def test_a_move_by_somebody_who_does_not_play(stage, refused, slug):
    await stage.start(slug=slug)
    _, legal = await stage.to_act()
    command, options = PLAYS[slug].command(legal[0])

    await refused(stage.slash(stage.dan, command, **options), "do not play")
    for label in ("Take turn", "My hand"):
        await refused(stage.click(stage.dan, stage.board(), label), "do not play")
    await refused(stage.slash(stage.dan, "game hand"), "do not play")


@each_game
@pytest.mark.parametrize("command", ["join", "leave", "start", "board", "hand", "status", "history", "end", "verify"])
async def test_a_command_in_a_channel_without_a_game(stage, refused, slug, command):
    openings = [f"/{each} new" for each in games.slugs()]
    listed = [] if command in {"history", "verify"} else ["Open a table with ", "press Join"]
    await refused(stage.slash(stage.ann, f"game {command}"), "in this channel", *openings, *listed)


@each_game
async def test_a_move_in_a_channel_without_a_game(stage, refused, slug):
    game = games.load(slug)
    text = game.legal(state := game.setup(game.meta.seats[0], "x"), min(game.to_act(state)))[0]
    command, options = PLAYS[slug].command(text)

    await refused(stage.slash(stage.ann, command, **options), "No game", f"/{slug} new")
    await stage.start(slug=slug)
    await stage.sure(stage.ann, "game end")
    await refused(stage.slash(stage.ann, command, **options), "No game", f"/{slug} new")


@each_game
async def test_a_move_or_a_look_before_the_game_begins(stage, refused, slug):
    game = games.load(slug)
    text = game.legal(state := game.setup(game.meta.seats[0], "x"), min(game.to_act(state)))[0]
    command, options = PLAYS[slug].command(text)
    await stage.lobby(2, slug)

    await refused(stage.slash(stage.ann, command, **options), "not begun", "Start")
    for look in ("board", "hand"):
        await refused(stage.slash(stage.ann, f"game {look}"), "not begun", "Start")


@each_game
async def test_a_second_game_in_a_channel(stage, refused, slug):
    await stage.lobby(2, slug)
    await refused(stage.slash(stage.cleo, f"{slug} new"), "already open", "/game join")
    await stage.slash(stage.ann, "game start")
    await refused(stage.slash(stage.cleo, f"{slug} new"), "already plays", "thread")


@each_game
async def test_starting_with_too_few_players(stage, refused, slug):
    few = min(games.load(slug).meta.seats)
    if few > 1:
        await stage.lobby(few - 1, slug)
        await refused(stage.slash(stage.ann, "game start"), f"needs {few}", "Join")


async def test_an_option_that_wants_more_players_is_counted_in_the_lobby(stage):
    await stage.lobby(1, "catsudoku", mistakes="spotted")
    assert "(2 to 4 can play), 1 more needed to start" in words(stage.public()[0])
    await stage.slash(stage.ben, "game join")
    assert "ready to start" in words(stage.public()[0])


async def test_a_seat_is_offered_of_who_has_one(stage, refused):
    await stage.lobby(2)
    await refused(stage.slash(stage.ann, "game substitute", newcomer=stage.cleo), "in a lobby /game leave frees a seat")
    await stage.slash(stage.ann, "game start")
    asked = stage.slash(stage.ann, "game substitute", newcomer=stage.cleo, player=stage.dan)
    await refused(asked, "That player has no seat here", "**Ann** and")
    await refused(stage.slash(stage.dan, "game substitute", newcomer=stage.cleo), "You have no seat here")


@each_game
async def test_joining_a_full_table_a_running_game_or_twice(stage, refused, slug):
    most = max(games.load(slug).meta.seats)
    await stage.lobby(most, slug)
    eve = stage.member("Eve")
    await refused(stage.slash(stage.ann, "game join"), "already sit")
    await refused(stage.slash(eve, "game join"), "seats are taken")
    lobby = stage.public()[0]
    await stage.slash(stage.ann, "game start")
    await refused(stage.slash(eve, "game join"), "already begun")
    for action in ("join", "leave", "start"):
        await refused(stage.press(stage.ann, lobby, f"b:{action}:1:0:"), "begun")
    await refused(stage.slash(stage.ann, "game start"), "its board says whose turn it is")


@each_game
async def test_leaving_or_starting_a_table_where_one_does_not_sit(stage, refused, slug):
    await stage.lobby(2, slug)
    await refused(stage.slash(stage.dan, "game leave"), "Join")
    await refused(stage.click(stage.dan, stage.public()[0], "Start"), "Join")


@each_game
async def test_a_button_of_a_game_that_is_over(stage, refused, slug):
    await stage.start(slug=slug)
    board = stage.board()
    await stage.sure(stage.ann, "game end")
    await stage.start(slug=slug)

    for custom_id in buttons(board).values() or ["b:turn:1:0:"]:
        assert custom_id.split(":")[2] == "1"
    await refused(stage.press(stage.ann, board, "b:turn:1:0:"), "over", f"/{slug} new")
    await refused(stage.press(stage.ann, board, "b:confirm:1:0:chip=0"), "over")


@each_game
async def test_a_button_of_a_game_nobody_knows_any_more(stage, refused, slug):
    await stage.start(slug=slug)
    for action in ("turn", "hand", "text", "history", "join", "confirm", "rules"):
        await refused(stage.press(stage.ann, stage.board(), f"b:{action}:777:0:"), "not known here")


@each_game
async def test_a_button_that_no_version_of_this_program_has(stage, refused, slug):
    await stage.start(slug=slug)
    await refused(stage.press(stage.ann, stage.board(), "b:levitate:1:0:"))


@each_game
async def test_the_panel_of_somebody_else(stage, refused, slug):
    """A client shows a private panel to its owner only; a changed client gains nothing by pressing it."""
    await stage.start(slug=slug)
    who, _ = await stage.to_act()
    other = await stage.waiting()
    panel = (await stage.click(who, stage.board(), "Take turn")).message
    for custom_id in [p["custom_id"] for p in with_ids(panel)]:
        for stranger in (other, stage.dan):
            await refused(stage.press(stranger, panel, custom_id), "not your turn" if stranger is other else "do not")


@each_game
async def test_a_button_of_an_older_board_shows_the_new_one_and_moves_nothing(stage, slug):
    await stage.start(slug=slug)
    old = stage.board()
    await stage.move()
    before = await stage.snapshot()
    for who in (stage.ann, stage.ben):
        said = await stage.press(who, old, "b:turn:1:0:")
        assert said.ephemeral
        assert "moved on" in said.text
        assert said.buttons["Take turn"] == "b:turn:1:1:"
        assert stage.picture(said.message) == stage.picture(stage.board())
    assert await stage.snapshot() == before


@each_game
async def test_a_panel_of_an_older_board_shows_the_new_one_and_moves_nothing(stage, slug):
    await stage.start(slug=slug)
    who, legal = await stage.to_act()
    panel = (await stage.click(who, stage.board(), "Take turn")).message
    await stage.move(legal[-1])
    before = await stage.snapshot()
    for part in with_ids(panel):
        if part["type"] == 3:
            said = await stage.pick(
                who, panel, part["custom_id"].split(":", 4)[4].split("~")[0], part["options"][0]["value"]
            )
        else:
            said = await stage.press(who, panel, part["custom_id"])
        assert "moved on" in said.text
        assert said.ephemeral
        assert "Take turn" in said.buttons
    assert await stage.snapshot() == before


@each_game
async def test_confirming_before_everything_is_chosen(stage, refused, slug):
    await stage.start(slug=slug)
    who, _ = await stage.to_act()
    said = await stage.click(who, stage.board(), "Take turn")
    panel = said.message

    if "Confirm" not in said.buttons:  # else everything is chosen when the panel opens
        await refused(stage.press(who, panel, "b:confirm:1:0:"), "Choose")
        await refused(stage.press(who, panel, "b:confirm:1:0:chip=99~cell=z9~face=sideways~on=moon"), "Choose")
    await refused(stage.press(who, panel, "b:do:1:0:99"), "Take turn")
    await refused(stage.press(who, panel, "b:do:1:0:x"), "Take turn")


async def test_a_move_whose_answer_fails_is_not_said_to_have_changed_nothing(stage, monkeypatch):
    stage.trouble_expected = True
    await stage.start(2)

    async def fail(*_, **__):
        raise OSError("no answer today")

    with monkeypatch.context() as broken:
        broken.setattr(common, "say", fail)
        said = await stage.move()
    assert (await stage.table()).seq == 1
    assert "That is done" in said.text
    assert "nothing was changed" not in said.text


async def test_a_button_of_another_channels_game_is_not_known(stage, refused):
    table = await stage.start(2)
    board, here = stage.board(), stage.channel
    stage.channel = stage.guild.create_text_channel("elsewhere")
    other = await stage.lobby(2, "catsudoku")
    for action in ("turn", "start", "join", "hand", "resign"):
        await refused(stage.press(stage.ann, board, f"b:{action}:{other.id}:0:"), "not known here")
    stage.channel = here
    assert (await stage.bot.tables.get(table.id)).status == "running"


async def test_what_nobody_expected_is_said_to_have_changed_nothing_and_logged_with_its_game(
    stage, monkeypatch, caplog
):
    stage.trouble_expected = True
    table = await stage.start(2)
    before = await stage.snapshot()
    with monkeypatch.context() as broken:
        broken.setattr(type(table.game), "make", lambda *_: 1 / 0)
        who, legal = await stage.to_act()
        for said in (await stage.move(legal[0]), await stage.take_turn(who, legal[0])):
            assert said.ephemeral
            assert "nothing was changed" in said.text
            assert "ZeroDivision" not in said.text
    assert await stage.snapshot() == before
    errors = [record for record in caplog.records if record.levelname == "ERROR"]
    assert errors
    assert all(record.exc_info[0] is ZeroDivisionError for record in errors)
    assert (await stage.move(legal[0])).ephemeral
    assert (await stage.table()).seq == 1
