"""Clock times of people: time zones, quiet hours, vacations, and deadlines that respect them. Pure; times are unix
seconds, times of day are minutes after midnight on the person's own wall clock.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from math import ceil
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.people import Person

HOUR, DAY = 3600, 86400
WAKING = 2 * HOUR
"""Waking seconds that a deadline leaves when quiet hours cut into it."""
_LONGEST = 60 * DAY


def quiet_until(person: Person, at: float) -> float:
    """Give when the quiet hours around `at` end, or `at` itself when nothing is quiet then."""
    for begin, end in _quiet(person, at, at):
        if begin <= at < end:
            return end
    return at


def present_at(person: Person, at: float) -> float:
    """Give when a person may be spoken to: after vacation, after quiet hours."""
    if person.away_until is not None and at < person.away_until:
        at = person.away_until
    return quiet_until(person, at)


def deadline(person: Person, began: float, length: int) -> int:
    """Give the deadline of a turn that began at `began` and has `length` seconds.

    A vacation stops the clock until it ends. When quiet hours cut into the time, at least two waking hours remain, or
    the whole length where that is shorter.
    """
    start = began
    if person.away_until is not None and began < person.away_until:
        start = person.away_until
    end = start + length
    owed = min(length, WAKING) - waking(person, start, end)
    while owed > 0 and end - start < _LONGEST:
        end = quiet_until(person, end)
        step = min(owed, _next_quiet(person, end) - end)
        end += step
        owed -= step
    return ceil(end)


def waking(person: Person, begin: float, end: float) -> float:
    """Give the seconds between two times that are not quiet."""
    quiet = sum(min(end, b) - max(begin, a) for a, b in _quiet(person, begin, end) if a < end and b > begin)
    return end - begin - quiet


def _next_quiet(person: Person, at: float) -> float:
    return next((begin for begin, _ in _quiet(person, at, at + 2 * DAY) if begin > at), at + 2 * DAY)


def _quiet(person: Person, begin: float, end: float) -> Iterator[tuple[float, float]]:
    """Give every stretch of quiet hours that may touch the time from `begin` to `end`."""
    if person.quiet_from is None or person.quiet_to is None or person.quiet_from == person.quiet_to:
        return
    zone = ZoneInfo(person.zone)
    day = datetime.fromtimestamp(begin, zone).date() - timedelta(days=1)
    last = datetime.fromtimestamp(end, zone).date()
    while day <= last:
        until = day if person.quiet_to > person.quiet_from else day + timedelta(days=1)
        stretch = _stamp(day, person.quiet_from, zone), _stamp(until, person.quiet_to, zone)
        if stretch[0] < stretch[1]:  # a change of clocks can skip a short one
            yield stretch
        day += timedelta(days=1)


def _stamp(day: object, minutes: int, zone: ZoneInfo) -> float:
    # Wall time in the zone: an hour that a change of clocks skips or repeats is read as before the change.
    wall = datetime.combine(day, time(minutes // 60, minutes % 60), zone)  # type: ignore[arg-type]
    return wall.astimezone(UTC).timestamp()
