"""What players set for themselves, over all games and servers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from bot.errors import Refusal

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from bot.store import Store

Dm = Literal["changes", "turns", "never"]
VACATION_DAYS = 14
QUIET_HOURS = 16
_REGIONS = frozenset(
    ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)
_DAY = 24 * 60


_known: WeakKeyDictionary[Store, dict[int, Person]] = WeakKeyDictionary()
"""What was read before: settings are asked for several times a move, and only this module changes them."""


class Person(msgspec.Struct, frozen=True):
    """One user's settings. Quiet hours are minutes after midnight in `zone`, None for none; `away_until` and
    `digest_at` are unix seconds. `dm` says when hands come by direct message.
    """

    user_id: int
    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    dm: Dm = "changes"
    reminders: bool = True
    away_until: int | None = None
    contrast: bool = False
    digest: bool = False
    digest_at: int | None = None


async def get(store: Store, user_id: int) -> Person:
    """Read a user's settings; the usual ones for whoever never set any."""
    known = _known.setdefault(store, {})
    if user_id not in known:
        known[user_id] = _read(user_id, await store.rows("SELECT * FROM people WHERE user_id = ?", (user_id,)))
    return known[user_id]


async def of(store: Store, users: Iterable[int]) -> dict[int, Person]:
    """Read the settings of several users."""
    return {user: await get(store, user) for user in users}


async def change(store: Store, user_id: int, **settings: Any) -> Person:  # noqa: ANN401 - the fields of Person
    """Change some settings of a user.

    Raises:
        Refusal: the time zone is unknown, or quiet hours are none or leave too little of a day.
    """
    names = Person.__struct_fields__
    async with store.transaction() as db:
        # Read in here: two changes at once must not undo each other.
        rows = await db.rows("SELECT * FROM people WHERE user_id = ?", (user_id,))
        person = msgspec.structs.replace(_read(user_id, rows), **settings)
        _hold(person, settings)
        await db.execute(
            f"INSERT OR REPLACE INTO people ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",  # noqa: S608
            [getattr(person, name) for name in names],
        )
    _known.setdefault(store, {})[user_id] = person
    return person


def _read(user_id: int, rows: Sequence[sqlite3.Row]) -> Person:
    return msgspec.convert(dict(rows[0]), Person, strict=False) if rows else Person(user_id)


def _hold(person: Person, changed: Iterable[str]) -> None:
    """Hold that settings are possible; those of earlier versions stay until they are changed."""
    zone_of(person.zone)
    if person.quiet_from is not None and person.quiet_to is not None:
        quiet = (person.quiet_to - person.quiet_from) % _DAY
        if not quiet and "quiet_from" in changed:
            raise Refusal("Quiet hours end at another time than they begin; give off as quiet_from for none.")
        if quiet > QUIET_HOURS * 60:
            raise Refusal(f"Quiet hours last at most {QUIET_HOURS} hours a day, for the others wait meanwhile.")


def look_again(store: Store, user_id: int) -> None:
    """Read a user's settings from the store the next time; for whoever changed them there."""
    _known.setdefault(store, {}).pop(user_id, None)


async def forget(store: Store, user_id: int) -> None:
    """Delete a user's settings."""
    async with store.transaction() as db:
        await db.execute("DELETE FROM people WHERE user_id = ?", (user_id,))
    look_again(store, user_id)


@cache
def places() -> tuple[str, ...]:
    """List the time zones on offer: those that are called after a place, and UTC.

    The database also knows abbreviations, signs turned round (`Etc/GMT+5`), former names and `Factory`.
    """
    return ("UTC", *sorted(zone for zone in available_timezones() if zone.partition("/")[0] in _REGIONS))


def place(text: str) -> str:
    """Give the time zone that somebody typed, capitals or not; a city that exists once is enough.

    Raises:
        Refusal: there is no such place.
    """
    wanted = text.strip().replace(" ", "_").casefold()
    whole = [zone for zone in places() if zone.casefold() == wanted]
    cities = [zone for zone in places() if zone.casefold().rpartition("/")[2] == wanted]
    if not whole and len(cities) != 1:
        raise Refusal("I know no such time zone; pick one from the list, such as Europe/Berlin or America/New_York.")
    return (whole or cities)[0]


def zone_of(name: str) -> ZoneInfo:
    """Give a time zone by its IANA name.

    Raises:
        Refusal: there is none of that name.
    """
    if name not in available_timezones():
        raise Refusal("I know no such time zone; pick one from the list, such as Europe/Berlin or America/New_York.")
    return ZoneInfo(name)
