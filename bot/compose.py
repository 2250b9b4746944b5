"""Messages made from tables, pictures and words alone, so that any of them can be made and sent again at any time.

Everything is Components V2: a container with texts, a picture with alt text and buttons. Limits of Discord that matter
here (texts 4,000 characters in all, alt text 1,024, 40 components) are kept by construction and held by a test.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

import games
from bot import names, offers, outbox
from bot.buttons import Button
from bot.chores import LOBBY_DAYS
from bot.endings import AGREED
from bot.lobbies import WINDOW
from games import phrases

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.offers import Offer
    from bot.table import Entry, Table
    from games.core import Event, View

_LINES = 8
"""Lines of news on a board; older ones are in the history."""
_SEAT_COLOURS = (0x4FA3E0, 0xF28C28, 0x3DBE8B, 0xE07BB5)
_DIGEST = 20
"""Games that a digest lists."""
_OFFERS = 2
"""Moves a game may offer right under its board."""
_QUIET = 0x80848E
ENDED = "This game was ended before its end."
PRIMARY, SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success


class Message:
    """A message ready to send: its view, its picture, whom it may ping, and what of it to remember."""

    def __init__(
        self,
        *parts: ui.Item[Any],
        colour: int = _QUIET,
        picture: tuple[str, bytes, str] | None = None,
        pings: Sequence[int] = (),
    ) -> None:
        self.view = ui.LayoutView(timeout=None)
        self._all = ui.Container(*parts, accent_colour=colour)
        self.view.add_item(self._all)
        self._picture = picture
        self.mentions = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in pings]
        )

    def tag(self, number: int) -> None:
        """Number the message, so that it can be told from all others; see `traces`."""
        self._all.id = number

    def files(self) -> list[discord.File]:
        """Give the picture as a new upload; an upload can be sent only once."""
        if self._picture is None:
            return []
        name, png, alt = self._picture
        return [discord.File(io.BytesIO(png), name, description=alt)]


def gallery(name: str, alt: str) -> ui.MediaGallery[Any]:
    """Show an attachment of the same message, with its alt text."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))


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


def lobby(table: Table, seal: str = "") -> Message:
    """Compose the lobby: who sits where, and the buttons that fill it; once begun, the seal of the deal."""
    meta = table.game.meta
    seats = "\n".join(names.signed(player.seat, player.name) for player in table.players)
    limit = "" if table.turn_time is None else f"{_span(table.turn_time)} a turn"
    window = "" if table.window == WINDOW else f"{_span(table.window)} to look a turn over"
    chosen = "; ".join(filter(None, [options(table), window, limit]))
    about = f"{title(table)}\n{meta.blurb}" + (f"\n-# With: {chosen}" if chosen else "")
    if table.status == "lobby":
        few, most, here = min(meta.seats), max(meta.seats), len(table.players)
        wanted = (
            f"{few - here} more needed to start"
            if here < few
            else "ready to start"
            if here < most
            else "full, start now"
        )
        return Message(
            ui.TextDisplay(about),
            ui.Separator(),
            ui.TextDisplay(f"**Players: {here}** ({extent(meta.seats)} can play), {wanted}\n{seats}"),
            ui.ActionRow(
                Button("Join", "join", table.id, 0, style=SUCCESS, disabled=here >= most),
                Button("Leave", "leave", table.id, 0),
                Button("Add robot", "robot", table.id, here, disabled=here >= most),
                Button("Start", "start", table.id, 0, style=PRIMARY, disabled=here < few),
                Button("Rules", "rules", table.id, 0),
            ),
            colour=_SEAT_COLOURS[0],
        )
    if table.state is None:
        why = f": nobody started it for {phrases.count(LOBBY_DAYS, 'day')}" if table.ending == "closed" else ""
        return Message(ui.TextDisplay(f"{title(table)}\nThis table was closed before it began{why}."))
    begun = (
        f"**Players**\n{seats}\n-# The game has begun. Seal of the deal: SHA-256 `{seal}`; /game verify explains it."
    )
    return Message(ui.TextDisplay(about), ui.Separator(), ui.TextDisplay(begun))


def board(
    table: Table,
    entries: Sequence[Entry],
    png: bytes | None,
    pings: Sequence[int] = (),
    missing: str = "",
    away: Mapping[int, int] | None = None,
) -> tuple[Message, outbox.Standing]:
    """Compose a board for everybody: what happened, the picture, whose turn it is.

    `missing` says why there is no picture; the board then comes as text. `away` maps users on vacation to its end.
    The standing has no message id yet.
    """
    words, view = games.words(table.slug), table.view(None)
    happened = news(table, entries)
    alt = words.alt(view, table.names)
    name = board_file(table) if png else ""
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{title(table)}\n{happened}" if happened else title(table))]
    if png:
        parts.append(gallery(name, alt))
    else:
        parts.append(ui.TextDisplay(drawn(table) + (f"\n-# {missing}" if missing else "")))
    parts += _whose_turn(table, view, away or {})
    message = Message(*parts, colour=_colour(table), picture=(name, png, alt) if png else None, pings=pings)
    return message, outbox.Standing(0, title(table), happened, name, alt)


