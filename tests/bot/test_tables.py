"""A move: once, whole, in order, or not at all."""

from __future__ import annotations

import asyncio
import random
from unittest.mock import Mock

import pytest
from seating import ANN, BEN, CLEO, EVE, SEED, each_table

import games
from bot import upgrade
from bot.errors import Refusal, Repeated, Stale
from games.core import RulesError

ONE_MOVE_A_TURN = {"casinopolis"}
each_game = pytest.mark.parametrize("slug", games.slugs())


async def gather(*work):
    return await asyncio.gather(*work, return_exceptions=True)


@pytest.mark.parametrize(("slug", "players"), each_table())
async def test_the_log_of_a_whole_match_leads_to_the_stored_state_byte_for_byte(seating, slug, players):
    table = await seating.play(await seating.start(players, slug))
    log = await seating.tables.log(table.id)

    assert table.status == "over"
    assert table.game.outcome(table.state) is not None
    assert [row.seq for row in log] == list(range(table.seq + 1))
    assert [row.kind for row in log] == ["setup"] + ["move"] * table.seq
    setup = await seating.tables.setup(table.id)
    assert (setup.game, setup.seats, setup.seed) == (slug, players, SEED.hex())
    assert upgrade.replay(setup, log[1:]) == await seating.state(table)


@each_game
async def test_a_move_is_one_row_of_log_a_state_and_messages_waiting(seating, slug):
    told = Mock()
    seating.tables.listeners.append(told)
    table = await seating.start(slug=slug)
    before = await seating.everything()
    user, text = await seating.next(table)
    done = await seating.tables.move(table.id, user, text)
    after = await seating.everything()

    assert done.table.seq == table.seq + 1
    assert len(after["log"]) == len(before["log"]) + 1
    entry = (await seating.tables.log(table.id))[-1]
    assert (entry.seq, entry.kind, entry.seat, entry.text) == (1, "move", user - ANN, text)
    assert after["outbox"][: len(before["outbox"])] == before["outbox"]
    assert after["outbox"][len(before["outbox"])][3] == "board"
    assert told.call_args_list[-1].args == (table.id,)
    state, events = table.game.apply(table.state, user - ANN, text)
    assert await seating.state(table) == table.game.dump(state)
    assert entry.events == table.game.dump_events(events)


@each_game
async def test_only_the_player_newly_to_move_is_to_be_pinged(seating, slug):
    table = await seating.start(slug=slug)
    rng = random.Random(5)
    same_player_again = 0
    while table.status == "running" and table.seq < 40:
        user, text = await seating.next(table, rng)
        before = table.users(tuple(table.game.awaited(table.state)))
        table = (await seating.tables.move(table.id, user, text)).table
        (ping,) = [p for kind, _, p in (await seating.outbox())[-6:] if kind == "board"][-1:]
        assert ping["users"] == [each for each in table.users(table.awaited) if each not in before]
        same_player_again += before == table.users(table.awaited)
    assert same_player_again or slug in ONE_MOVE_A_TURN


@each_game
async def test_a_hand_is_sent_exactly_to_those_whose_secrets_changed(seating, slug):
    table = await seating.start(slug=slug)
    rng = random.Random(6)
    assert {target for kind, target, _ in await seating.outbox() if kind == "hand"} == {ANN, BEN}
    while table.status == "running":
        was = table
        async with seating.store.transaction() as db:
            await db.execute("DELETE FROM outbox")
        table = await seating.play(table, table.seq + 1, rng)
        game = table.game
        changed = {
            player.user_id
            for player in table.players
            if game.private(was.view(player.seat)) != game.private(table.view(player.seat)) is not None
        }
        sent = {target for kind, target, _ in await seating.outbox() if kind == "hand"}
        assert sent == (changed if table.status == "running" else set())


# -- who, when, on which board -----------------------------------------------------------------------------------------


async def refused(seating, error, work):
    before = await seating.everything()
    with pytest.raises(error) as caught:
        await work
    assert await seating.everything() == before
    return str(caught.value)


@each_game
async def test_a_move_chosen_on_an_older_board_is_stale(seating, slug):
    table = await seating.start(slug=slug)
    user, text = await seating.next(table)
    await seating.tables.move(table.id, user, text, seq=0)
    user, text = await seating.next(table)

    said = await refused(seating, Stale, seating.tables.move(table.id, user, text, seq=0))
    assert "moved on" in said
    await refused(seating, Stale, seating.tables.move(table.id, user, text, seq=2))
    assert (await seating.tables.move(table.id, user, text, seq=1)).table.seq == 2


