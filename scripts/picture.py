#!/usr/bin/env python3
"""Draw the README's picture: the table of a recorded game after some moves, as a spectator sees it."""

from __future__ import annotations

import argparse
from pathlib import Path

import games
import render
from games import chance

SLUG, NAMES, SEED, MOVES = "cactpot", ("Ann", "Bo", "Cy"), b"the picture of the README", 13


def main() -> None:
    """Write a PNG file; the same rules and drawings always give the same bytes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    game = games.load(SLUG)
    state, dice = game.setup(len(NAMES), SEED), chance.start(SEED)
    for _ in range(MOVES):
        seat = min(game.to_act(state))
        possible = game.legal(state, seat)
        number, dice = chance.below(dice, len(possible))
        state, _ = game.apply(state, seat, possible[number])
    parser.parse_args().file.write_bytes(render.load(SLUG).board(game.view(state, None), NAMES))


if __name__ == "__main__":
    main()
