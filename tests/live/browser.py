"""A headless chromium spoken to over its DevTools websocket; no driver, no further package.

async with Browser() as page:
    await page.goto(url)
    await page.wait_for("document.body.dataset.ready")
    await page.click("button.primary")
    await page.screenshot(path, width=400, height=800, dark=True)
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path
from typing import Any, Self

import aiohttp

BINARIES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)
START_SECONDS = 30.0
# The middle of the last visible element that fits, or null.
_CENTRE = """(() => {
  const fits = (n) => n.textContent.includes(TEXT) && !n.disabled && n.getClientRects().length;
  const node = [...document.querySelectorAll(SELECTOR)].filter(fits).at(-1);
  if (!node) return null;
  node.scrollIntoView({ block: "nearest" });
  const box = node.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()"""
_CHOOSE = """(() => {
  const found = (n) => [...n.options].find((o) => o.value === VALUE || o.textContent === VALUE);
  const node = [...document.querySelectorAll(SELECTOR)].filter(found).at(-1);
  if (!node) return false;
  node.value = found(node).value;
  node.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
})()"""


def binary() -> str | None:
    """Return the path of chromium, or None where there is none."""
    return next((found for name in BINARIES if (found := shutil.which(name))), None)


class Browser:
    """One browser with one page. Use as an async context manager.

    Attributes:
        errors: uncaught exceptions and console errors of the page so far.
    """

    def __init__(self, width: int = 1280, height: int = 900) -> None:
        self.width = width
        self.height = height
        self.errors: list[str] = []
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._loaded = asyncio.Event()

    async def __aenter__(self) -> Self:
        """Start chromium with a fresh profile and open a blank page."""
        path = binary()
        assert path is not None, "no chromium on this machine"
        self._folder = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        profile = Path(self._folder.name)
        self._process = await asyncio.create_subprocess_exec(
            path,
            *FLAGS,
            f"--user-data-dir={profile}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        self._session = aiohttp.ClientSession()
        port = await self._port(profile / "DevToolsActivePort")
        async with self._session.get(f"http://127.0.0.1:{port}/json/list") as response:
            target = next(entry for entry in await response.json() if entry["type"] == "page")
        self._socket = await self._session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0)
        self._reader = asyncio.create_task(self._read())
        for domain in ("Page", "Runtime", "Log"):
            await self.send(f"{domain}.enable")
        await self.resize(self.width, self.height)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the browser and forget its profile."""
        self._reader.cancel()
        await self._socket.close()
        await self._session.close()
        # Its helpers live in its process group, which is ours alone.
        os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        self._folder.cleanup()

    async def _port(self, file: Path) -> int:
        ends = time.monotonic() + START_SECONDS
        while time.monotonic() < ends:
            if file.exists() and (text := file.read_text().split()):  # noqa: ASYNC240 - a tiny file in a test
                return int(text[0])
            await asyncio.sleep(0.02)
        raise AssertionError("chromium did not start")

    async def _read(self) -> None:
        async for frame in self._socket:
            message = json.loads(frame.data)
            waiting = self._answers.pop(message.get("id", 0), None)
            if waiting is not None:
                waiting.set_result(message)
            elif message.get("method") == "Page.loadEventFired":
                self._loaded.set()
            elif message.get("method") == "Runtime.exceptionThrown":
                details = message["params"]["exceptionDetails"]
                self.errors.append(details.get("exception", {}).get("description") or details["text"])
            elif message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                entry = message["params"]["entry"]
                self.errors.append(f"{entry['text']} {entry.get('url', '')}")

    async def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a DevTools command and return its result."""
        self._number += 1
        answer = asyncio.get_running_loop().create_future()
        self._answers[self._number] = answer
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        message = await asyncio.wait_for(answer, START_SECONDS)
        assert "error" not in message, message
        result: dict[str, Any] = message["result"]
        return result

    async def resize(self, width: int, height: int) -> None:
        """Set the size of the window in pixels."""
        self.width, self.height = width, height
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self.send("Emulation.setDeviceMetricsOverride", **size)

    async def goto(self, url: str) -> None:
        """Open a page and wait until it is loaded."""
        self._loaded.clear()
        opened = await self.send("Page.navigate", url=url)
        # Without a loader only the part behind the # changed.
        if "loaderId" in opened:
            await asyncio.wait_for(self._loaded.wait(), START_SECONDS)

    async def reload(self) -> None:
        """Load the page anew and wait until it is loaded."""
        self._loaded.clear()
        await self.send("Page.reload")
        await asyncio.wait_for(self._loaded.wait(), START_SECONDS)

    async def eval(self, script: str) -> Any:
        """Run a script, await it if it is a promise, and return its value."""
        result = await self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{script}: {result['exceptionDetails'].get('exception', {}).get('description')}")
        return result["result"].get("value")

    async def wait_for(self, condition: str, timeout: float = 10.0) -> Any:  # noqa: ASYNC109 - how long a test waits
        """Wait until a script gives something true, and return that."""
        ends = time.monotonic() + timeout
        while True:
            found = await self.eval(f"((v) => v instanceof Node ? true : v)({condition})")
            if found:
                return found
            if time.monotonic() > ends:
                seen = await self.eval("document.body.innerText.slice(0, 2000)")
                raise AssertionError(f"not within {timeout} s: {condition}\nThe page says:\n{seen}\n{self.errors}")
            await asyncio.sleep(0.02)

    async def click(self, selector: str, text: str = "") -> None:
        """Wait for an element (with that text in it, if given) that is not disabled, and click it with the mouse."""
        where = _CENTRE.replace("SELECTOR", json.dumps(selector)).replace("TEXT", json.dumps(text))
        # What has just been drawn may still move: wait until it rests.
        before, spot = None, await self.wait_for(where)
        while before != spot:
            await asyncio.sleep(0.05)
            before, spot = spot, await self.wait_for(where)
        x, y = spot
        for kind in ("mousePressed", "mouseReleased"):
            await self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def type(self, text: str) -> None:
        """Type text into whatever has the focus."""
        await self.send("Input.insertText", text=text)

    async def press(self, key: str) -> None:
        """Press a key such as "Enter", "Tab", "Escape", "ArrowDown"."""
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38}
        extra = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            more = extra if kind == "keyDown" else {}
            event = {"key": key, "code": key, "windowsVirtualKeyCode": codes[key], **more}
            await self.send("Input.dispatchKeyEvent", type=kind, **event)

    async def choose(self, selector: str, value: str) -> None:
        """Choose an option by its value or its text, in the last matching <select> that has it."""
        script = _CHOOSE.replace("SELECTOR", json.dumps(selector)).replace("VALUE", json.dumps(value))
        await self.wait_for(script)

    async def text(self, selector: str = "body") -> str:
        """Return the visible text of the last element a selector finds."""
        return str(await self.eval(f"[...document.querySelectorAll({json.dumps(selector)})].at(-1)?.innerText ?? ''"))

    async def screenshot(
        self, path: Path | str, width: int | None = None, height: int | None = None, *, dark: bool = False
    ) -> None:
        """Write a PNG of the window, at a size and in a colour scheme."""
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        await self.send("Emulation.setEmulatedMedia", features=scheme)
        if width and height:
            await self.resize(width, height)
        await asyncio.sleep(0.6)
        image = await self.send("Page.captureScreenshot", format="png")
        Path(path).write_bytes(base64.b64decode(image["data"]))  # noqa: ASYNC240 - a small file in a test
