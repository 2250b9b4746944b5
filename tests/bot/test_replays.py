"""Looking back at a game: every move that counts, as far as the asker may know, in pictures that play everywhere."""

from __future__ import annotations

import asyncio
import io
import random
from importlib.util import find_spec

import msgspec
import pytest
from PIL import Image, ImageSequence
from seating import ANN, BEN, CLEO, EVE, each_table

import games
import render
from bot import replays, seats, undo, wording
from bot.errors import Refusal
from bot.pictures import Pictures
from bot.table import Setup, effective
from games.core import Scoring
from render import replay
from tests.games.hidden import HIDDEN

DRAWN = [(slug, players) for slug, players in each_table() if find_spec(f"render.{slug}")]
every_table = pytest.mark.parametrize(("slug", "players"), each_table())


def viewers(table):
    return (None, *range(len(table.players)))


async def log(seating, table):
    return await seating.tables.log(table.id)


def played(entries):
    """Play a log again without the module under test: (state, events) of the deal and each move that counts."""
    setup = msgspec.json.decode(entries[0].text, type=Setup)
    game = games.load(setup.game)
    state = game.setup(setup.seats, bytes.fromhex(setup.seed), setup.options)
    yield state, ()
    for entry in effective(entries):
        state, events = game.apply(state, entry.seat, entry.text)
        yield state, events


def shown(shots):
    return [(shot.number, shot.what, shot.of) for shot in shots]


@pytest.fixture
def pictures():
    one = Pictures()
    yield one
    one.close()


# -- what is shown -----------------------------------------------------------------------------------------------------


def many(slug):
    """Give a number of moves after which a game still runs."""
    return 12 if slug == "casinopolis" else 25


@every_table
async def test_each_seat_sees_its_own_views_of_a_running_game_and_no_other(seating, slug, players):
    table = await seating.play(await seating.start(players, slug), many(slug))
    assert table.status == "running"
    entries = await log(seating, table)
    for seat in viewers(table):
        shots = replays.frames(table, entries, seat)
        assert len(shots) == 1 + replays.count(table, entries) == 1 + many(slug)
        for shot, (state, events) in zip(shots, played(entries), strict=True):
            scorings = [event for event in events if isinstance(event, Scoring)]
            assert shot.of == (scorings[-1] if scorings else table.game.view(state, seat))
            assert shot.what == ("scored" if scorings else "board")
        assert [shot.seq for shot in shots] == [0, *(entry.seq for entry in effective(entries))]
        assert shots[-1].of == table.view(seat)


@every_table
async def test_a_running_game_shows_nothing_that_the_asker_cannot_know(seating, slug, players):
    table = await seating.play(await seating.start(players, slug), many(slug))
    entries, rng = await log(seating, table), random.Random(1)
    for seat in viewers(table):
        for shot, (state, _) in zip(replays.frames(table, entries, seat), played(entries), strict=True):
            if shot.what == "board":
                assert shot.of.seat == seat
                for _ in range(3):
                    assert shot.of == table.game.view(HIDDEN[slug].resample(state, seat, rng), seat)


@every_table
async def test_a_finished_game_shows_everybody_the_same(seating, slug, players):
    table = await seating.play(await seating.start(players, slug))
    entries, rng = await log(seating, table), random.Random(2)
    shots = replays.frames(table, entries, None)
    assert all(replays.frames(table, entries, seat) == shots for seat in range(players))

    for shot, (state, events) in zip(shots, played(entries), strict=True):
        if shot.what == "board":
            assert shot.of == table.game.view(HIDDEN[slug].resample(state, None, rng), None)
        else:
            assert shot.of in events
    assert [shot.number for shot in shots] == list(range(len(shots)))
    assert shots[-1].what == "scored"
    assert {(shot.what, shot.ms) for shot in shots[:-1]} <= {("board", replay.MOVE), ("scored", replay.SCORING)}
    assert shots[-1].ms == replay.END


async def test_a_match_of_cactpot_shows_each_of_its_scorings(seating):
    table = await seating.play(await seating.start(3))
    shots = replays.frames(table, await log(seating, table), None)
    assert [shot.of.game_no for shot in shots if shot.what == "scored"] == list(range(1, shots[-1].of.games + 1))


