"""What tests may do to requests of the bot: hold them, refuse them, and read what was asked."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    from .errors import ApiError

When: TypeAlias = Literal["before", "after"]
KEPT_RECORDS = 5000


class Record(msgspec.Struct, frozen=True):
    """One request of the bot. `at` is in seconds since 1970; `code` is 0 unless Discord refused."""

    method: str
    path: str
    status: int
    code: int
    ms: float
    at: float


class Match(msgspec.Struct):
    """Which requests: a method ("" for any) and a regular expression searched in the path; `times` of them."""

    method: str
    path: str
    times: int = 1

    def takes(self, method: str, path: str) -> bool:
        """Whether a request is meant; counts it if so."""
        if self.times > 0 and self.method in {"", method} and re.search(self.path, path):
            self.times -= 1
            return True
        return False


class Fault(msgspec.Struct):
    """A refusal lying in wait."""

    match: Match
    error: ApiError
    html: bool = False


class Hold:
    """Requests that wait: before they take effect, or after it but before the answer leaves.

    Attributes:
        caught: set once a request waits here.
        drop: when released, a request waiting "before" is thrown away without effect.
    """

    def __init__(self, number: int, match: Match, when: When) -> None:
        self.number = number
        self.match = match
        self.when = when
        self.caught = asyncio.Event()
        self.released = asyncio.Event()
        self.drop = False

    def release(self, *, drop: bool = False) -> None:
        """Let the waiting requests go on, or throw them away."""
        self.drop = drop
        self.match.times = 0
        self.released.set()


class Desk:
    """Where every request of the bot passes."""

    def __init__(self) -> None:
        self.records: deque[Record] = deque(maxlen=KEPT_RECORDS)
        self.unimplemented: list[str] = []
        self.faults: list[Fault] = []
        self.holds: dict[int, Hold] = {}
        self._number = 0

    def hold(self, method: str, path: str, when: When = "before", times: int = 1) -> Hold:
        """Hold the next requests that match until released."""
        self._number += 1
        hold = Hold(self._number, Match(method, path, times), when)
        self.holds[hold.number] = hold
        return hold

    def fail(self, method: str, path: str, error: ApiError, times: int = 1, *, html: bool = False) -> None:
        """Answer the next requests that match with an error; `html` as a proxy in front of Discord would."""
        self.faults.append(Fault(Match(method, path, times), error, html))

    def fault(self, method: str, path: str) -> Fault | None:
        """Return the refusal waiting for this request, if any."""
        return next((fault for fault in self.faults if fault.match.takes(method, path)), None)

    async def wait(self, method: str, path: str, when: When) -> bool:
        """Wait as long as a hold says; False when the request is to be thrown away."""
        for hold in tuple(self.holds.values()):
            if hold.when == when and not hold.released.is_set() and hold.match.takes(method, path):
                hold.caught.set()
                await hold.released.wait()
                if hold.drop:
                    return False
        return True

    def release_all(self) -> None:
        """Let everything go on, as at the end of a test."""
        for hold in self.holds.values():
            hold.release()
        self.faults.clear()
