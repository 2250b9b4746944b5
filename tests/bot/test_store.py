"""The database: opening, migrations, transactions."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot import store as stores
from bot.errors import Stop
from bot.store import Store, migrate, migrations

ROOT = Path(__file__).parents[2]
NEWEST = migrations()[-1][0]


def query(path, sql):
    db = sqlite3.connect(path)
    try:
        return db.execute(sql).fetchall()
    finally:
        db.close()


async def put(store, *names):
    async with store.transaction() as db:
        for name in names:
            await db.execute("INSERT INTO facts VALUES (?, '')", (name,))


async def names(store):
    return [row["name"] for row in await store.rows("SELECT name FROM facts ORDER BY name")]


# -- opening -----------------------------------------------------------------------------------------------------------


async def test_no_cursor_outlives_a_statement(store):
    async with store.transaction() as db:
        given = [
            await db.execute("INSERT INTO facts VALUES ('a', '1'), ('b', '2')"),
            await db.each("UPDATE facts SET value = ? WHERE name = ?", [("3", "a"), ("4", "b")]),
            await db.rows("SELECT name, value FROM facts ORDER BY name"),
            await db.rows("DELETE FROM facts WHERE name = 'a' RETURNING value"),
        ]

    assert given[:2] == [None, None]
    assert [[tuple(row) for row in rows] for rows in given[2:]] == [[("a", "3"), ("b", "4")], [("3",)]]
    cursors = [one for one in gc.get_objects() if isinstance(one, sqlite3.Cursor)]
    assert not [one for one in cursors if one.connection is store._writer._conn]


async def test_a_new_file_gets_the_newest_schema_and_its_folder(tmp_path):
    path = tmp_path / "new" / "folder" / "games.sqlite"
    store = await Store.open(path)
    await store.keep("greeting", "hello")
    await store.close()

    assert query(path, "PRAGMA user_version") == [(NEWEST,)]
    assert query(path, "PRAGMA journal_mode") == [("wal",)]
    assert query(path, "SELECT * FROM facts") == [("greeting", "hello")]


def modes(folder):
    return {each.name: oct(each.stat().st_mode & 0o777) for each in folder.iterdir()}


@pytest.mark.parametrize("linked", [False, True])
async def test_new_files_are_private_to_their_owner(path, linked):
    if linked:
        path.symlink_to(path.with_name("elsewhere.sqlite"))
    former = os.umask(0o022)
    try:
        store = await Store.open(path)
        await store.keep("greeting", "hello")
        seen = modes(path.parent)
        await store.close()
    finally:
        os.umask(former)

    name = "elsewhere.sqlite" if linked else path.name
    assert {name, f"{name}-wal", f"{name}-shm", f"{path.name}.lock"} <= set(seen)
    assert set(seen.values()) == {"0o600"}, seen


async def test_a_known_file_keeps_the_mode_it_was_given(path):
    await (await Store.open(path)).close()
    for name in modes(path.parent):
        path.with_name(name).chmod(0o640)
    store = await Store.open(path)
    await store.keep("greeting", "hello")
    seen = modes(path.parent)
    await store.close()

    assert f"{path.name}-wal" in seen
    assert set(seen.values()) == {"0o640"}, seen


async def test_a_known_file_opens_again_with_all_it_held(path):
    for _ in range(2):
        store = await Store.open(path)
        await store.keep("opened", str(int(await store.fact("opened") or 0) + 1))
        await store.close()

    assert query(path, "SELECT value FROM facts") == [("2",)]


async def test_a_file_of_an_earlier_schema_is_brought_up_with_its_data(path):
    migrate(path, [(1, migrations()[0][1])])
    query_and_keep(path, "INSERT INTO facts VALUES ('old', 'kept')")
    store = await Store.open(path)
    assert await store.fact("old") == "kept"
    await store.close()

    assert query(path, "PRAGMA user_version") == [(NEWEST,)]


def query_and_keep(path, sql):
    with sqlite3.connect(path) as db:
        db.execute(sql)
    db.close()


def test_migrations_are_numbered_without_a_gap():
    assert [number for number, _ in migrations()] == list(range(1, NEWEST + 1))


def test_a_migration_that_fails_leaves_the_data_and_the_version_before_it(path):
    first = (1, "CREATE TABLE shelf (book TEXT);\nINSERT INTO shelf VALUES ('atlas');\n")
    migrate(path, [first])
    second = (2, "CREATE TABLE chair (leg TEXT);\nDELETE FROM shelf;\nINSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(sqlite3.Error, match="nowhere"):
        migrate(path, [first, second])

    assert query(path, "SELECT * FROM shelf") == [("atlas",)]
    assert query(path, "PRAGMA user_version") == [(1,)]
    assert query(path, "SELECT name FROM sqlite_master") == [("shelf",)]

    migrate(path, [first, (2, "CREATE TABLE chair (leg TEXT);")])
    assert query(path, "PRAGMA user_version") == [(2,)]


def test_a_last_statement_without_its_semicolon_is_run_too(path):
    migrate(path, [(1, "CREATE TABLE a (x);\nCREATE TABLE b (x)\n-- the end\n")])

    assert query(path, "SELECT name FROM sqlite_master") == [("a",), ("b",)]


async def refused(path):
    with pytest.raises(Stop) as stop:
        await Store.open(path)
    text = str(stop.value)
    assert "\n" not in text
    assert str(path) in text
    return text


async def test_a_newer_database_is_refused_and_left_alone(path):
    migrate(path)
    query_and_keep(path, f"PRAGMA user_version = {NEWEST + 1}")

    assert "newer" in await refused(path)
    assert query(path, "PRAGMA user_version") == [(NEWEST + 1,)]


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path):
    path.write_bytes(b"not a database at all " * 400)

    assert "cannot be opened" in await refused(path)
    assert path.read_bytes() == b"not a database at all " * 400


async def test_a_damaged_database_is_refused(path):
    migrate(path)
    with sqlite3.connect(path) as db:
        db.executemany("INSERT INTO facts VALUES (?, ?)", [(f"name {n}", "x" * 500) for n in range(100)])
    db.close()
    data = bytearray(path.read_bytes())
    data[len(data) // 2 :] = os.urandom(len(data) - len(data) // 2)
    path.write_bytes(data)

    text = await refused(path)
    assert "damaged" in text or "malformed" in text


async def test_a_path_that_cannot_be_opened_is_named_and_nothing_is_made_elsewhere(tmp_path):
    (tmp_path / "file").write_text("a file, not a folder")
    for wrong in (tmp_path / "file" / "games.sqlite", tmp_path):
        assert "cannot be opened" in await refused(wrong)

    assert [each.name for each in tmp_path.iterdir() if each.suffix != ".lock"] == ["file"]


async def test_what_stopped_the_opening_leaves_the_database_free(path):
    path.write_bytes(b"rubbish" * 1000)
    await refused(path)
    path.unlink()
    store = await Store.open(path)
    await store.close()


HOLD = """
import asyncio, pathlib, sys
from bot.store import Store
async def main():
    await Store.open(pathlib.Path(sys.argv[1]))
    print("open", flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


async def test_a_second_bot_on_one_database_is_refused_until_the_first_is_gone_however_it_went(path):
    command = [sys.executable, "-c", HOLD, str(path)]
    holder = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)  # noqa: ASYNC220 - read line by line below
    try:
        assert holder.stdout.readline() == b"open\n"
        assert "another Slowplay" in await refused(path)
        holder.send_signal(signal.SIGKILL)
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()
    store = await Store.open(path)
    await store.close()


