from __future__ import annotations

from typing import Any

import pytest

V2 = 1 << 15
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 16


def row(*parts: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def button(custom_id: str = "x", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "go", "custom_id": custom_id, **more}


def select(count: int = 2, **more: Any) -> dict[str, Any]:
    options = [{"label": f"l{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def text(size: int = 1) -> dict[str, Any]:
    return {"type": 10, "content": "x" * size}


def gallery(count: int = 1, url: str = "https://example.org/a.png", **more: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, **more} for _ in range(count)]}


def v2(*parts: Any, **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(parts), **more}


def v1(*parts: Any) -> dict[str, Any]:
    return {"content": "c", "components": list(parts)}


def container(*parts: Any) -> dict[str, Any]:
    return {"type": 17, "components": list(parts)}


def codes(tree: Any) -> set[str]:
    if isinstance(tree, list):
        return {entry["code"] for entry in tree}
    return set().union(*[codes(value) for value in tree.values()]) if tree else set()


LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
LENGTH = "BASE_TYPE_BAD_LENGTH"
CHOICES = "BASE_TYPE_CHOICES"
# What is sent, and the fault Discord names; each is one step over the edge.
FAULTS = {
    "content 2001": ({"content": "x" * 2001}, "BASE_TYPE_MAX_LENGTH"),
    "nonce 26": ({"content": "x", "nonce": "n" * 26}, "BASE_TYPE_MAX_LENGTH"),
    "eleven embeds": ({"embeds": [{"title": "t"}] * 11}, LENGTH),
    "six rows": (v1(*[row(button(str(n))) for n in range(6)]), LENGTH),
    "empty row": (v1(row()), LENGTH),
    "six buttons": (v1(row(*[button(str(n)) for n in range(6)])), LENGTH),
    "select beside a button": (v1(row(select(), button())), "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    "button outside a row": (v1(button()), CHOICES),
    "text display without V2": (v1(text()), CHOICES),
    "no custom_id": (v1(row({"type": 2, "style": 1, "label": "x"})), "BASE_TYPE_REQUIRED"),
    "custom_id 0": (v1(row(button(""))), LENGTH),
    "custom_id 101": (v1(row(button("x" * 101))), LENGTH),
    "custom_id twice": (v1(row(button(), button())), "COMPONENT_CUSTOM_ID_DUPLICATED"),
    "label 81": (v1(row(button(label="x" * 81))), "BASE_TYPE_MAX_LENGTH"),
    "neither label nor emoji": (v1(row(button(label=None))), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    "style 9": (v1(row(button(style=9))), CHOICES),
    "link without url": (v1(row({"type": 2, "style": 5, "label": "x"})), "URL_TYPE_INVALID_URL"),
    "link with custom_id": (v1(row(button(style=5, url="https://a.b"))), "COMPONENT_CUSTOM_ID_AND_URL"),
    "26 options": (v1(row(select(26))), LENGTH),
    "no options": (v1(row(select(0))), LENGTH),
    "placeholder 151": (v1(row(select(placeholder="x" * 151))), "BASE_TYPE_MAX_LENGTH"),
    "option label 101": (v1(row(select(1) | {"options": [{"label": "x" * 101, "value": "v"}]})), LENGTH),
    "option value 101": (v1(row(select(1) | {"options": [{"label": "x", "value": "v" * 101}]})), LENGTH),
    "option description 101": (
        v1(row(select(1) | {"options": [{"label": "x", "value": "v", "description": "d" * 101}]})),
        LENGTH,
    ),
    "option value twice": (
        v1(row(select(1) | {"options": [{"label": "x", "value": "v"}] * 2})),
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "max_values over the options": (v1(row(select(2, max_values=3))), "NUMBER_TYPE_MAX"),
    "41 top components": (v2(*[text()] * 41), LENGTH),
    "41 nested components": (
        v2(container(*[text()] * 20), container(*[text()] * 19)),
        "COMPONENT_MAX_TOTAL_COMPONENTS",
    ),
    "V2 text 4001 in all": (v2(text(2000), container(text(2001))), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    "empty text display": (v2(text(0)), LENGTH),
    "eleven pictures": (v2(gallery(11)), LENGTH),
    "no pictures": (v2(gallery(0)), LENGTH),
    "alt text 1025": (v2(gallery(1, description="x" * 1025)), LENGTH),
    "no such file": (v2(gallery(1, "attachment://a.png")), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
    "odd scheme": (v2(gallery(1, "file:///etc/hosts")), "URL_TYPE_INVALID_SCHEME"),
    "container in a container": (v2(container(container(text()))), CHOICES),
    "empty container": (v2(container()), LENGTH),
    "section without accessory": (v2({"type": 9, "components": [text()]}), "BASE_TYPE_REQUIRED"),
    "section of four texts": (v2({"type": 9, "components": [text()] * 4, "accessory": button()}), LENGTH),
    "component id twice": (v2(text() | {"id": 3}, text() | {"id": 3}), "COMPONENT_ID_DUPLICATED"),
    "content with V2": (v2(text(), content="c"), LEGACY),
    "embeds with V2": (v2(text(), embeds=[{"title": "t"}]), LEGACY),
    "parse and users": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "attachment not sent": ({"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}, "ATTACHMENT_NOT_FOUND"),
}
EDGES = {
    "content 2000": {"content": "x" * 2000},
    "five rows of five": v1(*[row(*[button(f"{r}{c}") for c in range(5)]) for r in range(5)]),
    "custom_id 100": v1(row(button("x" * 100))),
    "label 80": v1(row(button(label="x" * 80))),
    "emoji alone": v1(row(button(label=None, emoji={"name": "🎲"}))),
    "25 options": v1(row(select(25))),
    "40 components": v2(container(*[text()] * 19), container(*[text()] * 19)),
    "V2 text 4000": v2(text(2000), text(2000)),
    "ten pictures": v2(gallery(10)),
    "alt text 1024": v2(gallery(1, description="x" * 1024)),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_a_message_over_the_edge_is_refused(raw, name):
    body, fault = FAULTS[name]
    status, answer = await raw.post(body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    assert fault in codes(answer["errors"])
    assert raw.world.history(raw.games.id) == []


@pytest.mark.parametrize("name", EDGES)
async def test_a_message_at_the_edge_is_sent(raw, name):
    status, answer = await raw.post(EDGES[name])
    assert status == 200, answer


async def test_faults_are_named_where_they_are(raw):
    _, answer = await raw.post(v2(text(), container(row(button(), button()))))
    [found] = answer["errors"]["components"]["1"]["components"]["0"]["components"]["1"]["custom_id"]["_errors"]
    assert found == {"code": "COMPONENT_CUSTOM_ID_DUPLICATED", "message": "Component custom id cannot be duplicated"}


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": None, "components": []}, {"flags": V2}])
async def test_an_empty_message_is_refused(raw, body):
    assert (await raw.post(body))[1]["code"] == 50006


async def test_files_have_their_number_and_size(raw):
    status, answer = await raw.post({}, [(f"{n}.txt", b"x") for n in range(11)])
    assert (status, answer["code"]) == (400, 30015)
    status, answer = await raw.post({}, [("a.bin", bytes(10 * 1024 * 1024 + 1))])
    assert (status, answer["code"]) == (413, 40005)
    status, answer = await raw.post({}, [("a.bin", bytes(10 * 1024 * 1024))] + [(f"{n}.txt", b"x") for n in range(9)])
    assert status == 200
    assert len(answer["attachments"]) == 10


async def test_a_file_shown_by_a_component_is_no_attachment_and_its_link_dies_after_a_day(raw):
    body = v2(gallery(1, "attachment://a.png", description="alt")) | {"attachments": [{"id": 0, "filename": "a.png"}]}
    _, answer = await raw.post(body, [("a.png", PNG)])
    assert answer["attachments"] == []
    url = answer["components"][0]["items"][0]["media"]["url"]
    async with raw.session.get(url) as response:
        assert (response.status, await response.read()) == (200, PNG)
    async with raw.session.get(url.replace("hm=", "hm=0")) as response:
        assert response.status == 404
    raw.stage.advance(86400)
    async with raw.session.get(url) as response:
        assert response.status == 404
    _, again = await raw.send("GET", f"{raw.messages}/{answer['id']}")
    async with raw.session.get(again["components"][0]["items"][0]["media"]["url"]) as response:
        assert response.status == 200


async def test_an_edit_keeps_what_it_does_not_name(raw):
    _, sent = await raw.post({"content": "a", **v1(row(button()))}, [("a.txt", b"x")])
    path = f"{raw.messages}/{sent['id']}"
    _, edited = await raw.send("PATCH", path, {"content": "b"})
    assert (edited["content"], len(edited["components"]), len(edited["attachments"])) == ("b", 1, 1)
    assert edited["edited_timestamp"]
    _, edited = await raw.send("PATCH", path, {"attachments": [], "components": []})
    assert (edited["content"], edited["components"], edited["attachments"]) == ("b", [], [])
    status, answer = await raw.send("PATCH", path, {"content": ""})
    assert (status, answer["code"]) == (400, 50006)


async def test_an_edit_can_replace_a_picture_but_not_lose_one_that_is_shown(raw):
    body = v2(gallery(1, "attachment://a.png")) | {"attachments": [{"id": 0, "filename": "a.png"}]}
    _, sent = await raw.post(body, [("a.png", PNG)])
    path = f"{raw.messages}/{sent['id']}"
    _, answer = await raw.send("PATCH", path, {"attachments": []})
    assert codes(answer["errors"]) == {"UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"}
    kept = v2(gallery(1, "attachment://a.png"), text())
    assert (await raw.send("PATCH", path, kept))[0] == 200
    new = v2(gallery(1, "attachment://b.png")) | {"attachments": [{"id": 0, "filename": "b.png"}]}
    status, answer = await raw.send("PATCH", path, new, [("b.png", PNG)])
    assert status == 200
    assert "/b.png?" in answer["components"][0]["items"][0]["media"]["url"]


async def test_the_v2_flag_can_be_set_by_an_edit_but_not_taken_away(raw):
    _, sent = await raw.post({"content": "plain"})
    path = f"{raw.messages}/{sent['id']}"
    _, answer = await raw.send("PATCH", path, v2(text()))
    assert codes(answer["errors"]) == {LEGACY}
    status, _ = await raw.send("PATCH", path, v2(text(), content=None))
    assert status == 200
    _, answer = await raw.send("PATCH", path, {"flags": 0, "components": [text()]})
    assert "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG" in codes(answer["errors"])
    _, answer = await raw.send("PATCH", path, {"content": "text"})
    assert codes(answer["errors"]) == {LEGACY}


async def test_edits_of_old_messages_are_rationed_per_channel(raw):
    _, sent = await raw.post({"content": "a"})
    path = f"{raw.messages}/{sent['id']}"
    for _ in range(5):
        assert (await raw.send("PATCH", path, {"content": "b"}))[0] == 200
    raw.stage.advance(3601)
    for _ in range(3):
        assert (await raw.send("PATCH", path, {"content": "b"}))[0] == 200
    status, answer = await raw.send("PATCH", path, {"content": "b"})
    assert (status, answer["code"]) == (429, 30046)
    assert 0 < answer["retry_after"] <= 20
    raw.stage.advance(21)
    assert (await raw.send("PATCH", path, {"content": "b"}))[0] == 200


async def test_a_nonce_that_is_enforced_gives_the_first_message_for_some_minutes(raw):
    body = {"content": "a", "nonce": "1:7", "enforce_nonce": True}
    _, first = await raw.post(body)
    _, second = await raw.post(body | {"content": "b"})
    assert (second["id"], second["content"]) == (first["id"], "a")
    _, third = await raw.post({"content": "c", "nonce": "1:7"})
    assert third["id"] != first["id"]
    raw.stage.advance(301)
    _, late = await raw.post(body)
    assert late["id"] not in {first["id"], third["id"]}


async def test_pings_follow_allowed_mentions_and_edits_ring_nobody(raw):
    ann, bo, cy, _ = raw.world.seats
    words = f"<@{ann.id}> <@{bo.id}> `<@{cy.id}>` @everyone"
    everybody = [user.id for user in raw.world.seats]
    cases = [
        ({}, everybody),
        ({"allowed_mentions": {"parse": []}}, []),
        ({"allowed_mentions": {"parse": ["users"]}}, [ann.id, bo.id]),
        ({"allowed_mentions": {"parse": [], "users": [str(bo.id)]}}, [bo.id]),
        ({"allowed_mentions": {"parse": ["users"]}, "flags": 1 << 12}, []),
    ]
    for more, rung in cases:
        _, sent = await raw.post({"content": words, **more})
        assert raw.world.messages[int(sent["id"])].pinged == rung, more
    _, sent = await raw.post(v2(container({"type": 10, "content": f"<@{bo.id}>"})))
    assert raw.world.messages[int(sent["id"])].pinged == [bo.id]
    _, sent = await raw.post({"content": "quiet"})
    await raw.send("PATCH", f"{raw.messages}/{sent['id']}", {"content": words})
    assert raw.world.messages[int(sent["id"])].pinged == []


async def test_what_is_gone_is_unknown(raw):
    _, sent = await raw.post({"content": "a"})
    path = f"{raw.messages}/{sent['id']}"
    assert (await raw.send("DELETE", path))[0] == 204
    for method in ("GET", "PATCH", "DELETE"):
        status, answer = await raw.send(method, path, {"content": "b"} if method == "PATCH" else None)
        assert (status, answer["code"]) == (404, 10008)
    raw.world.delete_channel(raw.games)
    for method, where in (("POST", raw.messages), ("GET", raw.messages), ("GET", f"/channels/{raw.games.id}")):
        status, answer = await raw.send(method, where, {"content": "b"} if method == "POST" else None)
        assert (status, answer["code"]) == (404, 10003)


async def test_only_its_own_messages_can_be_edited_or_deleted(raw):
    said = raw.stage.actors.say(raw.world.seats[0], raw.games, "hello")
    path = f"{raw.messages}/{said.id}"
    assert (await raw.send("PATCH", path, {"content": "b"}))[1]["code"] == 50005
    assert (await raw.send("DELETE", path))[1]["code"] == 50013


async def test_history_pages_newest_first(raw):
    ids = [(await raw.post({"content": str(n)}))[1]["id"] for n in range(6)]
    asked = [
        ({"limit": "2"}, [5, 4]),
        ({"limit": "2", "before": ids[3]}, [2, 1]),
        ({"limit": "2", "after": ids[1]}, [3, 2]),
        ({"limit": "3", "around": ids[2]}, [3, 2, 1]),
    ]
    for query, expected in asked:
        _, found = await raw.send("GET", raw.messages, **query)
        assert [message["content"] for message in found] == [str(n) for n in expected]
    assert (await raw.send("GET", raw.messages, limit="101"))[1]["code"] == 50035
