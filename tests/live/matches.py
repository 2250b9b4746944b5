"""A whole match as its players see it: opening a table, playing it to the end, and what must be true afterwards."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import sys
from http import HTTPStatus
from itertools import pairwise
from typing import TYPE_CHECKING

from harness import READY_SECONDS, pictures, text_of
from players import by_buttons, ids, movers, of_kind
from stored import PATIENCE, latest, rows, seated

import games
from bot import names

if TYPE_CHECKING:
    import random
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from harness import Json, Outcome, Seat, Stage
    from players import Player

PNG = b"\x89PNG\r\n\x1a\n"
_ERRORS = re.compile(r"Traceback|\bERROR\b|\bCRITICAL\b|Exception|never retrieved|never awaited")

Take = "Callable[[Seat, Json], Awaitable[Outcome]]"


# -- playing -----------------------------------------------------------------------------------------------------------


async def open_lobby(stage: Stage, player: Player, seats: int, channel: str = "games") -> Json:
    """Open a table and let seats join; gives the lobby once it shows them all."""
    host, *others = stage.seats[:seats]
    await host.slash(channel, f"{player.slug} new", **player.new)
    lobby = await stage.board(channel, label="Join", seconds=PATIENCE)
    for other in others:
        joined = await other.click(lobby, label="Join")
        assert joined.ephemeral, joined

    def full() -> Json | None:
        here = stage.message(lobby["id"])
        return here if here and all(seat.name in text_of(here) for seat in [host, *others]) else None

    return await stage.until(full, PATIENCE)


async def start(stage: Stage, player: Player, seats: int, channel: str = "games") -> Json:
    """Open a table, fill it and start; gives the first board."""
    lobby = await open_lobby(stage, player, seats, channel)
    await stage.seats[0].click(lobby, label="Start")
    return await live_board(stage, channel)


def boards(stage: Stage, channel: str = "games") -> list[Json]:
    """List the boards that can be played on."""
    return [m for m in stage.messages(channel) if of_kind(m, "turn")]


def over(stage: Stage, channel: str = "games") -> Json | None:
    """Give the message that ends a match, or None."""
    return next((m for m in reversed(stage.messages(channel)) if "seed `" in text_of(m)), None)


async def live_board(stage: Stage, channel: str = "games", after: Json | None = None) -> Json:
    """Wait for the one live board, newer than another, that calls somebody; at the end for the match's last message."""

    def found() -> Json | None:
        here = boards(stage, channel)
        if len(here) == 1 and (after is None or int(here[0]["id"]) > int(after["id"])) and movers(stage, here[0]):
            return here[0]
        return over(stage, channel) if not here else None

    return await stage.until(found, PATIENCE)


def by_slash(
    stage: Stage, player: Player, rng: random.Random, channel: str = "games"
) -> Callable[[Seat, Json], Awaitable[Outcome]]:
    """Give a way to move: typed commands."""

    async def take(seat: Seat, board: Json) -> Outcome:
        command, options = await player.choose(seat, channel, board, rng)
        return await seat.slash(channel, command, **options)

    return take


def by_panel(stage: Stage, rng: random.Random) -> Callable[[Seat, Json], Awaitable[Outcome]]:
    """Give a way to move: buttons and selects."""

    async def take(seat: Seat, board: Json) -> Outcome:
        return await by_buttons(stage, seat, board, rng)

    return take


async def move(stage: Stage, take: Callable[[Seat, Json], Awaitable[Outcome]], board: Json) -> Json:
    """Let the seat that a board calls move; gives the next board, or the last message of the match."""
    channel = board["channel_id"]
    outcome = await take(movers(stage, board)[0], board)
    assert outcome.state == "answered", outcome
    assert outcome.refusals == []
    return await live_board(stage, channel, after=board)


async def play_out(stage: Stage, take: Callable[[Seat, Json], Awaitable[Outcome]], board: Json) -> Json:
    """Play from a board to the end; gives the last message."""
    for _ in range(200):
        if of_kind(board, "history"):
            break
        board = await move(stage, take, board)
    assert "seed `" in text_of(board)
    await all_sent(stage)
    return board


