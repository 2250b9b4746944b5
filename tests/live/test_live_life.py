"""A game that goes on by itself: robots, seats that change hands, moves taken back, time that runs out."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import pytest
from harness import buttons, pictures, text_of
from matches import (
    all_answered,
    all_sent,
    boards,
    break_off,
    by_slash,
    healthy,
    live_board,
    move,
    play_out,
    run,
    start,
    verified,
)
from players import PLAYERS, CactpotPlayer, CasinopolisPlayer, CatSudokuPlayer, movers, of_kind
from stored import PATIENCE, latest, position, rows, seated, seq, write

import games

if TYPE_CHECKING:
    from pathlib import Path

    from harness import Json, Outcome, Seat, Stage
    from players import Player

pytestmark = pytest.mark.live
GIF_BYTES = 1_000_000
HOUR = 3600


async def with_robot(stage: Stage, player: Player) -> Json:
    """Open a table, add a robot by its button and start; gives the first board that calls its one person."""
    ann = stage.seats[0]
    await ann.slash("games", f"{player.slug} new", **player.new)
    lobby = await stage.board("games", label="Add robot", seconds=PATIENCE)
    added = await ann.click(lobby, label="Add robot")
    assert "sits down" in added.text
    name = added.text.partition(" sits down")[0]
    await stage.until(lambda: name in text_of(stage.message(lobby["id"]) or lobby), PATIENCE)
    await ann.click(lobby, label="Start")
    return await live_board(stage)


def kinds(stage: Stage) -> list[str]:
    """List the kinds of the log's rows after the set-up."""
    return [row["kind"] for row in rows(stage, "SELECT kind FROM log WHERE seq > 0 ORDER BY game_id, seq")]


# -- robots ------------------------------------------------------------------------------------------------------------


async def test_a_robot_from_the_lobby_plays_a_whole_match_against_one_person(calm: Stage, tmp_path: Path) -> None:
    who = CasinopolisPlayer()
    board = await with_robot(calm, who)
    await play_out(calm, by_slash(calm, who, random.Random(1)), board)
    made = kinds(calm)
    assert made.count("move") + made.count("robot") == len(made)
    assert abs(made.count("move") - made.count("robot")) <= 1
    (await verified(calm, tmp_path)).check(skipped=made.count("robot"))
    all_answered(calm)


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.slug)
async def test_a_match_against_a_robot_leaves_history_replay_and_a_rematch(
    calm: Stage, tmp_path: Path, player: type[Player]
) -> None:
    ann, bo = calm.seats[:2]
    who = player()
    board = await with_robot(calm, who)
    away = await ann.slash("games", "game robot")
    assert "the game waits for whoever is back first" in away.text
    await ann.slash("games", "game robot", remove=True)
    board = await live_board(calm, after=board)
    last = await play_out(calm, by_slash(calm, who, random.Random(2)), board)
    assert set(kinds(calm)) == {"seat", "move", "robot"}
    match = await verified(calm, tmp_path)
    # Robots are faster than Discord: of boards and hands that wait together only the newest leaves.
    match.check_state()
    match.check_boards(skipped=len(match.states))
    match.check_scores()

    # The history: a picture a page, by buttons, for everybody.
    moves = len(match.moves)
    page = (await bo.click(last, label="History")).message
    assert page is not None
    seen = [pictured(calm, page, f"Move {moves} of {moves}")]
    for label, number in (("First", 0), ("Forward", 1), ("Newest", moves), ("Back", moves - 1)):
        turned = await bo.click(page, label=label)
        assert turned.state == "answered", turned
        page = await calm.until(partial(_page, calm, turned, f"Move {number} of {moves}\n"), PATIENCE)
        seen.append(pictured(calm, page, f"Move {number} of {moves}"))
    assert seen[0] == seen[3]
    assert len({*seen}) == 4

    # The replay: an animation for all, and the log as a file.
    shared = await ann.slash("games", "game replay", share=True)
    assert not shared.ephemeral
    assert shared.message is not None
    assert len(shared.message["attachments"]) == 2, shared.text
    gif, log = (calm.file(each["url"]) for each in shared.message["attachments"])
    assert gif.startswith(b"GIF89a")
    assert len(gif) < GIF_BYTES
    (tmp_path / "replay.json").write_bytes(log)
    code, said = await run("replay", str(tmp_path / "replay.json"))
    assert (code, "agree" in said) == (0, True), said

    # The same seats once more.
    again = await ann.click(last, label="Rematch")
    assert "same seats" in again.text
    assert "already" in (await ann.click(last, label="Rematch")).text
    lobby = await calm.board("games", label="Start", after=last, seconds=PATIENCE)
    assert all(name in text_of(lobby) for name in match.marked)
    await ann.click(lobby, label="Start")
    await calm.board("games", label="Take turn", after=lobby, seconds=PATIENCE)
    assert [(row["user_id"], row["name"]) for row in seated(calm)] == [(p["user_id"], p["name"]) for p in match.players]
    assert latest(calm)["options"] == match.row["options"]
    assert latest(calm)["id"] > match.row["id"]


