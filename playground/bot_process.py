"""The bot as a child process: started, watched, killed; never restarted behind anyone's back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections import deque
from typing import TYPE_CHECKING

from .tasks import spawn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

BOT = (sys.executable, "-m", "bot", "run")
KEPT_LINES = 2000
POLITE_SECONDS = 8.0


class BotProcess:
    """One bot at a time.

    Args:
        env: what the bot is told on top of our own environment.
        command: what to run.

    Attributes:
        log: the last lines of its output, stdout and stderr together.
        code: exit code of the last one that ended, None while running or before the first start.
        listeners: called with each line, and with None when it starts or ends.
    """

    def __init__(self, env: Mapping[str, str], command: Sequence[str] = BOT) -> None:
        self.env = dict(env)
        self.command = tuple(command)
        self.log: deque[str] = deque(maxlen=KEPT_LINES)
        self.code: int | None = None
        self.listeners: list[Callable[[str | None], None]] = []
        self.process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self.process is not None

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        return self.process.pid if self.process else None

    async def start(self) -> None:
        """Start it; nothing happens when it runs already."""
        if self.process is not None:
            return
        self.code = None
        # A group of its own: Ctrl-C reaches us alone, and we end it in order.
        self.process = await asyncio.create_subprocess_exec(
            *self.command,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **self.env},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
            limit=1 << 20,
        )
        self._watch = spawn(self._read(self.process))
        self._tell(None)

    async def stop(self) -> None:
        """Ask it to end; kill it after some seconds."""
        process, watch = self.process, self._watch
        if process is None or watch is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGINT)
        done, _ = await asyncio.wait([watch], timeout=POLITE_SECONDS)
        if not done:
            await self.kill()

    async def kill(self) -> None:
        """End it at once (kill -9)."""
        process, watch = self.process, self._watch
        if process is not None and watch is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await watch

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            text = line.decode(errors="replace").rstrip()
            self.log.append(text)
            self._tell(text)
        self.code = await process.wait()
        self.process = None
        self._tell(None)

    def _tell(self, line: str | None) -> None:
        for listener in tuple(self.listeners):
            listener(line)
