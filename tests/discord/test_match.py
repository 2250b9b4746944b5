"""Whole matches as people play them."""

from __future__ import annotations

import json
import random

import pytest
from plays import PLAYS
from simstage import alts, buttons, each_table, parts, words

import games
from bot import logfile
from games.cactpot.tables import LINES
from games.core import Scoring

each_game = pytest.mark.parametrize("slug", games.slugs())


def boards_with_buttons(stage):
    return [m for m in stage.public() if any(b.startswith("b:turn:") for b in buttons(m).values())]


async def check_choices(stage, who, command, options):
    """Hold that autocomplete offers what is about to be used, to who may use it, and nothing to anybody else."""
    root = stage.env.backend.find_command(command.split()[0], None, type=1)
    leaf = next(o for o in root["options"] if o["name"] == command.split()[1])
    for option in leaf["options"]:
        if option.get("autocomplete"):
            name, value = option["name"], options[option["name"]]
            others = {other: filled for other, filled in options.items() if other != name}
            offered = await stage.complete(who, command, name, **others)
            assert value in offered or len(offered) == 25
            assert value in await stage.complete(who, command, name, str(value), **others)
            assert await stage.complete(who, command, name, "no such thing", **others) == []
            assert await stage.complete(stage.member("Eve"), command, name) == []
            if (other := await stage.waiting()) is not None:
                assert value not in await stage.complete(other, command, name)


@pytest.mark.parametrize(("slug", "players"), each_table())
async def test_a_match_by_slash_commands_ends_with_winner_seed_and_a_log_that_checks(stage, tmp_path, slug, players):
    if players != min(games.load(slug).meta.seats):
        stage.sketch()
    table = await stage.start(players, slug)
    rng = random.Random(players)
    first_scored = 0
    while table.status == "running":
        who, legal = await stage.to_act()
        text = rng.choice(legal)
        command, options = PLAYS[slug].command(text)
        if table.seq % 9 == 0:
            await check_choices(stage, who, command, options)
        before = stage.public()
        said = await stage.slash(who, command, **options)
        after = await stage.table()
        assert said.ephemeral
        assert after.seq == table.seq + 1

        new = [m for m in stage.public() if m.id not in {b.id for b in before}]
        newly = set(after.users(after.awaited)) - set(table.users(table.awaited))
        if after.status == "over":
            newly = set(table.everybody) - {who.id}
        assert set().union(*(m.ping_user_ids for m in new)) == newly
        assert len(boards_with_buttons(stage)) == (after.status == "running")
        scoring = list(table.game.load_events((await stage.bot.tables.log(table.id))[-1].events))
        scoring = [e for e in scoring if isinstance(e, Scoring)]
        assert len(new) == (after.status == "running") + len(scoring)
        for event in scoring:
            first_scored = first_scored or after.seq
            assert games.words(slug).scored(event, after.marked) in words(new[0])
            assert alts(new[0])
        table = after

    *_, last = stage.public()
    winners = [table.players[seat].name for seat in table.game.outcome(table.state).won]
    assert all(name in words(last) for name in winners)
    seed = (await stage.bot.tables.setup(table.id)).seed
    assert seed in words(last)
    assert not any(seed in words(m) for m in stage.public()[:-1])
    assert not any(b.startswith(("b:turn:", "b:hand:")) for m in stage.public() for b in buttons(m).values())
    assert first_scored
    (entry,) = await stage.bot.tables.log(table.id, table.seq)
    *done, scoring = table.game.load_events(entry.events)
    assert all(line in words(last) for event in done if (line := games.words(slug).tell(event, table.marked)))
    assert words(last).count(games.words(slug).tell(scoring, table.marked)) <= 1, "the score is told once"

    said = await stage.slash(stage.dan, "game verify")
    (attachment,) = said.message.attachments
    file = tmp_path / attachment["filename"]
    file.write_bytes(stage.picture(said.message))
    assert seed in said.text
    assert json.loads(file.read_text())["seed"] == seed
    assert "agree" in logfile.check(file)


@each_game
async def test_moves_made_with_the_panel_are_the_same_as_by_command(stage, slug):
    table = await stage.start(slug=slug)
    rng = random.Random(3)
    for seq in range(1, 13):
        who, legal = await stage.to_act()
        text = rng.choice(legal)
        said = await stage.take_turn(who, text)
        assert said.ephemeral
        entry = (await stage.bot.tables.log(table.id))[-1]
        assert (entry.seq, entry.text) == (seq, text)
        assert len(boards_with_buttons(stage)) == 1


async def test_the_panel_shows_a_preview_and_confirms_only_whole_moves(stage):
    await stage.start(2)
    who, legal = await stage.to_act()
    said = await stage.click(who, stage.board(), "Take turn")
    assert said.ephemeral
    assert "Confirm" not in said.buttons
    plain = stage.picture(said.message)

    table = await stage.table()
    chip, cell = table.view(table.seat_of(who.id)).hand[0], "b2"
    said = await stage.pick(who, said.message, "chip", "0")
    assert "Confirm" not in said.buttons
    assert stage.picture(said.message) == plain
    said = await stage.pick(who, said.message, "cell", cell)
    assert f"Chip {chip} on {cell}" in said.text
    assert stage.picture(said.message) != plain
    assert str(chip) in alts(said.message)[0]
    chosen = [o["value"] for p in parts(said.message) if p["type"] == 3 for o in p["options"] if o.get("default")]
    assert chosen == ["0", cell]
    assert (await stage.table()).seq == 0, "a preview moves nothing"

    said = await stage.pick(who, said.message, "cell", "a1")
    said = await stage.click(who, said.message, "Confirm")
    assert (await stage.table()).view(None).up == {"a1": chip}
    assert said.buttons == {}, "the panel is used up"
    assert len(legal) > 1


