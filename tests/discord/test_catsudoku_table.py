"""Cat Sudoku at a table: moves right under the board, mistakes that others catch, and playing alone."""

from __future__ import annotations

import re

import pytest
from simstage import buttons, parts, words

from games.catsudoku.placing import clashes, tops
from games.catsudoku.spotting import newest
from games.catsudoku.tables import name
from games.grid import PLACES

WINDOW = 30 * 60
SPOTTED = {"mistakes": "spotted", "window": "30 minutes"}


def wrong_cell(_game, state):
    """Find a cell where the drawn card clashes, with nothing else laid this turn."""
    if state.phase != "place":
        return None
    wrong = [
        cell for cell in ("a1", "b1", "c1") if cell != state.host and clashes(tops(state.stacks), state.drawn, cell)
    ]
    return wrong[0] if wrong else None


def right_cell(_game, state):
    """Find a cell where the drawn card may go."""
    if state.phase != "place" or state.seq < 4:
        return None
    right = [c for c in ("a1", "b1", "c1") if c != state.host and not clashes(tops(state.stacks), state.drawn, c)]
    return right[0] if right else None


async def spotted(stage, wanted, players=2):
    """Lead a table with spotted mistakes to a placement and make it; gives who laid the card, and who looks on."""
    cell, who = await stage.follow("catsudoku", wanted, players, mistakes="spotted")
    await stage.move(f"grid {cell}")
    return who, [each for each in stage.people[:players] if each is not who]


# -- offers ------------------------------------------------------------------------------------------------------------


async def test_drawing_is_one_press_under_the_board_and_the_panel_goes_on(stage, refused):
    await stage.start(slug="catsudoku")
    who, _ = await stage.to_act()
    other = await stage.waiting()
    old = stage.board()
    await refused(stage.click(other, old, "Draw a card"), "not your turn")
    await refused(stage.click(stage.dan, old, "Draw a card"), "do not play")
    said = await stage.click(who, old, "Draw a card")
    assert said.ephemeral
    table = await stage.table()
    assert table.state.drawn
    assert any(custom_id.startswith("b:do:") for custom_id in said.buttons.values()), "where it goes is asked at once"
    drawn = (await stage.table()).state.drawn
    assert said.text.startswith(f"You drew {name(drawn)}.\n### ")
    assert said.text.count("into your reserve") == 1, "what to do is said once"
    assert "Draw a card" not in buttons(stage.board())

    said = await stage.press(who, stage.board(), "b:offer:1:1:0")
    assert "not possible now" in said.text
    said = await stage.press(who, old, "b:offer:1:0:0")
    assert "moved on" in said.text
    assert (await stage.table()).seq == 1


# -- spotted mistakes --------------------------------------------------------------------------------------------------


async def test_a_mistake_is_caught_with_one_press(stage, refused):
    who, (other,) = await spotted(stage, wrong_cell)
    table = await stage.table()
    card, seat = table.state.placed[0].card, table.seat_of(who.id)
    assert newest(table.state.stacks, table.state.placed)
    assert "Spot a mistake" in buttons(stage.board())
    assert "Looks fine" not in buttons(stage.board()), "the turn goes on"
    await refused(stage.click(who, stage.board(), "Spot a mistake"), "turn")
    await refused(stage.click(stage.cleo, stage.board(), "Spot a mistake"), "do not play")
    said = await stage.click(other, stage.board(), "Spot a mistake")
    assert said.ephemeral
    assert said.text.startswith("You were right: ")
    assert f"goes back from {table.state.placed[0].cell}" in said.text
    assert "You take a token from the supply." in said.text

    now = await stage.table()
    assert card in now.state.reserves[seat]
    assert not any(card in stack for stack in now.state.stacks)
    assert now.state.tokens[1 - seat] == table.state.tokens[1 - seat] + 1
    assert f"spots a mistake by {table.marked[seat]}" in words(stage.board())
    assert (await stage.to_act())[0] is other
    assert stage.board().ping_user_ids == [other.id]


