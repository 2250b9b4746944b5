"""Casinopolis at a table: suggestions that do what they say, and the same by every way."""

from __future__ import annotations

import re

from simstage import parts

from games.phrases import MINUS, figure


async def _spots(stage, who, card, **filled):
    found = await who.autocomplete(stage.channel, "casinopolis place", "at", "", card=card, **filled)
    return [(choice["name"], choice["value"]) for choice in found]


async def _mover(stage):
    await stage.start(2, "casinopolis")
    who, _ = await stage.to_act()
    table = await stage.table()
    return who, table, table.view(table.seat_of(who.id))


async def test_a_suggested_spot_scores_what_it_says(stage):
    who, _, view = await _mover(stage)
    card = view.hand[0]
    suggested = await _spots(stage, who, card)
    assert {" turned" in value for _, value in suggested} == {True, False}
    for name, value in (suggested[0], next(each for each in suggested if " turned" in each[1])):
        assert name.startswith(f"{value}: ")
        promised = re.search(rf"([+{MINUS}]\d+) points?$", name)[1]
        said = await stage.slash(who, "casinopolis preview", card=card, at=value)
        assert f"Card {card} on {value.replace(' turned', ', turned')}**" in said.text
        assert f"({promised})" in said.text


async def test_turned_or_not_goes_before_what_the_spot_says(stage):
    who, _, view = await _mover(stage)
    card = view.hand[0]
    for turned in (True, False):
        suggested = await _spots(stage, who, card, turned=turned)
        assert all((" turned:" in name) is turned and " " not in value for name, value in suggested)
    value = suggested[0][1]
    for at, option, end in ((f"{value} turned", True, ", turned**"), (f"{value} turned", False, f"{value}**")):
        said = await stage.slash(who, "casinopolis preview", card=card, at=at, turned=option)
        assert end in said.text.splitlines()[0]


async def test_one_point_is_one_point(stage):
    who, _, view = await _mover(stage)
    said = await stage.click(who, stage.board(), "Take turn")
    labels = [option["description"] for part in parts(said.message) if part["type"] == 3 for option in part["options"]]
    labels += [name.split(": ")[1] for card in view.hand for name, _ in await _spots(stage, who, card)]

    assert {"+1 point"} <= set(labels)
    assert not {"+1 points", f"{MINUS}1 points"} & set(labels)


async def test_whoever_lays_a_card_reads_what_it_gained(stage):
    who, _, view = await _mover(stage)
    name, value = (await _spots(stage, who, view.hand[0]))[0]
    said = await stage.slash(who, "casinopolis place", card=view.hand[0], at=value)
    gain = re.search(rf"([+{MINUS}]\d+) points?$", name)[1]
    total = (await stage.table()).view(None).score.total
    assert f": {gain}, now {figure(total)} point" in said.text.splitlines()[0]


async def test_a_hasty_press_lays_no_card(stage, refused):
    who, table, view = await _mover(stage)
    panel = await stage.click(who, stage.board(), "Take turn")
    assert "Card 1 of 3: move it" in panel.text
    assert "Confirm" not in panel.buttons
    (spots,) = [part["options"] for part in parts(panel.message) if part["type"] == 3]
    assert not any(option.get("default") for option in spots)
    await refused(stage.press(who, panel.message, f"b:confirm:{table.id}:0:card=0"), "Choose")
    panel = await stage.click(who, panel.message, "Next card")
    assert "Card 2 of 3: move it" in panel.text
    assert "Confirm" not in panel.buttons
    for label in ("←", "Turn"):
        moved = await stage.click(who, (await stage.click(who, stage.board(), "Take turn")).message, label)
        assert f"**Your move:** Card {view.hand[0]} on " in moved.text
        assert "Card 1 of 3\n" in moved.text
        assert "Confirm" in moved.buttons
    said = await stage.click(who, moved.message, "Confirm")
    assert "turned: " in said.text
    assert (await stage.table()).seq == 1


async def test_a_spot_that_is_none_is_refused_with_what_a_spot_is(stage, refused):
    who, _, view = await _mover(stage)
    for command in ("place", "preview"):
        for at in ("the middle", "M", "99999"):
            said = await refused(stage.slash(who, f"casinopolis {command}", card=view.hand[0], at=at), "such as M11")
            assert "“" not in said.text, "no text of the log"
