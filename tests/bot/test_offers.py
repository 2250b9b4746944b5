"""Seats on offer: who may offer them, whom an offer calls and when, and what ends it."""

from __future__ import annotations

import re

import pytest
from days import DAY, HOUR, MINUTE, at
from room import Room
from seating import ANN, BEN, CLEO, DAN, EVE

from bot import calls, offers, pauses, seats
from bot.errors import Refusal


@pytest.fixture
async def table(room):
    """A table of Ann, the host, and Ben, where robots sit but do not move by themselves."""
    room.days.tables.listeners.remove(room.days.robots.kick)
    table = await room.start(7 * DAY)
    room.heard()
    return table


async def make(room, table, user=BEN, former=BEN, newcomer=EVE, *, manager=False, **more):
    """Offer a seat; gives the offer as it was posted."""
    await offers.make(room.days.tables, table.id, user, former, newcomer, manager=manager, **more)
    await room.settle()
    rows = await room.days.store.rows("SELECT id FROM offers ORDER BY id")
    return await offers.get(room.days.store, rows[-1]["id"])


async def accept(room, offer, user=EVE, name="Eve"):
    done = await seats.accept(room.days.tables, offer.game_id, offer.id, user, name)
    await room.settle()
    return done.table


async def withdraw(room, offer, user, *, manager=False):
    done = await offers.withdraw(room.days.tables, offer.game_id, offer.id, user, "Somebody", manager=manager)
    await room.settle()
    return done.text


async def over(room, offer, why):
    """Hold that an offer is over: its buttons are gone, it says why, and whoever accepts it is told the same."""
    await room.at(room.days.now)
    (parts,) = room.discord.edited[offer.message_id]
    text = str(parts)
    assert re.search(why, text)
    assert "custom_id" not in text
    with pytest.raises(Refusal, match=why):
        await seats.accept(room.days.tables, offer.game_id, offer.id, EVE, "Eve")


# -- who may -----------------------------------------------------------------------------------------------------------


async def test_a_player_offers_the_own_seat_and_somebody_else_that_of_an_absent_player(room, table):
    with pytest.raises(Refusal, match="does not play here yet"):
        await make(room, table, newcomer=ANN)
    with pytest.raises(Refusal, match="Only the player"):
        await make(room, table, user=CLEO)
    for manager in (False, True):
        with pytest.raises(Refusal, match="is here and plays"):
            await make(room, table, user=ANN, manager=manager)
    assert not (await make(room, table)).over
    await seats.robot_in(room.days.tables, table.id, BEN)
    assert (await make(room, table, user=ANN)).over


async def test_the_seat_of_whoever_left_for_good_is_offered_by_host_or_manager_and_taken(room, table):
    await seats.resign(room.days.tables, table.id, BEN)
    with pytest.raises(Refusal, match="Only the player"):
        await make(room, table, user=CLEO, former=offers.Robot("Robot for Ben"))
    with pytest.raises(Refusal, match=r"have seats of their own here: .*Ben"):
        await make(room, table, user=ANN, former=offers.Robot("Ann"))
    offer = await make(room, table, user=ANN, former=offers.Robot(" robot for ben "))
    assert any("take the seat of ■B **Robot for Ben**" in words for _, _, words in room.heard(EVE))
    seated = await accept(room, offer)

    assert (seated.players[1].user_id, seated.players[1].robot) == (EVE, None)
    assert seated.host_id == ANN
    await over(room, offer, "Eve.* has taken the seat")


async def test_no_robot_is_named_where_none_has_a_seat_of_its_own(room, table):
    await seats.robot_in(room.days.tables, table.id, BEN)  # it only stands in
    with pytest.raises(Refusal, match="No robot has a seat of its own here"):
        await make(room, table, user=ANN, former=offers.Robot("Ben"))


async def test_who_manages_the_channel_gives_away_no_seat_of_somebody_who_plays(room, table):
    for user in (ANN, CLEO):
        with pytest.raises(Refusal, match="is here and plays"):
            await make(room, table, user=user, former=BEN, newcomer=EVE, manager=True)
    await seats.robot_in(room.days.tables, table.id, BEN)
    assert (await make(room, table, user=CLEO, manager=True)).over