# -- transactions ------------------------------------------------------------------------------------------------------


async def test_an_exception_rolls_the_whole_transaction_back(store):
    with pytest.raises(ZeroDivisionError):
        await failing(store)

    assert await names(store) == []
    await put(store, "after")
    assert await names(store) == ["after"]


async def failing(store):
    async with store.transaction() as db:
        await db.execute("INSERT INTO facts VALUES ('half', '')")
        await db.execute(f"INSERT INTO facts VALUES ('{1 / 0}', '')")


async def test_a_statement_that_fails_rolls_back_what_came_before_it(store):
    with pytest.raises(sqlite3.IntegrityError):
        await put(store, "twice", "twice")

    assert await names(store) == []


async def test_a_commit_that_fails_leaves_nothing_and_is_in_nobodys_way(store, monkeypatch):
    async def full():
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(store._writer, "commit", full)
        with pytest.raises(sqlite3.OperationalError, match="full"):
            await put(store, "lost")
    assert await names(store) == []
    await put(store, "after")
    assert await names(store) == ["after"]


async def test_cancelling_at_any_step_leaves_all_or_nothing_and_no_open_transaction(store, monkeypatch):
    writer, real = store._writer, store._writer._execute
    outcomes = set()
    for when in range(1, 9):
        calls = 0

        async def step(function, *args, **kwargs):
            nonlocal calls
            calls += 1
            if calls == when:  # noqa: B023 - used within this turn of the loop only
                task.cancel()  # noqa: B023
            return await real(function, *args, **kwargs)

        monkeypatch.setattr(writer, "_execute", step)
        task = asyncio.ensure_future(put(store, "one", "two", "three"))
        await asyncio.wait([task])
        monkeypatch.setattr(writer, "_execute", real)

        there = await names(store)
        assert there in ([], ["one", "three", "two"]), when
        assert not writer.in_transaction
        outcomes.add((task.cancelled(), bool(there)))
        async with store.transaction() as db:
            await db.execute("DELETE FROM facts")
    assert {(True, False), (False, True)} <= outcomes, "both early and never were tried"