def _page(stage: Stage, turned: Outcome, words: str) -> Json | None:
    found = stage.message(turned.message["id"]) if turned.message else None
    return found if found is not None and words in text_of(found) else None


def pictured(stage: Stage, page: Json, words: str) -> bytes:
    """Hold that a page of the history says some words; gives its picture."""
    assert words in text_of(page)
    (picture,) = pictures(page)
    assert picture["description"]
    return stage.file(picture["url"])


async def test_a_bot_killed_while_a_robot_is_to_move_lets_it_move_once_afterwards(stage: Stage) -> None:
    who = CasinopolisPlayer()
    board = await with_robot(stage, who)
    await all_sent(stage)
    before = seq(stage)
    command, options = await who.choose(movers(stage, board)[0], "games", board, random.Random(2))
    with closing(sqlite3.connect(stage.server.database, isolation_level=None, timeout=0.001)) as lock:
        sent = stage.seats[0].send_slash("games", command, **options)
        await stage.until(lambda: seq(stage) == before + 1, PATIENCE)
        # The person's move is in; the robot, which thinks much longer than this takes, cannot make its own.
        await stage.until(lambda: _taken(lock), PATIENCE)
        await stage.finish(sent)
        await stage.kill_bot()
    assert seq(stage) == before + 1
    assert kinds(stage)[-1] == "move"
    await stage.start_bot()
    board = await live_board(stage, "games", after=board)
    await all_sent(stage)
    await stage.quiet()
    assert kinds(stage)[before:] == ["move", "robot"]
    assert len(boards(stage)) == 1
    assert board["pinged"] == [str(stage.seats[0].id)]
    await move(stage, by_slash(stage, who, random.Random(2)), board)
    healthy(stage)


def _taken(lock: sqlite3.Connection) -> bool:
    try:
        lock.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True


# -- taking back, and changing hands -----------------------------------------------------------------------------------


async def test_a_move_is_taken_back_through_the_page_and_made_anew(calm: Stage, tmp_path: Path) -> None:
    who = CatSudokuPlayer()
    ann = calm.seats[0]
    await ann.slash("games", "catsudoku new", **who.new)
    lobby = await calm.board("games", label="Start", seconds=PATIENCE)
    await ann.click(lobby, label="Start")
    board = await live_board(calm)
    drawn = await move(calm, by_slash(calm, who, random.Random(1)), board)
    assert "showed something new" in await through_the_page(calm, ann, "game undo")
    assert boards(calm) == [calm.message(drawn["id"])]

    cells = await ann.autocomplete("games", "catsudoku grid", focused="space")
    await ann.slash("games", "catsudoku grid", space=cells[0]["value"])
    laid = await live_board(calm, "games", after=drawn)
    assert "Your move is taken back" in await through_the_page(calm, ann, "game undo")
    again = await live_board(calm, "games", after=laid)
    assert "Taken back: " in text_of(again)
    assert again["pinged"] == []
    assert picture_of(calm, again) == picture_of(calm, drawn) != picture_of(calm, laid)
    assert "showed something new" in await through_the_page(calm, ann, "game undo")

    await ann.slash("games", "catsudoku grid", space=cells[-1]["value"])
    await live_board(calm, "games", after=again)
    assert kinds(calm) == ["move", "move", "undo", "move"]
    history = await ann.slash("games", "game history")
    assert "Move 2 of 2" in history.text
    running = await ann.slash("games", "game replay")
    assert running.ephemeral
    assert running.message is not None
    (animation,) = running.message["attachments"]
    assert calm.file(animation["url"]).startswith(b"GIF89a")
    await break_off(calm)
    match = await verified(calm, tmp_path)
    assert [text for _, text in match.moves] == ["draw", f"grid {cells[-1]['value']}"]
    match.check(rung=False)


