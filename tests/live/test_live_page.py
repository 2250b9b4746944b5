"""A game through the page, in a real browser, with the mouse and the keyboard."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from browser import Browser, binary
from harness import buttons
from matches import all_sent, boards, live_board
from players import movers
from stored import PATIENCE, position

import games

if TYPE_CHECKING:
    from pathlib import Path

    from harness import Json, Seat, Stage

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        binary() is None and os.environ.get("CI") != "true", reason="there is no chromium on this machine"
    ),
]


class Window:
    """One seat's column of the page."""

    def __init__(self, page: Browser, seat: Seat) -> None:
        self.page = page
        self.seat = seat
        self.css = f'section.column[data-seat="{seat.user.name}"]'

    async def press(self, text: str, within: str = "") -> None:
        """Click the newest button with a text."""
        await self.page.click(f"{self.css} {within} button.button", text)

    async def all(self, selector: str, what: str) -> Any:
        """Give something of every element that a selector finds in the column."""
        script = f"[...document.querySelectorAll({json.dumps(f'{self.css} {selector}')})].map((n) => {what})"
        return await self.page.eval(script)

    async def wait(self, selector: str, condition: str = "true") -> None:
        """Wait until one element that a selector finds fulfils a condition on `n`."""
        found = f"[...document.querySelectorAll({json.dumps(f'{self.css} {selector}')})]"
        await self.page.wait_for(f"{found}.some((n) => {condition})", PATIENCE)

    async def shown(self, board: Json) -> None:
        """Wait until a board is there, with its picture drawn and described."""
        image = f'article[data-id="{board["id"]}"] img'
        await self.wait(image, "n.complete && n.naturalWidth > 600 && n.alt.startsWith('Cactpot Party, game 1')")

    async def pick(self, asks: str) -> None:
        """Choose the first thing in a list of the panel and wait until the bot has taken it in."""
        select = f'.ephemeral select.select[aria-label="{asks}"]'
        await self.wait(select)
        (before,) = await self.all(select, "n.dataset.customId")
        (value,) = await self.all(select, "n.options[1].value")
        await self.page.choose(f"{self.css} {select}", value)
        await self.wait(select, f"n.dataset.customId !== {json.dumps(before)} && n.value === {json.dumps(value)}")

    async def suggested(self, option: str) -> None:
        """Take the first suggestion for an option of the command being typed."""
        names = await self.all(".composer .fields > label > span", "n.textContent")
        (place,) = [n for n, name in enumerate(names, 1) if name.startswith(option)]
        row = f".composer .fields > label:nth-child({place})"
        await self.page.click(f"{self.css} {row} input")
        await self.wait(f"{row} li")
        await self.page.press("Enter")


async def open_and_start(page: Browser, ann: Window, bo: Window) -> None:
    """Open a table by the page's buttons, with a second seat beside the first."""
    await ann.press("/cactpot new")
    await ann.wait("article", "n.textContent.includes('Players')")
    await page.click("button.beside[title='Show Bo side by side']")
    await bo.press("Join")
    await ann.wait("article", "n.textContent.includes('Players: 2')")
    await ann.press("Start")


async def turn_by_panel(mover: Window, picture: Path) -> None:
    """Take a turn with the panel."""
    await mover.press("Take turn")
    await mover.pick("Which chip?")
    await mover.pick("Where?")
    await mover.wait(".ephemeral button.button", "n.textContent === 'Confirm' && !n.disabled")
    await mover.wait(".ephemeral", "n.textContent.includes('Your move:')")
    await mover.page.screenshot(picture)
    await mover.press("Confirm", ".ephemeral")


async def turn_by_typing(mover: Window) -> None:
    """Take a turn with the slash box, every value from the suggestions."""
    await mover.page.click(f"{mover.css} .composer input")
    await mover.page.type("/cactpot place")
    await mover.wait(".composer .suggestions li")
    await mover.page.press("Tab")
    await mover.page.choose(f"{mover.css} .composer label select", "up")
    await mover.suggested("chip")
    await mover.suggested("space")
    await mover.page.click(f"{mover.css} .composer button.primary", "Send")
    await mover.wait("article.ephemeral", "n.textContent.includes('Chip')")


async def test_a_game_is_played_through_the_page(calm: Stage, tmp_path: Path) -> None:
    async with Browser(1600, 1000) as page:
        await page.goto(f"{calm.server.base}/#Ann")
        await page.wait_for("document.body.dataset.ready", PATIENCE)
        ann, bo = (Window(page, seat) for seat in calm.seats[:2])
        await open_and_start(page, ann, bo)
        board = await live_board(calm)
        await ann.shown(board)
        await bo.shown(board)
        (seat,) = movers(calm, board)
        mover, other = (ann, bo) if seat.id == ann.seat.id else (bo, ann)
        assert await mover.all("article.pinged", "n.dataset.id") == [board["id"]]
        assert await other.all("article.pinged", "n.dataset.id") == []

        seen = await other.all("article.ephemeral", "n.dataset.id")
        await turn_by_panel(mover, tmp_path / "panel.png")
        board = await live_board(calm, "games", after=board)
        await mover.shown(board)
        await other.shown(board)
        assert await other.all("article.ephemeral", "n.dataset.id") == seen
        await mover.wait("article", f"n.dataset.id === '{board['id']}'")
        assert sum(await mover.all("article:not(.ephemeral) button.button", 'n.textContent === "Take turn"')) == 1

        await turn_by_typing(other)
        board = await live_board(calm, "games", after=board)
        await other.shown(board)
        assert position(calm).seq == 2
        await all_sent(calm)

        # What is private is in its owner's messages alone.
        await page.click(f"{ann.css} .channels button.dm")
        await ann.wait("article img", "n.complete && n.naturalWidth > 0 && n.alt.includes('Chips in your hand')")
        assert len(await ann.all("article .picture img", "n.alt")) == len(ann.seat.dms())
        assert not any(await bo.all("article:not(.ephemeral) img", "n.alt.includes('Chips in your hand')"))
        await page.screenshot(tmp_path / "hand.png")

        # Each game is opened by a button in an empty channel.
        for slug, place in (("catsudoku", "general"), ("casinopolis", "quiet")):
            await page.click(f"{ann.css} .channels button.place", place)
            await ann.press(f"/{slug} new")
            await ann.wait("article", f"n.textContent.includes({json.dumps(games.load(slug).meta.blurb)})")
            await ann.wait("article button.button", "n.textContent === 'Add robot' && !n.disabled")
        assert page.errors == []
    assert len(boards(calm)) == 1
    assert "Take turn" in buttons(board)
    for name in ("panel.png", "hand.png"):
        assert (tmp_path / name).stat().st_size > 20_000
