"""What players set for themselves."""

from __future__ import annotations

import asyncio
from zoneinfo import available_timezones

import pytest
from days import at
from seating import ANN, BEN

from bot import calls, people
from bot.errors import Refusal
from bot.people import Person


async def test_who_never_set_anything_has_the_usual_settings(store):
    assert await people.get(store, ANN) == Person(ANN)
    assert (await people.of(store, [ANN, BEN]))[BEN] == Person(BEN)


async def test_settings_are_kept_one_by_one_and_for_each_user(store):
    everything = {
        "zone": "Asia/Kathmandu",
        "quiet_from": 22 * 60,
        "quiet_to": 8 * 60,
        "dm": "turns",
        "reminders": False,
        "away_until": 1_800_100_000,
        "contrast": True,
        "digest": True,
        "digest_at": 1_800_200_000,
    }
    for name, value in everything.items():
        await people.change(store, ANN, **{name: value})

    assert await people.get(store, ANN) == Person(ANN, **everything)
    assert await people.get(store, BEN) == Person(BEN)


async def test_settings_can_be_forgotten(store):
    await people.change(store, ANN, contrast=True)
    await people.forget(store, ANN)
    assert await people.get(store, ANN) == Person(ANN)


@pytest.mark.parametrize("zone", ["Europe/Atlantis", "", "../etc/passwd", "europe/berlin"])
async def test_an_unknown_time_zone_changes_nothing(store, zone):
    await people.change(store, ANN, zone="Europe/Berlin")
    with pytest.raises(Refusal, match="no such time zone"):
        await people.change(store, ANN, zone=zone, contrast=True)
    assert await people.get(store, ANN) == Person(ANN, "Europe/Berlin")


def test_every_time_zone_on_offer_is_known():
    assert {people.zone_of(name).key for name in people.places()} == set(people.places())
    assert len(people.places()) > 400
    assert {people.zone_of(name).key for name in available_timezones()} == available_timezones(), "some have them set"


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("europe/berlin", "Europe/Berlin"),
        (" America/New York ", "America/New_York"),
        ("america/argentina/ushuaia", "America/Argentina/Ushuaia"),
        ("Kathmandu", "Asia/Kathmandu"),
        ("utc", "UTC"),
    ],
)
def test_a_time_zone_may_be_typed_as_people_type(typed, zone):
    assert people.place(typed) == zone


@pytest.mark.parametrize("typed", ["Factory", "localtime", "Etc/GMT+5", "EST5EDT", "US/Pacific", "Europe", "", "/"])
def test_what_is_no_place_is_no_time_zone(typed):
    with pytest.raises(Refusal, match="no such time zone"):
        people.place(typed)


@pytest.mark.parametrize(("begin", "end", "taken"), [(16, 8, True), (15, 8, False), (8, 7, False)])
async def test_quiet_hours_leave_eight_hours_of_a_day(store, begin, end, taken):
    work = people.change(store, ANN, quiet_from=begin * 60, quiet_to=end * 60)
    if taken:
        assert (await work).quiet_to == end * 60
    else:
        with pytest.raises(Refusal, match="at most 16 hours"):
            await work
        assert await people.get(store, ANN) == Person(ANN)


async def test_two_changes_at_once_are_both_kept(store):
    await people.get(store, ANN)
    await asyncio.gather(
        people.change(store, ANN, quiet_from=0, quiet_to=60),
        people.change(store, ANN, reminders=False),
        people.change(store, ANN, zone="Europe/Berlin"),
    )
    people.look_again(store, ANN)
    assert await people.get(store, ANN) == Person(ANN, "Europe/Berlin", 0, 60, reminders=False)


async def test_quiet_hours_that_end_as_they_begin_are_none(store):
    with pytest.raises(Refusal, match="another time"):
        await people.change(store, ANN, quiet_from=480, quiet_to=480)


@pytest.mark.parametrize(
    ("person", "now", "then"),
    [
        (Person(1), "2027-01-15 08:59", "2027-01-15 09:00"),
        (Person(1), "2027-01-15 09:00", "2027-01-16 09:00"),
        (Person(1, "Asia/Kathmandu"), "2027-01-15 08:00", "2027-01-16 09:00"),
        (Person(1, "Europe/Berlin", 22 * 60, 7 * 60 + 30), "2027-03-27 12:00", "2027-03-28 07:30"),
        (Person(1, "Europe/Berlin", 22 * 60, 7 * 60 + 30), "2027-10-30 12:00", "2027-10-31 07:30"),
    ],
)
def test_a_digest_comes_at_nine_or_when_quiet_hours_end(person, now, then):
    assert calls.next_digest(person, at(now)) == at(then, person.zone)
