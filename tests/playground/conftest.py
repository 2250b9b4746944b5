from __future__ import annotations

import asyncio
import io
import json
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "live"))

from playground.server import Stage


class Raw:
    """The bot's side by bare HTTP: what is sent is what the test wrote."""

    def __init__(self, stage: Stage, session: aiohttp.ClientSession) -> None:
        self.stage = stage
        self.session = session
        self.world = stage.world
        self.games = stage.channel("games")
        self.application = f"/applications/{stage.world.bot.id}/commands"
        self.messages = f"/channels/{self.games.id}/messages"

    async def send(
        self, method: str, path: str, body: Any = None, files: list[tuple[str, bytes]] | None = None, **query: str
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self.world.token}"}
        data: Any = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body or {}))
            for index, (name, content) in enumerate(files):
                data.add_field(
                    f"files[{index}]", io.BytesIO(content), filename=name, content_type="application/octet-stream"
                )
        elif body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = self.stage.base + "/api/v10" + path
        async with self.session.request(method, url, data=data, headers=headers, params=query) as response:
            text = await response.text()
            answer = json.loads(text) if response.headers.get("Content-Type") == "application/json" else text
            return response.status, answer

    async def post(self, body: Any, files: list[tuple[str, bytes]] | None = None) -> tuple[int, Any]:
        return await self.send("POST", self.messages, body, files)

    async def answer(self, interaction: Any, kind: int, data: Any = None, files: Any = None) -> tuple[int, Any]:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        return await self.send("POST", path, {"type": kind, "data": data or {}}, files, with_response="1")

    def hook(self, interaction: Any, rest: str = "") -> str:
        return f"/webhooks/{self.world.bot.id}/{interaction.token}{rest}"

    def slash(self, words: str = "demo", seat: int = 0, **options: Any) -> Any:
        actors = self.stage.actors
        return actors.slash(self.world.seats[seat], self.games, words, options)

    async def register(self, *options: Any, name: str = "demo") -> tuple[int, Any]:
        command = {"name": name, "description": "d", "options": list(options)}
        return await self.send("PUT", self.application, [command])


@pytest.fixture
async def stage(tmp_path: Path):
    async with Stage(tmp_path / "games.sqlite") as made:
        yield made


@pytest.fixture
async def raw(stage: Stage):
    async with aiohttp.ClientSession() as session:
        yield Raw(stage, session)
    await asyncio.sleep(0)
