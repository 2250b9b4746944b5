"""Pointing discord.py at a Discord on this machine: the only place that touches its inner addresses."""

from __future__ import annotations

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def connect_to(address: str) -> None:
    """Send everything to `address`, http://127.0.0.1:PORT. A test holds that the two attributes still exist."""
    Route.BASE = f"{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/gateway")
    assert discord.version_info[:2] == (2, 7)
