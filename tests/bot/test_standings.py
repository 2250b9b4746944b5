"""Results of finished games and what is read from them."""

from __future__ import annotations

import sqlite3

import pytest
from seating import ANN, BEN, CLEO, EVE

import games
from bot import results, seats, undo
from bot.store import migrate, migrations


@pytest.mark.parametrize("slug", games.slugs())
async def test_a_finished_game_counts_for_everybody_in_it(seating, slug):
    table = await seating.play(await seating.start(2, slug))
    outcome = table.game.outcome(table.state)
    for user in (ANN, BEN):
        (standing,) = await results.of_player(seating.store, user)
        seat = user - ANN
        assert (standing.slug, standing.games, standing.wins) == (slug, 1, int(seat in outcome.won))
        assert standing.mean == outcome.scores[min(seat, len(outcome.scores) - 1)]


async def test_averages_are_by_game_and_over_all_servers(seating):
    scores = []
    for channel in (1, 2, 3):
        table = await seating.play(await seating.start(2, "cactpot", channel=channel, seed=bytes([channel] * 16)))
        scores.append(table.game.outcome(table.state).scores[0])
    await seating.play(await seating.start(2, "catsudoku", channel=4))
    cactpot, catsudoku = await results.of_player(seating.store, ANN)
    assert (cactpot.slug, cactpot.games, cactpot.mean) == ("cactpot", 3, pytest.approx(sum(scores) / 3))
    assert (catsudoku.slug, catsudoku.games) == ("catsudoku", 1)


async def test_the_leaderboard_of_a_server_has_most_wins_first(seating):
    for channel in range(6):
        await seating.play(await seating.start(3, "cactpot", channel=channel + 1, seed=bytes([channel] * 16)))
    standings = await results.of_server(seating.store, 1, "cactpot")
    assert {each.user_id for each in standings} == {ANN, BEN, CLEO}
    assert [each.wins for each in standings] == sorted((each.wins for each in standings), reverse=True)
    assert await results.of_server(seating.store, 2, "cactpot") == []
    assert await results.of_server(seating.store, 1, "catsudoku") == []


async def test_games_ended_early_and_seats_left_count_for_nobody_who_left(days):
    table = await days.start(2)
    await days.tables.end(table.id, ANN, "Ann", allowed=False)
    assert await results.of_player(days.store, ANN) == []

    table = await days.start(2)
    await days.hand_over(table, 0, EVE, "Eve")
    while (table := await days.tables.get(table.id)).status == "running":
        seat = table.awaited[0]
        await days.tables.move(table.id, table.players[seat].user_id, table.game.legal(table.state, seat)[0])
    assert await results.of_player(days.store, ANN) == []
    assert [each.games for each in await results.of_player(days.store, EVE)] == [1]


@pytest.mark.parametrize("slug", games.slugs())
@pytest.mark.parametrize(("every", "counts"), [(1, True), (2, True), (3, False), (1000, False)])
async def test_a_match_counts_for_whoever_made_half_of_the_moves(days, slug, every, counts):
    days.tables.listeners.remove(days.robots.kick)
    table = await days.start(2, slug)
    made = {True: 0, False: 0}
    while (table := await days.tables.get(table.id)).status == "running":
        seat = table.awaited[0]
        text = table.game.legal(table.state, seat)[0]
        own = made[True] * (every - 1) <= made[False]
        if seat == 0 and not own:
            if table.players[0].robot is None:
                await seats.robot_in(days.tables, table.id, ANN)
                table = await days.tables.get(table.id)
            await days.tables.robot_move(table.id, 0, text, seq=table.seq)
        else:
            await days.tables.move(table.id, table.players[seat].user_id, text)
        made[own] += seat == 0
    assert made[True]
    assert counts == (made[True] >= made[False])
    assert [each.games for each in await results.of_player(days.store, ANN)] == [1] * counts
    assert [each.games for each in await results.of_player(days.store, BEN)] == [1]


