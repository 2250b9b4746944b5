"""Seats that change hands while a game runs: robots in and out, resigning, substitutes, games nobody is left in.

One act moves everything: who may move, whom the board calls, who gets the hand. What the former player knew stays
with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot import calls, hours, names, offers, outbox, pauses, people, told
from bot.changes import NEW, NOT_PLAYING, Done, running
from bot.errors import Refusal
from bot.table import compact
from bot.tables import Step, Tables

if TYPE_CHECKING:
    from bot.changes import Change
    from bot.people import Person
    from bot.table import Player, Table
    from games.robots import Level


_LEFT = {
    (True, False): "a robot plays your seat to the end",
    (True, True): "robots stand in for all others, so it waits until one of them is back",
    (False, False): "nobody is left in it, so it is over",
}
"""What becomes of a game that somebody has left: whether others are in it, and whether it waits for them."""


def player_of(table: Table, user_id: int) -> Player:
    """Give the seat of somebody who plays in a running game.

    Raises:
        Refusal: no running game, or not a player.
    """
    running(table)
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refusal(NOT_PLAYING)
    return table.players[seat]


async def robot_in(
    tables: Tables, game_id: int, user_id: int, level: Level = "full", *, interaction_id: int | None = None
) -> Done:
    """Let a robot play for the caller until the caller is back.

    Raises:
        Refusal: no running game, not a player, or a robot plays already.
    """
    async with tables.changing(game_id, interaction_id) as change:
        player = player_of(change.table, user_id)
        if player.robot is not None:
            raise Refusal("A robot plays for you already; press I am back, or simply move, when you are here again.")
        await _set(change, player, robot=level, user_id=user_id)
        note = f"A robot plays for {names.signed(player.seat, player.name)} for a while."
        await tables.write(change, _quiet(change.table, player, note), ())
        await pauses.rest_if_agreed(tables, change)
        change.said = "A robot plays for you now; press I am back, or simply move, to take your seat again."
        if await tables.wait_for_anybody(change, user_id):
            change.said += " Nobody else plays here at the moment, so the game waits for whoever is back first."
    return await tables.done(game_id, change.said)


async def back(tables: Tables, game_id: int, user_id: int, *, interaction_id: int | None = None) -> Done:
    """Give the caller's seat back by its robot.

    Raises:
        Refusal: no running game, not a player, or no robot plays for the caller.
    """
    async with tables.changing(game_id, interaction_id) as change:
        player = player_of(change.table, user_id)
        if player.robot is None:
            raise Refusal("Your seat is yours already; no robot plays for you here.")
        await _set(change, player, robot=None, user_id=user_id)
        note = f"{names.signed(player.seat, player.name)} is back."
        await tables.write(change, _quiet(change.table, player, note), _called(change.table, player.seat, user_id))
        await _hand(tables, change, user_id)
        change.said = "Welcome back, the seat is yours again."
    return await tables.done(game_id, change.said)


async def resign(tables: Tables, game_id: int, user_id: int, *, interaction_id: int | None = None) -> Done:
    """Leave a running game for good; a robot plays on. When no player is left the game ends.

    Raises:
        Refusal: no running game, or not a player.
    """
    async with tables.changing(game_id, interaction_id) as change:
        table, player = change.table, player_of(change.table, user_id)
        await _set(change, player, robot="full", user_id=None)
        await _rename(change, player, f"Robot for {player.name}")
        others = [each for each in table.players if each.user_id not in {None, user_id}]
        waits = bool(others) and (await tables.seated(change)).forsaken
        then = "the seat is a robot's now" if waits or not others else "a robot plays on"
        note = f"{names.signed(player.seat, player.name)} has left the game; {then}."
        await tables.write(change, _step(table, player, note), ())
        if not others:
            await tables.finish(change, "deserted", "Nobody is left at this table, so the game ends here.")
        else:
            if table.host_id == user_id:
                await change.db.execute("UPDATE games SET host_id = ? WHERE id = ?", (others[0].user_id, game_id))
            await pauses.rest_if_agreed(tables, change)
            await tables.wait_for_anybody(change)
        change.said = f"You have left the game; {_LEFT[bool(others), waits]}."
    return await tables.done(game_id, change.said)


async def accept(
    tables: Tables, game_id: int, offer_id: int | None, user_id: int, name: str, *, interaction_id: int | None = None
) -> Done:
    """Take a seat that was offered to the caller.

    Raises:
        Refusal: the offer stands no more, the game is paused, or the offer was made to somebody else.
    """
    async with tables.changing(game_id, interaction_id) as change:
        offer = await offers.standing(change, offer_id, tables.now())
        running(change.table)
        if user_id != offer.newcomer:
            raise Refusal(f"That seat was offered to somebody else; {NEW} opens a table of your own.")
        await _take(tables, change, offer.seat, user_id, name)
        await offers.end(change, offer, f"{names.marked(name)} has taken the seat; /game status shows who sits where.")
        change.said = "The seat is yours; My hand shows what you hold."
    return await tables.done(game_id, change.said)


async def rest(tables: Tables, user_id: int, was: int | None) -> None:
    """Tell every table of a player that a vacation was set or ended; the clock of a running turn follows.

    `was` is when the former vacation ends, if there was one. A turn that waits for the player is called out when the
    vacation is over; who ends it early is here, and is called no more.
    """
    person = await people.get(tables.store, user_id)
    for each in await tables.of(user_id):
        async with tables.changing(each.id) as change:
            table, seat = change.table, change.table.seat_of(user_id)
            if table.status != "running" or seat is None:
                continue
            until = person.away_until
            who = names.signed(seat, table.players[seat].name)
            away = until is not None and until > tables.now()
            note = f"{who} is on vacation until <t:{until}:D>." if away else f"{who} is back from vacation."
            awaited = user_id in table.users(table.awaited)
            if awaited and table.deadline is not None:
                deadline = _moved(table, person, was, tables.now())
                change.table = replace(table, deadline=deadline)
                if not away and (table.turn_at + deadline) / 2 <= tables.now():
                    await told.note(change.db, table, "half", tables.now())
            await tables.write(change, _quiet(table, table.players[seat], note), ())
            if awaited and away:
                await calls.call(tables, change.db, table, (user_id,), "welcome back: it is your turn.")
            elif awaited:
                await calls.drop(change.db, table, (user_id,))
        tables.tell(each.id)


def _moved(table: Table, person: Person, was: int | None, now: float) -> int:
    """Give the deadline of a turn after its player's vacation has changed; until `was` its clock stood still anyhow."""
    assert table.deadline is not None
    left = max(0, int(table.deadline - max(now, was or 0)))
    others = [user for user in table.users(table.awaited) if user != person.user_id]
    moved = hours.deadline(person, now, left)
    # However often a vacation is set anew, one turn waits for no more than one.
    longest = table.turn_at + (table.turn_time or 0) + people.VACATION_DAYS * hours.DAY
    if moved > table.deadline:
        moved = max(table.deadline, min(moved, longest))
    return max(moved, table.deadline if others else 0)


