"""Stores and tables in a fresh file, always closed: the threads of aiosqlite would keep the process alive."""

from __future__ import annotations

import pytest
from days import Days
from room import Room
from seating import Seating

from bot.store import Store
from bot.tables import Tables


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
async def store(path):
    one = await Store.open(path)
    yield one
    await one.close()


@pytest.fixture
def tables(store):
    return Tables(store, now=lambda: 1_800_000_000.0)


@pytest.fixture
def seating(tables):
    return Seating(tables)


@pytest.fixture
async def days(tables):
    one = Days(tables)
    yield one
    await one.robots.settle()
    one.robots.close()
    if one.store is not tables.store:
        await one.store.close()


@pytest.fixture
def room(days):
    return Room(days)
