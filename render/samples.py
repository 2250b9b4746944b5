"""Pictures to look at: what the contact sheet, the tests and the bench draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from games.core import Event, View

NAMES = ("Mina", "Bartholomew", "田中さくら", "Åsa")
ODD_NAMES = (
    "👩‍👩‍👧‍👦 The Family 🎲",
    "شهرزاد الحكيمة",
    "Wolfeschlegelsteinhausenbergerdorff the Eleventh of the Endless Dune Road, Esquire",
    "Z̷̢̛͎͇͂a̵̛͓͉͝l̸̡͖̓͘g̴̛̹̈́o̶͖̾͝",
)
"""Names that break careless pictures: joined emoji, right to left, 80 characters, piled-up marks."""


class Sample(msgspec.Struct, frozen=True):
    """One picture: which function of the game's pictures draws what, for which names. A ghost is a board whose newest
    piece is only tried out."""

    title: str
    kind: Literal["board", "ghost", "hand", "scored"]
    of: View | Event
    names: tuple[str, ...] = NAMES
