"""A seat is offered to somebody who does not play yet, and taken or not."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simstage import buttons, words

import games

each_game = pytest.mark.parametrize("slug", games.slugs())
DAY = 24 * 3600


async def _offer(stage, who, newcomer, player=None):
    """Offer a seat; gives the message with Accept and Withdraw."""
    said = await stage.slash(who, "game substitute", newcomer=newcomer, **({"player": player} if player else {}))
    assert said.ephemeral
    assert "is offered" in said.text
    offer = stage.public()[-1]
    assert list(buttons(offer)) == ["Accept", "Decline or withdraw"]
    return offer


async def _accept(stage, who, offer):
    """Press Accept, also where it is gone: whoever saw it a moment ago may press it still."""
    row = await stage.bot.store.row("SELECT id, game_id FROM offers WHERE message_id = ?", (offer.id,))
    return await stage.press(who, offer, f"b:accept:{row['game_id']}:0:{row['id']}")


async def _whose(stage):
    return [each.user_id for each in (await stage.table()).players]


@each_game
async def test_a_player_hands_the_own_seat_over(stage, refused, slug):
    await stage.start(2, slug)
    offer = await _offer(stage, stage.ben, stage.cleo)
    assert offer.ping_user_ids == [stage.cleo.id]
    assert await _whose(stage) == [stage.ann.id, stage.ben.id], "nothing happens before it is accepted"

    for other in (stage.ann, stage.ben, stage.dan):
        await refused(stage.click(other, offer, "Accept"), "somebody else")
    await stage.click(stage.cleo, offer, "Accept")
    assert await _whose(stage) == [stage.ann.id, stage.cleo.id]
    assert "■B **Cleo** takes the seat of **Ben**" in words(stage.board())
    assert buttons(stage.again(offer)) == {}
    assert "**Cleo** has taken the seat" in words(stage.again(offer))
    await refused(_accept(stage, stage.cleo, offer), "has taken the seat")
    await refused(stage.slash(stage.ben, "game hand"), "do not play")


@each_game
async def test_the_host_cannot_give_away_the_seat_of_somebody_who_plays(stage, refused, slug):
    await stage.start(2, slug)
    await refused(stage.slash(stage.ann, "game substitute", newcomer=stage.cleo, player=stage.ben), "is here and plays")
    await refused(stage.slash(stage.dan, "game substitute", newcomer=stage.dan, player=stage.ben), "Only the player")


async def test_the_host_offers_the_seat_of_somebody_a_robot_plays_for_until_they_are_back(stage, refused):
    await stage.start(2)
    await stage.slash(stage.ben, "game robot")
    offer = await _offer(stage, stage.ann, stage.cleo, stage.ben)
    await stage.slash(stage.ben, "game robot", remove=True)
    assert buttons(stage.again(offer)) == {}
    await refused(_accept(stage, stage.cleo, offer), "is back and keeps the seat")
    assert await _whose(stage) == [stage.ann.id, stage.ben.id]


async def test_a_turn_that_has_waited_a_day_lets_the_host_offer_the_seat(stage, refused):
    await stage.start(2, turn_time="3 days")
    while (await stage.to_act())[0] is stage.ann:
        await stage.move()
    await stage.wait(DAY - 60)
    await refused(stage.slash(stage.ann, "game substitute", newcomer=stage.cleo, player=stage.ben), "is here and plays")
    await stage.wait(60)
    offer = await _offer(stage, stage.ann, stage.cleo, stage.ben)
    await stage.click(stage.cleo, offer, "Accept")
    assert await _whose(stage) == [stage.ann.id, stage.cleo.id]


async def test_who_chose_the_wrong_newcomer_offers_anew_at_once_but_not_for_ever(stage, refused):
    await stage.start(2)
    for newcomer in (stage.dan, stage.cleo, stage.dan):
        await stage.click(stage.ann, await _offer(stage, stage.ann, newcomer), "Decline or withdraw")
    await refused(stage.slash(stage.ann, "game substitute", newcomer=stage.cleo), "3 offers in ten minutes")
    await stage.click(stage.ben, await _offer(stage, stage.ben, stage.cleo), "Decline or withdraw")
    stage.later += 601
    await _offer(stage, stage.ann, stage.cleo)


async def test_a_seat_is_offered_to_nobody_who_cannot_see_the_channel(stage, refused):
    await stage.start(2)
    backend, channel = stage.env.backend, stage.channel.id
    hidden = discord.Permissions(view_channel=True).value
    backend.set_overwrite(channel, Overwrite(stage.cleo.id, OverwriteType.MEMBER, deny=hidden))
    await refused(stage.slash(stage.ann, "game substitute", newcomer=stage.cleo), "can see this channel")
    await _offer(stage, stage.ann, stage.dan)


async def test_while_the_host_is_absent_players_stand_in(stage, refused):
    outsider = stage.member("Eve")
    await stage.start(3, turn_time="none")
    while (await stage.to_act())[0] is not stage.ann:
        await stage.move()
    asked = {"newcomer": stage.dan, "player": stage.ann}
    await refused(stage.slash(stage.ben, "game substitute", **asked), "Only the player")
    await refused(stage.slash(stage.ben, "game end"), "Only the host")
    await stage.wait(DAY)
    await _offer(stage, stage.ben, stage.dan, stage.ann)
    await refused(stage.slash(outsider, "game substitute", **asked), "Only the player")
    await refused(stage.slash(stage.ben, "game end"), "Only the host")
    await stage.wait(6 * DAY)
    await refused(stage.slash(outsider, "game end"), "Only the host")
    await stage.sure(stage.ben, "game end")
    assert (await stage.table()).status == "over"


async def test_who_may_manage_the_channel_offers_the_seat_of_an_absent_player_only(stage, refused):
    manager = stage.member("Eve", permissions=discord.Permissions(manage_channels=True))
    await stage.start(2)
    await refused(stage.slash(manager, "game substitute", newcomer=stage.cleo, player=stage.ben), "is here and plays")
    await stage.slash(stage.ben, "game robot")
    offer = await _offer(stage, manager, stage.cleo, stage.ben)
    await stage.click(stage.cleo, offer, "Accept")
    assert await _whose(stage) == [stage.ann.id, stage.cleo.id]


async def test_an_offer_can_be_withdrawn_and_declined(stage, refused):
    await stage.start(2)
    for who, said in ((stage.ben, "has withdrawn"), (stage.cleo, "does not take the seat")):
        offer = await _offer(stage, stage.ben, stage.cleo)
        await refused(stage.click(stage.dan, offer, "Decline or withdraw"), "Only whoever made this offer")
        assert (await stage.click(who, offer, "Decline or withdraw")).ephemeral
        assert buttons(stage.again(offer)) == {}
        assert said in words(stage.again(offer))
        await refused(_accept(stage, stage.cleo, offer), said)
    assert await _whose(stage) == [stage.ann.id, stage.ben.id]


async def test_an_offer_to_somebody_asleep_pings_in_the_morning(stage):
    await stage.start(2)
    now = stage.now() % DAY // 60
    await stage.slash(stage.cleo, "game settings", quiet_from=_wall(now - 10), quiet_to=_wall(now + 100))
    offer = await _offer(stage, stage.ben, stage.cleo)
    assert offer.ping_user_ids == []
    await stage.wait(2 * 3600)
    call = stage.public()[-1]
    assert call.ping_user_ids == [stage.cleo.id]
    assert str(offer.id) in words(call)


async def test_a_button_of_an_offer_of_an_earlier_version_says_so(stage, refused):
    table = await stage.start(2)
    offer = await _offer(stage, stage.ben, stage.cleo)
    for arg in ("1~2~3~0", "", "99"):
        for action in ("accept", "withdraw"):
            await refused(stage.press(stage.cleo, offer, f"b:{action}:{table.id}:0:{arg}"), "open no more")


def _wall(minutes):
    return f"{int(minutes) // 60 % 24}:{int(minutes) % 60:02}"
