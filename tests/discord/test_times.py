"""Turns with an end, reminders, nudges, pauses, and what players set for themselves. The time is the test's own."""

from __future__ import annotations

import pytest
from simstage import buttons, words

import games
from bot import people, seats

each_game = pytest.mark.parametrize("slug", games.slugs())
HOUR, DAY = 3600, 86400


def calls(stage, since, who):
    """List the messages after the first `since` public ones that ping somebody."""
    return [words(m) for m in stage.public()[since:] if who.id in m.ping_user_ids and not buttons(m)]


# -- the end of a turn -------------------------------------------------------------------------------------------------


@each_game
async def test_when_the_time_is_up_a_robot_moves_and_the_board_says_so(stage, slug):
    stage.sketch()
    table = await stage.start(slug=slug, turn_time="1 hour")
    late, _ = await stage.to_act()
    assert f"<t:{table.deadline}:R>" in words(stage.board())
    assert "1 hour a turn" in words(stage.public()[0])
    await stage.wait(HOUR - 60)
    assert (await stage.table()).seq == 0
    await stage.wait(61)

    now = await stage.table()
    assert now.seq > 0
    assert {entry.kind for entry in (await stage.bot.tables.log(table.id))[1:]} == {"timeout"}
    note = f"Time is up for {table.marked[table.seat_of(late.id)]}; a robot makes the move{'s' * (now.seq > 1)}."
    assert sum(note in words(message) for message in stage.public()) == 1
    assert now.players[table.seat_of(late.id)].robot is None
    (other,) = now.users(now.awaited)
    assert other != late.id
    assert stage.board().ping_user_ids == [other]
    assert now.deadline > table.deadline


@each_game
async def test_after_three_turns_in_a_row_the_robot_keeps_the_seat_until_its_player_is_back(stage, slug):
    stage.sketch()
    await stage.start(slug=slug, turn_time="1 hour")
    late, _ = await stage.to_act()
    seat = (await stage.table()).seat_of(late.id)
    missed = 0
    while (table := await stage.table()).players[seat].robot is None:
        assert table.players[seat].missed == missed
        if (await stage.to_act())[0] is late:
            missed += 1
            await stage.wait(HOUR + 1)
        else:
            await stage.move()
    assert missed == 3
    notes = [entry.note for entry in await stage.bot.tables.log(table.id) if "Time is up" in entry.note]
    assert len(notes) == 3
    assert "keeps the seat until they are back" in notes[-1]
    assert (await stage.to_act())[0] is not late

    said = await stage.click(late, stage.board(), "I am back")
    assert "Welcome back" in said.text
    assert (await stage.table()).players[seat].missed == 0


@each_game
async def test_a_move_in_time_starts_the_count_again(stage, slug):
    stage.sketch()
    await stage.start(slug=slug, turn_time="1 hour")
    late, _ = await stage.to_act()
    seat = (await stage.table()).seat_of(late.id)
    await stage.wait(HOUR + 1)
    assert (await stage.table()).players[seat].missed == 1
    while (await stage.to_act())[0] is not late:
        await stage.move()
    await stage.move()
    assert (await stage.table()).players[seat].missed == 0


@each_game
async def test_a_table_without_a_turn_time_waits(stage, slug):
    table = await stage.start(slug=slug, turn_time="none")
    assert table.deadline is None
    assert "Time until" not in words(stage.board())
    await stage.wait(7 * DAY)
    assert (await stage.table()).seq == 0


async def test_a_turn_is_reminded_of_twice_at_most_and_not_those_who_do_not_want_it(stage):
    await stage.start(turn_time="24 hours")
    late, _ = await stage.to_act()
    since = len(stage.public())
    for _ in range(22):
        await stage.wait(HOUR)
    assert len(calls(stage, since, late)) == 2
    assert all("still your turn" in text for text in calls(stage, since, late))

    await stage.move()
    late, _ = await stage.to_act()
    await stage.slash(late, "game settings", reminders=False)
    since = len(stage.public())
    for _ in range(23):
        await stage.wait(HOUR)
    assert calls(stage, since, late) == []


