"""What the tests must know of each game to play it as people do. A new game adds one entry to `PLAYS`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from games.casinopolis.map import label
from games.casinopolis.moves import read_spot

if TYPE_CHECKING:
    from collections.abc import Callable


class Play(NamedTuple):
    """`command(text)` gives the slash command of a move and its options; `picks(view, text)` what is chosen in the
    fields of the panel, in order, for the same move, nothing for a move with a button of its own; `draft(view, text)`
    is what the panel's other buttons have set by then; `options` of `new` that differ from the usual."""

    command: Callable[[str], tuple[str, dict[str, Any]]]
    picks: Callable[[Any, str], dict[str, str]]
    options: dict[str, Any]
    draft: Callable[[Any, str], str] = lambda _view, _text: ""


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


def _catsudoku_command(text):
    match text.split():
        case ["grid", cell]:
            return "catsudoku grid", {"space": cell}
        case ["play", card, cell]:
            return "catsudoku play", {"card": card, "space": cell}
        case [word]:
            return f"catsudoku {word}", {}


def _catsudoku_picks(view, text):
    match text.split():
        case ["grid", cell]:
            return {"cell": cell}
        case ["play", card, cell]:
            return {"card": str(view.reserves[view.seat].index(card)), "cell": cell}
        case _:
            return {}


def _casinopolis_command(text):
    _, card, spot, *turned = text.split()
    return "casinopolis place", {"card": int(card), "at": label(read_spot(spot)), "turned": bool(turned)}


def _casinopolis_draft(view, text):
    _, card, spot, *turned = text.split()
    return f"card={view.hand.index(int(card))}~spot={spot}~turned={len(turned)}"


PLAYS = {
    "cactpot": Play(_cactpot_command, _cactpot_picks, {"x_tokens": True}),
    "catsudoku": Play(_catsudoku_command, _catsudoku_picks, {"scoring": "advanced"}),
    "casinopolis": Play(_casinopolis_command, lambda _view, _text: {}, {}, _casinopolis_draft),
}
