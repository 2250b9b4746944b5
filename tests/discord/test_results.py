"""After the end: results, rematch, replay; and what becomes of games in servers that let the bot go."""

from __future__ import annotations

import random
from unittest.mock import Mock

import pytest
from simstage import SEED, buttons, words

import games
from cogs.recording import _span

each_game = pytest.mark.parametrize("slug", games.slugs())


async def finished(stage, slug, players=2):
    """Play a whole game; gives its table."""
    stage.sketch()
    table = await stage.start(players, slug)
    rng = random.Random(5)
    while table.status == "running":
        seat = min(table.awaited)
        text = rng.choice(table.game.legal(table.state, seat))
        table = (await stage.bot.tables.move(table.id, table.players[seat].user_id, text)).table
        stage.later += 60
    await stage.settle()
    return table


@each_game
async def test_statistics_and_the_leaderboard_tell_who_won_how_often(stage, refused, slug):
    await refused(stage.slash(stage.dan, "game stats"), "no game yet")
    await refused(stage.slash(stage.dan, "game leaderboard", game=slug), "Nobody has finished", f"/{slug} new")
    table = await finished(stage, slug)
    outcome, title = table.game.outcome(table.state), table.game.meta.title
    for seat, who in enumerate((stage.ann, stage.ben)):
        said = await stage.slash(who, "game stats")
        assert said.ephemeral
        assert f"{title}: 1 finished, {int(seat in outcome.won)} won" in said.text
        assert "Half of all answers come within 1 minute." in said.text
    asked = await stage.slash(stage.dan, "game stats", player=stage.ann)
    assert f"{title}: 1 finished" in asked.text
    assert "Ann" in asked.text
    await refused(stage.slash(stage.dan, "game stats"), "no game yet")

    said = await stage.slash(stage.dan, "game leaderboard", game=slug)
    assert said.ephemeral
    ranking = said.text.splitlines()[1:]
    assert len(ranking) == 2
    wins = [int(line.split(": ")[1].split()[0]) for line in ranking]
    assert wins == sorted(wins, reverse=True)
    assert {f"<@{who.id}>" for who in (stage.ann, stage.ben)} == {line.split()[1].rstrip(":") for line in ranking}
    assert said.message.ping_user_ids == []


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "less than a second"),
        (0.4, "less than a second"),
        (1, "1 second"),
        (1.6, "2 seconds"),
        (60, "1 minute"),
        (90, "90 seconds"),
        (120, "2 minutes"),
        (3600, "1 hour"),
        (7200, "2 hours"),
        (86400, "1 day"),
        (200_000, "2 days"),
    ],
)
def test_the_time_of_an_answer_is_told_in_its_largest_unit(seconds, told):
    assert _span(seconds) == told


@each_game
async def test_the_result_says_who_won_once(stage, slug):
    stage.sketch()
    table = await finished(stage, slug)
    (last,) = [m for m in stage.public() if "Rematch" in buttons(m)]
    told = games.words(slug).turn(table.view(None), table.marked)
    assert words(last).count(told) == 1


@each_game
async def test_the_end_of_a_match_calls_all_but_whoever_made_the_last_move(stage, slug):
    table = await finished(stage, slug, 3)
    (last,) = [m for m in stage.public() if "Rematch" in buttons(m)]
    mover = (await stage.bot.tables.log(table.id))[-1].seat
    assert set(last.ping_user_ids) == {player.user_id for player in table.players if player.seat != mover}


async def test_the_end_of_a_match_tells_all_that_robots_did_since_the_last_board(stage):
    stage.sketch()
    table = await stage.start(3, "casinopolis")
    for _ in range(12):
        await stage.move()
    (seat,) = (await stage.table()).awaited
    stage.bot.robots._open = False
    for who in (seat, (seat + 1) % 3):
        await stage.slash(stage.people[who], "game robot")
    stage.bot.robots._open = True
    held = stage.bot.posts._locks[stage.channel.id, False]
    async with held:
        stage.bot.robots.kick(table.id)
        await stage.bot.robots.settle()
    stage.bot.posts.kick(table.id)
    await stage.settle()
    (last,) = [m for m in stage.public() if "Rematch" in buttons(m)]
    entries = await stage.bot.tables.log(table.id)
    robots = [entry for entry in entries if entry.kind == "robot"]
    assert len(robots) == 2
    assert sum(" lays card " in line for line in words(last).splitlines()) == 2


async def test_the_leaderboard_of_a_channel_without_a_game_tells_of_all_games(stage, refused):
    harbour = stage.guild.create_text_channel("harbour")
    await refused(stage.slash(stage.dan, "game leaderboard", harbour), "Nobody has finished a game", "/casinopolis new")
    stage.sketch()
    for slug in ("cactpot", "catsudoku"):
        await finished(stage, slug)
        title = games.load(slug).meta.title
        assert (await stage.slash(stage.dan, "game leaderboard")).text.startswith(f"**{title}**")
    said = await stage.slash(stage.dan, "game leaderboard", harbour)
    assert [line for line in said.text.splitlines() if line.startswith("**")] == [
        "**Cactpot Party**",
        "**Cat Sudoku: Summer Festival**",
    ]