async def test_idle_lobbies_and_idle_games_end_by_themselves(stage):
    await stage.lobby(2)
    await stage.wait(3 * DAY + HOUR)
    assert (await stage.table()).status == "over"
    assert buttons(stage.public()[0]) == {}

    table = await stage.start(turn_time="none")
    await stage.wait(27 * DAY + HOUR)
    assert "without a move this game ends" in words(stage.public()[-1])
    assert set(stage.public()[-1].ping_user_ids) == {stage.ann.id, stage.ben.id}
    await stage.wait(3 * DAY)
    assert (await stage.bot.tables.get(table.id)).status == "over"
    assert "30 days" in words(stage.public()[-1])
    assert not any(b.startswith("b:turn:") for m in stage.public() for b in buttons(m).values())


# -- nudges, mute, pauses ----------------------------------------------------------------------------------------------


@each_game
async def test_a_nudge_calls_who_is_to_move_once_in_eight_hours(stage, refused, slug):
    await stage.start(slug=slug, turn_time="none")
    slow, _ = await stage.to_act()
    other = await stage.waiting()
    since = len(stage.public())
    said = await stage.slash(other, "game nudge")
    assert said.ephemeral
    assert len(calls(stage, since, slow)) == 1
    await refused(stage.slash(other, "game nudge"), "nudged already", "<t:")
    await refused(stage.slash(slow, "game nudge"), "your own turn")
    await refused(stage.slash(stage.dan, "game nudge"), "do not play")
    await stage.wait(8 * HOUR - 60)
    await refused(stage.slash(other, "game nudge"), "nudged already")
    await stage.wait(61)
    await stage.slash(other, "game nudge")
    assert len(calls(stage, since, slow)) == 2


