"""`python -m bot`: what an operator can mend is one line and exit code 1, never a traceback."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest
from seating import Seating
from test_logfile import honest

from bot.__main__ import main
from bot.client import Slowplay
from bot.store import Store, _claim, migrate, migrations
from bot.tables import Tables
from render import fonts

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def fresh_fonts():
    """Forget the fonts that other tests have opened, and afterwards what was found here."""
    for cached in (fonts._charmap, fonts._open):
        cached.cache_clear()
    yield
    for cached in (fonts._charmap, fonts._open):
        cached.cache_clear()


@pytest.fixture(autouse=True)
def operator(monkeypatch, tmp_path):
    """Give an empty folder, a token and no other setting; Discord takes every token and then nothing else happens."""
    monkeypatch.chdir(tmp_path)
    for name in ("LOG_LEVEL", "DISCORD_API"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE", "games.sqlite")

    async def log_in(client, token):
        assert token == TOKEN
        await client.setup_hook()

    monkeypatch.setattr(Slowplay, "login", log_in)
    levels = {name: logging.getLogger(name).level for name in ("", "discord", "aiosqlite")}
    yield
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def stopped(capsys, *arguments):
    """Run a command that must stop; gives its one line."""
    assert main(list(arguments)) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("slowplay: ")
    assert err.count("\n") == 1
    assert TOKEN not in err
    return err


async def fill(path):
    store = await Store.open(path)
    try:
        seating = Seating(Tables(store))
        table = await seating.play(await seating.start(), 5)
    finally:
        await store.close()
    return table


def test_running_without_a_token_says_where_to_put_it(capsys, monkeypatch):
    monkeypatch.delenv("DISCORD_TOKEN")

    assert "DISCORD_TOKEN is not set" in stopped(capsys, "run")


def test_running_with_what_is_no_token_does_not_show_it(capsys, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "hunter2-hunter2")

    assert "hunter2" not in stopped(capsys, "run")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (discord.LoginFailure("Improper token has been passed."), "refused by Discord"),
        (aiohttp.ClientConnectionError("Cannot connect to host"), "cannot be reached"),
        (discord.DiscordServerError(Mock(status=503, reason="Service Unavailable"), ""), "cannot be reached"),
    ],
    ids=["refused", "no network", "out of service"],
)
def test_what_keeps_the_bot_from_logging_in_is_one_line(capsys, monkeypatch, error, told):
    monkeypatch.setattr(Slowplay, "login", AsyncMock(side_effect=error))

    assert told in stopped(capsys, "run")


def test_an_unreadable_database_stops_the_start(capsys, tmp_path):
    (tmp_path / "games.sqlite").write_bytes(b"no database " * 500)

    assert "cannot be opened" in stopped(capsys, "run")


def test_a_newer_database_stops_the_start(capsys, tmp_path):
    newer(tmp_path / "games.sqlite")

    assert "newer" in stopped(capsys, "run")


def newer(path):
    migrate(path)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {migrations()[-1][0] + 1}")
    db.close()


def test_a_database_in_use_stops_the_start(capsys, tmp_path):
    guard = _claim(tmp_path / "games.sqlite")
    try:
        assert "in use" in stopped(capsys, "run")
    finally:
        guard.close()


def test_a_missing_font_stops_the_start(capsys, monkeypatch):
    monkeypatch.setattr(fonts, "FOLDER", Path("nowhere"))
    assert "Inter-Regular.ttf" in stopped(capsys, "run")
    assert "ttf" in stopped(capsys, "cards", "cards.png")
    assert not Path("cards.png").exists()


def test_a_wrong_setting_stops_every_command_that_reads_it(capsys, monkeypatch):
    monkeypatch.setenv("LOG_LEVEL", "chatty")
    for command in (["run"], ["backup", "copy.sqlite"]):
        assert "LOG_LEVEL" in stopped(capsys, *command)


def test_the_process_itself_ends_with_one_line_and_code_1(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": ""}
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run"], cwd=tmp_path, env=environment, capture_output=True, check=False
    )

    assert done.returncode == 1
    assert done.stdout == b""
    assert done.stderr.startswith(b"slowplay: DISCORD_TOKEN is not set")
    assert done.stderr.count(b"\n") == 1


def test_at_every_log_level_the_libraries_that_would_tell_secrets_keep_quiet(capsys, monkeypatch, tmp_path):
    (tmp_path / "games.sqlite").write_bytes(b"rubbish " * 500)
    for level in ("DEBUG", "INFO", "WARNING", "ERROR"):
        monkeypatch.setenv("LOG_LEVEL", level)
        stopped(capsys, "run")
        for name in ("aiosqlite", "discord", "discord.http", "discord.gateway"):
            assert not logging.getLogger(name).isEnabledFor(logging.INFO), (level, name)


# -- check -------------------------------------------------------------------------------------------------------------


def checked(capsys, code):
    assert main(["check"]) == code
    out, err = capsys.readouterr()
    assert err == ""
    assert TOKEN not in out
    return out.splitlines()


def test_check_says_line_by_line_that_all_is_well(capsys, tmp_path):
    assert all(line.startswith("ok ") for line in checked(capsys, 0))
    assert not (tmp_path / "games.sqlite").exists(), "looking makes nothing"

    asyncio.run(fill(tmp_path / "games.sqlite"))
    lines = checked(capsys, 0)
    assert [line.split()[1] for line in lines] == ["settings:", "token:", "database:", "fonts:", "games:", "decks:"]
    assert "1 running game" in lines[2]


def test_check_says_who_else_can_read_the_hands(capsys, tmp_path):
    path = tmp_path / "games.sqlite"
    asyncio.run(fill(path))
    assert "chmod" not in checked(capsys, 0)[2]
    path.chmod(0o644)
    assert f"chmod 600 {path.name}" in checked(capsys, 0)[2].replace(f"{tmp_path}/", "")


def test_check_names_the_games_whose_state_cannot_be_read(capsys, tmp_path):
    path = tmp_path / "games.sqlite"
    asyncio.run(fill(path))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE games SET state = ?", (b'{"board": "of another kind"}',))
    db.close()
    line = checked(capsys, 1)[2]
    assert line.startswith("WRONG database: ")
    assert "(game 1)" in line


SPOILED = {
    "no token": ("token:", lambda path, env: env.setenv("DISCORD_TOKEN", "")),
    "no shape of a token": ("token:", lambda path, env: env.setenv("DISCORD_TOKEN", "hunter2")),
    "unknown level": ("settings:", lambda path, env: env.setenv("LOG_LEVEL", "chatty")),
    "no database": ("database:", lambda path, env: path.write_bytes(b"no database " * 500)),
    "folder": ("database:", lambda path, env: path.mkdir()),
    "newer": ("database:", lambda path, env: newer(path)),
    "no font": ("fonts:", lambda path, env: env.setattr(fonts, "FOLDER", Path("nowhere"))),
}


@pytest.mark.parametrize("case", SPOILED)
def test_check_names_what_is_wrong_and_ends_with_code_1(capsys, monkeypatch, tmp_path, case):
    word, spoil = SPOILED[case]
    spoil(tmp_path / "games.sqlite", monkeypatch)
    wrong = [line for line in checked(capsys, 1) if line.startswith("WRONG ")]

    assert any(line.split()[1] == word for line in wrong)
    assert "hunter2" not in str(wrong)


# -- backup, replay, cards ---------------------------------------------------------------------------------------------


def test_a_backup_holds_every_game_and_is_made_while_the_bot_runs(capsys, tmp_path):
    path, copy = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"

    async def back_up_a_running_store():
        table = await fill(path)
        store = await Store.open(path)
        try:
            assert await asyncio.to_thread(main, ["backup", str(copy)]) == 0
        finally:
            await store.close()
        store = await Store.open(copy)
        try:
            return table, await Tables(store).get(table.id)
        finally:
            await store.close()

    table, copied = asyncio.run(back_up_a_running_store())
    assert copied == table
    assert "copied" in capsys.readouterr().out
    assert oct(copy.stat().st_mode & 0o777) == "0o600", "it holds hands and seeds"


def test_a_backup_overwrites_nothing_and_needs_something_to_copy(capsys, tmp_path):
    assert "does not exist" in stopped(capsys, "backup", "copy.sqlite")
    migrate(tmp_path / "games.sqlite")
    (tmp_path / "copy.sqlite").write_text("precious")
    assert "exists already" in stopped(capsys, "backup", "copy.sqlite")
    assert (tmp_path / "copy.sqlite").read_text() == "precious"
    assert "could not be copied" in stopped(capsys, "backup", "no/such/folder/copy.sqlite")
    Path("file").write_text("")
    assert "could not be copied" in stopped(capsys, "backup", "file/copy.sqlite")
    (tmp_path / "games.sqlite").write_bytes(b"no database " * 500)
    assert "could not be copied" in stopped(capsys, "backup", "new.sqlite")
    assert not (tmp_path / "new.sqlite").exists(), "what failed is in nobody's way"


def test_replay_agrees_with_an_honest_log_and_not_with_another(capsys, tmp_path):
    log = honest()
    (tmp_path / "log.json").write_text(json.dumps(log))
    assert main(["replay", "log.json"]) == 0
    assert "agree" in capsys.readouterr().out

    log["moves"].pop()
    (tmp_path / "log.json").write_text(json.dumps(log))
    assert "another state" in stopped(capsys, "replay", "log.json")
    assert "cannot be read" in stopped(capsys, "replay", "nowhere.json")


@pytest.mark.parametrize("arguments", [[], ["fly"], ["run", "--fast"], ["replay"], ["check", "more"]])
def test_an_unknown_command_shows_the_usage(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert "usage: slowplay" in capsys.readouterr().err
