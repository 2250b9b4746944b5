"""`python -m tests.bench [part ...]`: measure the bot against floors in one run. It judges nothing."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.bench import live, pictures, rules, timing

PARTS = {
    "rules": rules.main,
    "pictures": pictures.speed,
    "bytes": pictures.size,
    "moves": live.moves,
    "start": live.start,
    "load": live.load,
}
PAGE = Path(__file__).parents[2] / "docs/performance.md"
HEADING = "\n## Figures\n\n"


def main() -> None:
    """Run the parts that were asked for, or all, and put the figures into their page when asked to."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], default=[], help="default: all")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {PAGE.name}")
    options = parser.parse_args()
    if options.write and options.part:
        parser.error("--write takes all parts")
    timing.say(timing.machine())
    for name in options.part or PARTS:
        PARTS[name]()
    timing.say(f"\nAt the end: {timing.load()}.")
    if options.write:
        why, _, _ = PAGE.read_text("utf-8").partition(HEADING)
        PAGE.write_text(why + HEADING + "\n".join(timing.said) + "\n", "utf-8")


if __name__ == "__main__":
    main()
