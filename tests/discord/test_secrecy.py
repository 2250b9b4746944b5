"""What nobody may know is in no message, no id, no file name, no picture and no log line.

Two games are played that differ only in what a viewer cannot know; whatever that viewer is shown must be the same.
"""

from __future__ import annotations

import logging
import random
import re

import msgspec
import pytest
from hidden import HIDDEN
from plays import PLAYS
from simstage import SEED, Stage, alts, parts, words

import games
from games.core import Scoring

each_game = pytest.mark.parametrize("slug", games.slugs())
PLAYERS = 3
REFUSED = {
    "cactpot": ("place 1 a1 up", "place 2 b2 down", "place 9 c3 down", "bet row1", "bet star5"),
    "catsudoku": ("draw", "reserve", "end", "grid a1", "grid b2", "play r5 a1", "play y9 c3", "spot", "fine"),
    "casinopolis": ("place 1 0,0", "place 7 0,-2", "place 9 30,30 turned", "place 18 0,0"),
}
"""Moves to try in every position: most are refused, and the refusal must not depend on what is hidden."""
OPEN_MOVES = {"catsudoku", "casinopolis"}
"""Games whose moves hide nothing from anybody."""
LIBRARIES = ("discord", "aiosqlite", "simcord")


def length(slug):
    """Give how many moves are played: as many as leave something hidden."""
    return {"casinopolis": 5}.get(slug, 13)


class Recorder(logging.Handler):
    """Every log line of the bot, times left out."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []

    def emit(self, record):
        text = record.getMessage() + (str(record.exc_info[1]) if record.exc_info else "")
        self.lines.append(re.sub(r"\d+\.\d+", "#", text))


@pytest.fixture
def logged():
    """Record what is logged at the most talkative level, with the libraries as quiet as the program makes them."""
    recorder, root = Recorder(), logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in ("", *LIBRARIES, "slowplay")}
    root.setLevel(logging.DEBUG)
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)
    root.addHandler(recorder)
    yield recorder.lines
    root.removeHandler(recorder)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def shown(stage, message):
    """Everything of a message that reaches a client, but snowflakes and times, which count up, and the tag of its row,
    which is drawn blindly: they say nothing.
    """
    text = [words(message), *alts(message), *(str(part) for part in parts(message))]
    files = [
        (file["filename"], file["description"], stage.env.backend.cdn.get(file["url"])) for file in message.attachments
    ]
    return [re.sub(r"\d{17,20}|(?<=<t:)\d+|(?<='id': )\d{10}", "#", line) for line in text], [
        (re.sub(r"\d{17,20}", "#", name), alt, png) for name, alt, png in files
    ]


async def seen(stage, slug, viewer):
    """Let a viewer look at everything there is to look at, now."""
    found = []
    for command in ("game status", "game board", "game history", "game mine", "game verify"):
        said = await stage.slash(viewer, command)
        found.append((command, shown(stage, said.message)))
    found.append(("text", shown(stage, (await stage.slash(viewer, "game board", text=True)).message)))
    found.append(("hand", shown(stage, (await stage.slash(viewer, "game hand")).message)))
    found.append(("turn", shown(stage, (await stage.click(viewer, stage.board(), "Take turn")).message)))
    root = stage.env.backend.find_command(slug, None, type=1)
    for leaf in root["options"]:
        for option in leaf.get("options") or []:
            if option.get("autocomplete"):
                name = f"{slug} {leaf['name']}"
                found.append((name, option["name"], await stage.complete(viewer, name, option["name"])))
    return found


async def refusals(stage, slug, viewer, texts):
    """Let a viewer try moves that are not possible."""
    found, table = [], await stage.table()
    legal = table.game.legal(table.state, seat) if (seat := table.seat_of(viewer.id)) is not None else []
    for text in sorted(set(texts) - set(legal)):
        command, options = PLAYS[slug].command(text)
        found.append((text, shown(stage, (await stage.slash(viewer, command, **options)).message)))
    return found


def written(game):
    """Write a script of moves; gives the deal's state and the script."""
    state = first = game.setup(PLAYERS, SEED)
    script = []
    for step in range(length(game.meta.slug)):
        seat = min(game.to_act(state))
        script.append((seat, random.Random(step).choice(game.legal(state, seat))))
        state, _ = game.apply(state, *script[-1])
    return first, script


def exchanged(slug, first, script, viewer):
    """Find another deal and script that the viewer cannot tell from the first."""
    game = games.load(slug)
    secret_moves = any(game.public(text) != text for _, text in script)
    for attempt in range(20_000):
        state, deal = first, twin(slug, first, viewer, random.Random(attempt))
        other, moves = deal, []
        for seat, text in script:
            legal = game.legal(other, seat)
            same = [t for t in legal if (t == text if seat == viewer else game.public(t) == game.public(text))]
            if not same or game.view(other, viewer) != game.view(state, viewer):
                break
            moves.append((seat, random.Random(attempt).choice(same)))
            state, _ = game.apply(state, seat, text)
            other, _ = game.apply(other, *moves[-1])
        if len(moves) == len(script) and (moves != script if secret_moves else deal != first):
            return deal, moves
    raise LookupError