async def test_a_game_that_was_ended_early_stays_closed(seating):
    table = await seating.play(await seating.start(), 5)
    table = (await seating.tables.end(table.id, ANN, "Ann", allowed=False)).table
    shots = replays.frames(table, await log(seating, table), 0)
    assert len(shots) == 6
    assert all(shot.of.seat is None and shot.of.hand == () for shot in shots)


async def test_a_move_that_came_after_the_table_was_read_is_left_out(seating):
    early = await seating.play(await seating.start(), 4)
    late = await seating.play(early, 5)
    entries = await log(seating, late)
    assert shown(replays.frames(early, entries, 1)) == shown(replays.frames(late, entries, 1))[:-1]
    assert replays.count(early, entries) == 4


# -- undo --------------------------------------------------------------------------------------------------------------


async def until_bet(seating, table):
    """Play up to the first bet, which can be taken back; gives its user and the table."""
    while True:
        user, text = await seating.next(table)
        table = (await seating.tables.move(table.id, user, text)).table
        if text.startswith("bet"):
            return user, table


async def test_a_move_taken_back_never_shows(seating):
    user, table = await until_bet(seating, await seating.start())
    before = replays.frames(table, await log(seating, table), None)
    table = (await undo.take_back(seating.tables, table.id, user)).table
    after = replays.frames(table, await log(seating, table), None)
    assert shown(after) == shown(before)[:-1]

    table = await seating.play(table, table.seq + 1, random.Random(5))
    again = replays.frames(table, await log(seating, table), None)
    assert shown(again)[:-1] == shown(after)
    assert again[-1].of == table.view(None)
    assert (again[-1].number, again[-1].seq) == (len(after), table.seq)


# -- a seat that changed hands -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", games.slugs())
async def test_who_took_a_seat_over_sees_through_it_only_from_then_on(seating, slug):
    table = await seating.play(await seating.start(2, slug), 7)
    table = (await seating.hand_over(table, 1, EVE, "Eve")).table
    entries = await log(seating, table)

    assert [shot.of.seat for shot in replays.frames(table, entries, 1)] == [None] * 7 + [1]
    assert [shot.of.seat for shot in replays.frames(table, entries, 0)] == [0] * 8
    assert replays.picture_at(table, entries, 3, 1).of.seat is None
    assert table.seat_of(BEN) is None, "the former player looks on"


@pytest.mark.parametrize("slug", games.slugs())
async def test_every_move_is_told_under_the_names_of_then(seating, slug, monkeypatch):
    monkeypatch.setattr(seating.tables, "listeners", [])
    await seating.play(await seating.start(2, slug), 3)
    game_id = (await seating.tables.at(7)).id
    for upto, seat, user, name in ((7, 1, EVE, "Eve"), (11, 0, CLEO, "Cleo"), (15, 1, BEN, "Ben again")):
        await seating.hand_over(await seating.tables.get(game_id), seat, user, name)
        await seating.play(await seating.tables.get(game_id), upto)
    await seats.resign(seating.tables, game_id, BEN)
    table = await seating.tables.get(game_id)

    assert [(p.name, p.past) for p in table.players] == [
        ("Cleo", ((8, "Ann"),)),
        ("Robot for Ben again", ((4, "Ben"), (12, "Eve"), (16, "Ben again"))),
    ]
    entries = await log(seating, table)
    called = {3: ("Ann", "Ben"), 7: ("Ann", "Eve"), 11: ("Cleo", "Eve"), 15: ("Cleo", "Ben again")}
    for entry in entries[1:]:
        if entry.kind == "move":
            names = next(names for last, names in called.items() if entry.seq <= last)
            (line, *_) = wording.told(table, [entry])
            assert f"**{names[entry.seat]}**" in line
    frames = replays.frames(table, entries, None)
    assert [frame.upto for frame in frames] == [*(frame.seq for frame in frames[:-1]), table.seq]
    assert [tuple(table.then(frame.upto).names) for frame in frames[:-1]] == [
        *[("Ann", "Ben")] * 4,
        *[("Ann", "Eve")] * 3,
        *[("Cleo", "Eve")] * 3,
        *[("Cleo", "Ben again")] * 2,
    ]


