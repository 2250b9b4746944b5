"""Casinopolis: a city of casinos and roads, built together card by card against a target."""

from games.casinopolis.conditions import Condition, Tally
from games.casinopolis.deck import HOUSE
from games.casinopolis.rules import Casinopolis
from games.casinopolis.scoring import score_map

__all__ = ["GAME", "HOUSE", "Condition", "Tally", "score_map"]

GAME = Casinopolis()
"""The rules of Casinopolis behind the contract of all games."""
