"""What has to hold of a fortnight: each check gives the sentences that say where it does not."""

from __future__ import annotations

import random
from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

import games
from bot import upgrade
from bot.table import Setup, effective
from tests.fortnight.world import GAMES, PEOPLE, Fortnight
from tests.games.hidden import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.table import Entry
    from tests.fortnight.recorder import Sent
    from tests.fortnight.world import Game

NEW_TURN, FOR_ALL = ("takes the seat", " is back."), "ends the pause"
"""Notes of rows by which a seat, or all, are told anew of a turn."""


class Call(NamedTuple):
    """A ping: which game, whom, of what kind, when, and of which board where it came with one."""

    game: Game
    user: int
    kind: str
    sent: Sent
    seq: int | None


KINDS = {
    "half of your time is over": "half",
    "a robot makes the move for you": "last",
    "the others at your table wait": "nudge",
    "welcome back": "welcome",
    "it is your turn": "turn",
    "I cannot send you direct messages": "closed",
    "will you take the seat": "offer",
    "a seat is offered to you": "offer",
    "asks for a pause": "all",
    "The match is over": "all",
    "nobody plays here now": "all",
}


def pings(world: Fortnight) -> Iterator[Call]:
    """Give everything that pinged anybody in a channel."""
    by_channel = {game.table.channel_id: game for game in world.games}
    for sent in world.discord.sent:
        if sent.private is None:
            boards = [int(mark.split(":")[3]) for mark in sent.marks if mark.startswith("b:turn:")]
            kind = "turn" if boards else next((kind for text, kind in KINDS.items() if text in sent.words), "?")
            for user in sent.pings:
                yield Call(by_channel[sent.channel], user, kind, sent, boards[0] if boards else None)


def loud(world: Fortnight) -> Iterator[tuple[int, Sent]]:
    """Give everything that makes somebody's phone ring: pings and direct messages that are not silent."""
    for sent in world.discord.sent:
        yield from ((user, sent) for user in sent.pings)
        if sent.private is not None and not sent.silent:
            yield sent.private, sent


def unfinished(world: Fortnight) -> list[str]:
    """Every game has ended, by its own rules or by a rule of the house, and nothing waits to be sent."""
    found = [f"game {game.table.id} is {game.table.status}" for game in world.games if game.table.status != "over"]
    found += [f"{world.left} messages wait"] if world.left else []
    return found


def differing(world: Fortnight) -> list[str]:
    """Every log replays to its state."""
    found = []
    for game in world.games:
        if game.setup is None:
            assert game.table.ending == "closed"
        elif upgrade.replay(game.setup, game.log[1:]) != game.state:
            found.append(f"game {game.table.id} does not replay")
    return found


def disturbed(world: Fortnight) -> list[str]:
    """Nobody is called in quiet hours or on vacation."""
    found = []
    for user, sent in loud(world):
        one, wall = PEOPLE[user], datetime.fromtimestamp(sent.time, ZoneInfo(PEOPLE[user].zone))
        night = one.bed <= wall.hour < one.rise if one.bed < one.rise else not one.rise <= wall.hour < one.bed
        if one.quiet and night:
            found.append(f"{one.name} at {wall:%a %H:%M}: {sent.words[:80]}")
        if any(begin < sent.time < end for begin, end in world.vacations.get(user, [])):
            found.append(f"{one.name} on vacation, {wall:%a %H:%M}: {sent.words[:80]}")
    return found


def unwished(world: Fortnight) -> list[str]:
    """Who takes a digest is pinged by nobody, who wants no reminders gets none, who wants no hand by message none."""
    found = [f"{PEOPLE[c.user].name}: {c.kind}" for c in pings(world) if PEOPLE[c.user].wishes.get("digest")]
    found += [
        f"{PEOPLE[call.user].name} is reminded"
        for call in pings(world)
        if call.kind in {"half", "last"} and PEOPLE[call.user].wishes.get("reminders") is False
    ]
    private = [PEOPLE[sent.private] for sent in world.discord.sent if sent.private is not None]
    return found + [f"{one.name} gets a hand" for one in private if one.wishes.get("dm") == "never"]


