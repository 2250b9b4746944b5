"""Every message of every position, for the nastiest names and the largest ids, within Discord's limits."""

from __future__ import annotations

import re
from unittest.mock import AsyncMock, Mock

import discord
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from payload_limits import hold
from simcord.components import walk_components

import games
from bot import compose, outbox
from bot.table import Player, Table
from cogs import common
from cogs.panel import Panels
from games.core import Scoring

NASTY = [
    "*_~|`" * 6 + "**",
    "```" * 10,
    "<@123456789012345678>" * 2,
    "@everyone" * 4,
    "[a](https://x.example/)" * 2,
    "W" * 32,
    "\u202e" + "ﷺ" * 30,
    "Z̷̢̛͎͇͂a̵̛͓͉͝l̸̡͖̓͘g̴̛̹̈́o̶͖̾͝" * 2,
    "👩‍👩‍👧‍👦" * 4,
    "\u3164" * 32,
    "-# # > |||| \\\\\\",
    "日本語の名前" * 6,
]
ID, GAME, SEQ = 2**63 - 1, 10**12, 9999
PNG = b"\x89PNG\r\n\x1a\n"
names = st.one_of(st.sampled_from(NASTY), st.text(max_size=32))
each_game = pytest.mark.parametrize("slug", games.slugs())
SOME = settings(max_examples=40, deadline=None, derandomize=True)


@st.composite
def positions(draw, slug):
    """A table in any position of a game, and the events of the last few moves."""
    game = games.load(slug)
    seats = draw(st.sampled_from(game.meta.seats))
    options = {option.name: draw(st.sampled_from([v for v, _ in option.choices])) for option in game.meta.options}
    state = game.setup(seats, draw(st.binary(min_size=1, max_size=8)), options)
    events = [*game.opening(state)]
    choices = draw(st.binary(min_size=1, max_size=60))
    for turn in range(draw(st.integers(0, 60))):
        if not game.to_act(state):
            break
        seat = min(game.to_act(state))
        legal = game.legal(state, seat)
        state, new = game.apply(state, seat, legal[(choices[turn % len(choices)] + turn) % len(legal)])
        events += new
    players = tuple(Player(seat, ID - seat, draw(names)) for seat in range(seats))
    status = "running" if game.to_act(state) else "over"
    standing = outbox.Standing(ID, "", "")
    table = Table(GAME, slug, ID, ID, ID, status, options, game.version, SEQ, state, standing, 2**31, players)
    return table, events


def payload(message):
    files = message.files()
    found = {
        "components": message.view.to_components(),
        "attachments": [{"description": file.description} for file in files],
    }
    for file in files:
        assert re.fullmatch(r"[a-z][a-z0-9-]{0,60}\.png", file.filename)
        assert f"attachment://{file.filename}" in str(found["components"]), "the picture is shown, not only attached"
        file.close()
    return found


def fences(text):
    return re.sub(r"\\.", "", text).count("```")


def sound(message):
    found = payload(message)
    hold(found)
    for part in walk_components(found["components"]):
        if part["type"] == 10:
            assert fences(part["content"]) in {0, 2}, "no name ends the drawn board"
    return found


@each_game
@SOME
@given(st.data())
def test_boards_hands_and_scores_fit(slug, data):
    table, events = data.draw(positions(slug))
    for png in (PNG, None):
        message, standing = compose.board(table, events, png, table.users(table.awaited), "" if png else "x" * 150)
        sound(message)
        sound(compose.retired(standing))
        for seat in range(len(table.players)):
            sound(compose.hand(table, seat, png))
        for event in events:
            if isinstance(event, Scoring):
                sound(compose.scored(table, SEQ, event, png, "f" * 32))


@each_game
@SOME
@given(st.data())
def test_lobbies_fit(slug, data):
    most = max(games.load(slug).meta.seats)
    players = tuple(Player(n, ID - n, data.draw(names)) for n in range(data.draw(st.integers(1, most))))
    options = {option.name: option.choices[-1][0] for option in games.load(slug).meta.options}
    table = Table(GAME, slug, ID, ID, ID, "lobby", options, 1, 0, None, None, 0, players)
    sound(compose.lobby(table))
    sound(compose.lobby(msgspec.structs.replace(table, status="over")))
    state = games.load(slug).setup(most, "x", {})
    full = tuple(Player(n, ID - n, data.draw(names)) for n in range(most))
    begun = msgspec.structs.replace(table, status="running", state=state, players=full)
    sound(compose.lobby(begun, "f" * 64))


