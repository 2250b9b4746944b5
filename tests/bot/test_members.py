"""Asking Discord who is still in a server."""

from __future__ import annotations

from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest
from seating import ANN, BEN

from bot import members


def answer(status):
    return Mock(status=status, reason="")


@pytest.mark.parametrize(
    ("trouble", "expected"),
    [
        (discord.NotFound(answer(404), "Unknown Member"), {BEN}),
        (discord.Forbidden(answer(403), "Missing Access"), set()),
        (aiohttp.ServerDisconnectedError(), set()),
        (OSError("unreachable"), set()),
    ],
    ids=["left", "forbidden", "disconnected", "unreachable"],
)
async def test_only_who_has_surely_left_is_gone(seating, trouble, expected):
    table = await seating.start(2)
    server = Mock(fetch_member=AsyncMock(side_effect=lambda user: None if user == ANN else raised(trouble)))
    assert await members.gone(server, table) == expected


def raised(trouble):
    raise trouble
