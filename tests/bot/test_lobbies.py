"""Tables before the game."""

from __future__ import annotations

import asyncio
import secrets

import pytest
from seating import ANN, BEN, CHANNEL, CLEO, DAN, EVE, NAMES

import games
from bot import seats as seats_of
from bot.errors import Refusal, Repeated

each_game = pytest.mark.parametrize("slug", games.slugs())


async def refused(seating, work):
    before = await seating.everything()
    with pytest.raises(Refusal, match=r"^[A-Z].*\.$") as caught:
        await work
    assert await seating.everything() == before
    return str(caught.value)


def seats(table):
    return [(player.seat, player.user_id) for player in table.players]


@each_game
async def test_players_sit_in_the_order_they_came(seating, slug):
    most = max(games.load(slug).meta.seats)
    table = await seating.lobby(most, slug)

    assert seats(table) == [(seat, ANN + seat) for seat in range(most)]
    assert (table.host_id, table.status, table.state) == (ANN, "lobby", None)
    assert f"{most} seats" in await refused(seating, seating.tables.join(table.id, 999, "Late"))


async def test_nobody_sits_twice(seating):
    table = await seating.lobby()

    assert "already sit" in await refused(seating, seating.tables.join(table.id, BEN, "Ben"))


async def test_who_leaves_frees_the_seat_and_the_others_move_up(seating):
    table = await seating.lobby(3)
    table = (await seating.tables.leave(table.id, BEN)).table
    assert seats(table) == [(0, ANN), (1, CLEO)]
    assert "Join" in await refused(seating, seating.tables.leave(table.id, BEN))

    table = (await seating.tables.join(table.id, BEN, "Ben")).table
    assert seats(table) == [(0, ANN), (1, CLEO), (2, BEN)]


async def test_when_the_host_goes_the_next_player_is_host(seating):
    table = await seating.lobby(3)
    table = (await seating.tables.leave(table.id, ANN)).table

    assert table.host_id == BEN
    await refused(seating, seating.tables.end(table.id, ANN, "Ann", allowed=False))
    assert (await seating.tables.end(table.id, BEN, "Ben", allowed=False)).table.status == "over"


async def test_the_last_to_leave_closes_the_table_and_frees_the_channel(seating):
    table = await seating.lobby(1)
    done = await seating.tables.leave(table.id, ANN)

    assert done.table.status == "over"
    for work in (
        seating.tables.join(table.id, BEN, "Ben"),
        seating.tables.start(table.id, ANN),
        seating.tables.leave(table.id, ANN),
    ):
        assert "new" in await refused(seating, work)
    assert (await seating.lobby(2)).status == "lobby"


@each_game
async def test_a_game_starts_with_enough_players_and_not_before(seating, slug):
    few = min(games.load(slug).meta.seats)
    if few > 1:
        table = await seating.lobby(few - 1, slug)
        assert f"needs {few}" in await refused(seating, seating.tables.start(table.id, ANN))
        await seating.tables.join(table.id, ANN + few - 1, NAMES[ANN + few - 1])
    else:
        table = await seating.lobby(few, slug)
    table = (await seating.tables.start(table.id, ANN)).table

    assert (table.status, table.seq) == ("running", 0)
    assert table.engine == table.game.version


async def test_only_who_sits_there_can_start(seating):
    table = await seating.lobby()

    assert "sit at this table" in await refused(seating, seating.tables.start(table.id, EVE))
    assert (await seating.tables.start(table.id, BEN)).table.status == "running"


async def test_a_running_game_takes_nobody_lets_nobody_go_and_does_not_start_again(seating):
    table = await seating.start()
    for work in (
        seating.tables.join(table.id, DAN, "Dan"),
        seating.tables.leave(table.id, BEN),
        seating.tables.start(table.id, ANN),
    ):
        assert "begun" in await refused(seating, work)


