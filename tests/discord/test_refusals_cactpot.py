"""Bad input in Cactpot Party: the reason, and what is possible instead."""

from __future__ import annotations

import pytest
from simstage import find

import games
from games.cactpot.tables import LABELS, LINES
from games.grid import CELLS


async def test_a_chip_that_is_not_yours(stage, refused):
    table = await stage.start(2)
    who, _ = await stage.to_act()
    held = table.state.hands[table.seat_of(who.id)]
    chip = next(n for n in range(1, 10) if n not in held)

    await refused(
        stage.slash(who, "cactpot place", chip=chip, space="a1", face="up"),
        f"do not hold chip {chip}",
        " and ".join(map(str, held[-2:])),
    )


async def test_a_taken_space(stage, refused):
    await stage.start(3)
    await stage.move()
    taken = next(iter((await stage.table()).view(None).up))
    who, legal = await stage.to_act()

    said = await refused(
        stage.slash(who, "cactpot place", chip=int(legal[0].split()[1]), space=taken, face="up"), f"{taken} is taken"
    )
    assert all(cell in said.text for cell in CELLS if cell != taken)


@pytest.mark.parametrize("space", ["z9", "b", "b2 up", "B2B2", "../etc", "a1;drop", "🦔", "x" * 500])
async def test_an_unknown_space(stage, refused, space):
    await stage.start(3)
    who, legal = await stage.to_act()
    chip = int(legal[0].split()[1])

    said = await refused(stage.slash(who, "cactpot place", chip=chip, space=space, face="up"), "a cell from a1 to c3")
    assert "“" not in said.text, "no text of the log"
    assert space not in said.text or len(space) < 6


async def test_capitals_and_spaces_do_not_matter(stage):
    await stage.start(3)
    who, legal = await stage.to_act()
    await stage.slash(who, "cactpot place", chip=int(legal[0].split()[1]), space=" B2 ", face="up")

    assert set((await stage.table()).view(None).up) == {"b2"}


async def test_a_third_face_up_chip_in_a_row_names_the_line(stage, refused):
    def two_in_a_row(game, state):
        view = game.view(state, None)
        if "up" not in view.faces:
            return None
        for name, cells in LINES.items():
            empty = [cell for cell in cells if cell not in view.up]
            if len(empty) == 1 and empty[0] not in view.down:
                return name, empty[0]
        return None

    (line, cell), who = await stage.follow("cactpot", two_in_a_row, 3)
    table = await stage.table()
    chip = table.view(table.seat_of(who.id)).hand[0]

    await refused(
        stage.slash(who, "cactpot place", chip=chip, space=cell, face="up"),
        "three in a row",
        f"{LABELS[line]} ({' '.join(LINES[line])})",
    )


async def test_a_face_that_is_not_free_to_choose(stage, refused):
    await stage.start(3)
    who, legal = await stage.to_act()
    chip = int(legal[0].split()[1])
    await refused(stage.slash(who, "cactpot place", chip=chip, space="b2", face="down"), "face up")
    await stage.slash(who, "cactpot place", chip=chip, space="b2")
    assert (await stage.table()).view(None).up == {"b2": chip}, "the only possible face need not be given"


async def test_a_face_that_must_be_chosen(stage, refused):
    _, who = await stage.follow("cactpot", lambda game, state: True if len(game.view(state, None).faces) == 2 else None)
    _, legal = await stage.to_act()
    _, chip, cell, _ = legal[0].split()

    await refused(stage.slash(who, "cactpot place", chip=int(chip), space=cell), "face", "up or down")


def crowded(game, state):
    """Find a space with three bets when the next player has none there."""
    view = game.view(state, None)
    full = [space for space, seats in view.bets.items() if len(seats) == 3 and view.to_act[0] not in seats]
    return full[0] if full else None


async def test_a_fourth_bet_on_a_space(stage, refused):
    space, who = await stage.follow("cactpot", crowded, 4)

    said = await refused(stage.slash(who, "cactpot bet", on=space), f"Three bets already lie on {LABELS[space]}")
    assert "you can bet on" in said.text


def again(game, state):
    """Find a space where the next player has a bet already."""
    view = game.view(state, None)
    mine = [space for space, seats in view.bets.items() if view.to_act[0] in seats]
    return mine[0] if mine else None


async def test_betting_twice_on_a_space(stage, refused):
    space, who = await stage.follow("cactpot", again)

    await refused(stage.slash(who, "cactpot bet", on=space), f"already bet on {LABELS[space]}", "you can bet on")


async def test_a_space_with_an_x(stage, refused):
    closed, who = await stage.follow(
        "cactpot", lambda game, state: state.closed[0] if state.closed else None, x_tokens=True
    )

    await refused(stage.slash(who, "cactpot bet", on=closed), "carries an X", "you can bet on")
    assert closed not in await stage.complete(who, "cactpot bet", "on")


@pytest.mark.parametrize("on", ["row9", "row1 row2", "the moon", "star"])
async def test_an_unknown_betting_space(stage, refused, on):
    _, who = await stage.follow("cactpot", lambda game, state: True if game.view(state, None).phase == "bet" else None)

    await refused(stage.slash(who, "cactpot bet", on=on), "such as row 1", "star 1 to star 9")


@pytest.mark.parametrize(
    ("on", "label"),
    [
        ("row 1", "row 1"),
        ("Falling Diagonal", "falling diagonal"),
        (" bingo  3-8 ", "bingo 3-8"),
        ("bingo 0\N{EN DASH}1", "bingo 0-1"),
        ("star 4", "star 4"),
        ("7", "star 7"),
        (" 1 ", "star 1"),
        ("3-8", "bingo 3-8"),
    ],
)
async def test_a_betting_space_may_be_called_as_the_list_or_the_board_calls_it(stage, on, label):
    _, who = await stage.follow("cactpot", lambda game, state: True if game.view(state, None).phase == "bet" else None)
    said = await stage.slash(who, "cactpot bet", on=on)
    assert said.text.startswith(f"Bet on {label}")


async def test_a_number_that_is_one_of_bingos_and_of_stars_is_asked_about(stage, refused):
    _, who = await stage.follow("cactpot", lambda game, state: True if game.view(state, None).phase == "bet" else None)

    await refused(stage.slash(who, "cactpot bet", on="2"), "bingo 2 or star 2")


async def test_betting_while_chips_are_placed_and_placing_while_bets_are(stage, refused):
    await stage.start(3)
    who, _ = await stage.to_act()
    await refused(stage.slash(who, "cactpot bet", on="row1"), "Bets begin")
    await stage.sure(stage.ann, "game end")

    _, who = await stage.follow("cactpot", lambda game, state: True if game.view(state, None).phase == "bet" else None)
    await refused(stage.slash(who, "cactpot place", chip=1, space="a1", face="up"), "All chips are placed")


def test_the_finder_finds_only_what_can_be_played():
    seed, moves, space = find("cactpot", crowded, 4)
    game = games.load("cactpot")
    state = game.setup(4, seed)
    for seat, text in moves:
        state, _ = game.apply(state, seat, text)
    assert f"bet {space}" not in game.legal(state, min(game.to_act(state)))
