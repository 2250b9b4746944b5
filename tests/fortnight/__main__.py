"""`python -m tests.fortnight [seed]`: live through the fortnight and print the table of docs/async.md."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.fortnight import checks
from tests.fortnight.world import Fortnight


def main(seed: int) -> int:
    """Print the figures and whatever did not hold; gives the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        world = Fortnight(Path(folder) / "games.sqlite", seed)
        asyncio.run(world.run())
    sys.stdout.write("| what | how many |\n| --- | ---: |\n")
    for what, number in checks.figures(world).items():
        sys.stdout.write(f"| {what} | {number:,} |\n")
    wrong = [said for check in checks.ALL for said in check(world)]
    sys.stdout.write("".join(f"{said}\n" for said in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