@pytest.mark.parametrize("begun", [False, True])
async def test_a_channel_holds_one_game_and_says_what_to_do_instead(seating, begun):
    table = await (seating.start() if begun else seating.lobby())

    said = await refused(seating, seating.lobby())
    assert table.game.meta.title in said
    assert "thread" in said
    assert (await seating.lobby(channel=CHANNEL + 1)).status == "lobby"


async def test_of_ten_tables_opened_at_once_in_a_channel_one_stands(seating):
    work = [
        seating.tables.open(
            "cactpot", guild_id=1, channel_id=CHANNEL, user_id=user, name="x", options={}, interaction_id=user
        )
        for user in range(10)
    ]
    done = await asyncio.gather(*work, return_exceptions=True)

    assert sum(isinstance(each, Refusal) for each in done) == 9
    assert len((await seating.everything())["games"]) == 1


@each_game
async def test_twenty_who_join_at_once_fill_exactly_the_seats_there_are(seating, slug):
    most = max(games.load(slug).meta.seats)
    table = await seating.lobby(1, slug)
    work = [seating.tables.join(table.id, 500 + n, f"P{n}", interaction_id=n + 1) for n in range(20)]
    done = await asyncio.gather(*work, return_exceptions=True)

    assert sum(isinstance(each, Refusal) for each in done) == 21 - most
    table = await seating.tables.get(table.id)
    assert [player.seat for player in table.players] == list(range(most))


async def test_two_who_start_at_once_deal_one_game(seating):
    table = await seating.lobby()
    done = await asyncio.gather(
        seating.tables.start(table.id, ANN, interaction_id=1),
        seating.tables.start(table.id, BEN, interaction_id=2),
        return_exceptions=True,
    )

    assert sum(isinstance(each, Refusal) for each in done) == 1
    assert len(await seating.tables.log(table.id)) == 1


async def test_joining_and_starting_at_once_never_leaves_a_player_out_of_the_deal(seating):
    table = await seating.lobby()
    await asyncio.gather(
        seating.tables.join(table.id, CLEO, "Cleo"), seating.tables.start(table.id, ANN), return_exceptions=True
    )
    table = await seating.tables.get(table.id)

    assert table.view(None).seats == len(table.players)


async def test_every_deal_has_a_seed_of_its_own_from_the_systems_randomness(seating, monkeypatch):
    drawn = []
    real = secrets.token_bytes

    def token_bytes(count):
        drawn.append(real(count))
        return drawn[-1]

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)
    seeds = set()
    for channel in range(3):
        table = await seating.lobby(channel=channel)
        await seating.tables.start(table.id, ANN)
        seeds.add((await seating.tables.setup(table.id)).seed)

    assert seeds == {seed.hex() for seed in drawn if len(seed) == 16}
    assert {len(seed) for seed in seeds} == {32}


async def test_options_are_checked_when_the_table_opens_and_kept_for_the_game(seating):
    said = await refused(seating, seating.lobby(x_tokens="maybe"))
    assert "x_tokens takes" in said.lower()
    assert "there is no option nonsense" in (await refused(seating, seating.lobby(nonsense=True))).lower()

    table = await seating.start(x_tokens=True)
    assert table.options == {"x_tokens": True}
    assert (await seating.tables.setup(table.id)).options == {"x_tokens": True}
    assert table.view(None).x_tokens


async def test_the_host_frees_the_seat_of_somebody_who_does_not_come(seating):
    table = await seating.lobby(3)
    unseat = seating.tables.unseat
    assert "Only the host" in await refused(seating, unseat(table.id, BEN, "Ben", CLEO, allowed=False))
    assert "that of **Ben** or **Cleo**" in await refused(seating, unseat(table.id, ANN, "Ann", DAN, allowed=False))
    done = await unseat(table.id, ANN, "Ann", BEN, allowed=False, interaction_id=5)
    assert done.text == "The seat of **Ben** is free again."
    assert [(player.seat, player.user_id) for player in done.table.players] == [(0, ANN), (1, CLEO)]
    assert (await seating.outbox())[-1] == (
        "notice",
        table.channel_id,
        {"text": "**Ann** has freed the seat of **Ben**; Join takes one.", "users": [], "lobby": False},
    )
    # Whoever manages the channel may free the host's; then the next one is host.
    done = await unseat(table.id, DAN, "Dan", ANN, allowed=True)
    assert (done.table.host_id, [player.user_id for player in done.table.players]) == (CLEO, [CLEO])
    await seating.tables.join(table.id, BEN, "Ben")
    await seating.tables.start(table.id, CLEO)
    assert "/game substitute" in await refused(seating, unseat(table.id, CLEO, "Cleo", BEN, allowed=False))


