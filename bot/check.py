"""`python -m bot check`: everything an operator can get wrong, a line each, with what to do."""

from __future__ import annotations

import os
import sqlite3
import stat
from typing import TYPE_CHECKING

import games
from bot import settings, store, upgrade
from bot.changes import AGREED
from bot.errors import Stop
from render.fonts import MissingFont, check_fonts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def fonts() -> None:
    """Hold that every bundled font is there.

    Raises:
        Stop: one is missing.
    """
    try:
        check_fonts()
    except MissingFont as error:
        raise Stop(f"{error}; install Slowplay again, its fonts come with it") from None


def everything() -> int:
    """Look at settings, token, database, fonts and games; print a line each; gives 0 when all is well, else 1."""
    lines = [_line("settings", _settings), _line("token", _token), _line("database", _database)]
    lines += [_line("fonts", _fonts), _line("games", _games), _line("decks", _decks)]
    for good, line in lines:
        print(("ok    " if good else "WRONG ") + line)  # noqa: T201 - the command line speaks here
    return 0 if all(good for good, _ in lines) else 1


def _line(name: str, look: Callable[[], str]) -> tuple[bool, str]:
    try:
        return True, f"{name}: {look()}"
    except Stop as stop:
        return False, f"{name}: {stop}"


def _settings() -> str:
    chosen = settings.load()
    return f"DATABASE={chosen.database} LOG_LEVEL={chosen.log_level}"


def _token() -> str:
    settings.token(settings.load())
    return "has the shape of a bot token (only Discord can say whether it is valid)"


def _database() -> str:
    path = settings.load().database
    if not path.exists():
        return f"{path} does not exist yet and will be made{_writable(path)}"
    newest = store.migrations()[-1][0]
    try:
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            sound = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            running = db.execute("SELECT count(*) FROM games WHERE status = 'running'").fetchone()[0] if version else 0
            damaged = _damaged(db) if version == newest and sound == "ok" else ""
        finally:
            db.close()
    except sqlite3.Error as error:
        raise Stop(f"{path} cannot be read ({error}); check the path, its permissions and the disk") from None
    if version > newest:
        raise Stop(f"{path} is from a newer Slowplay (schema {version}, ours {newest}); update the program")
    if sound != "ok":
        raise Stop(f"{path} is damaged; restore a backup")
    if damaged:
        raise Stop(
            f"{path} holds games whose state cannot be read ({damaged}); restart the bot, which makes it anew from the "
            "game's log, or pauses the game where that fails too; or restore a backup"
        )
    return f"{path}, schema {version} of {newest}, {running} running games{_writable(path)}{_shared(path)}"


def _damaged(db: sqlite3.Connection) -> str:
    """Name the games that would go on if their state could be read."""
    going_on = db.execute(
        "SELECT id, slug, state FROM games WHERE status = 'running' OR (status = 'paused' AND ending = ?) ORDER BY id",
        (AGREED,),
    )
    ours = [(number, slug, state) for number, slug, state in going_on if slug in games.slugs()]
    return ", ".join(f"game {number}" for number, slug, state in ours if not upgrade.readable(slug, state))


def _writable(path: Path) -> str:
    folder = next(each for each in (path, *path.resolve().parents) if each.exists())
    if not os.access(folder, os.W_OK):
        raise Stop(f"{path} cannot be written; give this user write permission for {folder}")
    return ""


def _shared(path: Path) -> str:
    """Say when others on this machine can read the database; an operator may mean that."""
    shared = os.name == "posix" and path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH)
    return f"; others here can read it (stop the bot, then chmod 600 {path}* ends that)" if shared else ""


def _fonts() -> str:
    fonts()
    return "all there"


def _decks() -> str:
    replaced = settings.decks(settings.load())
    return ", ".join(f"{games.load(slug).meta.title} with a deck of yours" for slug in replaced) or "the house decks"


def _games() -> str:
    return ", ".join(f"{games.load(slug).meta.title} (rules {games.load(slug).version})" for slug in games.slugs())
