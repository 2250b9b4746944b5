"""The pictures of messages on their way: boards are begun while their move is still being committed."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.pictures import Pictures
    from bot.table import Table
    from bot.tables import Tables

log = logging.getLogger("slowplay")


class Drawing:
    """Draws what messages show; a picture that cannot be drawn is None, and its message goes out as text."""

    def __init__(self, tables: Tables, pictures: Pictures) -> None:
        self._tables = tables
        self._pictures = pictures
        self._foreseen: dict[tuple[int, int], asyncio.Task[bytes]] = {}
        tables.foresee = self._foresee

    async def board(self, table: Table) -> bytes | None:
        """Give the picture of the newest board, begun before if it could be foreseen."""
        task = self._foreseen.pop((table.id, table.seq), None)
        if task is not None:
            try:
                return await task
            except (Exception, asyncio.CancelledError):  # noqa: BLE001 - drawn again below, where trouble is told
                log.debug("game=%s seq=%s: the foreseen picture is of no use", table.id, table.seq)
        return await self.draw(table, "board", table.view(None))

    async def draw(self, table: Table, what: Any, of: Any) -> bytes | None:  # noqa: ANN401 - as Pictures.draw
        """Draw a picture of a table's view or event, in the colours its players asked for."""
        try:
            contrast = await self._tables.contrast(table)
            return await self._pictures.draw(table.slug, what, of, table.names, contrast=contrast)
        except Exception:
            log.exception("game=%s seq=%s: the %s could not be drawn; it goes out as text", table.id, table.seq, what)
            return None

    def _foresee(self, table: Table, state: Any, seq: int) -> None:  # noqa: ANN401 - every game has its own
        """Begin to draw a board while it is still being committed; `board` takes it, or it is forgotten."""
        for key in [key for key in self._foreseen if key[0] == table.id]:
            self._foreseen.pop(key).cancel()
        view, names_then = table.game.view(state, None), tuple(table.names)

        async def draw() -> bytes:
            contrast = await self._tables.contrast(table)
            return await self._pictures.draw(table.slug, "board", view, names_then, contrast=contrast)

        task = asyncio.create_task(draw())
        task.add_done_callback(lambda done: None if done.cancelled() else done.exception())
        self._foreseen[table.id, seq] = task
