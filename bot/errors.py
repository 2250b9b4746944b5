"""What can go wrong above the rules.

Stop          the program cannot run; the message is one line that says what to do
Refusal       a player's wish cannot be met; the message is one sentence that says what is possible instead
|-- Stale     the button belongs to an older board
`-- Repeated  the interaction came before; the message is the answer it had
"""

from __future__ import annotations


class Stop(Exception):
    """The program cannot run. The command line prints the message and ends with exit code 1."""


class Refusal(Exception):
    """A player asked for something impossible; the message is the sentence they read, and nothing was changed."""


class Stale(Refusal):
    """It was chosen on an older board: the button was drawn for it, or the move suggested from it."""

    def __init__(self) -> None:
        super().__init__("The board has moved on since that was chosen; here is the game as it stands now.")


class Repeated(Refusal):
    """The interaction came before; the message is the answer it had then."""
