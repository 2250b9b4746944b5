"""A real discord.py bot in its own process, through everything a game bot does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from harness import Stage, buttons, pictures, selects, text_of

DEMO = (sys.executable, str(Path(__file__).parent / "demo_bot.py"))

pytestmark = pytest.mark.live


@pytest.fixture
async def stage(tmp_path):
    async with Stage(tmp_path / "demo.sqlite", command=DEMO) as made:
        await made.start_bot()
        yield made
        assert made.unimplemented == []
        assert not [line for line in made.bot_log if "Traceback" in line]


async def test_a_bot_plays_its_whole_repertoire(stage):
    ann, bo = stage.seat("Ann"), stage.seat("Bo")

    new = await ann.slash("games", "demo new", kind="Odd", **{"with": "Bo"})
    assert (new.state, new.answer, new.refusals) == ("answered", "defer", [])
    assert text_of(new.message) == f"## Board 1\n<@{bo.id}> to move"
    assert stage.pings("games") == [(new.message["id"], ["Bo"])]
    [picture] = pictures(new.message)
    assert (picture["width"], picture["height"], picture["description"]) == (24, 16, "alt text")
    assert stage.file(picture["url"]).startswith(b"\x89PNG")
    await stage.until(lambda: any(line.startswith("permissions True") for line in stage.bot_log))

    clicked = await bo.click(new.message, label="Next")
    assert clicked.answer == "defer_update"
    await stage.until(lambda: "next:2" in str(buttons(stage.newest("games")).values()))
    assert len(stage.pings("games")) == 1

    [where] = selects(stage.newest("games"))
    chosen = await ann.select(new.message, value="b", custom_id=where["custom_id"])
    assert (chosen.text, chosen.ephemeral) == ("Chosen b", True)
    assert all("Chosen" not in message["content"] for message in bo.messages("games"))

    form = await bo.click(new.message, label="Form")
    assert form.modal["title"] == "A form"
    thanks = await bo.submit(form, name="Bo")
    assert (thanks.text, thanks.ephemeral) == ("Thank you, Bo", True)

    found = await ann.autocomplete("games", "demo place", focused="space", value="b", chip=7)
    assert found == [{"name": f"b{digit} for 7", "value": f"b{digit}"} for digit in "123"]
    placed = await ann.slash("games", "demo place", chip=7, space="b2")
    assert (placed.text, placed.ephemeral) == ("7 on b2", True)

    tour = await ann.slash("games", "demo tour")
    assert tour.text == "True b.png True True"
    assert buttons(stage.newest("games")) == {}
    assert [text_of(message) for message in stage.messages("side table")] == ["in the thread"]
    await stage.until(lambda: "thread side table" in stage.bot_log)
    assert [(record.status, record.code) for record in stage.refused] == [(404, 10008)]


async def test_private_messages_arrive_or_are_refused(stage):
    ann = stage.seat("Ann")
    assert (await ann.slash("games", "demo dm")).text == "sent"
    assert [message["content"] for message in ann.dms()] == ["Your hand"]
    assert (await ann.slash("dm", "demo dm")).text == "sent"
    stage.set_dms("Ann", is_open=False)
    assert (await ann.slash("games", "demo dm")).text == "closed 50007"
    assert len([message for message in ann.dms() if message["content"] == "Your hand"]) == 2


async def test_an_answer_later_than_three_seconds_is_not_taken(stage):
    slow = await stage.seat("Ann").slash("games", "demo slow")
    assert (slow.state, slow.error) == ("failed", "The application did not respond")
    await stage.until(lambda: "late 10062" in stage.bot_log)


async def test_a_dropped_connection_is_resumed_with_what_was_missed(stage):
    ann = stage.seat("Ann")
    await stage.drop_gateway()
    assert (await ann.slash("games", "demo place", chip=1, space="a1")).text == "1 on a1"
    await stage.until(lambda: "resumed" in stage.bot_log)


async def test_a_forgotten_session_is_begun_anew(stage):
    old = set(stage.server.gateway.sessions)
    await stage.drop_gateway(resumable=False)
    await stage.until(lambda: stage.server.gateway.connected and not old & set(stage.server.gateway.sessions), 20)
    assert (await stage.seat("Ann").slash("games", "demo place", chip=1, space="a1")).text == "1 on a1"
    assert "resumed" not in stage.bot_log


async def test_the_bot_hears_of_channels_and_the_guild(stage):
    stage.server.world.delete_channel(stage.server.channel("quiet"))
    await stage.until(lambda: "gone quiet" in stage.bot_log)
    stage.server.world.set_membership(stage.server.world.bot, inside=False)
    stage.server.world.set_membership(stage.server.world.bot, inside=True)
    assert (await stage.seat("Ann").slash("games", "demo place", chip=1, space="a1")).text == "1 on a1"


async def test_a_killed_bot_leaves_its_messages_and_comes_back_to_them(stage):
    ann = stage.seat("Ann")
    new = await ann.slash("games", "demo new", kind="Plain", **{"with": "Cy"})
    await stage.kill_bot()
    assert (stage.bot.running, stage.bot.code) == (False, -9)
    await stage.start_bot()
    await ann.click(new.message, label="Next")
    await stage.until(lambda: "Board 2" in text_of(stage.newest("games")))


async def test_held_requests_take_effect_when_and_if_the_test_says_so(stage):
    ann = stage.seat("Ann")
    hold = stage.hold("POST", r"/webhooks/", "before")
    asked = ann.send_slash("games", "demo new", kind="Plain", **{"with": "Bo"})
    await hold.caught.wait()
    assert asked.state == "deferred"
    await stage.kill_bot()
    hold.release(drop=True)
    assert [message["loading"] for message in stage.messages("games")] == [True]

    await stage.start_bot()
    hold = stage.hold("POST", r"/webhooks/", "after")
    asked = ann.send_slash("games", "demo new", kind="Plain", **{"with": "Bo"})
    await hold.caught.wait()
    assert asked.state == "answered"
    await stage.kill_bot()
    hold.release()
    assert text_of(stage.newest("games")).startswith("## Board 1")


@pytest.mark.parametrize("status", [429, 500])
async def test_a_passing_refusal_is_retried(stage, status):
    stage.fail("POST", r"^/webhooks/", status, times=1)
    new = await stage.seat("Ann").slash("games", "demo new", kind="Plain", **{"with": "Bo"})
    assert text_of(new.message).startswith("## Board 1")
    assert status in [record.status for record in stage.requests]