@each_game
async def test_who_is_not_to_move_or_does_not_play_is_refused(seating, slug):
    table = await seating.start(slug=slug)
    user, text = await seating.next(table)
    other = ANN + BEN - user

    own_words = table.game.refusal(table.state, other - ANN, table.game.parse(text))
    assert await refused(seating, RulesError, seating.tables.move(table.id, other, text)) == own_words
    assert "turn" in own_words
    assert "do not play" in await refused(seating, Refusal, seating.tables.move(table.id, EVE, text))
    assert "do not play" in await refused(seating, Refusal, seating.tables.move(table.id, CLEO, text, seq=0))
    assert "looks like" in await refused(seating, RulesError, seating.tables.move(table.id, user, "flip the table"))


async def test_no_move_before_the_start_after_the_end_or_of_an_unknown_game(seating):
    table = await seating.lobby()
    assert "not begun" in await refused(seating, Refusal, seating.tables.move(table.id, ANN, "bet row1"))
    await seating.tables.end(table.id, ANN, "Ann", allowed=False)
    assert "new" in await refused(seating, Refusal, seating.tables.move(table.id, ANN, "bet row1"))
    assert "new" in await refused(seating, Refusal, seating.tables.move(999, ANN, "bet row1"))


# -- once --------------------------------------------------------------------------------------------------------------


@each_game
async def test_a_repeated_interaction_gets_its_answer_again_and_moves_nothing(seating, slug):
    table = await seating.start(slug=slug)
    user, text = await seating.next(table)
    done = await seating.tables.move(table.id, user, text, interaction_id=1)

    said = await refused(seating, Repeated, seating.tables.move(table.id, user, text, interaction_id=1))
    assert said == done.text


async def test_a_repeated_refusal_is_the_same_refusal_even_when_the_move_would_be_possible_now(seating):
    table = await seating.start()
    user, _ = await seating.next(table)
    other = ANN + BEN - user
    with pytest.raises(RulesError) as first:
        await seating.tables.move(table.id, other, "place 1 a1 up", interaction_id=1)
    table = await seating.play(table, 1)
    user, text = await seating.next(table)
    assert user == other

    assert await refused(seating, Repeated, seating.tables.move(table.id, other, text, interaction_id=1)) == str(
        first.value
    )
    assert (await seating.tables.move(table.id, other, text, interaction_id=2)).table.seq == 2


async def test_every_change_of_a_table_is_made_once_an_interaction(seating):
    tables = seating.tables
    opened = await tables.open(
        "cactpot", guild_id=1, channel_id=7, user_id=ANN, name="Ann", options={}, interaction_id=1
    )
    one = opened.table.id
    deeds = {
        1: lambda i: tables.open(
            "cactpot", guild_id=1, channel_id=8, user_id=ANN, name="Ann", options={}, interaction_id=i
        ),
        2: lambda i: tables.join(one, BEN, "Ben", interaction_id=i),
        3: lambda i: tables.join(one, CLEO, "Cleo", interaction_id=i),
        4: lambda i: tables.leave(one, CLEO, interaction_id=i),
        5: lambda i: tables.start(one, ANN, interaction_id=i),
        6: lambda i: tables.end(one, ANN, "Ann", allowed=False, interaction_id=i),
    }
    said = {1: opened.text}
    for number, deed in deeds.items():
        if number > 1:
            said[number] = (await deed(number)).text
        assert await refused(seating, Repeated, deed(number)) == said[number]


async def test_answers_are_forgotten_once_no_interaction_can_come_again(seating):
    table = await seating.start()
    user, text = await seating.next(table)
    await seating.tables.move(table.id, user, text, interaction_id=1)
    seating.tables.now = lambda: 1_800_000_000.0 + 2 * 3600
    user, text = await seating.next(table)
    await seating.tables.move(table.id, user, text, interaction_id=2)

    kept = await seating.store.rows("SELECT interaction_id FROM answers")
    assert [row["interaction_id"] for row in kept] == [2]


# -- at the same time --------------------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("seq", [0, None])
async def test_of_twenty_moves_at_once_one_wins(seating, slug, seq):
    table = await seating.start(slug=slug)
    user, text = await seating.next(table)
    done = await gather(*(seating.tables.move(table.id, user, text, seq=seq, interaction_id=n) for n in range(1, 21)))

    assert sum(not isinstance(each, BaseException) for each in done) == 1
    assert all(isinstance(each, Refusal | RulesError) for each in done if isinstance(each, BaseException))
    assert (await seating.tables.get(table.id)).seq == 1
    assert len(await seating.tables.log(table.id)) == 2


async def test_of_twenty_deliveries_of_one_interaction_one_counts_and_all_get_its_answer(seating):
    table = await seating.start()
    user, text = await seating.next(table)
    done = await gather(*(seating.tables.move(table.id, user, text, interaction_id=9) for _ in range(20)))

    assert len({each.text if not isinstance(each, BaseException) else str(each) for each in done}) == 1
    assert sum(isinstance(each, Repeated) for each in done) == 19
    assert (await seating.tables.get(table.id)).seq == 1


