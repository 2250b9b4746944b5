"""Seats on offer: who may offer which, how long an offer stands, and what ends it.

An offer is a row and a message with buttons. It ends when it is accepted or withdrawn, when a newer one of the same
seat takes its place, after three days, with the game, and as soon as what it rests on is true no more: the seat has
changed hands, or the absent player is back. One sentence tells what ended it, under the offer and to who presses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot import hours, names, outbox
from bot.changes import running
from bot.errors import Refusal
from games import phrases

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from bot.changes import Change, Done
    from bot.store import Store, Transaction
    from bot.table import Table
    from bot.tables import Tables

LIFE = 3 * hours.DAY
NOBODY = 0
"""Whose seat it is where a robot has a seat of its own."""
_LATELY, _MOST = 600, 3
"""Seconds, and how many offers somebody makes at a table in them at most."""
GONE = "That offer is open no more; /game substitute makes a new one."
TAKEN = "That seat has changed hands meanwhile; /game status shows who sits where."


class Offer(msgspec.Struct, frozen=True):
    """An offer of the seat of `former` (or of nobody: a robot's own) to `newcomer`, made by `maker`, `over` the head of
    an absent player or not.
    """

    id: int
    game_id: int
    seat: int
    former: int
    newcomer: int
    maker: int
    over: bool
    until: int
    message_id: int | None
    ending: str | None


class Robot(msgspec.Struct, frozen=True):
    """A robot with a seat of its own, by its name."""

    name: str


async def get(store: Store, offer_id: int) -> Offer | None:
    """Read an offer."""
    found = _read(await store.rows("SELECT * FROM offers WHERE id = ?", (offer_id,)))
    return found[0] if found else None


async def to(store: Store, user_id: int) -> list[Offer]:
    """List the open offers that a user may accept."""
    return _read(await store.rows("SELECT * FROM offers WHERE newcomer = ? AND ending IS NULL ORDER BY id", (user_id,)))


def question(table: Table, seat: int, newcomer: int) -> str:
    """Ask somebody to take a seat."""
    return f"{names.mention(newcomer)}, will you take the seat of {table.marked[seat]} in {table.game.meta.title}?"


def absent(table: Table, seat: int, now: float) -> bool:
    """Tell whether a player is away: a robot moves for them, the last turn ran out, or this one has waited a day."""
    player = table.players[seat]
    waits = seat in table.awaited and now - table.turn_at >= hours.DAY
    return player.robot is not None or player.missed > 0 or waits


def stands_in(table: Table, user_id: int, now: float) -> bool:
    """Tell whether a player may do what the host may: while the host is absent."""
    host = table.seat_of(table.host_id)
    return table.seat_of(user_id) is not None and (host is None or absent(table, host, now))


async def make(
    tables: Tables,
    game_id: int,
    user_id: int,
    former: int | Robot,
    newcomer: int,
    *,
    manager: bool,
    interaction_id: int | None = None,
) -> Done:
    """Offer the seat of a player, or a robot's own, to somebody who does not play yet.

    A player may offer the own seat. That of a robot, and of another player who is absent, may be offered by the host,
    by whoever manages the channel, and by any player while the host is absent: nobody gives away the seat of somebody
    who plays. An offer calls its newcomer, so nobody makes more than three at a table in ten minutes.

    Raises:
        Refusal: no running game, no such player, the newcomer plays there already, the caller may not offer that seat,
            or three offers were just made.
    """
    async with tables.changing(game_id, interaction_id) as change:
        db, table, now = change.db, change.table, int(tables.now())
        seat = _robot_seat(table, former) if isinstance(former, Robot) else table.seat_of(former)
        player = NOBODY if isinstance(former, Robot) else former
        if table.status == "lobby":
            raise Refusal(
                "Seats change hands in running games; in a lobby /game leave frees a seat, and Join takes it."
            )
        running(table)
        if seat is None:
            who = "You have" if player == user_id else "That player has"
            raise Refusal(f"{who} no seat here; at this table sit {phrases.both(table.marked)}.")
        if table.seat_of(newcomer) is not None:
            raise Refusal("Offer the seat to somebody who does not play here yet; /game robot brings a robot.")
        if user_id != player:
            if not manager and table.host_id != user_id and not stands_in(table, user_id, now):
                raise Refusal("Only the player, the host, or somebody who manages this channel can offer that seat.")
            if player != NOBODY and not absent(table, seat, now):
                raise Refusal(f"{table.marked[seat]} is here and plays; only an absent player's seat can be offered.")
        await _few(change, user_id, now)
        for old in _read(
            await db.rows("SELECT * FROM offers WHERE game_id = ? AND seat = ? AND ending IS NULL", (game_id, seat))
        ):
            await end(change, old, "A newer offer has taken the place of this one; it stands further down.")
        ((offer_id,),) = await db.rows(
            "INSERT INTO offers (game_id, seat, former, newcomer, maker, over, until) VALUES (?, ?, ?, ?, ?, ?, ?)"
            " RETURNING id",
            (game_id, seat, player, newcomer, user_id, int(player not in {user_id, NOBODY}), now + LIFE),
        )
        await outbox.add(db, game_id, table.seq, "invite", table.channel_id, offer_id)
        change.said = f"The seat is offered to {names.mention(newcomer)}; the button under the offer takes it back."
    return await tables.done(game_id, change.said)


async def withdraw(
    tables: Tables,
    game_id: int,
    offer_id: int | None,
    user_id: int,
    name: str,
    *,
    manager: bool,
    interaction_id: int | None = None,
) -> Done:
    """Take an offer back, or decline it.

    Raises:
        Refusal: it is open no more, or the caller has nothing to do with it.
    """
    async with tables.changing(game_id, interaction_id) as change:
        offer = await standing(change, offer_id, tables.now())
        if user_id == offer.newcomer:
            text = f"{names.marked(name)} does not take the seat; /game substitute offers it to somebody else."
            change.said = "You have declined; the seat stays as it is."
        elif manager or user_id in {offer.maker, offer.former, change.table.host_id}:
            text = f"{names.marked(name)} has withdrawn this offer; /game substitute makes a new one."
            change.said = "The offer is withdrawn."
        else:
            raise Refusal(
                "Only whoever made this offer or got it, the seat's player, the host, or somebody who manages this "
                "channel can withdraw it."
            )
        await end(change, offer, text)
    return await tables.done(game_id, change.said)


async def standing(change: Change, offer_id: int | None, now: float) -> Offer:
    """Give an offer that still stands.

    Raises:
        Refusal: it does not; says what ended it.
    """
    found = _read(
        await change.db.rows("SELECT * FROM offers WHERE id = ? AND game_id = ?", (offer_id, change.table.id))
    )
    if not found:
        raise Refusal(GONE)
    why = found[0].ending or _lapsed(change.table, found[0], now)
    if why:
        raise Refusal(why)
    return found[0]


async def end(change: Change, offer: Offer, why: str) -> None:
    """End an offer, inside a change: its buttons go, and `why` stands in their place."""
    await change.db.execute("UPDATE offers SET ending = ? WHERE id = ?", (why, offer.id))
    if offer.message_id is not None:
        await _strike(change.db, change.table, offer, offer.message_id, why)


async def posted(db: Transaction, table: Table, offer: Offer, message_id: int) -> None:
    """Note where an offer stands; one that ended while it was being posted loses its buttons."""
    rows = await db.rows("UPDATE offers SET message_id = ? WHERE id = ? RETURNING ending", (message_id, offer.id))
    for row in rows:
        if row["ending"] is not None and offer.message_id is None:
            await _strike(db, table, offer, message_id, row["ending"])


async def lapse(tables: Tables) -> None:
    """End every offer that rests on what is true no more; the clock asks after every change and in time."""
    for offer in _read(await tables.store.rows("SELECT * FROM offers WHERE ending IS NULL")):
        with tables.apart(offer.game_id, "an offer of a seat"):
            table = await tables.get(offer.game_id)
            if table is None or _lapsed(table, offer, tables.now()) is None:
                continue
            async with tables.changing(offer.game_id) as change:
                # Somebody may have accepted, or come back, in this very moment.
                rows = await change.db.rows("SELECT * FROM offers WHERE id = ? AND ending IS NULL", (offer.id,))
                for each in _read(rows):
                    if why := _lapsed(change.table, each, tables.now()):
                        await end(change, each, why)
            tables.tell(offer.game_id)


async def _strike(db: Transaction, table: Table, offer: Offer, message_id: int, why: str) -> None:
    # In a channel that is gone, and of a game that is not known any more, nothing can be said.
    if table.state is not None and table.ending != "gone":
        left = outbox.Standing(message_id, question(table, offer.seat, offer.newcomer), f"-# {why}")
        await outbox.add(db, table.id, table.seq, "retire", table.channel_id, left)


def _lapsed(table: Table, offer: Offer, now: float) -> str | None:
    """Say why an offer stands no more; None while it does."""
    if table.status == "over":
        return "The game is over, so its seats change hands no more; a lobby takes everybody who joins."
    sits = table.players[offer.seat].user_id
    if sits != (None if offer.former == NOBODY else offer.former):
        return TAKEN
    taken = table.seat_of(offer.newcomer)
    if taken is not None:
        return f"{table.marked[taken]} has a seat here by now, so the offer is over; /game status shows who sits where."
    if now >= offer.until:
        return "This offer has stood for three days and is over; /game substitute makes a new one."
    if offer.over and table.status == "running" and not absent(table, offer.seat, now):
        return f"{table.marked[offer.seat]} is back and keeps the seat; /game status shows who sits where."
    return None


def _robot_seat(table: Table, robot: Robot) -> int:
    wanted = robot.name.strip().casefold()
    found = [player.seat for player in table.players if player.user_id is None and player.name.casefold() == wanted]
    if not found:
        own = [table.marked[player.seat] for player in table.players if player.user_id is None]
        raise Refusal(
            f"These robots have seats of their own here: {phrases.both(own)}."
            if own
            else "No robot has a seat of its own here; name the absent player whose seat you mean."
        )
    return found[0]


async def _few(change: Change, maker: int, now: int) -> None:
    """Hold that somebody has made few offers at a table lately."""
    ((made, oldest),) = await change.db.rows(
        "SELECT count(*), min(until) FROM offers WHERE game_id = ? AND maker = ? AND until > ?",
        (change.table.id, maker, now + LIFE - _LATELY),
    )
    if made >= _MOST:
        raise Refusal(
            f"{_MOST} offers in ten minutes are enough; you can make the next one here <t:{oldest - LIFE + _LATELY}:R>."
        )


def _read(rows: Iterable[sqlite3.Row]) -> list[Offer]:
    return [msgspec.convert(dict(row), Offer, strict=False) for row in rows]