async def test_who_moves_twice_in_a_turn_is_pinged_once_and_keeps_the_panel(stage):
    await stage.follow("cactpot", lambda game, state: state if len(game.view(state, None).faces) == 2 else None)
    who, legal = await stage.to_act()
    assert stage.board().ping_user_ids == [who.id]
    said = await stage.take_turn(who, legal[0])

    assert (await stage.to_act())[0] is who
    assert stage.board().ping_user_ids == []
    assert any(part["type"] == 3 for part in parts(said.message)), "the panel goes on with the second chip"
    assert "moved on" not in said.text
    _, legal = await stage.to_act()
    table = await stage.table()
    said, label = await stage.choose(who, legal[0], said, table)
    await stage.click(who, said.message, label)
    assert (await stage.table()).seq == table.seq + 1


async def test_a_scored_game_is_followed_by_the_next_with_the_marker_moved(stage):
    def last_bet(game, state):
        return state if len(game.view(state, None).queue) == 1 and game.view(state, None).phase == "bet" else None

    before, _ = await stage.follow("cactpot", last_bet)
    old = stage.public()
    hands = {who.id: len(stage.private(who)) for who in (stage.ann, stage.ben)}
    await stage.move()
    scored, board = [m for m in stage.public() if m.id not in {o.id for o in old}]
    table = await stage.table()
    view = table.view(None)

    assert "Game 1 of 3 is scored" in words(scored)
    assert alts(scored)
    assert list(buttons(scored)) == ["History"]
    assert (view.game_no, view.phase) == (2, "place")
    assert view.starter == (before.starter + 1) % 2
    assert f"Game 2 is dealt; {table.marked[view.starter]} starts" in words(board)
    assert board.ping_user_ids == [table.players[view.starter].user_id]
    assert all(len(stage.private(who)) == hands[who.id] + 1 for who in (stage.ann, stage.ben))


@each_game
async def test_a_former_board_keeps_picture_and_words_and_loses_its_buttons(stage, slug):
    await stage.start(slug=slug)
    old = stage.board()
    picture, alt = stage.picture(old), alts(old)
    await stage.move()
    now = stage.again(old)

    assert buttons(now) == {}
    assert stage.picture(now) == picture
    assert alts(now) == alt
    assert now.ping_user_ids == old.ping_user_ids, "an edit pings nobody again"
    edits = [r for r in stage.env.http_requests if r.method == "PATCH" and r.path.endswith(f"/messages/{old.id}")]
    assert edits
    assert all(r.json["allowed_mentions"]["parse"] == [] and not r.json["allowed_mentions"].get("users") for r in edits)


@each_game
async def test_every_message_says_itself_whom_it_may_ping(stage, slug):
    await stage.start(slug=slug)
    for _ in range(4):
        await stage.move()
    posts = [r for r in stage.env.http_requests if r.method == "POST" and r.path.endswith("/messages")]

    assert len(posts) > 6
    for request in posts:
        assert request.json["allowed_mentions"]["parse"] == []
        assert len(request.json["allowed_mentions"].get("users", [])) <= 1


@each_game
async def test_two_games_in_two_channels_do_not_touch_each_other(stage, slug):
    await stage.start(slug=slug)
    first, home = await stage.table(), stage.channel
    stage.channel = stage.guild.create_text_channel("another")
    await stage.start(slug=slug, seed=b"another seed for the second game")
    second = await stage.table()
    await stage.move()
    stage.channel = home
    assert (await stage.table()) == first
    await stage.move()
    assert [(await stage.bot.tables.get(t.id)).seq for t in (first, second)] == [1, 1]
    assert len(stage.public()) == 3


async def test_betting_spaces_say_what_the_next_token_there_would_earn(stage):
    def shared(game, state):
        view = game.view(state, None)
        lines = [space for space, seats in view.bets.items() if space in LINES and view.to_act[0] not in seats]
        return lines[0] if view.phase == "bet" and lines and len(view.bets[lines[0]]) == 1 else None

    space, who = await stage.follow("cactpot", shared)
    offered = {
        choice["value"]: choice["name"] for choice in await who.autocomplete(stage.channel, "cactpot bet", "on", "")
    }
    second = "second token: 3 for a big bingo, 2 for a straight, 2 for a sum of 15"
    assert offered[space].endswith(f", {second}")
    panel = await stage.click(who, stage.board(), "Take turn")
    (spaces,) = [part["options"] for part in parts(panel.message) if part["type"] == 3]
    about = {option["value"]: option["description"] for option in spaces}
    assert about[space] == f"S{second[1:]}"
    assert all(text.split(" token: ")[0] in {"First", "Second", "Third"} for text in about.values())
