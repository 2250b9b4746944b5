"""A seat is offered to somebody who does not play yet, and taken or not."""

from __future__ import annotations

import discord
import pytest
from simstage import buttons, words

import games

each_game = pytest.mark.parametrize("slug", games.slugs())
DAY = 24 * 3600


async def _offer(stage, who, newcomer, player=None):
    """Offer a seat; gives the message with Accept."""
    said = await stage.slash(who, "game substitute", newcomer=newcomer, **({"player": player} if player else {}))
    assert not said.ephemeral, said.text
    assert list(buttons(said.message)) == ["Accept"]
    return said.message


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
    await refused(stage.click(stage.cleo, offer, "Accept"), "changed hands")
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
    await refused(stage.click(stage.cleo, offer, "Accept"), "is back and keeps the seat")
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


async def test_a_seat_is_not_offered_again_at_once(stage, refused):
    await stage.start(2)
    await _offer(stage, stage.ann, stage.cleo)
    for newcomer in (stage.cleo, stage.dan):
        await refused(stage.slash(stage.ann, "game substitute", newcomer=newcomer), "just been offered")
    stage.later += 601
    await _offer(stage, stage.ann, stage.dan)


async def test_who_may_manage_the_channel_can_offer_any_seat(stage):
    manager = stage.member("Eve", permissions=discord.Permissions(manage_channels=True))
    await stage.start(2)
    offer = await _offer(stage, manager, stage.cleo, stage.ben)
    await stage.click(stage.cleo, offer, "Accept")
    assert await _whose(stage) == [stage.ann.id, stage.cleo.id]