async def through_the_page(stage: Stage, seat: Seat, command: str) -> str:
    """Send a command over HTTP as the page does; gives the words of the answer."""
    base = f"{stage.server.base}/play"
    async with aiohttp.ClientSession() as session:
        body = {"channel": "games", "command": command}
        async with session.post(f"{base}/seats/{seat.name}/slash", json=body) as response:
            sent = await response.json()
        wait = {"wait": str(PATIENCE), "finished": "1"}
        async with session.get(f"{base}/interactions/{sent['id']}", params=wait) as response:
            outcome = await response.json()
    assert outcome["state"] == "answered", outcome
    assert outcome["message"]["only"] == str(seat.id)
    return text_of(outcome["message"])


def picture_of(stage: Stage, message: Json) -> bytes:
    """Give the one picture of a message."""
    (picture,) = pictures(message)
    return stage.file(picture["url"])


async def test_a_substitute_who_accepts_gets_seat_turn_and_hand_and_the_former_player_nothing_more(calm: Stage) -> None:
    who = CasinopolisPlayer()
    cy, dee = calm.seats[2:4]
    board = await start(calm, who, 2)
    (former,) = movers(calm, board)
    (other,) = [seat for seat in calm.seats[:2] if seat.id != former.id]
    await all_sent(calm)
    known = len(former.dms())

    assert (await former.slash("games", "game substitute", newcomer=str(cy.id))).ephemeral
    await all_sent(calm)
    offer = dee.messages("games")[-1]
    assert offer["pinged"] == [str(cy.id)]
    assert "offered to somebody else" in (await dee.click(offer, label="Accept")).text
    assert "offered to somebody else" in (await other.click(offer, label="Accept")).text
    assert cy.dms() == []
    accepted = await cy.click(offer, label="Accept")
    assert "The seat is yours" in accepted.text
    assert accepted.ephemeral
    board = await live_board(calm, "games", after=board)
    assert "takes the seat of" in text_of(board)
    assert board["pinged"] == [str(cy.id)]
    await all_sent(calm)
    (over,) = [message for message in dee.messages("games") if message["id"] == offer["id"]]
    assert "has taken the seat" in text_of(over)
    (dealt,) = cy.dms()
    assert pictures(dealt)
    row = latest(calm)
    game = games.load("casinopolis")
    seat = next(p["seat"] for p in seated(calm) if p["user_id"] == cy.id)
    view = game.view(game.load_state(row["state"]), seat)
    assert len(view.hand) == 3
    assert all(re.search(rf"\b{card}\b", text_of(dealt)) for card in view.hand)

    # The substitute plays on; hands go to whoever sits there now.
    take = by_slash(calm, who, random.Random(1))
    for _ in range(3):
        board = await move(calm, take, board)
        assert movers(calm, board)[0].id in {cy.id, other.id}
    await all_sent(calm)
    assert len(former.dms()) == known
    assert len(cy.dms()) > 1
    assert "do not play" in (await former.slash("games", "game hand")).text
    assert "do not play" in (await former.click(board, label="My hand")).text
    assert "no game" in (await former.slash("games", "game mine")).text.lower()


# -- time --------------------------------------------------------------------------------------------------------------