def repeated(world: Fortnight) -> list[str]:
    """No turn is announced twice, and no reminder of it comes twice."""
    counts: Counter[tuple[int, int, int, str]] = Counter()
    for call in pings(world):
        if call.kind == "turn":
            counts[call.game.table.id, _stretch(call), call.user, "turn"] += 1
        elif call.kind in {"half", "last", "closed"}:
            counts[call.game.table.id, _turn(call) if call.kind != "closed" else 0, call.user, call.kind] += 1
    return [f"game, turn, user, kind {key}: {number} times" for key, number in counts.items() if number > 1]


def unawaited(world: Fortnight) -> list[str]:
    """Nobody is called whom the game does not wait for."""
    found = []
    for call in pings(world):
        if call.kind not in {"closed", "offer", "all"}:
            seats = {seat for seat, user in _seated(call.game, _before(call)).items() if user == call.user}
            if not seats & _awaited(call.game, _before(call)):
                found.append(f"game {call.game.table.id} {call.kind} {PEOPLE[call.user].name}")
    return found


def seeds_told(world: Fortnight) -> list[str]:
    """No seed is told before its game is finished, nor anywhere else than there."""
    found = []
    for game in world.games:
        for sent in world.discord.sent if game.setup is not None else ():
            if game.setup.seed in sent.words + "".join(sent.marks):
                final = game.table.ending == "finished" and sent.channel == game.table.channel_id
                if not final or sent.time < game.log[-1].at:
                    found.append(f"seed of game {game.table.id} at {sent.time}")
    return found


def hands_shown(world: Fortnight) -> list[str]:
    """Hands go to those who hold them, and to nobody after the seat has changed hands."""
    found, by_id = [], {game.table.id: game for game in world.games}
    for sent in world.discord.sent:
        shown = sent.picture.decode().split() if sent.picture else []
        if sent.private is None:
            if shown and (shown[1] not in {"board", "scored"} or shown[2] != "None"):
                found.append(f"a {shown[1]} in channel {sent.channel}")
        elif shown:
            name = next(mark for mark in sent.marks if mark.startswith("attachment://hand-"))
            game = by_id[int(name.split("-")[1])]
            seated = _seated(game, [entry for entry in game.log if entry.at <= sent.time])
            seats = [seat for seat, user in seated.items() if user == sent.private]
            if [shown] != [[game.table.slug, "hand", str(seat)] for seat in seats]:
                found.append(f"{PEOPLE[sent.private].name} gets {shown} of game {game.table.id}")
    return found


def hidden_told(world: Fortnight) -> list[str]:
    """Boards tell nothing hidden: a fifth of them are compared with what they would tell if it were otherwise."""
    by_channel, rng = {game.table.channel_id: game for game in world.games}, random.Random(world.seed)
    return [said for sent in world.discord.sent for said in _told(by_channel.get(sent.channel), sent, rng)]


def _told(game: Game | None, sent: Sent, rng: random.Random) -> list[str]:
    """Compare what a board tells with what it would tell if everything hidden were otherwise."""
    boards = [int(mark.split(":")[3]) for mark in sent.marks if mark.startswith("b:turn:")]
    if game is None or not boards or rng.random() > 0.2:
        return []
    words, state = games.words(game.table.slug), _state(game, boards[0])
    other = HIDDEN[game.table.slug].resample(state, None, rng)
    alt = words.alt(game.table.game.view(other, None), game.table.then(boards[0]).names)
    return [] if alt in sent.words else [f"board {boards[0]} of game {game.table.id} depends on what is hidden"]


def _before(call: Call) -> list[Entry]:
    """Give the log as it was when a call was sent."""
    if call.seq is not None:
        return [entry for entry in call.game.log if entry.seq <= call.seq]
    return [entry for entry in call.game.log if entry.at <= call.sent.time]


