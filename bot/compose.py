"""Messages made from tables, pictures and words alone, so that any of them can be made and sent again at any time.

Limits of Discord that matter here (texts 4,000 characters in all, alt text 1,024, 40 components) are kept by
construction and held by a test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

import games
from bot import names, offers, outbox, wording
from bot.buttons import Button
from bot.chores import LOBBY_DAYS
from bot.lobbies import WINDOW
from bot.messages import QUIET, Message, gallery
from games import phrases

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.offers import Offer
    from bot.table import Entry, Table
    from games.core import Event, View

_SEAT_COLOURS = (0x4FA3E0, 0xF28C28, 0x3DBE8B, 0xE07BB5)
_DIGEST = 20
"""Games that a digest lists."""
_OFFERS = 2
"""Moves a game may offer right under its board."""
_PRIMARY, _SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success


def lobby(table: Table, seal: str = "") -> Message:
    """Compose the lobby: who sits where, and the buttons that fill it; once begun, the seal of the deal."""
    meta = table.game.meta
    seats = "\n".join(
        names.signed(player.seat, player.name)
        + (", easy" if table.status == "lobby" and player.robot == "easy" else "")
        for player in table.players
    )
    limit = "" if table.turn_time is None else f"{wording.span(table.turn_time)} a turn"
    window = "" if table.window == WINDOW else f"{wording.span(table.window)} to look a turn over"
    chosen = "; ".join(filter(None, [wording.options(table), window, limit]))
    about = f"{wording.title(table)}\n{meta.blurb}" + (f"\n-# With: {chosen}" if chosen else "")
    if table.status == "lobby":
        possible, here = table.game.seats(table.options), len(table.players)
        few, most = min(possible), max(possible)
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
            ui.TextDisplay(f"**Players: {here}** ({wording.extent(possible)} can play), {wanted}\n{seats}"),
            ui.ActionRow(
                Button("Join", "join", table.id, 0, style=_SUCCESS, disabled=here >= most),
                Button("Leave", "leave", table.id, 0),
                Button("Add robot", "robot", table.id, here, disabled=here >= most),
                Button("Start", "start", table.id, 0, style=_PRIMARY, disabled=here < few),
                Button("Rules", "rules", table.id, 0),
            ),
            colour=_SEAT_COLOURS[0],
        )
    if table.state is None:
        why = f": nobody started it for {phrases.count(LOBBY_DAYS, 'day')}" if table.ending == "closed" else ""
        return Message(ui.TextDisplay(f"{wording.title(table)}\nThis table was closed before it began{why}."))
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
    happened = wording.news(table, entries)
    alt = words.alt(view, table.names)
    name = f"board-{table.id}-{table.seq}.png" if png else ""
    title = wording.title(table)
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{title}\n{happened}".strip())]
    if png:
        parts.append(gallery(name, alt))
    else:
        parts.append(ui.TextDisplay(wording.drawn(table) + (f"\n-# {missing}" if missing else "")))
    parts += _whose_turn(table, view, away or {})
    message = Message(*parts, colour=_colour(table), picture=(name, png, alt) if png else None, pings=pings)
    return message, outbox.Standing(0, title, happened, name, alt, table.seq)


def refreshed(table: Table, shown: outbox.Standing, away: Mapping[int, int]) -> Message:
    """Compose the board that stands there anew, with the times as they are now. Its picture stays where it is."""
    board_shown = gallery(shown.picture, shown.alt) if shown.picture else ui.TextDisplay(wording.drawn(table))
    head: ui.Item[Any] = ui.TextDisplay(f"{shown.title}\n{shown.text}".strip())
    return Message(head, board_shown, *_whose_turn(table, table.view(None), away), colour=_colour(table))


def _whose_turn(table: Table, view: View, away: Mapping[int, int]) -> list[ui.Item[Any]]:
    """Say whose turn it is and until when, with the buttons for it."""
    whose = wording.turn(table, view, table.mentioned)
    said: ui.Item[Any] = ui.TextDisplay(whose + "".join(f"\n-# {line}" for line in wording.times(table, away)))
    return [said, *(rows(table) if view.to_act else [])]


def _colour(table: Table) -> int:
    return _SEAT_COLOURS[table.awaited[0]] if len(table.awaited) == 1 else QUIET


def rows(table: Table) -> list[ui.ActionRow[Any]]:
    """The rows of buttons under a board; a second one where a robot plays for somebody."""
    found = [actions(table)]
    if any(player.robot is not None and player.user_id is not None for player in table.players):
        found.append(ui.ActionRow(Button("I am back", "back", table.id, table.seq)))
    return found


def actions(table: Table) -> ui.ActionRow[Any]:
    """The buttons under a board: the moves that need no choosing first, five buttons at most."""
    offers = games.words(table.slug).offers(table.view(None))
    return ui.ActionRow(
        *(Button(label, "offer", table.id, table.seq, str(n)) for n, (label, _) in enumerate(offers)),
        Button("Take turn", "turn", table.id, table.seq, style=_PRIMARY),
        Button("My hand", "hand", table.id, table.seq),
        *([Button("As text", "text", table.id, table.seq)] if len(offers) < _OFFERS else []),
        Button("Rules", "rules", table.id, table.seq),
    )


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
    before = "".join(f"{line}\n" for line in happened[-wording.LINES :] if line != own)
    name = f"scored-{table.id}-{seq}.png"
    alt = words.scored(event, table.names)[:1000]
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{wording.title(table)}\n{before}{told}")]
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
    last = [Button("Rematch", "rematch", table.id, seq, style=_PRIMARY)] if seed else []
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
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{wording.title(table)} in <#{table.channel_id}>\n{told}")]
    if png:
        parts.append(gallery(name, alt))
    if png and not now:
        told = "-# The picture shows how things stood when this came; **My hand** under the board shows the newest."
        parts.append(ui.TextDisplay(told))
    parts.append(ui.ActionRow(ui.Button(label="Go to the board", url=wording.link(table))))
    return Message(*parts, colour=_SEAT_COLOURS[seat], picture=(name, png, alt) if png else None)


def offer(table: Table, one: Offer, pings: Sequence[int]) -> Message:
    """Compose the offer of a seat, with what accepts and withdraws it."""
    back = ", or until they are back" if one.over else ""
    number = str(one.id)
    asked = offers.question(table, one.seat, one.newcomer)
    return Message(
        ui.TextDisplay(f"{asked}\n-# The offer stands until <t:{one.until}:f>{back}."),
        ui.ActionRow(
            Button("Accept", "accept", table.id, table.seq, number, style=_SUCCESS),
            Button("Decline or withdraw", "withdraw", table.id, table.seq, number),
        ),
        pings=pings,
    )


def digest(tables: Sequence[Table], offered: Sequence[str] = ()) -> Message:
    """Compose one message about all games that wait for its reader, and the seats offered to them, by address."""
    lines = [f"- {t.game.meta.title}, {wording.link(t)}, begun <t:{t.turn_at}:R>" for t in tables[:_DIGEST]]
    more = [f"-# … and {len(tables) - _DIGEST} more; /game mine lists all"] if len(tables) > _DIGEST else []
    seats = [f"- a seat is offered to you: {address}" for address in offered[:_DIGEST]]
    return Message(ui.TextDisplay("\n".join(["### Your turns today", *lines, *more, *seats])))