@each_game
async def test_a_rematch_opens_a_lobby_with_the_same_seats_and_options(stage, refused, slug):
    stage.sketch()
    old = await finished(stage, slug)
    (last,) = [m for m in stage.public() if "Rematch" in buttons(m)]
    await refused(stage.click(stage.dan, last, "Rematch"), "Only those who played")
    said = await stage.click(stage.ben, last, "Rematch")
    assert said.ephemeral
    assert "same seats" in said.text
    table = await stage.table()
    assert (table.id, table.status, table.slug) == (old.id + 1, "lobby", slug)
    assert [(p.user_id, p.name) for p in table.players] == [(p.user_id, p.name) for p in old.players]
    assert (table.options, table.turn_time, table.window) == (old.options, old.turn_time, old.window)
    assert table.host_id == stage.ben.id
    called = stage.public()[-1]
    assert called.ping_user_ids == [stage.ann.id]
    assert words(called).startswith(f"<@{stage.ann.id}>, **Ben** wants to play again: your seat is taken again")

    await refused(stage.click(stage.ann, last, "Rematch"), "already open")
    await stage.slash(stage.ben, "game start")
    assert (await stage.table()).status == "running"
    await refused(stage.press(stage.ann, last, f"b:rematch:{table.id}:0:"), "when this game is over")


async def test_a_rematch_takes_no_seat_for_who_has_left_the_server(stage):
    await finished(stage, "cactpot", players=3)
    (last,) = [m for m in stage.public() if "Rematch" in buttons(m)]
    stage.env.backend.remove_member(stage.guild.id, stage.ann.id)
    await stage.click(stage.ben, last, "Rematch")
    assert [player.user_id for player in (await stage.table()).players] == [stage.ben.id, stage.cleo.id]
    assert stage.public()[-1].ping_user_ids == [stage.cleo.id]


@each_game
async def test_a_replay_is_a_moving_picture_for_the_asker_and_with_the_log_for_all_when_it_is_over(stage, slug):
    await stage.start(slug=slug)
    for _ in range(3):
        await stage.move()
    public = len(stage.public())
    for who in (stage.ann, stage.dan):
        said = await stage.slash(who, "game replay", share=True)
        assert said.ephemeral, "nothing is shared of a game that runs"
        assert "Only you see this" in said.text
        (file,) = said.message.attachments
        assert stage.picture(said.message).startswith(b"GIF89a")
        assert "3 moves" in file["description"]
    assert len(stage.public()) == public

    await stage.sure(stage.ann, "game end")
    said = await stage.slash(stage.dan, "game replay", share=True)
    again = await stage.slash(stage.ann, "game replay", share=True)
    assert again.ephemeral
    assert "was shared here less than an hour ago" in again.text
    assert not said.ephemeral
    assert said.text.endswith("This game was ended before its end.")
    assert (await stage.slash(stage.dan, "game history")).text.endswith("This game was ended before its end.")
    gif, log = said.message.attachments
    assert gif["filename"].endswith(".gif")
    assert SEED.hex().encode() in stage.env.backend.cdn.get(log["url"])
    assert (await stage.slash(stage.dan, "game replay")).ephemeral


async def test_nothing_to_replay_or_to_look_back_at(stage, refused):
    for command in ("replay", "history", "verify"):
        await refused(stage.slash(stage.ann, f"game {command}"), "in this channel")
    await stage.lobby(2)
    for command in ("replay", "history", "verify"):
        await refused(stage.slash(stage.ann, f"game {command}"), "not begun")


async def test_a_replay_that_could_not_be_shared_can_be_shared_at_once(stage, monkeypatch):
    await stage.start()
    await stage.move()
    await stage.sure(stage.ann, "game end")
    stage.trouble_expected = True
    with monkeypatch.context() as broken:
        broken.setattr("bot.replays.animation_of", Mock(side_effect=ZeroDivisionError))
        assert "went wrong" in (await stage.slash(stage.dan, "game replay", share=True)).text
    said = await stage.slash(stage.dan, "game replay", share=True)
    assert not said.ephemeral
    assert said.message.attachments


async def test_robots_and_who_resigned_have_no_results(stage):
    stage.sketch()
    table = await stage.start(3, "catsudoku")
    await stage.sure(stage.cleo, "game resign")
    while (table := await stage.table()).status == "running":
        await stage.move()
    rows = await stage.bot.store.rows("SELECT user_id FROM results WHERE game_id = ?", (table.id,))
    assert {row["user_id"] for row in rows} == {stage.ann.id, stage.ben.id}


async def test_a_game_that_was_ended_early_counts_for_nobody(stage, refused):
    await stage.start()
    await stage.move()
    await stage.sure(stage.ann, "game end")
    await refused(stage.slash(stage.ann, "game stats"), "no game yet")


@each_game
async def test_a_server_that_lets_the_bot_go_ends_its_games_and_no_others(stage, slug):
    table = await stage.start(slug=slug)
    elsewhere = stage.env.create_guild("Hills")
    channel = elsewhere.create_text_channel("games")
    await stage.slash(elsewhere.add_member(stage.ann.user), f"{slug} new", channel)
    other = await stage.bot.tables.at(channel.id)
    await stage.bot.on_guild_remove(stage.bot.get_guild(stage.guild.id))

    gone = await stage.bot.tables.get(table.id)
    assert (gone.status, gone.ending, gone.message) == ("over", "gone", None)
    assert (await stage.bot.tables.get(other.id)).status == "lobby"
    assert await stage.bot.store.rows("SELECT * FROM outbox WHERE game_id = ?", (table.id,)) == []
    await stage.wait(40 * 86400)


@each_game
async def test_a_thread_that_is_deleted_ends_its_game(stage, slug):
    await stage.slash(stage.ann, f"{slug} new", thread=True)
    (thread,) = stage.channel.threads
    stage.env.backend.delete_channel(thread.id)
    await stage.settle()

    assert "play in no game" in (await stage.slash(stage.ann, "game mine")).text
    assert (await stage.bot.tables.at(thread.id)).ending == "gone"


@each_game
async def test_the_results_name_everybody_who_won(stage, slug):
    table = await finished(stage, slug)
    said = "\n".join(words(message) for message in stage.public()[-2:])
    for seat in table.game.outcome(table.state).won:
        assert table.players[seat].name in said
