"""Everything a hostile or hurried user sends: one sentence for their eyes alone, and nothing changes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from harness import buttons, text_of
from matches import all_answered, all_sent, boards, by_slash, live_board, move, open_lobby, start
from players import PLAYERS, CactpotPlayer, movers, open_panel
from stored import PATIENCE, everything, position

import games
from games.cactpot.tables import LABELS

if TYPE_CHECKING:
    from harness import Json, Outcome, Seat, Stage
    from players import Player

pytestmark = pytest.mark.live


def refused(outcome: Outcome, *words: str) -> None:
    """Hold that an answer is one ephemeral sentence with these words."""
    assert outcome.state == "answered", outcome.error
    assert outcome.refusals == []
    assert outcome.ephemeral
    assert outcome.text
    assert len(outcome.text) <= 2000
    for word in words:
        assert word.lower() in outcome.text.lower(), outcome.text
    assert "something went wrong" not in outcome.text.lower()


async def hand(seat: Seat) -> list[int]:
    """Read a seat's chips from what it is offered."""
    return [each["value"] for each in await seat.autocomplete("games", "cactpot place", focused="chip")]


async def put(seat: Seat, board: Json, cell: str, face: str) -> Json:
    """Place a seat's first chip; gives the next board."""
    outcome = await seat.slash("games", "cactpot place", chip=(await hand(seat))[0], space=cell, face=face)
    assert outcome.state == "answered", outcome
    return await live_board(seat.stage, "games", after=board)


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.slug)
async def test_what_no_game_takes_is_refused_with_a_sentence(calm: Stage, player: type[Player]) -> None:
    who = player()
    board = await start(calm, who, 2)
    (here,) = movers(calm, board)
    other = next(seat for seat in calm.seats[:2] if seat.id != here.id)
    command, options = await who.choose(here, "games", board, random.Random(4))
    await all_sent(calm)
    before = everything(calm)
    refused(await other.slash("games", command, **options), "turn")
    refused(await calm.seats[4].slash("games", command, **options), "you do not play")
    refused(await here.slash("quiet", command, **options), f"/{who.slug} new")
    refused(await other.click(board, label="Take turn"), "not your turn")
    for (wrong, given), word in who.wrong:
        refused(await here.slash("games", wrong, **given), word)
    assert everything(calm) == before
    await here.slash("games", command, **options)
    await live_board(calm, "games", after=board)
    all_answered(calm)


