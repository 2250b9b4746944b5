"""Taking a move back: the own one, at once, and never what showed something new."""

from __future__ import annotations

import pytest
from simstage import buttons, words

from bot import logfile

ALLOWING = pytest.mark.parametrize("slug", ["cactpot", "catsudoku"])
"""Games that have moves which can be taken back; in Casinopolis every move turns a card up."""


def quiet(game, state):
    """Find a move that shows nothing new and, with a second player, passes the turn on."""
    (seat,) = game.to_act(state)
    for text in game.legal(state, seat):
        after, events = game.apply(state, seat, text)
        if not game.reveals(game.parse(text), events) and game.to_act(after) != {seat}:
            return seat, text
    return None


async def moved(stage, slug):
    """Lead a table to a move that can be taken back and make it; gives its maker and the table before it."""
    (_, text), who = await stage.follow(slug, quiet)
    before = await stage.table()
    await stage.move(text)
    return who, before


@ALLOWING
async def test_the_last_move_is_taken_back_as_if_it_had_not_been_made(stage, slug, tmp_path):
    who, before = await moved(stage, slug)
    entry = (await stage.bot.tables.log(before.id))[-1]
    boards, seat = len(stage.public()), before.seat_of(who.id)
    hand = before.game.private(before.view(seat)) != (await stage.table()).game.private(
        (await stage.table()).view(seat)
    )
    hands = len(stage.private(who))
    said = await stage.slash(who, "game undo")
    table = await stage.table()

    assert said.ephemeral
    assert "your turn again" in said.text
    assert table.game.dump(table.state) == before.game.dump(before.state)
    assert (table.seq, table.awaited) == (before.seq + 2, before.awaited)
    undo = (await stage.bot.tables.log(table.id))[-1]
    assert (undo.kind, undo.seat, undo.text) == ("undo", seat, str(entry.seq))
    assert len(stage.public()) == boards + 1
    assert f"Taken back: {table.marked[seat]} " in words(stage.board())
    (line,) = [line for line in words(stage.board()).splitlines() if "Taken back" in line]
    assert line.count(table.marked[seat]) == 1
    assert len(stage.private(who)) == hands + hand, "what is held now is sent anew"
    assert buttons(stage.board())["Take turn"] == f"b:turn:{table.id}:{table.seq}:"

    await stage.move()
    await stage.sure(stage.ann, "game end")
    log = await stage.slash(stage.ann, "game verify")
    (tmp_path / "log.json").write_bytes(stage.picture(log.message))
    assert f"{before.seq + 1} moves" in logfile.check(tmp_path / "log.json")


async def test_who_takes_a_hidden_chip_back_does_not_show_it(stage):
    def face_down(game, state):
        found = quiet(game, state)
        return found if found and found[1].endswith("down") else None

    (_, text), who = await stage.follow("cactpot", face_down)
    (_, chip, cell, _) = text.split()
    await stage.move(text)
    await stage.slash(who, "game undo")

    (line,) = [line for line in words(stage.board()).splitlines() if "Taken back" in line]
    assert cell in line
    assert f"chip {chip}" not in line


@ALLOWING
async def test_others_cannot_take_it_back_and_nobody_can_once_somebody_moved(stage, refused, slug):
    who, before = await moved(stage, slug)
    (other,) = [each for each in (stage.ann, stage.ben) if each is not who]
    await refused(stage.slash(other, "game undo"), "Only your own move")
    await refused(stage.slash(stage.dan, "game undo"), "do not play")
    await stage.move()
    await refused(stage.slash(who, "game undo"), "Only your own move")
    assert (await stage.table()).seq == before.seq + 2


@ALLOWING
async def test_not_twice_nor_before_anything_was_done(stage, refused, slug):
    await stage.start(slug=slug)
    await refused(stage.slash(stage.ann, "game undo"), "Only your own move")
    await stage.sure(stage.ann, "game end")
    who, _ = await moved(stage, slug)
    await stage.slash(who, "game undo")
    other = await stage.waiting()
    await refused(stage.slash(other, "game undo"), "Only your own move")


async def test_a_move_that_showed_something_stands(stage, refused):
    await stage.start(slug="catsudoku")
    who, _ = await stage.to_act()
    await stage.move("draw")
    await refused(stage.slash(who, "game undo"), "showed something new")

    await stage.sure(stage.ann, "game end")
    await stage.start(slug="casinopolis")
    who, _ = await stage.to_act()
    await stage.move()
    await refused(stage.slash(who, "game undo"), "showed something new")


@ALLOWING
async def test_a_button_of_the_board_before_an_undo_does_nothing(stage, slug):
    who, _ = await moved(stage, slug)
    board, custom_id = stage.board(), buttons(stage.board())["Take turn"]
    await stage.slash(who, "game undo")
    before = await stage.snapshot()
    said = await stage.press(who, board, custom_id)

    assert "moved on" in said.text
    assert await stage.snapshot() == before