async def test_moves_taken_back_are_no_share_of_a_match(days):
    days.tables.listeners.remove(days.robots.kick)
    table = await days.start(2, "catsudoku")
    while (table := await days.tables.get(table.id)).status == "running":
        seat = table.awaited[0]
        legal = table.game.legal(table.state, seat)
        if seat == 1:
            await days.tables.move(table.id, BEN, legal[0])
            continue
        for text in [text for text in legal if _can_be_taken_back(table, text)][:2]:
            await days.tables.move(table.id, ANN, text)
            await undo.take_back(days.tables, table.id, ANN)
        table = await days.tables.get(table.id)
        if table.players[0].robot is None:
            await seats.robot_in(days.tables, table.id, ANN)
            table = await days.tables.get(table.id)
        await days.tables.robot_move(table.id, 0, legal[0], seq=table.seq)
    kinds = await days.kinds(table)
    assert kinds.count("undo") > kinds.count("robot") / 2
    assert await results.of_player(days.store, ANN) == []


def _can_be_taken_back(table, text):
    state, events = table.game.apply(table.state, 0, text)
    return not table.game.reveals(text, events) and table.game.outcome(state) is None


async def test_the_answer_time_is_the_median_from_board_to_own_move(days):
    table = await days.start(2)
    assert await results.answer_time(days.store, ANN) is None
    waits = {ANN: [60, 600, 6000], BEN: [30, 300, 3000]}
    answers = {ANN: [], BEN: []}
    last = None
    while min(map(len, answers.values())) < 3:
        user, text = await days.next(table)
        wait = waits[user][len(answers[user]) % 3] if user != last else 1
        days.now += wait
        if (user != last and table.seq) or user != last:
            answers[user].append(wait)
        last = user
        table = (await days.tables.move(table.id, user, text)).table
    for user in (ANN, BEN):
        expected = sorted(answers[user])[len(answers[user]) // 2] if len(answers[user]) % 2 else None
        if expected is not None:
            assert await results.answer_time(days.store, user) == expected


async def test_the_answer_time_counts_only_own_moves_in_a_seat_that_changed_hands(days):
    table = await days.start(2)
    took = dict.fromkeys((ANN, BEN, EVE), 0)
    for turn in range(40):
        seat = table.awaited[0]
        user = table.players[seat].user_id
        took[user] = {ANN: 60, BEN: 600, EVE: 6000}[user]
        days.now += took[user]
        table = (await days.tables.move(table.id, user, table.game.legal(table.state, seat)[0])).table
        if turn == 8:
            table = (await days.hand_over(table, 0, EVE, "Eve")).table
        if table.status != "running" or turn > 20:
            break
    assert {user: await results.answer_time(days.store, user) for user in took} == took


async def test_moves_of_before_are_credited_to_whoever_sat_there_then(path):
    migrate(path, migrations()[:2])
    rows = [
        (1, "move", 0, ""),  # by whoever sat there first, whom nobody knows any more
        (2, "move", 1, ""),
        (3, "seat", 0, str(EVE)),
        (4, "move", 0, ""),
        (5, "seat", 0, str(CLEO)),
        (6, "robot", 1, ""),
        (7, "move", 0, ""),
        (8, "move", None, ""),
    ]
    with sqlite3.connect(path) as db:
        db.execute(
            "INSERT INTO games (id, slug, guild_id, channel_id, host_id, status, options, engine, created_at, moved_at)"
            " VALUES (1, 'cactpot', 1, 1, 1, 'over', '{}', 1, 0, 0)"
        )
        db.executemany("INSERT INTO players (game_id, seat, user_id, name) VALUES (1, ?, ?, '')", [(0, CLEO), (1, BEN)])
        made = "INSERT INTO log (game_id, seq, kind, seat, text, events, at) VALUES (1, ?, ?, ?, ?, x'', 0)"
        db.executemany(made, rows)
    db.close()
    migrate(path)
    db = sqlite3.connect(path)
    found = db.execute("SELECT seq, user_id FROM log WHERE user_id IS NOT NULL ORDER BY seq").fetchall()
    db.close()
    assert found == [(2, BEN), (4, EVE), (7, CLEO)]
