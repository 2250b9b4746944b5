"""Measuring by turns, medians and ratios, and the tables that are printed."""

from __future__ import annotations

import math
import os
import platform
import re
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import PIL
import zlib_ng

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


said: list[str] = []
"""Everything printed so far."""


def by_turns(rounds: int, *sides: Callable[[], object]) -> list[list[float]]:
    """Run every side once a round, a different one first each round; gives the milliseconds of each side."""
    spent: list[list[float]] = [[] for _ in sides]
    for turn in range(rounds):
        for step in range(len(sides)):
            side = (turn + step) % len(sides)
            began = time.perf_counter_ns()
            sides[side]()
            spent[side].append((time.perf_counter_ns() - began) / 1e6)
    return spent


def median(values: Sequence[float]) -> float:
    """Give the median."""
    return statistics.median(values)


def percentile(values: Sequence[float], share: float) -> float:
    """Give the smallest value that at least `share` of all do not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]], note: str = "") -> None:
    """Print a Markdown table, numbers to three digits."""
    say(f"\n### {title}\n")
    if note:
        say(f"{note}\n")
    say("| " + " | ".join(head) + " |")
    say("| " + " | ".join("---" if n == 0 else "---:" for n in range(len(head))) + " |")
    for row in rows:
        say("| " + " | ".join(_cell(value) for value in row) + " |")


def say(text: str) -> None:
    """Print a line at once, and keep it for the page."""
    said.append(text)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def machine() -> str:
    """Name what the figures are from."""
    info = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.+)", info.read_text()) if info.exists() else None
    chip = model[1] if model else platform.processor() or platform.machine()
    return (
        f"{os.cpu_count()} cores {chip}, {platform.system()}, Python {platform.python_version()}, "
        f"Pillow {PIL.__version__}, zlib-ng {zlib_ng.__version__}. At the start: {load()}."
    )


def load() -> str:
    """Say how busy the machine is, us included."""
    return f"load average {os.getloadavg()[0]:.1f}"


def _cell(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    digits = max(0, 2 - math.floor(math.log10(abs(value)))) if value else 0
    return f"{value:,.{digits}f}"
