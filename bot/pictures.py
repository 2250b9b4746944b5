"""Drawing off the event loop: one thread for all pictures, which draws far more boards a second than Discord takes."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import games
import render
from render import replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.replays import Shot
    from games.core import Event, View

log = logging.getLogger("slowplay")

_SETTLED, _PAUSE = 30.0, 0.005
"""Seconds after the start in which what has been waiting is drawn undisturbed; seconds between two steps of warming."""


class Pictures:
    """The drawing thread."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="render")
        self._warming: asyncio.Task[None] | None = None

    def warm(self, after: float = _SETTLED) -> None:
        """Begin to paint ahead, `after` some seconds, what boards of all games will show; does so once."""
        if self._warming is None:
            self._warming = asyncio.create_task(self._warm(after), name="warming")

    async def _warm(self, after: float) -> None:
        await asyncio.sleep(after)
        loop, began = asyncio.get_running_loop(), time.perf_counter()
        for slug in games.slugs():
            steps, more = render.warming(slug), True
            try:
                while more:
                    # A step is a job of its own, so that boards of running games come in between.
                    more = await loop.run_in_executor(self._thread, next, steps, steps) is None
                    await asyncio.sleep(_PAUSE)
            except Exception:
                log.exception("pictures of %s could not be painted ahead; boards are drawn all the same", slug)
        log.info("pictures painted ahead in %.0f s", time.perf_counter() - began)

    async def draw(
        self,
        slug: str,
        what: Literal["board", "hand", "scored"],
        of: View | Event,
        names: Sequence[str],
        *,
        contrast: bool = False,
        **more: Any,  # noqa: ANN401 - what only this game's picture takes
    ) -> bytes:
        """Draw a picture of a view, or of a scoring event; gives a PNG file. `more` goes to the game's own function."""
        function = partial(getattr(render.load(slug), what), contrast=contrast, **more)
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, of, tuple(names))

    async def replay(
        self, slug: str, shots: Sequence[Shot], names: Sequence[Sequence[str]], *, contrast: bool = False
    ) -> bytes:
        """Draw a game as an animated picture, its seats called by `names` in each shot; gives a GIF file.

        Every frame is a job of its own, so that boards of other tables come in between.
        """
        pictures = render.load(slug)

        def draw(number: int) -> bytes:
            shot = shots[number]
            png: bytes = getattr(pictures, shot.what)(shot.of, tuple(names[number]), contrast=contrast)
            return png

        loop = asyncio.get_running_loop()
        frames = [await loop.run_in_executor(self._thread, draw, number) for number in range(len(shots))]
        frames = await loop.run_in_executor(self._thread, replay.levelled, frames)
        film = replay.filming(frames.__getitem__, [shot.ms for shot in shots])
        while (gif := await loop.run_in_executor(self._thread, next, film)) is None:
            pass
        return gif

    def close(self) -> None:
        """Finish what is being drawn and end the thread."""
        if self._warming is not None:
            self._warming.cancel()
        self._thread.shutdown()
