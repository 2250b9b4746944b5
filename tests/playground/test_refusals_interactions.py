from __future__ import annotations

import asyncio

import pytest

from playground import limits
from playground.actors import CannotError

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
EPHEMERAL = 64
BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "go", "custom_id": "go"}]}
OFF = {"type": 1, "components": [{"type": 2, "style": 1, "label": "go", "custom_id": "off", "disabled": True}]}


def modal(rows: int = 1, title: str = "t", label: str = "l", custom_id: str = "m") -> dict:
    inputs = [{"type": 4, "custom_id": f"i{n}", "label": label, "style": 1} for n in range(rows)]
    return {"title": title, "custom_id": custom_id, "components": [{"type": 1, "components": [i]} for i in inputs]}


@pytest.fixture
async def asked(raw):
    await raw.register()
    return raw.slash()


async def board(raw, **more):
    _, sent = await raw.post({"content": "b", "components": [BUTTON, OFF], **more})
    return raw.world.messages[int(sent["id"])]


async def test_an_answer_in_time_is_taken_once(raw, asked):
    status, answer = await raw.answer(asked, MESSAGE, {"content": "hello"})
    assert status == 200
    assert answer["interaction"]["response_message_id"] == answer["resource"]["message"]["id"]
    status, answer = await raw.answer(asked, MESSAGE, {"content": "again"})
    assert (status, answer["code"]) == (400, 40060)
    assert [message.content for message in raw.world.history(raw.games.id)] == ["hello"]


async def test_an_answer_after_three_seconds_is_too_late(raw, asked):
    raw.stage.advance(3.1)
    assert (asked.state, asked.error) == ("failed", "The application did not respond")
    status, answer = await raw.answer(asked, MESSAGE, {"content": "late"})
    assert (status, answer["code"]) == (404, 10062)
    status, answer = await raw.send("POST", raw.hook(asked), {"content": "late"})
    assert (status, answer["code"]) == (404, 10015)


async def test_three_real_seconds_are_enough_to_fail(raw, asked, monkeypatch):
    monkeypatch.setattr(limits, "FIRST_ANSWER", 0.05)
    second = raw.slash()
    await asyncio.wait_for(second.finished.wait(), 1)
    assert second.state == "failed"


async def test_an_unknown_interaction_or_wrong_token_is_refused(raw, asked):
    path = f"/interactions/{asked.id}/wrong/callback"
    assert (await raw.send("POST", path, {"type": 4, "data": {"content": "x"}}))[1]["code"] == 10062
    assert (await raw.send("POST", "/interactions/1/x/callback", {"type": 5}))[1]["code"] == 10062
    assert (await raw.send("POST", f"/webhooks/{raw.world.bot.id}/x", {"content": "x"}))[1]["code"] == 10015


async def test_a_follow_up_before_the_answer_is_refused(raw, asked):
    assert (await raw.send("POST", raw.hook(asked), {"content": "x"}))[1]["code"] == 10015
    assert (await raw.send("PATCH", raw.hook(asked, "/messages/@original"), {"content": "x"}))[1]["code"] == 10015


async def test_a_deferral_is_filled_by_the_first_follow_up_and_stays_as_private_as_it_was(raw, asked):
    _, answer = await raw.answer(asked, DEFER, {"flags": EPHEMERAL})
    assert answer["interaction"]["response_message_loading"]
    _, filled = await raw.send("POST", raw.hook(asked), {"content": "done"})
    assert filled["id"] == answer["interaction"]["response_message_id"]
    assert filled["flags"] == EPHEMERAL
    ann, bo, *_ = raw.world.seats
    assert [m.content for m in raw.stage.actors.read(ann, raw.games)] == ["done"]
    assert raw.stage.actors.read(bo, raw.games) == []
    assert (await raw.send("GET", f"{raw.messages}/{filled['id']}"))[1]["code"] == 10008
    assert (await raw.send("GET", raw.messages))[1] == []


async def test_the_token_lives_fifteen_minutes(raw, asked):
    await raw.answer(asked, DEFER)
    raw.stage.advance(890)
    assert (await raw.send("PATCH", raw.hook(asked, "/messages/@original"), {"content": "x"}))[0] == 200
    raw.stage.advance(11)
    for method, rest in (("POST", ""), ("PATCH", "/messages/@original"), ("GET", "/messages/@original")):
        status, answer = await raw.send(method, raw.hook(asked, rest), {"content": "x"} if method != "GET" else None)
        assert (status, answer["code"]) == (401, 50027)


async def test_a_deferral_never_filled_fails_after_fifteen_minutes(raw, asked):
    await raw.answer(asked, DEFER)
    raw.stage.advance(901)
    assert asked.state == "failed"


async def test_a_message_of_another_token_is_unknown(raw, asked):
    await raw.answer(asked, MESSAGE, {"content": "x"})
    _, other = await raw.post({"content": "public"})
    assert (await raw.send("PATCH", raw.hook(asked, f"/messages/{other['id']}"), {"content": "y"}))[1]["code"] == 10008


