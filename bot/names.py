"""Players' names made safe for text, pictures and alt text."""

from __future__ import annotations

import re
import unicodedata

import discord

LONGEST = 24
SIGNS = ("●A", "■B", "▲C", "◆D")
"""Shape and letter of each seat, as the pictures show them."""


def plain(name: str) -> str:
    """Cut a display name to one clean line of at most 24 characters; '?' when nothing visible is left.

    Format characters that can turn the direction of text are dropped, joiners of emoji and scripts stay.
    """
    text = unicodedata.normalize("NFC", name)
    kept = "".join(c for c in text if unicodedata.category(c) not in _UNSEEN and c not in _TURNING)
    line = re.sub(r"\s+", " ", kept).strip()
    short = line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
    return short if any(unicodedata.category(c)[0] in "LNPS" for c in short) else "?"


def marked(name: str) -> str:
    """Give a name for a message: bold, its Markdown and mentions taken literally."""
    escaped = discord.utils.escape_mentions(discord.utils.escape_markdown(plain(name)))
    return f"**{escaped}**"


def signed(seat: int, name: str) -> str:
    """Give a seat's sign and its player's name for a message."""
    return f"{SIGNS[seat]} {marked(name)}"


def mention(user_id: int) -> str:
    """Give the text that Discord shows as the user's name and that may ping them."""
    return f"<@{user_id}>"


_UNSEEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
_TURNING = set("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
