"""Looking at a game: hand, board, text, status, rules, history, the list of one's games, the proof of the deal."""

from __future__ import annotations

import hashlib
import random

import discord
import pytest
from simstage import SEED, alts, buttons, with_ids, words

import games
from bot import logfile, wording

each_game = pytest.mark.parametrize("slug", games.slugs())


async def middle(stage, slug, players=2):
    table = await stage.start(players, slug)
    rng = random.Random(1)
    for _ in range(5):
        who, legal = await stage.to_act()
        await stage.bot.tables.move(table.id, who.id, rng.choice(legal))
    await stage.settle()
    return await stage.table()


@each_game
async def test_my_hand_shows_the_same_in_the_channel_by_button_by_command_and_by_direct_message(stage, slug):
    table = await middle(stage, slug)
    seat = table.seat_of(stage.ben.id)
    told = games.words(slug).brief(table.view(seat), table.marked)
    seen = [
        await stage.click(stage.ben, stage.board(), "My hand"),
        await stage.slash(stage.ben, "game hand"),
        await stage.dm(stage.ben, "game hand"),
        await stage.dm(stage.ben, "game hand", game=table.id),
    ]

    for said in seen:
        assert said.ephemeral
        assert told in said.text
        assert alts(said.message)
    assert len({stage.picture(said.message) for said in seen}) == 1
    (link,) = [c for c in stage.private(stage.ben)[-1].components[0]["components"] if c["type"] == 1]
    assert link["components"][0]["url"].startswith("https://discord.com/channels/")


@each_game
async def test_a_hand_sent_directly_tells_nothing_that_others_can_change(stage, slug):
    table = await stage.start(slug=slug)
    for seat, who in enumerate((stage.ann, stage.ben)):
        view, sent = table.view(seat), stage.private(who)[-1]
        assert games.words(slug).brief(view, table.marked, now=False) in words(sent)
        assert games.words(slug).turn(view, table.marked) not in words(sent)
        for stale in ("turn", "On the deck", "token"):
            assert stale not in words(sent)
            assert not any(stale in alt for alt in alts(sent) if slug != "casinopolis")
        assert "My hand" in words(sent)


async def test_each_hand_is_its_owners(stage):
    table = await stage.start(3)
    for seat, who in enumerate(stage.people[:3]):
        said = await stage.slash(who, "game hand")
        assert f"hand: {', '.join(map(str, table.state.hands[seat]))}." in said.text


async def test_the_game_is_chosen_among_several_and_the_one_that_waits_comes_first(stage):
    first = await stage.start(2)
    stage.channel = stage.guild.create_text_channel("second")
    second = await stage.start(2, seed=b"second")
    offered = await stage.ben.user.autocomplete("game hand", "game", "")
    assert [(choice["value"], choice["name"].split("#")[-1]) for choice in offered] == [
        (first.id, "games"),
        (second.id, "second"),
    ]
    assert await stage.complete(stage.dan, "game hand", "game") == []

    waits = second if (await stage.to_act())[0] is stage.ben else first
    if stage.ben.id not in waits.users(waits.awaited):
        await stage.move()
        waits = second
    said = await stage.dm(stage.ben, "game hand")
    assert f"<#{waits.channel_id}>" in said.text
    said = await stage.dm(stage.ben, "game hand", game=12345)
    assert said.ephemeral
    assert "/game mine" in said.text


@each_game
async def test_the_board_as_picture_and_as_text(stage, slug):
    table = await middle(stage, slug)
    view = table.view(None)
    for who in (stage.ann, stage.dan):
        said = await stage.slash(who, "game board")
        assert said.ephemeral
        assert stage.picture(said.message) == stage.picture(stage.board())
        assert alts(said.message) == alts(stage.board())
        assert said.buttons == buttons(stage.board())
        for said in (
            await stage.slash(who, "game board", text=True),
            await stage.click(who, stage.board(), "As text"),
        ):
            assert said.ephemeral
            assert wording.drawn(table) in said.text
            assert games.words(slug).turn(view, table.marked) in said.text


@each_game
async def test_the_buttons_under_a_private_board_work_too(stage, slug):
    await stage.start(slug=slug)
    who, _legal = await stage.to_act()
    said = await stage.slash(who, "game board")
    said = await stage.click(who, said.message, "Take turn")
    assert said.ephemeral
    assert any(p["custom_id"].startswith(("b:confirm:", "b:do:")) for p in with_ids(said.message))


