"""Cactpot Party: hidden chips, then bets on the lines they form."""