async def test_what_the_rules_forbid_is_refused_with_a_sentence(calm: Stage) -> None:
    board = await start(calm, CactpotPlayer(), 4)
    bystander = calm.seats[4]
    order = [movers(calm, board)[0]]
    for cell in ("a1", "b1"):
        board = await put(order[-1], board, cell, "up")
        order += movers(calm, board)
    first, _, third = order
    (fourth,) = [s for s in calm.seats[:4] if s.id not in {each.id for each in order}]
    chips = await hand(third)
    others = next(chip for chip in range(1, 10) if chip not in chips)
    await all_sent(calm)
    before = everything(calm)

    async def place(seat: Seat, **options: Any) -> Outcome:
        return await seat.slash("games", "cactpot place", **options)

    refused(await place(first, chip=1, space="c3", face="up"), "not your turn")
    refused(await place(bystander, chip=1, space="c3", face="up"), "you do not play")
    refused(await third.slash("games", "cactpot bet", on="row1"))
    refused(await place(third, chip=others, space="c3", face="up"), str(others))
    refused(await place(third, chip=chips[0], space="a1", face="up"), "a1")
    refused(await place(third, chip=chips[0], space="c1", face="up"), "row 1")
    refused(await place(third, chip=chips[0], space="c3", face="down"), "up")
    both = await place(third, chip=others, space="c1", face="up")
    refused(both, str(others), "row 1")
    for space in ("z9", "", "a", "a1 up", "@everyone", "`" * 3, "c3\n" * 20, "x" * 6000, "'; DROP TABLE games; --"):
        if space:
            refused(await place(third, chip=chips[0], space=space, face="up"))
    refused(await third.slash("games", "cactpot bet", on="the moon " * 600))
    assert await hand(first) == []
    assert await bystander.autocomplete("games", "cactpot place", focused="chip") == []
    assert everything(calm) == before

    # Betting: the face-up chips are all known now, the rest is placed face down.
    board = await put(third, board, "c2", "up")
    board = await put(fourth, board, "a3", "up")
    for cell in ("c3", "b3", "a2", "b2"):
        board = await put(movers(calm, board)[0], board, cell, "down")
    assert position(calm).phase == "bet"
    for _ in range(3):
        (seat,) = movers(calm, board)
        await seat.slash("games", "cactpot bet", on="row2")
        board = await live_board(calm, "games", after=board)
    (seat,) = movers(calm, board)
    await all_sent(calm)
    before = everything(calm)
    refused(await seat.slash("games", "cactpot bet", on="row2"), "row 2", "three")
    refused(await seat.slash("games", "cactpot bet", on="the moon"), "row 1")
    refused(await place(seat, chip=1, space="a1", face="up"))
    offered = await seat.autocomplete("games", "cactpot bet", focused="on")
    assert "row2" not in {each["value"] for each in offered}
    assert everything(calm) == before
    await seat.slash("games", "cactpot bet", on="row3")
    board = await live_board(calm, "games", after=board)
    refused(await movers(calm, board)[0].slash("games", "cactpot bet", on="row3"), "row 3", "already")
    all_answered(calm)


async def test_a_space_marked_by_an_x_takes_no_bet(calm: Stage) -> None:
    board = await start(calm, CactpotPlayer(x_tokens=True), 4)
    take = by_slash(calm, CactpotPlayer(), random.Random(9))
    while position(calm).phase == "place":
        board = await move(calm, take, board)
    closed = position(calm).closed
    assert closed
    (seat,) = movers(calm, board)
    await all_sent(calm)
    before = everything(calm)
    refused(await seat.slash("games", "cactpot bet", on=closed[0]), LABELS[closed[0]], "X")
    assert everything(calm) == before
    all_answered(calm)


async def test_a_lobby_and_a_channel_take_only_what_fits(calm: Stage) -> None:
    ann, bo, cy, dee, mei = calm.seats
    for command, options in (
        ("cactpot place", {"chip": 1, "space": "a1"}),
        ("cactpot bet", {"on": "row1"}),
        ("game join", {}),
        ("game leave", {}),
        ("game start", {}),
        ("game board", {}),
        ("game hand", {}),
        ("game status", {}),
        ("game end", {}),
        ("game history", {}),
        ("game verify", {}),
    ):
        refused(await bo.slash("games", command, **options), "new")
    refused(await bo.slash("games", "game mine"), "new")
    refused(await bo.slash("dm", "game hand"))
    assert everything(calm)[0]["games"] == []

    lobby = await open_lobby(calm, CactpotPlayer(), 1)
    await all_sent(calm)
    before = everything(calm)
    refused(await ann.slash("games", "game start"), "2 players", "1 more")
    refused(await ann.slash("games", "cactpot new"), "already")
    refused(await ann.slash("games", "game join"), "already")
    refused(await bo.slash("games", "game leave"), "do not sit")
    refused(await bo.slash("games", "game start"), "sit at this table")
    refused(await ann.slash("games", "cactpot place", chip=1, space="a1"), "not begun")
    refused(await ann.slash("games", "game board"), "not begun")
    refused(await ann.slash("games", "game hand"), "not begun")
    refused(await bo.slash("games", "game end"), "host")
    assert everything(calm) == before

    for seat in (bo, cy, dee):
        await seat.click(lobby, label="Join")
    await all_sent(calm)
    before = everything(calm)
    refused(await mei.slash("games", "game join"), "4 seats are taken")
    assert everything(calm) == before
    await ann.click(lobby, label="Start")
    board = await live_board(calm)
    await all_sent(calm)
    before = everything(calm)
    refused(await mei.slash("games", "game join"), "begun")
    refused(await bo.slash("games", "game leave"), "begun")
    refused(await bo.slash("games", "game start"), "begun")
    refused(await mei.slash("games", "cactpot new"), "already plays")
    refused(await mei.click(board, label="Take turn"), "do not play")
    refused(await mei.click(board, label="My hand"), "do not play")
    refused(await mei.slash("games", "game hand"), "do not play")
    (here,) = movers(calm, board)
    other = next(seat for seat in calm.seats[:4] if seat.id != here.id)
    refused(await other.click(board, label="Take turn"), "not your turn")
    assert everything(calm) == before
    all_answered(calm)


