"""What is said about a table, in plain lines: its options, whose turn it is, until when, what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from bot import names
from bot.changes import AGREED
from games import phrases

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.table import Entry, Table
    from games.core import View

LINES = 8
"""Lines of news on a board; older ones are in the history."""
ENDED = "This game was ended before its end."


def title(table: Table) -> str:
    """Give the heading of a table's messages."""
    return f"### {table.game.meta.title}"


def options(table: Table) -> str:
    """Name the options a table plays with; '' when all are the usual ones."""
    said = []
    for option in table.game.meta.options:
        value = table.options.get(option.name, option.default)
        if value != option.default:
            label = next(label for choice, label in option.choices if choice == value)
            # Most labels begin with the value and a colon of their own.
            named = f"{option.name.replace('_', ' ')}{'' if ':' in label else ':'} {label}"
            said.append(label if isinstance(value, bool) else named)
    return "; ".join(said)


def extent(seats: Sequence[int]) -> str:
    """Say how many can play: `2 to 4`."""
    return str(seats[0]) if len(seats) == 1 else f"{min(seats)} to {max(seats)}"


def span(seconds: int) -> str:
    """Say a time: 30 minutes, 24 hours, 3 days."""
    if seconds < 2 * 3600 and seconds % 3600:
        return phrases.count(seconds // 60, "minute")
    days, hours = divmod(seconds // 3600, 24)
    return phrases.count(days, "day") if days > 1 and not hours else phrases.count(seconds // 3600, "hour")


def ended_early(table: Table) -> bool:
    """Tell whether a game that had begun is over before its rules ended it."""
    return table.status == "over" and table.game.outcome(table.state) is None


def turn(table: Table, view: View, names: Sequence[str]) -> str:
    """Say whose turn it is or how the game ended, in the words of the game; those know of no end before the end."""
    if ended_early(table):
        return ENDED
    return games.words(table.slug).turn(view, names)


def times(table: Table, away: Mapping[int, int]) -> list[str]:
    """Say until when the turn lasts, who is on vacation (until when, by user), and where robots play for somebody."""
    absences = [(names.signed(p.seat, p.name), away.get(p.user_id or 0)) for p in table.players]
    said = [f"{who} is away until <t:{until}:D>." for who, until in absences if until]
    if table.close_at is not None:
        said.append(f"The table goes on by itself <t:{table.close_at}:R>.")
    if table.deadline is not None:
        said.append(f"Time until <t:{table.deadline}:f>, <t:{table.deadline}:R>.")
    if table.status == "paused":
        agreed = table.ending == AGREED
        how = "/game pause by any player lets it go on" if agreed else "/game status tells how it goes on"
        said.append(f"The game is paused; {how}.")
    absent = [names.signed(p.seat, p.name) for p in table.players if p.robot is not None and p.user_id is not None]
    if absent and table.forsaken and table.status == "running":
        said.append(f"The game waits until one of {', '.join(absent)} presses I am back or makes a move.")
    elif absent:
        said.append(f"A robot plays for {', '.join(absent)} until they press I am back or make a move.")
    return said


def told(table: Table, entries: Sequence[Entry]) -> list[str]:
    """Tell what some rows of the log did, a line an event, under the names of then."""
    words, lines = games.words(table.slug), []
    for entry in entries:
        lines += [entry.note] if entry.note else []
        events, marked = table.game.load_events(entry.events), table.then(entry.seq).marked
        lines += [line for event in events if (line := words.tell(event, marked))]
    return lines


def news(table: Table, entries: Sequence[Entry], most: int = LINES) -> str:
    """Tell the newest events, a line each; that time was up is never left out."""
    lines = told(table, entries)
    if len(lines) > most:
        shown = lines[-most:]
        late = [entry.note for entry in entries if entry.kind == "timeout" and entry.note and entry.note not in shown]
        shown = [*late[-1:], *shown[len(late[-1:]) :]]
        lines = [f"-# … and {len(lines) - most} more before; /game history has all", *shown]
    return "\n".join(lines)


def drawn(table: Table, view: View | None = None) -> str:
    """Draw a view, the public one unless told otherwise, with characters in a code block no player's name can end."""
    text = games.words(table.slug).board(view or table.view(None), table.names).replace("`", "'")
    return f"```\n{text}\n```"


def link(table: Table) -> str:
    """Give the address of a table's newest message, or of its channel."""
    return link_to(table, table.message.message_id if table.message else None)


def link_to(table: Table, message_id: int | None) -> str:
    """Give the address of a message in a table's channel, or of the channel."""
    place = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    return place if message_id is None else f"{place}/{message_id}"