async def test_an_offer_repeated_by_discord_is_made_once(room, table):
    await make(room, table, interaction_id=1)
    with pytest.raises(Exception, match="is offered to"):
        await make(room, table, interaction_id=1)
    assert len(room.heard()) == 1


# -- whom it calls -----------------------------------------------------------------------------------------------------


async def test_an_offer_calls_who_is_awake_at_once(room, table):
    offer = await make(room, table)
    ((_, pings, words),) = room.heard()
    assert pings == (EVE,)
    assert f"<t:{int(room.days.now + 3 * DAY)}:f>" in words
    assert room.discord.sent[-1].id == offer.message_id


async def test_an_offer_at_night_calls_once_in_the_morning(room, table):
    await room.days.wish(EVE, quiet_from=22 * 60, quiet_to=8 * 60)
    await room.at(at("2027-01-15 23:00"))
    room.heard()
    offer = await make(room, table)
    assert room.discord.sent[-1].id == offer.message_id, "everybody sees it at once"
    await room.at(at("2027-01-16 07:59"))
    assert room.heard(EVE) == []
    for minute in range(3):
        await room.at(at("2027-01-16 08:00") + minute * MINUTE)
    ((when, pings, words),) = room.heard(EVE)
    assert (when, pings) == (at("2027-01-16 08:00"), (EVE,))
    assert f"/{offer.message_id}" in words


async def test_an_offer_to_somebody_on_vacation_calls_when_it_ends(room, table):
    until = int(room.days.now + DAY)
    await room.days.wish(EVE, away_until=until)
    await make(room, table)
    assert room.heard() == []
    await room.at(until)
    assert [(when, pings) for when, pings, _ in room.heard(EVE)] == [(until, (EVE,))]


@pytest.mark.parametrize("end", ["accepted", "withdrawn"])
async def test_an_offer_that_is_over_calls_nobody_any_more(room, table, end):
    until = int(room.days.now + DAY)
    await room.days.wish(EVE, away_until=until)
    offer = await make(room, table)
    await (accept(room, offer) if end == "accepted" else withdraw(room, offer, BEN))
    await room.at(until + 1)
    assert [words for _, _, words in room.heard(EVE) if "a seat is offered" in words] == []


async def test_an_offer_comes_in_the_digest_of_who_wants_no_pings(room, table):
    person = await room.days.wish(EVE, digest=True)
    await room.days.wish(EVE, digest_at=calls.next_digest(person, room.days.now))
    offer = await make(room, table)
    await room.at(at("2027-01-15 09:00"))
    assert room.heard(EVE) == []
    (digest,) = [sent for sent in room.discord.sent if sent.private == EVE]
    assert "a seat is offered to you" in digest.words
    assert f"/{offer.message_id}" in digest.words


# -- what ends it ------------------------------------------------------------------------------------------------------


async def test_who_accepts_sits_down_and_the_offer_is_over(room, table):
    offer = await make(room, table)
    with pytest.raises(Refusal, match="somebody else"):
        await accept(room, offer, DAN, "Dan")
    assert (await accept(room, offer)).players[1].user_id == EVE
    await over(room, offer, "Eve.* has taken the seat")


async def test_an_offer_waits_while_the_game_is_paused(room, table):
    offer = await make(room, table)
    for user in (ANN, BEN):
        await pauses.agree(room.days.tables, table.id, user)
    with pytest.raises(Refusal, match="agreed to pause"):
        await accept(room, offer)
    await pauses.agree(room.days.tables, table.id, ANN)
    assert (await accept(room, offer)).players[1].user_id == EVE


async def test_an_offer_stands_for_three_days(room, table):
    offer = await make(room, table)
    await room.at(offer.until - 1)
    assert (await offers.get(room.days.store, offer.id)).ending is None
    woken = await room.days.pass_by(offer.until + 1)
    assert any(offer.until <= when <= offer.until + 1 for when in woken)
    await room.at(offer.until + 1)
    await over(room, offer, "three days")