def refreshed(table: Table, shown: outbox.Standing, away: Mapping[int, int]) -> Message:
    """Compose the board that stands there anew, with the times as they are now. Its picture stays where it is."""
    board_shown = gallery(shown.picture, shown.alt) if shown.picture else ui.TextDisplay(drawn(table))
    head: ui.Item[Any] = ui.TextDisplay(f"{shown.title}\n{shown.text}".strip())
    return Message(head, board_shown, *_whose_turn(table, table.view(None), away), colour=_colour(table))


def board_file(table: Table) -> str:
    """Give the name of a board's picture."""
    return f"board-{table.id}-{table.seq}.png"


def _whose_turn(table: Table, view: View, away: Mapping[int, int]) -> list[ui.Item[Any]]:
    """Say whose turn it is and until when, with the buttons for it."""
    whose = turn(table, view, table.mentioned)
    said: ui.Item[Any] = ui.TextDisplay(whose + "".join(f"\n-# {line}" for line in times(table, away)))
    return [said, *(rows(table) if view.to_act else [])]


def ended_early(table: Table) -> bool:
    """Tell whether a game that had begun is over before its rules ended it."""
    return table.status == "over" and table.game.outcome(table.state) is None


def turn(table: Table, view: View, names: Sequence[str]) -> str:
    """Say whose turn it is or how the game ended, in the words of the game; those know of no end before the end."""
    if ended_early(table):
        return ENDED
    return games.words(table.slug).turn(view, names)


def _colour(table: Table) -> int:
    return _SEAT_COLOURS[table.awaited[0]] if len(table.awaited) == 1 else _QUIET


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
    if absent and table.forsaken:
        said.append(f"The game waits until one of {', '.join(absent)} presses I am back or makes a move.")
    elif absent:
        said.append(f"A robot plays for {', '.join(absent)} until they press I am back or make a move.")
    return said


def rows(table: Table) -> list[ui.ActionRow[Any]]:
    """The rows of buttons under a board; a second one where a robot plays for somebody."""
    found = [actions(table)]
    if any(player.robot is not None and player.user_id is not None for player in table.players):
        found.append(ui.ActionRow(Button("I am back", "back", table.id, table.seq)))
    return found


def drawn(table: Table, view: View | None = None) -> str:
    """Draw a view, the public one unless told otherwise, with characters in a code block no player's name can end."""
    text = games.words(table.slug).board(view or table.view(None), table.names).replace("`", "'")
    return f"```\n{text}\n```"


def actions(table: Table) -> ui.ActionRow[Any]:
    """The buttons under a board: the moves that need no choosing first, five buttons at most."""
    offers = games.words(table.slug).offers(table.view(None))
    return ui.ActionRow(
        *(Button(label, "offer", table.id, table.seq, str(n)) for n, (label, _) in enumerate(offers)),
        Button("Take turn", "turn", table.id, table.seq, style=PRIMARY),
        Button("My hand", "hand", table.id, table.seq),
        *([Button("As text", "text", table.id, table.seq)] if len(offers) < _OFFERS else []),
        Button("Rules", "rules", table.id, table.seq),
    )


def told(table: Table, entries: Sequence[Entry]) -> list[str]:
    """Tell what some rows of the log did, a line an event, under the names of then."""
    words, lines = games.words(table.slug), []
    for entry in entries:
        lines += [entry.note] if entry.note else []
        events, marked = table.game.load_events(entry.events), table.then(entry.seq).marked
        lines += [line for event in events if (line := words.tell(event, marked))]
    return lines


def news(table: Table, entries: Sequence[Entry], most: int = _LINES) -> str:
    """Tell the newest events, a line each; that time was up is never left out."""
    lines = told(table, entries)
    if len(lines) > most:
        shown = lines[-most:]
        late = [entry.note for entry in entries if entry.kind == "timeout" and entry.note and entry.note not in shown]
        shown = [*late[-1:], *shown[len(late[-1:]) :]]
        lines = [f"-# … and {len(lines) - most} more before; /game history has all", *shown]
    return "\n".join(lines)


def retired(standing: outbox.Standing) -> Message:
    """Compose a former board: the same without its buttons. Its picture stays where it is."""
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{standing.title}\n{standing.text}".strip())]
    if standing.picture:
        parts.append(gallery(standing.picture, standing.alt))
    return Message(*parts)