async def test_a_mistake_that_is_none_costs_a_token(stage):
    who, (other,) = await spotted(stage, right_cell)
    table = await stage.table()
    seat = table.seat_of(other.id)
    had = table.state.tokens[seat]
    said = await stage.slash(other, "catsudoku spot")
    assert said.text.startswith(f"There was no mistake in {table.marked[1 - seat]}'s turn. ")
    assert ("That cost you a token" if had else "You had no token to lose for it") in said.text

    now = await stage.table()
    assert now.state.tokens[seat] == max(table.state.tokens[seat] - 1, 0)
    assert "where none is" in words(stage.board())
    assert who.id in now.users(now.awaited), "the turn goes on"


async def test_a_turn_that_all_others_call_fine_is_over(stage, refused):
    who, others = await spotted(stage, right_cell, 3)
    if (await stage.table()).state.phase == "play":
        await stage.slash(who, "catsudoku end")
    board = stage.board()
    assert {"Spot a mistake", "Looks fine", "Take turn"} <= set(buttons(board))
    assert sorted(board.ping_user_ids) == sorted(each.id for each in others)
    await refused(stage.slash(others[0], "catsudoku draw"), "open for spotting")
    await stage.click(others[0], board, "Looks fine")
    assert (await stage.table()).state.phase == "open"
    await refused(stage.slash(others[0], "catsudoku fine"), "already called this turn fine")
    await stage.click(others[1], stage.board(), "Looks fine")
    assert (await stage.table()).state.phase == "draw"


async def test_the_table_goes_on_by_itself_when_the_time_for_spotting_is_over(stage):
    who, _ = await spotted(stage, wrong_cell)
    await stage.slash(who, "catsudoku end")
    table = await stage.table()
    assert table.state.phase == "open"
    assert table.close_at == pytest.approx(stage.now() + table.window, abs=5)
    assert f"goes on by itself <t:{table.close_at}:R>" in words(stage.board())
    await stage.wait(table.window - 60)
    assert (await stage.table()).state.phase == "open"
    await stage.wait(61)

    now = await stage.table()
    assert (now.state.phase, now.close_at) == ("draw", None)
    assert any(any(table.state.placed[0].card in stack for stack in now.state.stacks) for _ in [0]), (
        "the mistake stands"
    )
    assert "time for spotting is over" in words(stage.board())
    entry = (await stage.bot.tables.log(table.id))[-1]
    assert (entry.seat, entry.text) == (None, "close")


async def test_a_window_of_the_hosts_choice_outlasts_a_restart(stage):
    await stage.slash(stage.ann, "catsudoku new", **SPOTTED)
    assert (await stage.table()).window == WINDOW
    await stage.sure(stage.ann, "game end")
    who, _ = await spotted(stage, wrong_cell)
    await stage.slash(who, "catsudoku end")
    await stage.restart()
    await stage.wait(2 * 3600 + 1)
    assert (await stage.table()).state.phase == "draw"


async def test_a_mistake_spotted_in_the_last_turn_is_told_above_the_score(stage):
    def last_mistake(_game, state):
        last = state.phase == "open" and not state.deck and not state.barred
        return newest(state.stacks, state.placed) if last else None

    stage.sketch()
    mistake, _ = await stage.follow("catsudoku", last_mistake, mistakes="spotted")
    spot = next(text for text in (await stage.to_act())[1] if text.startswith("spot"))
    await stage.move(spot)
    *_, last = stage.public()

    assert (await stage.table()).status == "over"
    told = words(last)
    assert str(mistake.reasons[0]) in told
    assert told.index("spots a mistake by ") < told.index("(zone "), "first what happened, then the score"


async def test_spotting_is_refused_where_mistakes_are(stage, refused):
    await stage.start(slug="catsudoku")
    for command in ("spot", "fine"):
        await refused(stage.slash(await stage.waiting(), f"catsudoku {command}"), "refused at once")
    for named in (stage.ann, stage.ben, stage.dan):
        await refused(stage.slash(stage.ann, "catsudoku spot", from_player=named), "refused at once")
    await refused(stage.slash(stage.dan, "catsudoku spot", from_player=stage.cleo), "do not play")


async def test_why_nothing_can_be_spotted_is_told_whoever_is_to_give_the_token(stage, refused):
    who, (other,) = await spotted(stage, wrong_cell)
    for named in (stage.dan, stage.ann, stage.ben):
        await refused(stage.slash(who, "catsudoku spot", from_player=named), "your own turn", "only the others")
        await refused(stage.slash(other, "catsudoku spot", from_player=named), "Nobody has to be named for this token")


