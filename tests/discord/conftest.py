"""The bot on a simulated Discord (simcord), and what every test here holds besides its own point."""

from __future__ import annotations

import inspect
import logging
import sys
from pathlib import Path

import pytest
import simcord
from payload_limits import audit
from simstage import Stage

from games.core import RulesError

sys.path.append(str(Path(__file__).parents[1] / "games"))  # what the rules' tests know of hidden things

# simcord looks every 50 ms whether the bot has come to rest; a test waits for nothing else.
_SETTLE = inspect.unwrap(simcord.Env._settle_internal)
assert "idle" in _SETTLE.__kwdefaults__
_SETTLE.__kwdefaults__["idle"] = 0.001


@pytest.fixture
async def stage(tmp_path, caplog):
    """A server with four members, Ann to Dan, a text channel, and the bot; nothing may go wrong unseen."""
    caplog.set_level(logging.DEBUG, "slowplay")
    one = await Stage.open(tmp_path / "games.sqlite")
    yield one
    try:
        await one.settle()
        requests, errors = list(one.env.http_requests), one.env.errors
    finally:
        await one.close()
    audit(requests)
    if not one.trouble_expected:
        assert [error for error in errors if not _refused(error)] == []
        assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


@pytest.fixture
def refused(stage):
    """Give a check: the answer is one private sentence that holds some words, and the database is as it was."""

    async def check(work, *expected):
        before = await stage.snapshot()
        public = [m.id for m in stage.public()]
        said = await work
        assert await stage.snapshot() == before
        assert [m.id for m in stage.public()] == public
        assert said.result.acknowledged
        assert said.ephemeral
        assert said.text.rstrip().endswith((".", ")", "?"))
        assert "went wrong" not in said.text
        assert "Traceback" not in said.text
        for word in expected:
            assert word in said.text, said.text
        return said

    return check


def _refused(error):
    cause = error.__cause__ or error
    return isinstance(cause, Exception) and (isinstance(cause, RulesError) or type(cause).__module__ == "bot.errors")
