"""Quiet hours, vacations and deadlines on the wall clocks of the world."""

from __future__ import annotations

import pytest
from days import at
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import hours
from bot.hours import DAY, HOUR
from bot.people import QUIET_HOURS, Person

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",  # its summer time is half an hour
    "Asia/Kathmandu",  # 5:45
    "Pacific/Chatham",  # 12:45, and summer time
    "Asia/Kolkata",
    "America/St_Johns",
    "Pacific/Apia",
)


def sleeper(quiet_from="22:00", quiet_to="8:00", zone="UTC", **more):
    return Person(1, zone, _minutes(quiet_from), _minutes(quiet_to), **more)


def _minutes(text):
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


# -- quiet hours -------------------------------------------------------------------------------------------------------


def test_quiet_hours_reach_over_midnight():
    one = sleeper()
    morning = at("2027-01-16 08:00")
    for quiet in ("2027-01-15 22:00", "2027-01-15 23:59", "2027-01-16 00:00", "2027-01-16 07:59"):
        assert hours.quiet_until(one, at(quiet)) == morning
    for loud in ("2027-01-15 21:59", "2027-01-16 08:00", "2027-01-16 12:00"):
        assert hours.quiet_until(one, at(loud)) == at(loud)


def test_quiet_hours_by_day_stay_within_it():
    one = sleeper("9:00", "17:00")
    assert hours.quiet_until(one, at("2027-01-15 12:00")) == at("2027-01-15 17:00")
    assert hours.quiet_until(one, at("2027-01-15 03:00")) == at("2027-01-15 03:00")


@pytest.mark.parametrize("zone", ZONES)
def test_quiet_hours_are_those_of_the_own_wall_clock(zone):
    one = sleeper(zone=zone)
    assert hours.quiet_until(one, at("2027-06-15 23:30", zone)) == at("2027-06-16 08:00", zone)
    assert hours.quiet_until(one, at("2027-06-15 21:30", zone)) == at("2027-06-15 21:30", zone)


@pytest.mark.parametrize("same", ["0:00", "22:00"])
def test_without_quiet_hours_nothing_is_quiet(same):
    for one in (Person(1), sleeper(same, same)):
        assert hours.quiet_until(one, at("2027-01-16 00:00")) == at("2027-01-16 00:00")


@pytest.mark.parametrize(
    ("zone", "evening", "morning", "slept"),
    [
        ("Europe/Berlin", "2027-03-27 22:00", "2027-03-28 08:00", 9),
        ("Europe/Berlin", "2027-10-30 22:00", "2027-10-31 08:00", 11),
        ("America/New_York", "2027-03-13 22:00", "2027-03-14 08:00", 9),
        ("America/New_York", "2027-11-06 22:00", "2027-11-07 08:00", 11),
        ("Australia/Lord_Howe", "2027-10-02 22:00", "2027-10-03 08:00", 9.5),
        ("Australia/Lord_Howe", "2027-04-03 22:00", "2027-04-04 08:00", 10.5),
    ],
)
def test_a_night_in_which_the_clocks_change_ends_by_the_wall_clock(zone, evening, morning, slept):
    one = sleeper(zone=zone)
    begin = at(evening, zone)
    assert hours.quiet_until(one, begin) == at(morning, zone) == begin + slept * HOUR
    assert hours.waking(one, begin - HOUR, begin + 15 * HOUR) == (16 - slept) * HOUR


def test_quiet_hours_that_a_change_of_clocks_skips_are_none_that_night():
    one = sleeper("2:30", "3:00", "Europe/Berlin")
    begin, end = at("2027-03-28 00:00", "Europe/Berlin"), at("2027-03-28 12:00", "Europe/Berlin")
    assert hours.waking(one, begin, end) == end - begin
    assert hours.quiet_until(one, begin + 2.75 * HOUR) == begin + 2.75 * HOUR
    assert hours.waking(one, begin + DAY, end + DAY) == end - begin - HOUR / 2


# -- vacations ---------------------------------------------------------------------------------------------------------