@pytest.mark.parametrize("kind", [1, CHOICES, UPDATE, DEFER_UPDATE, 99, None])
async def test_a_command_cannot_be_answered_by(raw, asked, kind):
    status, answer = await raw.answer(asked, kind, {"content": "x"})
    assert (status, answer["code"]) == (400, 50035)
    assert (await raw.answer(asked, MESSAGE, {"content": "x"}))[0] == 200


async def test_faults_of_an_answer_are_below_data(raw, asked):
    _, answer = await raw.answer(asked, MESSAGE, {"content": "x" * 2001})
    assert answer["errors"]["data"]["content"]["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"
    assert asked.refusals


@pytest.mark.parametrize(
    "data",
    [modal(0), modal(6), modal(title="x" * 46), modal(title=""), modal(label="x" * 46), modal(custom_id="x" * 101)],
)
async def test_a_modal_over_the_edge_is_refused(raw, asked, data):
    assert (await raw.answer(asked, MODAL, data))[1]["code"] == 50035
    assert (await raw.answer(asked, MODAL, modal(5, "x" * 45, "y" * 45)))[0] == 200


async def test_a_modal_after_a_deferral_is_refused(raw, asked):
    await raw.answer(asked, DEFER)
    assert (await raw.answer(asked, MODAL, modal()))[1]["code"] == 40060


async def test_a_modal_is_sent_back_filled_and_cannot_open_another(raw, asked):
    await raw.answer(asked, MODAL, modal())
    sent = raw.stage.actors.submit(asked.user, asked, {"i0": "words"})
    assert sent.data["components"][0]["components"][0]["value"] == "words"
    assert (await raw.answer(sent, MODAL, modal()))[1]["code"] == 50035
    assert (await raw.answer(sent, UPDATE, {"content": "x"}))[1]["code"] == 50035
    assert (await raw.answer(sent, MESSAGE, {"content": "x"}))[0] == 200


async def test_suggestions_have_their_number_length_and_type(raw):
    await raw.register({"name": "o", "description": "d", "type": 4, "autocomplete": True})
    ann = raw.world.seats[0]

    def ask():
        return raw.stage.actors.autocomplete(ann, raw.games, "demo", "o", "1", {})

    many = [{"name": f"c{n}", "value": n} for n in range(26)]
    for wrong in (
        many,
        [{"name": "x" * 101, "value": 1}],
        [{"name": "a", "value": "text"}],
        [{"name": "", "value": 1}],
    ):
        assert (await raw.answer(ask(), CHOICES, {"choices": wrong}))[1]["code"] == 50035
    assert (await raw.answer(ask(), MESSAGE, {"content": "x"}))[1]["code"] == 50035
    good = ask()
    assert (await raw.answer(good, CHOICES, {"choices": many[:25]}))[0] == 200
    assert good.choices == many[:25]


async def test_a_click_can_update_the_message_it_was_on(raw):
    post = await board(raw)
    click = raw.stage.actors.click(raw.world.seats[1], post, "go")
    status, _ = await raw.answer(click, UPDATE, {"content": "new", "components": []})
    assert (status, post.content, post.components) == (200, "new", [])
    with pytest.raises(CannotError, match="no go on message"):
        raw.stage.actors.click(raw.world.seats[1], post, "go")


async def test_a_client_stops_clicks_that_cannot_be(raw, asked):
    post = await board(raw)
    ann, bo, *_ = raw.world.seats
    with pytest.raises(CannotError, match="disabled"):
        raw.stage.actors.click(ann, post, "off")
    await raw.answer(asked, MESSAGE, {"content": "secret", "flags": EPHEMERAL, "components": [BUTTON]})
    with pytest.raises(CannotError, match="sees no message"):
        raw.stage.actors.message(bo, asked.original)
    assert raw.stage.actors.message(ann, asked.original)


async def test_a_client_stops_options_that_cannot_be(raw):
    await raw.register(
        {"name": "n", "description": "d", "type": 4, "required": True, "min_value": 1, "max_value": 9},
        {"name": "c", "description": "d", "type": 3, "choices": [{"name": "Red", "value": "r"}]},
    )
    for options, said in [
        ({}, "needs n"),
        ({"n": 10}, "from 1 to 9"),
        ({"n": "x"}, "no value"),
        ({"n": 1, "c": "blue"}, "one of Red"),
        ({"n": 1, "z": 1}, "no option z"),
    ]:
        with pytest.raises(CannotError, match=said):
            raw.slash(**options)
    assert raw.slash(n="3", c="Red").data["options"][1]["value"] == "r"


async def test_a_repeated_delivery_is_answered_once(raw):
    await raw.register()
    raw.stage.interactions.duplicate_next = 1
    twice = raw.slash()
    first, second = await asyncio.gather(*[raw.answer(twice, MESSAGE, {"content": "x"}) for _ in range(2)])
    assert sorted([first[0], second[0]]) == [200, 400]


async def test_a_new_answer_rings_and_an_ephemeral_one_does_not(raw, asked):
    bo = raw.world.seats[1]
    await raw.answer(asked, MESSAGE, {"content": f"<@{bo.id}>", "flags": EPHEMERAL})
    assert raw.world.messages[asked.original].pinged == []
    _, sent = await raw.send("POST", raw.hook(asked), {"content": f"<@{bo.id}>"})
    assert raw.world.messages[int(sent["id"])].pinged == [bo.id]
