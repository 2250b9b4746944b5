"""The command line: run, play, check, backup, replay, cards."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sqlite3
import sys
from pathlib import Path

import aiohttp
import discord

from bot import check, logfile, loopback, settings, store
from bot.client import Slowplay
from bot.errors import Stop


def main(argv: list[str] | None = None) -> int:
    """Run one command; gives the exit code. What an operator can mend ends as one line and code 1."""
    parser = argparse.ArgumentParser(prog="slowplay", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="connect to Discord and play")
    commands.add_parser("play", help="try everything on this machine, without Discord", add_help=False)
    commands.add_parser("check", help="look at settings, database, fonts and rules, a line each")
    backup = commands.add_parser("backup", help="copy the database while the bot runs")
    backup.add_argument("file", type=Path)
    replay = commands.add_parser("replay", help="check a game's log against the rules and its seal")
    replay.add_argument("file", type=Path)
    cards = commands.add_parser("cards", help="draw a contact sheet of all pictures")
    cards.add_argument("file", type=Path)
    options, rest = parser.parse_known_args(argv)
    if rest and options.command != "play":
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        return _COMMANDS[options.command](options, rest)
    except Stop as stop:
        print(f"slowplay: {stop}", file=sys.stderr)  # noqa: T201 - the command line speaks here
        return 1


def _run(_options: argparse.Namespace, _rest: list[str]) -> int:
    chosen = settings.load()
    secret = settings.token(chosen)
    check.fonts()
    logging.basicConfig(level=chosen.log_level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    for library in ("discord", "aiosqlite"):  # below that they log whole payloads and rows, seeds and hands among them
        logging.getLogger(library).setLevel(max(logging.WARNING, logging.getLogger().level))
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody talks here
    if chosen.discord_api:
        loopback.connect_to(chosen.discord_api)
    try:
        asyncio.run(_serve(Slowplay(chosen.database, settings.decks(chosen)), secret))
    except discord.LoginFailure:
        raise Stop("DISCORD_TOKEN was refused by Discord; copy it again from Bot > Reset Token") from None
    except (aiohttp.ClientError, discord.HTTPException) as error:
        raise Stop(f"Discord cannot be reached ({error}); check the network and start again") from None
    return 0


async def _serve(client: Slowplay, secret: str) -> None:
    ending: list[asyncio.Task[None]] = []

    def end() -> None:
        if not ending:
            ending.append(asyncio.create_task(client.close()))

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, end)
    async with client:
        await client.start(secret)
    # discord.py is done as soon as it is disconnected; the database must be closed as well.
    await asyncio.gather(*ending)


def _play(_options: argparse.Namespace, rest: list[str]) -> int:
    # The playground is a program of its own and knows nothing of the bot but how to start it.
    os.execv(sys.executable, [sys.executable, "-m", "playground", *rest])  # noqa: S606 - our own module
    return 1


def _check(_options: argparse.Namespace, _rest: list[str]) -> int:
    return check.everything()


def _backup(options: argparse.Namespace, _rest: list[str]) -> int:
    source = settings.load().database
    if not source.exists():
        raise Stop(f"DATABASE {source} does not exist; nothing to copy")
    if options.file.exists():
        raise Stop(f"{options.file} exists already; choose another name")
    made = False
    try:
        made = store.private(options.file)
        with sqlite3.connect(source) as db:
            db.execute("VACUUM INTO ?", (str(options.file),))
    except (OSError, sqlite3.Error) as error:
        if made:
            options.file.unlink(missing_ok=True)
        raise Stop(f"{source} could not be copied to {options.file} ({error}); check both paths and the disk") from None
    print(f"{source} copied to {options.file}")  # noqa: T201
    return 0


def _replay(options: argparse.Namespace, _rest: list[str]) -> int:
    print(logfile.check(options.file))  # noqa: T201
    return 0


def _cards(options: argparse.Namespace, _rest: list[str]) -> int:
    from render.cards import contact_sheet  # noqa: PLC0415 - samples are loaded only for this command

    check.fonts()
    contact_sheet(options.file)
    print(f"{options.file} drawn")  # noqa: T201
    return 0


_COMMANDS = {"run": _run, "play": _play, "check": _check, "backup": _backup, "replay": _replay, "cards": _cards}

if __name__ == "__main__":
    sys.exit(main())