@each_game
@SOME
@given(st.data())
async def test_panels_fit_whatever_is_chosen(slug, data):
    table, _ = data.draw(positions(slug))
    if table.status == "over":
        return
    client = Mock(routes={}, pictures=Mock(draw=AsyncMock(return_value=PNG)))
    panels, seat = Panels(client), table.awaited[0]
    asked = Mock(client=client, user=Mock(id=table.players[seat].user_id))
    asked.edit_original_response = AsyncMock()
    chosen = {}
    for _ in range(5):
        await panels.show(asked, table, chosen, "x" * 200)
        shown = asked.edit_original_response.await_args.kwargs
        message = Mock(view=shown["view"], files=lambda shown=shown: shown["attachments"])
        selects = [p for p in walk_components(sound(message)["components"]) if p["type"] == 3]
        if not selects:
            break
        select = data.draw(st.sampled_from(selects))
        name = select["custom_id"].split(":", 4)[4].split("~")[0]
        chosen = {
            **{
                s["custom_id"].split(":", 4)[4].split("~")[0]: o["value"]
                for s in selects
                for o in s["options"]
                if o.get("default")
            },
            name: data.draw(st.sampled_from(select["options"]))["value"],
        }


@each_game
@SOME
@given(st.data())
async def test_a_private_board_fits(slug, data):
    table, _ = data.draw(positions(slug))
    asked = Mock(client=Mock(pictures=Mock(draw=AsyncMock(return_value=PNG))))
    asked.edit_original_response = AsyncMock()
    await common.show_board(asked, table, "x" * 200)
    shown = asked.edit_original_response.await_args.kwargs
    sound(Mock(view=shown["view"], files=lambda: shown["attachments"]))


@each_game
def test_names_of_backticks_do_not_end_a_drawn_board(slug):
    game = games.load(slug)
    seats = max(game.meta.seats)
    players = tuple(Player(seat, ID - seat, "`" * 32) for seat in range(seats))
    table = Table(GAME, slug, ID, ID, ID, "running", {}, 1, SEQ, game.setup(seats, "x"), None, 0, players)
    sound(compose.board(table, (), None)[0])


def test_news_of_very_many_moves_are_cut():
    game = games.load("cactpot")
    state = game.setup(4, "x", {})
    events = [*game.opening(state)]
    while game.to_act(state):
        seat = min(game.to_act(state))
        state, new = game.apply(state, seat, game.legal(state, seat)[0])
        events += new
    players = tuple(Player(seat, ID - seat, "*" * 32) for seat in range(4))
    table = Table(GAME, "cactpot", ID, ID, ID, "running", {}, 1, SEQ, state, None, 0, players)
    message, _ = compose.board(table, events, PNG)

    found = sound(message)
    assert "/game history" in str(found)


async def test_people_with_the_nastiest_names_play_and_look(stage):
    """Everything that can be asked, for names made of Markdown; every answer is held against the limits."""
    stage.people = [stage.member(name) for name in NASTY[:4]]
    stage.ann, stage.ben, stage.cleo, stage.dan = stage.people
    await stage.start(4)
    for command in ("status", "board", "hand", "history", "mine", "verify", "rules"):
        said = await stage.slash(stage.ann, f"game {command}")
        assert said.ephemeral
        assert said.text
    said = await stage.slash(stage.ann, "game board", text=True)
    assert fences(said.text) == 2
    await stage.move()
    who, legal = await stage.to_act()
    await stage.take_turn(who, legal[0])
    stage.deny("attach_files")
    await stage.move()
    for message in stage.public():
        assert message.mention_everyone is False
        assert sum(map(fences, _texts(message))) in {0, 2}
    said = await stage.slash(stage.dan, "game end")
    assert "host" in said.text
    await stage.slash(stage.ann, "game end")


def _texts(message):
    return [part["content"] for part in walk_components(message.components) if part["type"] == 10]


def test_the_largest_ids_there_can_be_are_larger_than_snowflakes_of_a_century():
    assert discord.utils.time_snowflake(discord.utils.utcnow().replace(year=2080)) < ID
