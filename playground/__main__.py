"""`python -m playground`: start the loopback Discord, the bot, and say where the page is."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import webbrowser
from pathlib import Path

from .server import Stage
from .world import SEATS

PORT = 8123


def main() -> int:
    """Read the command line and serve until interrupted.

    Returns:
        The exit code: 0 after Ctrl-C, 1 when the port is taken or the world cannot be read.
    """
    parser = argparse.ArgumentParser(prog="playground", description="Play on your own machine, without Discord.")
    parser.add_argument("--port", type=int, default=PORT, help="0 takes any free one (default %(default)s)")
    parser.add_argument("--database", type=Path, default=Path("data/playground.sqlite"), help="default %(default)s")
    parser.add_argument("--seats", type=int, default=4, choices=range(1, len(SEATS) + 1), help="default %(default)s")
    parser.add_argument("--no-bot", action="store_true", help="start no bot; say how to connect your own")
    parser.add_argument("--no-open", action="store_true", help="open no browser")
    arguments = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        return asyncio.run(serve(arguments))
    return 0


async def serve(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    database: Path = arguments.database.absolute()
    database.parent.mkdir(parents=True, exist_ok=True)
    try:
        stage = Stage(database, port=arguments.port, seats=arguments.seats, keep=True)
    except ValueError as error:
        _say(f"{database}.world.json cannot be read ({error}); move it away to start afresh.")
        return 1
    stage.manages_bot = not arguments.no_bot
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, ended.set)
    try:
        async with stage:
            _say(f"\n  Play at {stage.base}/#{stage.world.seats[0].display}   (Ctrl-C ends it)\n")
            if arguments.no_bot:
                _say(f"  DISCORD_TOKEN={stage.world.token}\n  DISCORD_API={stage.base}\n")
            else:
                stage.bot.listeners.append(lambda line: None if line is None else _say(line))
                await stage.bot.start()
            if not arguments.no_open and has_desktop():
                webbrowser.open(stage.base)
            await ended.wait()
    except OSError as error:
        _say(f"Port {arguments.port} cannot be used ({error.strerror}); try --port 0.")
        return 1
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def has_desktop() -> bool:
    """Whether a browser window could appear."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    sys.exit(main())
