"""Games that began under other rules: taken along when they replay, paused and told when not, never in the way."""

from __future__ import annotations

import logging

import msgspec
import pytest
from seating import ANN, BEN

import games
from bot import pauses, upgrade
from bot.errors import Refusal
from bot.upgrade import Broken


async def sql(seating, statement, *args):
    async with seating.store.transaction() as db:
        await db.execute(statement, args)


async def notices(seating):
    return [payload["text"] for kind, _, payload in await seating.outbox() if kind == "notice"]


@pytest.mark.parametrize("slug", games.slugs())
async def test_a_game_that_replays_to_its_state_goes_on_under_the_new_version(seating, slug):
    table = await seating.play(await seating.start(slug=slug), 5)
    await sql(seating, "UPDATE games SET engine = 0")
    await upgrade.all_games(seating.tables)
    table = await seating.tables.get(table.id)

    assert (table.status, table.engine) == ("running", table.game.version)
    assert await notices(seating) == []
    assert (await seating.play(table, 6)).seq == 6


async def test_a_game_of_the_running_version_is_not_touched(seating):
    await seating.play(await seating.start(), 3)
    before = await seating.everything()
    await upgrade.all_games(seating.tables)

    assert await seating.everything() == before


async def paused(seating, table):
    await upgrade.all_games(seating.tables)
    row = await seating.store.row("SELECT status, engine FROM games WHERE id = ?", (table.id,))
    assert tuple(row) == ("paused", 0)
    (told,) = await notices(seating)
    assert "/game end" in told
    await upgrade.all_games(seating.tables)
    assert len(await notices(seating)) == 1, "told once, not at every start"
    return told


async def test_a_game_that_leads_to_another_state_is_paused_and_its_channel_told(seating):
    table = await seating.play(await seating.start(), 5)
    other = table.game.setup(2, "another deal")
    await sql(seating, "UPDATE games SET engine = 0, state = ?", table.game.dump(other))

    await paused(seating, table)
    with pytest.raises(Refusal, match="paused"):
        await seating.tables.move(table.id, ANN, "bet row1")
    assert (await seating.tables.end(table.id, ANN, "Ann", allowed=False)).table.status == "over"
    assert (await seating.lobby()).status == "lobby"


async def test_a_move_that_is_refused_today_is_named_by_its_number_without_any_chip(seating, caplog):
    table = await seating.play(await seating.start(), 5)
    log = await seating.tables.log(table.id)
    user = BEN if log[3].seat == 0 else ANN
    await sql(seating, "UPDATE log SET seat = ? WHERE seq = 3", user - ANN)
    await sql(seating, "UPDATE games SET engine = 0")
    with pytest.raises(Broken, match=f"move 3 by seat {user - ANN}"):
        upgrade.replay(await seating.tables.setup(table.id), (await seating.tables.log(table.id))[1:])

    with caplog.at_level(logging.DEBUG):
        await paused(seating, table)
    (record,) = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert f"game={table.id}" in record.getMessage()
    assert "move 3" in record.getMessage()


async def test_a_move_of_chips_nobody_holds_now_is_logged_without_telling_who_holds_what(seating, caplog):
    table = await seating.play(await seating.start(), 3)
    mover = (await seating.tables.log(table.id))[1].seat
    held = table.game.setup(2, bytes(range(16))).hands[mover]
    missing = next(chip for chip in range(1, 10) if chip not in held)
    await sql(seating, "UPDATE log SET text = ? WHERE seq = 1", f"place {missing} a1 up")
    await sql(seating, "UPDATE games SET engine = 0")

    with caplog.at_level(logging.DEBUG):
        await paused(seating, table)
    assert "hold" not in caplog.text
    assert ", ".join(map(str, held[:-1])) not in caplog.text


async def test_an_option_that_is_gone_pauses_the_game_and_not_the_start(seating):
    table = await seating.play(await seating.start(), 3)
    setup = msgspec.structs.replace(await seating.tables.setup(table.id), options={"house_rule": True})
    await sql(seating, "UPDATE log SET text = ? WHERE seq = 0", msgspec.json.encode(setup).decode())
    await sql(seating, "UPDATE games SET engine = 0")

    await paused(seating, table)


async def test_a_state_of_another_shape_pauses_the_game_and_can_be_ended(seating):
    table = await seating.play(await seating.start(), 3)
    await sql(seating, "UPDATE games SET engine = 0, state = ?", b'{"board": "of an earlier kind"}')

    await paused(seating, table)
    assert (await seating.tables.at(table.channel_id)).status == "paused"
    assert (await seating.tables.of(ANN))[0].id == table.id
    with pytest.raises(Refusal, match="paused"):
        await seating.tables.move(table.id, ANN, "bet row1")
    assert (await seating.tables.end(table.id, ANN, "Ann", allowed=False)).table.status == "over"
    assert (await seating.lobby()).status == "lobby"


