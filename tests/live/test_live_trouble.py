"""Everything that goes wrong between people, Discord and the bot, while a game goes on."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from typing import TYPE_CHECKING

import pytest
from harness import buttons, pictures, selects, text_of
from matches import all_sent, boards, by_panel, by_slash, healthy, live_board, move, open_lobby, start
from players import PLAYERS, CactpotPlayer, fill_panel, movers, open_panel
from stored import PATIENCE, everything, rows, seq

from playground import control

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from harness import Json, Outcome, Seat, Stage
    from players import Player

pytestmark = pytest.mark.live
FIRST_ANSWER = 3.0
"""Seconds that Discord gives for the first answer."""


def slash(stage: Stage, channel: str = "games") -> Callable[[Seat, Json], Awaitable[Outcome]]:
    """Give a way to move by typing."""
    return by_slash(stage, CactpotPlayer(), random.Random(3), channel)


async def ready_to_confirm(stage: Stage, board: Json) -> tuple[Seat, Json, str]:
    """Give the seat to move, its filled panel, and the custom_id of the button that moves."""
    seat = movers(stage, board)[0]
    return seat, *await fill_panel(stage, seat, await open_panel(seat, board), random.Random(3))


# -- clicks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.slug)
async def test_a_double_click_makes_one_move(calm: Stage, player: type[Player]) -> None:
    board = await start(calm, player(), 2)
    seat, panel, name = await ready_to_confirm(calm, board)
    clicks = [seat.send_click(panel, custom_id=name) for _ in range(2)]
    outcomes = [await calm.finish(click) for click in clicks]
    await live_board(calm, "games", after=board)
    await calm.quiet()  # the second click is shown the new board
    assert seq(calm) == 1
    assert [outcome.state for outcome in outcomes] == ["answered", "answered"]


async def test_an_interaction_delivered_twice_moves_once(stage: Stage) -> None:
    board = await start(stage, CactpotPlayer(), 2)
    seat, panel, _ = await ready_to_confirm(stage, board)
    stage.duplicate_next()
    assert (await seat.click(panel, label="Confirm")).state == "answered"
    board = await live_board(stage, "games", after=board)
    (seat,) = movers(stage, board)
    command, options = await CactpotPlayer().choose(seat, "games", board, random.Random(3))
    stage.duplicate_next()
    await seat.slash("games", command, **options)
    await live_board(stage, "games", after=board)
    await stage.until(lambda: sum(record.code == 40060 for record in stage.refused) == 2, PATIENCE)
    assert seq(stage) == 2
    # Discord itself says of one of the two answers that it came already.
    healthy(stage, refused=(40060,))


async def test_an_interaction_delivered_again_much_later_moves_nothing(stage: Stage) -> None:
    board = await start(stage, CactpotPlayer(), 2)
    outcome = await slash(stage)(movers(stage, board)[0], board)
    await live_board(stage, "games", after=board)
    await all_sent(stage)
    before = everything(stage)
    await stage.kill_bot()
    await stage.start_bot()
    stage.redeliver(outcome)
    await stage.until(lambda: any(record.code == 40060 for record in stage.refused), PATIENCE)
    assert everything(stage) == before
    healthy(stage, refused=(40060,))


async def test_two_seats_at_once_join_once_each_and_one_of_them_moves(calm: Stage) -> None:
    ann, bo, cy, dee, mei = calm.seats
    lobby = await open_lobby(calm, CactpotPlayer(), 1)
    clicks = [seat.send_click(lobby, label="Join") for seat in (bo, cy, dee, mei)]
    said = [(await calm.finish(click)).text for click in clicks]
    assert sum("have joined" in text for text in said) == 3
    assert sum("seats are taken" in text for text in said) == 1
    lobby = await calm.board("games", label="Start", seconds=PATIENCE)
    starts = [seat.send_click(lobby, label="Start") for seat in (ann, ann)]
    said = [(await calm.finish(click)).text for click in starts]
    assert sum("begins" in text for text in said) == 1
    board = await live_board(calm)
    (here,) = movers(calm, board)
    command, options = await CactpotPlayer().choose(here, "games", board, random.Random(1))
    sent = [seat.send_slash("games", command, **options) for seat in (ann, bo, cy, dee, mei)]
    outcomes = [await calm.finish(each) for each in sent]
    await live_board(calm, "games", after=board)
    assert all(outcome.ephemeral for outcome in outcomes)
    assert seq(calm) == 1


async def test_what_is_older_than_the_board_shows_the_new_one_and_moves_nothing(calm: Stage) -> None:
    board = await start(calm, CactpotPlayer(), 2)
    seat, panel, _ = await ready_to_confirm(calm, board)
    (pick, *_) = selects(panel)
    hold = calm.hold("PATCH", rf"/channels/{board['channel_id']}/messages/\d+$")
    await slash(calm)(seat, board)
    await asyncio.wait_for(hold.caught.wait(), PATIENCE)
    for press in (
        partial(seat.click, board, label="Take turn"),  # the old board, in the moment before it loses its buttons
        partial(seat.select, panel, custom_id=pick["custom_id"], value=pick["options"][0]["value"]),
        partial(seat.click, panel, label="Confirm"),
    ):
        outcome = await press()
        assert outcome.ephemeral, outcome
        shown = await calm.until(partial(_with, calm, outcome, "moved on"), PATIENCE)
        assert "Take turn" in buttons(shown)
        assert pictures(shown)
    assert seq(calm) == 1
    hold.release()
    await all_sent(calm)
    assert len(boards(calm)) == 1


def _with(stage: Stage, outcome: Outcome, words: str) -> Json | None:
    found = [stage.message(m["id"]) for m in (outcome.message, *outcome.followups) if m is not None]
    return next((m for m in found if m is not None and words in text_of(m)), None)


async def test_panels_and_buttons_from_before_a_restart_still_work(stage: Stage) -> None:
    board = await start(stage, CactpotPlayer(), 2)
    seat, panel, _ = await ready_to_confirm(stage, board)
    await all_sent(stage)
    await stage.kill_bot()
    await stage.start_bot()
    await seat.click(panel, label="Confirm")
    board = await live_board(stage, "games", after=board)
    assert seq(stage) == 1
    await stage.stop_bot()
    await stage.start_bot()
    board = await move(stage, by_panel(stage, random.Random(2)), board)
    for label in ("My hand", "As text", "Rules"):
        outcome = await stage.seats[0].click(board, label=label)
        assert outcome.state == "answered"
        assert outcome.ephemeral
    healthy(stage)


# -- what people and moderators do -------------------------------------------------------------------------------------


async def test_closed_direct_messages_are_told_once_and_hold_nothing_up(stage: Stage) -> None:
    stage.set_dms("Bo", is_open=False)
    board = await start(stage, CactpotPlayer(), 2)
    for _ in range(8):
        board = await move(stage, slash(stage), board)
    await all_sent(stage)
    bo = stage.seats[1]
    assert bo.dms() == []
    told = [m for m in stage.messages("games") if "direct messages" in text_of(m)]
    assert len(told) == 1
    assert told[0]["pinged"] == [str(bo.id)]
    assert stage.seats[0].dms()
    healthy(stage, refused=(50007,))


async def test_hands_come_again_once_direct_messages_are_open(stage: Stage) -> None:
    stage.set_dms("Ann", is_open=False)
    stage.set_dms("Bo", is_open=False)
    board = await start(stage, CactpotPlayer(), 2)
    board = await move(stage, slash(stage), board)
    await all_sent(stage)
    stage.set_dms("Ann", is_open=True)
    stage.set_dms("Bo", is_open=True)
    (seat,) = movers(stage, board)
    hand = await seat.slash("games", "game hand")
    assert pictures(hand.message or {})
    await move(stage, slash(stage), board)
    await all_sent(stage)
    assert len(seat.dms()) == 1
    healthy(stage, refused=(50007,))


async def test_without_attach_files_the_board_is_text_and_says_who_can_help(calm: Stage) -> None:
    board = await start(calm, CactpotPlayer(), 2)
    calm.deny("games", "ATTACH_FILES")
    board = await move(calm, slash(calm), board)
    assert not pictures(board)
    assert "```" in text_of(board)
    assert "Attach Files" in text_of(board)
    assert "Take turn" in buttons(board)
    (seat,) = movers(calm, board)
    assert "Attach Files" in (await seat.slash("games", "game status")).text
    calm.deny("games")
    board = await move(calm, slash(calm), board)
    assert pictures(board)
    assert "Attach Files" not in text_of(board)


async def test_without_send_messages_the_move_counts_and_the_board_comes_once_it_may(stage: Stage) -> None:
    board = await start(stage, CactpotPlayer(), 2)
    await all_sent(stage)
    stage.deny("games", "SEND_MESSAGES")
    (seat,) = movers(stage, board)
    outcome = await slash(stage)(seat, board)
    assert outcome.ephemeral
    assert "Send Messages" in outcome.text
    assert seq(stage) == 1
    await stage.until(lambda: any(record.code == 50013 for record in stage.refused), PATIENCE)
    stage.deny("games")
    await live_board(stage, "games", after=board)
    await all_sent(stage)
    healthy(stage, refused=(50013,))


async def test_a_table_is_not_opened_where_permissions_are_missing(calm: Stage) -> None:
    calm.deny("games", "SEND_MESSAGES", "ATTACH_FILES")
    before = everything(calm)
    outcome = await calm.seats[1].slash("games", "cactpot new")
    assert outcome.ephemeral
    assert "Send Messages" in outcome.text
    assert "Attach Files" in outcome.text
    assert everything(calm) == before


async def test_a_board_deleted_by_a_moderator_comes_again_with_the_next_move(stage: Stage) -> None:
    board = await start(stage, CactpotPlayer(), 2)
    await all_sent(stage)
    await control.delete(stage.server, {"message": board["id"]})
    outcome = await movers(stage, board)[0].slash("games", "game board")
    assert pictures(outcome.message or {})
    await move(stage, slash(stage), board)
    await all_sent(stage)
    assert len(boards(stage)) == 1
    healthy(stage, refused=(10008,))


async def test_a_channel_deleted_between_move_and_board_ends_its_game_alone(stage: Stage) -> None:
    board = await start(stage, CactpotPlayer(), 2)
    await start(stage, CactpotPlayer(), 2, "quiet")
    await all_sent(stage)
    posts = rf"/channels/{stage.server.channel('games').id}/messages$"
    hold = stage.hold("POST", posts)
    (seat,) = movers(stage, board)
    command, options = await CactpotPlayer().choose(seat, "games", board, random.Random(1))
    sent = seat.send_slash("games", command, **options)
    await asyncio.wait_for(hold.caught.wait(), PATIENCE)
    await stage.finish(sent)
    await control.delete(stage.server, {"channel": "games"})
    hold.release()
    await stage.until(lambda: any(record.code == 10003 for record in stage.refused), PATIENCE)
    await all_sent(stage)
    said = (await seat.slash("quiet", "game mine")).text
    assert said.count("Cactpot Party") == 1
    await move(stage, slash(stage, "quiet"), boards(stage, "quiet")[0])
    healthy(stage, refused=(10003,))


async def test_a_deleted_channel_or_thread_ends_its_game(calm: Stage) -> None:
    ann = calm.seats[0]
    await ann.slash("quiet", "cactpot new", thread=True)
    await open_lobby(calm, CactpotPlayer(), 2, "games")
    await all_sent(calm)
    thread = next(c for c in calm.server.world.channels.values() if c.parent is not None)
    assert (await ann.slash("general", "game mine")).text.count("Cactpot Party") == 2
    await control.delete(calm.server, {"channel": "games"})
    await control.delete(calm.server, {"channel": str(thread.id)})
    await calm.until(lambda: not rows(calm, "SELECT id FROM games WHERE status <> 'over'"), PATIENCE)
    assert "no game" in (await ann.slash("general", "game mine")).text


async def test_a_game_in_a_thread_goes_on_when_the_thread_was_archived(calm: Stage) -> None:
    ann, bo = calm.seats[:2]
    opened = await ann.slash("games", "cactpot new", thread=True)
    assert "<#" in opened.text
    thread = await calm.until(
        lambda: next((c for c in calm.server.world.channels.values() if c.parent is not None), None), PATIENCE
    )
    place = str(thread.id)
    lobby = await calm.board(place, label="Join", seconds=PATIENCE)
    await bo.click(lobby, label="Join")
    await ann.slash(place, "game start")
    board = await live_board(calm, place)
    await all_sent(calm)
    await control.archive(calm.server, {"channel": place})
    (seat,) = movers(calm, board)
    outcome = await seat.click(board, label="Take turn")
    assert outcome.state == "answered"
    await control.archive(calm.server, {"channel": place})
    command, options = await CactpotPlayer().choose(seat, place, board, random.Random(1))
    await seat.slash(place, command, **options)
    await live_board(calm, place, after=board)
    assert not thread.archived


async def test_a_locked_thread_gets_its_board_when_it_is_opened_again(stage: Stage) -> None:
    await stage.seats[0].slash("games", "cactpot new", thread=True)
    thread = await stage.until(
        lambda: next((c for c in stage.server.world.channels.values() if c.parent is not None), None), PATIENCE
    )
    place = str(thread.id)
    await stage.board(place, label="Join", seconds=PATIENCE)
    await stage.seats[1].slash(place, "game join")
    await stage.seats[0].slash(place, "game start")
    board = await live_board(stage, place)
    await all_sent(stage)
    hold = stage.hold("POST", rf"/channels/{place}/messages$")
    (seat,) = movers(stage, board)
    command, options = await CactpotPlayer().choose(seat, place, board, random.Random(1))
    sent = seat.send_slash(place, command, **options)
    await asyncio.wait_for(hold.caught.wait(), PATIENCE)
    await stage.finish(sent)
    await control.archive(stage.server, {"channel": place, "locked": True})
    hold.release()
    await stage.until(lambda: any(record.code == 50083 for record in stage.refused), PATIENCE)
    await control.archive(stage.server, {"channel": place, "archived": False})
    await live_board(stage, place, after=board)
    healthy(stage, refused=(50083,))


# -- what Discord does -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("resumable", [True, False], ids=["resumed", "new session"])
async def test_a_dropped_gateway_in_the_middle_of_a_turn_costs_nothing(stage: Stage, *, resumable: bool) -> None:
    board = await start(stage, CactpotPlayer(), 2)
    seat, panel, _ = await ready_to_confirm(stage, board)
    await stage.drop_gateway(resumable=resumable)
    await stage.until(lambda: stage.server.gateway.connected, PATIENCE)
    await seat.click(panel, label="Confirm")
    board = await live_board(stage, "games", after=board)
    for _ in range(3):
        board = await move(stage, slash(stage), board)
    await all_sent(stage)
    assert seq(stage) == 4
    assert len(boards(stage)) == 1
    found = [m for m in stage.messages("games") if any("/board-" in p["url"] for p in pictures(m))]
    assert len(found) == 5
    healthy(stage)


@pytest.mark.parametrize("status", [429, 500])
async def test_a_post_refused_for_a_while_arrives_once(stage: Stage, status: int) -> None:
    board = await start(stage, CactpotPlayer(), 2)
    await all_sent(stage)
    stage.fail("POST", rf"/channels/{stage.server.channel('games').id}/messages$", status, times=2)
    await move(stage, slash(stage), board)
    await all_sent(stage)
    assert [record.status for record in stage.refused] == [status, status]
    assert len(boards(stage)) == 1
    found = [m for m in stage.messages("games") if any("/board-" in p["url"] for p in pictures(m))]
    assert len(found) == 2
    assert [m for m in stage.bot_log if " ERROR " in m] == []


async def test_a_slow_upload_delays_no_answer(calm: Stage) -> None:
    board = await start(calm, CactpotPlayer(), 2)
    await all_sent(calm)
    hold = calm.hold("POST", rf"/channels/{calm.server.channel('games').id}/messages$")
    outcome = await slash(calm)(movers(calm, board)[0], board)
    await asyncio.wait_for(hold.caught.wait(), PATIENCE)
    # The upload hangs still; the mover has the answer, others get theirs.
    assert outcome.state == "answered"
    for seat in calm.seats[:2]:
        hand = await seat.slash("games", "game hand")
        assert hand.state == "answered"
        assert (hand.answered_after or FIRST_ANSWER) < FIRST_ANSWER
    hold.release()
    await live_board(calm, "games", after=board)


async def test_a_slow_upload_of_an_ephemeral_picture_is_announced_in_time(calm: Stage) -> None:
    board = await start(calm, CactpotPlayer(), 2)
    hold = calm.hold("PATCH", r"/webhooks/.*/messages/@original$")
    sent = movers(calm, board)[0].send_click(board, label="Take turn")
    await asyncio.wait_for(hold.caught.wait(), PATIENCE)
    await calm.until(lambda: sent.state == "deferred")
    await asyncio.sleep(FIRST_ANSWER + 1)  # longer than an unanswered click would live
    hold.release()
    outcome = await calm.finish(sent)
    assert outcome.state == "answered"
    assert pictures(outcome.message or {})
