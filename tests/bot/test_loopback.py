"""The two inner addresses of discord.py that are set to talk to a Discord on this machine."""

from __future__ import annotations

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import loopback


@pytest.fixture(autouse=True)
def put_back(monkeypatch):
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


def test_they_still_exist_and_lead_to_discord_until_told_otherwise():
    assert discord.version_info[:2] == (2, 7), "look at bot/loopback.py again before taking another discord.py"
    assert Route.BASE.startswith("https://discord.com/api/v")
    assert DiscordWebSocket.DEFAULT_GATEWAY.host == "gateway.discord.gg"


def test_everything_goes_to_the_address_given():
    loopback.connect_to("http://127.0.0.1:4321")

    assert Route("GET", "/users/@me").url == "http://127.0.0.1:4321/api/v10/users/@me"
    assert yarl.URL("ws://127.0.0.1:4321/gateway") == DiscordWebSocket.DEFAULT_GATEWAY