async def _take(tables: Tables, change: Change, seat: int, user_id: int, name: str) -> None:
    """Put a newcomer into a seat, inside a change."""
    table = change.table
    former = table.players[seat]
    await change.db.execute("DELETE FROM outbox WHERE game_id = ? AND target = ?", (table.id, former.user_id))
    await _rename(change, former, name)
    await _set(change, former, robot=None, user_id=user_id)
    await change.db.execute(
        "UPDATE players SET muted = 0, dm_shut = 0 WHERE game_id = ? AND seat = ?", (table.id, seat)
    )
    if table.host_id == former.user_id:
        await change.db.execute("UPDATE games SET host_id = ? WHERE id = ?", (user_id, table.id))
    note = f"{names.signed(seat, name)} takes the seat of {names.marked(former.name)}."
    await tables.write(change, _step(table, former, note, user_id), _called(table, seat, user_id))
    await _hand(tables, change, user_id)


async def _set(change: Change, player: Player, *, robot: str | None, user_id: int | None) -> None:
    await change.db.execute(
        "UPDATE players SET robot = ?, user_id = ?, missed = 0 WHERE game_id = ? AND seat = ?",
        (robot, user_id, change.table.id, player.seat),
    )


async def _rename(change: Change, player: Player, name: str) -> None:
    """Call a seat otherwise from the next row of the log on."""
    past = (*player.past, (change.table.seq + 1, player.name))
    await change.db.execute(
        "UPDATE players SET name = ?, past = ? WHERE game_id = ? AND seat = ?",
        (name, compact(past), change.table.id, player.seat),
    )


async def _hand(tables: Tables, change: Change, user_id: int) -> None:
    """Send a hand to whoever has just taken a seat, unless they want none."""
    if (await people.get(tables.store, user_id)).dm != "never":
        await outbox.add(change.db, change.table.id, change.table.seq + 1, "hand", user_id)


def _step(table: Table, player: Player, note: str, user_id: int | None = None) -> Step:
    return Step("seat", player.seat, str(user_id or ""), table.state, (), note)


def _quiet(table: Table, player: Player, note: str) -> Step:
    """Give a step that can be done and undone time and again, which the standing board shows as it is now."""
    return replace(_step(table, player, note), quiet=True)


def _called(table: Table, seat: int, user_id: int) -> tuple[int, ...]:
    return (user_id,) if seat in table.awaited else ()