async def test_games_in_twenty_channels_go_on_side_by_side(seating):
    tables = [await seating.start(channel=channel) for channel in range(50, 70)]
    ended = await asyncio.gather(*(seating.play(table, 6, random.Random(table.id)) for table in tables))

    assert [table.seq for table in ended] == [6] * 20
    for table in ended:
        log = await seating.tables.log(table.id)
        assert upgrade.replay(await seating.tables.setup(table.id), log[1:]) == await seating.state(table)


async def test_cancelling_a_move_at_any_step_makes_it_whole_or_not_at_all(seating, monkeypatch):
    table = await seating.start()
    writer, real = seating.store._writer, seating.store._writer._execute
    came_through = cut = 0
    for when in range(1, 14):
        calls = 0
        before = await seating.everything()
        user, text = await seating.next(table)

        async def step(function, *args, **kwargs):
            nonlocal calls
            calls += 1
            if calls == when:  # noqa: B023 - used within this turn of the loop only
                task.cancel()  # noqa: B023
            return await real(function, *args, **kwargs)

        monkeypatch.setattr(writer, "_execute", step)
        task = asyncio.ensure_future(seating.tables.move(table.id, user, text))
        await asyncio.wait([task])
        monkeypatch.setattr(writer, "_execute", real)

        table_now = await seating.tables.get(table.id)
        if table_now.seq == table.seq:
            assert await seating.everything() == before
            cut += 1
        else:
            assert len(await seating.tables.log(table.id)) == table_now.seq + 1
            came_through += 1
        log = await seating.tables.log(table.id)
        assert upgrade.replay(await seating.tables.setup(table.id), log[1:]) == await seating.state(table)
        table = table_now
    assert cut > 3
    assert came_through


# -- what nobody expects -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["make", "to_act", "private", "dump", "dump_events"])
async def test_an_error_inside_the_rules_changes_nothing_and_the_move_can_be_made_later(seating, monkeypatch, where):
    table = await seating.start()
    user, text = await seating.next(table)
    kind = type(table.game)
    with monkeypatch.context() as broken:
        broken.setattr(kind, where, Mock(side_effect=ZeroDivisionError))
        await refused(seating, ZeroDivisionError, seating.tables.move(table.id, user, text, interaction_id=1))

    assert (await seating.tables.move(table.id, user, text, interaction_id=1)).table.seq == 1


async def test_an_error_in_the_words_of_a_move_changes_nothing(seating, monkeypatch):
    table = await seating.start()
    user, text = await seating.next(table)
    with monkeypatch.context() as broken:
        broken.setattr(games.words("cactpot"), "move", Mock(side_effect=ZeroDivisionError))
        await refused(seating, ZeroDivisionError, seating.tables.move(table.id, user, text))


# -- ending and finding ------------------------------------------------------------------------------------------------


async def test_the_host_and_managers_end_a_game_and_others_cannot(seating):
    table = await seating.start()
    said = await refused(seating, Refusal, seating.tables.end(table.id, BEN, "Ben", allowed=False))
    assert "Ann" in said
    assert (await seating.tables.end(table.id, EVE, "Eve", allowed=True)).table.status == "over"
    await refused(seating, Refusal, seating.tables.end(table.id, ANN, "Ann", allowed=True))

    notices = [payload["text"] for kind, _, payload in await seating.outbox() if kind == "notice"]
    assert len(notices) == 1
    assert "**Eve**" in notices[0]
    assert (await seating.lobby()).status == "lobby", "the channel is free again"


async def test_a_table_is_read_as_it_was_at_one_moment(seating, monkeypatch):
    table = await seating.lobby(2)
    real, left = seating.store.rows, []

    async def rows(*statement):
        found = await real(*statement)
        if not left:
            left.append(True)
            await seating.tables.leave(table.id, ANN)
        return found

    await seating.store.keep("something", "written, so that no memory of the table is true any more")
    monkeypatch.setattr(seating.store, "rows", rows)
    seen = await seating.tables.get(table.id)
    assert left
    assert seen.seat_of(seen.host_id) is not None


async def test_a_closed_lobby_is_read_though_nobody_sits_there(seating):
    table = await seating.lobby(1)
    await seating.tables.leave(table.id, ANN)
    table = await seating.tables.get(table.id)
    assert (table.status, table.players) == ("over", ())


async def test_my_games_are_those_not_over_where_i_sit(seating):
    first, second, third = [await seating.start(channel=channel) for channel in (1, 2, 3)]
    await seating.tables.end(second.id, ANN, "Ann", allowed=False)

    assert [table.id for table in await seating.tables.of(BEN)] == [first.id, third.id]
    assert await seating.tables.of(EVE) == []


async def test_a_new_display_name_is_kept(seating):
    table = await seating.start()
    await seating.tables.remember_name(table, BEN, "Benjamin")
    await seating.tables.remember_name(table, EVE, "Eve")

    assert (await seating.tables.get(table.id)).names == ["Ann", "Benjamin"]