def scored(
    table: Table,
    seq: int,
    event: Event,
    png: bytes | None,
    seed: str = "",
    *,
    happened: Sequence[str] = (),
    pings: Sequence[int] = (),
) -> Message:
    """Compose the message of a scored table; with the seed when the game is over.

    For the last one `happened` tells what else has happened since the last board, as none follows, and `pings` are the
    users to call to it.
    """
    words = games.words(table.slug)
    told = words.scored(event, table.marked)
    own = words.tell(event, table.then(seq).marked)
    before = "".join(f"{line}\n" for line in happened[-_LINES:] if line != own)
    name = f"scored-{table.id}-{seq}.png"
    alt = words.scored(event, table.names)[:1000]
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{title(table)}\n{before}{told}")]
    if png:
        parts.append(gallery(name, alt))
    if seed:
        over = words.turn(table.view(None), table.marked)
        if over not in told:
            parts.append(ui.TextDisplay(over))
        if pings:
            parts.append(ui.TextDisplay(f"The match is over, {phrases.both(map(names.mention, pings))}."))
        parts.append(
            ui.TextDisplay(f"-# The deal can be checked now: seed `{seed}`. /game verify gives the log and tells how.")
        )
    # The button also marks the message, so that it can be found again after a crash between sending and noting it.
    last = [Button("Rematch", "rematch", table.id, seq, style=PRIMARY)] if seed else []
    parts.append(ui.ActionRow(Button("History", "history", table.id, seq), *last))
    return Message(*parts, colour=0xE8B84A, picture=(name, png, alt) if png else None, pings=pings)


def hand(table: Table, seat: int, png: bytes | None, seq: int | None = None) -> Message:
    """Compose what one player holds, for that player's eyes.

    `seq` is when it last changed, for a direct message: that one is read later too, when others have moved, so its
    words tell nothing that they can change.
    """
    view, now = table.view(seat), seq is None
    words, name = games.words(table.slug), f"hand-{table.id}-{table.seq if seq is None else seq}.png"
    # An alt text is read out as it is: no Markdown in it.
    alt = words.hand(view, table.names, now=now).replace("**", "")[:1000]
    told = words.brief(view, table.marked, now=now) if png else words.hand(view, table.marked, now=now)
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{title(table)} in <#{table.channel_id}>\n{told}")]
    if png:
        parts.append(gallery(name, alt))
    if png and not now:
        told = "-# The picture shows how things stood when this came; **My hand** under the board shows the newest."
        parts.append(ui.TextDisplay(told))
    parts.append(ui.ActionRow(ui.Button(label="Go to the board", url=link(table))))
    return Message(*parts, colour=_SEAT_COLOURS[seat], picture=(name, png, alt) if png else None)


def offer(table: Table, one: Offer, pings: Sequence[int]) -> Message:
    """Compose the offer of a seat, with what accepts and withdraws it."""
    back = ", or until they are back" if one.over else ""
    number = str(one.id)
    asked = offers.question(table, one.seat, one.newcomer)
    return Message(
        ui.TextDisplay(f"{asked}\n-# The offer stands until <t:{one.until}:f>{back}."),
        ui.ActionRow(
            Button("Accept", "accept", table.id, table.seq, number, style=SUCCESS),
            Button("Decline or withdraw", "withdraw", table.id, table.seq, number),
        ),
        pings=pings,
    )


def digest(tables: Sequence[Table], offered: Sequence[str] = ()) -> Message:
    """Compose one message about all games that wait for its reader, and the seats offered to them, by address."""
    lines = [f"- {table.game.meta.title}, {link(table)}, begun <t:{table.turn_at}:R>" for table in tables[:_DIGEST]]
    more = [f"-# … and {len(tables) - _DIGEST} more; /game mine lists all"] if len(tables) > _DIGEST else []
    seats = [f"- a seat is offered to you: {address}" for address in offered[:_DIGEST]]
    return Message(ui.TextDisplay("\n".join(["### Your turns today", *lines, *more, *seats])))


def question(text: str, *buttons: Button) -> Message:
    """Compose a question before something that cannot be taken back, with the buttons that answer it."""
    return Message(ui.TextDisplay(text), ui.ActionRow(*buttons))


def notice(text: str, users: Sequence[int] = ()) -> Message:
    """Compose one sentence for a channel."""
    return Message(ui.TextDisplay(text), pings=users)


def link(table: Table) -> str:
    """Give the address of a table's newest message, or of its channel."""
    return link_to(table, table.message.message_id if table.message else None)


def link_to(table: Table, message_id: int | None) -> str:
    """Give the address of a message in a table's channel, or of the channel."""
    place = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    return place if message_id is None else f"{place}/{message_id}"


def _span(seconds: int) -> str:
    """Say a time: 30 minutes, 8 hours, 3 days."""
    if seconds < 2 * 3600 and seconds % 3600:
        return phrases.count(seconds // 60, "minute")
    days, hours = divmod(seconds // 3600, 24)
    return phrases.count(days, "day") if days and not hours else phrases.count(seconds // 3600, "hour")


def extent(seats: Sequence[int]) -> str:
    """Say how many can play: `2 to 4`."""
    return str(seats[0]) if len(seats) == 1 else f"{min(seats)} to {max(seats)}"
