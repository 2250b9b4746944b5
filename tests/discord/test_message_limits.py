"""Every message of every position, for the nastiest names and the largest ids, within Discord's limits."""

from __future__ import annotations

import re
from unittest.mock import AsyncMock, Mock

import discord
import msgspec
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from payload_limits import hold
from simcord.components import walk_components

import games
from bot import compose, outbox, wording
from bot.table import Entry, Player, Table
from cogs import common
from cogs.panel import Panels
from games.core import OptionError, Scoring

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


def table_of(slug, players, *, status="running", state=None, standing=None, **more):
    """Give a table as large as one gets: the longest ids, far-off times, everything said that can be."""
    return Table(
        id=GAME,
        slug=slug,
        guild_id=ID,
        channel_id=ID,
        host_id=ID,
        status=status,
        options=more.pop("options", {}),
        engine=games.load(slug).version,
        seq=SEQ,
        state=state,
        message=standing,
        moved_at=2**31,
        window=7200,
        close_at=None,
        turn_time=7 * 86400,
        turn=SEQ,
        turn_at=2**31,
        deadline=2**31,
        ending=None,
        players=players,
        **more,
    )


def row(game, events):
    """Give a row of the log in which all of these happened."""
    return Entry(SEQ, "move", 0, "", game.dump_events(events), 2**31)


@st.composite
def positions(draw, slug):
    """A table in any position of a game, robots at some seats, and the events of the last few moves."""
    game = games.load(slug)
    seats = draw(st.sampled_from(game.meta.seats))
    options = {option.name: draw(st.sampled_from([v for v, _ in option.choices])) for option in game.meta.options}
    try:
        state = game.setup(seats, draw(st.binary(min_size=1, max_size=8)), options)
    except OptionError:
        reject()  # not every option goes with every number of players
    events = [*game.opening(state)]
    choices = draw(st.binary(min_size=1, max_size=60))
    for turn in range(draw(st.integers(0, 60))):
        if not game.to_act(state):
            break
        seat = min(game.to_act(state))
        legal = game.legal(state, seat)
        state, new = game.apply(state, seat, legal[(choices[turn % len(choices)] + turn) % len(legal)])
        events += new
    players = tuple(
        Player(seat, draw(st.sampled_from([ID - seat, None])), draw(names), robot=draw(st.sampled_from(["full", None])))
        for seat in range(seats)
    )
    status = "running" if game.to_act(state) else "over"
    standing = outbox.Standing(ID, "", "")
    return table_of(slug, players, status=status, state=state, standing=standing, options=options), events


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
        away = {ID - seat: 2**31 for seat in range(len(table.players))}
        news = [row(table.game, events)]
        message, standing = compose.board(table, news, png, table.users(table.awaited), "" if png else "x" * 150, away)
        sound(message)
        sound(compose.retired(standing))
        for seat in range(len(table.players)):
            sound(compose.hand(table, seat, png))
            sound(compose.hand(table, seat, png, SEQ))
        for event in events:
            if isinstance(event, Scoring):
                sound(compose.scored(table, SEQ, event, png, "f" * 32, happened=wording.told(table, news)))


@each_game
@SOME
@given(st.data())
def test_lobbies_fit(slug, data):
    most = max(games.load(slug).meta.seats)
    players = tuple(Player(n, ID - n, data.draw(names)) for n in range(data.draw(st.integers(1, most))))
    options = {option.name: option.choices[-1][0] for option in games.load(slug).meta.options}
    table = table_of(slug, players, status="lobby", options=options)
    sound(compose.lobby(table))
    sound(compose.lobby(msgspec.structs.replace(table, status="over")))
    state = games.load(slug).setup(most, "x", {})
    full = tuple(Player(n, ID - n, data.draw(names)) for n in range(most))
    begun = msgspec.structs.replace(table, status="running", state=state, players=full)
    sound(compose.lobby(begun, "f" * 64))


def a_press(**more):
    """Give an interaction with a client that draws nothing."""
    tables = Mock(contrast=AsyncMock(return_value=False))
    client = Mock(routes={}, pictures=Mock(draw=AsyncMock(return_value=PNG)), tables=tables)
    return Mock(client=client, edit_original_response=AsyncMock(), **more)


@each_game
@SOME
@given(st.data())
async def test_panels_fit_whatever_is_chosen(slug, data):
    table, _ = data.draw(positions(slug))
    if table.status == "over":
        return
    seat = table.awaited[0]
    players = tuple(msgspec.structs.replace(p, user_id=ID - p.seat) for p in table.players)
    table = msgspec.structs.replace(table, players=players)
    asked = a_press(user=Mock(id=ID - seat))
    panels = Panels(asked.client)
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
    asked = a_press()
    await common.show_board(asked, table, "x" * 200)
    shown = asked.edit_original_response.await_args.kwargs
    sound(Mock(view=shown["view"], files=lambda: shown["attachments"]))


@each_game
def test_names_of_backticks_do_not_end_a_drawn_board(slug):
    game = games.load(slug)
    seats = max(game.meta.seats)
    players = tuple(Player(seat, ID - seat, "`" * 32) for seat in range(seats))
    table = table_of(slug, players, state=game.setup(seats, "x"))
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
    message, _ = compose.board(table_of("cactpot", players, state=state), [row(game, events)], PNG)

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
    said = await stage.sure(stage.dan, "game end")
    assert "host" in said.text
    await stage.sure(stage.ann, "game end")


def _texts(message):
    return [part["content"] for part in walk_components(message.components) if part["type"] == 10]


def test_the_largest_ids_there_can_be_are_larger_than_snowflakes_of_a_century():
    assert discord.utils.time_snowflake(discord.utils.utcnow().replace(year=2080)) < ID