async def test_cancelling_who_waits_for_the_writer_disturbs_nobody(store):
    async with store.transaction() as db:
        waiting = asyncio.ensure_future(put(store, "waiting"))
        await asyncio.sleep(0.01)
        waiting.cancel()
        await asyncio.wait([waiting])
        await db.execute("INSERT INTO facts VALUES ('first', '')")

    assert waiting.cancelled()
    assert await names(store) == ["first"]


async def test_twenty_transactions_at_once_do_not_lose_each_others_work(store):
    await store.keep("count", "0")

    async def add_one():
        async with store.transaction() as db:
            ((value,),) = await db.rows("SELECT value FROM facts WHERE name = 'count'")
            await asyncio.sleep(0)
            await db.execute("UPDATE facts SET value = ? WHERE name = 'count'", (str(int(value) + 1),))

    await asyncio.gather(*(add_one() for _ in range(20)))

    assert await store.fact("count") == "20"


async def test_one_failing_among_many_takes_only_its_own_work_along(store):
    done = await asyncio.gather(*(put(store, f"a{n}", f"b{n % 3}") for n in range(9)), return_exceptions=True)

    failed = [n for n, each in enumerate(done) if isinstance(each, sqlite3.IntegrityError)]
    assert len(failed) == 6
    assert await names(store) == sorted(
        [f"a{n}" for n in range(9) if n not in failed] + [f"b{n % 3}" for n in range(9) if n not in failed]
    )


async def test_a_reader_never_sees_what_is_not_committed(store):
    async with store.transaction() as db:
        await db.execute("INSERT INTO facts VALUES ('coming', '')")
        assert await names(store) == []
    assert await names(store) == ["coming"]


async def test_the_reader_cannot_write(store):
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await store.rows("INSERT INTO facts VALUES ('x', '')")


async def test_a_row_of_no_game_is_refused(store):
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        async with store.transaction() as db:
            await db.execute("INSERT INTO players (game_id, seat, user_id, name) VALUES (99, 0, 1, 'Ann')")


async def test_closing_waits_for_a_running_transaction(path):
    store = await Store.open(path)
    begun = asyncio.Event()

    async def slow():
        async with store.transaction() as db:
            begun.set()
            await asyncio.sleep(0.05)
            await db.execute("INSERT INTO facts VALUES ('late', '')")

    task = asyncio.ensure_future(slow())
    await begun.wait()
    await store.close()
    await task

    assert query(path, "SELECT name FROM facts") == [("late",)]


def test_the_modules_own_schema_is_found_where_it_is_installed():
    assert "CREATE TABLE games" in migrations()[0][1]
    assert stores.migrations() == migrations()
