"""Cactpot Party: hidden chips, then bets on the lines they form."""

from games.cactpot.rules import Cactpot
from games.cactpot.scoring import score

GAME = Cactpot()

__all__ = ["GAME", "score"]
