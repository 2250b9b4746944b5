"""Recorded games stay as they were read and approved."""

from __future__ import annotations

import goldens
import pytest

import games


@pytest.mark.parametrize("record", goldens.RECORDS, ids=lambda record: record.path.stem)
def test_a_recorded_game_is_played_again_line_by_line(record):
    approved = record.path.read_text(encoding="utf-8").splitlines()

    for number, (now, then) in enumerate(zip(goldens.write(record).splitlines(), approved, strict=False), start=1):
        assert now == then, f"line {number}"
    assert len(goldens.write(record).splitlines()) == len(approved)


@pytest.mark.parametrize("slug", games.slugs())
def test_every_seat_count_option_and_ending_is_recorded(slug):
    records = [record for record in goldens.RECORDS if record.slug == slug]
    meta = games.load(slug).meta

    assert {record.seats for record in records} == set(meta.seats)
    for option in meta.options:
        assert {record.options[option.name] for record in records} == {value for value, _ in option.choices}
    assert {goldens.outcome(record).reason for record in records} == goldens.ENDINGS[slug]


def test_no_record_is_left_over():
    assert set(goldens.FOLDER.glob("*.txt")) == {record.path for record in goldens.RECORDS}
