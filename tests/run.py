"""`python -m tests.run [pytest arguments]`: all tests, in processes side by side, with one closing line over all.

simcord leaves its webhook adapter behind in a context variable, so tests that use it must not share a process with
tests that talk to the playground over real connections.

Databases of tests lie in memory where the system has a place for that: nothing here survives a loss of power.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parents[1]
APART = ("live", "discord", "bot", "render", "playground")
"""Folders with a process of their own, the longest first, so that all processors have work to the end."""
GROUPS = (*((f"tests/{name}",) for name in APART), ("tests", *(f"--ignore=tests/{name}" for name in APART)))
MEMORY, ROOM = Path("/dev/shm"), 1 << 30
"""Where files can lie in memory, and the bytes that must be free there; containers often have but a few."""
NO_TESTS = 5
"""pytest's exit code when it found nothing to run, which is no failure as long as the other group ran something."""


class Count(NamedTuple):
    """How many tests ended in which way."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Count) -> Count:  # type: ignore[override]
        """Sum two counts."""
        return Count(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def __str__(self) -> str:
        """Give the closing line."""
        return f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else "")


def main(arguments: list[str]) -> int:
    """Run the tests; gives the exit code."""
    began = time.monotonic()
    with ThreadPoolExecutor(min(len(GROUPS), os.cpu_count() or 1)) as pool:
        total = sum(pool.map(lambda group: run(group, arguments), GROUPS), Count())
    sys.stdout.write(f"All tests in {time.monotonic() - began:.0f} s\n{total}\n")
    return 1 if total.failed or not total.passed else 0


def run(paths: tuple[str, ...], arguments: list[str]) -> Count:
    """Run one group of tests in a process of its own, show what it printed, and count its tests.

    A process that breaks down counts as one failed test.
    """
    within = MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM else None
    with tempfile.TemporaryDirectory(dir=within, ignore_cleanup_errors=True) as folder:
        report, files = Path(folder) / "report.xml", Path(folder) / "files"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            f"--junit-xml={report}",
            f"--basetemp={files}",
            *paths,
            *arguments,
        ]
        ended = subprocess.run(
            command, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        count = read(report.read_bytes()) if report.exists() else Count()
    sys.stdout.write(ended.stdout)  # in one piece: two processes would print into each other's lines
    sys.stdout.flush()
    broken = ended.returncode not in {0, NO_TESTS} and not count.failed
    return count + Count(failed=int(broken))


def read(report: bytes) -> Count:
    """Count the tests of a JUnit report."""
    total = Count()
    for case in ET.fromstring(report).iter("testcase"):
        ends = {part.tag for part in case}
        total += Count(0, 1) if ends & {"failure", "error"} else Count(0, 0, 1) if "skipped" in ends else Count(1)
    return total


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