DAMAGE = b'{"board": "of another kind"}'


@pytest.mark.parametrize("slug", games.slugs())
async def test_a_damaged_state_is_made_anew_from_the_log_and_the_operator_told(seating, slug, caplog):
    table = await seating.play(await seating.start(slug=slug), 5)
    whole = await seating.state(table)
    await sql(seating, "UPDATE games SET state = ?", DAMAGE)
    await sql(seating, "DELETE FROM outbox")
    await upgrade.all_games(seating.tables)

    assert await seating.state(table) == whole
    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert (record.levelname, f"game={table.id}" in record.getMessage()) == ("WARNING", True)
    assert [kind for kind, *_ in await seating.outbox()] == ["board"]
    assert (await seating.play(await seating.tables.get(table.id), 6)).seq == 6


async def test_a_damaged_state_of_a_game_at_rest_is_made_anew_as_well(seating):
    table = await seating.play(await seating.start(), 5)
    for user in (ANN, BEN):
        await pauses.agree(seating.tables, table.id, user)
    await sql(seating, "UPDATE games SET state = ?", DAMAGE)
    await upgrade.all_games(seating.tables)
    assert (await pauses.agree(seating.tables, table.id, BEN)).table.status == "running"


SPOILED = {
    "set-up of another shape": "UPDATE log SET text = '{}' WHERE seq = 0",
    "set-up that is no JSON": "UPDATE log SET text = 'x' WHERE seq = 0",
    "seed": """UPDATE log SET text = json_set(text, '$.seed', 'x') WHERE seq = 0""",
    "undo of nothing": "UPDATE log SET kind = 'undo' WHERE seq = 1",
    "text of a move": "UPDATE log SET text = 'x' WHERE seq = 2",
    "end": "DELETE FROM log WHERE seq = 5",
    "all": "DELETE FROM log",
}


@pytest.mark.parametrize("engine", ["today's", "another"])
@pytest.mark.parametrize("spoil", SPOILED)
async def test_a_game_whose_log_is_damaged_too_is_paused_and_holds_up_no_other(seating, caplog, spoil, engine):
    table = await seating.play(await seating.start(), 5)
    await sql(seating, SPOILED[spoil])
    await sql(seating, "UPDATE games SET state = ?", DAMAGE)
    other = await seating.play(await seating.start(channel=8), 3)
    if engine == "another":
        await sql(seating, "UPDATE games SET engine = 0")
    await upgrade.all_games(seating.tables)

    assert (await seating.tables.get(table.id)).status == "paused"
    (told,) = await notices(seating)
    assert "/game end" in told
    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert (record.levelname, f"game={table.id}" in record.getMessage()) == ("ERROR", True)
    assert (await seating.play(await seating.tables.get(other.id), 4)).seq == 4
    assert (await seating.tables.end(table.id, ANN, "Ann", allowed=False)).table.status == "over"
    assert (await seating.lobby()).status == "lobby"


async def test_a_game_that_is_gone_ends_with_one_line_and_frees_its_channel(seating, caplog):
    for channel, begin in ((7, seating.start), (8, seating.lobby)):
        table = await begin(channel=channel)
    await sql(seating, "UPDATE games SET slug = 'chess'")
    with caplog.at_level(logging.DEBUG):
        await upgrade.all_games(seating.tables)
        await upgrade.all_games(seating.tables)

    assert len([each for each in caplog.records if "chess" in each.getMessage()]) == 2, "a line a game, once"
    assert [table.status for table in (await seating.tables.get(1), await seating.tables.get(2))] == ["over", "over"]
    assert len(await notices(seating)) == 2
    assert {kind for kind, *_ in await seating.outbox()} == {"board", "notice"}
    assert await seating.tables.of(ANN) == []
    assert (await seating.lobby(channel=table.channel_id)).status == "lobby"


@pytest.mark.parametrize("same", [True, False])
async def test_a_game_at_rest_by_agreement_goes_on_only_under_rules_that_replay_it(seating, same):
    table = await seating.play(await seating.start(), 5)
    for user in (ANN, BEN):
        await pauses.agree(seating.tables, table.id, user)
    if not same:
        await sql(seating, "UPDATE games SET state = ?", table.game.dump(table.game.setup(2, "another deal")))
    await sql(seating, "UPDATE games SET engine = 0")
    await upgrade.all_games(seating.tables)

    assert (await seating.tables.get(table.id)).status == "paused"
    if same:
        assert (await pauses.agree(seating.tables, table.id, BEN)).table.status == "running"
    else:
        with pytest.raises(Refusal, match="rules"):
            await pauses.agree(seating.tables, table.id, BEN)
