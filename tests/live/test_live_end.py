"""Ending the bot in order: on Ctrl-C, and as a container does."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest
from matches import healthy
from stored import PATIENCE

if TYPE_CHECKING:
    from harness import Stage

pytestmark = pytest.mark.live


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
async def test_a_signal_ends_the_bot_quickly_and_quietly(stage: Stage, number: signal.Signals) -> None:
    await stage.seats[0].slash("games", "cactpot new")
    process = stage.bot.process
    assert process is not None
    process.send_signal(number)
    process.send_signal(number)  # an impatient second one changes nothing
    await stage.until(lambda: not stage.bot.running, PATIENCE)
    assert stage.bot.code == 0
    healthy(stage)