def test_who_is_on_vacation_may_be_spoken_to_when_it_and_the_quiet_hours_after_it_end():
    one = sleeper(away_until=int(at("2027-01-20 00:00")))
    assert hours.present_at(one, at("2027-01-16 12:00")) == at("2027-01-20 08:00")
    assert hours.present_at(one, at("2027-01-20 12:00")) == at("2027-01-20 12:00")


def test_a_vacation_stops_the_clock_of_a_turn():
    one = Person(1, away_until=int(at("2027-01-20 00:00")))
    assert hours.deadline(one, at("2027-01-16 12:00"), DAY) == at("2027-01-21 00:00")
    assert hours.deadline(one, at("2027-01-20 12:00"), DAY) == at("2027-01-21 12:00")


# -- deadlines ---------------------------------------------------------------------------------------------------------


def test_a_deadline_that_leaves_two_waking_hours_is_not_stretched():
    one = sleeper()
    assert hours.deadline(one, at("2027-01-15 20:00"), 8 * HOUR) == at("2027-01-16 04:00")
    assert hours.deadline(one, at("2027-01-15 12:00"), DAY) == at("2027-01-16 12:00")


def test_a_deadline_in_quiet_hours_is_stretched_to_two_waking_hours():
    one = sleeper()
    assert hours.deadline(one, at("2027-01-15 23:00"), 8 * HOUR) == at("2027-01-16 10:00")
    assert hours.deadline(one, at("2027-01-15 21:00"), 8 * HOUR) == at("2027-01-16 09:00")
    assert hours.deadline(one, at("2027-01-16 07:00"), HOUR) == at("2027-01-16 09:00")  # all of a shorter turn
    assert hours.deadline(one, at("2027-01-15 21:30"), HOUR) == at("2027-01-16 08:30")


def test_two_waking_hours_may_take_two_mornings():
    one = sleeper("9:00", "8:00")  # set before there was a limit
    assert hours.deadline(one, at("2027-01-15 09:30"), 3 * HOUR) == at("2027-01-17 09:00")


@pytest.mark.parametrize(("night", "end"), [("2027-03-28", "10:00"), ("2027-10-31", "10:00")])
def test_a_stretched_deadline_follows_a_change_of_clocks(night, end):
    one = sleeper(zone="Europe/Berlin")
    begin = at(f"{night} 00:30", "Europe/Berlin")
    assert hours.deadline(one, begin, 2 * HOUR) == at(f"{night} {end}", "Europe/Berlin")


minutes = st.integers(0, 24 * 60 - 1)
times = st.floats(at("2026-01-01 00:00"), at("2028-12-31 00:00"))


@st.composite
def persons(draw):
    quiet_from = draw(minutes)
    quiet_to = (quiet_from + draw(st.integers(0, QUIET_HOURS * 60))) % (24 * 60)
    away = draw(st.none() | st.integers(int(at("2026-01-01 00:00")), int(at("2028-12-31 00:00"))))
    return Person(1, draw(st.sampled_from(ZONES)), quiet_from, quiet_to, away_until=away)


@settings(deadline=None)
@given(persons(), times, st.sampled_from([HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY]))
def test_a_deadline_gives_at_least_the_turn_time_and_two_waking_hours_after_a_vacation(one, began, length):
    end = hours.deadline(one, began, length)
    start = max(began, one.away_until or 0)
    assert end >= start + length
    assert hours.waking(one, start, end) >= min(length, hours.WAKING) - 1e-3
    assert end <= start + length + 2 * DAY  # and never much more


@settings(deadline=None)
@given(persons(), times)
def test_whoever_may_be_spoken_to_is_awake_and_at_home(one, now):
    when = hours.present_at(one, now)
    assert when >= now
    assert when == hours.present_at(one, when) == hours.quiet_until(one, when)
    assert one.away_until is None or when >= one.away_until or now >= one.away_until
    assert when <= max(now, one.away_until or 0) + QUIET_HOURS * HOUR + HOUR


@settings(deadline=None, max_examples=30)
@given(persons(), times, st.floats(0, 2 * DAY))
def test_waking_time_is_what_counting_in_steps_gives(one, begin, length):
    step = 300.0
    loud = sum(hours.quiet_until(one, begin + n * step) == begin + n * step for n in range(int(length // step)))
    assert hours.waking(one, begin, begin + length) == pytest.approx(loud * step, abs=8 * step)