@each_game
async def test_status_says_whose_turn_it_is(stage, slug):
    await stage.lobby(2, slug)
    said = await stage.slash(stage.dan, "game status")
    assert said.ephemeral
    assert "not begun" in said.text
    await stage.slash(stage.ann, "game start")
    table = await stage.table()
    said = await stage.slash(stage.dan, "game status")

    assert games.words(slug).turn(table.view(None), table.marked) in said.text
    assert "<t:" in said.text
    assert str(stage.board().id) in said.text, "a link to the board"
    assert f"<t:{table.deadline}:R>" in said.text
    mover = stage.who(table, table.awaited[0])
    dates = await stage.complete(mover, "game settings", "vacation", "")
    await stage.slash(mover, "game settings", vacation=dates[3])
    assert "is away until" in (await stage.slash(stage.dan, "game status")).text


@each_game
async def test_rules_are_explained_anywhere(stage, slug):
    help_text = games.words(slug).HELP.strip()[:300]
    asked = [
        await stage.slash(stage.dan, "game rules", game=slug),
        await stage.dm(stage.dan, "game rules", game=slug),
    ]
    await stage.start(slug=slug)
    asked += [await stage.slash(stage.dan, "game rules"), await stage.click(stage.dan, stage.board(), "Rules")]

    assert all(said.ephemeral for said in asked)
    assert all(help_text in said.text for said in asked)


async def test_where_no_game_is_played_the_rules_of_all_are_offered(stage):
    for said in (await stage.slash(stage.dan, "game rules"), await stage.dm(stage.dan, "game rules")):
        assert said.ephemeral
        for slug in games.slugs():
            meta = games.load(slug).meta
            assert f"- **{meta.title}**, {min(meta.seats)} to {max(meta.seats)} players: {meta.blurb}" in said.text
            assert f"/{slug} new" in said.text
        assert "/game rules game:Cactpot Party" in said.text
        assert len(said.text) < 700


@each_game
async def test_history_shows_every_move_with_its_picture_and_all_that_happened(stage, slug):
    stage.sketch()
    table = await stage.start(slug=slug)
    rng = random.Random(2)
    for _ in range(9):
        seat = min(table.game.to_act(table.state))
        text = rng.choice(table.game.legal(table.state, seat))
        table = (await stage.bot.tables.move(table.id, table.players[seat].user_id, text)).table
    await stage.settle()
    log = await stage.bot.tables.log(table.id)

    said = await stage.slash(stage.dan, "game history")
    assert said.ephemeral
    assert "Move 9 of 9" in said.text
    assert set(said.buttons) == {"First", "Back"}
    newest = stage.picture(said.message)
    said = await stage.click(stage.dan, said.message, "First")
    assert set(said.buttons) == {"Forward", "Newest"}
    pictures = [stage.picture(said.message)]
    for entry in log[1:]:
        said = await stage.click(stage.dan, said.message, "Forward")
        assert f"Move {entry.seq} of 9" in said.text
        lines = [games.words(slug).tell(e, table.marked) for e in table.game.load_events(entry.events)]
        assert all(line in said.text for line in lines)
        pictures.append(stage.picture(said.message))
    assert len(set(pictures)) == 10
    assert pictures[-1] == newest
    said = await stage.click(stage.dan, said.message, "Back")
    assert stage.picture(said.message) == pictures[-2]


@each_game
async def test_the_newest_page_of_the_history_tells_what_happened_since_the_last_move(stage, slug):
    await stage.start(slug=slug)
    await stage.move()
    who, _ = await stage.to_act()
    await stage.slash(stage.ben if who is stage.ann else stage.ann, "game robot")
    newest = await stage.slash(stage.dan, "game history")
    assert "Move 1 of 1" in newest.text
    assert "A robot plays for" in newest.text
    assert "A robot plays for" not in (await stage.click(stage.dan, newest.message, "First")).text


async def test_the_scored_message_leads_to_the_history(stage):
    def last_bet(game, state):
        return state if len(game.view(state, None).queue) == 1 and game.view(state, None).phase == "bet" else None

    await stage.follow("cactpot", last_bet)
    await stage.move()
    (scored,) = [m for m in stage.public() if "History" in buttons(m)]
    said = await stage.click(stage.dan, scored, "History")

    assert said.ephemeral
    assert "Move 16 of 16" in said.text
    assert "Move 16" not in words(stage.again(scored)), "the public message stays as it is"