async def test_buttons_that_were_made_up_or_are_another_games_move_nothing(calm: Stage) -> None:
    board = await start(calm, CactpotPlayer(), 2)
    other = await start(calm, CactpotPlayer(), 2, "quiet")
    (seat,) = movers(calm, board)
    panel = await open_panel(seat, board)
    await all_sent(calm)
    before = everything(calm)
    # A button's game is in its id: what is pressed in one channel never moves in the other.
    (there,) = movers(calm, other)
    idle = next(s for s in calm.seats[:2] if s.id != there.id)
    refused(await idle.click(other, label="Take turn"), "not your turn")
    refused(await calm.seats[4].click(other, label="Take turn"), "do not play")
    mine = buttons(panel)["Confirm"]["custom_id"]
    for wrong in ("chip=99~cell=zz", "chip=~cell=", "~~~", "chip=-1~cell=a1", "x" * 60):
        made_up = mine.rpartition(":")[0] + ":" + wrong
        outcome = await _pressed(seat, panel, made_up)
        assert outcome.state == "answered", (wrong, outcome)
        assert "something went wrong" not in outcome.text.lower()
    for name in ("b:turn:999:0:", "b:join:999:0:", "b:confirm:1:7:", "b:nonsense:1:0:", "b:do:1:0:5", "b:do:1:0:x"):
        outcome = await _pressed(seat, panel, name)
        assert outcome.state == "answered", (name, outcome)
        assert outcome.ephemeral, (name, outcome)
        assert "something went wrong" not in outcome.text.lower()
    assert everything(calm) == before
    assert len(boards(calm)) == len(boards(calm, "quiet")) == 1
    move_on = by_slash(calm, CactpotPlayer(), random.Random(1))
    await move(calm, move_on, board)


async def _pressed(seat: Seat, panel: Json, custom_id: str) -> Outcome:
    """Press a button whose id is made up, as a changed client could if Discord let it through."""
    message = seat.stage.server.world.messages[int(panel["id"])]
    kept = message.components
    row = {"type": 1, "id": 90, "components": [{"type": 2, "id": 91, "style": 1, "label": "?", "custom_id": custom_id}]}
    message.components = [*kept, row]
    try:
        return await seat.click(panel, custom_id=custom_id)
    finally:
        if message.components == [*kept, row]:
            message.components = kept


async def test_names_that_would_break_a_message_do_not(calm: Stage) -> None:
    mei = calm.seats[4]
    await mei.slash("quiet", "cactpot new")
    lobby = await calm.board("quiet", label="Join", seconds=PATIENCE)
    await calm.seats[0].click(lobby, label="Join")
    await mei.click(await calm.board("quiet", label="Start", seconds=PATIENCE), label="Start")
    board = await live_board(calm, "quiet")
    assert "小林" in text_of(calm.message(lobby["id"]) or {})
    await move(calm, by_slash(calm, CactpotPlayer(), random.Random(1), "quiet"), board)
    assert games.load("cactpot").meta.title in (await mei.slash("games", "game mine")).text