async def test_a_nudge_in_quiet_hours_waits_until_they_end_and_is_dropped_when_the_turn_is_over(stage):
    await stage.start(turn_time="none")
    slow, _ = await stage.to_act()
    hour = int(stage.now() % DAY // HOUR)
    await stage.slash(slow, "game settings", quiet_from=f"{hour}:00", quiet_to=f"{(hour + 3) % 24}:00")
    since = len(stage.public())
    await stage.slash(await stage.waiting(), "game nudge")
    assert calls(stage, since, slow) == []
    await stage.wait(3 * HOUR)
    assert len(calls(stage, since, slow)) == 1

    await stage.wait(21 * HOUR)
    await stage.slash(await stage.waiting(), "game nudge")
    await stage.move()
    since = len(stage.public())
    await stage.wait(3 * HOUR)
    assert calls(stage, since, slow) == []


@each_game
async def test_a_muted_game_calls_nobody_until_it_is_muted_again(stage, refused, slug):
    await stage.start(slug=slug)
    other = await stage.waiting()
    said = await stage.slash(other, "game mute")
    assert "no more" in said.text
    while (await stage.to_act())[0] is not other:
        await stage.move()
    assert stage.board().ping_user_ids == []
    assert "calls you again" in (await stage.slash(other, "game mute")).text
    while (await stage.to_act())[0] is other:
        await stage.move()
    while (await stage.to_act())[0] is not other:
        await stage.move()
    assert stage.board().ping_user_ids == [other.id]
    await refused(stage.slash(stage.dan, "game mute"), "do not play")


@each_game
async def test_a_game_rests_when_all_agree_and_goes_on_when_anybody_wants(stage, refused, slug):
    await stage.start(slug=slug, turn_time="1 hour")
    who, legal = await stage.to_act()
    said = await stage.slash(stage.ann, "game pause")
    assert said.ephemeral
    assert "1 of 2 players" in words(stage.public()[-1])
    await stage.slash(stage.ann, "game pause")
    assert (await stage.table()).status == "running", "asking twice is not agreeing"
    await refused(stage.slash(stage.dan, "game pause"), "do not play")
    await stage.slash(stage.ben, "game pause")
    assert (await stage.table()).status == "paused"
    assert "the game is paused" in words(stage.public()[-1])

    await stage.wait(3 * DAY)
    assert (await stage.table()).seq == 0, "no clock runs"
    from_board = stage.board()
    taken = await stage.click(who, from_board, "Take turn")
    assert "agreed to pause" in taken.text
    assert taken.buttons == {}
    for work in (
        stage.slash(stage.ann, "game substitute", newcomer=stage.dan),
        stage.slash(stage.ann, "game undo"),
        stage.slash(stage.ann, "game resign"),
    ):
        assert "paus" in (await work).text
    assert "pause" in (await stage.slash(stage.ann, "game status")).text
    await stage.slash(stage.ben, "game pause")
    table = await stage.table()
    assert table.status == "running"
    assert table.deadline == pytest.approx(stage.now() + HOUR, abs=5)
    assert stage.board().id != from_board.id
    assert stage.board().ping_user_ids == [who.id]
    await stage.move(legal[0])
    assert (await stage.table()).seq == table.seq + 1


async def test_an_agreement_to_pause_does_not_outlast_the_turn(stage):
    await stage.start()
    await stage.slash(stage.ann, "game pause")
    await stage.move()
    await stage.slash(stage.ben, "game pause")

    assert (await stage.table()).status == "running"
    assert "1 of 2 players" in words(stage.public()[-1])


# -- settings ----------------------------------------------------------------------------------------------------------


async def test_time_zones_and_dates_are_offered(stage):
    zones = await stage.complete(stage.ann, "game settings", "time_zone", "berl")
    assert zones == ["Europe/Berlin"]
    cities = [zone.rpartition("/")[2] for zone in await stage.complete(stage.ann, "game settings", "time_zone", "lon")]
    assert cities.index("London") < cities.index("Blanc-Sablon")
    assert "America/New_York" in await stage.complete(stage.ann, "game settings", "time_zone", "new york")
    assert len(await stage.complete(stage.ann, "game settings", "time_zone", "")) == 25
    assert await stage.complete(stage.ann, "game settings", "time_zone", "atlantis") == []
    for typed in ("Factory", "Etc/", "localtime", "EST5"):
        assert await stage.complete(stage.ann, "game settings", "time_zone", typed) == []
    dates = await stage.complete(stage.ann, "game settings", "vacation", "")
    assert dates[0] == "off"
    assert len(dates) == 1 + people.VACATION_DAYS
    said = await stage.slash(stage.ann, "game settings", vacation=dates[-1])
    assert "Vacation: until <t:" in said.text


async def test_settings_are_shown_and_changed_one_by_one(stage):
    said = await stage.dm(stage.ann, "game settings")
    assert said.ephemeral
    for line in ("Time zone: UTC", "Quiet hours: none", "Reminders: on", "Vacation: none", "High contrast: off"):
        assert line in said.text
    await stage.slash(stage.ann, "game settings", time_zone="Europe/Berlin", quiet_from="22:30", quiet_to="8")
    await stage.slash(stage.ann, "game settings", messages="never", digest=True, high_contrast=True)
    said = await stage.slash(stage.ann, "game settings", quiet_to="7.15")
    for line in (
        "Time zone: Europe/Berlin",
        "Quiet hours: 22:30 to 7:15",
        "by direct message: never",
        "High contrast: on",
        "pings: on",
    ):
        assert line in said.text
    assert "Quiet hours: none" in (await stage.slash(stage.ann, "game settings", quiet_from="off")).text
    await stage.slash(stage.ann, "game settings", quiet_from="22:30", quiet_to="8")
    assert "Quiet hours: none" in (await stage.slash(stage.ann, "game settings", quiet_to=" Off")).text
    assert "Time zone: UTC" in (await stage.slash(stage.ben, "game settings")).text, "everybody has their own"


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"time_zone": "Europe/Atlantis"}, "no such time zone"),
        ({"time_zone": "../etc/passwd"}, "no such time zone"),
        ({"time_zone": "Factory"}, "no such time zone"),
        ({"time_zone": "Etc/GMT+5"}, "no such time zone"),
        ({"quiet_from": "25:00", "quiet_to": "8"}, "time of day"),
        ({"quiet_from": "late", "quiet_to": "8"}, "time of day"),
        ({"quiet_from": "22:00", "quiet_to": "22"}, "another time than they begin"),
        ({"quiet_from": "22:00"}, "both ends"),
        ({"quiet_to": "8:00"}, "both ends"),
        ({"vacation": "tomorrow"}, "year-month-day"),
        ({"vacation": "2026-02-30"}, "year-month-day"),
        ({"vacation": "1999-01-01"}, "That day is over"),
        ({"vacation": "0001-01-01"}, "That day is over"),
        ({"vacation": "2999-01-01"}, "at most 14 days"),
        ({"vacation": "9999-12-31"}, "year-month-day"),
    ],
)
async def test_a_wrong_setting_is_refused_and_changes_none(stage, refused, wanted, told):
    await refused(stage.slash(stage.ann, "game settings", reminders=False, **wanted), told)
    assert "Reminders: on" in (await stage.slash(stage.ann, "game settings")).text


