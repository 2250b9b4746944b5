"""Slash commands, buttons and selects. Thin: read the wish, ask the tables, answer."""