async def test_a_lobby_whose_last_player_is_sent_away_is_closed_and_says_so(seating):
    table = await seating.lobby(1)
    done = await seating.tables.unseat(table.id, DAN, "Dan", ANN, allowed=True)
    assert done.table.status == "over"
    assert done.text == "The seat of **Ann** is free again, and the empty table is closed."
    assert (await seating.outbox())[-1][2]["text"].endswith("the empty table is closed.")


async def test_a_lobby_that_has_begun_meanwhile_is_not_ended_unasked(seating):
    table = await seating.start()
    await refused(seating, seating.tables.end(table.id, ANN, "Ann", allowed=True, lobby_only=True))


async def test_a_rematch_seats_everybody_in_the_moment_it_opens(seating):
    table = await seating.start(3)
    await seating.tables.end(table.id, ANN, "Ann", allowed=False)
    seen = []
    seating.tables.listeners.append(seen.append)

    done = await seating.tables.rematch(table.id, CLEO, interaction_id=5)

    # One change, told of once: a lobby posted in between would show its host alone.
    assert seen == [done.table.id]
    assert seats(done.table) == [(0, ANN), (1, BEN), (2, CLEO)]
    assert done.table.host_id == CLEO
    assert "same seats" in done.text
    with pytest.raises(Repeated, match="same seats"):
        await seating.tables.rematch(table.id, CLEO, interaction_id=5)
    assert (await seating.tables.start(done.table.id, ANN)).table.status == "running"


async def test_a_rematch_calls_who_is_asleep_when_they_wake_and_only_while_it_is_a_lobby(room):
    days = room.days
    table = await days.play(await room.start(players=3))
    await days.wish(BEN, quiet_from=7 * 60, quiet_to=15 * 60)
    await room.settle()
    room.heard()
    lobby = (await days.tables.rematch(table.id, ANN)).table
    await room.settle()
    assert [whom for _, whom, _ in room.heard()] == [(CLEO,)]
    await room.at(days.now + 8 * 3600)
    assert [whom for _, whom, _ in room.heard()] == [(BEN,)]
    await days.tables.end(lobby.id, ANN, "Ann", allowed=False)
    other = (await days.tables.rematch(table.id, ANN)).table
    await days.tables.start(other.id, ANN)
    await room.settle()
    assert all("wants to play again" not in words for _, _, words in room.heard(BEN))


async def test_who_left_the_server_loses_the_seat_in_a_rematch_whatever_their_name(seating):
    table = await seating.play(await seating.start(2))
    await seating.tables.remember_name(table, BEN, "Ada Robot")
    done = await seating.tables.rematch(table.id, ANN, gone={BEN})
    assert [player.user_id for player in done.table.players] == [ANN]


async def test_a_rematch_seats_the_robots_of_the_table_but_nobody_who_left_for_good(seating):
    tables = seating.tables
    lobby = await seating.lobby(2)
    await tables.add_robot(lobby.id, ANN, "easy")
    await tables.start(lobby.id, ANN)
    await seats_of.resign(tables, lobby.id, BEN)
    await tables.end(lobby.id, ANN, "Ann", allowed=False)
    table = (await tables.rematch(lobby.id, ANN)).table

    assert [(p.seat, p.user_id, p.name, p.robot) for p in table.players] == [
        (0, ANN, "Ann", None),
        (1, None, "Ada Robot", "easy"),
    ]