async def break_off(stage: Stage, channel: str = "games") -> None:
    """Let the host end what is being played, before its end; then its log can be read as after the end."""
    asked = await stage.seats[0].slash(channel, "game end")
    outcome = await stage.seats[0].click(asked.message, label="End the game")
    assert "is ended" in outcome.text, outcome
    await all_sent(stage)


async def all_sent(stage: Stage) -> None:
    """Wait until the bot owes nobody a message."""
    await stage.until(lambda: not rows(stage, "SELECT id FROM outbox"), READY_SECONDS)


# -- what must be true afterwards --------------------------------------------------------------------------------------


def healthy(stage: Stage, *, refused: tuple[int, ...] = (), logged: str = "") -> None:
    """Hold that nothing went wrong unnoticed.

    Args:
        stage: where it was played.
        refused: codes of refusals by Discord that the test brought about.
        logged: a pattern of lines in the bot's log that the test brought about.
    """
    assert stage.unimplemented == []
    # 502 is a held request thrown away: the bot that made it is dead.
    seen = [(record.method, record.path, record.status, record.code) for record in stage.refused]
    assert [record for record in seen if record[3] not in refused and record[2] != HTTPStatus.BAD_GATEWAY] == []
    bad = [n for n, line in enumerate(stage.bot_log) if _ERRORS.search(line)]
    bad = [n for n in bad if not (logged and re.search(logged, stage.bot_log[n]))]
    assert not bad, "\n".join(stage.bot_log[bad[0] : bad[0] + 60])


def all_answered(stage: Stage) -> None:
    """Hold that every interaction had an answer, none of it refused."""
    for interaction in stage.server.interactions.by_id.values():
        assert interaction.state == "answered", interaction.error
        assert interaction.refusals == []


async def verified(stage: Stage, folder: Path, channel: str = "games") -> Match:
    """Take the file of a match that is over from /game verify, check it with `python -m bot replay`, and read it."""
    outcome = await stage.seats[0].slash(channel, "game verify")
    assert outcome.message is not None
    (attachment,) = outcome.message["attachments"]
    path = folder / "log.json"
    path.write_bytes(stage.file(attachment["url"]))
    code, said = await run("replay", str(path))
    assert code == 0, said
    assert "agree" in said
    return Match(stage, json.loads(path.read_text()), channel)