async def test_mine_lists_all_my_games_with_those_waiting_for_me_first(stage):
    assert "play in no game" in (await stage.slash(stage.dan, "game mine")).text
    await stage.start(2)
    stage.channel = stage.guild.create_text_channel("second")
    await stage.lobby(2)
    for who in (stage.ann, stage.ben):
        said = await stage.dm(who, "game mine")
        assert said.ephemeral
        assert len(said.text.splitlines()) == 2
    waiting, _ = (
        (stage.ann, None) if "your turn" in (await stage.dm(stage.ann, "game mine")).text else (stage.ben, None)
    )
    first, second = (await stage.slash(waiting, "game mine")).text.splitlines()
    assert "your turn" in first
    assert "time until <t:" in first
    assert "not begun" in second


async def test_mine_says_that_a_game_is_paused(stage):
    await stage.start(2)
    for who in (stage.ann, stage.ben):
        await stage.slash(who, "game pause")
    for who in (stage.ann, stage.ben):
        assert ": paused, last change" in (await stage.slash(who, "game mine")).text


async def test_mine_copes_with_very_many_games(stage):
    stage.bot.tables.listeners.clear()  # these channels exist in the database only
    for channel in range(30):
        await stage.bot.tables.open(
            "cactpot", guild_id=2**63 - 1, channel_id=2**62 + channel, user_id=stage.ann.id, name="Ann", options={}
        )
    said = await stage.slash(stage.ann, "game mine")

    assert said.ephemeral
    assert said.text.count("Cactpot Party") >= 10
    assert "more" in said.text


@each_game
async def test_verify_shows_the_seal_while_playing_and_never_the_seed(stage, slug):
    await stage.start(slug=slug)
    await stage.move()
    said = await stage.slash(stage.ben, "game verify")

    assert said.ephemeral
    assert hashlib.sha256(SEED).hexdigest() in said.text
    assert SEED.hex() not in said.text
    assert said.message.attachments == []
    assert hashlib.sha256(SEED).hexdigest() in words(stage.public()[0]), "published when the game began"


@each_game
async def test_a_game_ended_by_its_host_frees_the_channel_and_opens_its_log(stage, tmp_path, slug):
    await stage.start(slug=slug)
    await stage.move()
    said = await stage.sure(stage.ann, "game end")
    assert said.ephemeral
    assert "ended by **Ann**" in words(stage.public()[-1])
    assert not any(b.startswith("b:turn:") for m in stage.public() for b in buttons(m).values())

    said = await stage.slash(stage.ben, "game verify")
    (tmp_path / "log.json").write_bytes(stage.picture(said.message))
    assert "1 moves" in logfile.check(tmp_path / "log.json")
    await stage.slash(stage.ben, f"{slug} new")
    assert (await stage.table()).status == "lobby"


async def test_ending_a_game_is_asked_about_first_and_a_lobby_is_closed_at_once(stage, refused):
    await stage.start(2)
    before = await stage.snapshot()
    asked = await stage.slash(stage.ann, "game end")
    assert asked.ephemeral
    assert list(asked.buttons) == ["End the game", "Keep playing"]
    end = asked.buttons["End the game"]
    assert (await stage.click(stage.ann, asked.message, "Keep playing")).text == "All stays as it is."
    await stage.press(stage.ben, asked.message, end)
    assert await stage.snapshot() == before, "a changed client can press what only the host was asked"

    asked = await stage.slash(stage.ann, "game end")
    said = await stage.click(stage.ann, asked.message, "End the game")
    assert "is ended" in said.text
    assert said.buttons == {}
    again = await stage.press(stage.ann, asked.message, end)
    assert "This game is over" in again.text
    await stage.slash(stage.ann, "cactpot new")
    assert "is ended" in (await stage.slash(stage.ann, "game end")).text


async def test_others_cannot_end_a_game_and_managers_of_the_channel_can(stage):
    await stage.start(2)
    for who in (stage.ben, stage.dan):
        said = await stage.sure(who, "game end")
        assert said.ephemeral
        assert "host" in said.text
    assert (await stage.table()).status == "running"
    manager = stage.member("Eve", discord.Permissions(manage_channels=True))
    await stage.sure(manager, "game end")
    assert (await stage.table()).status == "over"
    assert "ended by **Eve**" in words(stage.public()[-1])


async def test_a_player_who_changes_name_is_called_by_the_new_one(stage):
    await stage.start(2)
    who, _ = await stage.to_act()
    stage.env.backend.get_guild(stage.guild.id).members[who.id].nick = "The *New* One"
    await stage.move()

    assert "The \\*New\\* One" in words(stage.board())
    assert "The *New* One" in alts(stage.board())[0]