async def test_a_robot_in_between_takes_no_memory_away(seating):
    table = await seating.play(await seating.start(), 4)
    await seats.robot_in(seating.tables, table.id, BEN)
    table = (await seats.back(seating.tables, table.id, BEN)).table
    assert [shot.of.seat for shot in replays.frames(table, await log(seating, table), 1)] == [1] * 5


# -- paging ------------------------------------------------------------------------------------------------------------


@every_table
async def test_paging_shows_the_same_pictures_one_by_one(seating, slug, players):
    table = await seating.play(await seating.start(players, slug), 12)
    entries = await log(seating, table)
    for seat in viewers(table):
        pages = [replays.picture_at(table, entries, number, seat) for number in range(-1, 15)]
        shots = shown(replays.frames(table, entries, seat))
        assert shown(pages) == [shots[0], *shots, shots[-1], shots[-1]]


# -- games that cannot be shown ----------------------------------------------------------------------------------------


async def test_a_table_that_never_began_is_refused(seating):
    table = await seating.lobby()
    for look in (replays.frames, lambda *args: replays.picture_at(*args[:2], 0, None)):
        with pytest.raises(Refusal, match="never began"):
            look(table, await log(seating, table), None)


async def test_a_game_of_earlier_rules_is_shown_only_if_it_comes_out_the_same(seating):
    table = await seating.play(await seating.start(), 6)
    entries = await log(seating, table)
    old = msgspec.structs.replace(table, engine=0)
    assert replays.frames(old, entries, None) == replays.frames(table, entries, None)

    impossible = [*entries[:-1], msgspec.structs.replace(entries[-1], text="bet nowhere")]
    for strange, rows in (
        (msgspec.structs.replace(old, state=None), entries),
        (msgspec.structs.replace(old, seq=5), entries),
        (old, impossible),
    ):
        with pytest.raises(Refusal, match="earlier rules"):
            replays.frames(strange, rows, None)
        with pytest.raises(Refusal, match="earlier rules"):
            replays.picture_at(strange, rows, 2, None)


# -- the animated picture ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), DRAWN)
async def test_a_whole_match_is_a_frame_a_move_of_at_most_a_megabyte(seating, pictures, slug, players):
    options = {"x_tokens": True} if slug == "cactpot" else {}
    table = await seating.play(await seating.start(players, slug, **options), rng=random.Random(players))
    entries = await log(seating, table)
    gif = await replays.animation_of(pictures, table, entries)

    assert len(gif) <= replay.LIMIT
    shots = replays.frames(table, entries, None)
    with Image.open(io.BytesIO(gif)) as film:
        assert film.width == 600
        assert film.height == 450 or slug == "casinopolis"
        assert film.n_frames == len(shots)
        for shot, frame in zip(shots, ImageSequence.Iterator(film), strict=True):
            assert frame.info["duration"] == shot.ms
            if shot.number % 15 == 0 or shot.what == "scored":
                png = getattr(render.load(slug), shot.what)(shot.of, table.names)
                with Image.open(io.BytesIO(png)) as full:
                    small = full.convert("RGB").reduce(2).quantize(palette=full, dither=Image.Dither.NONE)
                whole, own = frame.convert("RGB"), (0, 0, *small.size)
                assert whole.crop(own).tobytes() == small.convert("RGB").tobytes()
                whole.paste(ground := whole.getpixel((0, small.height - 1)), own)
                assert whole.getcolors() == [(film.width * film.height, ground)], "lower boards stand on ground"


async def test_seats_spectators_and_high_contrast_have_films_of_their_own(seating, pictures):
    table = await seating.play(await seating.start(), 4)
    entries = await log(seating, table)
    films = [await replays.animation_of(pictures, table, entries, seat) for seat in viewers(table)]
    films.append(await replays.animation_of(pictures, table, entries, contrast=True))
    assert len(set(films)) == len(films)


async def test_boards_of_other_tables_need_not_wait_for_a_film(seating, pictures):
    table = await seating.play(await seating.start())
    other = await seating.start(channel=8)
    film = asyncio.create_task(replays.animation_of(pictures, table, await log(seating, table)))
    for _ in range(3):
        await pictures.draw("cactpot", "board", other.view(None), other.names)
        assert not film.done()
    assert await film
