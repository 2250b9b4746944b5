"""A stage with five people and the real bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.register_assert_rewrite("matches", "players", "stored")

from harness import Stage  # noqa: E402 - after the line above, which makes their failures readable
from matches import healthy  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Give a stage with the bot running; four easy names and one that is not."""
    async with Stage(tmp_path / "games.sqlite", seats=5) as made:
        await made.start_bot()
        yield made


@pytest.fixture
async def calm(stage: Stage) -> AsyncIterator[Stage]:
    """Give a stage on which nothing may go wrong, to the bot's orderly end."""
    yield stage
    await stage.stop_bot()
    assert stage.bot.code == 0
    healthy(stage)