async def run(*arguments: str) -> tuple[int, str]:
    """Run a command of the bot; gives exit code and output."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    out, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode()


class Match:
    """A match that is over, played again from its log: `states[n]` is the state after row n of the log."""

    def __init__(self, stage: Stage, log: Json, channel: str) -> None:
        self.stage = stage
        self.log = log
        self.channel = channel
        self.row = latest(stage, channel)
        self.players = seated(stage, channel)
        self.names = [names.plain(player["name"]) for player in self.players]
        self.marked = [names.signed(player["seat"], player["name"]) for player in self.players]
        self.game = games.load(log["game"])
        self.words = games.words(log["game"])
        self.entries = rows(stage, f"SELECT * FROM log WHERE game_id = {self.row['id']} AND seq > 0 ORDER BY seq")
        counts = [self.game.setup(log["seats"], bytes.fromhex(log["seed"]), log["options"])]
        self.moves: list[list[object]] = []
        self.states = counts[:]
        for entry in self.entries:
            if entry["kind"] == "undo":
                counts.pop()
                self.moves.pop()
            elif entry["kind"] != "seat":
                counts.append(self.game.apply(counts[-1], entry["seat"], entry["text"])[0])
                self.moves.append([entry["seat"], entry["text"]])
            self.states.append(counts[-1])
        self.finished = self.game.outcome(counts[-1]) is not None

    def numbered(self, kind: str, messages: list[Json]) -> dict[int, Json]:
        """Map the seq of every message with a picture of a kind to it; each may be there only once."""
        found: dict[int, Json] = {}
        for message in messages:
            for picture in pictures(message):
                fits = re.search(rf"/{kind}-{self.row['id']}-(\d+)\.png", picture["url"])
                if fits:
                    seq = int(fits[1])
                    assert found.get(seq, message)["id"] == message["id"], f"{kind} {seq} was posted twice"
                    found[seq] = message
        return found

    def check(self, *, skipped: int = 0, rung: bool = True) -> None:
        """Hold everything against the replayed match. At most `skipped` boards may have been passed over."""
        self.check_state()
        self.check_boards(skipped)
        self.check_scores()
        self.check_hands()
        if rung:
            self.check_pings()

    def check_state(self) -> None:
        """The stored state, byte for byte; the sealed seed; the log."""
        assert self.game.dump(self.states[-1]) == self.row["state"]
        assert hashlib.sha256(bytes.fromhex(self.log["seed"])).hexdigest() == self.log["commitment"]
        assert self.moves == self.log["moves"]
        assert [entry["seq"] for entry in self.entries] == list(range(1, len(self.states)))
        assert self.row["status"] == "over"

    def check_boards(self, skipped: int = 0) -> None:
        """Each position once, in order, pictured and described; no buttons left."""
        found = self.numbered("board", self.stage.messages(self.channel))
        assert list(found) == sorted(found)
        assert len(found) >= len(self.states) - self.finished - skipped
        for seq, message in found.items():
            alt = self.words.alt(self.game.view(self.states[seq], None), self.names)
            self._pictured(message, alt)
            assert ids(message) == []
        assert boards(self.stage, self.channel) == []

    def check_scores(self) -> None:
        """Each scoring once; at the end of the game the last with the outcome and the seed."""
        scored = self.numbered("scored", self.stage.messages(self.channel))
        for message in scored.values():
            self._pictured(message, None)
        said = [message for message in self.stage.messages(self.channel) if self.log["seed"] in text_of(message)]
        assert len(said) == self.finished
        if said:
            assert said == [scored[max(scored)]] == [over(self.stage, self.channel)]
            assert self.words.turn(self.game.view(self.states[-1], None), self.marked) in text_of(said[0])

    def check_hands(self) -> None:
        """Private messages: at every deal and change the newest thing its owner may know, each once, with a picture."""
        for seat, player in enumerate(self.players):
            if player["user_id"] is None:
                continue
            dms = self.stage.seat(str(player["user_id"])).dms()
            found = self.numbered("hand", dms)
            assert len(found) == len(dms)
            private = [self.game.private(self.game.view(state, seat)) for state in self.states]
            told = range(len(private) - self.finished)
            news = [n for n in told if private[n] is not None and (n == 0 or private[n] != private[n - 1])]
            assert set(found) <= set(news)
            for here, later in pairwise([*news, len(private)]):
                # Several changes that wait together leave as one message, the newest.
                since = [n for n in found if n >= here]
                assert since, f"seat {seat} was not told of seq {here}"
                assert min(since) < later or here != max(n for n in news if n <= min(since)), (seat, here, since)
                # Others may have moved between the change and the message that tells of it.
                views = [self.game.view(state, seat) for state in self.states[here:later]]
                if here in found:
                    fit = [v for v in views if self.words.brief(v, self.marked, now=False) in text_of(found[here])]
                    assert fit, text_of(found[here])
                    self._pictured(found[here], None)
                    kept = {self.words.hand(view, self.names, now=False) for view in fit}
                    alts = {text.replace("**", "")[:1000] for text in kept}
                    assert {picture["description"] for picture in pictures(found[here])} <= alts

    def check_pings(self) -> None:
        """Only who is newly to move, once a turn; and to the end of the match all but who made the last move."""
        awaited = [self.game.awaited(state) for state in self.states]
        turns = [here - before for before, here in pairwise([frozenset[int](), *awaited])]
        users = [{self.players[seat]["user_id"] for seat in turn} - {None} for turn in turns]
        if self.finished:
            users.append({player["user_id"] for player in self.players} - {None, self.entries[-1]["user_id"]})
        rung = [m for m in self.stage.server.world.messages.values() if m.channel == self.row["channel_id"]]
        assert [set(message.pinged) for message in rung if message.pinged] == [called for called in users if called]

    def _pictured(self, message: Json, alt: str | None) -> None:
        shown = pictures(message)
        assert shown, text_of(message)
        for picture in shown:
            assert self.stage.file(picture["url"]).startswith(PNG)
            assert picture["description"]
            assert alt is None or picture["description"] == alt