async def test_an_ended_turn_that_others_look_over_is_not_taken_back_to_correct_it(stage, refused):
    who, _ = await spotted(stage, wrong_cell)
    await stage.slash(who, "catsudoku end")
    await refused(stage.slash(who, "game undo"), "called others to look at it")
    assert (await stage.table()).state.phase == "open"


async def test_who_lost_the_last_token_is_asked_to_call_the_turn_fine_alone(stage, refused):
    who, (other,) = await spotted(stage, right_cell)
    while "spot" in (table := await stage.table()).game.legal(table.state, table.seat_of(other.id)):
        await stage.slash(other, "catsudoku spot")
    await stage.slash(who, "catsudoku end")
    assert "call" in words(stage.board())
    assert "spot a mistake" not in words(stage.board())
    assert "Spot a mistake" not in buttons(stage.board())
    assert "Looks fine" in buttons(stage.board())


# -- alone -------------------------------------------------------------------------------------------------------------


async def test_alone_a_game_begins_with_one_player_and_ends_with_a_title_or_none(stage):
    stage.sketch()
    await stage.slash(stage.ann, "catsudoku new")
    said = await stage.click(stage.ann, stage.public()[0], "Start")
    assert "begins" in said.text
    while (await stage.table()).status == "running":
        assert (await stage.to_act())[0] is stage.ann
        await stage.move()
    assert "Ann" in words(stage.public()[-1])
    assert "title" in words(stage.public()[-1])


async def test_alone_there_is_nobody_to_spot_mistakes(stage, refused):
    await stage.slash(stage.ann, "catsudoku new", **SPOTTED)
    await refused(stage.slash(stage.ann, "game start"), "Alone nobody can spot mistakes: let somebody join, or open")
    await stage.slash(stage.ben, "game join")
    await stage.slash(stage.ann, "game start")
    assert (await stage.table()).status == "running"


# -- what cannot be read -----------------------------------------------------------------------------------------------


async def test_cells_and_cards_that_are_none_are_refused_with_what_they_look_like(stage, refused):
    await stage.start(slug="catsudoku")
    for command, options, hint in (
        ("grid", {"space": "z9"}, "a cell from a1 to c3"),
        ("play", {"card": "red 5", "space": "a1"}, "r5 for red 5"),
        ("play", {"card": "r5", "space": "the middle"}, "a1 to c3"),
    ):
        said = await refused(stage.slash(stage.ann, f"catsudoku {command}", **options), hint)
        assert "“" not in said.text, "no text of the log"


# -- lists -------------------------------------------------------------------------------------------------------------


def playable(_game, state):
    """Find a turn in which a reserve card can be played."""
    return True if state.phase == "play" and state.reserves[state.turn] else None


@pytest.mark.parametrize("wanted", [right_cell, playable])
async def test_the_lists_of_the_panel_say_each_thing_once(stage, wanted):
    _, who = await stage.follow("catsudoku", wanted)
    table = await stage.table()
    view = table.view(table.seat_of(who.id))
    said = await stage.click(who, stage.board(), "Take turn")
    if wanted is playable:
        (cards,) = [part["options"] for part in parts(said.message) if part["type"] == 3][:1]
        assert all(option["description"].startswith("Earns a token ") for option in cards)
        said = await stage.pick(who, said.message, "card", cards[0]["value"])
    cells = [part["options"] for part in parts(said.message) if part["type"] == 3][-1]

    assert len({option["label"] for option in cells}) == len(cells)
    for option in cells:
        cell, about = option["label"], option["description"]
        stack = view.stacks[PLACES[cell]]
        assert about.startswith(f"On {name(stack[-1])}" if stack else "Empty")
        assert (", in your zone" in about) == (cell in view.zones[view.seat])
        assert cell not in about, "the label says which cell it is"


async def test_suggested_cells_say_what_lies_there(stage):
    _, who = await stage.follow("catsudoku", right_cell)
    found = await who.autocomplete(stage.channel, "catsudoku grid", "space", "")
    assert found
    for choice in found:
        assert re.fullmatch(
            rf"{choice['value']}: (empty|on \w+ \d)(, in your zone)?(, earns a token|, meets .*)?", choice["name"]
        )