async def test_a_turn_whose_time_ran_out_while_the_bot_was_down_is_made_once(stage: Stage) -> None:
    who = CasinopolisPlayer(turn_time="1 hour")
    board = await start(stage, who, 2)
    assert "Time until <t:" in text_of(board)
    board = await move(stage, by_slash(stage, who, random.Random(1)), board)
    await all_sent(stage)
    (late,) = movers(stage, board)
    await stage.stop_bot()
    write(stage, "UPDATE games SET deadline = turn_at - 60, turn_at = turn_at - 3720")
    await stage.start_bot()
    board = await live_board(stage, "games", after=board)
    await all_sent(stage)
    await stage.quiet()
    assert kinds(stage) == ["move", "timeout"]
    assert len(boards(stage)) == 1
    assert re.search(rf"Time is up for .*{late.name}.*; a robot makes the move", text_of(board))
    (row,) = rows(stage, "SELECT deadline, moved_at FROM games")
    assert HOUR <= row["deadline"] - row["moved_at"] <= HOUR + 2  # one is rounded down, the other up
    (player,) = (row for row in seated(stage) if row["user_id"] == late.id)
    assert (player["missed"], player["robot"]) == (1, None)
    assert movers(stage, board)
    healthy(stage)


async def test_a_table_that_was_to_go_on_while_the_bot_was_down_goes_on_once(stage: Stage) -> None:
    who = CatSudokuPlayer(mistakes="spotted", window="30 minutes")
    board = await start(stage, who, 2)
    while position(stage).phase != "open":
        (seat,) = movers(stage, board)
        here = text_of(board)
        command = "draw" if "draw a card." in here else "end" if "end your turn" in here else "grid"
        await seat.slash("games", f"catsudoku {command}", **({"space": "a1"} if command == "grid" else {}))
        board = await live_board(stage, "games", after=board)
    assert "The table goes on by itself <t:" in text_of(board)
    assert {"Spot a mistake", "Looks fine"} <= set(buttons(board))
    await all_sent(stage)
    before = seq(stage)
    await stage.stop_bot()
    write(stage, "UPDATE games SET close_at = close_at - 3600")
    await stage.start_bot()
    board = await live_board(stage, "games", after=board)
    await all_sent(stage)
    await stage.quiet()
    assert rows(stage, f"SELECT kind, seat, text FROM log WHERE seq > {before}") == [
        {"kind": "move", "seat": None, "text": "close"}
    ]
    assert "The time for spotting is over" in text_of(board)
    assert of_kind(board, "offer")
    assert len(boards(stage)) == 1
    healthy(stage)


async def test_settings_hold_for_all_games_and_over_a_restart(stage: Stage) -> None:
    ann, bo = stage.seats[:2]
    offered = await bo.autocomplete("games", "game settings", focused="time_zone", value="berl")
    assert [each["value"] for each in offered] == ["Europe/Berlin"]
    night = await bo.slash("dm", "game settings", quiet_from="22:30", quiet_to="8")
    assert "Quiet hours: 22:30 to 8:00" in night.text
    # Off again: what is called at night waits for the morning, and tests run at any hour.
    wishes = {"time_zone": "Europe/Berlin", "messages": "never", "high_contrast": True, "quiet_from": "off"}
    said = await bo.slash("dm", "game settings", **wishes)
    for wrong in ({"time_zone": "Mars/Base"}, {"quiet_from": "25:99"}, {"vacation": "tomorrow"}):
        refused = await bo.slash("games", "game settings", **wrong)
        assert refused.ephemeral
        assert "Your settings" not in refused.text
    board = await start(stage, CactpotPlayer(), 2)
    await all_sent(stage)
    assert [pictures(message) for message in bo.dms()] == [[], []]
    assert len(ann.dms()) == 1
    await stage.kill_bot()
    await stage.start_bot()
    kept = await bo.slash("games", "game settings")
    assert kept.ephemeral
    assert kept.text == said.text
    assert "Hand by direct message: never" in kept.text
    await move(stage, by_slash(stage, CactpotPlayer(), random.Random(1)), board)
    await all_sent(stage)
    assert len(bo.dms()) == 2
    healthy(stage)