def _turn(call: Call) -> int:
    """Number the turn that a call belongs to: every move begins one, and some changes of seats."""
    return sum(entry.kind != "seat" or FOR_ALL in entry.note for entry in _before(call))


def _stretch(call: Call) -> int:
    """Number the stretch in which the game waits for a user, by the row it began with."""
    begun, waits, looked = 0, False, False
    for number, entry in enumerate(_before(call)):
        upto = call.game.log[: number + 1]
        seats = {seat for seat, user in _seated(call.game, upto).items() if user == call.user}
        anew = FOR_ALL in entry.note or (entry.seat in seats and any(text in entry.note for text in NEW_TURN))
        # Who looked a turn over has another turn when that is done.
        looks = bool(call.game.table.game.legal(_after(call.game, upto), None))
        anew, looked = anew or (looked and not looks and entry.seat not in seats), looks
        now = bool(seats & _awaited(call.game, upto))
        if now and (not waits or anew):
            begun = entry.seq
        waits = now
    return begun


_STATES: dict[tuple[int, tuple[int, ...]], object] = {}


def _after(game: Game, entries: list[Entry]) -> object:
    """Give the state after some rows of the log."""
    moves = effective(entries[1:])
    key = (id(game), tuple(entry.seq for entry in moves))
    if key not in _STATES:
        rules, setup = game.table.game, game.setup
        assert isinstance(setup, Setup)
        if moves:
            kept = [entry for entry in entries[1:] if entry.seq < moves[-1].seq]
            state = _after(game, [entries[0], *kept])
            _STATES[key] = rules.apply(state, moves[-1].seat, moves[-1].text)[0]
        else:
            _STATES[key] = rules.setup(setup.seats, bytes.fromhex(setup.seed), setup.options)
    return _STATES[key]


def _state(game: Game, seq: int) -> object:
    return _after(game, [entry for entry in game.log if entry.seq <= seq])


def _awaited(game: Game, entries: list[Entry]) -> frozenset[int]:
    return game.table.game.awaited(_after(game, entries))


def _seated(game: Game, entries: list[Entry]) -> dict[int, int | None]:
    """Give who sat where after some rows of the log."""
    seated = dict(game.first)
    for entry in entries:
        if entry.kind == "seat" and entry.seat is not None:
            if entry.text:
                seated[entry.seat] = int(entry.text)
            elif "has left the game" in entry.note:
                seated[entry.seat] = None
    return seated


ALL = (unfinished, differing, disturbed, unwished, repeated, unawaited, seeds_told, hands_shown, hidden_told)


def figures(world: Fortnight) -> dict[str, int | float]:
    """Count what happened."""
    kinds = Counter(entry.kind for game in world.games for entry in game.log)
    called = Counter(call.kind for call in pings(world))
    dealt = Counter(game.table.slug for game in world.games if game.setup is not None)
    ends = Counter(game.table.ending for game in world.games)
    return {
        "games": GAMES,
        **{f"games of {slug}": dealt[slug] for slug in games.slugs()},
        "finished": ends["finished"],
        "ended by a rule of the house (host, channel deleted, nobody left)": GAMES - ends["finished"],
        "lobbies closed after three days": ends["closed"],
        "moves of players": kinds["move"],
        "moves of robots in seats": kinds["robot"],
        "moves at a time-out": kinds["timeout"],
        "moves taken back": kinds["undo"],
        "substitutions": world.counts.get("substitutions", 0),
        "seats resigned": world.counts.get("resigned", 0),
        "pings for a turn": called["turn"],
        "reminders at half time": called["half"],
        "reminders before the end": called["last"],
        "calls to an offered seat": called["offer"],
        "nudges": called["nudge"],
        "calls at the end of a vacation": called["welcome"],
        "direct messages": sum(sent.private is not None for sent in world.discord.sent),
        "messages in all": len(world.discord.sent),
        "connections lost": world.discord.lost,
        "messages that came twice and were refused": world.discord.repeated,
        "restarts": world.restarts,
        "CPU seconds": round(world.seconds),
    }
