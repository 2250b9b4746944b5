"""`python -m tests.bench [part ...]`: measure the bot against floors in one run. It judges nothing."""

from __future__ import annotations

import argparse

from tests.bench import live, pictures, rules
from tests.bench.timing import load, machine, say

PARTS = {
    "rules": rules.main,
    "pictures": pictures.speed,
    "bytes": pictures.size,
    "moves": live.moves,
    "start": live.start,
    "load": live.load,
}


def main() -> None:
    """Run the parts that were asked for, or all."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], default=[], help="default: all")
    chosen = parser.parse_args().part or list(PARTS)
    say(machine())
    for name in chosen:
        PARTS[name]()
    say(f"\nAt the end: {load()}")


if __name__ == "__main__":
    main()
