"""What the tests must know of each game to play it as people do. A new game adds one entry to `PLAYS`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Play(NamedTuple):
    """`command(text)` gives the slash command of a move and its options; `picks(view, text)` what is chosen in the
    fields of the panel, in order, for the same move; `options` of `new` that differ from the usual."""

    command: Callable[[str], tuple[str, dict[str, Any]]]
    picks: Callable[[Any, str], dict[str, str]]
    options: dict[str, Any]


def _cactpot_command(text):
    match text.split():
        case ["place", chip, cell, face]:
            return "cactpot place", {"chip": int(chip), "space": cell, "face": face}
        case ["bet", space]:
            return "cactpot bet", {"on": space}


def _cactpot_picks(view, text):
    match text.split():
        case ["place", chip, cell, face]:
            return {"chip": str(view.hand.index(int(chip))), "face": face, "cell": cell}
        case ["bet", space]:
            return {"on": space}


PLAYS = {"cactpot": Play(_cactpot_command, _cactpot_picks, {"x_tokens": True})}
