"""The file of a game's log: what it proves, and what it catches."""

from __future__ import annotations

import hashlib
import json
import random

import pytest
from seating import SEED, each_table

import games
from bot import logfile
from bot.errors import Stop


async def written(seating, table, path):
    file = logfile.attachment(table, await logfile.of(seating.tables, table))
    path.write_bytes(file.fp.read())
    file.close()
    return json.loads(path.read_text())


@pytest.fixture
def file(tmp_path):
    return tmp_path / "log.json"


@pytest.mark.parametrize(("slug", "players"), each_table())
async def test_the_file_of_a_match_checks_out(seating, file, slug, players):
    table = await seating.play(await seating.start(players, slug))
    content = await written(seating, table, file)

    assert content["commitment"] == hashlib.sha256(SEED).hexdigest()
    assert content["seed"] == SEED.hex()
    assert len(content["moves"]) == table.seq
    assert content["state"] == hashlib.sha256(await seating.state(table)).hexdigest()
    assert "agree" in logfile.check(file)


async def test_a_game_ended_early_checks_out_too(seating, file):
    table = await seating.play(await seating.start(), 7)
    table = (await seating.tables.end(table.id, 100, "Ann", allowed=False)).table
    await written(seating, table, file)

    assert "7 moves" in logfile.check(file)


def honest():
    """Give the log of a match, without any store."""
    game, rng, moves = games.load("cactpot"), random.Random(1), []
    state = game.setup(2, SEED)
    while seats := game.to_act(state):
        seat = min(seats)
        moves.append([seat, rng.choice(game.legal(state, seat))])
        state, _ = game.apply(state, *moves[-1])
    return {
        "game": "cactpot",
        "engine": game.version,
        "seats": 2,
        "options": {},
        "commitment": hashlib.sha256(SEED).hexdigest(),
        "seed": SEED.hex(),
        "moves": moves,
        "state": hashlib.sha256(game.dump(state)).hexdigest(),
    }


def _flip(text):
    return text.replace(text[0], "0" if text[0] != "0" else "1", 1)


def _another_seed(log):
    log["seed"] = _flip(log["seed"])


def _another_seal(log):
    log["commitment"] = _flip(log["commitment"])


def _another_state(log):
    log["state"] = _flip(log["state"])


def _another_deal(log):
    log["seed"] = bytes(16).hex()
    log["commitment"] = hashlib.sha256(bytes(16)).hexdigest()


def _a_move_left_out(log):
    del log["moves"][3]


def _the_last_move_left_out(log):
    log["moves"].pop()


def _two_moves_exchanged(log):
    log["moves"][1], log["moves"][0] = log["moves"][0], log["moves"][1]


def _another_mover(log):
    log["moves"][0][0] = 1 - log["moves"][0][0]


def _an_unreadable_move(log):
    log["moves"][0][1] = "castle kingside"


def _a_move_after_the_end(log):
    log["moves"].append(log["moves"][-1])


def _another_game(log):
    log["game"] = "chess"


def _too_many_seats(log):
    log["seats"] = 9


def _an_unknown_option(log):
    log["options"] = {"house_rule": True}


def _a_seed_that_is_no_number(log):
    log["seed"] = "secret"


def _a_field_left_out(log):
    del log["state"]


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (_another_seed, "seal"),
        (_another_seal, "seal"),
        (_another_state, "another state"),
        (_another_deal, ""),
        (_a_move_left_out, ""),
        (_the_last_move_left_out, "another state"),
        (_two_moves_exchanged, "move 1"),
        (_another_mover, "move 1"),
        (_an_unreadable_move, "move 1"),
        (_a_move_after_the_end, "over"),
        (_another_game, "chess"),
        (_too_many_seats, "seats"),
        (_an_unknown_option, "house_rule"),
        (_a_seed_that_is_no_number, "cannot be read"),
        (_a_field_left_out, "cannot be read"),
    ],
)
def test_what_was_tampered_with_is_caught_in_one_line(file, tamper, told):
    log = honest()
    file.write_text(json.dumps(log))
    assert "agree" in logfile.check(file)
    tamper(log)
    file.write_text(json.dumps(log))

    with pytest.raises(Stop) as stop:
        logfile.check(file)
    assert told in str(stop.value)
    assert "\n" not in str(stop.value)


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"[]", b'{"game": 7}', b"[" * 100_000])
def test_any_other_file_is_refused_in_one_line(file, content):
    file.write_bytes(content)
    with pytest.raises(Stop, match="cannot be read as a game's log"):
        logfile.check(file)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(Stop, match=r"nowhere\.json"):
        logfile.check(tmp_path / "nowhere.json")