async def test_a_vacation_stops_the_clock_and_the_board_says_so(stage):
    before = await stage.start(turn_time="24 hours")
    who, _ = await stage.to_act()
    dates = await stage.complete(stage.ann, "game settings", "vacation", "")
    await stage.slash(who, "game settings", vacation=dates[5])
    table = await stage.table()
    until = (await people.get(stage.bot.store, who.id)).away_until
    assert table.deadline >= until + HOUR
    assert table.deadline > before.deadline + 3 * DAY
    assert f"is away until <t:{until}:D>" in words(stage.board())
    await stage.wait(2 * DAY)
    assert (await stage.table()).seq == table.seq

    await stage.slash(who, "game settings", vacation="off")
    assert "is away" not in words(stage.board())
    assert (await stage.table()).deadline <= stage.now() + DAY
    assert not any(m.ping_user_ids for m in stage.public()[2:]), "who says so is here"
    for wanted in ("off", dates[5], dates[5]):
        await stage.slash(who, "game settings", vacation=wanted)
    notes = [row["note"] for row in await stage.bot.store.rows("SELECT note FROM log WHERE kind = 'seat'")]
    assert len(notes) == 3, "a setting that changes nothing is no news"


async def test_what_is_delivered_twice_is_set_once(stage, monkeypatch):
    await stage.start(turn_time="24 hours")
    who, _ = await stage.to_act()
    dates = await stage.complete(stage.ann, "game settings", "vacation", "")
    real, seen = stage.env.backend.emit, []

    def emit(name, payload, *args, **more):
        if name == "INTERACTION_CREATE":
            seen.append(payload)
        return real(name, payload, *args, **more)

    monkeypatch.setattr(stage.env.backend, "emit", emit)
    await stage.slash(who, "game settings", vacation=dates[5])
    await stage.slash(who, "game mute")
    before = await stage.snapshot()
    for payload in seen[:2]:
        real("INTERACTION_CREATE", payload)
        await stage.settle()
    assert await stage.snapshot() == before
    assert (await stage.table()).players[(await stage.table()).seat_of(who.id)].muted


async def test_a_vacation_that_stops_no_clock_is_none(stage, monkeypatch):
    await stage.start(turn_time="24 hours")
    who, _ = await stage.to_act()
    dates = await stage.complete(stage.ann, "game settings", "vacation", "")

    async def fail(*_):
        raise OSError("disk full")

    stage.trouble_expected = True
    with monkeypatch.context() as patch:
        patch.setattr(seats, "rest", fail)
        assert "nothing was changed" in (await stage.slash(who, "game settings", vacation=dates[5])).text
    before = await stage.table()
    assert "Vacation: none" in (await stage.slash(who, "game settings")).text
    await stage.slash(who, "game settings", vacation=dates[5])
    assert (await stage.table()).deadline > before.deadline + 3 * DAY


@pytest.mark.parametrize(("messages", "count"), [("whenever my hand changes", 1), ("never", 0)])
async def test_hands_come_as_their_owner_wants_them(stage, messages, count):
    await stage.start()
    who, legal = await stage.to_act()
    await stage.slash(who, "game settings", messages=messages)
    before = len(stage.private(who))
    await stage.move(legal[0])

    assert len(stage.private(who)) == before + count


@each_game
async def test_high_contrast_is_for_all_at_the_table_and_names_nobody(stage, slug):
    await stage.start(slug=slug)
    usual = stage.picture((await stage.slash(stage.ben, "game board")).message)
    texts = words((await stage.slash(stage.ben, "game board")).message)
    await stage.slash(stage.ann, "game settings", high_contrast=True)
    said = await stage.slash(stage.ben, "game board")

    assert stage.picture(said.message) != usual
    assert words(said.message) == texts


async def test_a_digest_comes_once_a_day_in_place_of_pings(stage):
    await stage.start(turn_time="7 days")
    who, _ = await stage.to_act()
    other = await stage.waiting()
    await stage.slash(other, "game settings", digest=True, reminders=False)
    while (await stage.to_act())[0] is who:
        await stage.move()
    assert stage.board().ping_user_ids == []
    for _ in range(2):
        before = [m for m in stage.private(other) if "Your turns today" in words(m)]
        for _ in range(4):
            await stage.wait(6 * HOUR)
        digests = [m for m in stage.private(other) if "Your turns today" in words(m)]
        assert len(digests) == len(before) + 1
    assert "Cactpot Party" in words(digests[-1])