@pytest.mark.parametrize(("user", "manager"), [(ANN, False), (BEN, False), (EVE, False), (DAN, True)])
async def test_maker_player_host_manager_and_newcomer_can_end_an_offer(room, table, user, manager):
    offer = await make(room, table)
    with pytest.raises(Refusal, match="Only whoever made"):
        await withdraw(room, offer, CLEO)
    said = await withdraw(room, offer, user, manager=manager)
    assert ("declined" in said) == (user == EVE)
    await over(room, offer, "does not take" if user == EVE else "withdrawn")
    with pytest.raises(Refusal, match="does not take" if user == EVE else "withdrawn"):
        await withdraw(room, offer, user, manager=manager)


@pytest.mark.parametrize("broken", [False, True])
async def test_an_offer_withdrawn_while_it_is_being_posted_stands_without_buttons(room, table, monkeypatch, broken):
    take, posting = room.discord.take, []

    async def withdrawn_meanwhile(*args, **more):
        sent = await take(*args, **more)
        monkeypatch.setattr(room.discord, "take", take)
        posting.append(sent)
        await offers.withdraw(room.days.tables, table.id, 1, BEN, "Ben", manager=False)
        if broken:
            raise OSError
        return sent

    monkeypatch.setattr(room.discord, "take", withdrawn_meanwhile)
    offer = await make(room, table)
    await room.at(room.days.now + 2 * MINUTE)
    offer = await offers.get(room.days.store, offer.id)
    assert offer.message_id == posting[0]
    await over(room, offer, "withdrawn")


async def test_a_newer_offer_of_the_seat_takes_the_place_of_the_older(room, table):
    offer = await make(room, table)
    room.days.now += HOUR
    newer = await make(room, table, newcomer=DAN)
    await over(room, offer, "newer offer")
    assert (await accept(room, newer, DAN, "Dan")).players[1].user_id == DAN


async def test_an_absent_player_who_comes_back_keeps_the_seat(room, table):
    await seats.robot_in(room.days.tables, table.id, BEN)
    offer = await make(room, table, user=ANN)
    await seats.back(room.days.tables, table.id, BEN)
    with pytest.raises(Refusal, match="is back and keeps"):
        await accept(room, offer)
    await over(room, offer, "is back and keeps")
    await seats.robot_in(room.days.tables, table.id, BEN)
    await over(room, offer, "is back and keeps")


async def test_the_own_offer_of_a_player_stands_while_they_play(room, table):
    offer = await make(room, table)
    for _ in range(4):
        await room.move(table)
    await room.at(room.days.now + HOUR)
    assert (await accept(room, offer)).players[1].user_id == EVE


async def test_who_sits_already_takes_no_second_seat(room, table):
    offer, other = await make(room, table), await make(room, table, user=ANN, former=ANN)
    await accept(room, offer)
    await over(room, other, "has a seat here by now")


async def test_with_the_game_its_offers_are_over(room, table):
    offer = await make(room, table)
    await room.days.tables.end(table.id, ANN, "Ann", allowed=False)
    await over(room, offer, "game is over")


async def test_an_offer_in_a_channel_that_is_gone_says_nothing(room, table):
    offer = await make(room, table)
    await room.days.tables.vacate(channel_id=table.channel_id)
    await room.at(room.days.now)
    assert (await offers.get(room.days.store, offer.id)).ending is not None
    assert await room.days.outbox() == []


async def test_an_offer_survives_a_restart(room, table, path):
    offer = await make(room, table)
    await room.days.reopen(path)
    again = Room(room.days)
    again.discord.sent = room.discord.sent
    assert (await accept(again, offer)).players[1].user_id == EVE


async def test_a_button_of_an_offer_nobody_knows_says_so(room, table):
    for offer_id in (None, 77):
        with pytest.raises(Refusal, match="open no more"):
            await seats.accept(room.days.tables, table.id, offer_id, EVE, "Eve")