def twin(slug, state, viewer, rng):
    """Exchange what the viewer cannot know. The top of a deck comes into the open within the script: it stays."""
    if not hasattr(state, "deck"):
        return HIDDEN[slug].resample(state, viewer, rng)
    top = state.deck[: length(slug)]
    below = HIDDEN[slug].resample(msgspec.structs.replace(state, deck=state.deck[len(top) :]), viewer, rng)
    return msgspec.structs.replace(below, deck=(*top, *below.deck))


async def played(path, slug, viewer, deal, script, lines):
    """Play a script of moves from a deal; gives what the viewer saw and what was logged."""
    lines.clear()
    stage, game, record = await Stage.open(path), games.load(slug), []
    try:
        table = await stage.lobby(PLAYERS, slug)
        # To the end, because history and replay deal again.
        game.__dict__["deal"] = lambda *_: deal
        await stage.bot.tables.start(table.id, stage.ann.id, seed=SEED)
        await stage.settle()
        watching = stage.people[viewer] if viewer is not None else stage.dan
        for step, (seat, text) in enumerate(script):
            command, options = PLAYS[slug].command(text)
            said = await stage.slash(stage.people[seat], command, **options)
            if seat == viewer:
                record.append(said.text)
            if step % 4 == 1:
                record.append(await seen(stage, slug, watching))
                record.append(await refusals(stage, slug, watching, REFUSED[slug]))
        assert (await stage.table()).seq == len(script)
        record += [shown(stage, message) for message in stage.public()]
        record += [shown(stage, message) for message in stage.private(watching)]
        return record, list(lines)
    finally:
        game.__dict__.pop("deal", None)
        await stage.close()


@each_game
@pytest.mark.parametrize("viewer", [None, 0, 1])
async def test_what_a_viewer_is_shown_does_not_depend_on_what_it_cannot_know(tmp_path, logged, slug, viewer):
    deal, script = written(games.load(slug))
    other_deal, other_script = exchanged(slug, deal, script, viewer)
    first, first_log = await played(tmp_path / "a.sqlite", slug, viewer, deal, script, logged)
    second, second_log = await played(tmp_path / "b.sqlite", slug, viewer, other_deal, other_script, logged)

    assert len(first) == len(second) > len(script)
    for one, other in zip(first, second, strict=True):
        assert one == other
    assert first_log == second_log
    assert sum("move game=" in line for line in first_log) == len(script)


@each_game
async def test_no_log_line_tells_a_secret_and_every_move_has_one(stage, logged, slug):
    stage.sketch()
    rng = random.Random(8)
    table = await stage.start(2, slug)
    secrets = set()
    while table.status == "running":
        who, legal = await stage.to_act()
        text = rng.choice(legal)
        if table.game.public(text) != text:
            secrets.add(text)
        if table.seq in {3, 9}:
            await stage.take_turn(who, text)
        else:
            await stage.move(text)
        seat = min((await stage.table()).view(None).to_act, default=None)
        if seat is not None and table.seq % 6 == 0:
            await stage.slash(stage.who(await stage.table(), seat), "game hand")
        table = await stage.table()
    lines = "\n".join(logged)

    assert bool(secrets) == (slug not in OPEN_MOVES)
    for text in secrets:
        assert not re.search(rf"{re.escape(text)}\b", lines), text
    assert SEED.hex() not in lines
    state = games.load(slug).dump(table.state).decode()
    for key in re.findall(r"[0-9a-f]{64}", state):
        assert key not in lines
    moves = [line for line in logged if line.startswith("move game=")]
    assert [int(re.search(r"seq=(\d+)", line)[1]) for line in moves] == list(range(1, table.seq + 1))
    for line in moves:
        assert re.fullmatch(r"move game=1 seq=\d+ seat=\d text='[^']+' rules=# commit=# render=# upload=#", line)
    for who in stage.people:
        assert who.name.capitalize() not in lines


@each_game
async def test_nothing_public_names_the_seed_before_the_end(stage, slug):
    table = await stage.start(2, slug)
    rng = random.Random(9)
    secret = re.findall(r"[0-9a-f]{64}", table.game.dump(table.state).decode())
    while table.seq < 30:
        if slug != "cactpot" and table.seq == 12:
            break  # a single game tells its seed with its one scoring; a match goes on after the first
        who, legal = await stage.to_act()
        await stage.bot.tables.move(table.id, who.id, rng.choice(legal))
        table = await stage.table()
        if any(isinstance(e, Scoring) for r in await stage.bot.tables.log(1) for e in table.game.load_events(r.events)):
            break
    await stage.settle()
    sent = [str(request.json) for request in stage.env.http_requests]

    assert len(sent) > 5
    for hidden in (SEED.hex(), *secret):
        assert not any(hidden in body for body in sent)
