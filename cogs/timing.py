"""/game and time: nudges, pauses, and each player's own settings."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from discord import app_commands
from msgspec.structs import replace

from bot import answers, calls, pauses, people, seats
from bot.errors import Refusal
from cogs import common
from cogs.part import Part

if TYPE_CHECKING:
    from bot.people import Person

_TIME = re.compile(r"([01]?\d|2[0-3])(?:[:.]?([0-5]\d))?")
_OFF = "off"
_DMS = {
    "whenever my hand changes": "changes",
    "when it is my turn": "turns",
    "never": "never",
}


class Timing(Part):
    """Clocks, calls and quiet."""

    @app_commands.command(description="Call those the game waits for; at most once in eight hours of a turn")
    @app_commands.guild_only
    async def nudge(self, interaction: common.Interaction) -> None:
        """Nudge."""
        table = await common.table_here(interaction)
        await self.do(
            interaction, calls.nudge(self._tables, table.id, interaction.user.id, interaction_id=interaction.id)
        )

    @app_commands.command(description="Ask for a pause, agree to one, or end it")
    @app_commands.guild_only
    async def pause(self, interaction: common.Interaction) -> None:
        """Pause by agreement."""
        table = await common.table_here(interaction)
        await self.do(
            interaction, pauses.agree(self._tables, table.id, interaction.user.id, interaction_id=interaction.id)
        )

    @app_commands.command(description="Stop or resume all calls of this one game for you")
    @app_commands.guild_only
    async def mute(self, interaction: common.Interaction) -> None:
        """Mute or unmute a game."""
        table = await common.table_here(interaction)
        await self.do(
            interaction, calls.mute(self._tables, table.id, interaction.user.id, interaction_id=interaction.id)
        )

    @app_commands.command(description="See or change your own settings, for all your games")
    @app_commands.describe(
        time_zone="Your time zone, such as Europe/Berlin",
        quiet_from="Quiet hours begin, such as 22:30; off for none",
        quiet_to="Quiet hours end, such as 8:00",
        messages="When your hand comes by direct message",
        reminders="Remind you at half time and before the end of a turn",
        vacation="Until when you are away, at most 14 days; your clocks stop",
        high_contrast="Pictures of high contrast in all your games, without naming you",
        digest="One message a day about all your turns in place of pings",
    )
    async def settings(
        self,
        interaction: common.Interaction,
        time_zone: str | None = None,
        quiet_from: str | None = None,
        quiet_to: str | None = None,
        messages: Literal["whenever my hand changes", "when it is my turn", "never"] | None = None,
        reminders: bool | None = None,  # noqa: FBT001 - an option of a command
        vacation: str | None = None,
        high_contrast: bool | None = None,  # noqa: FBT001
        digest: bool | None = None,  # noqa: FBT001
    ) -> None:
        """Show or change the caller's settings."""
        store, user = self._tables.store, interaction.user.id
        wanted: dict[str, Any] = {}
        if time_zone is not None:
            wanted["zone"] = people.place(time_zone)
        if _OFF in {(end or "").strip().lower() for end in (quiet_from, quiet_to)}:
            wanted |= {"quiet_from": None, "quiet_to": None}
        elif quiet_from is not None or quiet_to is not None:
            known = await people.get(store, user)
            wanted |= {
                "quiet_from": known.quiet_from if quiet_from is None else _minutes(quiet_from),
                "quiet_to": known.quiet_to if quiet_to is None else _minutes(quiet_to),
            }
            if None in {wanted["quiet_from"], wanted["quiet_to"]}:
                raise Refusal("Quiet hours need both ends: give quiet_from and quiet_to together.")
        wanted |= {"dm": _DMS[messages]} if messages is not None else {}
        wanted |= {"reminders": reminders} if reminders is not None else {}
        wanted |= {"contrast": high_contrast} if high_contrast is not None else {}
        before = await people.get(store, user)
        person = replace(before, **wanted)
        if digest is not None:
            wanted |= {"digest": digest, "digest_at": calls.next_digest(person, self._tables.now()) if digest else None}
        if vacation is not None:
            wanted["away_until"] = _until(vacation, person, self._tables.now())
        if not wanted:
            await answers.say(interaction, _described(person, self._tables.now()))
            return
        async with self._tables.once(user, interaction.id):
            text = _described(await self._change(before, wanted), self._tables.now())
            async with store.transaction() as db:
                await self._tables.keep_answer(db, interaction.id, text)
        await answers.say(interaction, text)

    async def _change(self, before: Person, wanted: dict[str, Any]) -> Person:
        store, user, now = self._tables.store, before.user_id, self._tables.now()
        person = await people.change(store, user, **wanted)
        if "away_until" in wanted and _away(before, now) != _away(person, now):
            try:
                await seats.rest(self._tables, user, before.away_until)
            except BaseException:
                # A vacation that stops no clock is none; set again it tells every table anew.
                await people.change(store, user, away_until=before.away_until)
                raise
        return person

    @settings.autocomplete("time_zone")
    async def _zones(self, _interaction: common.Interaction, current: str) -> list[app_commands.Choice[str]]:
        wanted = current.strip().casefold().replace(" ", "_")
        found = [zone for zone in people.places() if wanted in zone.casefold()]
        # Who types "lon" wants London, not Blanc-Sablon.
        found.sort(key=lambda zone: not zone.casefold().rpartition("/")[2].startswith(wanted))
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]

    @settings.autocomplete("vacation")
    async def _dates(self, interaction: common.Interaction, current: str) -> list[app_commands.Choice[str]]:
        person = await people.get(self._tables.store, interaction.user.id)
        today = datetime.fromtimestamp(self._tables.now(), people.zone_of(person.zone))
        days = [today + timedelta(days=n) for n in range(1, people.VACATION_DAYS + 1)]
        said = [(f"until {day:%a} {day.day} {day:%B}", f"{day:%Y-%m-%d}") for day in days]
        choices = [("no vacation", _OFF), *said]
        return [app_commands.Choice(name=n, value=v) for n, v in choices if current.lower() in f"{n} {v}".lower()]


