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

    Format characters that can turn the direction of text are dropped, joiners of emoji and scripts stay; letters that
    are drawn as nothing count as spaces.
    """
    text = unicodedata.normalize("NFC", name).translate(_BLANK)
    kept = "".join(c for c in text if unicodedata.category(c) not in _UNSEEN and c not in _TURNING)
    line = re.sub(r"\s+", " ", kept).strip()
    short = line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
    return short if any(unicodedata.category(c)[0] in "LNPS" for c in short) else "?"


def marked(name: str) -> str:
    """Give a name for a message: bold, its Markdown and mentions taken literally."""
    # Not discord.utils.escape_markdown: it leaves links and <...> alone, which also format, mention or tell a time.
    escaped = _FORMATTING.sub(r"\\\g<0>", plain(name))
    return f"**{discord.utils.escape_mentions(escaped)}**"


def signed(seat: int, name: str) -> str:
    """Give a seat's sign and its player's name for a message."""
    return f"{SIGNS[seat]} {marked(name)}"


def mention(user_id: int) -> str:
    """Give the text that Discord shows as the user's name and that may ping them."""
    return f"<@{user_id}>"


_FORMATTING = re.compile(r"[\\*_~|`<>\[\]#:]")
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
_UNSEEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
_TURNING = set("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