def _minutes(text: str) -> int:
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise Refusal("Give a time of day as hours and minutes, such as 22:30 or 8:00, or off for no quiet hours.")
    return int(match[1]) * 60 + int(match[2] or 0)


def _until(text: str, person: Person, now: float) -> int | None:
    """Read the last day of a vacation; it ends with that day."""
    if text.strip().lower() == _OFF:
        return None
    zone = people.zone_of(person.zone)
    try:
        day = datetime.strptime(text.strip(), "%Y-%m-%d").replace(tzinfo=zone)
        end = (day + timedelta(days=1)).timestamp()
    except (ValueError, OverflowError):  # the calendar ends with the year 9999
        raise Refusal("Give the last day of your vacation as year-month-day, or off; the list offers them.") from None
    if end <= now:
        today = datetime.fromtimestamp(now, zone)
        raise Refusal(f"That day is over: today is {today:%Y-%m-%d} in {person.zone}. Give a day to come, or off.")
    if end > now + (people.VACATION_DAYS + 1) * 86400:
        raise Refusal(
            f"A vacation lasts at most {people.VACATION_DAYS} days from today; "
            "give an earlier day, and set it again when it ends."
        )
    return int(min(end, now + people.VACATION_DAYS * 86400))


def _away(person: Person, now: float) -> int | None:
    """Give when the vacation ends that somebody is on; None for none."""
    return person.away_until if person.away_until and person.away_until > now else None


def _described(person: Person, now: float) -> str:
    quiet = "none"
    if person.quiet_from is not None and person.quiet_to is not None:
        quiet = f"{_clock(person.quiet_from)} to {_clock(person.quiet_to)}"
    end = _away(person, now)
    away = f"until <t:{end}:f>" if end else "none"
    when = next(label for label, value in _DMS.items() if value == person.dm)
    yes = {True: "on", False: "off"}
    return (
        f"**Your settings**\nTime zone: {person.zone}\nQuiet hours: {quiet}\nHand by direct message: {when}\n"
        f"Reminders: {yes[person.reminders]}\nVacation: {away}\nHigh contrast: {yes[person.contrast]}\n"
        f"Daily digest in place of pings: {yes[person.digest]}"
    )


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"
